//! Implements [`SimulationStore`] for a database with a read replica. Simulations change with each chunk, so
//! they are always read from the primary.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Replicated;
use crate::service::{
    IdempotencyKey,
    records::{OwnerId, SimulationId},
    simulations::{ChunkLease, NewSimulation, SimulationRecord},
    store::{AddSimulationError, Merge, OwnerFilter, SimulationStore, StoreError},
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

    async fn simulation_with_chunks(&self, id: SimulationId) -> Result<Option<(SimulationRecord, u64)>, StoreError> {
        self.primary.simulation_with_chunks(id).await
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

    async fn take_chunk(
        &self,
        worker: Uuid,
        engines: &[String],
        now: DateTime<Utc>,
    ) -> Result<Option<(SimulationRecord, u32)>, StoreError> {
        self.primary.take_chunk(worker, engines, now).await
    }

    async fn renew_chunk(&self, lease: ChunkLease) -> Result<bool, StoreError> {
        self.primary.renew_chunk(lease).await
    }

    async fn release_chunk(&self, lease: ChunkLease) -> Result<(), StoreError> {
        self.primary.release_chunk(lease).await
    }

    async fn count_chunk(
        &self,
        lease: ChunkLease,
        games: u32,
        now: DateTime<Utc>,
        merge: Merge<'_>,
    ) -> Result<bool, StoreError> {
        self.primary.count_chunk(lease, games, now, merge).await
    }
}
