//! The cards and the groups of cards that the rules name (fortuno.md, "Card functions"), and cards in order: their wire
//! form in moves, and all orders by index.

use std::ops::ControlFlow::Continue;

use crate::{
    cards::{Card, Hand, Rank, Spelled},
    games::moves::Flow,
};

pub(super) const THE_FOOL: Card = Card::trump(0);
pub(super) const THE_PRIESTESS: Card = Card::trump(2);
pub(super) const THE_HIEROPHANT: Card = Card::trump(5);
pub(super) const THE_CHARIOT: Card = Card::trump(7);
pub(super) const ADJUSTMENT: Card = Card::trump(8);
pub(super) const FORTUNE: Card = Card::trump(10);
pub(super) const LUST: Card = Card::trump(11);
pub(super) const ART: Card = Card::trump(14);
pub(super) const THE_DEVIL: Card = Card::trump(15);

/// The sixteen courts: Princesses, Princes, Queens and Knights.
pub(super) const COURTS: Hand = ranks(11, 14);
/// 2 … 10 of each suit.
const TWO_TO_TEN: Hand = ranks(2, 10);
/// The Princesses and Princes.
pub(super) const YOUNG_COURTS: Hand = ranks(11, 12);

const fn ranks(from: u8, to: u8) -> Hand {
    let (mut bits, mut value) = (0, from);
    while value <= to {
        bits |= Hand::rank(Rank::new(value).expect("1 to 14 are ranks")).bits();
        value += 1;
    }
    Hand::from_bits(bits)
}

/// The numerical cards, with the option `ace_numerical` including the Aces.
pub(super) fn numericals(ace_numerical: bool) -> Hand {
    if ace_numerical { TWO_TO_TEN | Hand::rank(Rank::ACE) } else { TWO_TO_TEN }
}

/// A card that concerns the whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// `ar01`
    Magus,
    /// `ar08`
    Adjustment,
    /// `ar15`
    Devil,
    /// `ar17`
    Star,
    /// `ar21`
    Universe,
    /// The Priestess and The Hierophant together.
    Gambit,
}

/// What is played: one card, or the four of a set, the last on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardOrSet {
    /// A card.
    Card(Card),
    /// A set.
    Set([Card; 4]),
}

impl CardOrSet {
    /// The one card or the four of a step.
    pub(super) fn of(cards: &[Spelled]) -> Option<CardOrSet> {
        match *cards {
            [card] => Some(CardOrSet::Card(card.card()?)),
            [a, b, c, d] => Some(CardOrSet::Set([a.card()?, b.card()?, c.card()?, d.card()?])),
            _ => None,
        }
    }

    /// The cards as a step spells them.
    pub(super) fn spelled(self) -> Vec<Spelled> {
        match self {
            CardOrSet::Card(card) => spelled([card]),
            CardOrSet::Set(cards) => spelled(cards),
        }
    }
}

/// Up to eight cards in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    cards: [Card; Series::LONGEST],
    len: u8,
}

impl Series {
    /// As many as there are Princesses and Princes.
    pub const LONGEST: usize = 8;

    /// These cards; `None` when there are more than eight.
    pub fn new(cards: &[Card]) -> Option<Series> {
        let mut series = Series { cards: [Card::FOOL; Series::LONGEST], len: cards.len() as u8 };
        series.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        Some(series)
    }

    /// The first known cards of a step.
    pub(super) fn of(cards: &[Spelled]) -> Option<Series> {
        let cards: arrayvec::ArrayVec<Card, { Series::LONGEST }> = known(cards).take(Series::LONGEST).collect();
        Series::new(&cards)
    }

    /// The cards as a step spells them.
    pub(super) fn spelled(&self) -> Vec<Spelled> {
        spelled(self.cards().iter().copied())
    }

    /// No cards.
    pub const EMPTY: Series = Series { cards: [Card::FOOL; Series::LONGEST], len: 0 };

    /// These cards and one more.
    ///
    /// # Panics
    /// When there are eight already.
    pub(super) fn with(mut self, card: Card) -> Series {
        self.cards[self.len as usize] = card;
        self.len += 1;
        self
    }

    /// The cards, first to last.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }
}

/// The cards of a list; unknown ones are omitted.
pub(super) fn known(cards: &[Spelled]) -> impl DoubleEndedIterator<Item = Card> + Clone {
    cards.iter().filter_map(|card| card.card())
}

/// The same cards as a step spells them.
pub(super) fn spelled(cards: impl IntoIterator<Item = Card>) -> Vec<Spelled> {
    cards.into_iter().map(Spelled::from).collect()
}

/// Passes every order of `length` of these cards to `take`, the lowest first.
///
/// # Panics
/// When an order has more cards than a [`Series`] takes.
pub(super) fn each_order(cards: Hand, length: usize, take: &mut impl FnMut(Series) -> Flow) -> Flow {
    fn go_on(left: Hand, more: usize, before: Series, take: &mut impl FnMut(Series) -> Flow) -> Flow {
        if more == 0 {
            return take(before);
        }
        left.iter().try_for_each(|card| go_on(left - Hand::of(card), more - 1, before.with(card), take))
    }
    if length > cards.len() { Continue(()) } else { go_on(cards, length, Series::EMPTY, take) }
}

/// The number of orders of `length` out of this number of cards.
pub(super) fn number_of_orders(cards: usize, length: usize) -> usize {
    (0..length).map(|taken| cards.saturating_sub(taken)).product()
}

/// The order at this index in [`each_order`].
///
/// # Panics
/// When there is none.
pub(super) fn nth_order(cards: Hand, length: usize, mut place: usize) -> Series {
    let (mut left, mut order) = (cards, Series::EMPTY);
    for more in (0..length).rev() {
        let each = number_of_orders(left.len() - 1, more);
        let card = left.nth(place / each).expect("the index is in range");
        place %= each;
        left.remove(card);
        order = order.with(card);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `count` cards that are not adjacent in the pack.
    fn some(count: usize) -> Hand {
        (0..count).filter_map(|place| Card::new(5 * place as u8 + 3)).collect()
    }

    #[test]
    fn an_order_is_found_by_its_place() {
        for (cards, length) in [(0, 0), (3, 0), (1, 1), (4, 4), (5, 3), (13, 3), (6, 5), (2, 3)] {
            let (cards, mut orders) = (some(cards), Vec::new());
            assert!(
                each_order(cards, length, &mut |order| {
                    orders.push(order);
                    Continue(())
                })
                .is_continue()
            );
            assert_eq!(orders.len(), number_of_orders(cards.len(), length), "{length} of {cards:?}");
            for (place, order) in orders.iter().enumerate() {
                assert_eq!(nth_order(cards, length, place), *order);
            }
        }
    }

    #[test]
    fn a_set_has_24_orders() {
        let set = Hand::rank(Rank::ACE);
        assert_eq!(number_of_orders(4, 4), 24);
        assert_eq!(nth_order(set, 4, 0).cards(), set.to_vec());
        assert_eq!(nth_order(set, 4, 23).cards(), set.iter().collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>());
    }
}
