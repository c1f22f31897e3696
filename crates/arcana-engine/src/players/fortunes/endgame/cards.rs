//! The cards that are left, by suit: whose each is, from the lowest to the highest.
//!
//! Cards that are gone leave no gap, so neighbours of one owner are equal, and positions that differ only in cards that are
//! gone are the same.

use arrayvec::ArrayVec;

use crate::{
    cards::{Card, Hand, Suit},
    games::fortunes::PLAYERS,
};

/// The Stars, then the four other suits.
pub const SUITS: usize = 5;
/// The place of the Stars.
pub const STARS: usize = 0;
/// The lower bit of each pair.
const EACH: u64 = 0x5555_5555_5555_5555;

/// A set of cards of a suit: the lower bit of each card's pair.
pub type Places = u64;

/// The cards in the four hands, and those of the led suit on the table.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    /// Two bits for the owner of each card, as a seat from East, and a one above the highest.
    suits: [u64; SUITS],
    /// Whether a Star has been played.
    pub broken: bool,
    /// Whether the Fool and the highest Star are both left, so that neither is like its neighbour.
    fool: bool,
}

impl Cards {
    /// These cards by seat, from East; all others are gone.
    pub fn of(hands: [Hand; PLAYERS], broken: bool) -> Cards {
        let owner = |card: Card| hands.iter().position(|hand| hand.contains(card));
        let word = |cards: Hand| {
            let owners: ArrayVec<u64, { Card::TRUMPS }> =
                cards.iter().filter_map(owner).map(|seat| seat as u64).collect();
            owners.iter().rev().fold(1, |word, seat| word << 2 | seat)
        };
        let [wands, cups, swords, pentacles] = Suit::ALL.map(|suit| word(Hand::suit(suit)));
        let fool = [Card::FOOL, Card::trump(21)].into_iter().all(|card| owner(card).is_some());
        Cards { suits: [word(Hand::TRUMPS), wands, cups, swords, pentacles], broken, fool }
    }

    /// The cards of a seat in a suit.
    #[inline]
    pub const fn held(&self, suit: usize, seat: usize) -> Places {
        let word = self.suits[suit];
        let others = word ^ (seat as u64 * EACH);
        !(others | others >> 1) & EACH & (self.end(suit) - 1)
    }

    /// The place after the highest card of a suit.
    #[inline]
    const fn end(&self, suit: usize) -> Places {
        1 << (63 - self.suits[suit].leading_zeros())
    }

    /// The highest card of a suit.
    #[inline]
    pub const fn top(&self, suit: usize) -> Places {
        self.end(suit) >> 2
    }

    /// One of each run of equal cards among these of one seat.
    #[inline]
    pub const fn unlike(&self, suit: usize, held: Places) -> Places {
        let lowest = held & !(held << 2);
        if suit == STARS && self.fool { lowest | held & (0b101 | self.top(STARS)) } else { lowest }
    }

    /// The seat that holds or played the card at a place.
    #[inline]
    pub const fn owner(&self, suit: usize, place: Places) -> usize {
        (self.suits[suit] >> place.trailing_zeros() & 0b11) as usize
    }

    /// Takes the card at a place away.
    #[inline]
    pub const fn remove(&mut self, suit: usize, place: Places) {
        if suit == STARS {
            self.fool &= place != 1 && place != self.top(STARS);
        }
        let (word, below) = (self.suits[suit], place - 1);
        self.suits[suit] = word & below | word >> 2 & !below;
    }

    /// The card of the led suit that wins among these.
    #[inline]
    pub const fn winning(&self, led: usize, lying: Places, high: bool) -> Places {
        if !high || led == STARS && self.fool && lying & 1 != 0 && lying & self.top(STARS) != 0 {
            return lying & lying.wrapping_neg();
        }
        1 << (63 - lying.leading_zeros())
    }

    /// Number of Stars.
    pub const fn stars(&self) -> u32 {
        self.end(STARS).trailing_zeros() / 2
    }

    /// Puts the four suits into an order that depends only on whose their cards are: in play they are alike.
    pub fn sort(&mut self) {
        self.suits[STARS + 1..].sort_unstable();
    }

    /// All of it as one number, for at most 28 cards: by suit, its owners and their number.
    pub fn key(&self) -> u128 {
        let flags = u128::from(self.broken) << 1 | u128::from(self.fool);
        (0..SUITS).fold(flags, |key, suit| {
            let end = self.end(suit);
            let bits = end.trailing_zeros();
            (key << bits | u128::from(self.suits[suit] ^ end)) << 5 | u128::from(bits / 2)
        })
    }
}
