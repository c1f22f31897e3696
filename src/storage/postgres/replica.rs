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
        pool::{Lists, Pool, Replica, State},
    },
};

/// How long the replica may lag behind the primary before that is reported, and how long it is used without a primary.
const MAX_LAG: Duration = Duration::from_secs(5);

/// The end of the log that a primary has on disk; without a position on a standby.
const END_OF_LOG: &str = "select system_identifier, \
    cast(cast('x' || left(pg_walfile_name(log_end), 8) as bit(32)) as integer), \
    cast(pg_wal_lsn_diff(log_end, '0/0') as bigint) \
    from (select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as log_end) as log, \
    pg_control_system()";

/// How far a standby has replayed the log; without a position on a server that is no standby. The timeline in the
/// control file is that of a while ago, and the one of the receiver is visible to roles with `pg_read_all_stats`.
const REPLAYED: &str = "select system_identifier, \
    greatest(timeline_id, min_recovery_end_timeline, (select received_tli from pg_stat_wal_receiver)), \
    cast(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end, '0/0') as bigint) \
    from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()";

/// A position in the log of a database cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LogPosition {
    cluster: i64,
    /// Each promotion begins another one, in which the positions mean something else.
    timeline: i32,
    /// In bytes.
    offset: i64,
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
    fn end(&self, found: Option<LogPosition>) -> Option<LogPosition> {
        let mut known = self.0.lock();
        if let Some(end) = found {
            known.end = Some((end, Instant::now()));
        }
        known.end.filter(|(_, at)| at.elapsed() < MAX_LAG).map(|(end, _)| end)
    }

    /// Compares what the replica has replayed with the end of the log.
    fn compare(&self, replayed: LogPosition, end: LogPosition) -> ReplicaState {
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
    fn report(&self, state: ReplicaState) {
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
    let end = position_of(&lists.connections, END_OF_LOG).await.ok().flatten();
    let end = replica.progress.end(end)?;
    match position_of(&replica.connections, REPLAYED).await {
        Ok(Some(replayed)) => Some(replica.progress.compare(replayed, end)),
        Ok(None) => Some(ReplicaState::Foreign),
        Err(error) => {
            tracing::debug!(%error, "the read replica's position in the log is unknown");
            Some(ReplicaState::Unreachable)
        }
    }
}

async fn position_of(connections: &Arc<Pool<Postgres>>, sql: &'static str) -> Result<Option<LogPosition>, StoreError> {
    with_connection!(connections, position, sql)
}

/// The position that a statement finds; `None` if the server does not have the role for it.
async fn position(connection: &mut PgConnection, sql: &'static str) -> Result<Option<LogPosition>, StoreError> {
    let row = connection.fetch_one(sqlx::raw_sql(sql)).await?;
    let (cluster, timeline, offset) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let position = Option::zip(timeline, offset);
    Ok(position.map(|(timeline, offset)| LogPosition { cluster, timeline, offset }))
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
