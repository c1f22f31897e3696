//! Chunks of simulations: leased to one service at a time, and counted once.
//!
//! Counting locks the simulation first and then its chunks. Taking chunks never waits for a lock.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{COLUMNS, by_ids, end, phase, phase_number, read};
use crate::{
    service::{
        records::SimulationId,
        simulations::{ChunkProgress, ChunksPlayed, ChunksRequest, ChunksTaken, SimulationPhase, SimulationRecord},
        store::{CountChunksError, Merge, StoreError},
    },
    storage::{
        dialect::Dialect,
        error::damaged,
        query::{Cells, Statement},
    },
};

/// Leases chunks: first those whose lease has expired, then new ones. Requires a transaction.
pub(crate) async fn take<D: Dialect>(
    transaction: &mut D::Connection,
    request: &ChunksRequest,
) -> Result<ChunksTaken, StoreError> {
    let mut chunks = take_expired::<D>(transaction, request).await?;
    let left = request.most.saturating_sub(chunks.len() as u32);
    if left > 0 {
        chunks.extend(take_new::<D>(transaction, request, left).await?);
    }
    let more = chunks.is_empty() && is_any_left::<D>(transaction, request).await?;
    Ok(ChunksTaken { chunks, more })
}

/// Leases chunks that another service has not finished in time.
async fn take_expired<D: Dialect>(
    transaction: &mut D::Connection,
    request: &ChunksRequest,
) -> Result<Vec<(SimulationRecord, u32)>, StoreError> {
    let mut statement =
        Statement::<D>::new("select simulation_id, number from simulation_chunks where taken_until <= ");
    statement.bind_time(request.now).push(" and simulation_id in (select id from simulations where ");
    of_engines(&mut statement, request);
    statement.push(") order by taken_until limit ").number(request.most).push(D::FOR_UPDATE).push(D::SKIP_LOCKED);
    let found: Vec<_> =
        statement.read_all(transaction, |cells| Ok((SimulationId(cells.next()?), cells.count()?))).await?;
    for (id, number) in &found {
        let mut taken = Statement::<D>::new("update simulation_chunks set taken_by = ");
        taken.bind(request.worker).push(", taken_until = ").bind_time(request.until);
        taken.push(" where simulation_id = ").bind(id.0).push(" and number = ").bind(number_column(*number)?);
        taken.execute(transaction).await?;
    }
    let ids: Vec<_> = found.iter().map(|(id, _)| *id).collect();
    let simulations = by_ids::<D>(transaction, &ids).await?;
    let simulations: HashMap<_, _> = simulations.into_iter().map(|simulation| (simulation.id, simulation)).collect();
    Ok(found.into_iter().filter_map(|(id, number)| Some((simulations.get(&id)?.clone(), number))).collect())
}

fn number_column(number: u32) -> Result<i32, StoreError> {
    i32::try_from(number).map_err(|_| damaged("number"))
}

/// Leases chunks that were not taken before, of the simulations that were served least recently.
async fn take_new<D: Dialect>(
    transaction: &mut D::Connection,
    request: &ChunksRequest,
    most: u32,
) -> Result<Vec<(SimulationRecord, u32)>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(", next_chunk from simulations where ");
    with_chunks_left(&mut statement, request);
    statement.push(" order by taken_at, id limit ").number(most).push(D::FOR_UPDATE).push(D::SKIP_LOCKED);
    let rows = statement.rows(transaction).await?;
    let mut taken = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut cells = Cells::<D>::of(row);
        let (simulation, next): (_, u32) = (read(&mut cells)?, cells.count()?);
        let left = most.saturating_sub(taken.len() as u32);
        let share = left.div_ceil((rows.len() - index) as u32);
        let remaining = simulation.games.div_ceil(simulation.chunk_games.max(1)).saturating_sub(next);
        let numbers = next..next + share.min(remaining);
        if !numbers.is_empty() {
            take_numbers::<D>(transaction, request, &simulation, numbers.clone()).await?;
            taken.extend(numbers.map(|number| (simulation.clone(), number)));
        }
    }
    Ok(taken)
}

/// Leases the next chunks of a simulation, which have these numbers.
async fn take_numbers<D: Dialect>(
    transaction: &mut D::Connection,
    request: &ChunksRequest,
    simulation: &SimulationRecord,
    numbers: std::ops::Range<u32>,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("update simulations set next_chunk = ");
    statement.bind(number_column(numbers.end)?).push(", taken_at = ").bind_time(request.now);
    if simulation.phase == SimulationPhase::Waiting {
        statement.push(", version = version + 1, started_at = ").bind_time(request.now);
        statement.push(", phase = ").bind(phase_number(SimulationPhase::Running));
    }
    statement.push(" where id = ").bind(simulation.id.0);
    statement.execute(transaction).await?;
    let mut chunks =
        Statement::<D>::new("insert into simulation_chunks (simulation_id, number, taken_by, taken_until) values ");
    for number in numbers {
        chunks.comma().push("(").item(simulation.id.0).item(number_column(number)?).item(request.worker);
        chunks.item(D::time(request.until)).push(")");
    }
    chunks.execute(transaction).await?;
    Ok(())
}

/// Are there chunks that could be taken, but are locked by another transaction?
async fn is_any_left<D: Dialect>(connection: &mut D::Connection, request: &ChunksRequest) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("select 1 from simulations where ");
    with_chunks_left(&mut statement, request);
    statement.push(" limit 1");
    Ok(statement.row(connection).await?.is_some())
}

/// Adds the condition that a simulation has chunks that were not taken before.
fn with_chunks_left<D: Dialect>(statement: &mut Statement<D>, request: &ChunksRequest) {
    statement.push("finished_at is null and next_chunk * chunk_games < games and ");
    of_engines(statement, request);
}

/// Adds the condition that a simulation requires one of the requested engines.
fn of_engines<D: Dialect>(statement: &mut Statement<D>, request: &ChunksRequest) {
    statement.push("engine in (");
    for engine in &request.engines {
        statement.item(engine.clone());
    }
    statement.push(")");
}

/// The progress of a simulation's chunks, in one snapshot.
pub(crate) async fn progress<D: Dialect>(
    connection: &mut D::Connection,
    id: SimulationId,
) -> Result<Option<ChunkProgress>, StoreError> {
    let mut statement = Statement::<D>::new(
        "select s.version, s.next_chunk, c.number from simulations as s left join simulation_chunks as c \
         on c.simulation_id = s.id where s.id = ",
    );
    statement.bind(id.0).push(" order by c.number");
    let mut found: Option<ChunkProgress> = None;
    for row in statement.rows(connection).await? {
        let mut cells = Cells::<D>::of(&row);
        let (version, next, number) = (cells.count()?, cells.count()?, cells.next::<Option<i32>>()?);
        let of = found.get_or_insert_with(|| ChunkProgress { version, next, uncounted: Vec::new() });
        if let Some(number) = number {
            of.uncounted.push(u32::try_from(number).map_err(|_| damaged("number"))?);
        }
    }
    Ok(found)
}

/// Renews a service's leases of these chunks; returns those that it has lost. Requires a transaction.
pub(crate) async fn renew<D: Dialect>(
    transaction: &mut D::Connection,
    worker: Uuid,
    chunks: &[(SimulationId, u32)],
    until: DateTime<Utc>,
) -> Result<Vec<(SimulationId, u32)>, StoreError> {
    let mut lost = Vec::new();
    for (id, number) in chunks {
        let mut statement = Statement::<D>::new("update simulation_chunks set taken_until = ");
        statement.bind_time(until).push(" where taken_by = ").bind(worker);
        statement.push(" and simulation_id = ").bind(id.0).push(" and number = ").bind(number_column(*number)?);
        if statement.execute(transaction).await? == 0 {
            lost.push((*id, *number));
        }
    }
    Ok(lost)
}

/// Ends all leases of a service.
pub(crate) async fn release<D: Dialect>(
    connection: &mut D::Connection,
    worker: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("update simulation_chunks set taken_until = ");
    statement.bind_time(now).push(" where taken_by = ").bind(worker);
    statement.execute(connection).await?;
    Ok(())
}

/// Counts chunks that were played, all of them or none. Requires a transaction, which must be rolled back on error.
///
/// # Errors
/// `Lost` if this service no longer holds all of the leases.
pub(crate) async fn count<D: Dialect>(
    transaction: &mut D::Connection,
    played: &ChunksPlayed,
    merge: Merge<'_>,
) -> Result<(), CountChunksError> {
    let (games, done, tally) = counted_so_far::<D>(transaction, played.simulation).await?;
    let mut chunks = Statement::<D>::delete_from("simulation_chunks", "count_chunks");
    chunks.push(" and simulation_id = ").bind(played.simulation.0).push(" and taken_by = ").bind(played.worker);
    chunks.push(" and number in (");
    for number in &played.numbers {
        chunks.item(number_column(*number)?);
    }
    chunks.push(")");
    if chunks.execute(transaction).await.map_err(StoreError::from)? != played.numbers.len() as u64 {
        return Err(CountChunksError::Lost);
    }
    let done = done + played.games;
    let mut statement = Statement::<D>::new("update simulations set version = version + 1, done = ");
    statement.bind(number_column(done)?).push(", tally = ").bind(merge(&tally)?);
    if done == games {
        end(&mut statement, SimulationPhase::Done, played.now);
    }
    statement.push(" where id = ").bind(played.simulation.0);
    statement.execute(transaction).await.map_err(StoreError::from)?;
    Ok(())
}

/// The number of games of a simulation, the number counted, and the tally. The simulation is locked until the
/// transaction ends.
async fn counted_so_far<D: Dialect>(
    transaction: &mut D::Connection,
    id: SimulationId,
) -> Result<(u32, u32, Vec<u8>), CountChunksError> {
    let mut statement = Statement::<D>::new("select games, done, phase, tally from simulations where id = ");
    statement.bind(id.0).push(D::FOR_UPDATE);
    let row = statement.row(transaction).await.map_err(StoreError::from)?.ok_or(CountChunksError::Lost)?;
    let mut cells = Cells::<D>::of(&row);
    let (games, done, phase) = (cells.count()?, cells.count()?, phase(cells.next()?)?);
    if phase.has_ended() {
        return Err(CountChunksError::Lost);
    }
    Ok((games, done, cells.next()?))
}
