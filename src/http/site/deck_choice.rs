//! The choice of the deck whose card names a reading uses.

use maud::Markup;

use super::form::{Field, Form};
use crate::{cards::Deck, http::api::readings::DECKS};

/// The field.
pub const DECK: Field<'_> = Field::text("deck", "deck", "Deck");

/// The labelled selection.
pub fn deck_choice(form: &Form) -> Markup {
    form.choice(&DECK, &DECKS.map(|deck| (deck.id(), deck.name())))
}

/// Parses the value of the field.
///
/// # Errors
/// The deck is unknown, or not for readings.
pub fn deck(id: &str) -> Result<Deck, String> {
    let found = DECKS.into_iter().find(|deck| deck.id() == id);
    found.ok_or_else(|| format!("`{id}` is not a deck for readings."))
}
