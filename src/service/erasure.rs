//! Erasure: all that is somebody's, or too old, is deleted for good.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Service, ServiceError, records::OwnerId};

/// How many games go in one transaction: other writers wait for it.
const BATCH: u32 = 100;

/// What is to be erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// Every game with a player of this exact name, with its readings. A querent is a player of the game that was read.
    Name(String),
    /// Every game of this owner with its readings, the owner's commitments and idempotency records. Keys stay.
    Owner(OwnerId),
    /// Every game stored before `time` with its readings, and commitments from before that cannot be used at `now`.
    StoredBefore {
        /// What is older goes.
        time: DateTime<Utc>,
        /// The time at which a commitment has expired or not.
        now: DateTime<Utc>,
    },
}

impl Erasure {
    /// What is erased, without saying whose: logs name nobody.
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
    /// Number of commitments.
    pub commitments: u64,
    /// Records of requests that had an idempotency key.
    pub idempotency_records: u64,
}

/// What an erasure came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErasureOutcome {
    /// How much was erased.
    pub erased: Erased,
    /// Nothing is left to erase; else the time was up.
    pub complete: bool,
}

impl Erased {
    /// Is it nothing at all?
    pub fn is_nothing(&self) -> bool {
        *self == Erased::default()
    }

    fn add(&mut self, other: Erased) {
        self.games += other.games;
        self.readings += other.readings;
        self.commitments += other.commitments;
        self.idempotency_records += other.idempotency_records;
    }
}

impl Service {
    /// Erases everything of a kind, batch by batch, until nothing is left or this time has come.
    ///
    /// What a batch has erased stays erased, whatever becomes of the next: the same erasure goes on from there.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn erase(&self, erasure: &Erasure, until: Option<DateTime<Utc>>) -> Result<ErasureOutcome, ServiceError> {
        let mut erased = Erased::default();
        let complete = loop {
            let batch = self.store.erase(erasure, BATCH).await?;
            erased.add(batch);
            if batch.is_nothing() {
                break true;
            }
            if until.is_some_and(|until| until <= self.clock.now()) {
                break false;
            }
        };
        if !erased.is_nothing() {
            self.store.purge().await?;
        }
        Ok(ErasureOutcome { erased, complete })
    }

    /// How much [`erase`](Service::erase) would erase at this moment.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn erasable(&self, erasure: &Erasure) -> Result<Erased, ServiceError> {
        Ok(self.store.erasable(erasure).await?)
    }

    /// Erases what was stored more than so many days ago.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn erase_older_than(&self, days: u32) -> Result<Erased, ServiceError> {
        let now = self.clock.now();
        let time = now - TimeDelta::days(days.into());
        Ok(self.erase(&Erasure::StoredBefore { time, now }, None).await?.erased)
    }

    /// The time that is so much later than now.
    pub fn time_after(&self, wait: TimeDelta) -> DateTime<Utc> {
        self.clock.now() + wait
    }
}
