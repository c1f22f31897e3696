//! SQLite: what it does its own way.

mod batch;
mod private_file;

use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::{
    Arguments, ConnectOptions, Connection, Executor, Row, Sqlite, SqliteConnection,
    error::BoxDynError,
    sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous},
};

use super::{
    commitments,
    dialect::{Column, Dialect, Part},
    entry::Entry,
    idempotency, migrations,
    open_error::OpenError,
    outcome::{Outcome, Written},
    pool::{Limits, Pool, connector::Connector, deadline::Deadline},
    query::Statement,
    settings::{Schema, Settings},
    spread_writes, table_writes, whole_game,
};
use crate::service::store::{PoolUsage, StoreError, Write};

/// Waiting does not help a transaction that read first and then finds another one writing: it begins as a writer.
const BEGIN: &str = "begin immediate";

/// After this number of steps of its machine, about a millisecond, SQLite asks whether it may go on.
const STEPS: i32 = 10_000;

/// How many connections read at once, at most.
const READERS: u32 = 4;

/// How many connections fetch lists at once, at most.
pub(super) const LISTS: u32 = 3;

/// The connections of a database: one that writes, a few that only read, and a few for lists alone.
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

/// Opens the database file at this address, made if need be, and brings its schema up to date.
pub(super) async fn open(url: &str, settings: &Settings) -> Result<Pools, OpenError> {
    let options = file(url)?.foreign_keys(true).busy_timeout(settings.acquire_timeout);
    let connections = |options: &SqliteConnectOptions, count| {
        // A file has no reason to be closed while the service runs.
        let limits = Limits { connections: count, acquire: settings.acquire_timeout, loan: None, lifetime: None };
        Pool::new(Arc::new(File(options.clone())), limits)
    };
    if settings.schema == Schema::ReadOnly {
        let options = readable(options).await?;
        let (reader, lists) = (connections(&options, READERS), connections(&options, LISTS));
        return Ok(Pools { writer: Arc::clone(&reader), reader, lists });
    }
    make_folder(options.get_filename())?;
    private_file::create_or_tighten(options.get_filename());
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // What is deleted is overwritten, also where a page was split long before.
        .pragma("secure_delete", "on");
    let connection = bring_up_to_date(&writing, settings.schema).await?;
    let reading = options.read_only(true);
    let pools = Pools {
        writer: connections(&writing, 1),
        reader: connections(&reading, READERS),
        lists: connections(&reading, LISTS),
    };
    pools.writer.adopt(connection);
    Ok(pools)
}

/// The file that an address names; its folder is made.
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

fn make_folder(file: &Path) -> Result<(), OpenError> {
    match file.parent() {
        Some(folder) => {
            private_file::create_folder(folder).map_err(|why| OpenError::Folder { folder: folder.to_owned(), why })
        }
        None => Err(OpenError::Address("expected the path of an SQLite file".to_owned())),
    }
}

/// How the file is read without writing anything. Where not even the files beside it can be made, as on a medium that is
/// read-only, it is taken for one that nobody changes.
async fn readable(options: SqliteConnectOptions) -> Result<SqliteConnectOptions, OpenError> {
    let options = options.read_only(true);
    let applied = async |options: &SqliteConnectOptions| applied(&mut options.connect().await?).await;
    match applied(&options).await {
        Err(error) if is_beyond_reach(&error) && has_no_log(options.get_filename()) => {
            let options = options.immutable(true);
            migrations::check(&applied(&options).await?)?;
            Ok(options)
        }
        steps => {
            migrations::check(&steps?)?;
            Ok(options)
        }
    }
}

/// Can the files not be opened that SQLite keeps beside the database?
fn is_beyond_reach(error: &sqlx::Error) -> bool {
    const READONLY: i32 = 8;
    const CANTOPEN: i32 = 14;
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, READONLY | CANTOPEN))
}

/// Is all that was committed in the file itself?
fn has_no_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    file.exists() && std::fs::metadata(log).map_or(true, |log| log.len() == 0)
}

/// The steps that the schema has.
async fn applied(connection: &mut SqliteConnection) -> sqlx::Result<Vec<i64>> {
    const TABLE: &str = "select 1 from sqlite_master where type = 'table' and name = '_sqlx_migrations'";
    if connection.fetch_optional(sqlx::raw_sql(TABLE)).await?.is_none() {
        return Ok(Vec::new());
    }
    let rows = connection.fetch_all(sqlx::raw_sql(migrations::APPLIED)).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Sees to the schema as it was asked for.
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

/// All in one transaction, so that of two processes that open a new file one waits for the other.
async fn migrate(writing: &SqliteConnectOptions) -> Result<SqliteConnection, OpenError> {
    let mut connection = writing.connect().await.map_err(StoreError::from)?;
    let mut transaction = connection.begin_with(BEGIN).await.map_err(StoreError::from)?;
    migrations::of_sqlite().run(&mut *transaction).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(connection)
}

impl Dialect for Sqlite {
    /// There is one connection that writes.
    const WRITERS: usize = 1;

    const BATCH_LIMIT: usize = 250;

    /// Each statement goes to the connection's thread and back, whatever it has of rows.
    const BATCH_ROWS: &'static [usize] = &[64, 16, 4, 1];

    /// Other writers wait for them about a second.
    const REINDEX_BATCH: u32 = 8_000;

    const HORIZON: Option<&'static str> = None;

    const NAMES_IN_ROWS: bool = false;

    /// There is one transaction that writes.
    const FOR_UPDATE: &'static str = "";

    const SKIP_LOCKED: &'static str = "";

    async fn limit(connection: &mut SqliteConnection, limit: Duration) -> sqlx::Result<Deadline> {
        let (deadline, may_go_on) = Deadline::new(limit);
        connection.lock_handle().await?.set_progress_handler(STEPS, may_go_on);
        Ok(deadline)
    }

    type Time = i64;

    fn time(time: DateTime<Utc>) -> i64 {
        time.timestamp_micros()
    }

    fn utc(time: i64) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(time)
    }

    /// Without a name: SQLite keeps names in a list that is searched for each argument, which in a statement of a
    /// thousand arguments costs more than to bind them.
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

    async fn begin(connection: &mut SqliteConnection) -> sqlx::Result<Part<'_, Sqlite>> {
        Ok(Part::Transaction(connection.begin_with(BEGIN).await?))
    }

    /// No loan of SQLite is a transaction.
    async fn end_savepoint(_connection: &mut SqliteConnection, _keep: bool) -> sqlx::Result<()> {
        Err(sqlx::Error::InvalidSavePointStatement)
    }

    /// Deleted rows are overwritten with zeros in the file; what the write-ahead log still has of them goes when it is
    /// cut. Readers that are under way can keep it from that for a while: then the next checkpoint does it.
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

    fn shows_no_room(outcome: &Outcome) -> bool {
        matches!(outcome, Err(StoreError::Unavailable(why)) if !why.contains("locked"))
    }

    fn pools(writer: &Pool<Sqlite>, reader: &Pool<Sqlite>) -> Vec<PoolUsage> {
        vec![writer.usage("writer"), reader.usage("reader")]
    }

    fn waits(_entry: &Entry) -> bool {
        true
    }

    /// Nothing is refused as a rule: only when something is, each write gets a savepoint of its own.
    async fn store(connection: &mut SqliteConnection, entries: &[Entry]) -> Vec<Outcome> {
        match store_all(connection, entries).await {
            Ok(true) => return entries.iter().map(|_| Ok(Written::Stored)).collect(),
            // A disk that is full, say, has ended the transaction behind the driver's back.
            Err(error @ StoreError::Unavailable(_)) => return entries.iter().map(|_| Err(error.clone())).collect(),
            Ok(false) | Err(StoreError::Broken(_)) => {}
        }
        let outcomes = store_each(connection, entries).await;
        outcomes.unwrap_or_else(|error| entries.iter().map(|_| Err(error.clone())).collect())
    }
}

/// Writes something that changes nothing, down to the disk.
async fn try_write(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let version: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *connection).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("pragma user_version = {version}"))).execute(connection).await?;
    Ok(())
}

/// Stores writes in one transaction; false, and nothing is stored, when one of them is refused.
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
            Written::CommitmentNotUsable | Written::Repeated | Written::MovedOn | Written::Taken(_) => {
                transaction.rollback().await?;
                return Ok(false);
            }
        }
    }
    transaction.commit().await?;
    Ok(true)
}

/// Stores writes in one transaction and leaves out those that are refused.
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
            // A disk that is full, say, has ended the transaction.
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            refusal => {
                savepoint.rollback().await?;
                outcomes.push(refusal);
            }
        }
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Stores a write. Unless it is stored, what was done has to be taken back.
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
    async fn a_statement_that_takes_too_long_is_ended() {
        let mut connection = connection().await;
        let deadline = Sqlite::limit(&mut connection, Duration::from_millis(20)).await.expect("a deadline");
        let ended = connection.execute(ENDLESS).await.map_err(StoreError::from);
        assert!(matches!(ended, Err(StoreError::Unavailable(_))), "{ended:?}");
        deadline.done();
        connection.execute("select 1").await.expect("the next one");
    }

    #[tokio::test]
    async fn a_statement_that_nobody_waits_for_is_ended() {
        let mut connection = connection().await;
        let endless = async {
            let deadline = Sqlite::limit(&mut connection, Duration::from_secs(3600)).await.expect("a deadline");
            let done = connection.execute(ENDLESS).await;
            deadline.done();
            done
        };
        timeout(Duration::from_millis(50), endless).await.expect_err("it has no end");
        let deadline = Sqlite::limit(&mut connection, Duration::from_secs(3600)).await.expect("it has ended");
        connection.execute("select 1").await.expect("the next one");
        deadline.done();
    }
}
