//! The appearance of cards.

use super::query::Query;
use crate::reading::{CardLook, Pictures};

/// The appearance of the cards in a picture or page, if the query specifies it.
pub fn cards(query: &mut Query, pictures: &Pictures) -> Option<CardLook> {
    query.read("cards", |text| match (text, &pictures.art) {
        ("drawn", _) => Ok(CardLook::Drawn),
        ("art", Some(_)) => Ok(CardLook::Art),
        ("art", None) => Err("This service has no art folder. Expected `drawn`."),
        (_, Some(_)) => Err("Expected one of `drawn`, `art`."),
        (_, None) => Err("Expected `drawn`."),
    })
}
