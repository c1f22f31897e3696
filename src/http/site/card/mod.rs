//! The cards: all of them to look through, and a page for each.

mod list;
mod page;

pub use list::list;
pub use page::page;

use crate::{cards::Deck, http::extract::query::Query};

/// The deck whose names are shown, as an address says it.
fn deck_of(query: &mut Query) -> Deck {
    query.word("deck", &Deck::ALL.map(|deck| (deck.id(), deck))).unwrap_or_default()
}
