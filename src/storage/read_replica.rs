//! A primary and its read replica. Reads go to the replica if it can answer them, and continue there without a primary.
//!
//! Stored games and readings never change, so a replica that has an item has its current state; other items are read
//! from the primary. Lists come from the replica if it had caught up with the primary when they were requested.
//! Anything deleted by this service is read from the primary.

mod deleted;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, Executor, PgConnection, Postgres, Row};
use tokio::sync::broadcast;

use super::{database::Database, pool::health::State};
use crate::service::{
    Erased, Erasure, Expired, IdempotencyKey, IdempotencyRecord, KeyRecord,
    records::{
        AnyReading, CommitmentId, CommitmentRecord, GameId, GameRecord, KeyId, OwnerId, ReadingId, ReadingRecord,
        SpreadRecord, StoredGame, TableId,
    },
    store::{
        Counted, GameFilter, ListedReading, OwnerFilter, Page, Place, ReadingFilter, SpreadWrite, Store, StoreError,
        TableChange, TableWriteError, Usage, Write, WriteError,
    },
    tables::{TableFilter, TableRecord, TableWrite},
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

pub(super) use primary_first;

/// Reads a list from the replica if it has caught up, or else from the primary.
macro_rules! list {
    ($self:ident, $method:ident $(, $argument:expr)*) => {{
        if $self.replica_is_current().await && let Ok(page) = $self.replica.$method($($argument),*).await {
            return Ok(page);
        }
        primary_first!($self, $method $(, $argument)*)
    }};
}

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
    let bound = connection.bound();
    let done = bound.run(text(&mut connection, sql)).await;
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

    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>> {
        self.primary.write_all(writes).await
    }

    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError> {
        self.primary.write_spread(write).await
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        by_id!(self, game, id)
    }

    async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<GameRecord>, StoreError> {
        list!(self, games, filter, from, limit)
    }

    async fn count_games(&self, filter: &GameFilter, from: Option<Place>, limit: u32) -> Result<Counted, StoreError> {
        list!(self, count_games, filter, from, limit)
    }

    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError> {
        list!(self, logs, ids)
    }

    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Place)>, StoreError> {
        list!(self, games_after, filter, after, limit)
    }

    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError> {
        self.deleted.add(id.0);
        self.primary.delete_game(id, owner).await
    }

    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError> {
        by_id!(self, reading, id)
    }

    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError> {
        list!(self, readings, owner, filter, from, limit)
    }

    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Place)>, StoreError> {
        list!(self, readings_after, owner, filter, after, limit)
    }

    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError> {
        self.deleted.add(id.0);
        self.primary.delete_reading(id, owner).await
    }

    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError> {
        self.primary.add_commitment(commitment, idempotency_key).await
    }

    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError> {
        primary_first!(self, commitments, owner, before, limit)
    }

    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError> {
        primary_first!(self, commitment, id)
    }

    async fn idempotency_record(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError> {
        self.primary.idempotency_record(key).await
    }

    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError> {
        self.primary.delete_expired(now, limit).await
    }

    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        self.primary.secret(name, fresh).await
    }

    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        self.primary.add_key(key).await
    }

    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        primary_first!(self, key, id)
    }

    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError> {
        primary_first!(self, keys, before, limit)
    }

    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        primary_first!(self, has_key, now)
    }

    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.primary.revoke_key(id, now).await
    }

    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.primary.key_used(id, at).await
    }

    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError> {
        self.primary.revoke_keys(created_before, now).await
    }

    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError> {
        self.deleted.erased();
        let erased = self.primary.erase(erasure, limit).await;
        self.deleted.erased();
        erased
    }

    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError> {
        self.primary.erasable(erasure).await
    }

    async fn purge(&self) -> Result<(), StoreError> {
        self.primary.purge().await
    }

    async fn game_count(&self) -> Result<u64, StoreError> {
        primary_first!(self, game_count)
    }

    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError> {
        primary_first!(self, game_ids, after, limit)
    }

    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError> {
        primary_first!(self, reading_ids, game)
    }

    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError> {
        primary_first!(self, spread_ids, after, limit)
    }

    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError> {
        primary_first!(self, is_indexed, game)
    }

    async fn add_table(
        &self,
        table: &TableRecord,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError> {
        self.primary.add_table(table, idempotency_key, now).await
    }

    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError> {
        self.primary.update_table(write).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        primary_first!(self, table, id)
    }

    async fn table_versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, u32)>, StoreError> {
        self.primary.table_versions(ids).await
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        primary_first!(self, tables, filter, before, limit)
    }

    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.primary.tables_to_wake(now, limit).await
    }

    async fn next_wake(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.primary.next_wake().await
    }

    async fn delete_table(&self, id: TableId, version: u32) -> Result<bool, StoreError> {
        self.primary.delete_table(id, version).await
    }

    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        self.primary.table_changes()
    }

    fn revocations(&self) -> u64 {
        self.primary.revocations()
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
