//! Alternative wordings, and what they depend on.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de};

use super::frame::Frame;
use crate::{Disposition, Verdict};
use arcana_engine::cards::{Rank, Suit};

/// Alternative wordings, at least three so that readings differ.
#[derive(Debug)]
pub struct Wordings(Vec<Frame>);

/// Wordings for an upright and a reversed card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDisposition {
    well: Wordings,
    ill: Wordings,
}

/// By suit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suits {
    wands: Wordings,
    cups: Wordings,
    swords: Wordings,
    pentacles: Wordings,
}

/// By rank, from the ace up.
#[derive(Debug)]
pub struct Ranks(Vec<Wordings>);

/// By verdict.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByVerdict<T> {
    fortune: T,
    doom: T,
    balance: T,
}

impl<T> ByVerdict<T> {
    /// The value for a verdict.
    pub const fn of(&self, verdict: Verdict) -> &T {
        match verdict {
            Verdict::Fortune => &self.fortune,
            Verdict::Doom => &self.doom,
            Verdict::Balance => &self.balance,
        }
    }
}

impl ByDisposition {
    /// The wordings for an orientation.
    pub const fn of(&self, disposition: Disposition) -> &Wordings {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl Suits {
    /// The wordings for a suit.
    pub const fn of(&self, suit: Suit) -> &Wordings {
        match suit {
            Suit::Wands => &self.wands,
            Suit::Cups => &self.cups,
            Suit::Swords => &self.swords,
            Suit::Pentacles => &self.pentacles,
        }
    }
}

impl Wordings {
    /// All wordings.
    pub fn all(&self) -> &[Frame] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Wordings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wordings, D::Error> {
        let frames = Vec::deserialize(deserializer)?;
        if frames.len() < 3 {
            return Err(de::Error::custom("fewer than three wordings"));
        }
        Ok(Wordings(frames))
    }
}

impl<'de> Deserialize<'de> for Ranks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ranks, D::Error> {
        let mut by_id: BTreeMap<String, Wordings> = BTreeMap::deserialize(deserializer)?;
        let ranks = Rank::ALL.into_iter().map(|rank| by_id.remove(rank.id()));
        let ranks = ranks.collect::<Option<Vec<_>>>().ok_or_else(|| de::Error::custom("a rank has no words"))?;
        match by_id.keys().next() {
            Some(unknown) => Err(de::Error::custom(format!("`{unknown}` is not a rank"))),
            None => Ok(Ranks(ranks)),
        }
    }
}

impl Ranks {
    /// The wordings for a rank.
    pub fn of(&self, rank: Rank) -> &Wordings {
        &self.0[usize::from(rank.value()) - 1]
    }
}
