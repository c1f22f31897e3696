//! The pictures of a deck.

use super::scaled::{Scaled, Size};
use arcana_engine::cards::{Card, Deck};

/// Path of the pictures of cards.
pub const ROUTE: &str = "/art";

/// Pictures of all cards, each in all sizes, as JPEG.
#[derive(Debug)]
pub struct Art {
    cards: Vec<[Scaled; 3]>,
}

impl Art {
    /// The pictures of a whole pack, in its order.
    pub(super) fn new(cards: Vec<[Scaled; 3]>) -> Art {
        Art { cards }
    }

    /// The picture of a card in the folder.
    pub fn picture(&self, card: Card, size: Size) -> &Scaled {
        &self.cards[card.index()][size as usize]
    }
}

/// The card whose picture is shown for a card of a deck. A folder is assumed to be of the deck of Waite and Smith;
/// French cards look too different.
pub fn stands_for(card: Card, deck: Deck) -> Option<Card> {
    (deck != Deck::French).then(|| deck.counterpart(card))
}

/// The URL of a card's picture.
pub fn address(card: Card, size: Size, picture: &Scaled) -> String {
    format!("{ROUTE}/{card}-{}.jpg?{}", size.width(), picture.hash)
}
