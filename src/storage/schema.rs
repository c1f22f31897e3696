//! The schema of a database: one script for each kind of database, run where there is none yet.

use sqlx::SqlStr;

use super::open_error::OpenError;

/// Creates all tables of Postgres.
pub(super) const POSTGRES: SqlStr = SqlStr::from_static(include_str!("../../schema/postgres.sql"));

/// Creates all tables of SQLite.
pub(super) const SQLITE: SqlStr = SqlStr::from_static(include_str!("../../schema/sqlite.sql"));

/// The number that both scripts record. One that makes other tables gets another number.
const VERSION: i64 = 3;

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
