//! What the service asks of a database, in domain words.

mod owner_filter;
mod simulations;

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::broadcast;
use uuid::Uuid;

pub use super::{
    page::{Page, Place},
    store_error::StoreError,
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

/// A whole write: everything in it is stored at once, or nothing is.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The game and its log; the players' rows follow from it.
    pub game: StoredGame,
    /// The reading asked for with it.
    pub reading: Option<ReadingRecord>,
    /// Uses up the commitment named in the game's record, if one is: it has to be this owner's, unused and not
    /// lapsed at this time.
    pub now: DateTime<Utc>,
    /// By what the same request is known when it comes again.
    pub idempotency_key: Option<IdempotencyKey>,
}

impl Write {
    /// The id of what the caller asked for: the reading, or else the game.
    pub fn created(&self) -> Uuid {
        self.reading.as_ref().map_or(self.game.record.id.0, |reading| reading.id.0)
    }
}

/// A whole write of a reading of a spread.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadWrite {
    /// The reading.
    pub reading: SpreadRecord,
    /// Uses up the commitment named in the record, if one is, as the write of a game does.
    pub now: DateTime<Utc>,
    /// By what the same request is known when it comes again.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// A reading in a list: one of a game comes with its game.
pub type ListedReading = AnyReading<(ReadingRecord, StoredGame), SpreadRecord>;

/// Why a whole write was not stored.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The owner has another game of this external id.
    #[error("the external id is in use by game {0}")]
    ExternalIdTaken(GameId),
    /// The commitment has served, has lapsed, or is nobody's or another's.
    #[error("the commitment cannot be used")]
    CommitmentNotUsable,
    /// Something was created under this idempotency key before.
    #[error("the request was completed before")]
    Repeated,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is known of a change of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableChange {
    /// This one has this version.
    One(TableId, u32),
    /// This one is no more.
    Gone(TableId),
    /// Any of them may have changed: the database could not be listened to for a while.
    Any,
}

/// Why a table's change was not stored.
#[derive(Debug, thiserror::Error)]
pub enum TableWriteError {
    /// It has changed since, or is no more.
    #[error("the table has another version")]
    MovedOn,
    /// Something was done under this idempotency key before.
    #[error("the request was completed before")]
    Repeated,
    /// The owner has another game of the table's external id.
    #[error("the external id is in use")]
    ExternalIdTaken,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How a database is used at this moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Its pools of connections.
    pub pools: Vec<PoolUsage>,
    /// How many writes wait for the one connection that writes; 0 where every connection may.
    pub waiting_writes: usize,
    /// Does it take writes, as far as is known?
    pub writable: bool,
    /// How many errors there were since the start that may pass (`StoreError::Unavailable`).
    pub unavailable: u64,
    /// How many errors there were since the start that will not (`StoreError::Broken`).
    pub broken: u64,
}

/// How a pool of connections is used at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUsage {
    /// What it is for: `reader`, `writer`, or `shared` for both.
    pub name: &'static str,
    /// How many connections are open.
    pub open: u32,
    /// How many of them nobody uses.
    pub idle: u32,
    /// How many there may be.
    pub limit: u32,
}

/// Filters on games; without any, all that are listed.
#[derive(Clone, Default, PartialEq)]
pub struct GameFilter {
    /// Of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// With players of all of these exact names.
    pub players: Vec<String>,
    /// Won by a player of this name.
    pub winner: Option<String>,
    /// From there.
    pub source: Option<Source>,
    /// Played from this seed (its text).
    pub seed: Option<String>,
    /// With this external id.
    pub external_id: Option<String>,
    /// Only games stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only games stored before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only games played at this time or later; of one that does not know when, the time of storing counts.
    pub played_since: Option<DateTime<Utc>>,
    /// Only games played before this time, likewise.
    pub played_until: Option<DateTime<Utc>>,
    /// What lists of them go by.
    pub sort: Sort,
    /// Those too that stand in no list.
    pub unlisted: bool,
}

/// What lists of games that go back from the newest are ordered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// When they were stored.
    #[default]
    Stored,
    /// When they were played, or else stored.
    Played,
}

/// Cursors are bound to this text, also those that were given out before: what no caller can ask for is left out, and so is,
/// where it is not asked for, what earlier releases did not know.
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

/// Filters on readings; without any, all of the owner's.
#[derive(Clone, Default, PartialEq)]
pub struct ReadingFilter {
    /// Only readings of this kind.
    pub kind: Option<ReadingKind>,
    /// Asked by somebody of this exact name.
    pub querent: Option<String>,
    /// Only readings with this verdict: of games.
    pub verdict: Option<Verdict>,
    /// Only readings with this layout: of games.
    pub layout: Option<Layout>,
    /// Only readings stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only readings stored before this time.
    pub until: Option<DateTime<Utc>>,
}

/// Without the kind where none is asked for: cursors are bound to this text, also those that were given out before.
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

/// How many games match, as far as was looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// So many at least, and no more than were asked for.
    pub games: u32,
    /// There are more than that.
    pub more: bool,
    /// Where counting goes on; `None`: all were looked at.
    pub next: Option<Place>,
}

/// A database that keeps games, readings, commitments, tables and simulations. What it says is stored survives a power cut.
#[async_trait]
pub trait Store: ProjectionStore + SimulationStore {
    /// Does the database answer?
    async fn ready(&self) -> Result<(), StoreError>;

    /// Stores a game with everything that belongs to it.
    async fn write(&self, write: Write) -> Result<(), WriteError> {
        self.write_shared(&Arc::new(write)).await
    }

    /// The same of a write that the caller goes on to read: nothing of it is copied.
    async fn write_shared(&self, write: &Arc<Write>) -> Result<(), WriteError> {
        let unanswered = || Err(StoreError::Broken("a write has no answer".to_owned()).into());
        self.write_all(vec![Arc::clone(write)]).await.pop().unwrap_or_else(unanswered)
    }

    /// Stores many such writes and answers for each by itself, in their order: none fails for another's sake. Of
    /// those that contradict each other the first is stored.
    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>>;

    /// Stores a reading of a spread.
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError>;

    /// One game, with its log.
    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The newest games that match from this place on, newest first: by the time that is asked for or of which a period
    /// is, or else by the id.
    async fn games(&self, filter: &GameFilter, from: Option<Place>, limit: u32)
    -> Result<Page<GameRecord>, StoreError>;

    /// How many games match from this place on, up to a limit and as far as a page of [`games`](Store::games) looks.
    async fn count_games(&self, filter: &GameFilter, from: Option<Place>, limit: u32) -> Result<Counted, StoreError>;

    /// The logs of those of these games that there are, in any order.
    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError>;

    /// The games that match and were committed after the one at this place, in the order of commits, each with its log
    /// and its place. None that is committed later will stand before the last of them.
    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Place)>, StoreError>;

    /// Deletes a game with its readings; false when there is none of this id that may be deleted.
    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// One reading, whoever asks.
    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError>;

    /// The owner's newest readings that match from this place on, as [`games`](Store::games).
    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Place>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError>;

    /// The owner's readings that match and were committed after the one at this place, as
    /// [`games_after`](Store::games_after).
    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Place>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Place)>, StoreError>;

    /// Deletes a reading; false when there is none of this id that may be deleted.
    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError>;

    /// Stores a new commitment as its owner's next; gives it with its place in the owner's chain.
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

    /// Deletes what has expired at this time, of each kind so much at most.
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError>;

    /// The secret of this name that all services on this database share: `fresh`, when there was none.
    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Stores a new key.
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError>;

    /// One key, whatever has become of it.
    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError>;

    /// The newest keys that are older than `before`, newest first.
    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError>;

    /// Is there a key that is good at this time?
    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Takes a key back from this time on, unless it was before; false when there is no such key.
    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Notes when a key was last used.
    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Takes back every key made before a time, from `now` on; tells how many that were not taken back before.
    async fn revoke_keys(&self, made_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Deletes up to so many games, and of what else there is to erase; nothing when nothing is left.
    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError>;

    /// How much there is to erase.
    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError>;

    /// Rids the database's files of what was deleted, as far as it is in our hands.
    async fn purge(&self) -> Result<(), StoreError>;

    /// How many games there are.
    async fn game_count(&self) -> Result<u64, StoreError>;

    /// The ids of the games behind this one, ascending; damaged ones too.
    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// The ids of a game's readings, ascending; damaged ones too.
    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError>;

    /// The ids of the readings of spreads behind this one, ascending; damaged ones too.
    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError>;

    /// Is a game found under the name of each of its players, and of each who won?
    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError>;

    /// Stores a new table, and takes its commitment for it: no other table and no game can use it then.
    async fn add_table(
        &self,
        table: &TableRecord,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError>;

    /// Stores what a table changes into, with the game and the readings of its end.
    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError>;

    /// One table.
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError>;

    /// The version of each of these tables; nothing for those that are no more.
    async fn table_versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, u32)>, StoreError>;

    /// The newest tables that match and are older than `before`, newest first, without their logs.
    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError>;

    /// Tables that go on by themselves at this time, those that wait longest first.
    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// When the next table goes on by itself.
    async fn next_wake(&self) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Deletes a table of this version; false when there is none.
    async fn delete_table(&self, id: TableId, version: u32) -> Result<bool, StoreError>;

    /// Changes of tables by any service on the database, as they happen; `None` where the database cannot tell. One
    /// that comes when a service dies may be left out.
    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        None
    }

    /// Are reads answered from a copy at this moment that nobody can hold against a primary?
    fn is_stale(&self) -> bool {
        false
    }

    /// How often keys were seen to be revoked, by whomever: what was known of keys before is out of date.
    fn revocations(&self) -> u64 {
        0
    }

    /// How the database is used at this moment.
    fn usage(&self) -> Usage;

    /// Waits for what is under way and closes.
    async fn close(&self);
}
