//! The pictures of a deck.

use super::scaled::{Scaled, Size};
use crate::cards::{Card, Deck};

/// Path of the pictures of cards.
pub const ROUTE: &str = "/art";

/// Pictures of cards, each in all sizes, as JPEG.
#[derive(Debug)]
pub struct Art {
    cards: Vec<Option<[Scaled; 3]>>,
}

impl Art {
    /// The pictures of a pack, in its order.
    pub(super) fn new(cards: Vec<Option<[Scaled; 3]>>) -> Art {
        Art { cards }
    }

    /// The picture of a card in the folder.
    pub fn picture(&self, card: Card, size: Size) -> Option<&Scaled> {
        let sizes = self.cards.get(card.index())?.as_ref()?;
        Size::ALL.iter().zip(sizes).find(|(one, _)| **one == size).map(|(_, picture)| picture)
    }
}

/// The card whose picture is shown for a card of a deck. A folder is assumed to be of the deck of Waite and Smith:
/// Thoth has Adjustment where that has Strength, and Lust where that has Justice; French cards look too different.
pub fn stands_for(card: Card, deck: Deck) -> Option<Card> {
    match (deck, card.number()) {
        (Deck::French, _) => None,
        (Deck::Thoth, Some(8)) => Some(Card::trump(11)),
        (Deck::Thoth, Some(11)) => Some(Card::trump(8)),
        (Deck::Thoth | Deck::Fortunes | Deck::WaiteSmith, _) => Some(card),
    }
}

/// The URL of a card's picture.
pub fn address(card: Card, size: Size, picture: &Scaled) -> String {
    format!("{ROUTE}/{card}-{}.jpg?{}", size.width(), picture.hash)
}
