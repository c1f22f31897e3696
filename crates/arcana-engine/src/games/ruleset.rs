//! The playable rulesets: a closed list, each with its metadata and its default options.

use std::{fmt, str::FromStr, sync::LazyLock};

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::Game;
use crate::{cards::Deck, enum_index::enum_index};

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

/// Numbers of players that a game allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RulesetPlayers))]
pub struct PlayerCount {
    /// Minimum.
    pub min: u8,
    /// Maximum.
    pub max: u8,
    /// Step between the minimum and the maximum.
    pub step: u8,
    /// Number of players by default.
    pub default: u8,
}

impl PlayerCount {
    /// Whether this number of players is allowed.
    pub const fn allows(self, players: usize) -> bool {
        players >= self.min as usize
            && players <= self.max as usize
            && (players - self.min as usize).is_multiple_of(self.step as usize)
    }
}

/// As in "2 to 4 players".
impl fmt::Display for PlayerCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerCount { min, max, step, default: _ } = self;
        match (min == max, step) {
            (true, _) => write!(f, "exactly {min} players"),
            (false, 1) => write!(f, "{min} to {max} players"),
            (false, 2) if min % 2 == 0 => write!(f, "{min} to {max} players, an even number"),
            (false, step) => write!(f, "{min} to {max} players in steps of {step}"),
        }
    }
}

/// Metadata of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetInfo {
    /// The id in logs and addresses, as in `fortunes`; the rules page is `docs/rules/{id}.md`.
    pub id: &'static str,
    /// The game's display name.
    pub name: &'static str,
    /// Allowed numbers of players.
    pub players: PlayerCount,
    /// The deck that names the cards; `None` for a game without cards.
    pub deck: Option<Deck>,
    /// Publisher of the game.
    pub authors: &'static str,
    /// Version of the rules; increases when the same log would get a different result.
    pub rules_version: u32,
    /// The types of its steps, in the order of its step kinds.
    pub steps: &'static [&'static str],
    /// The fields of its steps that hold cards.
    pub card_fields: &'static [&'static str],
    /// Maximum number of moves listed for one player, for bots.
    pub moves_limit: usize,
    /// Whether its deals can be read (`docs/rules/reading.md`).
    pub has_readings: bool,
}

/// A ruleset's default options as JSON: complete and without spaces, as the service writes them.
pub fn default_options(ruleset: Ruleset) -> &'static RawValue {
    with_game!(ruleset, G => {
        static DEFAULTS: LazyLock<Box<RawValue>> =
            LazyLock::new(|| to_raw_value(&<G as Game>::Options::default()).expect("defaults can be written"));
        &**DEFAULTS
    })
}

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
            assert_eq!(serde_json::to_value(ruleset).expect("a name"), ruleset.id());
        }
        assert_eq!((Ruleset::from_number(0), Ruleset::from_number(6)), (None, None));
    }

    #[test]
    fn numbers_of_players_are_written_out() {
        let text = |min, max, step| PlayerCount { min, max, step, default: min }.to_string();
        assert_eq!(text(4, 4, 1), "exactly 4 players");
        assert_eq!(text(2, 7, 1), "2 to 7 players");
        assert_eq!(text(4, 8, 2), "4 to 8 players, an even number");
        assert_eq!(text(3, 9, 3), "3 to 9 players in steps of 3");
    }
}
