//! Statements on simulations.

pub(super) mod chunks;

use chrono::{DateTime, Utc};

use super::{
    dialect::Dialect,
    error::damaged,
    idempotency,
    query::{Cells, Statement},
};
use crate::{
    games::Ruleset,
    service::{
        IdempotencyKey,
        records::{OwnerId, SimulationId},
        simulations::{NewSimulation, SimulationPhase, SimulationRecord},
        store::{AddSimulationError, OwnerFilter, StoreError},
    },
};

/// The columns shown in lists, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, ruleset, rules_version, options, bots, seed, games, rotate, chunk_games, engine, \
    created_at, started_at, finished_at, phase, version, done";

/// Stores a new simulation, unless its caller has too many unfinished ones. Requires a transaction.
pub(super) async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    simulation: &NewSimulation,
    idempotency_key: Option<&IdempotencyKey>,
) -> Result<(), AddSimulationError> {
    if let Some(idempotency_key) = idempotency_key {
        let added = idempotency::add::<D>(transaction, idempotency_key, simulation.record.id.0).await;
        if !added.map_err(StoreError::from)? {
            return Err(AddSimulationError::Repeated);
        }
    }
    // If another transaction takes the same slot, the insert waits for it and has no effect; the next slot may be free.
    for _ in 0..simulation.most {
        let mut statement = Statement::<D>::new("");
        insert(&mut statement, simulation);
        if statement.execute(transaction).await.map_err(StoreError::from)? > 0 {
            return Ok(());
        }
    }
    Err(AddSimulationError::TooMany)
}

/// Adds the statement that stores a simulation in the first free slot of its caller.
fn insert<D: Dialect>(statement: &mut Statement<D>, simulation: &NewSimulation) {
    let NewSimulation { record, caller, most } = simulation;
    statement
        .push("insert into simulations (")
        .push(COLUMNS)
        .push(", tally, taken_at, next_chunk, caller, slot) select ");
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
        .item(phase_number(record.phase))
        .narrow_item::<i32, _>(record.version)
        .narrow_item::<i32, _>(record.done)
        .item(record.tally.clone())
        .item(D::time(record.created_at))
        .item(0_i32)
        .item(caller.clone());
    statement.push(", slots.column1 from (values (0)");
    for slot in 1..*most {
        statement.push(", (").number(slot.into()).push(")");
    }
    statement.push(") as slots where not exists (select 1 from simulations where caller = ").bind(caller.clone());
    statement.push(
        " and slot = slots.column1) order by slots.column1 limit 1 \
         on conflict (caller, slot) where slot is not null do nothing",
    );
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<SimulationRecord, StoreError> {
    Ok(SimulationRecord {
        id: SimulationId(cells.next()?),
        owner: OwnerId(cells.next()?),
        ruleset: Ruleset::from_number(cells.next()?).ok_or_else(|| damaged("ruleset"))?,
        rules_version: cells.small_count()?,
        options: cells.next()?,
        bots: serde_json::from_str(&cells.next::<String>()?).map_err(|_| damaged("bots"))?,
        seed: cells.next()?,
        games: cells.count()?,
        rotate: cells.next()?,
        chunk_games: cells.count()?,
        engine: cells.next()?,
        created_at: cells.time()?,
        started_at: cells.optional_time()?,
        finished_at: cells.optional_time()?,
        phase: phase(cells.next()?)?,
        version: cells.count()?,
        done: cells.count()?,
        tally: Vec::new(),
    })
}

/// The simulation with this id.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: SimulationId,
) -> Result<Option<SimulationRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(", tally from simulations where id = ").bind(id.0);
    let with_tally = |cells: &mut Cells<'_, D>| {
        let simulation = read(cells)?;
        Ok(SimulationRecord { tally: cells.next()?, ..simulation })
    };
    statement.read_one(connection, with_tally).await
}

/// The simulations with these ids, newest first, without their tallies.
pub(super) async fn by_ids<D: Dialect>(
    connection: &mut D::Connection,
    ids: &[SimulationId],
) -> Result<Vec<SimulationRecord>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from simulations where id").one_of(ids.iter().map(|id| id.0));
    statement.push(" order by id desc");
    statement.read_all(connection, read).await
}

/// The ids of simulations after this one, ascending.
pub(super) async fn ids<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<SimulationId>,
    limit: u32,
) -> Result<Vec<SimulationId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from simulations where true");
    statement.ids_above(after.map(|after| after.0), limit);
    statement.read_all(connection, |cells| cells.next().map(SimulationId)).await
}

/// The version of the simulation with this id.
pub(super) async fn version<D: Dialect>(
    connection: &mut D::Connection,
    id: SimulationId,
) -> Result<Option<u32>, StoreError> {
    let mut statement = Statement::<D>::new("select version from simulations where id = ");
    statement.bind(id.0);
    statement.read_one(connection, |cells| cells.count()).await
}

/// The owner's newest simulations that are older than `before`, newest first, without their tallies.
pub(super) async fn list<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    before: Option<SimulationId>,
    limit: u32,
) -> Result<Vec<SimulationRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from simulations where owner_id = ").bind(owner.0);
    statement.ids_below(before.map(|before| before.0), limit);
    statement.read_all(connection, read).await
}

/// Cancels an unfinished simulation and deletes its chunks; false if there is none. Requires a transaction.
pub(super) async fn cancel<D: Dialect>(
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
    Ok(true)
}

/// Adds the assignments for the end of a simulation, which no longer counts towards its caller's limit.
fn end<D: Dialect>(statement: &mut Statement<D>, phase: SimulationPhase, now: DateTime<Utc>) {
    statement.push(", caller = null, slot = null, phase = ").bind(phase_number(phase));
    statement.push(", finished_at = ").bind_time(now);
}

/// Deletes the simulation with this id and its chunks; false if this owner has none.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: SimulationId,
    owner: OwnerFilter,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::delete_from("simulations", "delete_simulation");
    statement.push(" and id = ").bind(id.0).owned("owner_id", owner);
    Ok(statement.execute(connection).await? > 0)
}

/// Adds the condition that a simulation finished before a time, or that no service has worked on it since.
pub(super) fn ended_before<D: Dialect>(statement: &mut Statement<D>, time: DateTime<Utc>) {
    statement.push("(finished_at <= ").bind_time(time);
    statement.push(" or finished_at is null and taken_at <= ").bind_time(time).push(")");
}

/// The stored number of a phase.
const fn phase_number(phase: SimulationPhase) -> i16 {
    match phase {
        SimulationPhase::Waiting => 1,
        SimulationPhase::Running => 2,
        SimulationPhase::Done => 3,
        SimulationPhase::Cancelled => 4,
    }
}

fn phase(number: i16) -> Result<SimulationPhase, StoreError> {
    SimulationPhase::ALL.into_iter().find(|phase| phase_number(*phase) == number).ok_or_else(|| damaged("phase"))
}
