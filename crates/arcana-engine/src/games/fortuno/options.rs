//! The options of fortuno.md, "Options".

use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::Between;

/// House rules (fortuno.md, "Options").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = FortunoOptions)]
pub struct Options {
    /// Cards dealt to each player.
    #[deserr(default = HAND_SIZE)]
    #[schema(default = 6)]
    pub hand_size: Between<2, 9>,
    /// Number of turns without a winner after which the game ends and the fewest cards win.
    #[deserr(default = MAX_TURNS)]
    #[schema(default = 1000)]
    pub max_turns: Between<1, 100_000>,
    /// Aces count as numerical: for sets, The Fool's name, The Devil and The Moon.
    #[deserr(default = false)]
    #[schema(default = false)]
    pub ace_numerical: bool,
    /// Play with calls and accusations.
    #[deserr(default = true)]
    #[schema(default = true)]
    pub fortuno_calls: bool,
    /// Three suits of a rank in a row start a race.
    #[deserr(default = true)]
    #[schema(default = true)]
    pub slap_races: bool,
    /// Who wins when a partner's hand is empty at a win check: that player, `both`, or both once both are (`joint`).
    #[deserr(default = LoversWin::Own)]
    #[schema(default = "own")]
    pub lovers_win: LoversWin,
    /// A flipped Knight changes the direction; then the `flipper` goes on, or the turn ends (`pass`).
    #[deserr(default = FlippedKnight::Flipper)]
    #[schema(default = "flipper")]
    pub flipped_knight: FlippedKnight,
}

const HAND_SIZE: Between<2, 9> = Between::new(6);
const MAX_TURNS: Between<1, 100_000> = Between::new(1000);

/// Who wins when a partner's own hand is empty at a win check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunoLoversWin)]
pub enum LoversWin {
    /// That player.
    #[default]
    #[deserr(rename = "own")]
    Own,
    /// Both partners.
    #[deserr(rename = "both")]
    Both,
    /// Nobody, until both hands are empty; then both.
    #[deserr(rename = "joint")]
    Joint,
}

/// Effect of a flipped Knight besides changing the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunoFlippedKnight)]
pub enum FlippedKnight {
    /// The flipper goes on.
    #[default]
    #[deserr(rename = "flipper")]
    Flipper,
    /// The flipper's turn ends.
    #[deserr(rename = "pass")]
    Pass,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hand_size: HAND_SIZE,
            max_turns: MAX_TURNS,
            ace_numerical: false,
            fortuno_calls: true,
            slap_races: true,
            lovers_win: LoversWin::Own,
            flipped_knight: FlippedKnight::Flipper,
        }
    }
}
