//! What is erased, and how much it was.

use chrono::{DateTime, Utc};

use super::OwnerId;

/// What is to be erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// Every game with a player of this exact name, with its readings. A querent is a player of the game that was read.
    /// Every table at which a player of this name sits, in play or not. Every reading of a spread for this querent.
    Name(String),
    /// Every game of this owner with its readings, the owner's readings of spreads, tables, simulations, commitments and
    /// idempotency records. Keys stay.
    Owner(OwnerId),
    /// Every game stored before `time` with its readings, readings of spreads as old, simulations from before that have
    /// ended, and commitments from before that cannot be used at `now` and that no table has taken. Tables have a life of
    /// their own.
    StoredBefore {
        /// What is older goes.
        time: DateTime<Utc>,
        /// The time at which a commitment has expired or not.
        now: DateTime<Utc>,
    },
}

impl Erasure {
    /// What is erased, without a name: logs contain none.
    pub const fn kind(&self) -> &'static str {
        match self {
            Erasure::Name(_) => "name",
            Erasure::Owner(_) => "owner",
            Erasure::StoredBefore { .. } => "age",
        }
    }
}

/// How much was erased, or would be.
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
    /// Records of requests that had an idempotency key.
    pub idempotency_records: u64,
}

impl Erased {
    /// Is it nothing at all?
    pub fn is_nothing(&self) -> bool {
        *self == Erased::default()
    }

    /// Adds what a further batch has erased.
    pub fn add(&mut self, other: Erased) {
        self.games += other.games;
        self.readings += other.readings;
        self.tables += other.tables;
        self.simulations += other.simulations;
        self.commitments += other.commitments;
        self.idempotency_records += other.idempotency_records;
    }
}
