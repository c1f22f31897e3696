//! The bots, by name.

use std::time::Duration;

use super::{Bot, Easy, Effort, HasBots, Random, search::Sage};

/// A bot that can be requested by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// Any legal move, all equally likely.
    Random,
    /// As a beginner plays.
    Easy,
    /// Plays well.
    Adept,
    /// Searches, with this effort.
    Sage(Effort),
}

impl Skill {
    /// All of them, the one that is meant where none is named first; `sage` with its usual effort.
    pub const ALL: [Skill; 4] = [Skill::Adept, Skill::Easy, Skill::Random, Skill::Sage(Effort::USUAL)];

    /// The name in the API.
    pub const fn id(self) -> &'static str {
        match self {
            Skill::Random => "random",
            Skill::Easy => "easy",
            Skill::Adept => "adept",
            Skill::Sage(_) => "sage",
        }
    }

    /// How it plays, in a word.
    pub const fn manner(self) -> &'static str {
        match self {
            Skill::Random => "reckless",
            Skill::Easy => "carefree",
            Skill::Adept => "careful",
            Skill::Sage(_) => "thoughtful",
        }
    }

    /// How long it thinks, if it can be said.
    pub const fn effort(self) -> Option<Effort> {
        match self {
            Skill::Sage(effort) => Some(effort),
            Skill::Random | Skill::Easy | Skill::Adept => None,
        }
    }

    /// The bot with this name; `sage` with its usual effort.
    pub fn from_id(id: &str) -> Option<Skill> {
        Skill::ALL.into_iter().find(|skill| skill.id() == id)
    }

    /// The same bot with this effort; `None` for one that has none.
    pub const fn with_effort(self, effort: Effort) -> Option<Skill> {
        match self {
            Skill::Sage(_) => Some(Skill::Sage(effort)),
            Skill::Random | Skill::Easy | Skill::Adept => None,
        }
    }

    /// The name, with the effort of a bot that has one, as in `sage:6`.
    pub fn label(self) -> String {
        match self.effort() {
            Some(effort) => format!("{}:{}", self.id(), effort.number()),
            None => self.id().to_owned(),
        }
    }

    /// The bot with this label; a name alone is that of the bot with its usual effort.
    pub fn from_label(label: &str) -> Option<Skill> {
        match label.split_once(':') {
            Some((id, effort)) => Skill::from_id(id)?.with_effort(Effort::new(effort.parse().ok()?)?),
            None => Skill::from_id(label),
        }
    }

    /// The version of this bot in a game.
    pub const fn version<G: HasBots>(self) -> u32 {
        match self {
            Skill::Random => Random::VERSION,
            Skill::Easy => Easy::VERSION,
            Skill::Adept => G::ADEPT_VERSION,
            Skill::Sage(_) => match G::SEARCH {
                Some(search) => search.version,
                None => G::ADEPT_VERSION,
            },
        }
    }

    /// Approximate maximum time that these bots need for a whole game, on one core of an ordinary machine.
    pub fn thinking<G: HasBots>(table: &[Skill], options: &G::Options) -> Duration {
        let all = G::thinking(table.len(), options);
        let squares = table.iter().filter_map(|skill| skill.effort()).map(|effort| u32::from(effort.number()).pow(2));
        let to_adept = G::SEARCH.map_or(0, |search| search.to_adept);
        let sages = (all / table.len().max(1) as u32).saturating_mul(to_adept).saturating_mul(squares.sum());
        all.saturating_add(sages)
    }

    /// A new bot.
    pub fn bot<G: HasBots>(self) -> Box<dyn Bot<G>> {
        match self {
            Skill::Random => Box::new(Random),
            Skill::Easy => G::easy(),
            Skill::Adept => G::adept(),
            Skill::Sage(effort) => Box::new(Sage { effort, adept: G::adept() }),
        }
    }
}
