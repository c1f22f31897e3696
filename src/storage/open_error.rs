//! Errors in opening a database.

use std::{io, path::PathBuf};

use sqlx::migrate::MigrateError;

use super::error::is_lock_timeout;
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
    /// A newer release has changed the schema.
    #[error("the database has schema {0} of a newer release, which this release does not support")]
    NewerSchema(i64),
    /// A migration is missing in the schema.
    #[error("the database schema lacks migration {0}: run `arcana migrate`")]
    OlderSchema(i64),
    /// A migration is missing, and the server is read-only.
    #[error("the database schema lacks migration {0}, and the server accepts no writes (transaction_read_only is on)")]
    CannotUpgrade(i64),
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
    /// Another session uses a table that a migration changes.
    #[error(
        "cannot upgrade the database schema: another session (a dump, a long transaction) holds a lock on a table; \
         nothing was changed: try again when it has ended"
    )]
    Locked,
    /// A new database has an encoding that cannot represent all names.
    #[error("the database has the encoding {0}: create it with `encoding 'UTF8'`")]
    Encoding(String),
    /// The connections lack properties that the statements rely on.
    #[error("{0}")]
    Pooler(String),
    /// The schema cannot be migrated.
    #[error("cannot upgrade the database schema: {0}")]
    Schema(String),
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

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> OpenError {
        if let MigrateError::VersionMissing(version) = error {
            return OpenError::NewerSchema(version);
        }
        if let MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _) = &error
            && is_lock_timeout(cause)
        {
            return OpenError::Locked;
        }
        if let MigrateError::Execute(error) = error {
            return error.into();
        }
        OpenError::Schema(error.to_string())
    }
}
