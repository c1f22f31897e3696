//! Errors in opening a database.

use std::{io, path::PathBuf};

use crate::service::store::StoreError;

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
