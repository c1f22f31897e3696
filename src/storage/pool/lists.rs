//! Limits the connections used by lists, so that lookups by id never wait for lists.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use super::Pool;
use crate::{
    service::store::{ReplicaState, StoreError},
    storage::{dialect::Dialect, error::unavailable, opening::Settings},
};

/// How long the replica may lag behind the primary before that is reported, and how long it is used without a primary.
const MAX_LAG: Duration = Duration::from_secs(5);

/// A pool, and the number of its connections that lists may use at a time.
pub(crate) struct Lists<D: Dialect> {
    pub(crate) connections: Arc<Pool<D>>,
    permits: Semaphore,
    acquire_timeout: Duration,
    /// Timeout of a list's statements.
    pub(crate) statement_timeout: Duration,
    /// A read replica, which is preferred while it has all that the primary has.
    pub(crate) replica: Option<Replica<D>>,
}

/// A read replica.
pub(crate) struct Replica<D: Dialect> {
    pub(crate) connections: Arc<Pool<D>>,
    pub(crate) progress: Progress,
}

impl<D: Dialect> Lists<D> {
    /// Lists that may use up to `limit` connections.
    pub(crate) fn new(connections: Arc<Pool<D>>, limit: u32, settings: &Settings) -> Lists<D> {
        let Settings { acquire_timeout, statement_timeout, .. } = *settings;
        Lists {
            connections,
            permits: Semaphore::new(limit as usize),
            acquire_timeout,
            statement_timeout,
            replica: None,
        }
    }

    /// Prefers a read replica with these connections.
    pub(crate) fn with_replica(self, connections: Arc<Pool<D>>) -> Lists<D> {
        Lists { replica: Some(Replica { connections, progress: Progress::default() }), ..self }
    }

    /// Waits for a permit to fetch a list.
    ///
    /// # Errors
    /// `Unavailable` if it takes too long.
    pub(crate) async fn permit(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let busy = || unavailable("other requests occupy the connections for lists for too long");
        let permit = timeout(self.acquire_timeout, self.permits.acquire()).await.map_err(|_| busy())?;
        permit.map_err(|_| busy())
    }
}

/// A position in the log of a database cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogPosition {
    pub(crate) cluster: i64,
    /// Each promotion begins another one, in which the positions mean something else.
    pub(crate) timeline: i32,
    /// In bytes.
    pub(crate) offset: i64,
}

impl LogPosition {
    /// Are both in the same log?
    fn is_comparable(self, other: LogPosition) -> bool {
        (self.cluster, self.timeline) == (other.cluster, other.timeline)
    }
}

/// What is known of the primary and its replica.
#[derive(Debug, Default)]
pub(crate) struct Progress(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The end of the primary's log when it was last seen.
    end: Option<(LogPosition, Instant)>,
    /// The first end of the log that the replica had not replayed, and when it was found.
    awaited: Option<(LogPosition, Instant)>,
    reported: Option<ReplicaState>,
}

impl Progress {
    /// Was the primary seen a moment ago?
    pub(crate) fn is_recent(&self) -> bool {
        self.0.lock().end.is_some_and(|(_, at)| at.elapsed() < MAX_LAG)
    }

    /// Records the end of the primary's log, or takes the last one if the primary does not respond.
    pub(crate) fn end(&self, found: Option<LogPosition>) -> Option<LogPosition> {
        let mut known = self.0.lock();
        if let Some(end) = found {
            known.end = Some((end, Instant::now()));
        }
        known.end.filter(|(_, at)| at.elapsed() < MAX_LAG).map(|(end, _)| end)
    }

    /// Compares what the replica has replayed with the end of the log.
    pub(crate) fn compare(&self, replayed: LogPosition, end: LogPosition) -> ReplicaState {
        if !replayed.is_comparable(end) {
            return ReplicaState::Foreign;
        }
        let mut known = self.0.lock();
        let has_replayed =
            |(awaited, _): &(LogPosition, Instant)| !awaited.is_comparable(end) || replayed.offset >= awaited.offset;
        known.awaited.take_if(|awaited| has_replayed(awaited));
        if replayed.offset >= end.offset {
            return ReplicaState::Current;
        }
        let (_, since) = *known.awaited.get_or_insert((end, Instant::now()));
        if since.elapsed() < MAX_LAG { ReplicaState::Behind } else { ReplicaState::Late }
    }

    /// Logs that the replica is used again, or why it is not.
    pub(crate) fn report(&self, state: ReplicaState) {
        // It is behind for a moment after each write.
        if state == ReplicaState::Behind || self.0.lock().reported.replace(state) == Some(state) {
            return;
        }
        match state {
            ReplicaState::Current | ReplicaState::Behind => tracing::info!("the read replica is used"),
            ReplicaState::Late => tracing::warn!("the read replica lags behind the primary, and is not used"),
            ReplicaState::Foreign => {
                tracing::error!("the read replica does not follow this primary, and is not used");
            }
            ReplicaState::Unreachable => tracing::warn!("the read replica does not respond, and is not used"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(timeline: i32, offset: i64) -> LogPosition {
        LogPosition { cluster: 1, timeline, offset }
    }

    #[test]
    fn only_a_standby_in_the_same_log_that_has_replayed_all_is_current() {
        let progress = Progress::default();
        assert_eq!(progress.compare(at(1, 10), at(1, 10)), ReplicaState::Current);
        assert_eq!(progress.compare(at(1, 9), at(1, 10)), ReplicaState::Behind);
        assert_eq!(progress.compare(at(1, 11), at(2, 10)), ReplicaState::Foreign, "it follows another server");
        assert_eq!(progress.compare(at(2, 11), at(1, 10)), ReplicaState::Foreign);
        let other = LogPosition { cluster: 2, ..at(1, 11) };
        assert_eq!(progress.compare(other, at(1, 10)), ReplicaState::Foreign);
    }

    #[test]
    fn a_replica_lags_when_it_has_not_replayed_what_was_logged_five_seconds_ago() {
        let Some(long_ago) = Instant::now().checked_sub(2 * MAX_LAG) else { return };
        let progress = Progress::default();
        let await_long_ago = || progress.0.lock().awaited = Some((at(1, 10), long_ago));
        await_long_ago();
        assert_eq!(progress.compare(at(1, 9), at(1, 20)), ReplicaState::Late);
        assert_eq!(progress.compare(at(1, 10), at(1, 20)), ReplicaState::Behind, "it goes on");
        await_long_ago();
        assert_eq!(progress.compare(at(2, 8), at(2, 9)), ReplicaState::Behind, "of a log that is awaited no longer");
    }

    #[test]
    fn without_a_primary_the_end_of_its_log_is_known_for_five_seconds() {
        let progress = Progress::default();
        assert_eq!(progress.end(None), None);
        assert_eq!(progress.end(Some(at(1, 10))), Some(at(1, 10)));
        assert_eq!(progress.end(None), Some(at(1, 10)));
        let Some(long_ago) = Instant::now().checked_sub(2 * MAX_LAG) else { return };
        progress.0.lock().end = Some((at(1, 10), long_ago));
        assert_eq!(progress.end(None), None);
        assert!(!progress.is_recent());
    }
}
