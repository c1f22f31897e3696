//! The playable rulesets: a closed list, one line each.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::enum_index::enum_index;

/// Declares the list of rulesets, one line each: the name, the number under which games are stored, and the game.
///
/// Generates the enum with its methods, and a macro that evaluates an expression with the type of the game that a value
/// of the enum names: `with_game!(ruleset, G => Log::<G>::from_bytes(…))`. The first token is always `$`: without it
/// that macro cannot be written here. After `for` follows the full path of the enum.
#[doc(hidden)]
#[macro_export]
macro_rules! rulesets {
    (
        $d:tt $with_game:ident for $list:ty;
        $(#[$meta:meta])*
        pub enum $rulesets:ident {
            $($name:ident = $number:literal: $game:ty,)+
        }
    ) => {
        $(#[$meta])*
        pub enum $rulesets {
            $($name,)+
        }

        macro_rules! $with_game {
            ($d ruleset:expr, $d game:ident => $d body:expr) => {
                match $d ruleset {
                    $(<$list>::$name => {
                        type $d game = $game;
                        $d body
                    })+
                }
            };
        }
        pub(crate) use $with_game;

        impl $rulesets {
            /// All of them, in the order of the list.
            pub const ALL: [$rulesets; [$($number),+].len()] = [$($rulesets::$name),+];

            /// The ruleset's metadata.
            pub const fn info(self) -> &'static $crate::games::RulesetInfo {
                $with_game!(self, G => &<G as $crate::games::Game>::INFO)
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
    $ with_game for crate::games::Ruleset;
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

enum_index!(pub(crate) Ruleset);

/// No ruleset has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a ruleset")]
pub struct UnknownRuleset(pub String);
