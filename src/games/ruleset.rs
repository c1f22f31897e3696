//! The rulesets that can be played: a closed list, and the one place that knows each game by name.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Game, RulesetInfo};

/// A ruleset, by the name of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RulesetId)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ruleset {
    Fortunes,
    Fortuno,
    Foolery,
    Fortuna,
    Reversal,
}

/// No ruleset has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no ruleset")]
pub struct UnknownRuleset(pub String);

/// Does something with the type of the game that a [`Ruleset`] names: `with_game!(ruleset, G => Log::<G>::from_bytes(…))`.
macro_rules! with_game {
    ($ruleset:expr, $game:ident => $body:expr) => {
        match $ruleset {
            $crate::games::Ruleset::Fortunes => {
                type $game = $crate::games::Fortunes;
                $body
            }
            $crate::games::Ruleset::Fortuno => {
                type $game = $crate::games::Fortuno;
                $body
            }
            $crate::games::Ruleset::Foolery => {
                type $game = $crate::games::Foolery;
                $body
            }
            $crate::games::Ruleset::Fortuna => {
                type $game = $crate::games::Fortuna;
                $body
            }
            $crate::games::Ruleset::Reversal => {
                type $game = $crate::games::Reversal;
                $body
            }
        }
    };
}
pub(crate) use with_game;

impl Ruleset {
    /// All of them, in the order of the rules' `README.md`.
    pub const ALL: [Ruleset; 5] =
        [Ruleset::Fortunes, Ruleset::Fortuno, Ruleset::Foolery, Ruleset::Fortuna, Ruleset::Reversal];

    /// What it is.
    pub const fn info(self) -> &'static RulesetInfo {
        with_game!(self, G => &G::INFO)
    }

    /// The id in logs and addresses.
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// Can its deals be read (`docs/rules/reading.md`)?
    pub const fn has_readings(self) -> bool {
        match self {
            Ruleset::Fortunes => true,
            Ruleset::Fortuno | Ruleset::Foolery | Ruleset::Fortuna | Ruleset::Reversal => false,
        }
    }

    /// The number under which games of it are stored; never given to another ruleset.
    pub const fn number(self) -> i16 {
        match self {
            Ruleset::Fortunes => 1,
            Ruleset::Fortuno => 2,
            Ruleset::Foolery => 3,
            Ruleset::Fortuna => 4,
            Ruleset::Reversal => 5,
        }
    }

    /// The ruleset stored under this number.
    pub fn from_number(number: i16) -> Option<Ruleset> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.number() == number)
    }
}

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    fn from_str(id: &str) -> Result<Ruleset, UnknownRuleset> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.id() == id).ok_or_else(|| UnknownRuleset(id.to_owned()))
    }
}
