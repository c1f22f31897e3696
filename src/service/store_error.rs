//! Why a database failed.

/// The database failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// It does not answer, or not in time; trying again may help.
    #[error("the database is unreachable: {0}")]
    Unavailable(String),
    /// It answered something that cannot be: damaged data, or a fault of ours.
    #[error("unexpected response from the database: {0}")]
    Broken(String),
}
