//! The cards of the discard pile (fortuno.md, "The top card").

use crate::cards::Card;

/// A card on the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discard {
    /// The card itself.
    pub(super) card: Card,
    /// What it counts as: The Fool and Art as the card named for them, any other as itself.
    pub(super) counts_as: Card,
}

impl Discard {
    /// A card that counts as itself.
    pub(super) const fn plain(card: Card) -> Discard {
        Discard { card, counts_as: card }
    }
}
