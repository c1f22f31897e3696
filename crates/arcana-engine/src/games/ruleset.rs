//! The playable rulesets: a closed list.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Game, RulesetInfo};
use crate::enum_index::enum_index;

/// A ruleset, by the name of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RulesetId))]
pub enum Ruleset {
    Fortunes,
    Fortuno,
    Foolery,
    Fortuna,
    Reversal,
}

/// Evaluates an expression with the game of a ruleset: `with_game!(ruleset, G => Log::<G>::from_bytes(…))`.
#[macro_export]
macro_rules! with_game {
    (@as $game:ident = $type:ident, $body:expr) => {{
        type $game = $crate::games::$type;
        $body
    }};
    ($ruleset:expr, $game:ident => $body:expr) => {
        match $ruleset {
            $crate::games::Ruleset::Fortunes => $crate::with_game!(@as $game = Fortunes, $body),
            $crate::games::Ruleset::Fortuno => $crate::with_game!(@as $game = Fortuno, $body),
            $crate::games::Ruleset::Foolery => $crate::with_game!(@as $game = Foolery, $body),
            $crate::games::Ruleset::Fortuna => $crate::with_game!(@as $game = Fortuna, $body),
            $crate::games::Ruleset::Reversal => $crate::with_game!(@as $game = Reversal, $body),
        }
    };
}

impl Ruleset {
    /// All of them, in the order of the list.
    pub const ALL: [Ruleset; 5] =
        [Ruleset::Fortunes, Ruleset::Fortuno, Ruleset::Foolery, Ruleset::Fortuna, Ruleset::Reversal];

    /// The ruleset's metadata.
    pub const fn info(self) -> &'static RulesetInfo {
        with_game!(self, G => &<G as Game>::INFO)
    }

    /// The id in logs and addresses.
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// Whether its deals can be read (`docs/rules/reading.md`).
    pub const fn has_readings(self) -> bool {
        self.info().has_readings
    }

    /// The number under which its games are stored; never reused for another ruleset.
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
        let named = Ruleset::ALL.into_iter().find(|ruleset| ruleset.id() == id);
        named.ok_or_else(|| UnknownRuleset(id.to_owned()))
    }
}

enum_index!(pub Ruleset);

/// No ruleset has this id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRuleset(pub String);

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a ruleset", self.0)
    }
}

impl std::error::Error for UnknownRuleset {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulesets_are_stored_under_these_numbers() {
        let numbers = Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset.number()));
        assert_eq!(numbers, [("fortunes", 1), ("fortuno", 2), ("foolery", 3), ("fortuna", 4), ("reversal", 5)]);
        for ruleset in Ruleset::ALL {
            assert_eq!(Ruleset::from_number(ruleset.number()), Some(ruleset));
            assert_eq!(ruleset.id().parse(), Ok(ruleset));
        }
        assert_eq!((Ruleset::from_number(0), Ruleset::from_number(6)), (None, None));
    }
}
