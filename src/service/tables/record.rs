//! What is stored of a table.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    games::{Player, Ruleset},
    reading::QuestionKind,
    service::records::{CommitmentId, GameId, IdempotencyKey, OwnerId, ReadingId, ReadingRecord, StoredGame, TableId},
};

/// Phase of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TablePhase)]
pub enum Phase {
    /// Seats are open.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game is over and stored.
    Over,
    /// The table was given up; no game is stored.
    Closed,
}

impl Phase {
    /// All of them, in the order in which a table goes through them.
    pub const ALL: [Phase; 4] = [Phase::Waiting, Phase::Playing, Phase::Over, Phase::Closed];

    /// As callers name it.
    pub const fn id(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Over => "over",
            Phase::Closed => "closed",
        }
    }

    /// Does nothing happen at the table any more?
    pub const fn has_ended(self) -> bool {
        match self {
            Phase::Waiting | Phase::Playing => false,
            Phase::Over | Phase::Closed => true,
        }
    }
}

/// Why a table was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableCloseReason)]
pub enum CloseReason {
    /// Its owner closed it.
    Owner,
    /// Somebody did not act in time, and the table was set up to be closed then.
    Clock,
    /// Nobody touched it for seven days.
    Abandoned,
}

/// What happens when a player does not act in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableWhenOut)]
pub enum WhenOut {
    /// The default bot makes the step.
    #[default]
    Bot,
    /// The table is closed.
    Close,
}

/// How long players have at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableClock {
    /// Seconds that a person has for a step; `None`: as long as they like.
    pub step_seconds: Option<u32>,
    /// Seconds that bots wait where a person may speak before them.
    pub speak_seconds: u32,
    /// What happens when the time runs out.
    pub when_out: WhenOut,
}

impl Default for TableClock {
    fn default() -> TableClock {
        TableClock { step_seconds: Some(120), speak_seconds: 5, when_out: WhenOut::Bot }
    }
}

/// Who sits at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableSeatKind)]
pub enum SeatKind {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// Nobody yet.
    Open,
}

/// A seat as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// Who sits there.
    pub kind: SeatKind,
    /// The name; empty while the seat is open.
    pub name: String,
    /// The bot's name and version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<(String, u32)>,
    /// Does the default bot act for a person who did not act in time?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// Whose the person's reading is.
    #[serde(default)]
    pub owner: i64,
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
    /// What the person says that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_kind: Option<QuestionKind>,
    /// The reading that was stored for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<ReadingId>,
}

impl SeatState {
    /// A seat that nobody has taken.
    pub const fn open() -> SeatState {
        SeatState {
            kind: SeatKind::Open,
            name: String::new(),
            bot: None,
            away: false,
            owner: OwnerId::ANONYMOUS.0,
            token: None,
            invitation: None,
            client_seed: String::new(),
            question: String::new(),
            question_kind: None,
            reading: None,
        }
    }
}

/// A table as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRecord {
    /// Its id.
    pub id: TableId,
    /// Who set it up.
    pub owner: OwnerId,
    /// What is played.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// Where it is in its life.
    pub phase: Phase,
    /// How often it has changed, from 1: the number of entries in its journal.
    pub version: u32,
    /// Is it shown to everybody who looks for a seat?
    pub listed: bool,
    /// When it was set up.
    pub created_at: DateTime<Utc>,
    /// When a person last did something at it.
    pub touched_at: DateTime<Utc>,
    /// How long players have.
    pub clock: TableClock,
    /// Who sits where.
    pub seats: Vec<SeatState>,
    /// The secret that all chance follows from.
    pub seed: [u8; 32],
    /// The commitment that the seed was promised by.
    pub commitment: Option<CommitmentId>,
    /// The client seed of the game; empty before it begins, and when no seat gave one.
    pub client_seed: String,
    /// The caller's own id for the game.
    pub external_id: Option<String>,
    /// Number of steps played.
    pub step_count: u32,
    /// The log so far ([`crate::games::Log::to_bytes`]); empty before the game begins.
    pub log: Vec<u8>,
    /// What happened, a byte for each version.
    pub journal: Vec<u8>,
    /// When the time of the players who must act runs out.
    pub deadline: Option<DateTime<Utc>>,
    /// When the table goes on by itself: bots that waited, a deadline, the end of its life.
    pub wake_at: DateTime<Utc>,
    /// The game that was stored.
    pub game: Option<GameId>,
    /// Why it was closed.
    pub closed: Option<CloseReason>,
}

impl TableRecord {
    /// Who holds the token of this hash.
    pub fn holder(&self, token_hash: &str) -> Option<Player> {
        let holds = |seat: &SeatState| seat.token.as_deref() == Some(token_hash);
        self.seats.iter().position(holds).map(|index| Player(index as u8))
    }
}

/// What a table changes into, all at once or not at all.
#[derive(Clone, Debug)]
pub struct TableWrite {
    /// The table as it is to be.
    pub table: TableRecord,
    /// The version that it has now: any other, and nothing is stored.
    pub before: u32,
    /// The game and the readings that are stored with the table's end.
    pub finished: Option<FinishedTable>,
    /// By what the request is known when it comes again.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// What is left of a table that was played to its end.
#[derive(Clone, Debug)]
pub struct FinishedTable {
    /// The game.
    pub game: StoredGame,
    /// A reading for each person, of a game that can be read.
    pub readings: Vec<ReadingRecord>,
}

/// Filters on tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableFilter {
    /// Of this owner; `None`: listed tables of anybody.
    pub owner: Option<OwnerId>,
    /// Of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// In this phase.
    pub phase: Option<Phase>,
}
