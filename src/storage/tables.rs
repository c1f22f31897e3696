//! Tables at which people play: their rows, what happened there, and the game that is stored at the end.

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use tokio::sync::broadcast;
use uuid::Uuid;

use super::{
    borrow::{in_transaction, with_connection, with_list_connection},
    commitments,
    database::Database,
    days,
    dialect::Dialect,
    entry::{WriteEntry, WriteOutcome, Written},
    error::damaged,
    events, games, idempotency,
    query::{Cells, DeletedRows, Statement},
    readings,
};
use crate::service::{
    IdempotencyKey, left_out,
    records::{Attempt, CommitmentId, GameId, OwnerId, TableDay, TableId},
    store::{StoreError, TableChange, TableStore, TableWriteError, WriteError},
    tables::{
        CloseReason, FinishedTable, Revision, StoredTable, TableChanges, TableFilter, TablePhase, TableRecord,
        TableWrite,
    },
};

/// Maximum number of ids per statement.
const MAX_IDS: usize = 256;

#[async_trait]
impl<D: Dialect> TableStore for Database<D> {
    async fn add_table(
        &self,
        table: &TableRecord,
        changes: &TableChanges,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError> {
        in_transaction!(self.writer, add::<D>, table, changes, idempotency_key.as_ref(), now)
            .inspect(|()| self.announce(TableChange::One(table.id, table.version)))
    }

    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError> {
        let outcome = self.store_one(WriteEntry::Table(Arc::new(write.clone()))).await;
        match &outcome {
            Ok(Written::Stored) => self.announce(TableChange::One(write.table.id, write.table.version)),
            // It may have been stored nevertheless.
            Err(_) => self.announce(TableChange::Perhaps(write.table.id)),
            Ok(Written::VersionConflict | Written::Repeated | Written::CommitmentNotUsable | Written::Taken(_)) => {}
        }
        match outcome? {
            Written::Stored => Ok(()),
            Written::VersionConflict => Err(TableWriteError::VersionConflict),
            Written::Repeated => Err(TableWriteError::Repeated),
            Written::CommitmentNotUsable => Err(StoreError::Broken("a table uses what it took".to_owned()).into()),
            Written::Taken(error) => match &write.finished {
                Some(finished) if self.with_same_external_id(&finished.game.record).await?.is_some() => {
                    Err(TableWriteError::ExternalIdTaken)
                }
                Some(_) | None => Err(error.into()),
            },
        }
    }

    async fn table(&self, id: TableId, known: Option<Revision>) -> Result<Option<StoredTable>, StoreError> {
        with_connection!(self.reader, by_id::<D>, id, known)
    }

    async fn table_of_game(&self, game: GameId) -> Result<Option<TableId>, StoreError> {
        let mut statement = Statement::new("select id from tables where game_id = ");
        statement.bind(game.0);
        self.reader.read_one(statement, |cells| cells.next().map(TableId)).await
    }

    async fn table_revisions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Revision)>, StoreError> {
        let mut revisions = Vec::with_capacity(ids.len());
        for ids in ids.chunks(MAX_IDS) {
            let mut statement = Statement::new("select id, version, mark from tables where id");
            statement.one_of(ids.iter().map(|id| id.0));
            let row = |cells: &mut Cells<'_, D>| {
                Ok((TableId(cells.next()?), Revision { version: cells.count()?, mark: cells.next()? }))
            };
            revisions.extend(self.reader.read_all(statement, row).await?);
        }
        Ok(revisions)
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        with_list_connection!(self.lists, list::<D>, filter, before, limit)
    }

    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let mut statement = Statement::new("select id from tables where wake_at <= ");
        statement.bind_time(now).push(" order by wake_at limit ").number(limit);
        self.reader.read_all(statement, |cells| cells.next().map(TableId)).await
    }

    async fn next_wake(&self, after: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = Statement::new("select min(wake_at) from tables where wake_at > ");
        statement.bind_time(after);
        Ok(self.reader.read_one(statement, |cells| cells.optional_time()).await?.flatten())
    }

    async fn delete_table(&self, id: TableId, revision: Revision) -> Result<bool, StoreError> {
        let mut statement = Statement::delete_from("tables", "delete_table");
        at_revision(&mut statement, " and id = ", id, revision);
        let deleted = self.writer.execute(statement).await? > 0;
        if deleted {
            self.announce(TableChange::Gone(id));
        }
        Ok(deleted)
    }

    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        self.notices.as_ref()?.subscribe()
    }
}

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
        hints = table.hints,
        seed = table.seed.to_vec(),
        commitment_id = table.commitment.map(|commitment| commitment.0),
        external_id = table.external_id.clone(),
        tags = games::tags_text(&table.tags)?,
        day = table.day.map(|day| day.date),
        attempt = table.day.map(|day| day.attempt as i16),
    }
    changing {
        phase = table.phase as i16,
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
        closed = table.closed.map(|reason| reason as i16),
    }
}

static COLUMNS: LazyLock<String> = LazyLock::new(|| NAMES.join(", "));

/// The statement that stores a new table.
fn insert<D: Dialect>(table: &TableRecord) -> Statement<D> {
    static INSERT: LazyLock<String> = LazyLock::new(|| format!("insert into tables ({}) select ", *COLUMNS));
    let mut statement = Statement::new(&INSERT);
    bind_columns(&mut statement, table);
    statement
}

/// The statement that changes a table if it still has this revision.
fn change<D: Dialect>(table: &TableRecord, before: Revision) -> Statement<D> {
    let mut statement = Statement::new("update tables set ");
    set_columns(&mut statement, table);
    at_revision(&mut statement, " where id = ", table.id, before);
    statement
}

/// Stores what happened at a table after a revision. There can be one such row for each version.
async fn insert_changes<D: Dialect>(
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

fn at_revision<D: Dialect>(statement: &mut Statement<D>, has_id: &'static str, id: TableId, revision: Revision) {
    statement.push(has_id).bind(id.0).push(" and version = ").bind(i64::from(revision.version));
    statement.push(" and mark = ").bind(revision.mark);
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<TableRecord, StoreError> {
    Ok(TableRecord {
        id: TableId(cells.next()?),
        owner: OwnerId(cells.next()?),
        ruleset: cells.ruleset()?,
        rules_version: cells.small_count()?,
        options: cells.next()?,
        created_at: cells.time()?,
        clock: cells.json("clock")?,
        hints: cells.next()?,
        seed: cells.bytes32("seed")?,
        commitment: cells.next::<Option<Uuid>>()?.map(CommitmentId),
        external_id: cells.next()?,
        tags: games::tags(cells.next()?)?,
        day: read_day(cells)?,
        phase: cells.value("phase", TablePhase::from_repr)?,
        version: cells.count()?,
        mark: cells.next()?,
        listed: cells.next()?,
        touched_at: cells.time()?,
        seats: cells.json("seats")?,
        client_seed: cells.next()?,
        step_count: cells.count()?,
        deadline: cells.optional_time()?,
        wake_at: cells.time()?,
        game: cells.next::<Option<Uuid>>()?.map(GameId),
        closed: read_closed(cells.next()?)?,
    })
}

fn read_day<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Option<TableDay>, StoreError> {
    let (date, attempt): (Option<NaiveDate>, Option<i16>) = (cells.next()?, cells.next()?);
    let Some(date) = date else { return Ok(None) };
    let attempt = attempt.and_then(Attempt::from_repr).ok_or_else(|| damaged("attempt"))?;
    Ok(Some(TableDay { date, attempt }))
}

fn read_closed(number: Option<i16>) -> Result<Option<CloseReason>, StoreError> {
    number.map(|number| CloseReason::from_repr(number).ok_or_else(|| damaged("closed"))).transpose()
}

/// The table with this id, with what happened there after this revision, or from the beginning if it has never had it.
async fn by_id<D: Dialect>(
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
    let mut exists = Statement::<D>::new("select 1 from tables where id = ");
    exists.bind(id.0);
    if changes.journal.is_empty() && exists.row(connection).await?.is_none() {
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

/// The newest tables that match and are older than `before`, newest first. Damaged ones are left out.
async fn list<D: Dialect>(
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
        statement.push(" and phase = ").number(phase as u32);
    }
    if let Some(ruleset) = filter.ruleset {
        statement.push(" and ruleset = ").bind(ruleset.number());
    }
    statement.ids_below(before.map(|before| before.0), limit);
    statement
}

/// Stores a new table and reserves its commitment. Requires a transaction.
async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    changes: &TableChanges,
    idempotency_key: Option<&IdempotencyKey>,
    now: DateTime<Utc>,
) -> Result<(), WriteError> {
    idempotency::claim::<D>(transaction, idempotency_key, table.id.0).await?;
    if let Some(external_id) = &table.external_id
        && let Some(game) = games::by_external_id::<D>(transaction, table.owner, external_id).await?
    {
        return Err(WriteError::ExternalIdTaken(game));
    }
    if let Some(commitment) = table.commitment {
        let reserved = commitments::take::<D>(commitment, ("table_id", table.id.0), table.owner, now);
        if reserved.execute(transaction).await.map_err(StoreError::from)? == 0 {
            return Err(WriteError::CommitmentNotUsable);
        }
    }
    insert::<D>(table).execute(transaction).await.map_err(StoreError::from)?;
    insert_changes::<D>(transaction, table.id, Revision::default(), changes).await.map_err(StoreError::from)?;
    events::of_table::<D>(transaction, table).await?;
    match day_of(table) {
        Some(day) => days::begin::<D>(transaction, table, day).await,
        None => Ok(()),
    }
}

/// The day at which the table is somebody's try.
fn day_of(table: &TableRecord) -> Option<TableDay> {
    table.day.filter(|day| day.attempt != Attempt::Guest)
}

/// The commitment of a table that was closed before anything was drawn.
fn unused_commitment(table: &TableRecord) -> Option<CommitmentId> {
    table.commitment.filter(|_| table.phase == TablePhase::Closed && table.step_count == 0)
}

/// Stores a change of a table. Unless the outcome is [`Written::Stored`], the caller must roll back.
///
/// The idempotency record is written first, so that a repeated request is recognised as one instead of failing with a
/// version conflict.
pub(super) async fn update<D: Dialect>(transaction: &mut D::Connection, write: &TableWrite) -> WriteOutcome {
    let TableWrite { table, before, changes, finished, score, idempotency_key } = write;
    if !idempotency::add::<D>(transaction, idempotency_key.as_ref(), table.id.0).await? {
        return Ok(Written::Repeated);
    }
    if change::<D>(table, *before).execute(transaction).await? == 0 {
        return Ok(Written::VersionConflict);
    }
    insert_changes::<D>(transaction, table.id, *before, changes).await?;
    events::of_table::<D>(transaction, table).await?;
    if let Some(commitment) = unused_commitment(table) {
        commitments::release::<D>(commitment, table.id).execute(transaction).await?;
    }
    if let (Some(day), Some(score)) = (day_of(table), score) {
        days::finish::<D>(transaction, table, day, score).await?;
    }
    match finished {
        Some(finished) => finish::<D>(transaction, table, finished).await,
        None => Ok(Written::Stored),
    }
}

/// Stores the game and the readings of a table that was played to its end.
async fn finish<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    finished: &FinishedTable,
) -> WriteOutcome {
    if let Some(commitment) = table.commitment {
        let used = commitments::use_up_reserved::<D>(commitment, table.id, finished.game.record.id);
        used.execute(transaction).await?;
    }
    if let Some(day) = day_of(table) {
        days::link::<D>(transaction, table, day, finished.game.record.id).await?;
    }
    readings::insert_with_game::<D>(transaction, &finished.game, &finished.readings).await
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
    Statement::<D>::delete_rows(connection, rows, |statement| push_has_name(statement, name)).await
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
