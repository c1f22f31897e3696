//! The options of Reversal in the options form (`reversal.md`, "Options").

use super::words::{OptionLabels, OptionWords, choice, length, number, yes_or_no};
use crate::games::Reversal;

impl OptionWords for Reversal {
    const WORDS: &'static [OptionLabels] = &[
        length("target", "Points to win"),
        length("max_rounds", "Most rounds"),
        yes_or_no("zero", "An amount of 0 may be chosen"),
        number("max_amount", "Largest amount of a round"),
        choice(
            "overflow",
            "More luck than there is room for",
            &[("forbid", "Cannot be stored"), ("cap", "Can be stored; what is over is lost")],
        ),
        choice(
            "lack",
            "When dice to reroll are lacking, what is gained or lost is",
            &[
                ("short", "One point"),
                ("each", "A point for each die that is lacking"),
                ("empty", "One point, but only when all are lacking"),
            ],
        ),
        yes_or_no("floor", "A penalty takes nobody below 0 points"),
        choice(
            "tied_round",
            "A round that is tied in everything goes to",
            &[("none", "Nobody"), ("all", "All who are tied")],
        ),
    ];
}
