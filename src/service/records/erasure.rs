//! What an erasure deletes, and how much it deleted.

use chrono::{DateTime, Utc};

use super::OwnerId;

/// What an erasure deletes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// Every game with a player of this exact name, with its readings. A querent is a player of the game that was read.
    /// Every table at which a player of this name sits, in play or not. Every reading of a spread for this querent.
    Name(String),
    /// Every game of this owner with its readings, the owner's readings of spreads, tables, simulations, commitments
    /// and idempotency records. Keys stay.
    Owner(OwnerId),
    /// Every game stored before `time` with its readings and its table, and older readings of spreads; simulations from
    /// before that have ended; commitments from before that are unusable at `now` and not reserved by a table. Tables
    /// without a stored game expire by themselves.
    StoredBefore {
        /// Older data is deleted.
        time: DateTime<Utc>,
        /// Decides whether a commitment has expired.
        now: DateTime<Utc>,
    },
}

impl Erasure {
    /// The kind of erasure, without a name: names never appear in logs.
    pub const fn kind(&self) -> &'static str {
        match self {
            Erasure::Name(_) => "name",
            Erasure::Owner(_) => "owner",
            Erasure::StoredBefore { .. } => "age",
        }
    }
}

/// How much was deleted, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Number of games, each with its log.
    pub games: u64,
    /// Number of readings.
    pub readings: u64,
    /// Number of tables.
    pub tables: u64,
    /// Number of simulations.
    pub simulations: u64,
    /// Number of commitments.
    pub commitments: u64,
    /// Number of idempotency records.
    pub idempotency_records: u64,
}

impl Erased {
    /// Was nothing deleted?
    pub fn is_nothing(&self) -> bool {
        *self == Erased::default()
    }

    /// Adds another batch.
    pub fn add(&mut self, other: Erased) {
        self.games += other.games;
        self.readings += other.readings;
        self.tables += other.tables;
        self.simulations += other.simulations;
        self.commitments += other.commitments;
        self.idempotency_records += other.idempotency_records;
    }
}
