//! The suit cards of a hand in one word, for counting plays.
//!
//! All suits are counted at once, and the cards of a rank are gathered with one multiplication.

use crate::cards::{Card, Hand, Rank, Suit};

/// The suit cards of a hand: sixteen bits for each suit, bit 0 for the ace.
#[derive(Clone, Copy)]
pub(super) struct Suits(u64);

/// One bit of each suit.
const EACH: u64 = 0x0001_0001_0001_0001;
/// Gathers four bits, one of each suit, in bits 48 to 51.
const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;

impl Suits {
    #[inline]
    pub(super) const fn of(hand: Hand) -> Suits {
        const RANKS: usize = Rank::ALL.len();
        const SUIT: u64 = (1 << RANKS) - 1;
        let low = hand.bits() as u64 >> Card::TRUMPS;
        let fourth = (hand.bits() >> (Card::TRUMPS + 3 * RANKS)) as u64 & SUIT;
        Suits(low & SUIT | (low << 2) & (SUIT << 16) | (low << 4) & (SUIT << 32) | fourth << 48)
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of each suit.
    #[inline]
    pub(super) const fn each(self) -> [u16; 4] {
        [self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16, (self.0 >> 48) as u16]
    }

    /// The suits held of a rank, as bits.
    #[inline]
    pub(super) const fn of_rank(self, rank: u8) -> u8 {
        ((self.0 >> rank & EACH).wrapping_mul(GATHER) >> 48) as u8 & 15
    }

    /// Number of cards of a rank.
    #[inline]
    pub(super) const fn number_of_rank(self, rank: u8) -> usize {
        ((self.0 >> rank & EACH).wrapping_mul(EACH) >> 48) as usize
    }

    /// Number of cards.
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The ranks with at least `count` cards, one to four, from this value on.
    #[inline]
    pub(super) fn ranks_with(self, count: u8, from: u8) -> u32 {
        u32::from(self.at_least(count) >> (from - 1) << (from - 1))
    }

    /// The ranks with at least `count` cards, one to four.
    #[inline]
    pub(super) fn at_least(self, count: u8) -> u16 {
        at_least(self.each(), count)
    }

    /// Number of choices of one to four cards of one rank, from this value on.
    #[inline]
    pub(super) const fn number_of_one_rank(self, count: u8, from: u8) -> usize {
        let (all, next) = (self.0 & (EACH * (0xffff >> (from - 1) << (from - 1))), self.0.rotate_right(16));
        // Neighbours in the ring of suits are chosen together, or next but one.
        let number = match count {
            1 => all.count_ones(),
            2 => (all & next).count_ones() + (all & self.0 >> 32).count_ones(),
            3 => (all & next & self.0.rotate_right(32)).count_ones(),
            _ => (all & self.0 >> 16 & self.0 >> 32 & self.0 >> 48).count_ones(),
        };
        number as usize
    }

    /// Whether there are five cards or more of one suit.
    #[inline]
    pub(super) const fn has_five_of_a_suit(self) -> bool {
        let twos = self.0 - ((self.0 >> 1) & (EACH * 0x5555));
        let fours = (twos & (EACH * 0x3333)) + ((twos >> 2) & (EACH * 0x3333));
        let eights = (fours + (fours >> 4)) & (EACH * 0x0f0f);
        let each = (eights + (eights >> 8)) & (EACH * 0x1f);
        (each + EACH * (32 - 5)) & (EACH * 32) != 0
    }

    /// The lowest cards of five in a row of one suit.
    #[inline]
    pub(super) const fn runs(self) -> Suits {
        // Two bits are free between two suits, so no run goes on in the next.
        let two = self.0 & self.0 >> 1;
        Suits(two & two >> 2 & self.0 >> 4)
    }
}

/// The cards of each suit as bits, bit 0 for the ace.
pub fn suits(cards: Hand) -> [u16; 4] {
    Suit::ALL.map(|suit| (cards.bits() >> (Card::TRUMPS + Rank::ALL.len() * suit.index())) as u16 & 0x3fff)
}

/// The ranks with at least `count` cards, one to four.
pub fn at_least([a, b, c, d]: [u16; 4], count: u8) -> u16 {
    match count {
        1 => a | b | c | d,
        2 => a & b | c & d | (a | b) & (c | d),
        3 => a & b & (c | d) | c & d & (a | b),
        _ => a & b & c & d,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chance::Chance, games::moves::combinatorics::number_of_choices};

    #[test]
    fn suits_are_counted_as_one_by_one() {
        let mut chance = Chance::of_table("suits", "");
        for size in (0..=78).chain([13; 200]) {
            let hand: Hand = chance.pack().into_iter().take(size).collect();
            let packed = Suits::of(hand);
            assert_eq!(packed.each(), suits(hand));
            let held = |rank: &Rank| (hand & Hand::rank(*rank)).len();
            for rank in Rank::ALL {
                let index = rank.value() - 1;
                let of_rank = Suit::ALL.into_iter().filter(|suit| hand.contains(Card::minor(*suit, rank)));
                assert_eq!(packed.of_rank(index), of_rank.map(|suit| 1 << suit as u8).sum::<u8>());
                assert_eq!(packed.number_of_rank(index), held(&rank));
                for count in 1..=4 {
                    let ways = |rank: &Rank| number_of_choices(held(rank), count.into());
                    let number: usize = Rank::ALL[index.into()..].iter().map(ways).sum();
                    assert_eq!(packed.number_of_one_rank(count, rank.value()), number, "{count} of {hand:?}");
                }
            }
            assert_eq!(packed.len(), (hand & Hand::MINORS).len());
            assert_eq!(packed.has_five_of_a_suit(), suits(hand).iter().any(|cards| cards.count_ones() >= 5));
            let runs = |cards: u16| (0..10).filter(|low| cards >> low & 31 == 31).map(|low| 1 << low).sum::<u16>();
            assert_eq!(packed.runs().each(), packed.each().map(runs));
        }
    }
}
