//! SQLite as a dialect.

mod open;
mod private_file;

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::{
    Arguments, Connection, Row, Sqlite, SqliteConnection,
    error::BoxDynError,
    sqlite::{SqliteArguments, SqliteRow},
};

pub(super) use self::open::{LISTS, Pools, migrate, open};
use super::{
    dialect::{Atomic, Column, Deadline, Dialect, End, RowWriter},
    pool::{Lists, Pool},
    query::Statement,
};
use crate::service::store::{OutageCause, ReplicaState, StoreError};

/// Transactions take the write lock at once: one that reads first could not upgrade its lock after another has written.
const BEGIN: &str = "begin immediate";

/// Number of virtual machine instructions between two calls of the progress handler, about a millisecond.
const PROGRESS_INTERVAL: i32 = 10_000;

impl Dialect for Sqlite {
    /// SQLite allows one writer.
    const WRITERS: usize = 1;

    type Rows = Tuples;

    fn part_of(rows: usize) -> usize {
        SIZES.into_iter().find(|size| *size <= rows).unwrap_or_default()
    }

    const NOW: &'static str = "cast(unixepoch('now', 'subsec') * 1000000 as integer)";

    const LEASE_END: &'static str = "cast(unixepoch('now', 'subsec') * 1000000 as integer) + 10000000";

    /// A cross join is carried out in the order in which it is written.
    const LOOKUP: (&'static str, &'static str) = ("cross join ", "");

    const HORIZON: Option<&'static str> = None;

    const BEGIN_TEXT: Option<&'static str> = Some("begin immediate; ");

    /// Transactions that write never run concurrently.
    const FOR_UPDATE: &'static str = "";

    const SKIP_LOCKED: &'static str = "";

    async fn limit(connection: &mut SqliteConnection, limit: Duration) -> sqlx::Result<Deadline> {
        let (deadline, may_go_on) = Deadline::new(limit);
        connection.lock_handle().await?.set_progress_handler(PROGRESS_INTERVAL, may_go_on);
        Ok(deadline)
    }

    type Time = i64;

    fn time(time: DateTime<Utc>) -> i64 {
        time.timestamp_micros()
    }

    fn utc(time: i64) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(time)
    }

    /// Without a number, which would be a parameter name. SQLite searches its list of names for each argument, which
    /// takes longer than binding for a statement with a thousand arguments.
    fn placeholder(sql: &mut String, _number: usize) {
        sql.push('?');
    }

    fn add<T: Column>(arguments: &mut SqliteArguments, value: T) -> Result<(), BoxDynError> {
        Arguments::add(arguments, value)
    }

    fn get<T: Column>(row: &SqliteRow, index: usize) -> sqlx::Result<T> {
        row.try_get(index)
    }

    async fn rows(
        connection: &mut SqliteConnection,
        sql: String,
        arguments: SqliteArguments,
    ) -> sqlx::Result<Vec<SqliteRow>> {
        sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).fetch_all(connection).await
    }

    async fn execute(connection: &mut SqliteConnection, sql: String, arguments: SqliteArguments) -> sqlx::Result<u64> {
        Ok(sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).execute(connection).await?.rows_affected())
    }

    async fn run(connection: &mut SqliteConnection, sql: String) -> sqlx::Result<()> {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(connection).await.map(drop)
    }

    fn commits_alone(_connection: &SqliteConnection) -> bool {
        true
    }

    async fn begin(connection: &mut SqliteConnection) -> sqlx::Result<Atomic<'_, Sqlite>> {
        Ok(Atomic::Transaction(match connection.is_in_transaction() {
            true => connection.begin().await?,
            false => connection.begin_with(BEGIN).await?,
        }))
    }

    /// Never called, since loans of SQLite are not transactions.
    async fn end_savepoint(_connection: &mut SqliteConnection, _end: End) -> sqlx::Result<()> {
        Err(sqlx::Error::InvalidSavePointStatement)
    }

    /// Truncates the write-ahead log, which may still contain deleted rows; in the file they are overwritten with
    /// zeros. A reader that has begun before prevents both; each attempt waits for it as long as a write does.
    async fn purge(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        let (busy, _, _): (i64, i64, i64) =
            sqlx::query_as("pragma wal_checkpoint(truncate)").fetch_one(connection).await?;
        Ok(busy == 0)
    }

    /// A lock of another program too: as long as it is held.
    fn blocks_writes(_cause: OutageCause) -> bool {
        true
    }

    async fn ready(writer: &Arc<Pool<Sqlite>>, reader: &Arc<Pool<Sqlite>>) -> Result<(), StoreError> {
        let mut connection = reader.acquire().await?;
        let done = Statement::<Sqlite>::new("select 1").rows(&mut connection).await.map(drop);
        connection.finish(Some(done.map_err(StoreError::from))).await?;
        writer.check_file()?;
        if writer.health().write_failed_within(Duration::MAX) {
            let mut connection = writer.acquire().await?;
            let done = try_write(&mut connection).await.map_err(StoreError::from);
            connection.finish(Some(done)).await?;
            writer.health().note_write(false);
        }
        Ok(())
    }

    /// A file has none.
    async fn replica_state(_lists: &Lists<Sqlite>) -> Option<ReplicaState> {
        None
    }
}

/// Writes to the file without changing anything.
async fn try_write(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let version: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *connection).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("pragma user_version = {version}"))).execute(connection).await?;
    Ok(())
}

/// Numbers of rows in a statement, descending to 1: few, so that each text is prepared once, and one that is large,
/// since each statement costs a round trip to the connection's thread.
const SIZES: [usize; 4] = [64, 16, 4, 1];

/// Rows that are bound cell by cell.
pub(crate) struct Tuples {
    sql: String,
    arguments: SqliteArguments,
    error: Option<BoxDynError>,
}

impl RowWriter<Sqlite> for Tuples {
    fn after(mut sql: String, arguments: SqliteArguments) -> Self {
        sql.push_str("values ");
        Tuples { sql, arguments, error: None }
    }

    fn row(&mut self, cells: impl FnOnce(&mut Self)) {
        self.sql.push_str(if self.sql.ends_with(')') { ", (" } else { "(" });
        cells(self);
        self.sql.push(')');
    }

    fn cell<T: Column>(&mut self, value: T) -> &mut Self {
        self.sql.push_str(if self.sql.ends_with('(') { "?" } else { ", ?" });
        if let Err(error) = self.arguments.add(value) {
            return self.fail(error);
        }
        self
    }

    fn fail(&mut self, error: BoxDynError) -> &mut Self {
        self.error.get_or_insert(error);
        self
    }

    fn finish(self) -> Result<(String, SqliteArguments), BoxDynError> {
        self.error.map_or(Ok((self.sql, self.arguments)), Err)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;
    use tokio::time::timeout;

    use super::*;

    const ENDLESS: &str =
        "with recursive n (i) as (select 1 union all select i + 1 from n) select max(i) from n where i < 0";

    async fn connection() -> SqliteConnection {
        SqliteConnection::connect("sqlite::memory:").await.expect("a connection")
    }

    #[tokio::test]
    async fn a_statement_that_takes_too_long_is_interrupted() {
        let mut connection = connection().await;
        let deadline = Sqlite::limit(&mut connection, Duration::from_millis(20)).await.expect("a deadline");
        let interrupted = connection.execute(ENDLESS).await.map_err(StoreError::from);
        assert!(matches!(interrupted, Err(StoreError::Unavailable(_))), "{interrupted:?}");
        deadline.done();
        connection.execute("select 1").await.expect("the next one");
    }

    #[tokio::test]
    async fn a_statement_whose_future_was_dropped_is_interrupted() {
        let mut connection = connection().await;
        let endless = async {
            let deadline = Sqlite::limit(&mut connection, Duration::from_secs(3600)).await.expect("a deadline");
            let done = connection.execute(ENDLESS).await;
            deadline.done();
            done
        };
        timeout(Duration::from_millis(50), endless).await.expect_err("it has no end");
        let deadline =
            Sqlite::limit(&mut connection, Duration::from_secs(3600)).await.expect("the first one was interrupted");
        connection.execute("select 1").await.expect("the next one");
        deadline.done();
    }

    #[test]
    fn rows_are_tuples() {
        let mut rows = Tuples::after("insert into t ".to_owned(), SqliteArguments::default());
        for number in [1, 2] {
            rows.row(|row| _ = row.cell(number).cell("x".to_owned()));
        }
        let (sql, arguments) = rows.finish().expect("a statement");
        assert_eq!((sql.as_str(), arguments.len()), ("insert into t values (?, ?), (?, ?)", 4));
    }
}
