//! Classifies database errors.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sqlx::{
    error::{DatabaseError, ErrorKind},
    postgres::PgDatabaseError,
    sqlite::SqliteError,
};

use crate::service::store::{Outage, OutageCause, StoreError};

/// Postgres error codes for a duplicate and for an unknown prepared statement: a pooler has mixed up sessions.
pub(super) const STATEMENT_NAMES: [&str; 2] = ["42P05", "26000"];

/// Postgres error code for a lock that was not there within `lock_timeout`.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// Number of temporary and of permanent errors since the start of the process.
static COUNTS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Number of temporary and of permanent errors since the start of the process.
pub(super) fn counts() -> [u64; 2] {
    [COUNTS[0].load(Relaxed), COUNTS[1].load(Relaxed)]
}

/// An error for a database that is not queried, or whose response took too long. It is counted like any other.
pub(super) fn unavailable(why: &str) -> StoreError {
    COUNTS[0].fetch_add(1, Relaxed);
    StoreError::Unavailable(Outage { cause: OutageCause::Other, detail: why.to_owned() })
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if let Some(outage) = outage(&error) {
            COUNTS[0].fetch_add(1, Relaxed);
            StoreError::Unavailable(outage)
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

/// The outage behind an error; `None` if the error is permanent, so that a retry does not help.
fn outage(error: &sqlx::Error) -> Option<Outage> {
    use sqlx::Error::{BeginFailed, Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    let cause = if let Database(error) = error {
        match error.try_downcast_ref::<PgDatabaseError>() {
            Some(error) => postgres_cause(error)?,
            None => error.try_downcast_ref::<SqliteError>().and_then(sqlite_cause)?,
        }
    } else if matches!(error, Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed | BeginFailed) {
        // A proxy without a server behind it closes connections, or sends messages that no server sends.
        OutageCause::Other
    } else {
        return None;
    };
    let detail = match cause {
        // The message of a Postgres server is in its language.
        OutageCause::DiskFull => format!("the disk is full: {error}"),
        OutageCause::Locked | OutageCause::Other => error.to_string(),
    };
    Some(Outage { cause, detail })
}

/// The cause of a temporary Postgres error: shutdown, no space, timeout. `None` for a permanent one.
fn postgres_cause(error: &PgDatabaseError) -> Option<OutageCause> {
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    const DISK_FULL: &str = "53100";
    const READ_ONLY_TRANSACTION: &str = "25006";
    // They end the session.
    const IDLE_TRANSACTION_TIMEOUT: &str = "25P03";
    const TRANSACTION_TIMEOUT: &str = "25P04";
    match error.code() {
        DISK_FULL => Some(OutageCause::DiskFull),
        LOCK_NOT_AVAILABLE => Some(OutageCause::Locked),
        // a read-only standby
        READ_ONLY_TRANSACTION | IDLE_TRANSACTION_TIMEOUT | TRANSACTION_TIMEOUT => Some(OutageCause::Other),
        // a connection that is not a session
        code if STATEMENT_NAMES.contains(&code) => Some(OutageCause::Other),
        // connection, transaction rollback, resources, operator intervention (such as a timeout), system
        code => matches!(code.get(..2), Some("08" | "40" | "53" | "57" | "58")).then_some(OutageCause::Other),
    }
}

/// The cause of a temporary SQLite error: locked by another process, no space, I/O error. `None` for a permanent one.
fn sqlite_cause(error: &SqliteError) -> Option<OutageCause> {
    // https://www.sqlite.org/rescode.html; the low byte of an extended code is the primary one.
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const NOMEM: i32 = 7;
    const READONLY: i32 = 8;
    const INTERRUPT: i32 = 9;
    const IOERR: i32 = 10;
    const FULL: i32 = 13;
    const CANTOPEN: i32 = 14;
    // a race for the locks of the write-ahead log
    const PROTOCOL: i32 = 15;
    let code = error.code().and_then(|code| code.parse::<i32>().ok())?;
    match code & 0xff {
        BUSY | LOCKED | PROTOCOL => Some(OutageCause::Locked),
        FULL => Some(OutageCause::DiskFull),
        NOMEM | READONLY | INTERRUPT | IOERR | CANTOPEN => Some(OutageCause::Other),
        _ => None,
    }
}
