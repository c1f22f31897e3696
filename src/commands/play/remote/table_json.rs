//! What a service says of a table, read into types. Fields that are not needed here are passed over.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    commands::play::screens::Screen,
    games::{AnyStepKind, GameStep, NamedDue, Player, Ruleset},
    service::tables::Phase,
};

/// What has to be known of a table before its game is.
#[derive(Deserialize)]
pub struct OpenedJson {
    /// What is played.
    pub ruleset: Ruleset,
    /// The seats.
    pub seats: Vec<SeatJson>,
    /// The seat of the token that was shown.
    pub viewer: Option<Player>,
    /// By seat, the tokens that were given with this response.
    #[serde(default)]
    pub tokens: Vec<Option<String>>,
}

/// A table as seen from a seat.
#[derive(Deserialize)]
#[serde(bound = "")]
pub struct TableJson<G: Screen> {
    /// Where it is in its life.
    pub phase: Phase,
    /// How many changes there were.
    pub version: u32,
    /// The seats.
    pub seats: Vec<SeatJson>,
    /// How many steps were made.
    pub step_count: u32,
    /// What is due.
    pub due: Option<DueJson>,
    /// When somebody else acts for those who are due.
    pub deadline: Option<String>,
    /// The legal steps of the seat.
    pub legal: Vec<G::Step>,
    /// Are there more?
    pub legal_truncated: bool,
    /// What the seat sees; nothing before the game begins.
    pub state: Option<G::State>,
    /// The result when the game is over.
    pub result: Option<ResultJson>,
    /// Why the table was closed.
    pub closed: Option<String>,
    /// What belongs to it.
    pub links: LinksJson,
}

/// A seat.
#[derive(Deserialize)]
pub struct SeatJson {
    /// Its player.
    pub index: Player,
    /// The player's name; nobody's while the seat is open.
    pub name: Option<String>,
}

/// What is due, in the words of logs.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub enum DueJson {
    /// A step of the table.
    Table {
        /// Its type.
        table: String,
    },
    /// A step of one of these players.
    Players {
        /// The players.
        players: Vec<Player>,
        /// Its types.
        types: Vec<String>,
    },
    /// Nothing.
    Over {
        /// Always true.
        over: bool,
    },
}

/// How the game ended.
#[derive(Clone, Deserialize)]
pub struct ResultJson {
    /// Who won.
    pub winners: Vec<Player>,
    /// The scores.
    pub scores: Vec<i64>,
}

/// What belongs to a table.
#[derive(Clone, Deserialize)]
pub struct LinksJson {
    /// The stored game.
    pub game: Option<String>,
    /// The reading of the seat.
    pub reading: Option<String>,
}

/// An event of a table.
#[derive(Deserialize)]
pub struct EventJson {
    /// Its type.
    pub event: String,
    /// What it tells.
    pub data: Box<RawValue>,
}

/// A step as an event tells it.
#[derive(Deserialize)]
pub struct StepJson {
    /// The number of steps with this one.
    pub n: u32,
    /// The step, a part of it, or null.
    pub step: Box<RawValue>,
}

/// A step of which a part is hidden.
#[derive(Deserialize)]
pub struct PartJson {
    /// Its type.
    #[serde(rename = "type")]
    pub step_type: String,
    /// Who made it.
    pub player: Option<Player>,
    /// The number of hidden cards.
    pub count: Option<usize>,
}

/// Why a request was refused.
#[derive(Deserialize)]
pub struct ProblemJson {
    /// The problem's code.
    pub code: String,
    title: String,
    detail: Option<String>,
}

impl ProblemJson {
    /// The reason as a sentence.
    pub fn sentence(&self) -> &str {
        self.detail.as_deref().unwrap_or(&self.title)
    }
}

impl DueJson {
    /// The same in this program's own words; types that it does not know are left out.
    pub fn named<S: GameStep>(&self) -> NamedDue {
        match self {
            DueJson::Table { table } => match kind::<S>(table) {
                Some(kind) => NamedDue::Table { table: kind.name() },
                None => NamedDue::Players { players: Vec::new(), types: Vec::new() },
            },
            DueJson::Players { players, types } => NamedDue::Players {
                players: players.clone(),
                types: types.iter().filter_map(|word| kind::<S>(word)).map(AnyStepKind::name).collect(),
            },
            DueJson::Over { over } => NamedDue::Over { over: *over },
        }
    }
}

/// The kind of step that a word names.
pub fn kind<S: GameStep>(word: &str) -> Option<S::Kind> {
    S::Kind::ALL.iter().copied().find(|kind| kind.name() == word)
}
