//! Implements [`MaintenanceStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{Backend, Database};
use crate::{
    service::{
        Erased, Erasure, Expired,
        records::{GameId, GameRecord, ReadingId},
        store::{MaintenanceStore, StoreError, TableChange},
    },
    storage::{
        borrow::{in_transaction, with_connection},
        erasure, expiry, inventory,
    },
};

#[async_trait]
impl<D: Backend> MaintenanceStore for Database<D> {
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError> {
        with_connection!(self.writer, expiry::batch::<D>, now, limit)
    }

    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError> {
        let erased: Result<Erased, StoreError> = in_transaction!(self.writer, erasure::batch::<D>, erasure, limit);
        let erased = erased?;
        if erased.tables > 0 {
            self.announce(TableChange::Any);
        }
        Ok(erased)
    }

    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError> {
        with_connection!(self.reader, erasure::count::<D>, erasure)
    }

    async fn purge(&self) -> Result<bool, StoreError> {
        with_connection!(self.writer, D::purge)
    }

    async fn game_count(&self) -> Result<u64, StoreError> {
        with_connection!(self.reader, inventory::game_count::<D>)
    }

    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError> {
        with_connection!(self.reader, inventory::game_ids::<D>, after, limit)
    }

    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError> {
        with_connection!(self.reader, inventory::reading_ids::<D>, game)
    }

    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError> {
        with_connection!(self.reader, inventory::spread_ids::<D>, after, limit)
    }

    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError> {
        with_connection!(self.reader, inventory::is_indexed::<D>, game)
    }
}
