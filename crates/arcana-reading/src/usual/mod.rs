//! How many readings have as much of something as one does, from a run in which adepts played Fortunes
//! (`examples/usual.rs`).
//!
//! Two partners read the same cards, so each team of a deal counts once, from the view of one partner.

mod table;

use arcana_engine::{
    cards::{Card, Rank, Suit},
    enum_index::enum_index,
};

use super::{Disposition, Side};

pub use table::{BOT_VERSION, DEALS, RULES_VERSION};

use table::{ALIKE, FEWEST_CARDS, READINGS};

/// A count in a reading that is compared with what is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The querent's own cards.
    Own,
    /// Ill-disposed cards, which lie reversed.
    Turned,
    /// Stars.
    Stars,
    /// Court cards.
    Courts,
    /// Cards of the suit with the most cards, without the Stars.
    Suit,
    /// Suits without cards.
    Missing,
}

/// A count compared with readings of the same number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// At most a third of readings have as few.
    Fewer,
    /// Neither.
    Usual,
    /// At most a third of readings have as many.
    More,
}

/// The counts of one reading.
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

/// All readings of the run, in units of 1/10,000.
const ALL_READINGS: u32 = 10_000;

/// A third of all readings.
const THIRD: u32 = ALL_READINGS / 3;

enum_index!(Measure);

impl Measure {
    /// All measures, in the order of the table.
    pub const ALL: [Measure; 6] =
        [Measure::Own, Measure::Turned, Measure::Stars, Measure::Courts, Measure::Suit, Measure::Missing];

    /// Of 10,000 readings with this number of cards, how many have at least this count.
    pub fn at_least(self, cards: u8, count: u8) -> u32 {
        let (row, count) = self.row(cards, count);
        share(row.iter().skip(count), row)
    }

    /// Of 10,000 readings with this number of cards, how many have at most this count.
    pub fn at_most(self, cards: u8, count: u8) -> u32 {
        let (row, count) = self.row(cards, count);
        share(row.iter().take(count + 1), row)
    }

    /// Of 10,000 readings with this number of cards, how many have exactly this count.
    pub fn exactly(self, cards: u8, count: u8) -> u32 {
        let (row, count) = self.row(cards, count);
        share(row.iter().skip(count).take(1), row)
    }

    /// Compares this count with what is usual.
    pub fn compare(self, cards: u8, count: u8) -> Comparison {
        if self.at_most(cards, count) <= THIRD {
            Comparison::Fewer
        } else if self.at_least(cards, count) <= THIRD {
            Comparison::More
        } else {
            Comparison::Usual
        }
    }

    /// The distribution for a number of cards, and the count in it. Numbers too rare for the table use the nearest row,
    /// with the count scaled.
    fn row(self, cards: u8, count: u8) -> (&'static [u32], usize) {
        let rows = READINGS[self.index()];
        let nearest = usize::from(cards).clamp(FEWEST_CARDS, FEWEST_CARDS + rows.len() - 1);
        let (cards, count) = (usize::from(cards.max(1)), usize::from(count));
        (rows[nearest - FEWEST_CARDS], (count * nearest + cards / 2) / cards)
    }
}

/// Of 10,000 readings, how many have at least `count` cards, three or four, of this rank.
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
                counts.suits[suit.index()] += 1;
                counts.ranks[usize::from(rank.value()) - 1] += 1;
            }
        }
        counts
    }

    /// The count of a measure.
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

    /// Compares a count with what is usual.
    pub fn compare(&self, measure: Measure) -> Comparison {
        measure.compare(self.cards, self.get(measure))
    }

    /// The partner's cards.
    pub const fn partner(&self) -> u8 {
        self.cards - self.own
    }

    /// Cards of a suit.
    pub const fn suit(&self, suit: Suit) -> u8 {
        self.suits[suit.index()]
    }

    /// Cards of a rank.
    pub const fn rank(&self, rank: Rank) -> u8 {
        self.ranks[rank.value() as usize - 1]
    }
}

#[cfg(test)]
mod tests;
