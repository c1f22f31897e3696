//! Implements [`Store`] for a database.

mod borrow;
mod writes;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::{sync::broadcast, time::sleep};

use self::borrow::{MAX_POLLS, POLL_DELAY, list_in_commit_order};
use super::{
    commitments,
    dialect::Dialect,
    entry::Entry,
    erasure, error, expiry, games, history, idempotency, inventory, keys,
    keyset::{self, Order, PageRequest},
    lookups::Lookups,
    outcome::Written,
    pool::{Pool, lists::Lists},
    postgres::Notices,
    readings, secrets, table_writes, tables,
    write_queue::Queue,
};
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

pub(super) use borrow::{in_transaction, with_connection, with_list_connection};

/// A database with its pools. The same pool may write and read.
pub(super) struct Database<D: Dialect> {
    pub(super) writer: Arc<Pool<D>>,
    pub(super) reader: Arc<Pool<D>>,
    pub(super) lists: Lists<D>,
    pub(super) lookups: Lookups<D>,
    pub(super) queue: Queue<D>,
    /// Notifications between the services on the database; `None` on SQLite and for read replicas.
    pub(super) notices: Option<Notices>,
}

impl<D: Dialect> Database<D> {
    /// Announces a change to all services on the database.
    fn announce(&self, change: TableChange) {
        if let Some(notices) = &self.notices {
            notices.announce(change);
        }
    }

    /// The owner's stored game with the same external id.
    async fn with_same_external_id(&self, record: &GameRecord) -> Result<Option<GameId>, StoreError> {
        let Some(external_id) = &record.external_id else { return Ok(None) };
        with_connection!(self.reader, games::by_external_id::<D>, record.owner, external_id)
    }
}

#[async_trait]
impl<D: Dialect> Store for Database<D> {
    async fn ready(&self) -> Result<(), StoreError> {
        D::ready(&self.writer, &self.reader).await
    }

    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>> {
        let entries: Vec<Entry> = writes.iter().cloned().map(Entry::Game).collect();
        let mut results = Vec::with_capacity(writes.len());
        for (write, outcome) in writes.iter().zip(self.store(&entries).await) {
            results.push(self.resolve(write, outcome).await);
        }
        results
    }

    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError> {
        let entry = Entry::Spread(Arc::new(write));
        let unanswered = || Err(StoreError::Broken("a write has no outcome".to_owned()));
        match self.store(&[entry]).await.pop().unwrap_or_else(unanswered)? {
            Written::Stored => Ok(()),
            Written::CommitmentNotUsable => Err(WriteError::CommitmentNotUsable),
            Written::Repeated => Err(WriteError::Repeated),
            Written::VersionConflict => Err(StoreError::Broken("a reading has no version".to_owned()).into()),
            Written::Taken(error) => Err(error.into()),
        }
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.lookups.game(id).await
    }

    async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<GameRecord>, StoreError> {
        let request = PageRequest { order: history::newest(filter), from, limit };
        with_list_connection!(self.lists, history::games::<D>, filter, request)
    }

    async fn count_games(&self, filter: &GameFilter, from: Option<Place>, limit: u32) -> Result<Counted, StoreError> {
        let request = PageRequest { order: history::newest(filter), from, limit };
        with_list_connection!(self.lists, history::count::<D>, filter, request)
    }

    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError> {
        with_list_connection!(self.lists, games::logs::<D>, ids)
    }

    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Place)>, StoreError> {
        list_in_commit_order!(self.lists, "games", history::ORDER, after, limit, history::stored_games::<D>, filter)
    }

    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError> {
        in_transaction!(self.writer, games::delete::<D>, id, owner)
    }

    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError> {
        with_connection!(self.reader, readings::by_id::<D>, id)
    }

    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError> {
        let request = PageRequest { order: Order::newest(filter.since, filter.until), from, limit };
        with_list_connection!(self.lists, readings::list::<D>, owner, filter, request).map(keyset::without_places)
    }

    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Place)>, StoreError> {
        list_in_commit_order!(self.lists, "readings", readings::ORDER, after, limit, readings::list::<D>, owner, filter)
    }

    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError> {
        in_transaction!(self.writer, readings::delete::<D>, id, owner)
    }

    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError> {
        in_transaction!(self.writer, add_commitment::<D>, commitment, idempotency_key.as_ref())
    }

    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError> {
        with_connection!(self.reader, commitments::list::<D>, owner, before, limit)
    }

    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError> {
        with_connection!(self.reader, commitments::by_id::<D>, id)
    }

    async fn idempotency_record(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError> {
        with_connection!(self.reader, idempotency::find::<D>, key)
    }

    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError> {
        with_connection!(self.writer, expiry::batch::<D>, now, limit)
    }

    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        match with_connection!(self.reader, secrets::find::<D>, name)? {
            Some(secret) => Ok(secret),
            None => with_connection!(self.writer, secrets::get_or_insert::<D>, name, fresh),
        }
    }

    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        with_connection!(self.writer, keys::add::<D>, key)
    }

    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        with_connection!(self.reader, keys::by_id::<D>, id)
    }

    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError> {
        with_connection!(self.reader, keys::list::<D>, before, limit)
    }

    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        with_connection!(self.reader, keys::any::<D>, now)
    }

    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        with_connection!(self.writer, keys::revoke::<D>, id, now)
    }

    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError> {
        with_connection!(self.writer, keys::used::<D>, id, at)
    }

    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError> {
        with_connection!(self.writer, keys::revoke_all::<D>, created_before, now)
    }

    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError> {
        let erased: Result<Erased, StoreError> = in_transaction!(self.writer, erasure::batch::<D>, erasure, limit);
        let erased = erased?;
        if erased.tables > 0 {
            self.announce(TableChange::Any);
        }
        Ok(erased)
    }

    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError> {
        with_connection!(self.reader, erasure::count::<D>, erasure)
    }

    async fn purge(&self) -> Result<(), StoreError> {
        with_connection!(self.writer, D::purge)
    }

    async fn game_count(&self) -> Result<u64, StoreError> {
        with_connection!(self.reader, inventory::game_count::<D>)
    }

    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError> {
        with_connection!(self.reader, inventory::game_ids::<D>, after, limit)
    }

    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError> {
        with_connection!(self.reader, inventory::reading_ids::<D>, game)
    }

    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError> {
        with_connection!(self.reader, inventory::spread_ids::<D>, after, limit)
    }

    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError> {
        with_connection!(self.reader, inventory::is_indexed::<D>, game)
    }

    async fn add_table(
        &self,
        table: &TableRecord,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError> {
        in_transaction!(self.writer, table_writes::add::<D>, table, idempotency_key.as_ref(), now)
            .inspect(|()| self.announce(TableChange::One(table.id, table.version)))
    }

    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError> {
        let entry = Entry::Table(Arc::new(write.clone()));
        let unanswered = || Err(StoreError::Broken("a write has no outcome".to_owned()));
        let outcome = self.store(&[entry]).await.pop().unwrap_or_else(unanswered);
        // A write that failed may have been stored nevertheless.
        if matches!(outcome, Ok(Written::Stored) | Err(_)) {
            self.announce(TableChange::One(write.table.id, write.table.version));
        }
        match outcome? {
            Written::Stored => Ok(()),
            Written::VersionConflict => Err(TableWriteError::VersionConflict),
            Written::Repeated => Err(TableWriteError::Repeated),
            Written::CommitmentNotUsable => Err(StoreError::Broken("a table uses what it took".to_owned()).into()),
            Written::Taken(error) => match &write.finished {
                Some(finished) if self.with_same_external_id(&finished.game.record).await?.is_some() => {
                    Err(TableWriteError::ExternalIdTaken)
                }
                Some(_) | None => Err(error.into()),
            },
        }
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        with_connection!(self.reader, tables::by_id::<D>, id)
    }

    async fn table_versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, u32)>, StoreError> {
        with_connection!(self.reader, tables::versions::<D>, ids)
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        with_connection!(self.reader, tables::list::<D>, filter, before, limit)
    }

    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError> {
        with_connection!(self.reader, tables::to_wake::<D>, now, limit)
    }

    async fn next_wake(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        with_connection!(self.reader, tables::next_wake::<D>)
    }

    async fn delete_table(&self, id: TableId, version: u32) -> Result<bool, StoreError> {
        let deleted = with_connection!(self.writer, table_writes::delete::<D>, id, version)?;
        if deleted {
            self.announce(TableChange::Gone(id));
        }
        Ok(deleted)
    }

    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        self.notices.as_ref()?.subscribe()
    }

    fn revocations(&self) -> u64 {
        self.writer.health().revocations()
    }

    fn usage(&self) -> Usage {
        let [unavailable, broken] = error::counts();
        let (pools, waiting_writes) = (D::pools(&self.writer, &self.reader), self.queue.len());
        let writable = self.writer.health().takes_writes();
        Usage { pools, waiting_writes, writable, unavailable, broken }
    }

    /// The writer is closed last, since the last connection to an SQLite file checkpoints it.
    async fn close(&self) {
        if let Some(notices) = &self.notices {
            notices.close();
        }
        self.lists.connections.close().await;
        self.reader.close().await;
        self.writer.close().await;
    }
}

/// Stores a commitment and the idempotency key of its request.
async fn add_commitment<D: Dialect>(
    transaction: &mut D::Connection,
    commitment: &CommitmentRecord,
    idempotency_key: Option<&IdempotencyKey>,
) -> Result<CommitmentRecord, WriteError> {
    if let Some(idempotency_key) = idempotency_key
        && !idempotency::add::<D>(transaction, idempotency_key, commitment.id.0).await.map_err(StoreError::from)?
    {
        return Err(WriteError::Repeated);
    }
    Ok(commitments::add::<D>(transaction, commitment).await?)
}
