//! The table as returned by a service, deserialised. Other fields are ignored.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    commands::{output::of_flag, play::screens::Screen},
    games::{AnyStepKind, GameStep, NamedDue, Player, Ruleset},
    service::tables::TablePhase,
};

/// The fields that are needed before the ruleset is known.
#[derive(Deserialize)]
pub struct OpenedJson {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The seats.
    pub seats: Vec<SeatJson>,
    /// The seat of the token that was sent.
    pub seat: Option<Player>,
    /// By seat, the new tokens in this response.
    #[serde(default)]
    pub tokens: Vec<Option<String>>,
}

/// A table as seen from a seat.
#[derive(Deserialize)]
#[serde(bound = "")]
pub struct TableJson<G: Screen> {
    /// Its phase.
    pub phase: TablePhase,
    /// Its version.
    pub version: u32,
    /// The seats.
    pub seats: Vec<SeatJson>,
    /// Number of steps played.
    pub step_count: u32,
    /// What is due.
    pub due: Option<DueJson>,
    /// Deadline of those who are due.
    pub deadline: Option<String>,
    /// The legal steps of the seat.
    pub legal: Vec<G::Step>,
    /// Are there more legal steps?
    pub legal_truncated: bool,
    /// What the seat sees; `None` before the game begins.
    pub state: Option<G::State>,
    /// The result, once the game is over.
    pub result: Option<ResultJson>,
    /// Why the table was closed.
    pub closed: Option<String>,
    /// Related resources.
    pub links: LinksJson,
}

/// A seat.
#[derive(Deserialize)]
pub struct SeatJson {
    /// Its player.
    pub index: Player,
    /// The player's name; `None` while the seat is open.
    pub name: Option<String>,
}

/// What is due, as named in logs.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub enum DueJson {
    /// A step of the table.
    Table {
        /// The type of the step.
        table: String,
    },
    /// A step of one of these players.
    Players {
        /// The players.
        players: Vec<Player>,
        /// The types of the step.
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

/// Resources related to a table.
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
    /// Its data.
    pub data: Box<RawValue>,
}

/// A step in an event.
#[derive(Deserialize)]
pub struct StepJson {
    /// Number of steps, including this one.
    pub n: u32,
    /// The step, its visible part, or null.
    pub step: Box<RawValue>,
}

impl StepJson {
    /// The step, if all of it is visible.
    pub fn whole<S: GameStep>(&self) -> Option<S> {
        serde_json::from_str(self.step.get()).ok()
    }
}

/// A step that is partly hidden.
#[derive(Deserialize)]
pub struct PartJson {
    /// Its type.
    #[serde(rename = "type")]
    pub step_type: String,
    /// The player.
    pub player: Option<Player>,
    /// The number of hidden cards.
    pub count: Option<usize>,
}

/// A problem response.
#[derive(Deserialize)]
pub struct ProblemJson {
    /// The problem's code.
    pub code: String,
    title: String,
    detail: Option<String>,
    #[serde(default)]
    errors: Vec<FieldJson>,
}

/// An invalid field of the request.
#[derive(Deserialize)]
struct FieldJson {
    pointer: Option<String>,
    detail: String,
}

impl ProblemJson {
    /// The reason as a sentence, or the invalid fields with theirs, one per line.
    pub fn sentence(&self) -> String {
        if self.errors.is_empty() {
            return self.detail.as_ref().unwrap_or(&self.title).clone();
        }
        self.errors.iter().map(FieldJson::sentence).collect::<Vec<_>>().join("\n")
    }
}

impl FieldJson {
    /// What is wrong, by the flag that gave the field.
    fn sentence(&self) -> String {
        let field = self.pointer.as_deref().unwrap_or_default();
        match field {
            "" => self.detail.clone(),
            "/name" | "/client_seed" | "/question" | "/invitation" => of_flag(&field.replace('_', "-"), &self.detail),
            other => format!("{other}: {}", self.detail),
        }
    }
}

impl DueJson {
    /// The same with known types; types of later versions are left out.
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

/// The kind of step with this name.
pub fn kind<S: GameStep>(word: &str) -> Option<S::Kind> {
    S::Kind::ALL.iter().copied().find(|kind| kind.name() == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_the_flags_of_its_fields() {
        let sentence = |text| serde_json::from_str::<ProblemJson>(text).expect("a problem").sentence();
        assert_eq!(sentence(r#"{"code": "x", "title": "No", "detail": "The seat is taken."}"#), "The seat is taken.");
        let fields = r#"{"code": "x", "title": "No", "errors": [
            {"pointer": "/client_seed", "code": "too_long", "detail": "Too long."}, {"parameter": "wait", "detail": "No."},
            {"pointer": "/step/card", "detail": "What?"}]}"#;
        assert_eq!(sentence(fields), "--client-seed: Too long.\nNo.\n/step/card: What?");
    }
}
