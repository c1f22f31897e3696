//! Implements [`SimulationStore`] for a database with a read replica. Simulations change with each chunk, so
//! they are always read from the primary.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Replicated;
use crate::service::{
    IdempotencyKey,
    records::{OwnerId, SimulationId},
    simulations::{ChunkProgress, ChunksPlayed, ChunksRequest, ChunksTaken, NewSimulation, SimulationRecord},
    store::{AddSimulationError, CountChunksError, Merge, OwnerFilter, SimulationStore, StoreError},
};

#[async_trait]
impl SimulationStore for Replicated {
    async fn add_simulation(
        &self,
        simulation: &NewSimulation,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<(), AddSimulationError> {
        self.primary.add_simulation(simulation, idempotency_key).await
    }

    async fn simulation(&self, id: SimulationId) -> Result<Option<SimulationRecord>, StoreError> {
        self.primary.simulation(id).await
    }

    async fn simulation_version(&self, id: SimulationId) -> Result<Option<u32>, StoreError> {
        self.primary.simulation_version(id).await
    }

    async fn simulations(
        &self,
        owner: OwnerId,
        before: Option<SimulationId>,
        limit: u32,
    ) -> Result<Vec<SimulationRecord>, StoreError> {
        self.primary.simulations(owner, before, limit).await
    }

    async fn simulations_by_ids(&self, ids: &[SimulationId]) -> Result<Vec<SimulationRecord>, StoreError> {
        self.primary.simulations_by_ids(ids).await
    }

    async fn simulation_ids(&self, after: Option<SimulationId>, limit: u32) -> Result<Vec<SimulationId>, StoreError> {
        self.primary.simulation_ids(after, limit).await
    }

    async fn chunk_progress(&self, id: SimulationId) -> Result<Option<ChunkProgress>, StoreError> {
        self.primary.chunk_progress(id).await
    }

    async fn cancel_simulation(
        &self,
        id: SimulationId,
        owner: OwnerFilter,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.primary.cancel_simulation(id, owner, now).await
    }

    async fn delete_simulation(&self, id: SimulationId, owner: OwnerFilter) -> Result<bool, StoreError> {
        self.primary.delete_simulation(id, owner).await
    }

    async fn take_chunks(&self, request: &ChunksRequest) -> Result<ChunksTaken, StoreError> {
        self.primary.take_chunks(request).await
    }

    async fn renew_chunks(
        &self,
        worker: Uuid,
        chunks: &[(SimulationId, u32)],
        until: DateTime<Utc>,
    ) -> Result<Vec<(SimulationId, u32)>, StoreError> {
        self.primary.renew_chunks(worker, chunks, until).await
    }

    async fn release_chunks(&self, worker: Uuid, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.primary.release_chunks(worker, now).await
    }

    async fn count_chunks(&self, played: &ChunksPlayed, merge: Merge<'_>) -> Result<(), CountChunksError> {
        self.primary.count_chunks(played, merge).await
    }
}
