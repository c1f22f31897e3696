//! Implements [`ReadingStore`] for a database.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::time::sleep;

use super::{
    Database,
    borrow::{
        MAX_POLLS, POLL_DELAY, in_transaction, list, list_in_commit_order, with_connection, with_list_connection,
    },
};
use crate::{
    service::{
        records::{AnyReading, OwnerId, ReadingId, ReadingRecord, SpreadRecord},
        store::{
            ListedReading, OwnerFilter, Page, Position, ReadingFilter, ReadingStore, ReplicaState, SpreadWrite,
            StoreError, WriteError,
        },
    },
    storage::{
        dialect::Dialect,
        entry::WriteEntry,
        keyset::{self, Order, PageRequest},
        outcome::Written,
        readings,
    },
};

#[async_trait]
impl<D: Dialect> ReadingStore for Database<D> {
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError> {
        match self.store_one(WriteEntry::Spread(Arc::new(write))).await? {
            Written::Stored => Ok(()),
            Written::CommitmentNotUsable => Err(WriteError::CommitmentNotUsable),
            Written::Repeated => Err(WriteError::Repeated),
            Written::VersionConflict => Err(StoreError::Broken("a reading has no version".to_owned()).into()),
            Written::Taken(error) => Err(error.into()),
        }
    }

    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError> {
        with_connection!(self.reader, readings::by_id::<D>, id)
    }

    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError> {
        let request = PageRequest { order: Order::newest(filter.since, filter.until), from, limit };
        list!(self.lists, readings::list::<D>, owner, filter, request).map(keyset::without_positions)
    }

    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Position)>, StoreError> {
        list_in_commit_order!(self.lists, "readings", readings::ORDER, after, limit, readings::list::<D>, owner, filter)
    }

    async fn following_readings(
        &self,
        former: ReadingId,
        owner: OwnerId,
        limit: u32,
    ) -> Result<Vec<SpreadRecord>, StoreError> {
        with_connection!(self.reader, readings::following::<D>, former, owner, limit)
    }

    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError> {
        in_transaction!(self.writer, readings::delete::<D>, id, owner)
    }
}
