//! Atomic writes, and why they are refused.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::service::{
    records::{GameId, IdempotencyKey, ReadingRecord, SpreadRecord, StoredGame, TableId},
    store_error::{StoreError, store_failures},
};

/// An atomic write: either all of it is stored or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The game with its log.
    pub game: StoredGame,
    /// The reading requested with it.
    pub reading: Option<ReadingRecord>,
    /// Time of the write. The commitment named in the game's record, if any, is used up: it must be this owner's,
    /// unused and not expired at this time.
    pub now: DateTime<Utc>,
    /// Identifies a repetition of the same request.
    pub idempotency_key: Option<IdempotencyKey>,
}

impl Write {
    /// The id of what the caller requested: the reading, or else the game.
    pub fn created(&self) -> Uuid {
        self.reading.as_ref().map_or(self.game.record.id.0, |reading| reading.id.0)
    }
}

/// An atomic write of a reading of a spread.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadWrite {
    /// The reading.
    pub reading: SpreadRecord,
    /// Time of the write; the commitment named in the record, if any, is used up as by the write of a game.
    pub now: DateTime<Utc>,
    /// Identifies a repetition of the same request.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// Why a write was not stored.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The owner has another game with this external id.
    #[error("the external id is in use by game {0}")]
    ExternalIdTaken(GameId),
    /// The commitment is used, expired, unknown or another owner's.
    #[error("the commitment cannot be used")]
    CommitmentNotUsable,
    /// The idempotency key was used before.
    #[error("the request was completed before")]
    Repeated,
    /// The owner has had a try at the day, at this table.
    #[error("the day was played at table {0}")]
    DayPlayed(TableId),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(WriteError);
