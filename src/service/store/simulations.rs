//! The interface of a database for simulations.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::owner_filter::OwnerFilter;
use crate::service::{
    records::{IdempotencyKey, OwnerId, SimulationId},
    simulations::{ChunkProgress, ChunksPlayed, ChunksRequest, ChunksTaken, NewSimulation, SimulationRecord},
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

/// Why chunks were not counted.
#[derive(Debug, thiserror::Error)]
pub enum CountChunksError {
    /// This service has lost the lease of some of these chunks: another one has taken them, or the simulation was
    /// cancelled or deleted.
    #[error("the chunks are not this service's any more")]
    Lost,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(AddSimulationError, CountChunksError);

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

    /// The chunks of a simulation that were taken, and those of them that are not counted yet.
    async fn chunk_progress(&self, id: SimulationId) -> Result<Option<ChunkProgress>, StoreError>;

    /// Cancels an unfinished simulation; false if this owner has none with this id.
    async fn cancel_simulation(
        &self,
        id: SimulationId,
        owner: OwnerFilter,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Deletes a simulation; false if this owner has none with this id.
    async fn delete_simulation(&self, id: SimulationId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// Leases chunks that no service holds. Simulations take turns.
    async fn take_chunks(&self, request: &ChunksRequest) -> Result<ChunksTaken, StoreError>;

    /// Renews a service's leases of these chunks; returns those that it has lost.
    async fn renew_chunks(
        &self,
        worker: Uuid,
        chunks: &[(SimulationId, u32)],
        until: DateTime<Utc>,
    ) -> Result<Vec<(SimulationId, u32)>, StoreError>;

    /// Ends all leases of a service, so that others can take the chunks.
    async fn release_chunks(&self, worker: Uuid, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Counts chunks that were played, all of them or none. The simulation is done with the last one.
    async fn count_chunks(&self, played: &ChunksPlayed, merge: Merge<'_>) -> Result<(), CountChunksError>;
}
