//! Tables.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::broadcast;

use super::WriteError;
use crate::service::{
    records::{
        GameId, IdempotencyKey, Revision, StoredTable, TableChanges, TableFilter, TableId, TableRecord, TableWrite,
    },
    store_error::{StoreError, store_failures},
};

/// A notification of changed tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableChange {
    /// This table has this version.
    One(TableId, u32),
    /// This table may have changed: a write failed, and whether it was stored is unknown.
    Perhaps(TableId),
    /// This table is deleted.
    Gone(TableId),
    /// Any table may have changed: notifications were lost for a while.
    Any,
}

/// Why a table's change was not stored.
#[derive(Debug, thiserror::Error)]
pub enum TableWriteError {
    /// It was changed in between, or deleted.
    #[error("the table has another revision")]
    VersionConflict,
    /// The idempotency key was used before.
    #[error("the request was completed before")]
    Repeated,
    /// The owner has another game with the table's external id.
    #[error("the external id is in use")]
    ExternalIdTaken,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(TableWriteError);

/// The tables of a database.
#[async_trait]
pub trait TableStore: Send + Sync {
    /// Stores a new table and reserves its commitment: no other table or game can use it then.
    async fn add_table(
        &self,
        table: &TableRecord,
        changes: &TableChanges,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError>;

    /// Stores a change of a table, with the game and the readings at its end.
    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError>;

    /// One table, with what happened there after this revision, or from the beginning if it has never had it.
    async fn table(&self, id: TableId, known: Option<Revision>) -> Result<Option<StoredTable>, StoreError>;

    /// The table at which this game was played, if it is still stored.
    async fn table_of_game(&self, game: GameId) -> Result<Option<TableId>, StoreError>;

    /// The revisions of these tables; deleted ones are left out.
    async fn table_revisions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Revision)>, StoreError>;

    /// The newest tables that match and are older than `before`, newest first.
    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError>;

    /// The tables that are due at this time, the longest due first.
    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// When the next table is due after this time.
    async fn next_wake(&self, after: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Deletes a table if it has this revision; false otherwise.
    async fn delete_table(&self, id: TableId, revision: Revision) -> Result<bool, StoreError>;

    /// Notifications of tables changed by any service on the database; `None` if the database sends none. One may be
    /// lost when a service dies.
    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        None
    }
}
