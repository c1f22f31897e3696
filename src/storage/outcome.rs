//! What a write came to.

use super::error::is_conflict;
use crate::service::store::StoreError;

/// What a whole write came to, when the database did not refuse it.
#[derive(Debug)]
pub(super) enum Written {
    /// All of it is stored.
    Stored,
    /// Nothing is: its commitment cannot be used.
    CommitmentNotUsable,
    /// Nothing is: something was created under its idempotency key before.
    Repeated,
    /// Nothing is: the table has another version, or is no more.
    MovedOn,
    /// Nothing is: its id or its external id is taken.
    Taken(StoreError),
}

impl Written {
    /// Tells a write that a unique index refused from one that failed.
    pub(super) fn or_taken(result: sqlx::Result<Written>) -> Result<Written, StoreError> {
        match result {
            Err(error) if is_conflict(&error) => Ok(Written::Taken(error.into())),
            other => Ok(other?),
        }
    }
}

/// What a write came to, or why nobody knows.
pub(super) type Outcome = Result<Written, StoreError>;
