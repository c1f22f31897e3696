//! The cards of a suit as bits of a number, laid out so that all suits are handled alike, in several deals at once.
//!
//! Each card has one of 24 bits. A higher card has a higher bit, and its keep value ([`LEVELS`]) follows from its bit
//! too, whatever its suit: middle ranks have the least. So the same code serves suits and Stars.

use fearless_simd::{Simd, i32x8, prelude::*};

use crate::cards::{Card, Hand};

/// Number of deals at once.
pub const LANES: usize = 8;
/// A set of cards of a suit, or a mask (all bits or none), in each deal.
pub type Lanes<S> = i32x8<S>;
/// The Stars, wands, cups, swords and pentacles, in pack order.
pub const SUITS: usize = 5;
/// A set of cards in each deal, by suit.
pub type BySuit<S> = [Lanes<S>; SUITS];

/// No cards, or false.
pub const NONE: i32 = 0;
/// True.
pub const ALL: i32 = -1;
/// The Fool and the highest Star; no minor card has these bits.
pub const FOOL_AND_XXI: i32 = 1 << 1 | 1 << 22;
/// The bits up to that of the Fool.
pub const UP_TO_FOOL: i32 = 0b11;

/// The bits of the ranks of a suit, from the ace; that of Star *n* is *n* + 1.
const RANKS: [u8; 14] = [0, 2, 4, 6, 8, 10, 11, 12, 13, 15, 17, 19, 21, 23];

/// Keep values of cards, from the least: each row has two ranks and up to four Stars.
const LEVELS: [i32; 7] = [
    0b11 << 11,
    0b11 << 9 | 0b11 << 13,
    0b11 << 7 | 0b11 << 15,
    0b11 << 5 | 0b11 << 17,
    0b11 << 3 | 0b11 << 19,
    0b11 << 1 | 0b11 << 21,
    1 | 1 << 23,
];

/// A binary search for the lowest of the seven levels: the first four, the first two of those, the first.
const QUESTIONS: [i32; 3] = [
    LEVELS[0] | LEVELS[1] | LEVELS[2] | LEVELS[3],
    LEVELS[0] | LEVELS[1] | LEVELS[4] | LEVELS[5],
    LEVELS[0] | LEVELS[2] | LEVELS[4] | LEVELS[6],
];

/// The bits of seven ranks each: the lower and the upper half of a suit.
const HALVES: [[i32; 128]; 2] = {
    let mut halves = [[0; 128]; 2];
    let mut place = 0;
    while place < 2 * 128 * 7 {
        let (half, set, rank) = (place / (128 * 7), place / 7 % 128, place % 7);
        if set >> rank & 1 == 1 {
            halves[half][set] |= 1 << RANKS[7 * half + rank];
        }
        place += 1;
    }
    halves
};

/// These cards, by suit.
pub fn by_suit(cards: Hand) -> [i32; SUITS] {
    let bits = cards.bits();
    let suit = |number: usize| {
        let ranks = (bits >> (Card::TRUMPS + 14 * number)) as usize;
        HALVES[0][ranks & 0x7f] | HALVES[1][ranks >> 7 & 0x7f]
    };
    let stars = (cards & Hand::TRUMPS).bits() as i32;
    [stars << 1, suit(0), suit(1), suit(2), suit(3)]
}

/// All bits if true, else none.
pub const fn mask(so: bool) -> i32 {
    if so { ALL } else { NONE }
}

/// The same in each deal.
#[inline(always)]
pub fn each<S: Simd>(simd: S, number: i32) -> Lanes<S> {
    Lanes::splat(simd, number)
}

/// Lanes without any of these cards.
#[inline(always)]
pub fn none<S: Simd>(cards: Lanes<S>) -> Lanes<S> {
    cards.simd_eq(NONE).to_vector()
}

/// Lanes with any of these cards.
#[inline(always)]
pub fn any<S: Simd>(cards: Lanes<S>) -> Lanes<S> {
    !none(cards)
}

/// `one` where the mask is set, else `other`.
#[inline(always)]
pub fn select<S: Simd>(mask: Lanes<S>, one: Lanes<S>, other: Lanes<S>) -> Lanes<S> {
    other ^ (mask & (one ^ other))
}

/// The lowest of these cards, if any.
#[inline(always)]
pub fn lowest<S: Simd>(cards: Lanes<S>) -> Lanes<S> {
    cards & (NONE - cards)
}

/// The bits below this one; all bits if there is none.
#[inline(always)]
pub fn below<S: Simd>(card: Lanes<S>) -> Lanes<S> {
    card + ALL
}

/// The bits up to the highest of these cards.
#[inline(always)]
pub fn up_to<S: Simd>(cards: Lanes<S>) -> Lanes<S> {
    let cards = cards | cards >> 1_u32;
    let cards = cards | cards >> 2_u32;
    let cards = cards | cards >> 4_u32;
    let cards = cards | cards >> 8_u32;
    cards | cards >> 16_u32
}

/// The highest of the bits returned by [`up_to`].
#[inline(always)]
pub fn highest<S: Simd>(up_to: Lanes<S>) -> Lanes<S> {
    up_to - (up_to >> 1_u32)
}

/// The least valuable of these cards; the lowest of them is the one to give away.
#[inline(always)]
pub fn least<S: Simd>(mut cards: Lanes<S>) -> Lanes<S> {
    for question in QUESTIONS {
        let near = cards & question;
        cards = near | cards & none(near);
    }
    cards
}
