//! Tables, the deals of the day and commitments. A try at a day is begun and finished by the writes of its table.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use tokio::sync::broadcast;

use super::{StoreError, WriteError, error::store_failures};
use crate::service::records::{
    CommitmentId, CommitmentRecord, DayRecord, DayResult, GameId, IdempotencyKey, OwnerId, Revision, StoredTable,
    TableChanges, TableFilter, TableId, TableRecord, TableWrite,
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

/// The deals of the day of a database.
#[async_trait]
pub trait DayStore: Send + Sync {
    /// Stores a day, unless another service has made it.
    async fn add_day(&self, day: &DayRecord) -> Result<(), StoreError>;

    /// Gives a day to come to the adepts of another version.
    async fn set_bot_version(&self, date: NaiveDate, version: u32) -> Result<(), StoreError>;

    /// Stores the par of a day, unless it is known.
    async fn set_par(&self, date: NaiveDate, par: u8) -> Result<(), StoreError>;

    /// Stores what a sage reaches on a day, unless it is known.
    async fn set_best_line(&self, date: NaiveDate, points: u8) -> Result<(), StoreError>;

    /// One day.
    async fn day(&self, date: NaiveDate) -> Result<Option<DayRecord>, StoreError>;

    /// The newest days before this one, or of all, newest first.
    async fn days(&self, before: Option<NaiveDate>, limit: u32) -> Result<Vec<DayRecord>, StoreError>;

    /// Points that counted players of a day have made, ascending, each with the number of players.
    async fn day_scores(&self, date: NaiveDate) -> Result<Vec<(u8, u32)>, StoreError>;

    /// Points that adepts make of a day, if that is known.
    async fn adepts_of_day(&self, date: NaiveDate) -> Result<Option<Vec<u8>>, StoreError>;

    /// Stores the points that adepts make of a day, unless that is known.
    async fn set_adepts_of_day(&self, date: NaiveDate, points: &[u8]) -> Result<(), StoreError>;

    /// An owner's try at a day.
    async fn day_result(&self, owner: OwnerId, date: NaiveDate) -> Result<Option<DayResult>, StoreError>;

    /// An owner's tries at days before this one, or at all, newest first.
    async fn day_results(
        &self,
        owner: OwnerId,
        before: Option<NaiveDate>,
        limit: u32,
    ) -> Result<Vec<DayResult>, StoreError>;

    /// Writes a line beside an owner's finished try; false if there is none.
    async fn set_day_note(&self, owner: OwnerId, date: NaiveDate, note: &str) -> Result<bool, StoreError>;
}

/// The commitments of a database.
#[async_trait]
pub trait CommitmentStore: Send + Sync {
    /// Stores a new commitment as its owner's next; returns it with its position in the owner's chain.
    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError>;

    /// The owner's newest commitments that are older than `before`, newest first.
    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError>;

    /// One commitment.
    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError>;
}
