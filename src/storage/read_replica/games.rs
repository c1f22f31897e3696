//! Implements [`GameStore`] for a database with a read replica.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Replicated, by_id, list, primary_first};
use crate::service::{
    records::{GameId, GameRecord, StoredGame},
    store::{GameCount, GameFilter, GameStore, OwnerFilter, Page, Position, StoreError, Write, WriteError},
};

#[async_trait]
impl GameStore for Replicated {
    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>> {
        self.primary.write_all(writes).await
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        by_id!(self, game, id)
    }

    async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<GameRecord>, StoreError> {
        list!(self, games, filter, from, limit)
    }

    async fn count_games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<GameCount, StoreError> {
        list!(self, count_games, filter, from, limit)
    }

    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError> {
        list!(self, logs, ids)
    }

    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Position)>, StoreError> {
        list!(self, games_after, filter, after, limit)
    }

    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError> {
        self.deleted.add(id.0);
        self.primary.delete_game(id, owner).await
    }
}
