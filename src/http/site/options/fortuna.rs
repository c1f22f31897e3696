//! The options of Fortuna in the options form (`fortuna.md`, "Options").

use super::words::{OptionLabels, OptionWords, choice, length, yes_or_no};
use crate::games::Fortuna;

impl OptionWords for Fortuna {
    const WORDS: &'static [OptionLabels] = &[
        length("max_turns", "Most turns"),
        length("threshold", "Points of a side that end the game"),
        choice(
            "end",
            "The game ends",
            &[("first_out", "When somebody has no marbles"), ("last_standing", "When only one side has marbles")],
        ),
        yes_or_no("teams", "Gold Team plays against Black Team"),
        yes_or_no("big_turns", "As many dice and bricks a turn as players (from four on)"),
        choice(
            "opponent",
            "The opponent of a turn is",
            &[
                ("next", "The next player"),
                ("kit", "The other player of the kit"),
                ("choose", "The one the player chooses"),
            ],
        ),
        choice("brick_pool", "Bricks", &[("all", "All that there are"), ("one_kit", "Eight, however many play")]),
        choice("normal_score", "A plain turn scores", &[("best", "The best brick met"), ("all", "Every brick met")]),
        choice(
            "wolf_grin",
            "For a Wolf Grin the number of two equal dice is",
            &[
                ("one_or_both", "The sum or difference of two bricks, or half of one"),
                ("both", "The sum or difference of two bricks"),
            ],
        ),
        choice("lesser_blank", "As the lowest brick, a blank", &[("zero", "Counts as zero"), ("skip", "Is left out")]),
        yes_or_no("calls", "Scores are called and can be challenged"),
        choice(
            "uncalled",
            "A special score that was called wrongly, and accepted,",
            &[("counts", "Counts all the same"), ("plain", "Counts as a plain turn")],
        ),
        choice(
            "challenged_score",
            "A wrong call that was challenged",
            &[("stands", "Scores what was rolled"), ("none", "Scores nothing")],
        ),
        choice(
            "failed_challenge",
            "Who challenges a right call",
            &[("nothing", "Loses nothing"), ("marble", "Loses a marble")],
        ),
        choice(
            "tie_break",
            "Sides with equal points",
            &[("draw", "Are tied"), ("marbles", "Are ranked by their marbles")],
        ),
    ];
}
