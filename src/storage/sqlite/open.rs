//! How a file of SQLite is opened and created.

use std::{
    future::ready,
    path::Path,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{
    ConnectOptions, Connection, Executor, Row, Sqlite, SqliteConnection,
    pool::PoolOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::time::sleep;

use super::{BEGIN, private_file};
use crate::{
    service::store::{OutageCause, StoreError},
    storage::{
        opening::{self, Found, OpenError, Schema, Settings},
        pool::{Limits, OpenFile, Pool},
    },
};

/// Maximum number of connections that read.
const READERS: u32 = 4;

/// Time after which a locked file is tried again when it is opened.
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// Maximum number of connections that fetch lists.
pub(in crate::storage) const LISTS: u32 = 3;

/// The pools of a database: one connection that writes, a few that read, and a few for lists only.
pub(in crate::storage) struct Pools {
    pub(in crate::storage) writer: Arc<Pool<Sqlite>>,
    pub(in crate::storage) reader: Arc<Pool<Sqlite>>,
    pub(in crate::storage) lists: Arc<Pool<Sqlite>>,
    /// Whether the schema was created at opening.
    pub(in crate::storage) created: bool,
}

/// What the connections of a pool are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
}

/// Opens the database file at a URL and, depending on the settings, creates it.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn open(url: &str, settings: &Settings) -> Result<Pools, OpenError> {
    let options = file(url)?.foreign_keys(true).busy_timeout(settings.acquire_timeout);
    let needs_file = settings.schema != Schema::Create;
    if needs_file && !options.get_filename().exists() {
        return Err(OpenError::NoFile);
    }
    if settings.schema == Schema::ReadOnly {
        let options = read_only_options(options).await?;
        // It may be replaced.
        let [reader, lists] = [READERS, LISTS].map(|count| pool(&options, count, Mode::Read, None, settings));
        return Ok(Pools { writer: Arc::clone(&reader), reader, lists, created: false });
    }
    create_folder_of(options.get_filename())?;
    private_file::create(options.get_filename());
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Deleted data is overwritten, but for what balancing pages leaves in their free part (docs/operation).
        .pragma("secure_delete", "on");
    let created = ensure_schema(&writing, settings).await?;
    private_file::tighten_all(options.get_filename());
    // The journals of statements, which undo a statement of several rows that fails halfway. By default they take
    // chunks of 64 KiB and go to a file when they are longer; in memory they take chunks of 1 KiB, which costs less.
    let storing = writing.create_if_missing(false).pragma("temp_store", "memory");
    let reading = options.read_only(true);
    let opened = OpenFile::at(storing.get_filename()).map_err(|error| StoreError::from(sqlx::Error::from(error)))?;
    let writer = pool(&storing, 1, Mode::Write, Some(&opened), settings);
    let [reader, lists] = [READERS, LISTS].map(|count| pool(&reading, count, Mode::Read, Some(&opened), settings));
    Ok(Pools { writer, reader, lists, created })
}

/// A pool of connections to a file. Open connections go on with the file that they have; a new one must not get another.
fn pool(
    options: &SqliteConnectOptions,
    connections: u32,
    mode: Mode,
    opened: Option<&OpenFile>,
    settings: &Settings,
) -> Arc<Pool<Sqlite>> {
    let limits = Limits { connections, acquire: settings.acquire_timeout, loan: None };
    let file = opened.cloned();
    // Connections to a file need not be renewed.
    let open = PoolOptions::new()
        .max_lifetime(None)
        .after_connect(move |_, _| Box::pin(ready(file.as_ref().map_or(Ok(()), OpenFile::check))))
        // After a disk error SQLite ends a transaction on its own, and the driver still counts it.
        .before_acquire(|connection: &mut SqliteConnection, _| Box::pin(ready(Ok(!connection.is_in_transaction()))));
    let mut pool = Pool::new(open, options.clone(), limits, Arc::default());
    pool.file = opened.cloned();
    pool.writes = mode == Mode::Write;
    Arc::new(pool)
}

/// Creates the schema in the file at a URL if it is empty; returns whether it was.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn migrate(url: &str, settings: &Settings) -> Result<bool, OpenError> {
    let Pools { writer, reader, lists, created } = open(url, settings).await?;
    for pool in [lists, reader, writer] {
        pool.close().await;
    }
    Ok(created)
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
        Some(_) if options.get_filename().is_dir() => {
            Err(OpenError::Address("expected the path of an SQLite file, and found a folder".to_owned()))
        }
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
    let found = async |options: &SqliteConnectOptions| found(&mut options.connect().await?).await;
    match found(&options).await {
        Err(error) if cannot_open_files(&error) && has_empty_log(options.get_filename()) => {
            let options = options.immutable(true);
            found(&options).await?.require()?;
            Ok(options)
        }
        found => {
            found?.require()?;
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

/// What the file contains.
async fn found(connection: &mut SqliteConnection) -> sqlx::Result<Found> {
    const TABLES: &str =
        "select name = 'arcana_schema' from sqlite_master where type = 'table' order by 1 desc limit 1";
    let Some(row) = connection.fetch_optional(sqlx::raw_sql(TABLES)).await? else { return Ok(Found::Nothing) };
    if !row.try_get::<bool, _>(0)? {
        return Ok(Found::Unnumbered);
    }
    let recorded = connection.fetch_optional(sqlx::raw_sql(opening::RECORDED)).await?;
    recorded.map_or(Ok(Found::Unnumbered), |row| row.try_get(0).map(Found::Version))
}

/// Creates or checks the schema, as configured; returns whether it was created.
async fn ensure_schema(writing: &SqliteConnectOptions, settings: &Settings) -> Result<bool, OpenError> {
    match settings.schema {
        Schema::Create => create(writing, settings.acquire_timeout).await,
        Schema::Existing | Schema::ReadOnly => {
            let mut connection = writing.clone().create_if_missing(false).connect().await.map_err(StoreError::from)?;
            found(&mut connection).await?.require()?;
            connection.close().await.map_err(StoreError::from)?;
            Ok(false)
        }
    }
}

/// Creates the schema if there is none; tries again while the file is locked. Of two processes that open a new file at the
/// same time, one can find it locked while the other one sets the mode of its journal, for which SQLite does not wait.
async fn create(writing: &SqliteConnectOptions, timeout: Duration) -> Result<bool, OpenError> {
    let deadline = Instant::now() + timeout;
    loop {
        match try_create(writing).await {
            Err(OpenError::Store(StoreError::Unavailable(outage)))
                if outage.cause == OutageCause::Locked && Instant::now() < deadline =>
            {
                sleep(RETRY_DELAY).await;
            }
            created => return created,
        }
    }
}

/// Creates the schema in one transaction, so that a second process that opens a new file waits.
async fn try_create(writing: &SqliteConnectOptions) -> Result<bool, OpenError> {
    let mut connection = writing.connect().await.map_err(StoreError::from)?;
    let mut transaction = connection.begin_with(BEGIN).await.map_err(StoreError::from)?;
    let is_missing = found(&mut transaction).await?.is_missing()?;
    if is_missing {
        transaction.execute(sqlx::raw_sql(opening::SQLITE)).await.map_err(StoreError::from)?;
    }
    transaction.commit().await.map_err(StoreError::from)?;
    connection.close().await.map_err(StoreError::from)?;
    Ok(is_missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn journals_of_statements_stay_in_memory_on_each_connection_that_writes() {
        const MEMORY: i64 = 2;
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("arcana.db").display());
        let pools = open(&url, &Settings::default()).await.expect("a database");
        // The connection that created it, and one that replaces it.
        for _ in 0..2 {
            let mut writer = pools.writer.acquire().await.expect("a connection");
            let place: i64 = sqlx::query_scalar("pragma temp_store").fetch_one(&mut *writer).await.expect("a setting");
            assert_eq!(place, MEMORY);
            // It is closed, since its work is not finished.
            drop(writer);
        }
    }
}
