//! Positions in commit order on Postgres: transaction ids, which are assigned before the commit.
//!
//! Lists in commit order end at the horizon, the oldest open transaction: no row below it can appear later.
//! Transactions in other databases of the server do not hold the horizon back; a long one in this database does.

use sqlx::{Executor, PgConnection, Row};

use super::session;

/// All rows below this are committed, or never will be.
///
/// A standby knows only the oldest open transaction. `pg_locks` shows which open transactions are in other databases,
/// and is read only if there are any. It is newer than the snapshot, which is harmless: a transaction never changes its
/// database.
pub(crate) const HORIZON: &str = "(select position_offset.value + case \
    when pg_is_in_recovery() then cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) \
    else (select coalesce(min(cast(cast(open.xid as text) as bigint)), \
    cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)) \
    from pg_snapshot_xip(pg_current_snapshot()) as open (xid) \
    where mod(cast(cast(open.xid as text) as bigint), 4294967296) <> all (array(\
    select cast(cast(locked.transactionid as text) as bigint) \
    from pg_locks as locked cross join pg_stat_activity as session \
    where locked.locktype = 'transactionid' and locked.mode = 'ExclusiveLock' and locked.granted \
    and session.pid = locked.pid and session.datid <> 0 \
    and session.datid <> (select own.oid from pg_database as own where own.datname = current_database())))) \
    end from position_offset)";

/// Does any row have a position that no transaction of this server has reached? Both values come from one snapshot.
const BEYOND: &str = "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' and greatest(\
    coalesce((select max(position) from games), 0), coalesce((select max(position) from readings), 0)) \
    >= value + cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint) from position_offset";

/// Locks the tables, so that nothing is stored meanwhile.
const RAISE: &str = "begin; \
    lock table games, readings, position_offset in share row exclusive mode; \
    update position_offset set value = greatest(value, 1 + greatest(\
    coalesce((select max(position) from games), 0), coalesce((select max(position) from readings), 0)) \
    - cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)); \
    commit";

/// Raises the offset of positions after a dump was restored on a server with lower transaction ids. Otherwise the
/// restored rows would be hidden, and new rows would come before them.
pub(crate) async fn raise_offset(connection: &mut PgConnection) -> sqlx::Result<()> {
    let row = connection.fetch_one(sqlx::raw_sql(BEYOND)).await?;
    if row.try_get(0)? {
        session::run(connection, RAISE.to_owned()).await?;
    }
    Ok(())
}
