//! Statements on tables.

use std::sync::LazyLock;

use chrono::{DateTime, NaiveDate, Utc};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::{
    dialect::Dialect,
    error::damaged,
    query::{Cells, DeletedRows, Statement},
};
use crate::{
    games::Ruleset,
    service::{
        left_out,
        records::{Attempt, CommitmentId, GameId, OwnerId, TableDay, TableId},
        store::StoreError,
        tables::{CloseReason, Revision, StoredTable, TableChanges, TableFilter, TablePhase, TableRecord},
    },
};

/// Declares the columns of `tables` once, each with its value for a table: first those that never change.
macro_rules! columns {
    (|$table:ident| fixed { $($fixed:ident = $first:expr,)+ } changing { $($changing:ident = $value:expr,)+ }) => {
        /// The columns in the order of writing and reading.
        const NAMES: &[&str] = &[$(stringify!($fixed),)+ $(stringify!($changing)),+];

        /// Adds the columns of a new table.
        fn bind_columns<D: Dialect>(statement: &mut Statement<D>, $table: &TableRecord) {
            $(
                let value = || Ok($first);
                statement.try_item(value());
            )+
            $(
                let value = || Ok($value);
                statement.try_item(value());
            )+
        }

        /// Adds assignments of the columns that change.
        fn set_columns<D: Dialect>(statement: &mut Statement<D>, $table: &TableRecord) {
            $(
                let value = || Ok($value);
                statement.try_set(concat!(stringify!($changing), " = "), value());
            )+
        }
    };
}

columns! { |table|
    fixed {
        id = table.id.0,
        owner_id = table.owner.0,
        ruleset = table.ruleset.number(),
        rules_version = i16::try_from(table.rules_version)?,
        options = table.options.clone(),
        created_at = D::time(table.created_at),
        clock = serde_json::to_string(&table.clock)?,
        seed = table.seed.to_vec(),
        commitment_id = table.commitment.map(|commitment| commitment.0),
        external_id = table.external_id.clone(),
        day = table.day.map(|day| day.date),
        attempt = table.day.map(|day| attempt_number(day.attempt)),
    }
    changing {
        phase = phase_number(table.phase),
        version = i32::try_from(table.version)?,
        mark = table.mark,
        listed = table.listed,
        touched_at = D::time(table.touched_at),
        seats = serde_json::to_string(&table.seats)?,
        client_seed = table.client_seed.clone(),
        step_count = i32::try_from(table.step_count)?,
        deadline = table.deadline.map(D::time),
        wake_at = D::time(table.wake_at),
        game_id = table.game.map(|game| game.0),
        closed = table.closed.map(close_number),
    }
}

static COLUMNS: LazyLock<String> = LazyLock::new(|| NAMES.join(", "));

/// Maximum number of ids per statement.
const MAX_IDS: usize = 256;

/// Adds the statement that stores a new table.
pub(super) fn insert<D: Dialect>(statement: &mut Statement<D>, table: &TableRecord) {
    static INSERT: LazyLock<String> = LazyLock::new(|| format!("insert into tables ({}) select ", *COLUMNS));
    statement.push(&INSERT);
    bind_columns(statement, table);
}

/// Adds the statement that updates a table if it still has this revision.
pub(super) fn update<D: Dialect>(statement: &mut Statement<D>, table: &TableRecord, before: Revision) {
    statement.push("update tables set ");
    set_columns(statement, table);
    at_revision(statement, " where id = ", table.id, before);
}

/// Stores what happened at a table after a revision. There can be one such row for each version.
pub(super) async fn insert_changes<D: Dialect>(
    connection: &mut D::Connection,
    id: TableId,
    after: Revision,
    changes: &TableChanges,
) -> sqlx::Result<()> {
    let mut statement =
        Statement::<D>::new("insert into table_changes (table_id, after, follows, journal, steps) select ");
    statement.item(id.0).try_item(i32::try_from(after.version).map_err(Into::into)).item(after.mark);
    statement.item(changes.journal.clone()).item(changes.steps.clone());
    statement.execute(connection).await?;
    Ok(())
}

/// Adds the condition of a delete statement for a table with this revision.
pub(super) fn delete<D: Dialect>(statement: &mut Statement<D>, id: TableId, revision: Revision) {
    at_revision(statement, " and id = ", id, revision);
}

fn at_revision<D: Dialect>(statement: &mut Statement<D>, has_id: &'static str, id: TableId, revision: Revision) {
    statement.push(has_id).bind(id.0).push(" and version = ").bind(i64::from(revision.version));
    statement.push(" and mark = ").bind(revision.mark);
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<TableRecord, StoreError> {
    Ok(TableRecord {
        id: TableId(cells.next()?),
        owner: OwnerId(cells.next()?),
        ruleset: Ruleset::from_number(cells.next()?).ok_or_else(|| damaged("ruleset"))?,
        rules_version: cells.small_count()?,
        options: cells.next()?,
        created_at: cells.time()?,
        clock: read_json(cells, "clock")?,
        seed: cells.next::<Vec<u8>>()?.try_into().map_err(|_| damaged("seed"))?,
        commitment: cells.next::<Option<Uuid>>()?.map(CommitmentId),
        external_id: cells.next()?,
        day: read_day(cells)?,
        phase: phase(cells.next()?)?,
        version: cells.count()?,
        mark: cells.next()?,
        listed: cells.next()?,
        touched_at: cells.time()?,
        seats: read_json(cells, "seats")?,
        client_seed: cells.next()?,
        step_count: cells.count()?,
        deadline: cells.optional_time()?,
        wake_at: cells.time()?,
        game: cells.next::<Option<Uuid>>()?.map(GameId),
        closed: cells.next::<Option<i16>>()?.map(close_reason).transpose()?,
    })
}

fn read_day<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Option<TableDay>, StoreError> {
    let (date, attempt): (Option<NaiveDate>, Option<i16>) = (cells.next()?, cells.next()?);
    let Some(date) = date else { return Ok(None) };
    let attempts = [Attempt::Guest, Attempt::Uncounted, Attempt::Counted];
    let attempt = attempts.into_iter().find(|one| Some(attempt_number(*one)) == attempt);
    Ok(Some(TableDay { date, attempt: attempt.ok_or_else(|| damaged("attempt"))? }))
}

fn read_json<D: Dialect, T: DeserializeOwned>(cells: &mut Cells<'_, D>, what: &str) -> Result<T, StoreError> {
    serde_json::from_str(&cells.next::<String>()?).map_err(|_| damaged(what))
}

/// The table with this id, with what happened there after this revision, or from the beginning if it has never had it.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: TableId,
    known: Option<Revision>,
) -> Result<Option<StoredTable>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(&COLUMNS).push(" from tables where id = ").bind(id.0);
    let Some(record) = statement.read_one(connection, read).await? else { return Ok(None) };
    if let Some(known) = known.filter(|known| known.version <= record.version) {
        let (follows, changes) = changes_after::<D>(connection, &record, known.version).await?;
        if follows == known.mark {
            return Ok(Some(StoredTable { record, after: known.version, changes }));
        }
    }
    let (_, changes) = changes_after::<D>(connection, &record, 0).await?;
    // They go with the table, which may have been deleted since its row was read.
    if changes.journal.is_empty() && revisions::<D>(connection, &[id]).await?.is_empty() {
        return Ok(None);
    }
    Ok(Some(StoredTable { record, after: 0, changes }))
}

/// What happened at a table between a version and that of its record, and the mark of the revision that it follows.
async fn changes_after<D: Dialect>(
    connection: &mut D::Connection,
    table: &TableRecord,
    after: u32,
) -> Result<(i64, TableChanges), StoreError> {
    let mut statement = Statement::<D>::new("select follows, journal, steps from table_changes where table_id = ");
    statement.bind(table.id.0).push(" and after >= ").bind(i64::from(after));
    statement.push(" and after < ").bind(i64::from(table.version)).push(" order by after");
    let row =
        |cells: &mut Cells<'_, D>| Ok((cells.next()?, TableChanges { journal: cells.next()?, steps: cells.next()? }));
    let rows: Vec<(i64, TableChanges)> = statement.read_all(connection, row).await?;
    let follows = rows.first().map_or(table.mark, |(follows, _)| *follows);
    let mut changes = TableChanges::default();
    rows.iter().for_each(|(_, row)| changes.append(row));
    Ok((follows, changes))
}

/// The table at which this game was played.
pub(super) async fn of_game<D: Dialect>(
    connection: &mut D::Connection,
    game: GameId,
) -> Result<Option<TableId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from tables where game_id = ");
    statement.bind(game.0);
    statement.read_one(connection, |cells| cells.next().map(TableId)).await
}

/// The revisions of those of these tables that exist.
pub(super) async fn revisions<D: Dialect>(
    connection: &mut D::Connection,
    ids: &[TableId],
) -> Result<Vec<(TableId, Revision)>, StoreError> {
    let mut revisions = Vec::with_capacity(ids.len());
    for ids in ids.chunks(MAX_IDS) {
        let mut statement = Statement::<D>::new("select id, version, mark from tables where id");
        statement.one_of(ids.iter().map(|id| id.0));
        let row = |cells: &mut Cells<'_, D>| {
            Ok((TableId(cells.next()?), Revision { version: cells.count()?, mark: cells.next()? }))
        };
        revisions.extend(statement.read_all(connection, row).await?);
    }
    Ok(revisions)
}

/// The newest tables that match and are older than `before`, newest first. Damaged ones are left out.
pub(super) async fn list<D: Dialect>(
    connection: &mut D::Connection,
    filter: &TableFilter,
    mut before: Option<TableId>,
    limit: u32,
) -> Result<Vec<TableRecord>, StoreError> {
    let mut tables = Vec::new();
    loop {
        let left = limit.saturating_sub(tables.len() as u32);
        let rows = select::<D>(filter, before, left).rows(connection).await?;
        for row in &rows {
            // The first column.
            let id = Cells::<D>::of(row).next()?;
            before = Some(TableId(id));
            match read(&mut Cells::<D>::of(row)) {
                Ok(table) => tables.push(table),
                Err(StoreError::Broken(error)) => left_out("table", id, &error),
                Err(error @ StoreError::Unavailable(_)) => return Err(error),
            }
        }
        if rows.len() < left as usize || tables.len() >= limit as usize {
            return Ok(tables);
        }
    }
}

/// The statement that selects the tables that match and are older than `before`.
fn select<D: Dialect>(filter: &TableFilter, before: Option<TableId>, limit: u32) -> Statement<D> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(&COLUMNS).push(" from tables where ");
    match filter.owner {
        Some(owner) => statement.push("owner_id = ").bind(owner.0),
        None => statement.push("listed"),
    };
    if let Some(phase) = filter.phase {
        // A bound value would not match the condition of a partial index.
        statement.push(" and phase = ").number(phase_number(phase).unsigned_abs().into());
    }
    if let Some(ruleset) = filter.ruleset {
        statement.push(" and ruleset = ").bind(ruleset.number());
    }
    statement.ids_below(before.map(|before| before.0), limit);
    statement
}

/// The tables that are due at this time, the longest due first.
pub(super) async fn to_wake<D: Dialect>(
    connection: &mut D::Connection,
    now: DateTime<Utc>,
    limit: u32,
) -> Result<Vec<TableId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from tables where wake_at <= ");
    statement.bind_time(now).push(" order by wake_at limit ").number(limit);
    statement.read_all(connection, |cells| cells.next().map(TableId)).await
}

/// When the next table is due after this time.
pub(super) async fn next_wake<D: Dialect>(
    connection: &mut D::Connection,
    after: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let mut statement = Statement::<D>::new("select min(wake_at) from tables where wake_at > ");
    statement.bind_time(after);
    Ok(statement.read_one(connection, |cells| cells.optional_time()).await?.flatten())
}

/// Adds the condition that a player of this name sits at a table. The search text cannot match within another string of
/// the stored JSON, where quotation marks are escaped.
pub(super) fn push_has_name<D: Dialect>(statement: &mut Statement<D>, name: &str) {
    let seat = format!("\"name\":{}", serde_json::Value::from(name));
    statement.push("replace(tables.seats, ").bind(seat).push(", '') <> tables.seats");
}

/// Deletes up to `limit` tables at which a player of this name sits, in play or not; returns how many.
pub(super) async fn erase_name<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
    limit: u32,
) -> Result<u64, StoreError> {
    let rows = DeletedRows { table: "tables", purpose: "erase_tables", key: "id", order: "id", limit };
    let statement = Statement::<D>::delete_some(rows, |statement| push_has_name(statement, name));
    Ok(statement.execute(connection).await?)
}

/// Deletes the tables at which these games were played; returns how many.
pub(super) async fn delete_of_games<D: Dialect>(
    connection: &mut D::Connection,
    games: impl IntoIterator<Item = Uuid>,
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::delete_from("tables", "delete_tables_of_games");
    statement.push(" and game_id in (");
    for game in games {
        statement.item(game);
    }
    statement.push(")");
    Ok(statement.execute(connection).await?)
}

/// The stored number of a phase.
const fn phase_number(phase: TablePhase) -> i16 {
    match phase {
        TablePhase::Waiting => 1,
        TablePhase::Playing => 2,
        TablePhase::Over => 3,
        TablePhase::Closed => 4,
    }
}

fn phase(number: i16) -> Result<TablePhase, StoreError> {
    TablePhase::ALL.into_iter().find(|phase| phase_number(*phase) == number).ok_or_else(|| damaged("phase"))
}

/// The stored number of how a table of a day counts.
const fn attempt_number(attempt: Attempt) -> i16 {
    match attempt {
        Attempt::Guest => 1,
        Attempt::Uncounted => 2,
        Attempt::Counted => 3,
    }
}

/// The stored number of a reason for closing.
const fn close_number(reason: CloseReason) -> i16 {
    match reason {
        CloseReason::Owner => 1,
        CloseReason::Clock => 2,
        CloseReason::Abandoned => 3,
    }
}

fn close_reason(number: i16) -> Result<CloseReason, StoreError> {
    match number {
        1 => Ok(CloseReason::Owner),
        2 => Ok(CloseReason::Clock),
        3 => Ok(CloseReason::Abandoned),
        _ => Err(damaged("closed")),
    }
}
