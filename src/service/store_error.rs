//! Database errors.

/// A database error.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not respond, or not in time. A retry may help.
    #[error("the database is unreachable: {0}")]
    Unavailable(Outage),
    /// Damaged data or a programming error. A retry does not help.
    #[error("unexpected response from the database: {0}")]
    Broken(String),
}

/// Why the database cannot do what it was asked for now.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{detail}")]
pub struct Outage {
    /// The cause, which decides whether other statements fail too.
    pub cause: OutageCause,
    /// The explanation in a log.
    pub detail: String,
}

/// Cause of an [`Outage`], from the error code of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutageCause {
    /// Another process holds a lock.
    Locked,
    /// The disk of the database is full.
    DiskFull,
    /// Neither: it cannot be reached or was too slow, or it refused a statement for now.
    Other,
}
