//! The read replica: a standby that serves lists, statistics and exports while it has all that the primary has.
//!
//! It is used only if it follows this primary and has replayed its log up to the end at the time of the request, so that
//! nothing that was deleted comes back. Without a primary it is used until the primary was last seen five seconds ago.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use sqlx::{Executor, PgConnection, Postgres, Row};

use crate::{
    service::store::{ReplicaState, StoreError},
    storage::{
        database::with_connection,
        pool::{
            Pool,
            health::State,
            lists::{Lists, Replica},
        },
    },
};

/// How long the replica may lag behind the primary before that is reported, and how long it is used without a primary.
const MAX_LAG: Duration = Duration::from_secs(5);

/// The identifier of the database cluster, and the end of the primary's log; an error on a standby.
const END_OF_LOG: &str = "select system_identifier, cast(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bigint) \
    from pg_control_system()";

/// The identifier of the database cluster, and how far a standby has replayed the log; null if it is no standby.
const REPLAYED: &str = "select system_identifier, cast(pg_wal_lsn_diff(case when pg_is_in_recovery() \
    then pg_last_wal_replay_lsn() end, '0/0') as bigint) from pg_control_system()";

/// A position in the log of a database cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LogPosition {
    cluster: i64,
    /// In bytes; `None` on a server that is no standby.
    bytes: Option<i64>,
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
    fn end(&self, found: Option<LogPosition>) -> Option<LogPosition> {
        let mut known = self.0.lock();
        if let Some(end) = found {
            known.end = Some((end, Instant::now()));
        }
        known.end.filter(|(_, at)| at.elapsed() < MAX_LAG).map(|(end, _)| end)
    }

    /// Compares what the replica has replayed with the end of the log.
    fn compare(&self, replayed: LogPosition, end: LogPosition) -> ReplicaState {
        let mut known = self.0.lock();
        if replayed.cluster != end.cluster || replayed.bytes.is_none() {
            return ReplicaState::Foreign;
        }
        if known.awaited.is_some_and(|(awaited, _)| replayed.bytes >= awaited.bytes) {
            known.awaited = None;
        }
        if replayed.bytes >= end.bytes {
            return ReplicaState::Current;
        }
        let (_, since) = *known.awaited.get_or_insert((end, Instant::now()));
        if since.elapsed() < MAX_LAG { ReplicaState::Behind } else { ReplicaState::Late }
    }

    /// Logs that the replica is used again, or why it is not.
    fn report(&self, state: ReplicaState) {
        // It is behind for a moment after each write.
        if state == ReplicaState::Behind || self.0.lock().reported.replace(state) == Some(state) {
            return;
        }
        match state {
            ReplicaState::Current | ReplicaState::Behind => tracing::info!("the read replica is used"),
            ReplicaState::Late => tracing::warn!("the read replica lags behind the primary, and is not used"),
            ReplicaState::Foreign => {
                tracing::error!("the read replica is not a standby of this primary, and is not used");
            }
            ReplicaState::Unreachable => tracing::warn!("the read replica does not respond, and is not used"),
        }
    }
}

/// The state of the replica; `None` without one, or if the primary has not been seen for too long.
pub(super) async fn state(lists: &Lists<Postgres>) -> Option<ReplicaState> {
    let replica = lists.replica.as_ref()?;
    let state = compare(lists, replica).await?;
    replica.progress.report(state);
    Some(state)
}

async fn compare(lists: &Lists<Postgres>, replica: &Replica<Postgres>) -> Option<ReplicaState> {
    match replica.connections.health().state() {
        State::Down => return Some(ReplicaState::Unreachable),
        State::Unknown | State::Writable | State::ReadOnly => {}
    }
    let end = position_of(&lists.connections, END_OF_LOG).await.ok();
    let end = replica.progress.end(end)?;
    match position_of(&replica.connections, REPLAYED).await {
        Ok(replayed) => Some(replica.progress.compare(replayed, end)),
        Err(_) => Some(ReplicaState::Unreachable),
    }
}

async fn position_of(connections: &Arc<Pool<Postgres>>, sql: &'static str) -> Result<LogPosition, StoreError> {
    with_connection!(connections, position, sql)
}

async fn position(connection: &mut PgConnection, sql: &'static str) -> Result<LogPosition, StoreError> {
    let row = connection.fetch_one(sqlx::raw_sql(sql)).await?;
    Ok(LogPosition { cluster: row.try_get(0)?, bytes: row.try_get(1)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(cluster: i64, bytes: impl Into<Option<i64>>) -> LogPosition {
        LogPosition { cluster, bytes: bytes.into() }
    }

    #[test]
    fn only_a_standby_of_the_same_cluster_that_has_replayed_all_is_current() {
        let progress = Progress::default();
        assert_eq!(progress.compare(at(1, 10), at(1, 10)), ReplicaState::Current);
        assert_eq!(progress.compare(at(1, 9), at(1, 10)), ReplicaState::Behind);
        assert_eq!(progress.compare(at(2, 11), at(1, 10)), ReplicaState::Foreign);
        assert_eq!(progress.compare(at(1, None), at(1, 10)), ReplicaState::Foreign, "it was promoted");
    }

    #[test]
    fn a_replica_lags_when_it_has_not_replayed_what_was_logged_five_seconds_ago() {
        let Some(long_ago) = Instant::now().checked_sub(2 * MAX_LAG) else { return };
        let progress = Progress::default();
        progress.0.lock().awaited = Some((at(1, 10), long_ago));
        assert_eq!(progress.compare(at(1, 9), at(1, 20)), ReplicaState::Late);
        assert_eq!(progress.compare(at(1, 10), at(1, 20)), ReplicaState::Behind, "it goes on");
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
