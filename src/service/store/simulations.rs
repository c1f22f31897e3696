//! The interface of a database for simulations.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::owner_filter::OwnerFilter;
use crate::service::{
    records::{ChunkLease, IdempotencyKey, NewSimulation, OwnerId, SimulationId, SimulationRecord},
    store_error::{StoreError, store_failures},
};

/// Merges new results into a stored tally, which is empty at first.
pub type Merge<'a> = &'a (dyn Fn(&[u8]) -> Result<Vec<u8>, StoreError> + Send + Sync);

/// Why a simulation was not stored.
#[derive(Debug, thiserror::Error)]
pub enum AddSimulationError {
    /// The caller has the maximum number of unfinished simulations.
    #[error("the caller has too many unfinished simulations")]
    TooMany,
    /// Something was created under this idempotency key before.
    #[error("the request was completed before")]
    Repeated,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(AddSimulationError);

/// A database of simulations and the leases of their chunks.
#[async_trait]
pub trait SimulationStore: Send + Sync {
    /// Stores a new simulation.
    async fn add_simulation(
        &self,
        simulation: &NewSimulation,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<(), AddSimulationError>;

    /// One simulation.
    async fn simulation(&self, id: SimulationId) -> Result<Option<SimulationRecord>, StoreError>;

    /// The version of a simulation.
    async fn simulation_version(&self, id: SimulationId) -> Result<Option<u32>, StoreError>;

    /// The owner's newest simulations that are older than `before`, newest first, without their tallies.
    async fn simulations(
        &self,
        owner: OwnerId,
        before: Option<SimulationId>,
        limit: u32,
    ) -> Result<Vec<SimulationRecord>, StoreError>;

    /// The simulations with these ids, newest first, without their tallies.
    async fn simulations_by_ids(&self, ids: &[SimulationId]) -> Result<Vec<SimulationRecord>, StoreError>;

    /// The ids of up to `limit` simulations after this one, ascending.
    async fn simulation_ids(&self, after: Option<SimulationId>, limit: u32) -> Result<Vec<SimulationId>, StoreError>;

    /// One simulation, and the number of games in its chunks that were counted, at the same moment.
    async fn simulation_with_chunks(&self, id: SimulationId) -> Result<Option<(SimulationRecord, u64)>, StoreError>;

    /// Cancels an unfinished simulation; false if this owner has none with this id.
    async fn cancel_simulation(
        &self,
        id: SimulationId,
        owner: OwnerFilter,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Deletes a simulation; false if this owner has none with this id.
    async fn delete_simulation(&self, id: SimulationId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// Leases a chunk that no worker holds, by the database's clock, of the simulations of these engines: its
    /// simulation, without the tally, and its number. Simulations take turns.
    async fn take_chunk(
        &self,
        worker: Uuid,
        engines: &[String],
        now: DateTime<Utc>,
    ) -> Result<Option<(SimulationRecord, u32)>, StoreError>;

    /// Renews a lease; false if it was lost.
    async fn renew_chunk(&self, lease: ChunkLease) -> Result<bool, StoreError>;

    /// Ends a lease, so that others can take the chunk.
    async fn release_chunk(&self, lease: ChunkLease) -> Result<(), StoreError>;

    /// Counts a chunk that was played, of so many games; false if its lease was lost. The simulation is done with the
    /// last one.
    async fn count_chunk(
        &self,
        lease: ChunkLease,
        games: u32,
        now: DateTime<Utc>,
        merge: Merge<'_>,
    ) -> Result<bool, StoreError>;
}
