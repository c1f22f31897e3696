//! The bots, by name.

use super::{Bot, Easy, HasBots, Random};

/// A bot that can be requested by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// Any legal move, all equally likely.
    Random,
    /// As a beginner plays.
    Easy,
    /// Plays well.
    Adept,
}

impl Skill {
    /// All of them.
    pub const ALL: [Skill; 3] = [Skill::Adept, Skill::Easy, Skill::Random];

    /// The name in the API.
    pub const fn id(self) -> &'static str {
        match self {
            Skill::Random => "random",
            Skill::Easy => "easy",
            Skill::Adept => "adept",
        }
    }

    /// How it plays, in a word.
    pub const fn manner(self) -> &'static str {
        match self {
            Skill::Random => "reckless",
            Skill::Easy => "carefree",
            Skill::Adept => "careful",
        }
    }

    /// The bot with this name.
    pub fn from_id(id: &str) -> Option<Skill> {
        Skill::ALL.into_iter().find(|skill| skill.id() == id)
    }

    /// The version of this bot in a game.
    pub const fn version<G: HasBots>(self) -> u32 {
        match self {
            Skill::Random => Random::VERSION,
            Skill::Easy => Easy::VERSION,
            Skill::Adept => G::ADEPT_VERSION,
        }
    }

    /// A new bot.
    pub fn bot<G: HasBots>(self) -> Box<dyn Bot<G>> {
        match self {
            Skill::Random => Box::new(Random),
            Skill::Easy => G::easy(),
            Skill::Adept => G::adept(),
        }
    }
}
