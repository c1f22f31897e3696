//! A set of cards as one `u128`: bit *i* is the card at place *i* of the pack.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Not, Sub},
};

use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, RefOr, Schema},
};

use super::{Card, Rank, Suit};

/// A set of cards. Iterates, prints and serializes in pack order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u128);

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);
    /// All 78 cards.
    pub const PACK: Hand = Hand((1 << Card::COUNT) - 1);
    /// The 22 trumps (Majors, Stars), the Fool among them.
    pub const TRUMPS: Hand = Hand((1 << Card::TRUMPS) - 1);
    /// The 56 minor cards.
    pub const MINORS: Hand = Hand(Hand::PACK.0 & !Hand::TRUMPS.0);

    /// The fourteen cards of a suit.
    pub const fn suit(suit: Suit) -> Hand {
        Hand(((1 << 14) - 1) << (Card::TRUMPS + 14 * suit as usize))
    }

    /// The four minor cards of a rank.
    pub const fn rank(rank: Rank) -> Hand {
        let ace_column = 1 | 1 << 14 | 1 << 28 | 1 << 42;
        Hand(ace_column << (Card::TRUMPS + rank.value() as usize - 1))
    }

    /// Just this card.
    pub const fn of(card: Card) -> Hand {
        Hand(1 << card.index())
    }

    /// From the bits themselves; those beyond the pack are dropped.
    pub const fn from_bits(bits: u128) -> Hand {
        Hand(bits & Hand::PACK.0)
    }

    /// The bits: bit *i* is the card at place *i* of the pack.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// How many cards there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Are there none?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the card among them?
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Are all of the others among them?
    pub const fn contains_all(self, others: Hand) -> bool {
        others.0 & !self.0 == 0
    }

    /// Adds a card; false when it was there already.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.index();
        new
    }

    /// Takes a card out; false when it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let held = self.contains(card);
        self.0 &= !(1 << card.index());
        held
    }

    /// The lowest card in pack order.
    pub const fn first(self) -> Option<Card> {
        Card::new(self.0.trailing_zeros() as u8)
    }

    /// The highest card in pack order.
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Card::new(127 - self.0.leading_zeros() as u8) }
    }

    /// The n-th card (from 0) in pack order.
    pub const fn nth(self, n: usize) -> Option<Card> {
        // Halve the span that must hold it, counting bits, instead of walking card by card.
        if n >= self.len() {
            return None;
        }
        let (mut bits, mut n, mut base, mut width) = (self.0, n as u32, 0, 64);
        while width > 0 {
            let low = bits & ((1 << width) - 1);
            let count = low.count_ones();
            if n < count {
                bits = low;
            } else {
                n -= count;
                bits >>= width;
                base += width;
            }
            width /= 2;
        }
        Card::new(base as u8)
    }

    /// The cards, in pack order.
    pub const fn iter(self) -> Cards {
        Cards(self)
    }

    /// The cards as a list, in pack order.
    pub fn to_vec(self) -> Vec<Card> {
        self.iter().collect()
    }
}

/// The cards of a [`Hand`], in pack order.
#[derive(Clone, Debug)]
pub struct Cards(Hand);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Cards {}

impl IntoIterator for Hand {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        cards.into_iter().fold(Hand::EMPTY, |hand, card| hand | Hand::of(card))
    }
}

impl BitOr for Hand {
    type Output = Hand;
    fn bitor(self, other: Hand) -> Hand {
        Hand(self.0 | other.0)
    }
}

impl BitAnd for Hand {
    type Output = Hand;
    fn bitand(self, other: Hand) -> Hand {
        Hand(self.0 & other.0)
    }
}

impl Sub for Hand {
    type Output = Hand;
    fn sub(self, other: Hand) -> Hand {
        Hand(self.0 & !other.0)
    }
}

impl Not for Hand {
    type Output = Hand;
    fn not(self) -> Hand {
        Hand::PACK - self
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl PartialSchema for Hand {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(Card::schema()).build().into()
    }
}

impl ToSchema for Hand {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::PACK;

    #[test]
    fn the_nth_card_is_the_one_that_walking_finds() {
        let every_third: Hand = PACK.into_iter().step_by(3).collect();
        for hand in [Hand::EMPTY, Hand::PACK, Hand::TRUMPS, every_third, Hand::rank(Rank::KING)] {
            for n in 0..=hand.len() {
                assert_eq!(hand.nth(n), hand.iter().nth(n), "{n} of {hand:?}");
            }
        }
    }

    #[test]
    fn suits_and_ranks_cut_the_minors() {
        let suits = Suit::ALL.into_iter().fold(Hand::EMPTY, |all, suit| all | Hand::suit(suit));
        let ranks = Rank::ALL.into_iter().fold(Hand::EMPTY, |all, rank| all | Hand::rank(rank));
        assert_eq!((suits, ranks), (Hand::MINORS, Hand::MINORS));
        let queen_of_cups = Hand::suit(Suit::Cups) & Hand::rank(Rank::QUEEN);
        assert_eq!(format!("{queen_of_cups:?}"), "[cuqu]");
        assert_eq!(Hand::PACK.last(), "peki".parse().ok());
        assert_eq!(Hand::EMPTY.last(), None);
    }
}
