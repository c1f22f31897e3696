//! Simulations, and the leases of their chunks, each of which is counted once.
//!
//! Taking and counting chunks locks the simulation first and then its chunks.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    borrow::in_transaction,
    database::Database,
    dialect::Dialect,
    error::damaged,
    events, idempotency,
    query::{Cells, Statement},
};
use crate::service::{
    IdempotencyKey,
    records::{OwnerId, SimulationId},
    simulations::{ChunkLease, NewSimulation, SimulationPhase, SimulationRecord},
    store::{Merge, OwnerFilter, SimulationStore, StoreError, WriteError},
};

/// The columns shown in lists, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, ruleset, rules_version, options, bots, seed, games, rotate, chunk_games, engine, \
    created_at, started_at, finished_at, phase, version, done";

#[async_trait]
impl<D: Dialect> SimulationStore for Database<D> {
    async fn add_simulation(
        &self,
        simulation: &NewSimulation,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<(), WriteError> {
        in_transaction!(self.writer, add::<D>, simulation, idempotency_key.as_ref())
    }

    async fn simulation(&self, id: SimulationId) -> Result<Option<SimulationRecord>, StoreError> {
        let mut statement = select(", tally");
        statement.push(" where id = ").bind(id.0);
        self.reader.read_one(statement, read_with_tally).await
    }

    async fn simulation_version(&self, id: SimulationId) -> Result<Option<u32>, StoreError> {
        let mut statement = Statement::new("select version from simulations where id = ");
        statement.bind(id.0);
        self.reader.read_one(statement, |cells| cells.count()).await
    }

    async fn simulations(
        &self,
        owner: OwnerId,
        before: Option<SimulationId>,
        limit: u32,
    ) -> Result<Vec<SimulationRecord>, StoreError> {
        let mut statement = select("");
        statement.push(" where owner_id = ").bind(owner.0).ids_below(before.map(|before| before.0), limit);
        self.reader.read_all(statement, read).await
    }

    async fn simulations_by_ids(&self, ids: &[SimulationId]) -> Result<Vec<SimulationRecord>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = select("");
        statement.push(" where id").one_of(ids.iter().map(|id| id.0)).push(" order by id desc");
        self.reader.read_all(statement, read).await
    }

    async fn simulation_ids(&self, after: Option<SimulationId>, limit: u32) -> Result<Vec<SimulationId>, StoreError> {
        let mut statement = Statement::new("select id from simulations where true");
        statement.ids_above(after.map(|after| after.0), limit);
        self.reader.read_all(statement, |cells| cells.next().map(SimulationId)).await
    }

    /// Chunks that were taken and are not held by anybody are counted.
    async fn simulation_with_chunks(&self, id: SimulationId) -> Result<Option<(SimulationRecord, u64)>, StoreError> {
        let mut statement = select(
            ", tally, next_chunk * chunk_games, (select coalesce(sum(case when (number + 1) * chunk_games > games \
             then games - number * chunk_games else chunk_games end), 0) from simulation_chunks \
             where simulation_id = id)",
        );
        statement.push(" where id = ").bind(id.0);
        let read = |cells: &mut Cells<'_, D>| {
            let simulation = read_with_tally(cells)?;
            let (taken, held): (i32, i64) = (cells.next()?, cells.next()?);
            let counted = i64::from(taken).min(simulation.games.into()) - held;
            Ok((simulation, u64::try_from(counted).unwrap_or(u64::MAX)))
        };
        self.reader.read_one(statement, read).await
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
        let mut statement = Statement::delete_from("simulations", "delete_simulation");
        statement.push(" and id = ").bind(id.0).owned("owner_id", owner);
        Ok(self.writer.execute(statement).await? > 0)
    }

    async fn take_chunk(
        &self,
        worker: Uuid,
        engines: &[String],
        now: DateTime<Utc>,
    ) -> Result<Option<(SimulationRecord, u32)>, StoreError> {
        in_transaction!(self.writer, take_chunk::<D>, worker, engines, now)
    }

    async fn renew_chunk(&self, lease: ChunkLease) -> Result<bool, StoreError> {
        let mut statement = Statement::new("update simulation_chunks set taken_until = ");
        statement.push(D::LEASE_END).push(" where");
        push_held(&mut statement, lease)?;
        Ok(self.writer.execute(statement).await? > 0)
    }

    async fn release_chunk(&self, lease: ChunkLease) -> Result<(), StoreError> {
        let mut statement = Statement::new("update simulation_chunks set taken_until = ");
        statement.push(D::NOW).push(" where");
        push_held(&mut statement, lease)?;
        self.writer.execute(statement).await.map(drop)
    }

    async fn count_chunk(
        &self,
        lease: ChunkLease,
        games: u32,
        now: DateTime<Utc>,
        merge: Merge<'_>,
    ) -> Result<bool, StoreError> {
        in_transaction!(self.writer, count_chunk::<D>, lease, games, now, merge)
    }
}

/// The statement that selects simulations with more columns.
fn select<D: Dialect>(more_columns: &'static str) -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(more_columns).push(" from simulations");
    statement
}

/// Stores a new simulation, unless its caller has too many unfinished ones. Requires a transaction.
async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    simulation: &NewSimulation,
    idempotency_key: Option<&IdempotencyKey>,
) -> Result<(), WriteError> {
    idempotency::claim::<D>(transaction, idempotency_key, simulation.record.id.0).await?;
    // Another transaction that takes the same slot is waited for.
    for slot in 0..simulation.most {
        if insert::<D>(simulation, slot).execute(transaction).await.map_err(StoreError::from)? > 0 {
            return Ok(());
        }
    }
    Err(WriteError::TooManySimulations)
}

/// The statement that stores a simulation in a slot of its caller, if it is free.
fn insert<D: Dialect>(NewSimulation { record, caller, .. }: &NewSimulation, slot: u16) -> Statement<D> {
    let mut statement = Statement::new("insert into simulations (");
    statement.push(COLUMNS).push(", tally, taken_at, next_chunk, caller, slot) values (");
    statement
        .item(record.id.0)
        .item(record.owner.0)
        .item(record.ruleset.number())
        .narrow_item::<i16, _>(record.rules_version)
        .item(record.options.clone())
        .try_item(serde_json::to_string(&record.bots).map_err(Into::into))
        .item(record.seed.clone())
        .narrow_item::<i32, _>(record.games)
        .item(record.rotate)
        .narrow_item::<i32, _>(record.chunk_games)
        .item(record.engine.clone())
        .item(D::time(record.created_at))
        .item(record.started_at.map(D::time))
        .item(record.finished_at.map(D::time))
        .item(record.phase as i16)
        .narrow_item::<i32, _>(record.version)
        .narrow_item::<i32, _>(record.done)
        .item(record.tally.clone())
        .item(D::time(record.created_at))
        .item(0_i32)
        .item(caller.clone())
        .narrow_item::<i16, _>(slot)
        .push(") on conflict (caller, slot) where slot is not null do nothing");
    statement
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<SimulationRecord, StoreError> {
    Ok(SimulationRecord {
        id: SimulationId(cells.next()?),
        owner: OwnerId(cells.next()?),
        ruleset: cells.ruleset()?,
        rules_version: cells.small_count()?,
        options: cells.next()?,
        bots: cells.json("bots")?,
        seed: cells.next()?,
        games: cells.count()?,
        rotate: cells.next()?,
        chunk_games: cells.count()?,
        engine: cells.next()?,
        created_at: cells.time()?,
        started_at: cells.optional_time()?,
        finished_at: cells.optional_time()?,
        phase: cells.value("phase", SimulationPhase::from_repr)?,
        version: cells.count()?,
        done: cells.count()?,
        tally: Vec::new(),
    })
}

fn read_with_tally<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<SimulationRecord, StoreError> {
    let simulation = read(cells)?;
    Ok(SimulationRecord { tally: cells.next()?, ..simulation })
}

/// Cancels an unfinished simulation and deletes its chunks; false if there is none. Requires a transaction.
async fn cancel<D: Dialect>(
    transaction: &mut D::Connection,
    id: SimulationId,
    owner: OwnerFilter,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("update simulations set version = version + 1");
    end(&mut statement, SimulationPhase::Cancelled, now);
    statement.push(" where finished_at is null and id = ").bind(id.0).owned("owner_id", owner);
    if statement.execute(transaction).await? == 0 {
        return Ok(false);
    }
    let mut chunks = Statement::<D>::delete_from("simulation_chunks", "cancel_chunks");
    chunks.push(" and simulation_id = ").bind(id.0);
    chunks.execute(transaction).await?;
    events::of_simulation::<D>(transaction, id).await?;
    Ok(true)
}

/// Adds the assignments for the end of a simulation, which no longer counts towards its caller's limit.
fn end<D: Dialect>(statement: &mut Statement<D>, phase: SimulationPhase, now: DateTime<Utc>) {
    statement.push(", caller = null, slot = null, phase = ").bind(phase as i16);
    statement.push(", finished_at = ").bind_time(now);
}

/// Adds the condition that a simulation finished before a time, or that no service has worked on it since.
pub(super) fn ended_before<D: Dialect>(statement: &mut Statement<D>, time: DateTime<Utc>) {
    statement.push("(finished_at <= ").bind_time(time);
    statement.push(" or finished_at is null and taken_at <= ").bind_time(time).push(")");
}

/// Leases a chunk: one whose lease has ended, or the next of the simulation that was served least recently. Requires a
/// transaction.
async fn take_chunk<D: Dialect>(
    transaction: &mut D::Connection,
    worker: Uuid,
    engines: &[String],
    now: DateTime<Utc>,
) -> Result<Option<(SimulationRecord, u32)>, StoreError> {
    if let Some((id, number)) = take_expired::<D>(transaction, worker, engines).await? {
        let mut simulation = select::<D>("");
        simulation.push(" where id = ").bind(id);
        return simulation.read_one(transaction, |cells| Ok((read(cells)?, number))).await;
    }
    let mut next = select::<D>(", next_chunk");
    next.push(" where finished_at is null and next_chunk * chunk_games < games and ");
    of_engines(&mut next, engines);
    next.push(" order by taken_at, id limit 1").push(D::FOR_UPDATE);
    let found = next.read_one(transaction, |cells| Ok((read(cells)?, cells.next::<i32>()?))).await?;
    let Some((simulation, number)) = found else { return Ok(None) };
    let mut taken = Statement::<D>::new("update simulations set next_chunk = next_chunk + 1, taken_at = ");
    taken.bind_time(now);
    if simulation.phase == SimulationPhase::Waiting {
        taken.push(", version = version + 1, started_at = ").bind_time(now);
        taken.push(", phase = ").bind(SimulationPhase::Running as i16);
    }
    taken.push(" where id = ").bind(simulation.id.0);
    taken.execute(transaction).await?;
    let mut chunk = Statement::<D>::new("insert into simulation_chunks (simulation_id, number, taken_by, taken_until)");
    chunk.push(" values (").item(simulation.id.0).item(number).item(worker).push(", ").push(D::LEASE_END).push(")");
    chunk.execute(transaction).await?;
    Ok(Some((simulation, number.unsigned_abs())))
}

/// Leases a chunk that another worker has not finished in time, or has left.
async fn take_expired<D: Dialect>(
    transaction: &mut D::Connection,
    worker: Uuid,
    engines: &[String],
) -> Result<Option<(Uuid, u32)>, StoreError> {
    let mut ended = Statement::<D>::new("select simulation_id, number from simulation_chunks where (taken_until <= ");
    ended.push(D::NOW).push(" or taken_until > ").push(D::LEASE_END);
    ended.push(") and simulation_id in (select id from simulations where ");
    of_engines(&mut ended, engines);
    ended.push(") order by taken_until limit 1").push(D::FOR_UPDATE).push(D::SKIP_LOCKED);
    let found = ended.read_one(transaction, |cells| Ok((cells.next::<Uuid>()?, cells.next::<i32>()?))).await?;
    let Some((id, number)) = found else { return Ok(None) };
    let mut taken = Statement::<D>::new("update simulation_chunks set taken_by = ");
    taken.bind(worker).push(", taken_until = ").push(D::LEASE_END);
    taken.push(" where simulation_id = ").bind(id).push(" and number = ").bind(number);
    taken.execute(transaction).await?;
    Ok(Some((id, number.unsigned_abs())))
}

/// Adds the condition that a simulation requires one of these engines.
pub(super) fn of_engines<D: Dialect>(statement: &mut Statement<D>, engines: &[String]) {
    statement.push("engine in (");
    for engine in engines {
        statement.item(engine.clone());
    }
    statement.push(")");
}

/// Adds the condition that a worker holds a chunk.
fn push_held<D: Dialect>(statement: &mut Statement<D>, lease: ChunkLease) -> Result<(), StoreError> {
    let number = i32::try_from(lease.number).map_err(|_| damaged("number"))?;
    statement.push(" taken_by = ").bind(lease.worker).push(" and number = ").bind(number);
    statement.push(" and simulation_id = ").bind(lease.simulation.0);
    Ok(())
}

/// Counts a chunk that was played; false if the lease was lost. Requires a transaction.
async fn count_chunk<D: Dialect>(
    transaction: &mut D::Connection,
    lease: ChunkLease,
    played: u32,
    now: DateTime<Utc>,
    merge: Merge<'_>,
) -> Result<bool, StoreError> {
    let mut simulation = Statement::<D>::new("select games, done + ");
    simulation.bind(i32::try_from(played).map_err(|_| damaged("games"))?);
    simulation.push(", tally from simulations where finished_at is null and id = ").bind(lease.simulation.0);
    simulation.push(D::FOR_UPDATE);
    let read = |cells: &mut Cells<'_, D>| Ok((cells.next::<i32>()?, cells.next::<i32>()?, cells.next::<Vec<u8>>()?));
    let Some((games, done, tally)) = simulation.read_one(transaction, read).await? else { return Ok(false) };
    let mut chunk = Statement::<D>::delete_from("simulation_chunks", "count_chunk");
    chunk.push(" and");
    push_held(&mut chunk, lease)?;
    if chunk.execute(transaction).await? == 0 {
        return Ok(false);
    }
    let mut statement = Statement::<D>::new("update simulations set version = version + 1, done = ");
    statement.bind(done).push(", tally = ").bind(merge(&tally)?);
    if done == games {
        end(&mut statement, SimulationPhase::Done, now);
    }
    statement.push(" where id = ").bind(lease.simulation.0);
    statement.execute(transaction).await?;
    if done == games {
        events::of_simulation::<D>(transaction, lease.simulation).await?;
    }
    Ok(true)
}
