//! The playable rulesets: a closed list, one line each.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::enum_index::enum_index;

/// Declares a list of rulesets, one line each: the name, the number under which games are stored, and the game.
#[doc(hidden)]
#[macro_export]
macro_rules! rulesets {
    (
        $(#[$meta:meta])*
        pub enum $rulesets:ident {
            $($name:ident = $number:literal: $game:ty,)+
        }
    ) => {
        $(#[$meta])*
        pub enum $rulesets {
            $($name,)+
        }

        impl $rulesets {
            /// All of them, in the order of the list.
            pub const ALL: [$rulesets; [$($number),+].len()] = [$($rulesets::$name),+];

            /// The ruleset's metadata.
            pub const fn info(self) -> &'static $crate::games::RulesetInfo {
                match self {
                    $($rulesets::$name => &<$game as $crate::games::Game>::INFO,)+
                }
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
                    $($rulesets::$name => $number,)+
                }
            }

            /// The ruleset stored under this number.
            pub fn from_number(number: i16) -> Option<$rulesets> {
                $rulesets::ALL.into_iter().find(|ruleset| ruleset.number() == number)
            }
        }

        impl std::str::FromStr for $rulesets {
            type Err = $crate::games::UnknownRuleset;

            fn from_str(id: &str) -> Result<$rulesets, Self::Err> {
                let named = $rulesets::ALL.into_iter().find(|ruleset| ruleset.id() == id);
                named.ok_or_else(|| $crate::games::UnknownRuleset(id.to_owned()))
            }
        }
    };
}

rulesets! {
    /// A ruleset, by the name of its page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    #[schema(as = RulesetId)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Ruleset {
        Fortunes = 1: crate::games::Fortunes,
        Fortuno = 2: crate::games::Fortuno,
        Foolery = 3: crate::games::Foolery,
        Fortuna = 4: crate::games::Fortuna,
        Reversal = 5: crate::games::Reversal,
    }
}

enum_index!(pub Ruleset);

/// Evaluates an expression with the type of the game that a [`Ruleset`] names:
/// `with_game!(ruleset, G => Log::<G>::from_bytes(…))`.
#[macro_export]
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

/// No ruleset has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a ruleset")]
pub struct UnknownRuleset(pub String);
