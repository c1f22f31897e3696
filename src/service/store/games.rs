//! Games with their logs.

use std::sync::Arc;

use async_trait::async_trait;

use super::{GameFilter, OwnerFilter, Write, WriteError};
use crate::service::{
    page::{Page, Position},
    records::{GameId, GameRecord, StoredGame},
    store_error::StoreError,
};

/// The number of games that match, as far as they were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCount {
    /// Number of games counted, up to the limit.
    pub games: u32,
    /// Are there more?
    pub more: bool,
    /// Where counting continues; `None` if all were counted.
    pub next: Option<Position>,
}

/// The games of a database.
#[async_trait]
pub trait GameStore: Send + Sync {
    /// Stores a game with everything that belongs to it.
    async fn write(&self, write: Write) -> Result<(), WriteError> {
        self.write_shared(&Arc::new(write)).await
    }

    /// As [`write`](GameStore::write), without copying a write that the caller still needs.
    async fn write_shared(&self, write: &Arc<Write>) -> Result<(), WriteError> {
        let unanswered = || Err(StoreError::Broken("a write has no outcome".to_owned()).into());
        self.write_all(vec![Arc::clone(write)]).await.pop().unwrap_or_else(unanswered)
    }

    /// Stores several writes independently, with a result for each, in order. Of conflicting ones the first is stored.
    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>>;

    /// One game, with its log.
    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The newest games that match from this position on, newest first: by the requested time or that of a requested
    /// period, or else by id.
    async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<GameRecord>, StoreError>;

    /// Counts the games that match from this position on, up to a limit; if the filter narrows them, among the next few
    /// thousand games.
    async fn count_games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<GameCount, StoreError>;

    /// The logs of those of these games that exist, in any order.
    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError>;

    /// The games that match and were committed after this position, in commit order, each with its log and its
    /// position. No game that is committed later gets a position before the last of them.
    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Position)>, StoreError>;

    /// Deletes a game with its readings and the table at which it was played; false if this owner has none with this
    /// id.
    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError>;
}
