//! What the service asks of a database for simulations.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::owner_filter::OwnerFilter;
use crate::service::{
    records::{IdempotencyKey, OwnerId, SimulationId},
    simulations::{ChunksOf, ChunksPlayed, ChunksRequest, ChunksTaken, NewSimulation, SimulationRecord},
    store_error::StoreError,
};

/// Makes of what was counted before (nothing, at first) what is counted now.
pub type Merge<'a> = &'a (dyn Fn(&[u8]) -> Result<Vec<u8>, StoreError> + Send + Sync);

/// Why a simulation was not stored.
#[derive(Debug, thiserror::Error)]
pub enum AddSimulationError {
    /// The caller has enough that are not finished.
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
    /// Not all of these chunks are this service's any more: another one has taken them, or the simulation was cancelled
    /// or deleted.
    #[error("the chunks are not this service's any more")]
    Lost,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A database that keeps simulations, and who works on them.
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
    async fn simulations_of(&self, ids: &[SimulationId]) -> Result<Vec<SimulationRecord>, StoreError>;

    /// The ids of up to `limit` simulations after this one, ascending.
    async fn simulation_ids(&self, after: Option<SimulationId>, limit: u32) -> Result<Vec<SimulationId>, StoreError>;

    /// The chunks of a simulation that were taken, and those of them that were not counted yet.
    async fn chunks_of(&self, id: SimulationId) -> Result<Option<ChunksOf>, StoreError>;

    /// Cancels a simulation that is not finished; false when there is none of this id that may be cancelled.
    async fn cancel_simulation(
        &self,
        id: SimulationId,
        owner: OwnerFilter,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Deletes a simulation; false when there is none of this id that may be deleted.
    async fn delete_simulation(&self, id: SimulationId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// Takes chunks that nobody works on: nobody else gets them until their time runs out. Simulations take turns.
    async fn take_chunks(&self, asked: &ChunksRequest) -> Result<ChunksTaken, StoreError>;

    /// Prolongs the time of these chunks of a service; returns those that are no longer its own.
    async fn keep_chunks(
        &self,
        worker: Uuid,
        chunks: &[(SimulationId, u32)],
        until: DateTime<Utc>,
    ) -> Result<Vec<(SimulationId, u32)>, StoreError>;

    /// Gives up all chunks of a service: whoever asks next gets them.
    async fn release_chunks(&self, worker: Uuid, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Counts chunks: all of them, once, or none. With the last one the simulation is done.
    async fn count_chunks(&self, played: &ChunksPlayed, merge: Merge<'_>) -> Result<(), CountChunksError>;
}
