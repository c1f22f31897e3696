//! Erasure, expiry, and the checks of the command line.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::service::{
    records::{Erased, Erasure, Expired, GameId, GameRecord, ReadingId},
    store_error::StoreError,
};

/// What keeps a database clean, and what checks it.
#[async_trait]
pub trait MaintenanceStore: Send + Sync {
    /// Deletes records that have expired at this time, at most `limit` of each kind.
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError>;

    /// Deletes up to `limit` games, and as many of the other records to erase; nothing once none is left.
    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError>;

    /// What an erasure would delete.
    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError>;

    /// Removes deleted data from the database files, as far as possible; false if a reader was in the way.
    async fn purge(&self) -> Result<bool, StoreError>;

    /// Number of games.
    async fn game_count(&self) -> Result<u64, StoreError>;

    /// The ids of the games after this one, ascending; damaged ones too.
    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// The ids of a game's readings, ascending; damaged ones too.
    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError>;

    /// The ids of the readings of spreads after this one, ascending; damaged ones too.
    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError>;

    /// Is a game indexed under the name of each player and of each winner?
    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError>;
}
