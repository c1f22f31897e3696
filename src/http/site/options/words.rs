//! Labels of options and their choices.

use crate::games::{Foolery, Fortuna, Fortunes, Fortuno, Reversal};

/// A group of options in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The length of a game.
    Length,
    /// The rules of play.
    Rules,
}

/// The label of an option and its choices.
#[derive(Clone, Copy, Debug)]
pub struct OptionLabels {
    /// Path of the option, as in `betting.limit`.
    pub path: &'static str,
    /// Its group.
    pub group: Group,
    /// Label of its input.
    pub label: &'static str,
    /// Its choices: value and label.
    pub values: &'static [(&'static str, &'static str)],
}

/// Options that are offered together, before all others.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its value in a form.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// The options that it sets: path and value.
    pub options: &'static [(&'static str, &'static str)],
}

/// A number that determines the length of a game.
const fn length(path: &'static str, label: &'static str) -> OptionLabels {
    OptionLabels { path, group: Group::Length, label, values: &[] }
}

/// A number that changes the rules.
const fn number(path: &'static str, label: &'static str) -> OptionLabels {
    OptionLabels { path, group: Group::Rules, label, values: &[] }
}

/// A choice between values.
pub const fn choice(
    path: &'static str,
    label: &'static str,
    values: &'static [(&'static str, &'static str)],
) -> OptionLabels {
    OptionLabels { path, group: Group::Rules, label, values }
}

/// A boolean.
const fn yes_or_no(path: &'static str, label: &'static str) -> OptionLabels {
    choice(path, label, &[("true", "Yes"), ("false", "No")])
}

/// A game whose options can be set in a form.
pub trait OptionWords {
    /// Its options, in the order of the form.
    const WORDS: &'static [OptionLabels];
    /// Its presets; the first is the usual one.
    const PRESETS: &'static [Preset] = &[];
}

/// `foolery.md`, "Options".
impl OptionWords for Foolery {
    const WORDS: &'static [OptionLabels] = &[
        length("deals", "Deals"),
        choice("scoring", "A deal is scored", &[("order", "By the order of going out"), ("titles", "By titles")]),
        yes_or_no("same_trumps", "Trumps are beaten by as many trumps, not by one fewer"),
        yes_or_no("pass_out", "Who passes is out for the rest of the trick"),
        yes_or_no("fool_any_time", "The Fool may be played out of turn"),
    ];
    const PRESETS: &'static [Preset] = &[
        Preset { id: "match", label: "Match: four deals, and titles from the second on", options: &[("deals", "4")] },
        Preset { id: "quick", label: "Quick: one deal", options: &[] },
    ];
}

/// `fortuna.md`, "Options".
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

/// `fortunes.md`, "Options".
impl OptionWords for Fortunes {
    const WORDS: &'static [OptionLabels] = &[
        OptionLabels {
            group: Group::Length,
            ..choice(
                "match",
                "Length of the match",
                &[
                    ("deals", "A number of deals"),
                    ("race", "Until a team reaches a number of points"),
                    ("race_exact", "Until a team has exactly a number of points"),
                ],
            )
        },
        length("match.deals", "Deals, for a number of deals"),
        length("match.target", "Points to reach, for a race"),
        length("match.max_deals", "Most deals, for a race"),
        choice(
            "betting",
            "Betting",
            &[
                ("none", "None"),
                ("wager", "Each player wagers chips on their own team"),
                ("ante", "A pot: pay in, raise or fold before a trick"),
                ("bid", "Each player bids a number of tricks"),
            ],
        ),
        choice("betting.when", "Wagers are made", &[("blind", "Before the deal"), ("open", "After the deal")]),
        number("betting.limit", "Highest wager"),
        number("betting.ante", "Chips that each player pays in"),
        number("betting.raise", "Chips that a raise adds"),
        choice(
            "stars_when_broken",
            "Once Stars are broken, a Star may be played",
            &[("at_will", "At any time"), ("void_only", "Only by a player without the suit that was led")],
        ),
        choice(
            "disposition",
            "A trick is well or ill for its winner",
            &[("ended", "As it ended, high or low"), ("led", "As it was led, high or low")],
        ),
        yes_or_no("folder_may_win", "A player who folded may still take the pot"),
    ];
    const PRESETS: &'static [Preset] = &[
        Preset { id: "quick", label: "Quick: one deal", options: &[] },
        Preset { id: "match", label: "Match: four deals, one by each player", options: &[("match.deals", "4")] },
        Preset {
            id: "bets",
            label: "With bets: four deals, and chips wagered on each",
            options: &[("match.deals", "4"), ("betting", "wager"), ("betting.when", "open")],
        },
    ];
}

/// `fortuno.md`, "Options".
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

/// `reversal.md`, "Options".
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
