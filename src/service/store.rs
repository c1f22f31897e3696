//! The interface of a database, in domain terms.

mod owner_filter;
mod simulations;

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::broadcast;
use uuid::Uuid;

pub use super::{
    page::{Page, PageSize, Place},
    store_error::{Outage, OutageCause, StoreError},
};

use super::{
    projection::ProjectionStore,
    records::{
        AnyReading, CommitmentId, CommitmentRecord, Erased, Erasure, Expired, GameId, GameRecord, IdempotencyKey,
        IdempotencyRecord, KeyId, KeyRecord, OwnerId, ReadingId, ReadingKind, ReadingRecord, Source, SpreadRecord,
        StoredGame, TableId,
    },
    tables::{TableFilter, TableRecord, TableWrite},
};
use crate::{
    games::Ruleset,
    reading::{Layout, Verdict},
};

pub use owner_filter::OwnerFilter;
pub use simulations::{AddSimulationError, CountChunksError, Merge, SimulationStore};

/// An atomic write: either all of it is stored or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The game with its log.
    pub game: StoredGame,
    /// The reading requested with it.
    pub reading: Option<ReadingRecord>,
    /// Time of the write. The commitment named in the game's record, if any, is used up: it must be this owner's,
    /// unused and not expired at this time.
    pub now: DateTime<Utc>,
    /// Identifies a repetition of the same request.
    pub idempotency_key: Option<IdempotencyKey>,
}

impl Write {
    /// The id of what the caller requested: the reading, or else the game.
    pub fn created(&self) -> Uuid {
        self.reading.as_ref().map_or(self.game.record.id.0, |reading| reading.id.0)
    }
}

/// An atomic write of a reading of a spread.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadWrite {
    /// The reading.
    pub reading: SpreadRecord,
    /// Time of the write; the commitment named in the record, if any, is used up as by the write of a game.
    pub now: DateTime<Utc>,
    /// Identifies a repetition of the same request.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// A reading in a list: one of a game comes with its game.
pub type ListedReading = AnyReading<(ReadingRecord, StoredGame), SpreadRecord>;

/// Why a write was not stored.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The owner has another game with this external id.
    #[error("the external id is in use by game {0}")]
    ExternalIdTaken(GameId),
    /// The commitment is used, expired, unknown or another owner's.
    #[error("the commitment cannot be used")]
    CommitmentNotUsable,
    /// The idempotency key was used before.
    #[error("the request was completed before")]
    Repeated,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A notification of changed tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableChange {
    /// This table has this version.
    One(TableId, u32),
    /// This table is deleted.
    Gone(TableId),
    /// Any table may have changed: notifications were lost for a while.
    Any,
}

/// Why a table's change was not stored.
#[derive(Debug, thiserror::Error)]
pub enum TableWriteError {
    /// It was changed in between, or deleted.
    #[error("the table has another version")]
    VersionConflict,
    /// The idempotency key was used before.
    #[error("the request was completed before")]
    Repeated,
    /// The owner has another game with the table's external id.
    #[error("the external id is in use")]
    ExternalIdTaken,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Current usage of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Its pools of connections.
    pub pools: Vec<PoolUsage>,
    /// Number of writes that wait for the only writing connection; 0 if every connection may write.
    pub waiting_writes: usize,
    /// Does it accept writes, as far as is known?
    pub writable: bool,
    /// Number of transient errors since the start (`StoreError::Unavailable`).
    pub unavailable: u64,
    /// Number of permanent errors since the start (`StoreError::Broken`).
    pub broken: u64,
}

/// Current usage of a pool of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUsage {
    /// Its purpose: `reader`, `writer`, or `shared` for both.
    pub name: &'static str,
    /// Number of open connections.
    pub open: u32,
    /// Number of idle ones among them.
    pub idle: u32,
    /// Maximum number of connections.
    pub limit: u32,
}

/// Filters on games; by default, all listed ones.
#[derive(Clone, Default, PartialEq)]
pub struct GameFilter {
    /// Of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// With players of all of these exact names.
    pub players: Vec<String>,
    /// Won by a player of this name.
    pub winner: Option<String>,
    /// From this source.
    pub source: Option<Source>,
    /// Played from this seed (its text).
    pub seed: Option<String>,
    /// With this external id.
    pub external_id: Option<String>,
    /// Only games stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only games stored before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only games played at this time or later; if that is unknown, the time of storing counts.
    pub played_since: Option<DateTime<Utc>>,
    /// Only games played before this time, likewise.
    pub played_until: Option<DateTime<Utc>>,
    /// Order of their lists.
    pub sort: Sort,
    /// Unlisted games too.
    pub unlisted: bool,
}

/// The time by which lists of games, newest first, are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Time of storing.
    #[default]
    Stored,
    /// Time of playing, or else of storing.
    Played,
}

/// Cursors are bound to this text, also those of earlier releases: it omits filters that callers cannot set, and newer
/// filters that are not set.
impl fmt::Debug for GameFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameFilter { ruleset, players, winner, source, seed, external_id, since, until, .. } = self;
        let GameFilter { played_since, played_until, sort, .. } = self;
        let mut text = f.debug_struct("GameFilter");
        text.field("ruleset", ruleset)
            .field("players", players)
            .field("winner", winner)
            .field("source", source)
            .field("seed", seed)
            .field("external_id", external_id)
            .field("since", since)
            .field("until", until);
        if (played_since, played_until, sort) != (&None, &None, &Sort::Stored) {
            text.field("played_since", played_since).field("played_until", played_until).field("sort", sort);
        }
        text.finish()
    }
}

/// Filters on readings; by default, all of the owner's.
#[derive(Clone, Default, PartialEq)]
pub struct ReadingFilter {
    /// Only readings of this kind.
    pub kind: Option<ReadingKind>,
    /// With a querent of this exact name.
    pub querent: Option<String>,
    /// Only readings of games with this verdict.
    pub verdict: Option<Verdict>,
    /// Only readings of games with this layout.
    pub layout: Option<Layout>,
    /// Only readings stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only readings stored before this time.
    pub until: Option<DateTime<Utc>>,
}

/// Omits the kind if it is not set: cursors are bound to this text, also those of earlier releases.
impl fmt::Debug for ReadingFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadingFilter { kind, querent, verdict, layout, since, until } = self;
        let mut text = f.debug_struct("ReadingFilter");
        text.field("querent", querent).field("verdict", verdict).field("layout", layout);
        text.field("since", since).field("until", until);
        if let Some(kind) = kind {
            text.field("kind", kind);
        }
        text.finish()
    }
}

/// The number of games that match, as far as they were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Number of games counted, up to the limit.
    pub games: u32,
    /// Are there more?
    pub more: bool,
    /// Where counting continues; `None` if all were counted.
    pub next: Option<Place>,
}

/// A database of games, readings, commitments, tables and simulations. What it reports as stored survives a power cut.
#[async_trait]
pub trait Store: ProjectionStore + SimulationStore {
    /// Checks that the database responds.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Stores a game with everything that belongs to it.
    async fn write(&self, write: Write) -> Result<(), WriteError> {
        self.write_shared(&Arc::new(write)).await
    }

    /// As [`write`](Store::write), without copying a write that the caller still needs.
    async fn write_shared(&self, write: &Arc<Write>) -> Result<(), WriteError> {
        let unanswered = || Err(StoreError::Broken("a write has no outcome".to_owned()).into());
        self.write_all(vec![Arc::clone(write)]).await.pop().unwrap_or_else(unanswered)
    }

    /// Stores several writes independently, with a result for each, in order. Of conflicting ones the first is stored.
    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>>;

    /// Stores a reading of a spread.
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError>;

    /// One game, with its log.
    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The newest games that match from this position on, newest first: by the requested time or that of a requested
    /// period, or else by id.
    async fn games(&self, filter: &GameFilter, from: Option<Place>, limit: u32)
    -> Result<Page<GameRecord>, StoreError>;

    /// Counts the games that match from this position on, up to a limit and as far as a page of [`games`](Store::games)
    /// scans.
    async fn count_games(&self, filter: &GameFilter, from: Option<Place>, limit: u32) -> Result<Counted, StoreError>;

    /// The logs of those of these games that exist, in any order.
    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError>;

    /// The games that match and were committed after this position, in commit order, each with its log and its
    /// position. No game that is committed later gets a position before the last of them.
    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Place)>, StoreError>;

    /// Deletes a game with its readings; false if this owner has none with this id.
    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// One reading, of any owner.
    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError>;

    /// The owner's newest readings that match from this position on, as [`games`](Store::games).
    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError>;

    /// The owner's readings that match and were committed after this position, as
    /// [`games_after`](Store::games_after).
    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Place)>, StoreError>;

    /// Deletes a reading; false if this owner has none with this id.
    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// Stores a new commitment as its owner's next; returns it with its position in the owner's chain.
    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError>;

    /// The owner's newest commitments that are older than `before`, newest first.
    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError>;

    /// One commitment.
    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError>;

    /// What was created under this idempotency key, unless its record has expired.
    async fn idempotency_record(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError>;

    /// Deletes records that have expired at this time, at most `limit` of each kind.
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError>;

    /// The secret of this name, shared by all services on this database: `fresh` if there was none.
    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Stores a new key.
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError>;

    /// One key, even if it is expired or revoked.
    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError>;

    /// The newest keys that are older than `before`, newest first.
    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError>;

    /// Is there a key that is valid at this time?
    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Revokes a key from this time on, unless it is already revoked; false if there is no such key.
    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Records when a key was last used.
    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Revokes every key created before a time, from `now` on; returns how many were not yet revoked.
    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Deletes up to `limit` games, and as many of the other records to erase; nothing once none is left.
    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError>;

    /// What an erasure would delete.
    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError>;

    /// Removes deleted data from the database files, as far as possible.
    async fn purge(&self) -> Result<(), StoreError>;

    /// Number of games.
    async fn game_count(&self) -> Result<u64, StoreError>;

    /// The ids of the games after this one, ascending; damaged ones too.
    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// The ids of a game's readings, ascending; damaged ones too.
    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError>;

    /// The ids of the readings of spreads after this one, ascending; damaged ones too.
    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError>;

    /// Is a game indexed under the name of each player and of each winner?
    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError>;

    /// Stores a new table and reserves its commitment: no other table or game can use it then.
    async fn add_table(
        &self,
        table: &TableRecord,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError>;

    /// Stores a table's new version, with the game and the readings at its end.
    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError>;

    /// One table.
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError>;

    /// The versions of these tables; deleted ones are left out.
    async fn table_versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, u32)>, StoreError>;

    /// The newest tables that match and are older than `before`, newest first, without their logs.
    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError>;

    /// The tables that are due at this time, the longest due first.
    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// When the next table is due.
    async fn next_wake(&self) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Deletes a table if it has this version; false otherwise.
    async fn delete_table(&self, id: TableId, version: u32) -> Result<bool, StoreError>;

    /// Notifications of tables changed by any service on the database; `None` if the database sends none. One may be
    /// lost when a service dies.
    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        None
    }

    /// Do reads come from a replica of unknown lag, because no primary responds?
    fn is_stale(&self) -> bool {
        false
    }

    /// Number of revocations of keys seen so far, by any service. A change means that cached keys are out of date.
    fn revocations(&self) -> u64 {
        0
    }

    /// Current usage.
    fn usage(&self) -> Usage;

    /// Waits for running statements and closes.
    async fn close(&self);
}
