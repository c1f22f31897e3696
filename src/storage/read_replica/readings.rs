//! Implements [`ReadingStore`] for a database with a read replica.

use async_trait::async_trait;

use super::{Replicated, by_id, list, primary_first};
use crate::service::{
    records::{AnyReading, OwnerId, ReadingId, ReadingRecord, SpreadRecord},
    store::{
        ListedReading, OwnerFilter, Page, Position, ReadingFilter, ReadingStore, SpreadWrite, StoreError, WriteError,
    },
};

#[async_trait]
impl ReadingStore for Replicated {
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError> {
        self.primary.write_spread(write).await
    }

    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError> {
        by_id!(self, reading, id)
    }

    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError> {
        list!(self, readings, owner, filter, from, limit)
    }

    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Position)>, StoreError> {
        list!(self, readings_after, owner, filter, after, limit)
    }

    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError> {
        self.deleted.add(id.0);
        self.primary.delete_reading(id, owner).await
    }
}
