//! House rules (reversal.md, "Options").

use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::Between;

/// House rules (reversal.md, "Options").
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ReversalOptions)]
pub struct Options {
    /// Points needed to win.
    #[deserr(default = Between::new(10))]
    #[schema(default = 10)]
    pub target: Between<1, 100>,
    /// Number of rounds after which the game ends.
    #[deserr(default = Between::new(200))]
    #[schema(default = 200)]
    pub max_rounds: Between<1, 1000>,
    /// An amount of 0 may be chosen.
    #[deserr(default)]
    #[schema(default = false)]
    pub zero: bool,
    /// Maximum amount per round.
    #[deserr(default = Between::new(8))]
    #[schema(default = 8)]
    pub max_amount: Between<1, 8>,
    /// Storing more luck than there is room for: `forbid`, or `cap` luck at 8.
    #[deserr(default)]
    #[schema(default = "forbid")]
    pub overflow: Overflow,
    /// Point for missing dice: if any is missing (`short`), for `each`, or if there is no liable die (`empty`).
    #[deserr(default)]
    #[schema(default = "short")]
    pub lack: Lack,
    /// A penalty takes no player below 0 points.
    #[deserr(default)]
    #[schema(default = false)]
    pub floor: bool,
    /// Who gets the point of a fully tied round: nobody, or `all` of those tied.
    #[deserr(default)]
    #[schema(default = "none")]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReversalOverflow)]
pub enum Overflow {
    /// It is illegal.
    #[default]
    #[deserr(rename = "forbid")]
    Forbid,
    /// Luck stops at 8, and the reroll is by the amount chosen.
    #[deserr(rename = "cap")]
    Cap,
}

/// Point for missing dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReversalLack)]
pub enum Lack {
    /// One, if there are fewer liable dice than the amount.
    #[default]
    #[deserr(rename = "short")]
    Short,
    /// One for every die that is missing.
    #[deserr(rename = "each")]
    Each,
    /// One, if there is no liable die at all.
    #[deserr(rename = "empty")]
    Empty,
}

/// Who gets the round point when both successes and sum are tied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReversalTiedRound)]
pub enum TiedRound {
    /// Nobody.
    #[default]
    #[deserr(rename = "none")]
    None,
    /// All of those tied.
    #[deserr(rename = "all")]
    All,
}
