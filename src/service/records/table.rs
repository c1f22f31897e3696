//! Tables as stored.

use std::{collections::BTreeSet, ops::RangeInclusive};

use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::{Deserialize, Serialize};
use strum::{FromRepr, IntoStaticStr};
use utoipa::ToSchema;

use crate::{
    chance::seed_hash,
    games::{Player, Ruleset, Viewer},
    hex::hex,
    reading::QuestionKind,
    service::records::{
        BotRecord, CommitmentId, DayScore, GameId, IdempotencyKey, OwnerId, ReadingId, ReadingRecord, StoredGame,
        TableDay, TableId, closes_at,
    },
};

/// Phase of a table.
// It is stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, FromRepr, IntoStaticStr, ToSchema)]
#[repr(i16)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = TablePhase)]
pub enum TablePhase {
    /// Seats are open.
    Waiting = 1,
    /// The game is being played.
    Playing = 2,
    /// The game is over and stored.
    Over = 3,
    /// The table was given up; no game is stored.
    Closed = 4,
}

impl TablePhase {
    /// All phases, in order.
    pub const ALL: [TablePhase; 4] = [TablePhase::Waiting, TablePhase::Playing, TablePhase::Over, TablePhase::Closed];

    /// The phase's name in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Has the table reached its final phase?
    pub const fn has_ended(self) -> bool {
        match self {
            TablePhase::Waiting | TablePhase::Playing => false,
            TablePhase::Over | TablePhase::Closed => true,
        }
    }
}

/// Why a table was closed.
// It is stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, FromRepr, ToSchema)]
#[repr(i16)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableCloseReason)]
pub enum CloseReason {
    /// Its owner closed it.
    Owner = 1,
    /// Somebody did not act in time, and the table was set up to be closed then.
    Clock = 2,
    /// Nobody touched it for seven days.
    Abandoned = 3,
}

/// What happens when a player does not act in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[schema(as = TableWhenOut)]
pub enum WhenOut {
    /// The default bot makes the step.
    #[default]
    Bot,
    /// The table is closed.
    Close,
}

/// How long players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableClock {
    /// Seconds that a person has for a step; null for no limit.
    pub step_seconds: Option<u32>,
    /// Seconds that bots wait where a person may speak before them.
    pub speak_seconds: u32,
    /// What happens when the time of a person runs out.
    pub when_out: WhenOut,
    /// Seconds without a change after which bots take the seats that are still open; null if they do not.
    #[serde(default)]
    pub fill_seconds: Option<u32>,
}

impl TableClock {
    /// The range of `step_seconds`.
    pub const STEP_SECONDS: RangeInclusive<u32> = 5..=604_800;
    /// Time for a step of a person who is away, in seconds, if that is less than `step_seconds`.
    pub const AWAY_SECONDS: u32 = 10;
    /// The range of `speak_seconds`.
    pub const SPEAK_SECONDS: RangeInclusive<u32> = 0..=60;
    /// The range of `fill_seconds`.
    pub const FILL_SECONDS: RangeInclusive<u32> = 5..=86_400;
}

impl Default for TableClock {
    fn default() -> TableClock {
        TableClock { step_seconds: Some(120), speak_seconds: 5, when_out: WhenOut::Bot, fill_seconds: None }
    }
}

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[schema(as = TableSeatType)]
pub enum SeatKind {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// Nobody yet.
    Open,
}

impl SeatKind {
    /// Its name in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// A seat as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// Person, bot, or open.
    pub kind: SeatKind,
    /// The name; empty while the seat is open.
    pub name: String,
    /// The bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotRecord>,
    /// Does the default bot act for a person who did not act in time?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// Owner of the person's reading.
    #[serde(default)]
    pub owner: OwnerId,
    /// SHA-256 of the seat's token, in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// SHA-256 of the invitation to the seat, in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// The person's part of the seed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub client_seed: String,
    /// The person's question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The kind of question, if the person chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_kind: Option<QuestionKind>,
    /// The reading that was stored for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<ReadingId>,
}

impl SeatState {
    /// An open seat.
    pub const fn open() -> SeatState {
        SeatState {
            kind: SeatKind::Open,
            name: String::new(),
            bot: None,
            away: false,
            owner: OwnerId::ANONYMOUS,
            token: None,
            invitation: None,
            client_seed: String::new(),
            question: String::new(),
            question_kind: None,
            reading: None,
        }
    }
}

/// A table as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRecord {
    /// Its id.
    pub id: TableId,
    /// The owner who set it up.
    pub owner: OwnerId,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// Its phase.
    pub phase: TablePhase,
    /// Number of entries in its journal.
    pub version: u32,
    /// A random number of the write that stored this version.
    pub mark: i64,
    /// Is it listed for players who look for a seat?
    pub listed: bool,
    /// May people ask what the search would do from their seats?
    pub hints: bool,
    /// When it was set up.
    pub created_at: DateTime<Utc>,
    /// When a person last did something at it.
    pub touched_at: DateTime<Utc>,
    /// Its time limits.
    pub clock: TableClock,
    /// Its seats.
    pub seats: Vec<SeatState>,
    /// The secret from which all chance follows.
    pub seed: [u8; 32],
    /// The commitment by which the seed was published.
    pub commitment: Option<CommitmentId>,
    /// The client seed of the game; empty before it begins, and when no seat gave one.
    pub client_seed: String,
    /// The caller's own id for the game.
    pub external_id: Option<String>,
    /// The tags that its game will have, each once.
    pub tags: Vec<String>,
    /// The day whose deal is played.
    pub day: Option<TableDay>,
    /// Number of steps played.
    pub step_count: u32,
    /// Deadline of the players who must act.
    pub deadline: Option<DateTime<Utc>>,
    /// When it is next due: a bot's pause or a deadline ends, or the table expires.
    pub wake_at: DateTime<Utc>,
    /// The game that was stored.
    pub game: Option<GameId>,
    /// Why it was closed.
    pub closed: Option<CloseReason>,
}

/// A version of a table, and the write that stored it. A database that has lost its last writes, as a standby that was
/// promoted may have, can come to have another version of the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// Number of entries in the journal.
    pub version: u32,
    /// The number of the write.
    pub mark: i64,
}

impl TableRecord {
    /// Its revision.
    pub const fn revision(&self) -> Revision {
        Revision { version: self.version, mark: self.mark }
    }

    /// SHA-256 of the seed's text, in hex.
    pub fn seed_hash(&self) -> String {
        seed_hash(&hex(&self.seed))
    }

    /// The owners to whom its changes are told: who set it up, and who sits at it with a key.
    pub fn followers(&self) -> BTreeSet<OwnerId> {
        let seated = self.seats.iter().map(|seat| seat.owner);
        seated.chain([self.owner]).filter(|owner| *owner != OwnerId::ANONYMOUS).collect()
    }

    /// Has the game begun? Then everybody has given their part of the seed.
    pub fn has_begun(&self) -> bool {
        match self.phase {
            TablePhase::Waiting => false,
            TablePhase::Playing | TablePhase::Over => true,
            TablePhase::Closed => self.step_count > 0,
        }
    }

    /// The viewer whose eyes show what this viewer may see: once the game is over, nothing of it is hidden any more.
    pub fn open_to(&self, viewer: Viewer) -> Viewer {
        match self.phase {
            TablePhase::Waiting | TablePhase::Playing | TablePhase::Closed => viewer,
            TablePhase::Over => Viewer::All,
        }
    }

    /// Is the deal of a day that is not over played here? Then nobody but its player may learn of it.
    pub fn is_sealed(&self, now: DateTime<Utc>) -> bool {
        self.day.is_some_and(|day| now < closes_at(day.date))
    }

    /// Was the deal of a day finished here whose game is not stored yet? It is no game before the day is over.
    pub fn awaits_storing(&self) -> bool {
        self.day.is_some() && self.phase == TablePhase::Over && self.game.is_none()
    }

    /// The player whose seat has the token with this hash.
    pub fn holder(&self, token_hash: &str) -> Option<Player> {
        let holds = |seat: &SeatState| seat.token.as_deref() == Some(token_hash);
        self.seats.iter().position(holds).map(|index| Player(index as u8))
    }
}

/// What happened at a table after a version. It is stored as a row for each change and never written again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableChanges {
    /// One byte for each version.
    pub journal: Vec<u8>,
    /// The steps among them, each as JSON on a line of its own.
    pub steps: String,
}

impl TableChanges {
    /// Adds what happened next.
    pub fn append(&mut self, later: &TableChanges) {
        self.journal.extend_from_slice(&later.journal);
        self.steps.push_str(&later.steps);
    }
}

/// A table as stored, with what happened there after a version.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// The table.
    pub record: TableRecord,
    /// The version; 0: everything that happened there is told.
    pub after: u32,
    /// What happened after it.
    pub changes: TableChanges,
}

/// A change of a table, stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct TableWrite {
    /// The table after the change.
    pub table: TableRecord,
    /// The revision before. If another one is stored, nothing is.
    pub before: Revision,
    /// What happened since then.
    pub changes: TableChanges,
    /// The game and the readings that are stored with the table's end.
    pub finished: Option<FinishedTable>,
    /// What was made of a day, in the write of its last step.
    pub score: Option<DayScore>,
    /// The idempotency key of the request.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// The result of a table that was played to its end.
#[derive(Clone, Debug)]
pub struct FinishedTable {
    /// The game.
    pub game: StoredGame,
    /// A reading for each person, if the ruleset has readings.
    pub readings: Vec<ReadingRecord>,
}

/// Filters on tables. Cursors are bound to their `Debug` texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableFilter {
    /// Only of this owner; `None`: listed tables of any owner.
    pub owner: Option<OwnerId>,
    /// Only of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// Only in this phase.
    pub phase: Option<TablePhase>,
}
