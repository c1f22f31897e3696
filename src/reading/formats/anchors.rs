//! The ids that join the text and the picture of a reading within one page.

use std::fmt;

use serde::Serialize;

use crate::reading::{Disposition, Place, PlaceReading, ReadCard};

/// The place's slug.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Place {
    /// The id of the place's text.
    pub fn anchor(self) -> String {
        format!("place-{self}")
    }

    /// The id of the place in the picture.
    pub fn picture_anchor(self) -> String {
        format!("picture-{self}")
    }
}

impl PlaceReading {
    /// The place and its cards in a few words: `Root, Origin: Two of Wands, turned`.
    pub fn label(&self) -> String {
        let card = |card: &ReadCard| match card.disposition {
            Disposition::Well => card.name.clone(),
            Disposition::Ill => format!("{}, turned", card.name),
        };
        let cards: Vec<_> = self.cards.iter().map(card).collect();
        format!("{}: {}", self.place.short_title(), cards.join(" and "))
    }
}
