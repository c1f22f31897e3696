//! Postgres as a dialect.

mod address;
mod arrays;
pub(super) mod notices;
mod open;
mod replica;
mod session;
mod watch;

use std::{fmt::Write as _, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::{
    Arguments, Connection, PgConnection, Postgres, Row,
    error::BoxDynError,
    postgres::{PgArguments, PgRow},
};

pub(super) use self::open::{check_replica_url, migrate, open, open_replica};
use self::{arrays::Arrays, session::names_statements};
use super::{
    dialect::{Atomic, Column, Deadline, Dialect, End},
    error::unavailable,
    pool::{Lists, Pool, State},
    query::Statement,
};
use crate::service::store::{OutageCause, ReplicaState, StoreError};

/// Maximum age of an observed state that is still relied on.
const STATE_TTL: Duration = Duration::from_secs(5);

/// All rows below this are committed, or never will be: the oldest open transaction, since positions are numbers of
/// transactions, which are given out before the commit. Transactions in other databases of the server do not hold it back;
/// a long one in this database does.
///
/// A standby knows only the oldest open transaction. `pg_locks` shows which open transactions are in other databases,
/// and is read only if there are any. It is newer than the snapshot, which is harmless: a transaction never changes its
/// database.
const HORIZON: &str = "(select position_offset.value + case \
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

impl Dialect for Postgres {
    /// While one transaction is flushed to disk, another is prepared. A third one did not help.
    const WRITERS: usize = 2;

    type Rows = Arrays;

    fn part_of(rows: usize) -> usize {
        arrays::part_of(rows)
    }

    /// Not the time at which the transaction began, which may have waited since.
    const NOW: &'static str = "clock_timestamp()";

    const LEASE_END: &'static str = "clock_timestamp() + interval '10 seconds'";

    const LOOKUP: (&'static str, &'static str) = ("cross join lateral (select * from ", " limit 1) as s");

    const BEGIN_TEXT: Option<&'static str> = None;

    const HORIZON: Option<&'static str> = Some(HORIZON);

    const FOR_UPDATE: &'static str = " for update";

    const SKIP_LOCKED: &'static str = " skip locked";

    /// Nothing to do: the server has its own statement timeout.
    async fn limit(_connection: &mut PgConnection, limit: Duration) -> sqlx::Result<Deadline> {
        Ok(Deadline::new(limit).0)
    }

    type Time = DateTime<Utc>;

    fn time(time: DateTime<Utc>) -> DateTime<Utc> {
        time
    }

    fn utc(time: DateTime<Utc>) -> Option<DateTime<Utc>> {
        Some(time)
    }

    fn placeholder(sql: &mut String, number: usize) {
        write!(sql, "${number}").expect("a string takes any text");
    }

    fn add<T: Column>(arguments: &mut PgArguments, value: T) -> Result<(), BoxDynError> {
        arguments.add(value)
    }

    fn get<T: Column>(row: &PgRow, index: usize) -> sqlx::Result<T> {
        row.try_get(index)
    }

    async fn rows(connection: &mut PgConnection, sql: String, arguments: PgArguments) -> sqlx::Result<Vec<PgRow>> {
        let named = names_statements(connection);
        sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).persistent(named).fetch_all(connection).await
    }

    async fn execute(connection: &mut PgConnection, sql: String, arguments: PgArguments) -> sqlx::Result<u64> {
        let named = names_statements(connection);
        let query = sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).persistent(named);
        Ok(query.execute(connection).await?.rows_affected())
    }

    async fn run(connection: &mut PgConnection, sql: String) -> sqlx::Result<()> {
        session::run(connection, sql).await
    }

    fn commits_alone(connection: &PgConnection) -> bool {
        names_statements(connection)
    }

    async fn begin(connection: &mut PgConnection) -> sqlx::Result<Atomic<'_, Postgres>> {
        if names_statements(connection) {
            return Ok(Atomic::Transaction(connection.begin().await?));
        }
        // The loan is already a transaction.
        session::run(connection, "savepoint part".to_owned()).await?;
        Ok(Atomic::Savepoint(connection))
    }

    async fn end_savepoint(connection: &mut PgConnection, end: End) -> sqlx::Result<()> {
        let sql = match end {
            End::Commit => "release savepoint part",
            End::RollBack => "rollback to savepoint part; release savepoint part",
        };
        session::run(connection, sql.to_owned()).await
    }

    /// Nothing to do: vacuum frees the space of deleted rows, and checkpoints recycle the log.
    async fn purge(_connection: &mut PgConnection) -> Result<bool, StoreError> {
        Ok(true)
    }

    fn blocks_writes(cause: OutageCause) -> bool {
        cause == OutageCause::DiskFull
    }

    async fn ready(writer: &Arc<Pool<Postgres>>, _same: &Arc<Pool<Postgres>>) -> Result<(), StoreError> {
        let unready = |why: &str| Err(unavailable(why));
        match writer.health().state_within(STATE_TTL) {
            _ if writer.is_closed() => unready("it is closed"),
            _ if writer.health().write_failed_within(STATE_TTL) => unready("a write failed a moment ago"),
            State::Writable => Ok(()),
            State::ReadOnly => unready("it does not accept writes"),
            State::Down => unready("it was unreachable a moment ago"),
            State::Unknown => {
                let mut connection = writer.acquire().await?;
                let done = Statement::<Postgres>::new("select 1").rows(&mut connection).await.map(drop);
                connection.finish(Some(done.map_err(StoreError::from))).await
            }
        }
    }

    async fn replica_state(lists: &Lists<Postgres>) -> Option<ReplicaState> {
        replica::state(lists).await
    }
}
