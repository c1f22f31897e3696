//! Postgres: how it is opened and how it stores batches.

mod arrays;
mod bulk_insert;
mod horizon;
mod migrator;
mod notices;
mod servers;
mod session;
mod watch;

use std::{fmt::Write as _, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::{
    Arguments, Connection, Executor, PgConnection, Postgres, Row,
    error::BoxDynError,
    postgres::{PgArguments, PgRow},
};

pub(super) use self::notices::Notices;
use self::{
    arrays::Arrays,
    migrator::UnnamedMigrator,
    servers::Servers,
    session::{Sessions, names_statements},
};
use super::{
    commitments,
    dialect::{Atomic, Column, Dialect},
    entry::Entry,
    error::unavailable,
    games, idempotency, migrations, name_keys,
    open_error::OpenError,
    outcome::{Outcome, Written},
    pool::{Limits, Pool, connector::Connector, deadline::Deadline, health::State},
    query::Statement,
    readings,
    settings::{Schema, Settings},
    spread_writes, table_writes,
};
use crate::service::{
    IdempotencyKey,
    store::{OutageCause, PoolUsage, SpreadWrite, StoreError, Write},
    tables::TableWrite,
};

/// Maximum age of a connection, so that connections are spread over the servers again after a failover.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

/// Maximum age of an observed state that is still relied on.
const STATE_TTL: Duration = Duration::from_secs(5);

/// Opens the database at a URL and, depending on the settings, migrates its schema.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(super) async fn open(url: &str, settings: &Settings) -> Result<(Arc<Pool<Postgres>>, Notices), OpenError> {
    let sessions = Sessions::new(Servers::parse(url)?, settings.pooler, settings.statement_timeout);
    sessions.verify().await?;
    let mut connection = sessions.connect().await?;
    bring_up_to_date(&mut connection, settings.schema).await?;
    if settings.schema != Schema::Unchecked {
        horizon::raise_offset(&mut connection).await?;
    }
    connection.close().await?;
    let sessions = Arc::new(sessions);
    let connections = connections(Arc::clone(&sessions), settings);
    let notices = Notices::new(&connections, sessions);
    Ok((connections, notices))
}

/// Opens the read replica at a URL, which may be unreachable for now.
///
/// # Errors
/// The URL is malformed, or a pooler splits sessions.
pub(super) async fn open_replica(url: &str, settings: &Settings) -> Result<Arc<Pool<Postgres>>, OpenError> {
    let sessions = Sessions::new(Servers::parse_replica(url)?, settings.pooler, settings.statement_timeout);
    match sessions.verify().await {
        Err(error @ sqlx::Error::Configuration(_)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "the read replica is unreachable");
            Ok(connections(Arc::new(sessions), settings))
        }
        Ok(()) => Ok(connections(Arc::new(sessions), settings)),
    }
}

/// A pool whose health is checked from now on.
fn connections(sessions: Arc<Sessions>, settings: &Settings) -> Arc<Pool<Postgres>> {
    let limits = Limits {
        connections: settings.connections,
        acquire: settings.acquire_timeout,
        // A server that has become unreachable sends no error.
        loan: Some(settings.acquire_timeout + settings.statement_timeout),
        lifetime: Some(LIFETIME),
    };
    let connections = Pool::new(Arc::clone(&sessions) as Arc<dyn Connector<Postgres>>, limits);
    tokio::spawn(watch::watch(Arc::downgrade(&connections), sessions));
    connections
}

/// Migrates or checks the schema, as configured. On a read-only server it is only checked.
async fn bring_up_to_date(connection: &mut PgConnection, schema: Schema) -> Result<(), OpenError> {
    const READ_ONLY: &str = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'";
    match schema {
        Schema::Unchecked => Ok(()),
        Schema::Upgrade if !connection.fetch_one(sqlx::raw_sql(READ_ONLY)).await?.try_get::<bool, _>(0)? => {
            migrate(connection).await
        }
        Schema::Upgrade | Schema::Checked | Schema::ReadOnly => migrations::check(&applied(connection).await?),
    }
}

/// The versions of the migrations that were applied.
async fn applied(connection: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
    const UNDEFINED_TABLE: &str = "42P01";
    let rows = connection.fetch_all(sqlx::raw_sql(migrations::APPLIED)).await;
    match rows {
        Ok(rows) => rows.iter().map(|row| row.try_get(0)).collect(),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(UNDEFINED_TABLE) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Runs all migrations in one transaction, since behind a pooler sessions do not outlive one. A second service waits.
async fn migrate(connection: &mut PgConnection) -> Result<(), OpenError> {
    // A migration may take longer than the statement timeout.
    session::run(connection, "begin; set local statement_timeout = 0".to_owned()).await?;
    migrations::of_postgres().run_direct(None, &mut UnnamedMigrator(&mut *connection), false).await?;
    Ok(session::run(connection, "commit".to_owned()).await?)
}

impl Dialect for Postgres {
    /// While one transaction is flushed to disk, another is prepared. A third one did not help.
    const WRITERS: usize = 2;

    const BATCH_LIMIT: usize = 250;

    type Rows = Arrays;

    fn part_of(rows: usize) -> usize {
        arrays::part_of(rows)
    }

    /// A batch takes some seconds, for which only deletions of games wait.
    const REINDEX_BATCH: u32 = 48_000;

    const LOOKUP: (&'static str, &'static str) = ("cross join lateral (select * from ", " limit 1) as s");

    const HORIZON: Option<&'static str> = Some(horizon::HORIZON);

    const NAMES_IN_ROWS: bool = true;

    const FOR_UPDATE: &'static str = " for update";

    const SKIP_LOCKED: &'static str = " skip locked";

    /// Nothing to do: the server has its own statement timeout.
    async fn limit(_connection: &mut PgConnection, limit: Duration) -> sqlx::Result<Deadline> {
        Ok(Deadline::new(limit).0)
    }

    type Time = DateTime<Utc>;

    fn time(time: DateTime<Utc>) -> DateTime<Utc> {
        time
    }

    fn utc(time: DateTime<Utc>) -> Option<DateTime<Utc>> {
        Some(time)
    }

    fn placeholder(sql: &mut String, number: usize) {
        write!(sql, "${number}").expect("a string takes any text");
    }

    fn add<T: Column>(arguments: &mut PgArguments, value: T) -> Result<(), BoxDynError> {
        arguments.add(value)
    }

    fn get<T: Column>(row: &PgRow, index: usize) -> sqlx::Result<T> {
        row.try_get(index)
    }

    async fn rows(connection: &mut PgConnection, sql: String, arguments: PgArguments) -> sqlx::Result<Vec<PgRow>> {
        let named = names_statements(connection);
        sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).persistent(named).fetch_all(connection).await
    }

    async fn execute(connection: &mut PgConnection, sql: String, arguments: PgArguments) -> sqlx::Result<u64> {
        let named = names_statements(connection);
        let query = sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).persistent(named);
        Ok(query.execute(connection).await?.rows_affected())
    }

    async fn begin(connection: &mut PgConnection) -> sqlx::Result<Atomic<'_, Postgres>> {
        if names_statements(connection) {
            return Ok(Atomic::Transaction(connection.begin().await?));
        }
        // The loan is already a transaction.
        session::run(connection, "savepoint part".to_owned()).await?;
        Ok(Atomic::Savepoint(connection))
    }

    async fn end_savepoint(connection: &mut PgConnection, commit: bool) -> sqlx::Result<()> {
        let sql = if commit { "release savepoint part" } else { "rollback to savepoint part; release savepoint part" };
        session::run(connection, sql.to_owned()).await
    }

    /// Nothing to do: vacuum frees the space of deleted rows, and checkpoints recycle the log.
    async fn purge(_connection: &mut PgConnection) -> Result<(), StoreError> {
        Ok(())
    }

    async fn ready(writer: &Arc<Pool<Postgres>>, _same: &Arc<Pool<Postgres>>) -> Result<(), StoreError> {
        let unready = |why: &str| Err(unavailable(why));
        match writer.health().state_within(STATE_TTL) {
            _ if writer.is_closed() => unready("it is closed"),
            _ if writer.health().write_failed_within(STATE_TTL) => unready("a write failed a moment ago"),
            State::Writable => Ok(()),
            State::ReadOnly => unready("it does not accept writes"),
            State::Down => unready("it was unreachable a moment ago"),
            State::Unknown => {
                let mut connection = writer.acquire().await?;
                let done = Statement::<Postgres>::new("select 1").rows(&mut connection).await.map(drop);
                connection.finish(Some(done.map_err(StoreError::from))).await
            }
        }
    }

    fn blocks_writes(outcome: &Outcome) -> bool {
        matches!(outcome, Err(StoreError::Unavailable(outage)) if outage.cause == OutageCause::DiskFull)
    }

    fn pools(shared: &Pool<Postgres>, _same: &Pool<Postgres>) -> Vec<PoolUsage> {
        vec![shared.usage("shared")]
    }

    /// Tables are stored directly: concurrent connections change different ones, and the server flushes them together.
    fn is_queued(entry: &Entry) -> bool {
        batchable(entry).is_some()
    }

    async fn store(connection: &mut PgConnection, entries: &[Entry]) -> Vec<Outcome> {
        let Some(writes) = entries.iter().map(batchable).collect::<Option<Vec<_>>>() else {
            return store_each(connection, entries).await;
        };
        match store_batch(connection, &writes).await {
            Ok(outcomes) => outcomes,
            Err(error @ StoreError::Unavailable(_)) => entries.iter().map(|_| Err(error.clone())).collect(),
            // One of them cannot be stored, which must not fail the others.
            Err(StoreError::Broken(_)) => store_each(connection, entries).await,
        }
    }
}

/// The write, if it can share a statement with others.
fn batchable(entry: &Entry) -> Option<&Write> {
    match entry {
        Entry::Game(write) => Some(&**write).filter(|write| bulk_insert::is_batchable(write)),
        Entry::Spread(_) | Entry::Table(_) => None,
    }
}

async fn store_each(connection: &mut PgConnection, entries: &[Entry]) -> Vec<Outcome> {
    let mut outcomes = Vec::with_capacity(entries.len());
    for entry in entries {
        outcomes.push(match entry {
            Entry::Game(write) => store_game(connection, write).await,
            Entry::Spread(write) => store_spread(connection, write).await,
            Entry::Table(write) => store_table(connection, write).await,
        });
    }
    outcomes
}

/// Stores a reading of a spread atomically.
async fn store_spread(connection: &mut PgConnection, write: &SpreadWrite) -> Outcome {
    if spread_writes::is_plain(write) {
        return spread_writes::store::<Postgres>(connection, write).await;
    }
    let mut atomic = Postgres::begin(connection).await?;
    let outcome = spread_writes::store::<Postgres>(&mut atomic, write).await;
    atomic.end(matches!(outcome, Ok(Written::Stored))).await?;
    outcome
}

/// Stores a table's new version atomically.
async fn store_table(connection: &mut PgConnection, write: &TableWrite) -> Outcome {
    if table_writes::is_plain(write) {
        return table_writes::update::<Postgres>(connection, write).await;
    }
    let mut atomic = Postgres::begin(connection).await?;
    let outcome = table_writes::update::<Postgres>(&mut atomic, write).await;
    atomic.end(matches!(outcome, Ok(Written::Stored))).await?;
    outcome
}

/// Stores writes with one statement, in a single round trip unless a pooler splits sessions.
async fn store_batch(connection: &mut PgConnection, writes: &[&Write]) -> Result<Vec<Outcome>, StoreError> {
    if names_statements(connection) {
        return bulk_insert::store(connection, writes).await;
    }
    let mut atomic = Postgres::begin(connection).await?;
    let outcomes = bulk_insert::store(&mut atomic, writes).await;
    atomic.end(outcomes.is_ok()).await?;
    outcomes
}

/// Stores a game atomically.
async fn store_game(connection: &mut PgConnection, write: &Write) -> Outcome {
    let Some(idempotency_key) = &write.idempotency_key else {
        if names_statements(connection) {
            return store_plain(connection, write).await;
        }
        let mut atomic = Postgres::begin(connection).await?;
        let outcome = store_plain(&mut atomic, write).await;
        atomic.end(matches!(outcome, Ok(Written::Stored))).await?;
        return outcome;
    };
    let mut atomic = Postgres::begin(connection).await?;
    let outcome = store_idempotent(&mut atomic, write, idempotency_key).await;
    atomic.end(matches!(outcome, Ok(Written::Stored))).await?;
    outcome
}

/// The idempotency record is written first: the same request at another service waits for this transaction, and then
/// finds the record.
async fn store_idempotent(transaction: &mut PgConnection, write: &Write, idempotency_key: &IdempotencyKey) -> Outcome {
    if !idempotency::add::<Postgres>(transaction, idempotency_key, write.created()).await? {
        return Ok(Written::Repeated);
    }
    store_plain(transaction, write).await
}

/// Stores a game without an idempotency key in one statement, and thus one round trip.
async fn store_plain(connection: &mut PgConnection, write: &Write) -> Outcome {
    let rows = whole_write(write).rows(connection).await;
    let stored = |rows: Vec<PgRow>| if rows.is_empty() { Written::CommitmentNotUsable } else { Written::Stored };
    Written::or_taken(rows.map(stored))
}

/// The statement that stores a whole write and returns the game's id. If the commitment is not usable, it stores
/// nothing and returns no row.
fn whole_write(write: &Write) -> Statement<Postgres> {
    let record = &write.game.record;
    let mut statement = Statement::new("with ");
    let mut condition = "";
    if let Some(commitment) = record.commitment() {
        statement.push("used as (");
        commitments::use_up(&mut statement, commitment, record, write.now);
        statement.push(" returning id), ");
        condition = " where exists (select 1 from used)";
    }
    let keys = name_keys::in_row::<Postgres>(record);
    let names = name_keys::in_rows_of_players(record, keys.as_ref());
    if !names.is_empty() {
        statement.push("players as (");
        games::insert_players(&mut statement, [(record.id, &names[..])]);
        statement.push(condition).push("), ");
    }
    if let Some(reading) = &write.reading {
        statement.push("reading as (");
        readings::insert(&mut statement, reading);
        statement.push(condition).push("), ");
    }
    statement.push("game as (");
    games::insert(&mut statement, &write.game, keys.as_ref());
    statement.push(condition).push(" returning id) select id from game");
    statement
}
