//! A primary and its read replica. Reads go to the replica if it can answer them, and continue there without a primary.
//!
//! Stored games and readings never change, so a replica that has an item has its current state; other items are read
//! from the primary. Lists come from the replica if it had caught up with the primary when they were requested.
//! Anything deleted by this service is read from the primary.

mod commitments;
mod deleted;
mod games;
mod keys;
mod maintenance;
mod projection;
mod readings;
mod simulations;
mod tables;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Executor, PgConnection, Postgres, Row};

use super::{database::Database, pool::health::State};
use crate::service::{
    IdempotencyKey, IdempotencyRecord,
    store::{Store, StoreError, Usage},
};

pub(super) use deleted::Deleted;

/// The end of the primary's write-ahead log.
const END_OF_LOG: &str = "select cast(pg_current_wal_insert_lsn() as text)";

/// A primary and its replica.
pub(super) struct Replicated {
    pub(super) primary: Database<Postgres>,
    pub(super) replica: Database<Postgres>,
    pub(super) deleted: Deleted,
}

/// Reads an item by id from the replica, or else from the primary.
macro_rules! by_id {
    ($self:ident, $method:ident, $id:expr) => {{
        let from_replica = !$self.deleted.may_have($id.0) && $self.replica_responds();
        if from_replica && let Ok(Some(found)) = $self.replica.$method($id).await {
            return Ok(Some(found));
        }
        primary_first!($self, $method, $id)
    }};
}

/// Reads from the primary, or from the replica while there is no primary.
macro_rules! primary_first {
    ($self:ident, $method:ident $(, $argument:expr)*) => {
        match $self.primary.$method($($argument),*).await {
            Err(StoreError::Unavailable(_)) if $self.replica_responds() => $self.replica.$method($($argument),*).await,
            result => result,
        }
    };
}

/// Reads a list from the replica if it has caught up, or else from the primary.
macro_rules! list {
    ($self:ident, $method:ident $(, $argument:expr)*) => {{
        if $self.replica_is_current().await && let Ok(page) = $self.replica.$method($($argument),*).await {
            return Ok(page);
        }
        primary_first!($self, $method $(, $argument)*)
    }};
}

use {by_id, list, primary_first};

impl Replicated {
    pub(super) fn replica_responds(&self) -> bool {
        match self.replica.reader.health().state() {
            State::Writable | State::ReadOnly => true,
            State::Unknown | State::Down => false,
        }
    }

    /// Has the replica caught up with the primary? False if the primary does not respond, since it is then unknown.
    async fn replica_is_current(&self) -> bool {
        if !self.replica_responds() {
            return false;
        }
        let Ok(end) = select_text(&self.primary, END_OF_LOG.to_owned()).await else { return false };
        // The value comes from the server: hexadecimal digits and a slash.
        if !end.chars().all(|c| c.is_ascii_hexdigit() || c == '/') {
            return false;
        }
        let sql = format!(
            "select cast(not pg_is_in_recovery() or coalesce(pg_last_wal_replay_lsn() >= cast('{end}' as pg_lsn), false) as text)"
        );
        select_text(&self.replica, sql).await.is_ok_and(|text| text == "true")
    }
}

/// Selects a single text from a server.
async fn select_text(database: &Database<Postgres>, sql: String) -> Result<String, StoreError> {
    let mut connection = database.reader.acquire().await?;
    let time_limit = connection.time_limit();
    let done = time_limit.run(text(&mut connection, sql)).await;
    connection.finish(done).await
}

async fn text(connection: &mut PgConnection, sql: String) -> Result<String, StoreError> {
    Ok(connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(sql))).await?.try_get(0)?)
}

#[async_trait]
impl Store for Replicated {
    async fn ready(&self) -> Result<(), StoreError> {
        self.primary.ready().await
    }

    fn is_stale(&self) -> bool {
        let gone = match self.primary.writer.health().state() {
            State::Down | State::ReadOnly => true,
            State::Unknown | State::Writable => false,
        };
        gone && self.replica_responds()
    }

    async fn idempotency_record(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError> {
        self.primary.idempotency_record(key).await
    }

    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        self.primary.secret(name, fresh).await
    }

    fn usage(&self) -> Usage {
        let mut usage = self.primary.usage();
        usage.pools.push(self.replica.reader.usage("copy"));
        usage
    }

    async fn close(&self) {
        self.replica.close().await;
        self.primary.close().await;
    }
}
