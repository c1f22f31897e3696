//! The deck that names the cards on a page.

use crate::{cards::Deck, http::extract::query::Query};

/// The deck in the query.
pub fn deck_of(query: &mut Query) -> Deck {
    query.word("deck", &Deck::ALL.map(|deck| (deck.id(), deck))).unwrap_or_default()
}
