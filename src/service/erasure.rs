//! Erasure: everything of one player or owner, or older than a time, is deleted permanently.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    Service, ServiceError,
    audit::{self, Actor},
    records::{Erased, Erasure},
};

/// Number of games deleted in one transaction, for which other writers wait.
const BATCH: u32 = 100;

/// Result of an erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErasureOutcome {
    /// How much was erased.
    pub erased: Erased,
    /// Is nothing left to erase? Otherwise the time ran out.
    pub complete: bool,
    /// Was what was deleted also removed from the files? Otherwise a reader was in the way.
    pub purged: bool,
}

impl Service {
    /// Erases everything of a kind, batch by batch, until nothing is left or this time has come.
    ///
    /// What a batch has erased stays erased if the next one fails, and is in the audit log. The same erasure can then
    /// continue from there.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn erase(
        &self,
        actor: Actor,
        erasure: &Erasure,
        until: Option<DateTime<Utc>>,
    ) -> Result<ErasureOutcome, ServiceError> {
        let mut erased = Erased::default();
        let complete = self.erase_batches(erasure, until, &mut erased).await;
        self.shared.known_names.forget_all();
        if !matches!(actor, Actor::Retention(_)) || !erased.is_nothing() {
            audit::erased(actor, erasure, erased);
        }
        // Even if nothing was erased: an earlier erasure may have failed before it came to this.
        let purged = self.store.purge().await;
        Ok(ErasureOutcome { erased, complete: complete?, purged: purged? })
    }

    /// True when nothing is left.
    async fn erase_batches(
        &self,
        erasure: &Erasure,
        until: Option<DateTime<Utc>>,
        erased: &mut Erased,
    ) -> Result<bool, ServiceError> {
        loop {
            let batch = self.store.erase(erasure, BATCH).await?;
            erased.add(batch);
            if batch.is_nothing() {
                return Ok(true);
            }
            if until.is_some_and(|until| until <= self.clock.now()) {
                return Ok(false);
            }
        }
    }

    /// How much [`erase`](Service::erase) would erase now.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn erasable(&self, erasure: &Erasure) -> Result<Erased, ServiceError> {
        Ok(self.store.erasable(erasure).await?)
    }

    /// Erases what was stored more than this number of days ago.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn erase_older_than(&self, days: u32) -> Result<ErasureOutcome, ServiceError> {
        let now = self.clock.now();
        let time = now - TimeDelta::days(days.into());
        self.erase(Actor::Retention(days), &Erasure::StoredBefore { time, now }, None).await
    }
}
