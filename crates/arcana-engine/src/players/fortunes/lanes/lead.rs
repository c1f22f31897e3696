//! How the quick player leads.

use super::{
    frame::{ALL, BySuit, Lanes, NONE, SUITS, any, highest, least, lowest, none, select, up_to},
    table::Playouts,
    trick::both,
};

impl Playouts {
    /// Leads a card of a suit that nobody of the other team beats; else one of a suit in which the partner is not
    /// beaten; else the least valuable card.
    pub(super) fn lead<const HIGH: bool>(&mut self) {
        let [hand, left, partner, right] = [0, 1, 2, 3].map(|place| *self.hand(place));
        let minors = hand[1] | hand[2] | hand[3] | hand[4];
        let legal = [hand[0] & (self.broken | none(minors)), hand[1], hand[2], hand[3], hand[4]];
        let (mut best, mut helped) = ([NONE; SUITS], [NONE; SUITS]);
        for suit in 0..SUITS {
            let threat = left[suit] | right[suit];
            best[suit] = unbeaten::<HIGH>(legal[suit], threat);
            helped[suit] = unbeaten::<HIGH>(partner[suit], threat) & any(legal[suit]);
        }
        let (any_best, any_helped) = (any_suit(best), any_suit(helped));
        let cheap = cheapest_suit(hand, minors);
        let (best, helped) = (first(best), last(helped));
        let mut led = [NONE; SUITS];
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
fn cheapest_suit([_, wands, cups, swords, pentacles]: BySuit, minors: Lanes) -> BySuit {
    let cheap = least(minors);
    first([none(minors), any(wands & cheap), any(cups & cheap), any(swords & cheap), any(pentacles & cheap)])
}

/// Whether the best of these cards, if any, is better than all others.
#[inline(always)]
fn unbeaten<const HIGH: bool>(cards: Lanes, others: Lanes) -> Lanes {
    if HIGH { cards.simd_gt(others) } else { any(lowest(cards | others) & cards) }
}

#[inline(always)]
fn any_suit([a, b, c, d, e]: BySuit) -> Lanes {
    a | b | c | d | e
}

/// Only the first suit of these.
#[inline(always)]
fn first(mut suits: BySuit) -> BySuit {
    let mut open = ALL;
    for suit in &mut suits {
        let this = *suit;
        *suit &= open;
        open &= !this;
    }
    suits
}

/// Only the last suit of these.
#[inline(always)]
fn last([a, b, c, d, e]: BySuit) -> BySuit {
    let [e, d, c, b, a] = first([e, d, c, b, a]);
    [a, b, c, d, e]
}
