//! The worker that counts new games.

use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{
    fold::{changed_standings, fold},
    records::Writer,
};
use crate::service::{
    Class, Service, ServiceError, Unavailable,
    background::BackgroundErrors,
    records::Source,
    store::{GameFilter, StoreError},
};

/// Maximum number of games per batch.
const BATCH: u32 = 2_000;

/// Maximum number of games per batch when busy: on SQLite other writers wait for the transaction.
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

/// How often a caller who waits for all games to be counted looks whether another service has counted them.
const CATCH_UP_POLL: Duration = Duration::from_millis(20);

/// The result of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batched {
    /// This many games were counted, and there may be more.
    Counted(usize),
    /// There were no games to count.
    Nothing,
    /// Nothing was written, because games were deleted meanwhile.
    Discarded,
    /// Another writer holds the lease.
    Elsewhere,
}

impl Batched {
    /// The number of games in the next batch. It shrinks while games are deleted often, since each deletion discards a
    /// batch.
    fn next_size(self, size: u32, largest: u32) -> u32 {
        match self {
            Batched::Discarded => (size / 4).max(1),
            Batched::Counted(_) | Batched::Nothing | Batched::Elsewhere => size.saturating_mul(2).min(largest),
        }
    }
}

/// State of the worker's pacing.
struct Pace {
    since: Instant,
    stored: u64,
    retry: Duration,
    batch: u32,
}

impl Service {
    /// Counts games shortly after they are stored, until the service drains. Of several services on a database, one
    /// holds the lease.
    pub async fn follow_games(self) {
        let id = self.shared.ids.at(self.clock.now());
        let mut errors = BackgroundErrors::default();
        let mut pace = Pace { since: Instant::now(), stored: self.games_stored(), retry: RETRY_DELAY, batch: BATCH };
        while !self.is_draining() {
            let started = Instant::now();
            let busy = pace.is_busy(self.games_stored());
            let batched = self.count_if_any(Writer::Follower(id), pace.limit(busy)).await;
            let rest = async {
                match batched {
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
            };
            tokio::select! {
                () = rest => (),
                () = self.drained() => (),
            }
        }
        if let Err(error) = self.store.release_standings(id).await {
            tracing::debug!(%error, "cannot give the lease on statistics back");
        }
    }

    async fn rest(&self, pace: &mut Pace, batched: Batched, busy: bool, worked: Duration) {
        pace.retry = RETRY_DELAY;
        pace.batch = batched.next_size(pace.batch, BATCH);
        if busy {
            return sleep((REST_FACTOR * worked).clamp(MIN_REST, MAX_REST)).await;
        }
        match batched {
            Batched::Counted(_) | Batched::Discarded => tokio::task::yield_now().await,
            Batched::Nothing | Batched::Elsewhere => {
                let _ = timeout(POLL_INTERVAL, self.shared.counters.game_stored().notified()).await;
                sleep(MIN_REST).await;
            }
        }
    }

    /// Number of games stored by this service since the start.
    fn games_stored(&self) -> u64 {
        Source::ALL.into_iter().flat_map(|source| self.shared.counters.games(source)).map(|(_, count)| count).sum()
    }

    /// Counts all games committed so far, or waits until another service has.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn catch_up(&self) -> Result<(), ServiceError> {
        let id = self.shared.ids.at(self.clock.now());
        let all = GameFilter { unlisted: true, ..GameFilter::default() };
        loop {
            match self.count_if_any(Writer::Follower(id), BATCH).await? {
                Batched::Counted(_) | Batched::Discarded => (),
                Batched::Elsewhere => sleep(CATCH_UP_POLL).await,
                // A transaction that has just ended may hide committed games from a batch; this list waits for them.
                Batched::Nothing => {
                    let position = self.store.progress().await?.position;
                    if self.store.games_after(&all, position, 1).await?.items.is_empty() {
                        return Ok(self.store.release_standings(id).await?);
                    }
                }
            }
        }
    }

    /// Counts the next games; without any, nothing is written to the database, nor the lease taken.
    async fn count_if_any(&self, writer: Writer, limit: u32) -> Result<Batched, ServiceError> {
        let position = self.store.progress().await?.position;
        if self.store.next_games(position, 1).await?.is_empty() {
            return Ok(Batched::Nothing);
        }
        self.count_next(writer, limit).await
    }

    /// Counts up to `limit` games in memory, and writes what they change.
    async fn count_next(&self, writer: Writer, limit: u32) -> Result<Batched, ServiceError> {
        let Some(progress) = self.store.lease_standings(writer).await? else { return Ok(Batched::Elsewhere) };
        let games = self.store.next_games(progress.position, limit).await?;
        let before = self.store.standings(writer, &changed_standings(&games)).await?;
        let advance = self.work.run_next(Class::Bulk, move |_| fold(&games, before)).await?;
        let Some(advance) = advance else { return Ok(Batched::Nothing) };
        let written = self.store.advance_standings(writer, &progress, &advance).await?;
        Ok(if written { Batched::Counted(advance.games) } else { Batched::Discarded })
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
        if busy { self.batch.min(SMALL_BATCH) } else { self.batch }
    }
}

/// Number of games counted in one transaction, for which other writers wait. Rows of players with several games in a
/// batch are written once, so large batches are faster.
const REINDEX_BATCH: u32 = 8_000;

/// Number of rows deleted in one transaction.
const SWEEP: u32 = 2_000;

/// Retry delay if the tables could not be swapped.
const SWAP_DELAY: Duration = Duration::from_secs(1);

/// Standings that are being rebuilt.
pub struct Reindexing {
    service: Service,
    id: Uuid,
    /// The id from the swap of the tables on, so that one whose success was not learned is not undone.
    swapped: Uuid,
    counted: u64,
    largest_batch: u32,
    batch: u32,
}

impl Service {
    /// Starts to rebuild the standings. An unfinished rebuild is discarded.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn reindex(&self) -> Result<Reindexing, ServiceError> {
        let [id, swapped] = [(); 2].map(|()| self.shared.ids.at(self.clock.now()));
        self.store.begin_reindexing(id).await?;
        let (service, largest_batch, batch) = (self.clone(), REINDEX_BATCH, REINDEX_BATCH);
        let reindexing = Reindexing { service, id, swapped, counted: 0, largest_batch, batch };
        reindexing.sweep().await?;
        Ok(reindexing)
    }
}

impl Reindexing {
    /// Number of games counted so far.
    pub const fn counted(&self) -> u64 {
        self.counted
    }

    /// The same, with at most this many games counted in one transaction.
    #[must_use]
    pub fn in_batches_of(self, games: u32) -> Reindexing {
        Reindexing { largest_batch: games, batch: games, ..self }
    }

    /// Counts the next games; false when all are counted, and callers are shown what was counted.
    ///
    /// # Errors
    /// `Unavailable`, also when another reindexing has started since; `Internal`.
    pub async fn run_batch(&mut self) -> Result<bool, ServiceError> {
        let batched = self.service.count_next(Writer::Reindexing(self.id), self.batch).await?;
        self.batch = batched.next_size(self.batch, self.largest_batch);
        match batched {
            Batched::Counted(count) => self.counted += count as u64,
            Batched::Discarded => (),
            Batched::Nothing | Batched::Elsewhere => {
                match self.service.store.swap_standings(self.id, self.swapped).await {
                    Ok(true) => {
                        self.id = self.swapped;
                        self.sweep().await?;
                        return Ok(false);
                    }
                    Ok(false) if batched == Batched::Elsewhere => {
                        return Err(ServiceError::Unavailable(Unavailable::ReindexingSuperseded));
                    }
                    Ok(false) => (),
                    // Transactions that still read the tables may be in the way, such as a dump.
                    Err(StoreError::Unavailable(_)) => sleep(SWAP_DELAY).await,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(true)
    }

    /// Deletes what is in the tables that callers are not shown.
    async fn sweep(&self) -> Result<(), ServiceError> {
        while self.service.store.sweep_standings(self.id, SWEEP).await? {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_small_when_busy_and_smaller_after_deletions() {
        let ago = Instant::now().checked_sub(Duration::from_secs(1)).expect("the clock runs");
        let mut pace = Pace { since: ago, stored: 0, retry: RETRY_DELAY, batch: BATCH };
        assert!(pace.is_busy(100));
        assert_eq!((pace.limit(true), pace.limit(false)), (SMALL_BATCH, BATCH));
        assert!(!pace.is_busy(101), "one game is not much");
        pace.batch = 125;
        assert_eq!((pace.limit(true), pace.limit(false)), (125, 125));
    }

    #[test]
    fn batches_shrink_after_deletions_and_grow_back() {
        assert_eq!(Batched::Counted(10).next_size(10, 10), 10);
        assert_eq!(Batched::Discarded.next_size(10, 10), 2);
        assert_eq!(Batched::Discarded.next_size(2, 10), 1, "never empty");
        assert_eq!(Batched::Counted(2).next_size(2, 10), 4);
        assert_eq!(Batched::Nothing.next_size(8, 10), 10);
    }
}
