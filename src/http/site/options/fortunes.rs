//! The options of Fortunes in the options form (`fortunes.md`, "Options").

use super::words::{Group, OptionLabels, OptionWords, choice, length, number, yes_or_no};
use crate::games::Fortunes;

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
}
