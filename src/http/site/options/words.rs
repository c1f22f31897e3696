//! The options of every ruleset in plain words: what their inputs are called, and what can be chosen.

use crate::games::Ruleset;

/// What an option is about: its inputs stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How long a game lasts.
    Length,
    /// How it is played.
    Rules,
}

/// An option in plain words.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Where the option stands, as in `betting.limit`.
    pub path: &'static str,
    /// What it is about.
    pub group: Group,
    /// What its input is called.
    pub label: &'static str,
    /// Values that can be chosen, and what they are called.
    pub values: &'static [(&'static str, &'static str)],
}

const fn length(path: &'static str, label: &'static str) -> Words {
    Words { path, group: Group::Length, label, values: &[] }
}

const fn number(path: &'static str, label: &'static str) -> Words {
    Words { path, group: Group::Rules, label, values: &[] }
}

const fn choice(path: &'static str, label: &'static str, values: &'static [(&'static str, &'static str)]) -> Words {
    Words { path, group: Group::Rules, label, values }
}

const fn yes_or_no(path: &'static str, label: &'static str) -> Words {
    choice(path, label, &[("true", "Yes"), ("false", "No")])
}

/// fortunes.md, "Options".
const FORTUNES: &[Words] = &[
    Words {
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
            ("wager", "Each player wagers chips on the own team"),
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
        &[("at_will", "At any time"), ("void_only", "Only by who lacks the suit that was led")],
    ),
    choice(
        "disposition",
        "A trick is well or ill for its winner",
        &[("ended", "As it ended, high or low"), ("led", "As it was led, high or low")],
    ),
    yes_or_no("folder_may_win", "Who folded may still take the pot"),
];

/// fortuno.md, "Options".
const FORTUNO: &[Words] = &[
    length("max_turns", "Most turns"),
    number("hand_size", "Cards in a hand at first"),
    yes_or_no("ace_numerical", "Aces count as numbers"),
    yes_or_no("fortuno_calls", "“Fortuno” is called, and who forgets it can be accused"),
    yes_or_no("slap_races", "Three suits of a rank in a row start a race"),
    choice(
        "lovers_win",
        "Of two Lovers, one with an empty hand",
        &[("own", "Wins alone"), ("both", "Wins with the partner"), ("joint", "Waits for the partner’s empty hand")],
    ),
    choice(
        "flipped_knight",
        "A flipped Knight turns the direction, and",
        &[("flipper", "The flipper goes on"), ("pass", "The flipper’s turn ends")],
    ),
];

/// foolery.md, "Options".
const FOOLERY: &[Words] = &[
    length("deals", "Deals"),
    choice("scoring", "A deal is scored", &[("order", "By the order of going out"), ("titles", "By titles")]),
    yes_or_no("same_trumps", "Trumps are beaten by as many trumps, not by one fewer"),
    yes_or_no("pass_out", "Who passes is out for the rest of the trick"),
    yes_or_no("fool_any_time", "The Fool may be played out of turn"),
];

/// fortuna.md, "Options".
const FORTUNA: &[Words] = &[
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
        &[("next", "The next player"), ("kit", "The other player of the kit"), ("choose", "Whom the player chooses")],
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
    choice("tie_break", "Sides with equal points", &[("draw", "Are tied"), ("marbles", "Are ranked by their marbles")]),
];

/// reversal.md, "Options".
const REVERSAL: &[Words] = &[
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

/// The options of a ruleset, in the order in which people think of them.
pub const fn of(ruleset: Ruleset) -> &'static [Words] {
    match ruleset {
        Ruleset::Fortunes => FORTUNES,
        Ruleset::Fortuno => FORTUNO,
        Ruleset::Foolery => FOOLERY,
        Ruleset::Fortuna => FORTUNA,
        Ruleset::Reversal => REVERSAL,
    }
}
