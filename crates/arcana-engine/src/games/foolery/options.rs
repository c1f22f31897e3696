//! The house rules of a match (foolery.md, "Options").

use serde::{Deserialize, Serialize};

use crate::games::{Between, fields::word};

#[cfg(feature = "schema")]
use {deserr::Deserr, utoipa::ToSchema};

/// Options of the rules page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(error = crate::games::FieldFaults, deny_unknown_fields),
    schema(as = FooleryOptions, example = json!({"deals": 3, "scoring": "titles"})),
)]
pub struct Options {
    /// Deals in the match.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().deals))]
    pub deals: Between<1, 100>,
    /// Three trumps must be beaten by three and two by two, not by one fewer.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub same_trumps: bool,
    /// A player who passes is out for the rest of the trick.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub pass_out: bool,
    /// The Fool may also be played out of turn.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub fool_any_time: bool,
    /// Points of a deal: one for each player behind, or what the title gains or loses in the exchange.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub scoring: Scoring,
}

/// How a deal is scored (foolery.md, "Scoring & result").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FooleryScoring))]
pub enum Scoring {
    /// One for each player who is behind.
    #[default]
    Order,
    /// What the title gains or loses in the exchange.
    Titles,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            deals: Between::new(1),
            same_trumps: false,
            pass_out: false,
            fool_any_time: false,
            scoring: Scoring::Order,
        }
    }
}
