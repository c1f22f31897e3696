//! How the quick player leads.

use fearless_simd::{Simd, prelude::*};

use super::{
    frame::{ALL, BySuit, Lanes, NONE, SUITS, any, each, highest, least, lowest, none, select, up_to},
    table::Playouts,
    trick::both,
};

impl<S: Simd> Playouts<S> {
    /// Leads a card of a suit that nobody of the other team beats; else one of a suit in which the partner is not
    /// beaten; else the least valuable card.
    #[inline(always)]
    pub(super) fn lead<const HIGH: bool>(&mut self) {
        let (hand, left, partner, right) = (*self.hand(0), *self.hand(1), *self.hand(2), *self.hand(3));
        let minors = hand[1] | hand[2] | hand[3] | hand[4];
        let legal = [hand[0] & (self.broken | none(minors)), hand[1], hand[2], hand[3], hand[4]];
        let (mut best, mut helped) = ([each(self.simd, NONE); SUITS], [each(self.simd, NONE); SUITS]);
        for suit in 0..SUITS {
            let threat = left[suit] | right[suit];
            best[suit] = unbeaten::<S, HIGH>(legal[suit], threat);
            helped[suit] = unbeaten::<S, HIGH>(partner[suit], threat) & any(legal[suit]);
        }
        let (any_best, any_helped) = (any_suit(best), any_suit(helped));
        let cheap = cheapest_suit(hand, minors);
        let (best, helped) = (first(best), last(helped));
        let mut led = [each(self.simd, NONE); SUITS];
        for suit in 0..SUITS {
            led[suit] = select(any_best, best[suit], select(any_helped, helped[suit], cheap[suit]));
        }
        let cards = both(legal, led);
        let strongest = if HIGH { highest(up_to(cards)) } else { lowest(cards) };
        let card = select(any_best, strongest, lowest(least(cards)));
        for (suit, led) in self.hand_mut(0).iter_mut().zip(led) {
            *suit &= !(card & led);
        }
        self.broken |= led[0];
        self.trick.led = led;
        self.trick.add(0, card);
    }
}

/// The suit of the leader's least valuable card: the Stars if there are no others.
#[inline(always)]
fn cheapest_suit<S: Simd>([_, wands, cups, swords, pentacles]: BySuit<S>, minors: Lanes<S>) -> BySuit<S> {
    let cheap = least(minors);
    first([none(minors), any(wands & cheap), any(cups & cheap), any(swords & cheap), any(pentacles & cheap)])
}

/// Whether the best of these cards, if any, is better than all others.
#[inline(always)]
fn unbeaten<S: Simd, const HIGH: bool>(cards: Lanes<S>, others: Lanes<S>) -> Lanes<S> {
    if HIGH { cards.simd_gt(others).to_vector() } else { any(lowest(cards | others) & cards) }
}

#[inline(always)]
fn any_suit<S: Simd>([a, b, c, d, e]: BySuit<S>) -> Lanes<S> {
    a | b | c | d | e
}

/// Only the first suit of these.
#[inline(always)]
fn first<S: Simd>(mut suits: BySuit<S>) -> BySuit<S> {
    let mut open = each(suits[0].simd, ALL);
    for suit in &mut suits {
        let this = *suit;
        *suit &= open;
        open &= !this;
    }
    suits
}

/// Only the last suit of these.
#[inline(always)]
fn last<S: Simd>([a, b, c, d, e]: BySuit<S>) -> BySuit<S> {
    let [e, d, c, b, a] = first([e, d, c, b, a]);
    [a, b, c, d, e]
}
