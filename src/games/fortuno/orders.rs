//! Cards in every order: one order after the other, how many there are, and each by its place.

use std::ops::ControlFlow::Continue;

use super::moves::Series;
use crate::{cards::Hand, games::moves::Flow};

/// Hands every order of so many of these cards to `take`, the lowest first.
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

/// How many orders there are of so many out of so many cards.
pub(super) fn number_of_orders(cards: usize, length: usize) -> usize {
    (0..length).map(|taken| cards.saturating_sub(taken)).product()
}

/// The order at this place among those that [`each_order`] gives.
///
/// # Panics
/// When there is none.
pub(super) fn nth_order(cards: Hand, length: usize, mut place: usize) -> Series {
    let (mut left, mut order) = (cards, Series::EMPTY);
    for more in (0..length).rev() {
        let each = number_of_orders(left.len() - 1, more);
        let card = left.nth(place / each).expect("there are as many");
        place %= each;
        left.remove(card);
        order = order.with(card);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Rank};

    /// So many cards that do not lie together in the pack.
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
