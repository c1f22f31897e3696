//! SQLite: how it is opened and how it stores batches.

mod batch;
mod private_file;
mod tuples;

use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::{
    Arguments, ConnectOptions, Connection, Executor, Row, Sqlite, SqliteConnection,
    error::BoxDynError,
    sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous},
};

use self::tuples::Tuples;
use super::{
    commitments,
    dialect::{Atomic, Column, Dialect},
    entry::Entry,
    idempotency, migrations,
    open_error::OpenError,
    outcome::{Outcome, Written},
    pool::{Limits, Pool, connector::Connector, deadline::Deadline},
    query::Statement,
    settings::{Schema, Settings},
    spread_writes, table_writes, whole_game,
};
use crate::service::store::{OutageCause, PoolUsage, StoreError, Write};

/// Transactions take the write lock at once: one that reads first could not upgrade its lock after another has written.
const BEGIN: &str = "begin immediate";

/// Number of virtual machine instructions between two calls of the progress handler, about a millisecond.
const PROGRESS_INTERVAL: i32 = 10_000;

/// Maximum number of connections that read.
const READERS: u32 = 4;

/// Maximum number of connections that fetch lists.
pub(super) const LISTS: u32 = 3;

/// The pools of a database: one connection that writes, a few that read, and a few for lists only.
pub(super) struct Pools {
    pub(super) writer: Arc<Pool<Sqlite>>,
    pub(super) reader: Arc<Pool<Sqlite>>,
    pub(super) lists: Arc<Pool<Sqlite>>,
}

/// Opens connections to a file.
#[derive(Debug)]
struct File(SqliteConnectOptions);

#[async_trait]
impl Connector<Sqlite> for File {
    async fn connect(&self) -> sqlx::Result<SqliteConnection> {
        self.0.connect().await
    }
}

/// Opens the database file at a URL and, depending on the settings, creates or migrates it.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(super) async fn open(url: &str, settings: &Settings) -> Result<Pools, OpenError> {
    let options = file(url)?.foreign_keys(true).busy_timeout(settings.acquire_timeout);
    let pool = |options: &SqliteConnectOptions, count| {
        // Connections to a file need not be renewed.
        let limits = Limits { connections: count, acquire: settings.acquire_timeout, loan: None, lifetime: None };
        Pool::new(Arc::new(File(options.clone())), limits)
    };
    if settings.schema == Schema::ReadOnly {
        let options = read_only_options(options).await?;
        let (reader, lists) = (pool(&options, READERS), pool(&options, LISTS));
        return Ok(Pools { writer: Arc::clone(&reader), reader, lists });
    }
    create_folder_of(options.get_filename())?;
    private_file::create_or_tighten(options.get_filename());
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Deleted data is overwritten, including remains from earlier page splits.
        .pragma("secure_delete", "on");
    let mut connection = bring_up_to_date(&writing, settings.schema).await?;
    // The journals of statements, which undo a statement of several rows that fails halfway. By default they take chunks
    // of 64 KiB and go to a file when they are longer; in memory they take chunks of 1 KiB, which costs less
    // (docs/benchmarks.md, "Next to the most expensive requests"). Only from here on: a migration changes whole tables
    // in one statement.
    connection.execute("pragma temp_store = memory").await.map_err(StoreError::from)?;
    let storing = writing.pragma("temp_store", "memory");
    let reading = options.read_only(true);
    let pools = Pools { writer: pool(&storing, 1), reader: pool(&reading, READERS), lists: pool(&reading, LISTS) };
    pools.writer.adopt(connection);
    Ok(pools)
}

/// The connection options for the file in a URL.
fn file(url: &str) -> Result<SqliteConnectOptions, OpenError> {
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(OpenError::InMemory);
    }
    if url.contains('?') {
        return Err(OpenError::Address("an SQLite path has no parameters".to_owned()));
    }
    let options = SqliteConnectOptions::from_str(url).map_err(OpenError::address)?;
    match options.get_filename().file_name() {
        Some(_) => Ok(options),
        None => Err(OpenError::Address("expected the path of an SQLite file".to_owned())),
    }
}

fn create_folder_of(file: &Path) -> Result<(), OpenError> {
    match file.parent() {
        Some(folder) => {
            private_file::create_folder(folder).map_err(|why| OpenError::Folder { folder: folder.to_owned(), why })
        }
        None => Err(OpenError::Address("expected the path of an SQLite file".to_owned())),
    }
}

/// The options to read a file without writing. If the files next to it cannot be opened, as on a read-only medium, the
/// file is assumed to be immutable.
async fn read_only_options(options: SqliteConnectOptions) -> Result<SqliteConnectOptions, OpenError> {
    let options = options.read_only(true);
    let applied = async |options: &SqliteConnectOptions| applied(&mut options.connect().await?).await;
    match applied(&options).await {
        Err(error) if cannot_open_files(&error) && has_empty_log(options.get_filename()) => {
            let options = options.immutable(true);
            migrations::check(&applied(&options).await?)?;
            Ok(options)
        }
        applied => {
            migrations::check(&applied?)?;
            Ok(options)
        }
    }
}

/// Did SQLite fail to open the files next to the database?
fn cannot_open_files(error: &sqlx::Error) -> bool {
    const READONLY: i32 = 8;
    const CANTOPEN: i32 = 14;
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, READONLY | CANTOPEN))
}

/// Is the write-ahead log empty or missing, so that the file contains everything that was committed?
fn has_empty_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    file.exists() && std::fs::metadata(log).map_or(true, |log| log.len() == 0)
}

/// The versions of the migrations that were applied.
async fn applied(connection: &mut SqliteConnection) -> sqlx::Result<Vec<i64>> {
    const TABLE: &str = "select 1 from sqlite_master where type = 'table' and name = '_sqlx_migrations'";
    if connection.fetch_optional(sqlx::raw_sql(TABLE)).await?.is_none() {
        return Ok(Vec::new());
    }
    let rows = connection.fetch_all(sqlx::raw_sql(migrations::APPLIED)).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Migrates or checks the schema, as configured; returns the connection.
async fn bring_up_to_date(writing: &SqliteConnectOptions, schema: Schema) -> Result<SqliteConnection, OpenError> {
    match schema {
        Schema::Upgrade => migrate(writing).await,
        Schema::Checked | Schema::Unchecked | Schema::ReadOnly => {
            let mut connection = writing.clone().create_if_missing(false).connect().await.map_err(StoreError::from)?;
            if schema != Schema::Unchecked {
                migrations::check(&applied(&mut connection).await?)?;
            }
            Ok(connection)
        }
    }
}

/// Runs all migrations in one transaction, so that a second process that opens a new file waits.
async fn migrate(writing: &SqliteConnectOptions) -> Result<SqliteConnection, OpenError> {
    let mut connection = writing.connect().await.map_err(StoreError::from)?;
    let mut transaction = connection.begin_with(BEGIN).await.map_err(StoreError::from)?;
    migrations::of_sqlite().run(&mut *transaction).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(connection)
}

impl Dialect for Sqlite {
    /// SQLite allows one writer.
    const WRITERS: usize = 1;

    const BATCH_LIMIT: usize = 250;

    type Rows = Tuples;

    fn part_of(rows: usize) -> usize {
        tuples::part_of(rows)
    }

    /// A batch takes about a second, for which other writers wait.
    const REINDEX_BATCH: u32 = 8_000;

    /// A cross join is carried out in the order in which it is written.
    const LOOKUP: (&'static str, &'static str) = ("cross join ", "");

    const HORIZON: Option<&'static str> = None;

    const NAMES_IN_ROWS: bool = false;

    /// Transactions that write never run concurrently.
    const FOR_UPDATE: &'static str = "";

    const SKIP_LOCKED: &'static str = "";

    async fn limit(connection: &mut SqliteConnection, limit: Duration) -> sqlx::Result<Deadline> {
        let (deadline, may_go_on) = Deadline::new(limit);
        connection.lock_handle().await?.set_progress_handler(PROGRESS_INTERVAL, may_go_on);
        Ok(deadline)
    }

    type Time = i64;

    fn time(time: DateTime<Utc>) -> i64 {
        time.timestamp_micros()
    }

    fn utc(time: i64) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(time)
    }

    /// Without a number, which would be a parameter name. SQLite searches its list of names for each argument, which
    /// takes longer than binding for a statement with a thousand arguments.
    fn placeholder(sql: &mut String, _number: usize) {
        sql.push('?');
    }

    fn add<T: Column>(arguments: &mut SqliteArguments, value: T) -> Result<(), BoxDynError> {
        Arguments::add(arguments, value)
    }

    fn get<T: Column>(row: &SqliteRow, index: usize) -> sqlx::Result<T> {
        row.try_get(index)
    }

    async fn rows(
        connection: &mut SqliteConnection,
        sql: String,
        arguments: SqliteArguments,
    ) -> sqlx::Result<Vec<SqliteRow>> {
        sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).fetch_all(connection).await
    }

    async fn execute(connection: &mut SqliteConnection, sql: String, arguments: SqliteArguments) -> sqlx::Result<u64> {
        Ok(sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).execute(connection).await?.rows_affected())
    }

    async fn begin(connection: &mut SqliteConnection) -> sqlx::Result<Atomic<'_, Sqlite>> {
        Ok(Atomic::Transaction(connection.begin_with(BEGIN).await?))
    }

    /// Never called, since loans of SQLite are not transactions.
    async fn end_savepoint(_connection: &mut SqliteConnection, _commit: bool) -> sqlx::Result<()> {
        Err(sqlx::Error::InvalidSavePointStatement)
    }

    /// Truncates the write-ahead log, which may still contain deleted rows; in the file they are overwritten with
    /// zeros. Active readers can prevent this; a later checkpoint then does it.
    async fn purge(connection: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query("pragma wal_checkpoint(truncate)").fetch_all(connection).await?;
        Ok(())
    }

    async fn ready(writer: &Arc<Pool<Sqlite>>, reader: &Arc<Pool<Sqlite>>) -> Result<(), StoreError> {
        let mut connection = reader.acquire().await?;
        let done = Statement::<Sqlite>::new("select 1").rows(&mut connection).await.map(drop);
        connection.finish(Some(done.map_err(StoreError::from))).await?;
        if writer.health().write_failed_within(Duration::MAX) {
            let mut connection = writer.acquire().await?;
            let done = try_write(&mut connection).await.map_err(StoreError::from);
            connection.finish(Some(done)).await?;
            writer.health().note_write(false);
        }
        Ok(())
    }

    fn blocks_writes(outcome: &Outcome) -> bool {
        matches!(outcome, Err(StoreError::Unavailable(outage)) if outage.cause != OutageCause::Locked)
    }

    fn pools(writer: &Pool<Sqlite>, reader: &Pool<Sqlite>) -> Vec<PoolUsage> {
        vec![writer.usage("writer"), reader.usage("reader")]
    }

    fn is_queued(_entry: &Entry) -> bool {
        true
    }

    /// Rejections are rare. Only after one does each write get its own savepoint.
    async fn store(connection: &mut SqliteConnection, entries: &[Entry]) -> Vec<Outcome> {
        match store_all(connection, entries).await {
            Ok(true) => return entries.iter().map(|_| Ok(Written::Stored)).collect(),
            // An error such as a full disk has ended the transaction, of which the driver is unaware.
            Err(error @ StoreError::Unavailable(_)) => return entries.iter().map(|_| Err(error.clone())).collect(),
            Ok(false) | Err(StoreError::Broken(_)) => {}
        }
        let outcomes = store_each(connection, entries).await;
        outcomes.unwrap_or_else(|error| entries.iter().map(|_| Err(error.clone())).collect())
    }
}

/// Writes to the file without changing anything.
async fn try_write(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let version: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *connection).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("pragma user_version = {version}"))).execute(connection).await?;
    Ok(())
}

/// Stores writes in one transaction. False if one was rejected; none is stored then.
async fn store_all(connection: &mut SqliteConnection, entries: &[Entry]) -> Result<bool, StoreError> {
    let plain: Vec<_> = entries.iter().filter_map(batch::plain).collect();
    if plain.len() == entries.len() {
        return batch::store_alone(connection, &plain).await;
    }
    let mut transaction = connection.begin_with(BEGIN).await?;
    if !batch::store(&mut transaction, &plain).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    for entry in entries.iter().filter(|entry| batch::plain(entry).is_none()) {
        match store(&mut transaction, entry).await? {
            Written::Stored => (),
            Written::CommitmentNotUsable | Written::Repeated | Written::VersionConflict | Written::Taken(_) => {
                transaction.rollback().await?;
                return Ok(false);
            }
        }
    }
    transaction.commit().await?;
    Ok(true)
}

/// Stores writes in one transaction, except those that are rejected.
async fn store_each(connection: &mut SqliteConnection, entries: &[Entry]) -> Result<Vec<Outcome>, StoreError> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let mut outcomes = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut savepoint = transaction.begin().await?;
        match store(&mut savepoint, entry).await {
            Ok(Written::Stored) => {
                savepoint.commit().await?;
                outcomes.push(Ok(Written::Stored));
            }
            // An error such as a full disk has ended the transaction.
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            rejected => {
                savepoint.rollback().await?;
                outcomes.push(rejected);
            }
        }
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Stores a write. Unless the outcome is [`Written::Stored`], the caller must roll back.
async fn store(transaction: &mut SqliteConnection, entry: &Entry) -> Outcome {
    match entry {
        Entry::Game(write) => store_game(transaction, write).await,
        Entry::Spread(write) => spread_writes::store::<Sqlite>(transaction, write).await,
        Entry::Table(write) => table_writes::update::<Sqlite>(transaction, write).await,
    }
}

async fn store_game(transaction: &mut SqliteConnection, write: &Write) -> Outcome {
    let record = &write.game.record;
    if let Some(idempotency_key) = &write.idempotency_key
        && !idempotency::add::<Sqlite>(transaction, idempotency_key, write.created()).await?
    {
        return Ok(Written::Repeated);
    }
    if let Some(commitment) = record.commitment() {
        let mut statement = Statement::<Sqlite>::new("");
        commitments::use_up(&mut statement, commitment, record, write.now);
        if statement.execute(transaction).await? == 0 {
            return Ok(Written::CommitmentNotUsable);
        }
    }
    whole_game::insert::<Sqlite>(transaction, &write.game, &write.reading).await
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    const ENDLESS: &str =
        "with recursive n (i) as (select 1 union all select i + 1 from n) select max(i) from n where i < 0";

    async fn connection() -> SqliteConnection {
        SqliteConnection::connect("sqlite::memory:").await.expect("a connection")
    }

    #[tokio::test]
    async fn journals_of_statements_stay_in_memory_on_each_connection_that_writes() {
        const MEMORY: i64 = 2;
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("arcana.db").display());
        let pools = open(&url, &Settings::default()).await.expect("a database");
        // The connection that migrated, and one that replaces it.
        for _ in 0..2 {
            let mut writer = pools.writer.acquire().await.expect("a connection");
            let place: i64 = sqlx::query_scalar("pragma temp_store").fetch_one(&mut *writer).await.expect("a setting");
            assert_eq!(place, MEMORY);
            writer.close();
        }
    }

    #[tokio::test]
    async fn a_statement_that_takes_too_long_is_interrupted() {
        let mut connection = connection().await;
        let deadline = Sqlite::limit(&mut connection, Duration::from_millis(20)).await.expect("a deadline");
        let interrupted = connection.execute(ENDLESS).await.map_err(StoreError::from);
        assert!(matches!(interrupted, Err(StoreError::Unavailable(_))), "{interrupted:?}");
        deadline.done();
        connection.execute("select 1").await.expect("the next one");
    }

    #[tokio::test]
    async fn a_statement_whose_future_was_dropped_is_interrupted() {
        let mut connection = connection().await;
        let endless = async {
            let deadline = Sqlite::limit(&mut connection, Duration::from_secs(3600)).await.expect("a deadline");
            let done = connection.execute(ENDLESS).await;
            deadline.done();
            done
        };
        timeout(Duration::from_millis(50), endless).await.expect_err("it has no end");
        let deadline =
            Sqlite::limit(&mut connection, Duration::from_secs(3600)).await.expect("the first one was interrupted");
        connection.execute("select 1").await.expect("the next one");
        deadline.done();
    }
}
