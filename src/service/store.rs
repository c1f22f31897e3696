//! What the service asks of a database, in domain words.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::records::{
    CommitmentId, CommitmentRecord, GameId, GameRecord, OwnerId, ReadingId, ReadingRecord, Source, StoredGame,
};
use crate::{
    games::Ruleset,
    reading::{Layout, Verdict},
};

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
}

/// Why a whole write was not stored.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The owner has another game of this external id.
    #[error("the external id is taken by game {0}")]
    ExternalIdTaken(GameId),
    /// The commitment has served, has lapsed, or is nobody's or another's.
    #[error("the commitment cannot be used")]
    CommitmentNotUsable,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The database failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It does not answer, or not in time; trying again may help.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// It answered something that cannot be: damaged data, or a fault of ours.
    #[error("the database answered what cannot be: {0}")]
    Broken(String),
}

/// Which games are wanted; nothing given: all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFilter {
    /// Of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// With players of all of these exact names.
    pub players: Vec<String>,
    /// Won by a player of this name.
    pub winner: Option<String>,
    /// From there.
    pub source: Option<Source>,
    /// Drawn from this seed (its text).
    pub seed: Option<String>,
    /// With this external id.
    pub external_id: Option<String>,
    /// Stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Stored before this time.
    pub until: Option<DateTime<Utc>>,
}

/// Which readings are wanted; nothing given: all of the owner's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingFilter {
    /// Asked by somebody of this exact name.
    pub querent: Option<String>,
    /// With this verdict.
    pub verdict: Option<Verdict>,
    /// With this layout.
    pub layout: Option<Layout>,
    /// Stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Stored before this time.
    pub until: Option<DateTime<Utc>>,
}

/// A database that keeps games, readings and commitments. What it says is stored survives a power cut.
#[async_trait]
pub trait Store: Send + Sync {
    /// Does the database answer?
    async fn ready(&self) -> Result<(), StoreError>;

    /// Stores a game with everything that belongs to it.
    async fn write(&self, write: Write) -> Result<(), WriteError>;

    /// One game, with its log.
    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The newest games that match and are older than `before`, newest first.
    async fn games(
        &self,
        filter: &GameFilter,
        before: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameRecord>, StoreError>;

    /// Deletes an owner's game with its readings; false when the owner has none of this id.
    async fn delete_game(&self, id: GameId, owner: OwnerId) -> Result<bool, StoreError>;

    /// One reading, whoever asks.
    async fn reading(&self, id: ReadingId) -> Result<Option<ReadingRecord>, StoreError>;

    /// The owner's newest readings that match and are older than `before`, newest first, each with its game.
    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        before: Option<ReadingId>,
        limit: u32,
    ) -> Result<Vec<(ReadingRecord, StoredGame)>, StoreError>;

    /// Deletes an owner's reading; false when the owner has none of this id.
    async fn delete_reading(&self, id: ReadingId, owner: OwnerId) -> Result<bool, StoreError>;

    /// Stores a new commitment.
    async fn add_commitment(&self, commitment: &CommitmentRecord) -> Result<(), StoreError>;

    /// One commitment.
    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError>;

    /// Waits for what is under way and closes.
    async fn close(&self);
}
