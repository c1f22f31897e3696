//! Database errors.

/// A database error.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not respond, or not in time. A retry may help.
    #[error("the database is unreachable: {0}")]
    Unavailable(String),
    /// Damaged data or a programming error. A retry does not help.
    #[error("unexpected response from the database: {0}")]
    Broken(String),
}
