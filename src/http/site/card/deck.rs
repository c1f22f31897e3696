//! Whose names the pages of cards show.

use crate::{cards::Deck, http::extract::query::Query};

/// The deck whose names are shown, as an address says it.
pub fn deck_of(query: &mut Query) -> Deck {
    query.word("deck", &Deck::ALL.map(|deck| (deck.id(), deck))).unwrap_or_default()
}
