//! The table as returned by a service, deserialised. Other fields are ignored.

use serde::{Deserialize, de::IgnoredAny};
use uuid::Uuid;

use crate::{
    commands::output::of_flag,
    games::{Player, Ruleset},
    service::tables::TablePhase,
};

/// A table as seen from a seat.
#[derive(Deserialize)]
pub struct TableJson {
    /// Its id.
    pub id: Uuid,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Its phase.
    pub phase: TablePhase,
    /// The seats.
    pub seats: Vec<SeatJson>,
    /// The seat of the token that was sent.
    pub seat: Option<Player>,
    /// By seat, the new tokens in this response.
    #[serde(default)]
    pub tokens: Vec<Option<String>>,
    /// Number of steps played.
    pub step_count: u32,
    /// What is due.
    pub due: Option<DueJson>,
    /// Deadline of those who are due.
    pub deadline: Option<String>,
    /// The legal steps of the seat.
    pub legal: Vec<IgnoredAny>,
    /// Why the table was closed.
    pub closed: Option<String>,
    /// Related resources.
    pub links: LinksJson,
}

/// Who is due; nobody if it is the table's turn.
#[derive(Deserialize)]
pub struct DueJson {
    /// The players.
    #[serde(default)]
    pub players: Vec<Player>,
}

/// A seat.
#[derive(Deserialize)]
pub struct SeatJson {
    /// Its player.
    pub index: Player,
    /// The player's name; `None` while the seat is open.
    pub name: Option<String>,
}

/// Resources related to a table.
#[derive(Clone, Deserialize)]
pub struct LinksJson {
    /// The stored game.
    pub game: Option<String>,
    /// The reading of the seat.
    pub reading: Option<String>,
}

/// A problem response.
#[derive(Deserialize)]
pub struct ProblemJson {
    /// The problem's code.
    pub code: String,
    /// The caller's table of a day that has been played already.
    pub table: Option<Uuid>,
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
