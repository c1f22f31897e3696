//! The read replica: a standby that serves lists, statistics and exports while it has all that the primary has.
//!
//! It is used only if it follows this primary and has replayed its log up to the end at the time of the request, so that
//! nothing that was deleted comes back. Without a primary it is used until the primary was last seen five seconds ago.

use std::sync::Arc;

use sqlx::{Executor, PgConnection, Postgres, Row};

use crate::{
    service::store::{ReplicaState, StoreError},
    storage::{
        borrow::with_connection,
        pool::{Lists, LogPosition, Pool, Replica, State},
    },
};

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

/// The state of the replica; `None` without one, or if the primary has not been seen for too long.
pub(in crate::storage) async fn state(lists: &Lists<Postgres>) -> Option<ReplicaState> {
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
