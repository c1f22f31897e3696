//! Positions on Postgres: numbers of transactions, which are given out before the commit.
//!
//! Whoever follows a list by them reads up to the horizon, the first transaction that is still open: what is below cannot
//! come later. A transaction of another database of the server does not hold it back, a long one of this database does.

use sqlx::{Executor, PgConnection, Row};

use super::session;

/// Every row below it is committed or never will be.
///
/// A standby knows the first open transaction alone. `pg_locks` tells which of the open transactions are in other
/// databases, and is only read when there are any. What is read of it is newer than the snapshot, which does no harm: a
/// transaction never changes its database.
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

/// Has something a position that no transaction of this server has reached? Both are of one snapshot.
const BEYOND: &str = "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' and greatest(\
    coalesce((select max(position) from games), 0), coalesce((select max(position) from readings), 0)) \
    >= value + cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint) from position_offset";

/// Nobody stores anything meanwhile.
const RAISE: &str = "begin; \
    lock table games, readings, position_offset in share row exclusive mode; \
    update position_offset set value = greatest(value, 1 + greatest(\
    coalesce((select max(position) from games), 0), coalesce((select max(position) from readings), 0)) \
    - cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)); \
    commit";

/// Raises the offset of positions after a dump was restored on a server whose transactions have lower numbers: what is
/// restored would be hidden, and what is new would stand before it.
pub(crate) async fn raise_offset(connection: &mut PgConnection) -> sqlx::Result<()> {
    let row = connection.fetch_one(sqlx::raw_sql(BEYOND)).await?;
    if row.try_get(0)? {
        session::run(connection, RAISE.to_owned()).await?;
    }
    Ok(())
}
