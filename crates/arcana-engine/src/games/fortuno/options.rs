//! The options of fortuno.md, "Options".

use serde::{Deserialize, Serialize};

use crate::games::{Between, fields::word};

#[cfg(feature = "schema")]
use {deserr::Deserr, utoipa::ToSchema};

/// House rules (fortuno.md, "Options").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(error = crate::games::FieldFaults, deny_unknown_fields),
    schema(as = FortunoOptions),
)]
pub struct Options {
    /// Cards dealt to each player.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().hand_size))]
    pub hand_size: Between<2, 9>,
    /// Number of turns without a winner after which the game ends and the fewest cards win.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().max_turns))]
    pub max_turns: Between<1, 100_000>,
    /// Aces count as numerical: for sets, The Fool's name, The Devil and The Moon.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub ace_numerical: bool,
    /// Play with calls and accusations.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().fortuno_calls))]
    pub fortuno_calls: bool,
    /// Three suits of a rank in a row start a race.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().slap_races))]
    pub slap_races: bool,
    /// Who wins when a partner's hand is empty at a win check: that player, `both`, or both once both are (`joint`).
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub lovers_win: LoversWin,
    /// A flipped Knight changes the direction; then the `flipper` goes on, or the turn ends (`pass`).
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub flipped_knight: FlippedKnight,
}

/// Who wins when a partner's own hand is empty at a win check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunoLoversWin))]
pub enum LoversWin {
    /// That player.
    #[default]
    Own,
    /// Both partners.
    Both,
    /// Nobody, until both hands are empty; then both.
    Joint,
}

/// Effect of a flipped Knight besides changing the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunoFlippedKnight),
)]
pub enum FlippedKnight {
    /// The flipper goes on.
    #[default]
    Flipper,
    /// The flipper's turn ends.
    Pass,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hand_size: Between::new(6),
            max_turns: Between::new(1000),
            ace_numerical: false,
            fortuno_calls: true,
            slap_races: true,
            lovers_win: LoversWin::Own,
            flipped_knight: FlippedKnight::Flipper,
        }
    }
}
