//! Games with their logs: what is written at once and why it is refused, and the filters of lists. Cursors are bound to the
//! `Debug` texts of these.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{StoreError, error::store_failures};
use crate::{
    games::Ruleset,
    service::{
        page::{Page, Position},
        records::{GameId, GameRecord, IdempotencyKey, OwnerId, ReadingRecord, Source, StoredGame, TableId},
    },
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

    /// The position in commit order after which comes whatever is committed from now on.
    async fn latest_game(&self) -> Result<Position, StoreError>;

    /// Writes what was corrected of a game: its time, its external id, its tags and how names are spelled, also in its
    /// readings. False if it is no longer as it was before.
    async fn correct_game(&self, before: &GameRecord, after: &GameRecord) -> Result<bool, WriteError>;

    /// Deletes a game with its readings and the table at which it was played; false if this owner has none with this
    /// id.
    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError>;
}

/// Filters on games; by default, all listed ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFilter {
    /// Of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// With players of all of these exact names.
    pub players: Vec<String>,
    /// Won by a player of this name.
    pub winner: Option<String>,
    /// From this source.
    pub source: Option<Source>,
    /// Played from this seed (its text).
    pub seed: Option<String>,
    /// With this external id.
    pub external_id: Option<String>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// Only games stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only games stored before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only games played at this time or later; if that is unknown, the time of storing counts.
    pub played_since: Option<DateTime<Utc>>,
    /// Only games played before this time, likewise.
    pub played_until: Option<DateTime<Utc>>,
    /// Order of their lists.
    pub sort: Sort,
    /// Unlisted games too.
    pub unlisted: bool,
}

/// The time by which lists of games, newest first, are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Time of storing.
    #[default]
    Stored,
    /// Time of playing, or else of storing.
    Played,
}

/// The owners whose resources may be changed or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerFilter {
    /// This owner.
    Owner(OwnerId),
    /// Any owner.
    Any,
}

impl OwnerFilter {
    /// Does the filter include this owner?
    pub fn includes(self, owner: OwnerId) -> bool {
        match self {
            OwnerFilter::Owner(own) => own == owner,
            OwnerFilter::Any => true,
        }
    }
}

/// An atomic write: either all of it is stored or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The game with its log.
    pub game: StoredGame,
    /// The reading requested with it.
    pub reading: Option<ReadingRecord>,
    /// Time of the write. The commitment named in the game's record, if any, is used up: it must be this owner's,
    /// unused and not expired at this time.
    pub now: DateTime<Utc>,
    /// Identifies a repetition of the same request.
    pub idempotency_key: Option<IdempotencyKey>,
}

impl Write {
    /// The id of what the caller requested: the reading, or else the game.
    pub fn created(&self) -> Uuid {
        self.reading.as_ref().map_or(self.game.record.id.0, |reading| reading.id.0)
    }
}

/// Why a write was not stored.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The owner has another game with this external id.
    #[error("the external id is in use by game {0}")]
    ExternalIdTaken(GameId),
    /// The commitment is used, expired, unknown or another owner's.
    #[error("the commitment cannot be used")]
    CommitmentNotUsable,
    /// The idempotency key was used before.
    #[error("the request was completed before")]
    Repeated,
    /// The owner has had a try at the day, at this table.
    #[error("the day was played at table {0}")]
    DayPlayed(TableId),
    /// The card lies beside another place of the reading since a moment ago.
    #[error("the card was drawn before")]
    CardDrawn,
    /// The caller has the maximum number of unfinished simulations.
    #[error("the caller has too many unfinished simulations")]
    TooManySimulations,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(WriteError);
