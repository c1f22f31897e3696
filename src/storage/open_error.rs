//! Why a database was not opened.

use std::{io, path::PathBuf};

use sqlx::migrate::MigrateError;

use crate::service::store::StoreError;

/// Why a database was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No database is meant by such an address.
    #[error("`{0}` is not a supported database: expected `sqlite://path` or `postgres://…`")]
    Scheme(String),
    /// The address is not well-formed.
    #[error("the database URL is malformed: {0}")]
    Address(String),
    /// A database in memory would forget what was answered as stored.
    #[error("an in-memory SQLite database is not supported: expected a file, as in `sqlite://data/arcana.db`")]
    InMemory,
    /// The folder of the database file is not there and cannot be made.
    #[error("cannot create the folder {}: {why}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What hindered.
        why: io::Error,
    },
    /// A newer release has changed the schema.
    #[error("the database has schema {0} of a newer release, which this release does not support")]
    NewerSchema(i64),
    /// The schema lacks a step.
    #[error("the database schema lacks migration {0}: run `arcana migrate`")]
    OlderSchema(i64),
    /// The connections do not have what is relied on.
    #[error("{0}")]
    Pooler(String),
    /// The schema cannot be brought up to date.
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
        if let MigrateError::Execute(error) = error {
            return error.into();
        }
        OpenError::Schema(error.to_string())
    }
}
