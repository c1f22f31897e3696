//! Metadata of a ruleset.

use std::fmt;

use serde::Serialize;

use crate::cards::Deck;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_written_out() {
        let text = |min, max, step| PlayerCount { min, max, step, default: min }.to_string();
        assert_eq!(text(4, 4, 1), "exactly 4 players");
        assert_eq!(text(2, 7, 1), "2 to 7 players");
        assert_eq!(text(4, 8, 2), "4 to 8 players, an even number");
        assert_eq!(text(3, 9, 3), "3 to 9 players in steps of 3");
    }
}
