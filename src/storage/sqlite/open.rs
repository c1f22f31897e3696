//! How a file of SQLite is opened and created.

use std::{
    io::{self, ErrorKind},
    os::unix::fs::MetadataExt,
    path::Path,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use sqlx::{
    ConnectOptions, Connection, Executor, Row, Sqlite, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::time::sleep;

use super::{private_file, store::BEGIN};
use crate::{
    service::store::{OutageCause, StoreError},
    storage::{
        open_error::OpenError,
        pool::{Limits, Pool, connector::Connector},
        schema::{self, Found},
        settings::{Schema, Settings},
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

/// Opens connections to a file.
#[derive(Debug)]
struct File {
    options: SqliteConnectOptions,
    /// The file when the service opened it; `None` if it is only read, and may be replaced.
    opened: Option<FileId>,
    /// Whether it is checked for each loan, since it is written to: what is written to a file that was moved or deleted
    /// would be lost.
    writes: bool,
}

impl File {
    fn check(&self) -> sqlx::Result<()> {
        let Some(opened) = self.opened else { return Ok(()) };
        match FileId::of(self.options.get_filename()) {
            Ok(found) if found == opened => Ok(()),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            Ok(_) | Err(_) => Err(moved()),
        }
    }
}

#[async_trait]
impl Connector<Sqlite> for File {
    /// Open connections go on with the file that they have; a new one must not get another file.
    async fn connect(&self) -> sqlx::Result<SqliteConnection> {
        self.check()?;
        let connection = self.options.connect().await?;
        self.check()?;
        Ok(connection)
    }

    fn check_place(&self) -> sqlx::Result<()> {
        if self.writes { self.check() } else { Ok(()) }
    }

    /// A lock of another program too: as long as it is held.
    fn blocks_writes(&self, _cause: OutageCause) -> bool {
        true
    }
}

/// Device and inode of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId(u64, u64);

impl FileId {
    /// The file at a path.
    fn of(path: &Path) -> io::Result<FileId> {
        let file = std::fs::metadata(path)?;
        Ok(FileId(file.dev(), file.ino()))
    }
}

fn moved() -> sqlx::Error {
    let why = "the database file was moved, replaced or deleted while it is open: put it back";
    sqlx::Error::Io(io::Error::new(ErrorKind::NotFound, why))
}

/// Opens the database file at a URL and, depending on the settings, creates it.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn open(url: &str, settings: &Settings) -> Result<Pools, OpenError> {
    let options = file(url)?.foreign_keys(true).busy_timeout(settings.acquire_timeout);
    let pool = |options: &SqliteConnectOptions, count, opened, writes| {
        // Connections to a file need not be renewed.
        let limits = Limits { connections: count, acquire: settings.acquire_timeout, loan: None, lifetime: None };
        Pool::new(Arc::new(File { options: options.clone(), opened, writes }), limits)
    };
    let needs_file = settings.schema != Schema::Create;
    if needs_file && !options.get_filename().exists() {
        return Err(OpenError::NoFile);
    }
    if settings.schema == Schema::ReadOnly {
        let options = read_only_options(options).await?;
        let (reader, lists) = (pool(&options, READERS, None, false), pool(&options, LISTS, None, false));
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
    let (mut connection, created) = ensure_schema(&writing, settings).await?;
    private_file::tighten_all(options.get_filename());
    // The journals of statements, which undo a statement of several rows that fails halfway. By default they take
    // chunks of 64 KiB and go to a file when they are longer; in memory they take chunks of 1 KiB, which costs less
    // (docs/benchmarks.md, "Next to the most expensive requests").
    connection.execute("pragma temp_store = memory").await.map_err(StoreError::from)?;
    let storing = writing.pragma("temp_store", "memory");
    let reading = options.read_only(true);
    let opened = Some(FileId::of(storing.get_filename()).map_err(|error| StoreError::from(sqlx::Error::from(error)))?);
    let pools = Pools {
        writer: pool(&storing, 1, opened, true),
        reader: pool(&reading, READERS, opened, false),
        lists: pool(&reading, LISTS, opened, false),
        created,
    };
    pools.writer.adopt(connection);
    Ok(pools)
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
    let recorded = connection.fetch_optional(sqlx::raw_sql(schema::RECORDED)).await?;
    recorded.map_or(Ok(Found::Unnumbered), |row| row.try_get(0).map(Found::Version))
}

/// Creates or checks the schema, as configured; returns the connection and whether it was created.
async fn ensure_schema(
    writing: &SqliteConnectOptions,
    settings: &Settings,
) -> Result<(SqliteConnection, bool), OpenError> {
    match settings.schema {
        Schema::Create => create(writing, settings.acquire_timeout).await,
        Schema::Existing | Schema::ReadOnly => {
            let mut connection = writing.clone().create_if_missing(false).connect().await.map_err(StoreError::from)?;
            found(&mut connection).await?.require()?;
            Ok((connection, false))
        }
    }
}

/// Creates the schema if there is none; tries again while the file is locked. Of two processes that open a new file at the
/// same time, one can find it locked while the other one sets the mode of its journal, for which SQLite does not wait.
async fn create(writing: &SqliteConnectOptions, timeout: Duration) -> Result<(SqliteConnection, bool), OpenError> {
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
async fn try_create(writing: &SqliteConnectOptions) -> Result<(SqliteConnection, bool), OpenError> {
    let mut connection = writing.connect().await.map_err(StoreError::from)?;
    let mut transaction = connection.begin_with(BEGIN).await.map_err(StoreError::from)?;
    let is_missing = found(&mut transaction).await?.is_missing()?;
    if is_missing {
        transaction.execute(sqlx::raw_sql(schema::SQLITE)).await.map_err(StoreError::from)?;
    }
    transaction.commit().await.map_err(StoreError::from)?;
    Ok((connection, is_missing))
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
            writer.close();
        }
    }
}
