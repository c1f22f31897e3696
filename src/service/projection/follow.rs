//! Following: the worker that brings the projection up to date behind the writes.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{
    fold::{fold, needed},
    records::{NextGame, Progress},
};
use crate::service::{Class, Service, ServiceError, records::Source};

/// How many games are folded at once while nothing is stored here, and while much is: other writers of SQLite wait for
/// the transaction.
const BATCH: u32 = 2_000;
const SMALL_BATCH: u32 = 250;

/// So many games a second that are stored here count as much.
const BUSY: f64 = 20.0;

/// While much is stored, the worker rests so many times as long as it has worked, but never longer than this.
const REST: u32 = 19;
const LONGEST_REST: Duration = Duration::from_secs(10);

/// Between two batches is at least so much time once there is nothing more to catch up with.
const PAUSE: Duration = Duration::from_millis(200);

/// The games of other services are looked for so often.
const LOOK: Duration = Duration::from_secs(2);

/// What failed is tried again after so long: longer each time, up to this.
const RETRY: Duration = Duration::from_secs(2);
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// How long somebody else waits who finds that one follows already: one that was killed follows no more.
const LEASE: TimeDelta = TimeDelta::seconds(10);

/// What came of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batched {
    /// So many games were counted, and there may be more.
    Some(usize),
    /// There was none to count.
    Nothing,
    /// The projection has changed meanwhile.
    Changed,
}

/// How the worker paces itself.
struct Pace {
    since: Instant,
    stored: u64,
    retry: Duration,
    batch: u32,
}

impl Service {
    /// Brings the projection up to date from now on, shortly after games were stored. Of several services on a database
    /// one does.
    pub async fn follow_games(self) {
        let holder = self.ids.at(self.clock.now());
        let mut pace = Pace { since: Instant::now(), stored: self.games_stored(), retry: RETRY, batch: BATCH };
        loop {
            let started = Instant::now();
            let busy = pace.is_busy(self.games_stored());
            match self.follow(holder, pace.limit(busy)).await {
                Ok(batched) => self.rest(&mut pace, batched, busy, started.elapsed()).await,
                Err(error) => {
                    tracing::debug!(%error, "cannot bring the statistics up to date");
                    sleep(pace.retry).await;
                    pace.retry = (2 * pace.retry).min(LONGEST_RETRY);
                }
            }
        }
    }

    async fn rest(&self, pace: &mut Pace, batched: Batched, busy: bool, worked: Duration) {
        pace.retry = RETRY;
        pace.batch = match batched {
            Batched::Changed => (pace.batch / 4).max(1),
            Batched::Some(_) | Batched::Nothing => (2 * pace.batch).min(BATCH),
        };
        if busy {
            return sleep((REST * worked).clamp(PAUSE, LONGEST_REST)).await;
        }
        match batched {
            Batched::Some(_) | Batched::Changed => tokio::task::yield_now().await,
            Batched::Nothing => {
                let _ = timeout(LOOK, self.counters.game_stored().notified()).await;
                sleep(PAUSE).await;
            }
        }
    }

    /// How many games were stored here since the start.
    fn games_stored(&self) -> u64 {
        let sources = [Source::Played, Source::Imported, Source::Table];
        sources.into_iter().flat_map(|source| self.counters.games(source)).map(|(_, count)| count).sum()
    }

    /// Counts the next games, if there are any and nobody else does.
    async fn follow(&self, holder: Uuid, limit: u32) -> Result<Batched, ServiceError> {
        let progress = self.store.progress().await?;
        let games = self.store.next_games(progress.place, limit).await?;
        if games.is_empty() {
            return Ok(Batched::Nothing);
        }
        let now = self.clock.now();
        if !self.store.lease_projection(progress.generation, holder, now, now + LEASE).await? {
            return Ok(Batched::Nothing);
        }
        self.fold_games(&progress, games).await
    }

    /// Counts the next games of a generation.
    pub(super) async fn count_next(&self, progress: &Progress) -> Result<Batched, ServiceError> {
        let games = self.store.next_games(progress.place, BATCH).await?;
        if games.is_empty() { Ok(Batched::Nothing) } else { self.fold_games(progress, games).await }
    }

    async fn fold_games(&self, progress: &Progress, games: Vec<NextGame>) -> Result<Batched, ServiceError> {
        let before = self.store.standings(progress.generation, &needed(&games)).await?;
        let count = games.len();
        let advance = self.work.go_on(Class::Bulk, move |_| fold(&games, before)).await?;
        let Some(advance) = advance else { return Ok(Batched::Nothing) };
        let done = self.store.advance_projection(progress, &advance).await?;
        Ok(if done { Batched::Some(count) } else { Batched::Changed })
    }

    /// Counts all games that are committed by now, whoever follows them besides.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn catch_up(&self) -> Result<(), ServiceError> {
        while self.count_next(&self.store.progress().await?).await? != Batched::Nothing {}
        Ok(())
    }
}

impl Pace {
    /// Is much being stored?
    fn is_busy(&mut self, stored: u64) -> bool {
        let elapsed = self.since.elapsed().max(PAUSE);
        let rate = (stored - self.stored) as f64 / elapsed.as_secs_f64();
        (self.since, self.stored) = (Instant::now(), stored);
        rate > BUSY
    }

    fn limit(&self, busy: bool) -> u32 {
        if busy { self.batch.min(SMALL_BATCH) } else { self.batch }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_much_is_stored_batches_are_small_and_after_a_conflict_smaller() {
        let ago = Instant::now().checked_sub(Duration::from_secs(1)).expect("the clock runs");
        let mut pace = Pace { since: ago, stored: 0, retry: RETRY, batch: BATCH };
        assert!(pace.is_busy(100));
        assert_eq!((pace.limit(true), pace.limit(false)), (SMALL_BATCH, BATCH));
        assert!(!pace.is_busy(101), "one game is not much");
        pace.batch = 10;
        assert_eq!((pace.limit(true), pace.limit(false)), (10, 10));
    }
}
