//! What is usual in a reading: shares of a reference run, in which adepts played Fortunes (`examples/usual.rs`).
//!
//! Two partners read the same cards, so each team of a deal counts as one reading, seen by one of the two.

mod table;

use crate::cards::{Card, Rank, Suit};

use super::{Disposition, Side};

pub use table::{BOT_VERSION, DEALS, RULES_VERSION};

use table::{ALIKE, FEWEST_CARDS, READINGS};

/// Something that is counted in a reading and compared with what is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The querent's own cards.
    Own,
    /// Ill-disposed cards, which lie turned.
    Turned,
    /// Stars.
    Stars,
    /// Court cards.
    Courts,
    /// Cards of the suit with the most cards; the Stars are no suit here.
    Suit,
    /// Suits without a card.
    Missing,
}

/// How a count compares with what is usual among readings of as many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// At most a third of readings have this few.
    Fewer,
    /// Neither fewer nor more.
    Usual,
    /// At most a third of readings have this many.
    More,
}

/// What is counted in the cards of one reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All cards, own and partner's.
    pub cards: u8,
    own: u8,
    turned: u8,
    stars: u8,
    courts: u8,
    suits: [u8; Suit::ALL.len()],
    ranks: [u8; Rank::ALL.len()],
}

/// All readings of the reference run, in ten thousandths.
const ALL_READINGS: u32 = 10_000;

/// A third of them.
const THIRD: u32 = ALL_READINGS / 3;

impl Measure {
    /// All six, in the order of the table.
    pub const ALL: [Measure; 6] =
        [Measure::Own, Measure::Turned, Measure::Stars, Measure::Courts, Measure::Suit, Measure::Missing];

    /// In how many of ten thousand readings of as many cards the count is this high or higher.
    pub fn at_least(self, cards: u8, count: u8) -> u32 {
        let (row, count) = self.row(cards, count);
        share(row.iter().skip(count), row)
    }

    /// In how many of ten thousand readings of as many cards the count is this low or lower.
    pub fn at_most(self, cards: u8, count: u8) -> u32 {
        let (row, count) = self.row(cards, count);
        share(row.iter().take(count + 1), row)
    }

    /// In how many of ten thousand readings of as many cards the count is this.
    pub fn exactly(self, cards: u8, count: u8) -> u32 {
        let (row, count) = self.row(cards, count);
        share(row.iter().skip(count).take(1), row)
    }

    /// How this count compares with what is usual.
    pub fn standing(self, cards: u8, count: u8) -> Standing {
        if self.at_most(cards, count) <= THIRD {
            Standing::Fewer
        } else if self.at_least(cards, count) <= THIRD {
            Standing::More
        } else {
            Standing::Usual
        }
    }

    /// How often each count came in readings of as many cards. A number of cards that is too rare for the table is read
    /// in its nearest row, with the count in proportion.
    fn row(self, cards: u8, count: u8) -> (&'static [u32], usize) {
        let rows = READINGS[self as usize];
        let nearest = usize::from(cards).clamp(FEWEST_CARDS, FEWEST_CARDS + rows.len() - 1);
        let (cards, count) = (usize::from(cards.max(1)), usize::from(count));
        (rows[nearest - FEWEST_CARDS], (count * nearest + cards / 2) / cards)
    }
}

/// In how many of ten thousand readings at least so many cards, three or four, are of this rank.
pub fn alike(rank: Rank, count: u8) -> u32 {
    let (three, four) = ALIKE[usize::from(rank.value()) - 1];
    let readings = if count > 3 { four } else { three };
    readings * ALL_READINGS / (2 * DEALS)
}

fn share<'a>(some: impl Iterator<Item = &'a u32>, all: &[u32]) -> u32 {
    some.sum::<u32>() * ALL_READINGS / all.iter().sum::<u32>()
}

impl Counts {
    /// Counts the cards of a reading.
    pub fn of(cards: impl IntoIterator<Item = (Side, Card, Disposition)>) -> Counts {
        let mut counts = Counts::default();
        for (side, card, disposition) in cards {
            counts.cards += 1;
            counts.own += u8::from(side == Side::Own);
            counts.turned += u8::from(disposition == Disposition::Ill);
            counts.stars += u8::from(card.is_trump());
            if let (Some(suit), Some(rank)) = (card.suit(), card.rank()) {
                counts.courts += u8::from(rank.is_court());
                counts.suits[suit as usize] += 1;
                counts.ranks[usize::from(rank.value()) - 1] += 1;
            }
        }
        counts
    }

    /// How many there are.
    pub fn get(&self, measure: Measure) -> u8 {
        match measure {
            Measure::Own => self.own,
            Measure::Turned => self.turned,
            Measure::Stars => self.stars,
            Measure::Courts => self.courts,
            Measure::Suit => self.suits.into_iter().max().unwrap_or(0),
            Measure::Missing => self.suits.into_iter().filter(|cards| *cards == 0).count() as u8,
        }
    }

    /// How this reading compares with what is usual.
    pub fn standing(&self, measure: Measure) -> Standing {
        measure.standing(self.cards, self.get(measure))
    }

    /// The partner's cards.
    pub const fn partner(&self) -> u8 {
        self.cards - self.own
    }

    /// Cards of a suit.
    pub const fn suit(&self, suit: Suit) -> u8 {
        self.suits[suit as usize]
    }

    /// Cards of a rank.
    pub const fn rank(&self, rank: Rank) -> u8 {
        self.ranks[rank.value() as usize - 1]
    }
}

#[cfg(test)]
mod tests;
