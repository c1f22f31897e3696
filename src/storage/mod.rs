//! The databases: SQLite in a file of our own, or Postgres. One body of statements serves both.

mod commitments;
mod database;
mod dialect;
mod erasure;
mod error;
mod expiry;
mod games;
mod history;
mod idempotency;
mod inventory;
mod keys;
mod keyset;
mod migrations;
mod player_list;
mod pool;
mod postgres;
mod query;
mod read_replica;
mod readings;
mod secrets;
mod sqlite;
mod write_queue;

use std::{io, path::PathBuf, sync::Arc, time::Duration};

use sqlx::{Postgres, migrate::MigrateError};

use self::{
    database::Database,
    pool::{Pool, lists::Lists},
    read_replica::{Deleted, Replicated},
    write_queue::Queue,
};
use crate::service::store::{Store, StoreError};

/// How a database is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most connections to Postgres at once.
    pub connections: u32,
    /// How long a request waits for a connection, and on SQLite for another process that is writing.
    pub acquire_timeout: Duration,
    /// How long Postgres works on one statement.
    pub statement_timeout: Duration,
    /// What stands between the service and Postgres.
    pub pooler: Pooler,
    /// What is done about its schema.
    pub schema: Schema,
    /// The address of a copy that follows the database, which reads go to.
    pub read_url: Option<String>,
}

/// What is done about the schema when a database is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// It is made or brought up to date, unless the server takes no writes.
    #[default]
    Upgrade,
    /// It has to be up to date.
    Checked,
    /// Nobody looks.
    Unchecked,
    /// It has to be up to date, and nothing is written: the database may be a standby or a file that is read-only.
    ReadOnly,
}

/// What stands between the service and Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooler {
    /// Nothing, or a pooler that gives each connection a session of its own for as long as it lasts.
    #[default]
    None,
    /// A pooler that gives each transaction any session: PgBouncer with `pool_mode = transaction`.
    Transaction,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(10),
            pooler: Pooler::None,
            read_url: None,
            schema: Schema::Upgrade,
        }
    }
}

/// Why a database was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No database is meant by such an address.
    #[error("`{0}` is no kind of database: the address is `sqlite://path` or `postgres://…`")]
    Scheme(String),
    /// The address is not well-formed.
    #[error("the database's address is not well-formed: {0}")]
    Address(String),
    /// A database in memory would forget what was answered as stored.
    #[error("SQLite in memory keeps nothing: the address names a file, as in `sqlite://data/arcana.db`")]
    InMemory,
    /// The folder of the database file is not there and cannot be made.
    #[error("the folder {} cannot be made: {why}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What hindered.
        why: io::Error,
    },
    /// A newer release has changed the schema.
    #[error("the database has schema {0}, which a newer release made: this one does not know it")]
    NewerSchema(i64),
    /// The schema lacks a step.
    #[error("the database's schema lacks step {0}: bring it up to date with `arcana migrate`")]
    OlderSchema(i64),
    /// The connections do not have what is relied on.
    #[error("{0}")]
    Pooler(String),
    /// The schema cannot be brought up to date.
    #[error("the schema cannot be brought up to date: {0}")]
    Schema(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OpenError {
    fn address(error: sqlx::Error) -> OpenError {
        OpenError::Address(error.to_string())
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> OpenError {
        match error {
            sqlx::Error::Configuration(sentence) => OpenError::Pooler(sentence.to_string()),
            other => OpenError::Store(other.into()),
        }
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> OpenError {
        match error {
            MigrateError::VersionMissing(version) => OpenError::NewerSchema(version),
            MigrateError::Execute(error) => error.into(),
            other => OpenError::Schema(other.to_string()),
        }
    }
}

/// Opens the database at an address, made or brought up to date if need be.
///
/// # Errors
/// When the address is none, the database does not answer, or its schema is newer than this release.
pub async fn open(url: &str, settings: &Settings) -> Result<Arc<dyn Store>, OpenError> {
    let scheme = url.split(':').next().unwrap_or_default();
    match scheme {
        "postgres" | "postgresql" => {
            let primary = shared(postgres::open(url, settings).await?, settings);
            let Some(copy) = &settings.read_url else { return Ok(Arc::new(primary)) };
            let copy = shared(postgres::open_copy(copy, settings).await?, settings);
            Ok(Arc::new(Replicated { primary, copy, deleted: Deleted::default() }))
        }
        "sqlite" if settings.read_url.is_some() => {
            Err(OpenError::Address("SQLite has no copy to read from".to_owned()))
        }
        "sqlite" => {
            let sqlite::Pools { writer, reader, lists } = sqlite::open(url, settings).await?;
            let queue = Queue::new(Arc::clone(&writer), settings);
            let lists = Lists::new(lists, sqlite::LISTS, settings);
            Ok(Arc::new(Database { writer, reader, lists, queue }))
        }
        other => Err(OpenError::Scheme(other.to_owned())),
    }
}

/// A database of Postgres, whose connections write and read.
fn shared(both: Arc<Pool<Postgres>>, settings: &Settings) -> Database<Postgres> {
    let queue = Queue::new(Arc::clone(&both), settings);
    let lists = Lists::new(Arc::clone(&both), (settings.connections / 2).max(1), settings);
    Database { writer: Arc::clone(&both), reader: both, lists, queue }
}
