//! House rules (reversal.md, "Options").

use serde::{Deserialize, Serialize};

use crate::games::{Between, fields::word};

#[cfg(feature = "schema")]
use {deserr::Deserr, utoipa::ToSchema};

/// House rules (reversal.md, "Options").
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(error = crate::games::FieldFaults, deny_unknown_fields),
    schema(as = ReversalOptions),
)]
pub struct Options {
    /// Points needed to win.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().target))]
    pub target: Between<1, 100>,
    /// Number of rounds after which the game ends.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().max_rounds))]
    pub max_rounds: Between<1, 1000>,
    /// An amount of 0 may be chosen.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub zero: bool,
    /// Maximum amount per round.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().max_amount))]
    pub max_amount: Between<1, 8>,
    /// Storing more luck than there is room for: `forbid`, or `cap` luck at 8.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub overflow: Overflow,
    /// Point for missing dice: if any is missing (`short`), for `each`, or if there is no liable die (`empty`).
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub lack: Lack,
    /// A penalty takes no player below 0 points.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub floor: bool,
    /// Who gets the point of a fully tied round: nobody, or `all` of those tied.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub tied_round: TiedRound,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            target: Between::new(10),
            max_rounds: Between::new(200),
            zero: false,
            max_amount: Between::new(8),
            overflow: Overflow::Forbid,
            lack: Lack::Short,
            floor: false,
            tied_round: TiedRound::None,
        }
    }
}

/// Storing more luck than there is room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = ReversalOverflow))]
pub enum Overflow {
    /// It is illegal.
    #[default]
    Forbid,
    /// Luck stops at 8, and the reroll is by the amount chosen.
    Cap,
}

/// Point for missing dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = ReversalLack))]
pub enum Lack {
    /// One, if there are fewer liable dice than the amount.
    #[default]
    Short,
    /// One for every die that is missing.
    Each,
    /// One, if there is no liable die at all.
    Empty,
}

/// Who gets the round point when both successes and sum are tied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = ReversalTiedRound),
)]
pub enum TiedRound {
    /// Nobody.
    #[default]
    None,
    /// All of those tied.
    All,
}
