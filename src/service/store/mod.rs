//! The interface of a database, in domain terms: a trait for each kind of what is stored.

mod commitments;
mod days;
mod filters;
mod games;
mod keys;
mod maintenance;
mod notes;
mod owner_filter;
mod profiles;
mod projection;
mod readings;
mod simulations;
mod tables;
mod usage;
mod write;

use async_trait::async_trait;

pub use super::{
    page::{Page, PageSize, Position},
    store_error::{Outage, OutageCause, StoreError, StoreFailure},
};

use super::records::{IdempotencyKey, IdempotencyRecord};

pub use commitments::CommitmentStore;
pub use days::DayStore;
pub use filters::{GameFilter, ReadingFilter, Sort};
pub use games::{GameCount, GameStore};
pub use keys::KeyStore;
pub use maintenance::MaintenanceStore;
pub use notes::NoteStore;
pub use owner_filter::OwnerFilter;
pub use profiles::{LinkError, LinkRecord, ProfileError, ProfileStore};
pub use projection::ProjectionStore;
pub use readings::{ListedReading, ReadingStore};
pub use simulations::{AddSimulationError, Merge, SimulationStore};
pub use tables::{TableChange, TableStore, TableWriteError};
pub use usage::{PoolUsage, ReplicaState, Usage};
pub use write::{SpreadWrite, Write, WriteError};

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
    + SimulationStore
    + ProjectionStore
    + MaintenanceStore
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
