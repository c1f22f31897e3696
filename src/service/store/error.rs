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

/// An error of a statement, which may come from the database.
pub trait StoreFailure: From<StoreError> {
    /// The database's error; `None` if the statement was refused for another reason.
    fn store_error(&self) -> Option<&StoreError>;
}

impl StoreFailure for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

/// Implements [`StoreFailure`] for enums with a variant `Store`.
macro_rules! store_failures {
    ($($error:ty),+) => {$(
        impl $crate::service::store::StoreFailure for $error {
            fn store_error(&self) -> Option<&StoreError> {
                if let Self::Store(error) = self { Some(error) } else { None }
            }
        }
    )+};
}
pub(crate) use store_failures;

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
