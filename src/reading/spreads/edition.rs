//! The editions of the spreads and their texts.

use crate::reading::TextsVersion;

/// An edition of the spreads and their texts. Stored readings name their edition and never change, so any change of a
/// position or a text requires a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpreadsEdition {
    /// The first, in `en/`.
    First,
    /// The second, in `en2/`: ties of suits are named, every yes-or-no question is answered, and what the request
    /// settles is not told as found.
    Second,
    /// The third, with the spreads of `en2/` and the summary of `en3/`: its sentences do not contradict each other, and
    /// the last one fits the answer that was given, or that none could be.
    #[default]
    Third,
}

impl SpreadsEdition {
    /// All editions, latest last.
    pub const ALL: [SpreadsEdition; 3] = [SpreadsEdition::First, SpreadsEdition::Second, SpreadsEdition::Third];

    /// The edition of new readings.
    pub const LATEST: SpreadsEdition = SpreadsEdition::Third;

    /// Its number, from 1.
    pub const fn number(self) -> u16 {
        match self {
            SpreadsEdition::First => 1,
            SpreadsEdition::Second => 2,
            SpreadsEdition::Third => 3,
        }
    }

    /// The edition with this number, if it exists.
    pub fn from_number(number: u16) -> Option<SpreadsEdition> {
        SpreadsEdition::ALL.into_iter().find(|edition| edition.number() == number)
    }

    /// The version of the texts whose meanings, advice and questions it uses.
    pub const fn texts_version(self) -> TextsVersion {
        match self {
            SpreadsEdition::First => TextsVersion::V2,
            SpreadsEdition::Second => TextsVersion::V3,
            SpreadsEdition::Third => TextsVersion::V4,
        }
    }

    /// Is it also told of a single card why it cannot answer yes or no?
    pub(super) const fn tells_why_of_one(self) -> bool {
        match self {
            SpreadsEdition::First | SpreadsEdition::Second => false,
            SpreadsEdition::Third => true,
        }
    }

    /// Is what the request makes nearly certain not told as found, besides what all cards of the pack have in common?
    pub(super) const fn counts_odds(self) -> bool {
        match self {
            SpreadsEdition::First | SpreadsEdition::Second => false,
            SpreadsEdition::Third => true,
        }
    }
}
