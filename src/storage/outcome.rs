//! Outcomes of writes.

use super::error::is_conflict;
use crate::service::store::StoreError;

/// The outcome of a write that did not fail.
#[derive(Debug)]
pub(super) enum Written {
    /// Everything was stored.
    Stored,
    /// Nothing was stored: its commitment cannot be used.
    CommitmentNotUsable,
    /// Nothing was stored: its idempotency key was used before.
    Repeated,
    /// Nothing was stored: the table has another version or was deleted.
    VersionConflict,
    /// Nothing was stored: its id or its external id is in use.
    Taken(StoreError),
}

impl Written {
    /// Was everything stored?
    pub(super) const fn is_stored(&self) -> bool {
        match self {
            Written::Stored => true,
            Written::CommitmentNotUsable | Written::Repeated | Written::VersionConflict | Written::Taken(_) => false,
        }
    }

    /// Distinguishes violations of a unique index from other errors.
    ///
    /// # Errors
    /// All errors except unique violations, which become [`Written::Taken`].
    pub(super) fn or_taken(result: sqlx::Result<Written>) -> Result<Written, StoreError> {
        match result {
            Err(error) if is_conflict(&error) => Ok(Written::Taken(error.into())),
            other => Ok(other?),
        }
    }
}

/// The outcome of a write, or an error after which it is unknown.
pub(super) type WriteOutcome = Result<Written, StoreError>;
