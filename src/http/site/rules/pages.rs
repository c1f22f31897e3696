//! The rules pages that there are: those that all games share, and one for each ruleset.

use crate::games::Ruleset;

/// A page of the rules.
#[derive(Clone, Copy, Debug)]
pub struct RulesPage {
    /// Its name in addresses; `README` is the index.
    pub name: &'static str,
    /// What links to it are called.
    pub title: &'static str,
    /// As it is written, in Markdown.
    pub text: &'static str,
    /// The game that it is about.
    pub ruleset: Option<Ruleset>,
}

/// The page that lists the others.
pub const INDEX: RulesPage = shared("README", "What all games share", include_str!("../../../../docs/rules/README.md"));

/// The page on chance, which has the calculator.
pub const CHANCE: RulesPage = shared("chance", "Chance", include_str!("../../../../docs/rules/chance.md"));

/// The page on readings.
const READING: RulesPage = shared("reading", "Readings", include_str!("../../../../docs/rules/reading.md"));

const fn shared(name: &'static str, title: &'static str, text: &'static str) -> RulesPage {
    RulesPage { name, title, text, ruleset: None }
}

impl RulesPage {
    /// All of them in the order of reading: the index, the games, readings and chance.
    pub fn all() -> impl Iterator<Item = RulesPage> {
        let games = Ruleset::ALL.into_iter().map(|ruleset| {
            let info = ruleset.info();
            RulesPage { name: info.id, title: info.name, text: info.page, ruleset: Some(ruleset) }
        });
        [INDEX].into_iter().chain(games).chain([READING, CHANCE])
    }

    /// The page of this name.
    pub fn named(name: &str) -> Option<RulesPage> {
        RulesPage::all().find(|page| page.name == name)
    }

    /// Where it is.
    pub fn address(self) -> String {
        format!("/rules/{}", self.name)
    }
}
