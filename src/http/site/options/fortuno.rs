//! The options of Fortuno in the options form (`fortuno.md`, "Options").

use super::words::{OptionLabels, OptionWords, choice, length, number, yes_or_no};
use crate::games::Fortuno;

impl OptionWords for Fortuno {
    const WORDS: &'static [OptionLabels] = &[
        length("max_turns", "Most turns"),
        number("hand_size", "Cards in a hand at first"),
        yes_or_no("ace_numerical", "Aces count as numbers"),
        yes_or_no("fortuno_calls", "“Fortuno” is called, and who forgets it can be accused"),
        yes_or_no("slap_races", "Three suits of a rank in a row start a race"),
        choice(
            "lovers_win",
            "Of two Lovers, one with an empty hand",
            &[
                ("own", "Wins alone"),
                ("both", "Wins with the partner"),
                ("joint", "Waits for the partner’s empty hand"),
            ],
        ),
        choice(
            "flipped_knight",
            "A flipped Knight turns the direction, and",
            &[("flipper", "The flipper goes on"), ("pass", "The flipper’s turn ends")],
        ),
    ];
}
