//! The options of Foolery in the options form (`foolery.md`, "Options").

use super::words::{OptionLabels, OptionWords, choice, length, yes_or_no};
use crate::games::Foolery;

impl OptionWords for Foolery {
    const WORDS: &'static [OptionLabels] = &[
        length("deals", "Deals"),
        choice("scoring", "A deal is scored", &[("order", "By the order of going out"), ("titles", "By titles")]),
        yes_or_no("same_trumps", "Trumps are beaten by as many trumps, not by one fewer"),
        yes_or_no("pass_out", "Who passes is out for the rest of the trick"),
        yes_or_no("fool_any_time", "The Fool may be played out of turn"),
    ];
}
