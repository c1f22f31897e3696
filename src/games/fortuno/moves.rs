//! What moves are made of, small and `Copy`, and how that is written.

use crate::{
    cards::{Card, Spelled},
    games::steps::Inside,
};

/// What is played: one card, or the four of a set, the last on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardOrSet {
    /// A card.
    Card(Card),
    /// A set.
    Set([Card; 4]),
}

impl Inside<Vec<Spelled>> for CardOrSet {
    fn of_wire(wire: &Vec<Spelled>) -> Option<CardOrSet> {
        match wire[..] {
            [card] => Some(CardOrSet::Card(card.card()?)),
            [a, b, c, d] => Some(CardOrSet::Set([a.card()?, b.card()?, c.card()?, d.card()?])),
            _ => None,
        }
    }

    fn to_wire(self) -> Vec<Spelled> {
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

impl Inside<Vec<Spelled>> for Series {
    fn of_wire(wire: &Vec<Spelled>) -> Option<Series> {
        let cards: arrayvec::ArrayVec<Card, { Series::LONGEST }> = known(wire).take(Series::LONGEST).collect();
        Series::new(&cards)
    }

    fn to_wire(self) -> Vec<Spelled> {
        spelled(self.cards().iter().copied())
    }
}

/// The cards that a list spells; texts that name none are left out.
pub(super) fn known(cards: &[Spelled]) -> impl DoubleEndedIterator<Item = Card> + Clone {
    cards.iter().filter_map(|card| card.card())
}

/// The same cards as a step spells them.
pub(super) fn spelled(cards: impl IntoIterator<Item = Card>) -> Vec<Spelled> {
    cards.into_iter().map(Spelled::from).collect()
}
