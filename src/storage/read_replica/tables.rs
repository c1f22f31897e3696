//! Implements [`TableStore`] for a database with a read replica.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::broadcast;

use super::{Replicated, primary_first};
use crate::service::{
    IdempotencyKey,
    records::{GameId, TableId},
    store::{StoreError, TableChange, TableStore, TableWriteError, WriteError},
    tables::{Revision, StoredTable, TableChanges, TableFilter, TableRecord, TableWrite},
};

#[async_trait]
impl TableStore for Replicated {
    async fn add_table(
        &self,
        table: &TableRecord,
        changes: &TableChanges,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError> {
        self.primary.add_table(table, changes, idempotency_key, now).await
    }

    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError> {
        self.primary.update_table(write).await
    }

    async fn table(&self, id: TableId, known: Option<Revision>) -> Result<Option<StoredTable>, StoreError> {
        primary_first!(self, table, id, known)
    }

    async fn table_of_game(&self, game: GameId) -> Result<Option<TableId>, StoreError> {
        self.primary.table_of_game(game).await
    }

    async fn table_revisions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Revision)>, StoreError> {
        self.primary.table_revisions(ids).await
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        primary_first!(self, tables, filter, before, limit)
    }

    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.primary.tables_to_wake(now, limit).await
    }

    async fn next_wake(&self, after: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.primary.next_wake(after).await
    }

    async fn delete_table(&self, id: TableId, revision: Revision) -> Result<bool, StoreError> {
        self.primary.delete_table(id, revision).await
    }

    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        self.primary.table_changes()
    }
}
