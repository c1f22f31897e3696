//! Implements [`SimulationStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Database,
    borrow::{in_transaction, with_connection},
};
use crate::{
    service::{
        IdempotencyKey,
        records::{OwnerId, SimulationId},
        simulations::{ChunkProgress, ChunksPlayed, ChunksRequest, ChunksTaken, NewSimulation, SimulationRecord},
        store::{AddSimulationError, CountChunksError, Merge, OwnerFilter, SimulationStore, StoreError},
    },
    storage::{
        dialect::Dialect,
        simulations::{add, by_id, by_ids, cancel, chunks, delete, ids, list, version},
    },
};

#[async_trait]
impl<D: Dialect> SimulationStore for Database<D> {
    async fn add_simulation(
        &self,
        simulation: &NewSimulation,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<(), AddSimulationError> {
        in_transaction!(self.writer, add::<D>, simulation, idempotency_key.as_ref())
    }

    async fn simulation(&self, id: SimulationId) -> Result<Option<SimulationRecord>, StoreError> {
        with_connection!(self.reader, by_id::<D>, id)
    }

    async fn simulation_version(&self, id: SimulationId) -> Result<Option<u32>, StoreError> {
        with_connection!(self.reader, version::<D>, id)
    }

    async fn simulations(
        &self,
        owner: OwnerId,
        before: Option<SimulationId>,
        limit: u32,
    ) -> Result<Vec<SimulationRecord>, StoreError> {
        with_connection!(self.reader, list::<D>, owner, before, limit)
    }

    async fn simulations_by_ids(&self, ids: &[SimulationId]) -> Result<Vec<SimulationRecord>, StoreError> {
        with_connection!(self.reader, by_ids::<D>, ids)
    }

    async fn simulation_ids(&self, after: Option<SimulationId>, limit: u32) -> Result<Vec<SimulationId>, StoreError> {
        with_connection!(self.reader, ids::<D>, after, limit)
    }

    async fn chunk_progress(&self, id: SimulationId) -> Result<Option<ChunkProgress>, StoreError> {
        with_connection!(self.reader, chunks::progress::<D>, id)
    }

    async fn cancel_simulation(
        &self,
        id: SimulationId,
        owner: OwnerFilter,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        in_transaction!(self.writer, cancel::<D>, id, owner, now)
    }

    async fn delete_simulation(&self, id: SimulationId, owner: OwnerFilter) -> Result<bool, StoreError> {
        with_connection!(self.writer, delete::<D>, id, owner)
    }

    async fn take_chunks(&self, request: &ChunksRequest) -> Result<ChunksTaken, StoreError> {
        in_transaction!(self.writer, chunks::take::<D>, request)
    }

    async fn renew_chunks(
        &self,
        worker: Uuid,
        chunks: &[(SimulationId, u32)],
        until: DateTime<Utc>,
    ) -> Result<Vec<(SimulationId, u32)>, StoreError> {
        in_transaction!(self.writer, chunks::renew::<D>, worker, chunks, until)
    }

    async fn release_chunks(&self, worker: Uuid, now: DateTime<Utc>) -> Result<(), StoreError> {
        with_connection!(self.writer, chunks::release::<D>, worker, now)
    }

    async fn count_chunks(&self, played: &ChunksPlayed, merge: Merge<'_>) -> Result<(), CountChunksError> {
        in_transaction!(self.writer, chunks::count::<D>, played, merge)
    }
}
