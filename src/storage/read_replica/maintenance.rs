//! Implements [`MaintenanceStore`] for a database with a read replica.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{Replicated, primary_first};
use crate::service::{
    Erased, Erasure, Expired,
    records::{GameId, GameRecord, ReadingId},
    store::{MaintenanceStore, StoreError},
};

#[async_trait]
impl MaintenanceStore for Replicated {
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError> {
        self.primary.delete_expired(now, limit).await
    }

    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError> {
        self.deleted.erased();
        let erased = self.primary.erase(erasure, limit).await;
        self.deleted.erased();
        erased
    }

    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError> {
        self.primary.erasable(erasure).await
    }

    async fn purge(&self) -> Result<bool, StoreError> {
        self.primary.purge().await
    }

    async fn game_count(&self) -> Result<u64, StoreError> {
        primary_first!(self, game_count)
    }

    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError> {
        primary_first!(self, game_ids, after, limit)
    }

    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError> {
        primary_first!(self, reading_ids, game)
    }

    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError> {
        primary_first!(self, spread_ids, after, limit)
    }

    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError> {
        primary_first!(self, is_indexed, game)
    }
}
