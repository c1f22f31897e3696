//! Atomic writes and their outcomes.

use std::sync::Arc;

use super::error::is_conflict;
use crate::service::{
    records::StoredGame,
    store::{SpreadWrite, StoreError, Write},
    tables::TableWrite,
};

/// An atomic write.
#[derive(Clone, Debug)]
pub(super) enum WriteEntry {
    /// A game with everything that belongs to it.
    Game(Arc<Write>),
    /// A reading of a spread.
    Spread(Arc<SpreadWrite>),
    /// A table's new version.
    Table(Arc<TableWrite>),
}

impl WriteEntry {
    /// The game of a write without a commitment, reading or idempotency key: such games are stored with one statement.
    pub(super) fn plain_game(&self) -> Option<&StoredGame> {
        match self {
            WriteEntry::Game(write) => {
                let alone = write.idempotency_key.is_none() && write.reading.is_none();
                Some(&write.game).filter(|game| alone && game.record.commitment().is_none())
            }
            WriteEntry::Spread(_) | WriteEntry::Table(_) => None,
        }
    }

    /// The order in which the games of a transaction lock the index of external ids.
    pub(super) fn order(&self) -> Option<(&str, i64)> {
        let record = &self.plain_game()?.record;
        record.external_id.as_ref().map(|external_id| (external_id.as_str(), record.owner.0))
    }
}

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
    pub(super) fn or_taken<T>(result: sqlx::Result<T>) -> WriteOutcome {
        match result {
            Ok(_) => Ok(Written::Stored),
            Err(error) if is_conflict(&error) => Ok(Written::Taken(error.into())),
            Err(error) => Err(error.into()),
        }
    }
}

/// The outcome of a write, or an error after which it is unknown.
pub(super) type WriteOutcome = Result<Written, StoreError>;
