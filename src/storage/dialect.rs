//! What both databases can do, said once, so that statements and rows are one body of code.

use std::{
    future::Future,
    ops::{Deref, DerefMut},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use sqlx::{Database, Decode, Encode, Postgres, Sqlite, Transaction, Type, error::BoxDynError};

use super::{
    entry::Entry,
    outcome::Outcome,
    pool::{Pool, deadline::Deadline},
};
use crate::service::store::{PoolUsage, StoreError};

/// A type that both databases keep in a column and bind to a statement.
pub(super) trait Column:
    Type<Postgres>
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
    T: Type<Postgres>
        + Type<Sqlite>
        + for<'q> Encode<'q, Postgres>
        + for<'q> Encode<'q, Sqlite>
        + for<'r> Decode<'r, Postgres>
        + for<'r> Decode<'r, Sqlite>
        + Send
        + 'static
{
}

/// What is stored whole or not at all: a transaction, or a part of one. Unless it is committed it is taken back.
#[derive(Debug)]
pub(super) enum Part<'c, D: Dialect> {
    /// A transaction of its own.
    Transaction(Transaction<'c, D>),
    /// A part of a transaction that a loan is: the loan is given up when this fails.
    Savepoint(&'c mut D::Connection),
}

impl<D: Dialect> Part<'_, D> {
    /// Keeps what was done.
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        self.end(true).await
    }

    /// Keeps what was done, or takes it back.
    pub(super) async fn end(self, keep: bool) -> sqlx::Result<()> {
        match self {
            Part::Transaction(transaction) if keep => transaction.commit().await,
            Part::Transaction(transaction) => transaction.rollback().await,
            Part::Savepoint(connection) => D::end_savepoint(connection, keep).await,
        }
    }
}

impl<D: Dialect> Deref for Part<'_, D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        match self {
            Part::Transaction(transaction) => transaction,
            Part::Savepoint(connection) => connection,
        }
    }
}

impl<D: Dialect> DerefMut for Part<'_, D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        match self {
            Part::Transaction(transaction) => transaction,
            Part::Savepoint(connection) => connection,
        }
    }
}

/// A database, as far as the statements need to know it.
pub(super) trait Dialect: Database {
    /// How many transactions write at once those writes that wait for others.
    const WRITERS: usize;

    /// Maximum number of writes that share a transaction: the first of them waits for the last.
    const BATCH_LIMIT: usize;

    /// How many rows a statement for many has, the most first, down to one.
    const BATCH_ROWS: &'static [usize];

    /// How many games are counted in one transaction when players' counters are made anew.
    const REINDEX_BATCH: u32;

    /// What positions lie below, up to which nothing can be committed any more; `None`: all of them do.
    const HORIZON: Option<&'static str>;

    /// Whether games are found by keys of their names in their own rows. Otherwise each name has a row in `game_players`.
    const NAMES_IN_ROWS: bool;

    /// Ends a query whose rows nobody else may change until the transaction ends, where others can write meanwhile.
    const FOR_UPDATE: &'static str;

    /// Lets such a query pass over rows that another transaction has in hand.
    const SKIP_LOCKED: &'static str;

    /// Has the statements that follow on a connection end when they take too long, or nobody waits for them any more.
    fn limit(connection: &mut Self::Connection, limit: Duration)
    -> impl Future<Output = sqlx::Result<Deadline>> + Send;

    /// How a time is stored: whole microseconds that sort by time.
    type Time: Column;

    /// A time as it is stored.
    fn time(time: DateTime<Utc>) -> Self::Time;

    /// The stored time; `None` if it is out of range.
    fn utc(time: Self::Time) -> Option<DateTime<Utc>>;

    /// Writes the placeholder of the argument with this number, counted from 1. Arguments are bound in the order of
    /// their placeholders.
    fn placeholder(sql: &mut String, number: usize);

    /// Adds a value to a statement's arguments.
    fn add<T: Column>(arguments: &mut Self::Arguments, value: T) -> Result<(), BoxDynError>;

    /// The value of a row's column.
    fn get<T: Column>(row: &Self::Row, index: usize) -> sqlx::Result<T>;

    /// All rows that a statement gives.
    fn rows(
        connection: &mut Self::Connection,
        sql: String,
        arguments: Self::Arguments,
    ) -> impl Future<Output = sqlx::Result<Vec<Self::Row>>> + Send;

    /// How many rows a statement touched.
    fn execute(
        connection: &mut Self::Connection,
        sql: String,
        arguments: Self::Arguments,
    ) -> impl Future<Output = sqlx::Result<u64>> + Send;

    /// Begins a transaction that is going to write, or a part of the one that there is.
    fn begin(connection: &mut Self::Connection) -> impl Future<Output = sqlx::Result<Part<'_, Self>>> + Send;

    /// Ends the innermost savepoint: keeps what was done since, or takes it back.
    fn end_savepoint(connection: &mut Self::Connection, keep: bool) -> impl Future<Output = sqlx::Result<()>> + Send;

    /// Rids the files of what was deleted, as far as a connection can.
    fn purge(connection: &mut Self::Connection) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Does the database answer, and does it take writes as far as one can know without writing?
    fn ready(writer: &Arc<Pool<Self>>, reader: &Arc<Pool<Self>>)
    -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Does a write's outcome show that no other may succeed either: a disk that is full, a file that is read-only?
    fn shows_no_room(outcome: &Outcome) -> bool;

    /// How the pools are used at this moment.
    fn pools(writer: &Pool<Self>, reader: &Pool<Self>) -> Vec<PoolUsage>;

    /// Does the write wait for its turn, to be stored with others? Else it goes by itself.
    fn waits(entry: &Entry) -> bool;

    /// Stores writes that wait, or one that goes by itself: each whole or not at all. Answers for each.
    fn store(connection: &mut Self::Connection, entries: &[Entry]) -> impl Future<Output = Vec<Outcome>> + Send;
}
