//! The interface that both databases implement, so that statements and row readers are written once.

use std::{
    future::Future,
    ops::{Deref, DerefMut},
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use sqlx::{
    Database, Decode, Encode, Postgres, Sqlite, Transaction, Type, error::BoxDynError, postgres::PgHasArrayType,
};

use super::pool::{Lists, Pool};
use crate::service::store::{OutageCause, ReplicaState, StoreError, StoreFailure};

/// A type that both databases can store in a column, and Postgres in an array.
pub(super) trait Column:
    PgHasArrayType
    + Type<Postgres>
    + Type<Sqlite>
    + for<'q> Encode<'q, Postgres>
    + for<'q> Encode<'q, Sqlite>
    + for<'r> Decode<'r, Postgres>
    + for<'r> Decode<'r, Sqlite>
    + Send
    + 'static
{
}

impl<T> Column for T where
    T: PgHasArrayType
        + Type<Postgres>
        + Type<Sqlite>
        + for<'q> Encode<'q, Postgres>
        + for<'q> Encode<'q, Sqlite>
        + for<'r> Decode<'r, Postgres>
        + for<'r> Decode<'r, Sqlite>
        + Send
        + 'static
{
}

/// Adds rows to a statement, as a query whose columns are `column1`, `column2` and so on.
pub(super) trait RowWriter<D: Dialect>: Sized + Send {
    /// Begins after the text of a statement and its arguments.
    fn after(sql: String, arguments: D::Arguments) -> Self;

    /// Adds a row. All rows have the same types in the same order.
    fn row(&mut self, cells: impl FnOnce(&mut Self));

    /// Adds a cell to a row.
    fn cell<T: Column>(&mut self, value: T) -> &mut Self;

    /// Adds a cell to a row, or an error if a number is out of range for its column.
    fn try_cell<T: Column>(&mut self, value: Result<T, BoxDynError>) -> &mut Self {
        match value {
            Ok(value) => self.cell(value),
            Err(error) => self.fail(error),
        }
    }

    /// Makes the statement fail with this error.
    fn fail(&mut self, error: BoxDynError) -> &mut Self;

    /// The text and the arguments with the rows, of which there is at least one.
    fn finish(self) -> Result<(String, D::Arguments), BoxDynError>;
}

/// A transaction or a savepoint.
#[derive(Debug)]
pub(super) enum Atomic<'c, D: Dialect> {
    /// A transaction, which is rolled back when dropped.
    Transaction(Transaction<'c, D>),
    /// A savepoint in the transaction of a loan. If it is not ended, the loan's connection is closed.
    Savepoint(&'c mut D::Connection),
}

/// How a transaction or a savepoint ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// What was written is kept.
    Commit,
    /// Nothing of it is kept.
    RollBack,
}

impl<D: Dialect> Atomic<'_, D> {
    /// Commits what was done, and rolls back what was refused. After a failure of the database it is dropped.
    ///
    /// # Errors
    /// That of the outcome; that of the commit or of the rollback.
    pub(super) async fn conclude<T, E: StoreFailure>(self, outcome: Result<T, E>) -> Result<T, E> {
        let end = match &outcome {
            Ok(_) => End::Commit,
            Err(refusal) if refusal.store_error().is_none() => End::RollBack,
            Err(_) => return outcome,
        };
        self.end(end).await.map_err(StoreError::from)?;
        outcome
    }

    /// Commits if everything is to be stored, and else rolls back.
    ///
    /// # Errors
    /// That of the outcome, even if rolling back failed after it; that of the commit or of the rollback.
    pub(super) async fn settle<T>(
        self,
        outcome: Result<T, StoreError>,
        is_stored: impl FnOnce(&T) -> bool,
    ) -> Result<T, StoreError> {
        let end = if outcome.as_ref().is_ok_and(is_stored) { End::Commit } else { End::RollBack };
        let ended = self.end(end).await;
        let outcome = outcome?;
        ended?;
        Ok(outcome)
    }

    async fn end(self, end: End) -> sqlx::Result<()> {
        match (self, end) {
            (Atomic::Transaction(transaction), End::Commit) => transaction.commit().await,
            (Atomic::Transaction(transaction), End::RollBack) => transaction.rollback().await,
            (Atomic::Savepoint(connection), end) => D::end_savepoint(connection, end).await,
        }
    }
}

impl<D: Dialect> Deref for Atomic<'_, D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        match self {
            Atomic::Transaction(transaction) => transaction,
            Atomic::Savepoint(connection) => connection,
        }
    }
}

impl<D: Dialect> DerefMut for Atomic<'_, D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        match self {
            Atomic::Transaction(transaction) => transaction,
            Atomic::Savepoint(connection) => connection,
        }
    }
}

/// What differs between the databases.
pub(super) trait Dialect: Database {
    /// Maximum number of concurrent transactions that store queued writes.
    const WRITERS: usize;

    /// Adds the rows of a multi-row statement.
    type Rows: RowWriter<Self>;

    /// The number of rows for the next multi-row statement, of those left; 0 only if none is left.
    fn part_of(rows: usize) -> usize;

    /// SQL expressions for the database's time, and for when a lease that begins now ends: ten seconds later. A lease
    /// that ends later than that was taken by a clock that was ahead, and is void.
    const NOW: &'static str;
    const LEASE_END: &'static str;

    /// Around `table as s where …`: joins each row on the left with at most one row of the table, found by an index
    /// whatever the planner assumes about the table's size.
    const LOOKUP: (&'static str, &'static str);

    /// SQL expression for the horizon: no row with a lower position can be committed later. `None`: there is no
    /// horizon, since positions are assigned in commit order.
    const HORIZON: Option<&'static str>;

    /// How a text begins that is a whole transaction, with bound values. `None`: such a text has one statement.
    const BEGIN_TEXT: Option<&'static str>;

    /// Whether a statement on a connection that is in no transaction is one by itself: not behind a pooler, where each loan is
    /// a transaction.
    fn commits_alone(connection: &Self::Connection) -> bool;

    /// Suffix of a query that locks its rows until the transaction ends; empty if there are no concurrent writers.
    const FOR_UPDATE: &'static str;

    /// Suffix after that which skips rows locked by other transactions.
    const SKIP_LOCKED: &'static str;

    /// Limits the time of the following statements on a connection, and cancels them if their future is dropped.
    fn limit(connection: &mut Self::Connection, limit: Duration)
    -> impl Future<Output = sqlx::Result<Deadline>> + Send;

    /// The type of stored times, to the microsecond, in chronological order.
    type Time: Column;

    /// Converts a time to its stored form.
    fn time(time: DateTime<Utc>) -> Self::Time;

    /// Converts a stored time; `None` if it is out of range.
    fn utc(time: Self::Time) -> Option<DateTime<Utc>>;

    /// Writes the placeholder of the argument with this number, from 1. Arguments are bound in the order of their
    /// placeholders.
    fn placeholder(sql: &mut String, number: usize);

    /// Adds a value to a statement's arguments.
    fn add<T: Column>(arguments: &mut Self::Arguments, value: T) -> Result<(), BoxDynError>;

    /// The value of a row's column.
    fn get<T: Column>(row: &Self::Row, index: usize) -> sqlx::Result<T>;

    /// Runs a statement; returns its rows.
    fn rows(
        connection: &mut Self::Connection,
        sql: String,
        arguments: Self::Arguments,
    ) -> impl Future<Output = sqlx::Result<Vec<Self::Row>>> + Send;

    /// Runs a statement; returns the number of affected rows.
    fn execute(
        connection: &mut Self::Connection,
        sql: String,
        arguments: Self::Arguments,
    ) -> impl Future<Output = sqlx::Result<u64>> + Send;

    /// Runs statements in one message, without preparing them.
    fn run(connection: &mut Self::Connection, sql: String) -> impl Future<Output = sqlx::Result<()>> + Send;

    /// Begins a transaction that will write, or a savepoint if the connection is in a transaction.
    fn begin(connection: &mut Self::Connection) -> impl Future<Output = sqlx::Result<Atomic<'_, Self>>> + Send;

    /// Releases the innermost savepoint, after rolling back to it if nothing is kept.
    fn end_savepoint(connection: &mut Self::Connection, end: End) -> impl Future<Output = sqlx::Result<()>> + Send;

    /// Removes deleted data from the database files, as far as possible over a connection; false if a reader was in the
    /// way.
    fn purge(connection: &mut Self::Connection) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Does an error of this cause mean that no write succeeds, as with a full disk?
    fn blocks_writes(cause: OutageCause) -> bool;

    /// Checks that the database responds and, as far as known without writing, accepts writes.
    fn ready(writer: &Arc<Pool<Self>>, reader: &Arc<Pool<Self>>)
    -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The state of the read replica; `None` without one, or if the primary has not been seen for too long.
    fn replica_state(lists: &Lists<Self>) -> impl Future<Output = Option<ReplicaState>> + Send;
}

const RUNNING: u8 = 0;
const DONE: u8 = 1;
const ABANDONED: u8 = 2;

/// Interrupts a statement that takes too long, or whose future was dropped before it was done: those of SQLite have no
/// timeout and cannot be cancelled by dropping a future.
#[derive(Debug)]
pub(super) struct Deadline(Arc<AtomicU8>);

impl Deadline {
    /// A deadline, and the progress handler that enforces it.
    pub(super) fn new(limit: Duration) -> (Deadline, impl FnMut() -> bool + Send + 'static) {
        let state = Arc::new(AtomicU8::new(RUNNING));
        let (seen, deadline) = (Arc::clone(&state), Instant::now() + limit);
        let may_go_on = move || match seen.load(Relaxed) {
            RUNNING => Instant::now() < deadline,
            state => state == DONE,
        };
        (Deadline(state), may_go_on)
    }

    /// Marks the statement as done, so that the next one on the connection is not interrupted.
    pub(super) fn done(self) {
        self.0.store(DONE, Relaxed);
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // A statement that is done stays done.
        let _ = self.0.compare_exchange(RUNNING, ABANDONED, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_runs_until_its_deadline_or_until_it_is_dropped() {
        let (deadline, mut may_go_on) = Deadline::new(Duration::from_secs(60));
        assert!(may_go_on());
        drop(deadline);
        assert!(!may_go_on());
        let (deadline, mut may_go_on) = Deadline::new(Duration::ZERO);
        assert!(!may_go_on());
        deadline.done();
        assert!(may_go_on(), "the next one");
    }
}
