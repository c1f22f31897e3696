//! The rules pages, `docs/rules/`, which the program carries.

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

/// A rules page.
#[derive(Clone, Copy, Debug)]
pub struct RulesPage {
    /// Its name in URLs; `README` is the index.
    pub name: &'static str,
    /// The text of links to it.
    pub title: &'static str,
    /// The page in Markdown.
    pub text: &'static str,
    /// Its ruleset, if it is about one.
    pub ruleset: Option<Ruleset>,
}

/// The index.
pub const INDEX: RulesPage = shared("README", "What all games share", include_str!("../docs/rules/README.md"));

/// The page on chance, with the calculator.
pub const CHANCE: RulesPage = shared("chance", "Chance", include_str!("../docs/rules/chance.md"));

/// The page on readings.
const READING: RulesPage = shared("reading", "Readings", include_str!("../docs/rules/reading.md"));

const fn shared(name: &'static str, title: &'static str, text: &'static str) -> RulesPage {
    RulesPage { name, title, text, ruleset: None }
}

impl RulesPage {
    /// All pages in reading order: the index, the games, readings and chance.
    pub fn all() -> impl Iterator<Item = RulesPage> {
        let games = Ruleset::ALL.into_iter().map(|ruleset| {
            let info = ruleset.info();
            RulesPage { name: info.id, title: info.name, text: rules_page(ruleset), ruleset: Some(ruleset) }
        });
        [INDEX].into_iter().chain(games).chain([READING, CHANCE])
    }

    /// The page with this name.
    pub fn named(name: &str) -> Option<RulesPage> {
        RulesPage::all().find(|page| page.name == name)
    }

    /// Its URL.
    pub fn address(self) -> String {
        format!("/rules/{}", self.name)
    }
}
