//! What the databases' errors mean.

use sqlx::{postgres::PgDatabaseError, sqlite::SqliteError};

use super::{postgres, sqlite};
use crate::service::store::StoreError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if may_pass(&error) {
            StoreError::Unavailable(error.to_string())
        } else {
            StoreError::Broken(error.to_string())
        }
    }
}

/// Something is stored that cannot be.
pub(super) fn damaged(what: &str) -> StoreError {
    StoreError::Broken(format!("a stored row is damaged: {what}"))
}

/// Is this no fault of the data or of a statement, so that the same may succeed later?
fn may_pass(error: &sqlx::Error) -> bool {
    use sqlx::Error::{BeginFailed, Database, Io, PoolClosed, PoolTimedOut, Tls, WorkerCrashed};
    match error {
        Database(error) => {
            if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
                postgres::may_pass(error)
            } else {
                error.try_downcast_ref::<SqliteError>().is_some_and(sqlite::may_pass)
            }
        }
        Io(_) | Tls(_) | PoolTimedOut | PoolClosed | WorkerCrashed | BeginFailed => true,
        _ => false,
    }
}
