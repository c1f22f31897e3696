//! The house rules of a match (foolery.md, "Options").

use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{Between, FieldFaults};

/// Options of the rules page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserr, ToSchema)]
#[deserr(deny_unknown_fields, error = FieldFaults)]
#[schema(as = FooleryOptions, example = json!({"deals": 3, "scoring": "titles"}))]
pub struct Options {
    /// Deals in the match.
    #[deserr(default = DEALS)]
    #[schema(default = 1)]
    pub deals: Between<1, 100>,
    /// Three trumps must be beaten by three and two by two, not by one fewer.
    #[deserr(default)]
    #[schema(default = false)]
    pub same_trumps: bool,
    /// A player who passes is out for the rest of the trick.
    #[deserr(default)]
    #[schema(default = false)]
    pub pass_out: bool,
    /// The Fool may also be played out of turn.
    #[deserr(default)]
    #[schema(default = false)]
    pub fool_any_time: bool,
    /// Points of a deal: one for each player behind, or what the title gains or loses in the exchange.
    #[deserr(default)]
    #[schema(default = "order")]
    pub scoring: Scoring,
}

/// How a deal is scored (foolery.md, "Scoring & result").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FooleryScoring)]
pub enum Scoring {
    /// One for each player who is behind.
    #[default]
    #[deserr(rename = "order")]
    Order,
    /// What the title gains or loses in the exchange.
    #[deserr(rename = "titles")]
    Titles,
}

const DEALS: Between<1, 100> = Between::new(1);

impl Default for Options {
    fn default() -> Options {
        Options { deals: DEALS, same_trumps: false, pass_out: false, fool_any_time: false, scoring: Scoring::Order }
    }
}
