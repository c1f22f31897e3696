//! Implements [`SimulationStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Backend, Database};
use crate::{
    service::{
        IdempotencyKey,
        records::{OwnerId, SimulationId},
        simulations::{ChunkLease, NewSimulation, SimulationRecord},
        store::{AddSimulationError, Merge, OwnerFilter, SimulationStore, StoreError},
    },
    storage::{
        borrow::{in_transaction, with_connection},
        simulations,
    },
};

#[async_trait]
impl<D: Backend> SimulationStore for Database<D> {
    async fn add_simulation(
        &self,
        simulation: &NewSimulation,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<(), AddSimulationError> {
        in_transaction!(self.writer, simulations::add::<D>, simulation, idempotency_key.as_ref())
    }

    async fn simulation(&self, id: SimulationId) -> Result<Option<SimulationRecord>, StoreError> {
        with_connection!(self.reader, simulations::by_id::<D>, id)
    }

    async fn simulation_version(&self, id: SimulationId) -> Result<Option<u32>, StoreError> {
        with_connection!(self.reader, simulations::version::<D>, id)
    }

    async fn simulations(
        &self,
        owner: OwnerId,
        before: Option<SimulationId>,
        limit: u32,
    ) -> Result<Vec<SimulationRecord>, StoreError> {
        with_connection!(self.reader, simulations::list::<D>, owner, before, limit)
    }

    async fn simulations_by_ids(&self, ids: &[SimulationId]) -> Result<Vec<SimulationRecord>, StoreError> {
        with_connection!(self.reader, simulations::by_ids::<D>, ids)
    }

    async fn simulation_ids(&self, after: Option<SimulationId>, limit: u32) -> Result<Vec<SimulationId>, StoreError> {
        with_connection!(self.reader, simulations::ids::<D>, after, limit)
    }

    async fn simulation_with_chunks(&self, id: SimulationId) -> Result<Option<(SimulationRecord, u64)>, StoreError> {
        with_connection!(self.reader, simulations::with_chunks::<D>, id)
    }

    async fn cancel_simulation(
        &self,
        id: SimulationId,
        owner: OwnerFilter,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        in_transaction!(self.writer, simulations::cancel::<D>, id, owner, now)
    }

    async fn delete_simulation(&self, id: SimulationId, owner: OwnerFilter) -> Result<bool, StoreError> {
        with_connection!(self.writer, simulations::delete::<D>, id, owner)
    }

    async fn take_chunk(
        &self,
        worker: Uuid,
        engines: &[String],
        now: DateTime<Utc>,
    ) -> Result<Option<(SimulationRecord, u32)>, StoreError> {
        in_transaction!(self.writer, simulations::take_chunk::<D>, worker, engines, now)
    }

    async fn renew_chunk(&self, lease: ChunkLease) -> Result<bool, StoreError> {
        with_connection!(self.writer, simulations::renew_chunk::<D>, lease)
    }

    async fn release_chunk(&self, lease: ChunkLease) -> Result<(), StoreError> {
        with_connection!(self.writer, simulations::release_chunk::<D>, lease)
    }

    async fn count_chunk(
        &self,
        lease: ChunkLease,
        games: u32,
        now: DateTime<Utc>,
        merge: Merge<'_>,
    ) -> Result<bool, StoreError> {
        in_transaction!(self.writer, simulations::count_chunk::<D>, lease, games, now, merge)
    }
}
