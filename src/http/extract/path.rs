//! Parameters of a path: ids, numbers, and things that an address names.

use uuid::Uuid;

use super::query;
use crate::{
    cards::{self, Card, Deck},
    http::reply::problem::{Problem, WrongField},
    service::{ProblemCode, records::GameId},
};

/// Reads a game's id out of a path.
pub fn game_id(text: &str) -> Result<GameId, Problem> {
    uuid(text).map(GameId)
}

/// Reads an id out of a path.
pub fn uuid(text: &str) -> Result<Uuid, Problem> {
    query::uuid(text).ok_or_else(|| bad_path("id", "Expected a UUID."))
}

/// Reads a number out of a path; one that is too large for us is larger than anything that there is.
pub fn number(parameter: &str, text: &str) -> Result<usize, Problem> {
    match query::digits(text) {
        true => Ok(text.parse().unwrap_or(usize::MAX)),
        false => Err(bad_path(parameter, "Expected a number, in digits.")),
    }
}

/// A wrong parameter of a path.
fn bad_path(parameter: &str, detail: &str) -> Problem {
    let code = ProblemCode::BadParameter;
    Problem::of_fields(code, vec![WrongField::of_parameter(parameter, code.kind().id, detail)])
}

/// A card named in an address or a body: its id, or one of its usual names.
pub fn card(text: &str, deck: Option<Deck>) -> Option<Card> {
    text.parse().ok().or_else(|| cards::alias(text, deck))
}

/// The problem of an address that names nothing.
pub fn no_such(what: &str) -> Problem {
    Problem::new(ProblemCode::NotFound, format!("There is no such {what}."))
}
