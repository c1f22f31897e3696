//! Readings, of games and of spreads.

use async_trait::async_trait;

use super::{OwnerFilter, ReadingFilter, SpreadWrite, WriteError};
use crate::service::{
    page::{Page, Position},
    records::{AnyReading, OwnerId, ReadingId, ReadingRecord, SpreadRecord, StoredGame},
    store_error::StoreError,
};

/// A reading in a list: one of a game comes with its game.
pub type ListedReading = AnyReading<(ReadingRecord, StoredGame), SpreadRecord>;

/// The readings of a database.
#[async_trait]
pub trait ReadingStore: Send + Sync {
    /// Stores a reading of a spread.
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError>;

    /// One reading, of any owner.
    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError>;

    /// The owner's newest readings that match from this position on, as [`games`](super::GameStore::games).
    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError>;

    /// The owner's readings that match and were committed after this position, as
    /// [`games_after`](super::GameStore::games_after).
    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Position)>, StoreError>;

    /// The clarifiers of a reading, and the follow-ups that this owner has asked, oldest first.
    async fn following_readings(
        &self,
        former: ReadingId,
        owner: OwnerId,
        limit: u32,
    ) -> Result<Vec<SpreadRecord>, StoreError>;

    /// Deletes a reading; false if this owner has none with this id.
    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError>;
}
