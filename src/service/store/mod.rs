//! The interface of a database, in domain terms: a trait for each kind of what is stored.

mod error;
mod games;
mod maintenance;
mod owners;
mod projection;
mod readings;
mod simulations;
mod tables;

use async_trait::async_trait;

use super::records::{IdempotencyKey, IdempotencyRecord};

pub use super::page::{Page, PageSize, Position};
pub use error::{Outage, OutageCause, StoreError, StoreFailure};
pub use games::{GameCount, GameFilter, GameStore, OwnerFilter, Sort, Write, WriteError};
pub use maintenance::{ColumnType, CopiedRow, CopiedTable, CopiedValue, CopyStore, MaintenanceStore};
pub use owners::{EventStore, KeyStore, LinkError, LinkRecord, News, NewsPosition, ProfileError, ProfileStore};
pub use projection::ProjectionStore;
pub use readings::{ListedReading, NoteStore, ReadingFilter, ReadingStore, SpreadWrite};
pub use simulations::{AnalysisStore, Merge, SimulationStore};
pub use tables::{CommitmentStore, DayStore, TableChange, TableStore, TableWriteError};

/// A database. What it reports as stored survives a power cut.
#[async_trait]
pub trait Store:
    GameStore
    + ReadingStore
    + NoteStore
    + CommitmentStore
    + KeyStore
    + ProfileStore
    + TableStore
    + DayStore
    + EventStore
    + SimulationStore
    + AnalysisStore
    + ProjectionStore
    + MaintenanceStore
    + CopyStore
{
    /// Checks that the database responds.
    async fn ready(&self) -> Result<(), StoreError>;

    /// What was created under this idempotency key, unless its record has expired.
    async fn idempotency_record(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError>;

    /// The secret of this name, shared by all services on this database: `fresh` if there was none.
    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// The state of the read replica; `None` without one, or if the primary has not been seen for too long.
    async fn replica(&self) -> Option<ReplicaState>;

    /// Do lists come from a replica of unknown lag, because no primary responds?
    fn is_stale(&self) -> bool;

    /// Current usage.
    fn usage(&self) -> Usage;

    /// Waits for running statements and closes.
    async fn close(&self);
}

/// Current usage of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Its pools of connections.
    pub pools: Vec<PoolUsage>,
    /// Number of writes that wait to be stored, several in one transaction.
    pub waiting_writes: usize,
    /// Does it accept writes, as far as is known?
    pub writable: bool,
    /// Number of transient errors since the start (`StoreError::Unavailable`).
    pub unavailable: u64,
    /// Number of permanent errors since the start (`StoreError::Broken`).
    pub broken: u64,
}

/// Current usage of a pool of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUsage {
    /// Its purpose: `reader`, `writer` or `lists`, `shared` for all three, or `copy` for a read replica.
    pub name: &'static str,
    /// Number of open connections.
    pub open: u32,
    /// Number of idle ones among them.
    pub idle: u32,
    /// Maximum number of connections.
    pub limit: u32,
}

/// The state of a read replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplicaState {
    /// It has all that the primary has, and is used.
    Current,
    /// It has not replayed the latest changes yet, and the primary is read instead.
    Behind,
    /// It has not replayed changes of more than five seconds ago.
    Late,
    /// It does not follow this primary: it was promoted, or belongs to another one.
    Foreign,
    /// It does not respond.
    Unreachable,
}
