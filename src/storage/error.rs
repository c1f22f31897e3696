//! Classifies database errors.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sqlx::{
    error::{DatabaseError, ErrorKind},
    postgres::PgDatabaseError,
    sqlite::SqliteError,
};

use crate::service::store::StoreError;

/// Postgres error codes for a duplicate and for an unknown prepared statement: a pooler has mixed up sessions.
pub(super) const STATEMENT_NAMES: [&str; 2] = ["42P05", "26000"];

/// Prefix of the error message if the disk of a Postgres server is full.
pub(super) const DISK_FULL: &str = "the disk is full";

/// The Postgres error code for a full disk. The server's own message is in its language.
const DISK_FULL_CODE: &str = "53100";

/// Number of temporary and of permanent errors since the start of the process.
static COUNTS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Number of temporary and of permanent errors since the start of the process.
pub(super) fn counts() -> [u64; 2] {
    [COUNTS[0].load(Relaxed), COUNTS[1].load(Relaxed)]
}

/// An error for a database that is not queried, or whose response took too long. It is counted like any other.
pub(super) fn unavailable(why: &str) -> StoreError {
    COUNTS[0].fetch_add(1, Relaxed);
    StoreError::Unavailable(why.to_owned())
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if is_transient(&error) {
            COUNTS[0].fetch_add(1, Relaxed);
            StoreError::Unavailable(if is_disk_full(&error) {
                format!("{DISK_FULL}: {error}")
            } else {
                error.to_string()
            })
        } else {
            // A duplicate id is the caller's error.
            COUNTS[1].fetch_add(u64::from(!is_conflict(&error)), Relaxed);
            StoreError::Broken(error.to_string())
        }
    }
}

/// Did a unique index reject the statement?
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.kind() == ErrorKind::UniqueViolation)
}

/// An error for damaged data.
pub(super) fn damaged(what: &str) -> StoreError {
    COUNTS[1].fetch_add(1, Relaxed);
    StoreError::Broken(format!("a stored row is damaged: {what}"))
}

fn is_disk_full(error: &sqlx::Error) -> bool {
    let error = error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    error.is_some_and(|error| error.code() == DISK_FULL_CODE)
}

/// Is the error temporary, so that a retry may succeed?
fn is_transient(error: &sqlx::Error) -> bool {
    use sqlx::Error::{BeginFailed, Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    if let Database(error) = error {
        return match error.try_downcast_ref::<PgDatabaseError>() {
            Some(error) => postgres_may_recover(error),
            None => error.try_downcast_ref::<SqliteError>().is_some_and(sqlite_may_recover),
        };
    }
    // A proxy without a server behind it closes connections, or sends messages that no server sends.
    matches!(error, Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed | BeginFailed)
}

/// Is this Postgres error temporary: shutdown, no space, timeout?
fn postgres_may_recover(error: &PgDatabaseError) -> bool {
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    let class = error.code().get(..2).unwrap_or_default();
    match class {
        // connection, transaction rollback, resources (such as a full disk), operator intervention (such as a timeout),
        // system
        "08" | "40" | "53" | "57" | "58" => true,
        // a read-only standby; an unavailable lock; a connection that is not a session
        _ => matches!(error.code(), "25006" | "55P03") || STATEMENT_NAMES.contains(&error.code()),
    }
}

/// Is this SQLite error temporary: locked by another process, no space, I/O error?
fn sqlite_may_recover(error: &SqliteError) -> bool {
    // https://www.sqlite.org/rescode.html; the low byte of an extended code is the primary one.
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const READONLY: i32 = 8;
    const IOERR: i32 = 10;
    const INTERRUPT: i32 = 9;
    const FULL: i32 = 13;
    const CANTOPEN: i32 = 14;
    let code = error.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or_default();
    matches!(code & 0xff, BUSY | LOCKED | READONLY | INTERRUPT | IOERR | FULL | CANTOPEN)
}
