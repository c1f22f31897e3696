//! A set of cards as one `u128`: bit *i* is the card with index *i*.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Not, Sub},
};

use serde::{Serialize, Serializer};

use super::{Card, Rank, Suit};

/// By index, the bit of a card: loading it takes half as many instructions as shifting 128 bits.
const CARDS: [u128; 128] = {
    let mut cards = [0; 128];
    let mut index = 0;
    while index < cards.len() {
        cards[index] = 1 << index;
        index += 1;
    }
    cards
};

/// A set of cards. Iterates, prints and serialises in pack order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u128);

impl Hand {
    /// The empty set.
    pub const EMPTY: Hand = Hand(0);
    /// All 78 cards.
    pub const PACK: Hand = Hand((1 << Card::COUNT) - 1);
    /// The 22 trumps (Majors, Stars), the Fool among them.
    pub const TRUMPS: Hand = Hand((1 << Card::TRUMPS) - 1);
    /// The 56 minor cards.
    pub const MINORS: Hand = Hand(Hand::PACK.0 & !Hand::TRUMPS.0);

    /// All fourteen cards of a suit.
    pub const fn suit(suit: Suit) -> Hand {
        Hand(((1 << 14) - 1) << (Card::TRUMPS + 14 * suit.index()))
    }

    /// All four cards of a rank.
    pub const fn rank(rank: Rank) -> Hand {
        let ace_column = 1 | 1 << 14 | 1 << 28 | 1 << 42;
        Hand(ace_column << (Card::TRUMPS + rank.value() as usize - 1))
    }

    /// The set of one card.
    #[inline]
    pub const fn of(card: Card) -> Hand {
        Hand(CARDS[card.index() & 127])
    }

    /// The set with these bits; bits beyond the pack are dropped.
    pub const fn from_bits(bits: u128) -> Hand {
        Hand(bits & Hand::PACK.0)
    }

    /// The bits: bit *i* is the card with index *i*.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has exactly one card.
    pub const fn is_one(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Whether it has exactly two cards.
    pub const fn is_pair(self) -> bool {
        self.0 != 0 && Hand(self.0 & (self.0 - 1)).is_one()
    }

    /// Whether it has all four minor cards of some rank.
    #[inline]
    pub const fn has_whole_rank(self) -> bool {
        const FIRST: u32 = Card::TRUMPS as u32;
        let ranks = self.0 >> FIRST & self.0 >> (FIRST + 14) & self.0 >> (FIRST + 28) & self.0 >> (FIRST + 42);
        ranks as u16 & ((1 << 14) - 1) != 0
    }

    /// The ranks of which it has all four minor cards, lowest first.
    pub fn whole_ranks(self) -> impl Iterator<Item = Rank> {
        let suits = |first: u32, second: u32| (self.0 >> first & self.0 >> second) as u16;
        let suit = |suit: u32| Card::TRUMPS as u32 + 14 * suit;
        let mut ranks = suits(suit(0), suit(1)) & suits(suit(2), suit(3)) & ((1 << 14) - 1);
        std::iter::from_fn(move || {
            let rank = Rank::new(ranks.trailing_zeros() as u8 + 1)?;
            ranks &= ranks - 1;
            Some(rank)
        })
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Hand::of(card).0 != 0
    }

    /// Whether all other cards are in the set.
    pub const fn contains_all(self, others: Hand) -> bool {
        others.0 & !self.0 == 0
    }

    /// Adds a card; false if it was in the set already.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= Hand::of(card).0;
        new
    }

    /// Removes a card; false if it was not in the set.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let held = self.contains(card);
        self.0 &= !Hand::of(card).0;
        held
    }

    /// The lowest card in pack order.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        Card::new(self.0.trailing_zeros() as u8)
    }

    /// The highest card in pack order.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Card::new(127 - self.0.leading_zeros() as u8) }
    }

    /// The n-th card (from 0) in pack order.
    #[inline]
    pub const fn nth(self, n: usize) -> Option<Card> {
        Counted::of(self).nth(n)
    }

    /// One of the cards by its index in pack order: `place` receives the number of cards and returns the index; it is
    /// not called if there are none.
    #[inline]
    pub fn pick(self, place: impl FnOnce(usize) -> usize) -> Option<Card> {
        let counted = Counted::of(self);
        if self.is_empty() { None } else { counted.nth(place(counted.len())) }
    }

    /// The cards, in pack order.
    pub const fn iter(self) -> Cards {
        Cards(self)
    }

    /// The cards as a list, in pack order.
    pub fn to_vec(self) -> Vec<Card> {
        self.to_list()
    }

    /// The cards converted to `T`, in pack order.
    #[inline]
    pub fn to_list<T: From<Card>>(self) -> Vec<T> {
        let (mut all, mut len) = ([Card::FOOL; Card::COUNT], 0);
        self.iter().for_each(|card| {
            all[len] = card;
            len += 1;
        });
        all[..len].iter().map(|card| T::from(*card)).collect()
    }
}

/// A 1 in each byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Prefix sums by byte: the number of set bits in each byte and those below it. The highest byte is the total.
const fn so_far(bits: u64) -> u64 {
    // Counts the bits of all bytes at once. The `popcnt` instruction cannot be assumed in a portable binary.
    let twos = bits - (bits >> 1 & (BYTES * 0x55));
    let fours = (twos & (BYTES * 0x33)) + (twos >> 2 & (BYTES * 0x33));
    // With the usual single mask after the sum the compiler recognizes a population count, and computes it once more.
    ((fours & (BYTES * 0x0f)) + (fours >> 4 & (BYTES * 0x0f))).wrapping_mul(BYTES)
}

/// A hand with precomputed counts, for its size and for cards by index.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The first 64 cards of the pack, and the others.
    halves: [u64; 2],
    so_far: [u64; 2],
}

impl Counted {
    /// Counts a hand.
    #[inline]
    pub const fn of(hand: Hand) -> Counted {
        let halves = [hand.0 as u64, (hand.0 >> 64) as u64];
        Counted { halves, so_far: [so_far(halves[0]), so_far(halves[1])] }
    }

    /// The hand.
    #[inline]
    pub const fn hand(self) -> Hand {
        Hand(self.halves[0] as u128 | (self.halves[1] as u128) << 64)
    }

    /// Number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        ((self.so_far[0] >> 56) + (self.so_far[1] >> 56)) as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.halves[0] | self.halves[1] == 0
    }

    /// The n-th card (from 0) in pack order.
    #[inline]
    pub const fn nth(self, n: usize) -> Option<Card> {
        if n >= self.len() {
            return None;
        }
        let below = self.so_far[0] >> 56;
        // Branchless, because the half is unpredictable.
        let high = (n as u64 >= below) as u64;
        let chosen = high.wrapping_neg();
        let bits = self.halves[0] ^ (self.halves[0] ^ self.halves[1]) & chosen;
        let so_far = self.so_far[0] ^ (self.so_far[0] ^ self.so_far[1]) & chosen;
        Card::new((64 * high as u32 + nth_bit(bits, so_far, (n as u64 - (below & chosen)) as u32)) as u8)
    }
}

/// Index of the n-th set bit, from 0, with the prefix sums of [`so_far`]. `bits` must have more than `n`.
#[inline]
const fn nth_bit(bits: u64, so_far: u64, n: u32) -> u32 {
    // The top bit remains in the bytes whose sum is too small.
    let too_few = ((n as u64 + 0x80) * BYTES - so_far) & (BYTES * 0x80);
    let byte = ((too_few >> 7).wrapping_mul(BYTES) >> 53) as u32 & !7;
    let more = n - ((so_far << 8) >> byte & 0xff) as u32;
    byte + NTH_OF_BYTE[(bits >> byte & 0xff) as usize][more as usize & 7] as u32
}

/// By byte: the indices of its set bits, lowest first.
const NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < places.len() {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[byte][n] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// The cards of a [`Hand`], in pack order.
#[derive(Clone, Debug)]
pub struct Cards(Hand);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    // Half by half: bits of 64 are found in fewer steps than those of 128.
    #[inline]
    fn fold<B, F: FnMut(B, Card) -> B>(self, init: B, mut f: F) -> B {
        let (mut folded, bits) = (init, self.0.0);
        for (half, above) in [(bits as u64, 0), ((bits >> 64) as u64, 64)] {
            let mut left = half;
            while left != 0
                && let Some(card) = Card::new(above + left.trailing_zeros() as u8)
            {
                folded = f(folded, card);
                left &= left - 1;
            }
        }
        folded
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::PACK;

    #[test]
    fn the_nth_card_equals_iteration() {
        let every_third: Hand = PACK.into_iter().step_by(3).collect();
        for hand in [Hand::EMPTY, Hand::PACK, Hand::TRUMPS, every_third, Hand::rank(Rank::KING)] {
            for n in 0..=hand.len() {
                assert_eq!(hand.nth(n), hand.iter().nth(n), "{n} of {hand:?}");
            }
        }
    }

    #[test]
    fn sets_of_one_and_two_are_recognised() {
        for count in 0..5 {
            let hand: Hand = PACK.into_iter().rev().step_by(7).take(count).collect();
            assert_eq!((hand.is_one(), hand.is_pair()), (count == 1, count == 2));
        }
    }

    #[test]
    fn a_rank_is_whole_with_all_four_suits() {
        let ranks = |hand: Hand| hand.whole_ranks().collect::<Vec<_>>();
        assert_eq!(ranks(Hand::PACK), Rank::ALL);
        assert_eq!(ranks(Hand::rank(Rank::KING) | Hand::rank(Rank::ACE) | Hand::TRUMPS), [Rank::ACE, Rank::KING]);
        assert_eq!(ranks(Hand::PACK - Hand::suit(Suit::Swords)), []);
        for hand in [Hand::PACK, Hand::TRUMPS, Hand::rank(Rank::KING), Hand::PACK - Hand::suit(Suit::Swords)] {
            assert_eq!(hand.has_whole_rank(), hand.whole_ranks().next().is_some());
        }
    }

    #[test]
    fn suits_and_ranks_partition_the_minors() {
        let suits = Suit::ALL.into_iter().fold(Hand::EMPTY, |all, suit| all | Hand::suit(suit));
        let ranks = Rank::ALL.into_iter().fold(Hand::EMPTY, |all, rank| all | Hand::rank(rank));
        assert_eq!((suits, ranks), (Hand::MINORS, Hand::MINORS));
        let queen_of_cups = Hand::suit(Suit::Cups) & Hand::rank(Rank::QUEEN);
        assert_eq!(format!("{queen_of_cups:?}"), "[cuqu]");
        assert_eq!(Hand::PACK.last(), "peki".parse().ok());
        assert_eq!(Hand::EMPTY.last(), None);
    }
}
