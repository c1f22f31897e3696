//! Stored records: games, readings, commitments, keys and idempotency records, in domain terms, and what erases them.

mod analysis;
mod day;
mod event;
mod note;
mod simulation;
mod spread;
mod table;

use std::{fmt, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::{FromRepr, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Scopes;
use crate::{
    cards::Deck,
    chance::seed_hash,
    games::{Player, Ruleset, with_game},
    hex::hex,
    players::{Effort, Skill},
    statistics::bot_label,
};

pub use self::{
    analysis::{AnalysisKey, AnalysisRecord, NewAnalysis},
    day::{Attempt, DayRecord, DayResult, DayScore, DayState, OWN_SEAT, TableDay, closes_at, opens_at},
    event::{OwnerEvent, TableNews},
    note::{Mood, NoteFields, NoteRecord},
    simulation::{ChunkLease, NewSimulation, SimulationPhase, SimulationRecord},
    spread::{AnyReading, DrawingRecord, Former, ReadingKind, SpreadRecord},
    table::{
        CloseReason, FinishedTable, Revision, SeatKind, SeatState, StoredTable, TableChanges, TableClock, TableFilter,
        TablePhase, TableRecord, TableWrite, WhenOut,
    },
};
pub use crate::reading::{Layout, QuestionKind, Verdict};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}
ids! {
    /// A stored game's id: a UUID of version 7, so that ids sort by time.
    GameId
    /// A stored reading's id.
    ReadingId
    /// A note's id.
    NoteId
    /// A commitment's id.
    CommitmentId
    /// An API key's id.
    KeyId
    /// A profile's id.
    ProfileId
    /// A table's id.
    TableId
    /// A simulation's id.
    SimulationId
}

/// Owner of something stored; by default nobody known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OwnerId(pub i64);

impl OwnerId {
    /// Callers without a key.
    pub const ANONYMOUS: OwnerId = OwnerId(0);
}

/// Source of a game. Values may be added.
// It is stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, FromRepr, IntoStaticStr, ToSchema)]
#[repr(i16)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = GameSource)]
pub enum Source {
    /// Played here by bots.
    Played = 1,
    /// Sent in as a log.
    Imported = 2,
    /// Played here at a table.
    Table = 3,
}

impl Source {
    /// All sources, in the order of their names in the API.
    pub const ALL: [Source; 3] = [Source::Played, Source::Imported, Source::Table];

    /// The source's name in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// The seed of a played game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// The caller's own text.
    Given(String),
    /// Generated here: 32 random bytes, whose text is their hex.
    Made([u8; 32]),
}

impl Seed {
    /// The text that keys the stream (chance.md, "The stream").
    pub fn text(&self) -> String {
        match self {
            Seed::Given(text) => text.clone(),
            Seed::Made(bytes) => hex(bytes),
        }
    }

    /// SHA-256 of the text, in hex.
    pub fn hash(&self) -> String {
        seed_hash(&self.text())
    }

    /// The text from the caller; `None` for a seed generated here.
    pub fn given(&self) -> Option<String> {
        match self {
            Seed::Given(text) => Some(text.clone()),
            Seed::Made(_) => None,
        }
    }

    /// The bytes of a seed generated here.
    pub fn made(&self) -> Option<Vec<u8>> {
        match self {
            Seed::Given(_) => None,
            Seed::Made(bytes) => Some(bytes.to_vec()),
        }
    }
}

/// The seeds of a played game. Imported games have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedRecord {
    /// The secret seed.
    pub seed: Seed,
    /// The caller's part of the seed; may be empty.
    pub client_seed: String,
    /// The commitment of the seed.
    pub commitment: Option<CommitmentId>,
    /// Whether the caller supplied the first deal.
    pub deal_given: bool,
}

/// What the ids of foreign bots begin with.
const FOREIGN: &str = "foreign:";

/// A bot as stored: its id, the version that played, and its effort if it has one. A bot of another service, or one that
/// an import names, is foreign: nothing is known of how it plays, whatever it is called. In JSON it is an array, as in
/// `["adept", 2]` or `["sage", 1, 6]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BotForm", into = "BotForm")]
pub struct BotRecord {
    /// The bot's id.
    pub id: String,
    /// Its version for the game's ruleset.
    pub version: u32,
    /// How long it thinks.
    pub effort: Option<Effort>,
}

/// What is stored of a bot.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum BotForm {
    Thinking(String, u32, u8),
    Usual(String, u32),
}

impl BotRecord {
    /// A version of the bot with this id.
    pub fn new(id: impl Into<String>, version: u32) -> BotRecord {
        BotRecord { id: id.into(), version, effort: None }
    }

    /// The bot of this release.
    pub fn of(ruleset: Ruleset, skill: Skill) -> BotRecord {
        let bot = BotRecord::new(skill.id(), with_game!(ruleset, G => skill.version::<G>()));
        BotRecord { effort: skill.effort(), ..bot }
    }

    /// The bot of this release with this id and effort, if there is one.
    pub fn skill(&self) -> Option<Skill> {
        let skill = Skill::from_id(&self.id)?;
        self.effort.map_or(Some(skill), |effort| skill.with_effort(effort))
    }

    /// A bot that somebody says has played elsewhere. One that was foreign there already keeps its id.
    pub fn foreign(id: &str, version: u32) -> BotRecord {
        BotRecord::new(format!("{FOREIGN}{}", id.trim_start_matches(FOREIGN)), version)
    }

    /// Has it played elsewhere?
    pub fn is_foreign(&self) -> bool {
        self.id.starts_with(FOREIGN)
    }

    /// Its id where it has played.
    pub fn own_id(&self) -> &str {
        self.id.strip_prefix(FOREIGN).unwrap_or(&self.id)
    }

    /// Its effort as a number.
    pub fn effort_number(&self) -> Option<u8> {
        self.effort.map(Effort::number)
    }

    /// Its id where it has played, with its effort, as in `sage:6`.
    pub fn name(&self) -> String {
        match self.effort {
            Some(effort) => format!("{}:{}", self.own_id(), effort.number()),
            None => self.own_id().to_owned(),
        }
    }

    /// Name and version as a label, as in `bot:adept@2`.
    pub fn label(&self) -> String {
        bot_label(&self.name(), self.version)
    }
}

impl TryFrom<BotForm> for BotRecord {
    type Error = &'static str;

    fn try_from(form: BotForm) -> Result<BotRecord, &'static str> {
        let (id, version, effort) = match form {
            BotForm::Thinking(id, version, effort) => {
                (id, version, Some(Effort::new(effort).ok_or("it is no effort")?))
            }
            BotForm::Usual(id, version) => (id, version, None),
        };
        Ok(BotRecord { id, version, effort })
    }
}

impl From<BotRecord> for BotForm {
    fn from(BotRecord { id, version, effort }: BotRecord) -> BotForm {
        match effort {
            Some(effort) => BotForm::Thinking(id, version, effort.number()),
            None => BotForm::Usual(id, version),
        }
    }
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The player's name.
    pub name: String,
    /// The bot; `None` for a person, and for whoever an imported game does not say is a bot.
    pub bot: Option<BotRecord>,
}

/// A stored game without its log.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its id.
    pub id: GameId,
    /// Its owner.
    pub owner: OwnerId,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// Source of the game.
    pub source: Source,
    /// Whether lists omit it; it can still be fetched by its URL.
    pub unlisted: bool,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// Time at which the game was played, if known.
    pub played_at: Option<DateTime<Utc>>,
    /// The caller's own id for it, unique for each owner.
    pub external_id: Option<String>,
    /// Its tags, each once, in the order in which they were given.
    pub tags: Vec<String>,
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// The players by index.
    pub players: Vec<SeatRecord>,
    /// Number of steps in the log.
    pub step_count: u32,
    /// Its seeds; `None` if it was imported.
    pub seed_record: Option<SeedRecord>,
    /// The players who won, ascending.
    pub winners: Vec<Player>,
    /// 1 for best, by player.
    pub places: Vec<u8>,
    /// Scores by player.
    pub scores: Vec<i64>,
    /// The players who use the name of a profile without its key, ascending: they are not counted.
    pub unrated: Vec<Player>,
}

impl GameRecord {
    /// When it was played, or stored if that is unknown.
    pub fn played(&self) -> DateTime<Utc> {
        self.played_at.unwrap_or(self.created_at)
    }

    /// The commitment of its seed.
    pub fn commitment(&self) -> Option<CommitmentId> {
        self.seed_record.as_ref()?.commitment
    }
}

/// A stored game with its log's bytes ([`crate::games::Log::to_bytes`]).
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// Everything but the log.
    pub record: GameRecord,
    /// The log.
    pub log: Vec<u8>,
}

/// A stored reading of a game. Its cards are those of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingRecord {
    /// Its id.
    pub id: ReadingId,
    /// Its owner.
    pub owner: OwnerId,
    /// The game it was read from.
    pub game: GameId,
    /// The player whose reading it is.
    pub player: Player,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// The querent.
    pub querent: String,
    /// The question; may be empty.
    pub question: String,
    /// The kind of question.
    pub question_kind: QuestionKind,
    /// The deck that names the cards.
    pub deck: Deck,
    /// The number of the texts that it was first told by.
    pub texts_version: u32,
    /// Its verdict.
    pub verdict: Verdict,
    /// Its layout.
    pub layout: Layout,
}

/// The place of a commitment in its owner's chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainPlace {
    /// Its number, from 1.
    pub number: u64,
    /// The chain hash of the previous commitment; `None` for the first.
    pub previous: Option<[u8; 32]>,
}

/// A promise of a secret seed for one later game or draw (chance.md, "Proof of fairness").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitmentRecord {
    /// Its id.
    pub id: CommitmentId,
    /// Its owner.
    pub owner: OwnerId,
    /// The secret.
    pub seed: [u8; 32],
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of expiry.
    pub expires_at: DateTime<Utc>,
    /// The game that used it.
    pub game: Option<GameId>,
    /// The table that reserved it; nothing else can use it then.
    pub table: Option<TableId>,
    /// The reading of a spread that used it.
    pub reading: Option<ReadingId>,
    /// Its place in the owner's chain; `None` until it is stored, and for commitments of earlier releases.
    pub chain: Option<ChainPlace>,
}

impl CommitmentRecord {
    /// Is it neither used nor reserved?
    pub fn is_unused(&self) -> bool {
        self.game.is_none() && self.table.is_none() && self.reading.is_none()
    }

    /// SHA-256 of the seed's text, in hex.
    pub fn seed_hash(&self) -> String {
        seed_hash(&hex(&self.seed))
    }

    /// The hash by which the owner's next commitment refers to this one: SHA-256 of the previous hash, the number, the
    /// id and the seed's hash, as text, each followed by a line feed. `None` for a commitment that is not in a chain.
    pub fn chain_hash(&self) -> Option<[u8; 32]> {
        let ChainPlace { number, previous } = self.chain?;
        let previous = previous.map(|hash| hex(&hash)).unwrap_or_default();
        Some(Sha256::digest(format!("{previous}\n{number}\n{}\n{}\n", self.id, self.seed_hash())).into())
    }

    /// Commitments that expired before this time can be deleted: by now every transaction that might use one has ended.
    pub fn deletable_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - TimeDelta::hours(1)
    }
}

/// Who holds a key.
// It is stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRepr)]
#[repr(i16)]
pub enum KeyKind {
    /// Whom the operator gave it.
    Given = 0,
    /// The person who made a profile with it.
    Profile = 1,
    /// A browser, in a cookie.
    Device = 2,
}

/// An API key as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// Its id.
    pub id: KeyId,
    /// Owner of what this key creates.
    pub owner: OwnerId,
    /// Name of the key.
    pub name: String,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of expiry, if it expires.
    pub expires_at: Option<DateTime<Utc>>,
    /// Time of revocation.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// SHA-256 of its secret.
    pub secret_hash: [u8; 32],
    /// Who holds it.
    pub kind: KeyKind,
}

impl KeyRecord {
    /// Is it valid at this time?
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}

/// How long a record is stored.
const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// Identifies a repeated request: its key, and what it was sent for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Owner of what the request creates.
    pub owner: OwnerId,
    /// SHA-256 of method, path and key, and for a caller without an API key of what tells it from others.
    pub request: [u8; 32],
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// Time of the request.
    pub at: DateTime<Utc>,
    /// How long it waits while the same request is in progress, before it is refused.
    pub timeout: Duration,
}

impl IdempotencyKey {
    /// Records created before this time have expired.
    pub fn expired_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - LIFETIME
    }
}

/// The result of a request with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// What was created.
    pub created: Uuid,
}

/// How many expired records were deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// Idempotency records.
    pub idempotency_records: u64,
    /// Unused commitments.
    pub commitments: u64,
    /// Simulations that ended long ago or were abandoned.
    pub simulations: u64,
}

/// What an erasure deletes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// Every game with a player of this exact name, with its readings. A querent is a player of the game that was read.
    /// Every table at which a player of this name sits, in play or not. Every reading of a spread for this querent.
    Name(String),
    /// Every game of this owner with its readings, the owner's readings of spreads, tables, simulations, commitments,
    /// idempotency records, profile and results of days, which are counted no more. Keys stay.
    Owner(OwnerId),
    /// Every game stored before `time` with its readings and its table, and older readings of spreads; simulations from
    /// before that have ended; results of days before that day; commitments from before that are unusable at `now` and not reserved by a table. Tables
    /// without a stored game expire by themselves.
    StoredBefore {
        /// Older data is deleted.
        time: DateTime<Utc>,
        /// Decides whether a commitment has expired.
        now: DateTime<Utc>,
    },
}

impl Erasure {
    /// The kind of erasure, without a name: names never appear in logs.
    pub const fn kind(&self) -> &'static str {
        match self {
            Erasure::Name(_) => "name",
            Erasure::Owner(_) => "owner",
            Erasure::StoredBefore { .. } => "age",
        }
    }
}

/// How much was deleted, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Erased {
    /// Number of games, each with its log.
    pub games: u64,
    /// Number of readings.
    pub readings: u64,
    /// Number of tables.
    pub tables: u64,
    /// Number of simulations.
    pub simulations: u64,
    /// Number of commitments.
    pub commitments: u64,
    /// Number of idempotency records.
    pub idempotency_records: u64,
    /// Number of results of days.
    pub day_results: u64,
    /// Number of notes that name the person.
    pub notes: u64,
    /// Number of events that are told to the owner.
    pub events: u64,
}

impl Erased {
    /// Was nothing deleted?
    pub fn is_nothing(&self) -> bool {
        *self == Erased::default()
    }

    /// Adds another batch.
    pub fn add(&mut self, other: Erased) {
        self.games += other.games;
        self.readings += other.readings;
        self.tables += other.tables;
        self.simulations += other.simulations;
        self.commitments += other.commitments;
        self.idempotency_records += other.idempotency_records;
        self.day_results += other.day_results;
        self.notes += other.notes;
        self.events += other.events;
    }
}
