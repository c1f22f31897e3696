//! How a database is opened: the settings, the schema that is run where there is none yet, and what can be wrong.

use std::{io, path::PathBuf, time::Duration};

use sqlx::SqlStr;

use crate::service::store::StoreError;

/// Settings of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Maximum number of connections to Postgres.
    pub connections: u32,
    /// Timeout for getting a connection, and on SQLite for a lock held by another process.
    pub acquire_timeout: Duration,
    /// Statement timeout of Postgres.
    pub statement_timeout: Duration,
    /// Time that Postgres has to answer a check. It is down after that, and half as much again to open a connection.
    pub answer_timeout: Duration,
    /// The pooler in front of Postgres.
    pub pooler: Pooler,
    /// How the schema is handled.
    pub schema: Schema,
    /// URL of a read replica.
    pub read_url: Option<String>,
}

/// How the schema is handled when a database is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// Create it in an empty database, unless the server is read-only.
    #[default]
    Create,
    /// Fail if there is none.
    Existing,
    /// Fail if there is none, and write nothing: the database may be a standby or a read-only file.
    ReadOnly,
}

/// The pooler in front of Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooler {
    /// None, or one that keeps a session per connection.
    #[default]
    None,
    /// One that assigns sessions per transaction: PgBouncer with `pool_mode = transaction`.
    Transaction,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(1),
            pooler: Pooler::None,
            read_url: None,
            schema: Schema::Create,
        }
    }
}

/// Creates all tables of Postgres.
pub(super) const POSTGRES: SqlStr = SqlStr::from_static(POSTGRES_TEXT);

/// Its text.
pub(super) const POSTGRES_TEXT: &str = include_str!("../../schema/postgres.sql");

/// Creates all tables of SQLite.
pub(super) const SQLITE: SqlStr = SqlStr::from_static(include_str!("../../schema/sqlite.sql"));

/// The number that both scripts record. One that makes other tables gets another number.
const VERSION: i64 = 6;

/// Selects the number of the schema.
pub(super) const RECORDED: &str = "select version from arcana_schema";

/// What a database contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No tables of ours.
    Nothing,
    /// The tables of the schema with this number.
    Version(i64),
    /// Tables that no release from 0.2.0 on has made.
    Unnumbered,
}

impl Found {
    /// Whether the schema is to be created.
    ///
    /// # Errors
    /// `OtherRelease`.
    pub(super) fn is_missing(self) -> Result<bool, OpenError> {
        match self {
            Found::Nothing => Ok(true),
            Found::Version(VERSION) => Ok(false),
            Found::Version(other) => {
                Err(OpenError::OtherRelease(format!("it has schema {other}, and this release has schema {VERSION}")))
            }
            Found::Unnumbered => {
                Err(OpenError::OtherRelease("its schema has no number, as in release 0.1.0".to_owned()))
            }
        }
    }

    /// Checks that there is the schema of this release.
    ///
    /// # Errors
    /// `NoSchema`, `OtherRelease`.
    pub(super) fn require(self) -> Result<(), OpenError> {
        if self.is_missing()? { Err(OpenError::NoSchema) } else { Ok(()) }
    }
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The scheme of the URL is not supported.
    #[error("`{0}` is not a supported database: expected `sqlite://path` or `postgres://…`")]
    Scheme(String),
    /// The URL is malformed.
    #[error("the database URL is malformed: {0}")]
    Address(String),
    /// Only Postgres has replicas.
    #[error("--read-database-url: only with a Postgres database")]
    NoReplica,
    /// A database in memory would lose data that was reported as stored.
    #[error("an in-memory SQLite database is not supported: expected a file, as in `sqlite://data/arcana.db`")]
    InMemory,
    /// The folder of the database file does not exist and cannot be created.
    #[error("cannot create the folder {}: {why}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        why: io::Error,
    },
    /// What is to be done needs an existing file.
    #[error("there is no such file")]
    NoFile,
    /// The tables are those of another release.
    #[error(
        "the database was made by another release ({0}): export its games with that release (`arcana export`), and \
         import the file here (`arcana import`) into a new database"
    )]
    OtherRelease(String),
    /// There are no tables yet, and nothing is created here.
    #[error("the database is empty: `arcana migrate` creates its tables")]
    NoSchema,
    /// The role may not use a table.
    #[error(
        "the role in the database URL lacks the right to {right} in `{table}`: grant select, insert, update and delete \
         in all tables, as in docs/operation/upgrades.md"
    )]
    MissingRight {
        /// The table.
        table: String,
        /// The right.
        right: String,
    },
    /// A new database has an encoding that cannot represent all names.
    #[error("the database has the encoding {0}: create it with `encoding 'UTF8'`")]
    Encoding(String),
    /// The connections lack properties that the statements rely on.
    #[error("{0}")]
    Pooler(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OpenError {
    pub(super) fn address(error: sqlx::Error) -> OpenError {
        OpenError::Address(error.to_string())
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> OpenError {
        if let sqlx::Error::Configuration(sentence) = error {
            return OpenError::Pooler(sentence.to_string());
        }
        OpenError::Store(error.into())
    }
}
