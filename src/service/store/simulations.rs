//! Simulations and analyses, which services make in turns, under leases.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{OwnerFilter, StoreError, WriteError};
use crate::service::records::{
    AnalysisKey, AnalysisRecord, ChunkLease, IdempotencyKey, NewAnalysis, NewSimulation, OwnerId, SimulationId,
    SimulationRecord,
};

/// Merges new results into a stored tally, which is empty at first.
pub type Merge<'a> = &'a (dyn Fn(&[u8]) -> Result<Vec<u8>, StoreError> + Send + Sync);

/// A database of simulations and the leases of their chunks.
#[async_trait]
pub trait SimulationStore: Send + Sync {
    /// Stores a new simulation.
    async fn add_simulation(
        &self,
        simulation: &NewSimulation,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<(), WriteError>;

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

/// A database of analyses. Services make them in turns, under leases; they are deleted with their games.
#[async_trait]
pub trait AnalysisStore: Send + Sync {
    /// One analysis.
    async fn analysis(&self, key: AnalysisKey) -> Result<Option<AnalysisRecord>, StoreError>;

    /// The decisions that were stored of an analysis, a text of JSON for each turn, in order.
    async fn analysis_parts(&self, key: AnalysisKey) -> Result<Vec<String>, StoreError>;

    /// How many analyses of these engines are unfinished: those of a caller, and all.
    async fn unfinished_analyses(&self, engines: &[String], caller: &[u8]) -> Result<[u64; 2], StoreError>;

    /// Stores an analysis that is to be made, or begins one anew that another release has left unfinished. False if there
    /// is no such game, or too many analyses are unfinished, or it is being made.
    async fn add_analysis(&self, new: &NewAnalysis) -> Result<bool, StoreError>;

    /// Leases the unfinished analysis of these engines that has waited longest and that nobody holds, by the database's
    /// clock.
    async fn take_analysis(
        &self,
        worker: Uuid,
        engines: &[String],
        now: DateTime<Utc>,
    ) -> Result<Option<AnalysisRecord>, StoreError>;

    /// Renews a lease; false if it was lost.
    async fn renew_analysis(&self, key: AnalysisKey, worker: Uuid) -> Result<bool, StoreError>;

    /// Deletes an analysis that cannot be made; false if the lease was lost.
    async fn delete_analysis(&self, key: AnalysisKey, worker: Uuid) -> Result<bool, StoreError>;

    /// Deletes unfinished analyses of other engines than these, which nobody holds; returns their number.
    async fn delete_abandoned_analyses(&self, engines: &[String]) -> Result<u64, StoreError>;

    /// Stores how far an analysis is and the decisions since it was taken, as JSON, and ends the lease; false if that was
    /// lost.
    async fn save_analysis(
        &self,
        made: &AnalysisRecord,
        items: &str,
        worker: Uuid,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
}
