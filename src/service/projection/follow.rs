//! The worker that updates the projection with new games.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{
    batches::{BATCH, BatchSize, Batched},
    fold::Fold,
};
use crate::service::{Service, ServiceError, background::BackgroundErrors, records::Source};

/// Number of games per batch when busy: on SQLite other writers wait for the transaction.
const SMALL_BATCH: u32 = 250;

/// Games stored per second above which the service counts as busy.
const BUSY_RATE: f64 = 20.0;

/// When busy, the worker rests this many times as long as it worked, up to a limit.
const REST_FACTOR: u32 = 19;
const MAX_REST: Duration = Duration::from_secs(10);

/// Minimum time between two batches once the worker has caught up.
const MIN_REST: Duration = Duration::from_millis(200);

/// How often the database is polled for games of other services.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Retry delay after an error, doubled each time up to the maximum.
const RETRY_DELAY: Duration = Duration::from_secs(2);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(60);

/// How long a worker may hold the lease without renewing it.
const LEASE: TimeDelta = TimeDelta::seconds(10);

/// State of the worker's pacing.
struct Pace {
    since: Instant,
    stored: u64,
    retry: Duration,
    batch: BatchSize,
}

impl Service {
    /// Updates the projection shortly after games are stored. Of several services on a database, one holds the lease.
    pub async fn follow_games(self) {
        let holder = self.shared.ids.at(self.clock.now());
        let mut errors = BackgroundErrors::default();
        let mut pace = Pace {
            since: Instant::now(),
            stored: self.games_stored(),
            retry: RETRY_DELAY,
            batch: BatchSize::new(BATCH),
        };
        loop {
            let started = Instant::now();
            let busy = pace.is_busy(self.games_stored());
            match self.follow(holder, pace.limit(busy)).await {
                Ok(batched) => {
                    errors.clear();
                    self.rest(&mut pace, batched, busy, started.elapsed()).await;
                }
                Err(error) => {
                    errors.log("cannot bring the statistics up to date", &error);
                    sleep(pace.retry).await;
                    pace.retry = (2 * pace.retry).min(MAX_RETRY_DELAY);
                }
            }
        }
    }

    async fn rest(&self, pace: &mut Pace, batched: Batched, busy: bool, worked: Duration) {
        pace.retry = RETRY_DELAY;
        pace.batch = pace.batch.after(batched);
        if busy {
            return sleep((REST_FACTOR * worked).clamp(MIN_REST, MAX_REST)).await;
        }
        match batched {
            Batched::Some(_) | Batched::Changed => tokio::task::yield_now().await,
            Batched::Nothing => {
                let _ = timeout(POLL_INTERVAL, self.shared.counters.game_stored().notified()).await;
                sleep(MIN_REST).await;
            }
        }
    }

    /// Number of games stored by this service since the start.
    fn games_stored(&self) -> u64 {
        Source::ALL.into_iter().flat_map(|source| self.shared.counters.games(source)).map(|(_, count)| count).sum()
    }

    /// Counts the next games, if there are any and no other service holds the lease.
    async fn follow(&self, holder: Uuid, limit: u32) -> Result<Batched, ServiceError> {
        let progress = self.store.progress().await?;
        // Only the holder of the lease reads more than one.
        if self.store.next_games(progress.position, 1).await?.is_empty() {
            return Ok(Batched::Nothing);
        }
        let now = self.clock.now();
        if !self.store.lease_projection(progress.generation, holder, now, now + LEASE).await? {
            return Ok(Batched::Nothing);
        }
        let games = self.store.next_games(progress.position, limit).await?;
        let fold = self.fold_games(&progress, &[], Fold::default(), games).await?;
        self.write_fold(&progress, fold).await
    }
}

impl Pace {
    /// Is the rate of stored games above the threshold?
    fn is_busy(&mut self, stored: u64) -> bool {
        let elapsed = self.since.elapsed().max(MIN_REST);
        let rate = (stored - self.stored) as f64 / elapsed.as_secs_f64();
        (self.since, self.stored) = (Instant::now(), stored);
        rate > BUSY_RATE
    }

    fn limit(&self, busy: bool) -> u32 {
        if busy { self.batch.get().min(SMALL_BATCH) } else { self.batch.get() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_small_when_busy_and_smaller_after_conflicts() {
        let ago = Instant::now().checked_sub(Duration::from_secs(1)).expect("the clock runs");
        let mut pace = Pace { since: ago, stored: 0, retry: RETRY_DELAY, batch: BatchSize::new(BATCH) };
        assert!(pace.is_busy(100));
        assert_eq!((pace.limit(true), pace.limit(false)), (SMALL_BATCH, BATCH));
        assert!(!pace.is_busy(101), "one game is not much");
        pace.batch = pace.batch.after(Batched::Changed).after(Batched::Changed);
        assert_eq!((pace.limit(true), pace.limit(false)), (125, 125));
    }
}
