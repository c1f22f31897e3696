//! The rules pages of the games, `docs/rules/`, which the program carries.

use crate::games::Ruleset;

/// The rules page of a game, in Markdown.
pub const fn rules_page(ruleset: Ruleset) -> &'static str {
    match ruleset {
        Ruleset::Fortunes => include_str!("../docs/rules/fortunes.md"),
        Ruleset::Fortuno => include_str!("../docs/rules/fortuno.md"),
        Ruleset::Foolery => include_str!("../docs/rules/foolery.md"),
        Ruleset::Fortuna => include_str!("../docs/rules/fortuna.md"),
        Ruleset::Reversal => include_str!("../docs/rules/reversal.md"),
    }
}
