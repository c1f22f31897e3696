//! Readings and cards as SVG: drawn by us, without external files, with text as text.
//!
//! A standalone picture contains its style sheet and follows light or dark mode; another is for a page without inline
//! styles that links [`style_sheet`]. Without any style sheet a picture is light.

mod back;
mod block;
mod caption;
mod document;
mod drawing;
mod face;
mod faces;
mod fan;
mod icon;
mod ink;
mod layout;
mod lettering;
mod preview;
mod signs;
mod spread;
mod stars;
pub(super) mod words;

use maud::html;

use super::{Heading, care::CareForm};
use crate::{Disposition, DrawnCard, Reading, SpreadPlace, SpreadReading, SuitOrStars};
use arcana_engine::cards::{Card, Deck, Suit};

use document::{Root, document};
use drawing::{Paint, drawing};

pub use document::Embedding;
pub use faces::Faces;
pub use fan::fan;
pub use icon::icon;
pub use ink::{style_sheet, suit_colours};
pub use preview::{Preview, PreviewContent, SHOWN};

/// The layout of a spread, each place as a card face down with its number; decorative and hidden from screen readers.
pub fn map(places: &[SpreadPlace]) -> String {
    spread::map(places)
}

impl Faces<'_> {
    /// The cards of a spread in their places, with their names below.
    pub fn spread(self, reading: &SpreadReading, heading: &Heading, embedding: Embedding) -> String {
        match CareForm::of_spread(reading) {
            Some(form) => words::picture(&form, embedding),
            None => spread::picture(reading, heading, embedding, self),
        }
    }

    /// The reading as the querent sees it on the table.
    pub fn reading(self, reading: &Reading, heading: &Heading, embedding: Embedding) -> String {
        match CareForm::of(reading, heading) {
            Some(form) => words::picture(&form, embedding),
            None => layout::picture(reading, heading, embedding, self),
        }
    }

    /// One card of a deck, upright or reversed. A page can contain both.
    pub fn card(self, card: Card, deck: Deck, disposition: Disposition, embedding: Embedding) -> String {
        let id = match (embedding, disposition) {
            (Embedding::Standalone, _) => "card",
            (Embedding::InPage | Embedding::Linked, Disposition::Well) => "upright",
            (Embedding::InPage | Embedding::Linked, Disposition::Ill) => "reversed",
        };
        let title = DrawnCard { card, disposition }.label(deck);
        let description = match disposition {
            Disposition::Well => format!("{title}, upright: well-disposed."),
            Disposition::Ill => format!("{title}: ill-disposed."),
        };
        let size = (face::WIDTH + 4, face::HEIGHT + 4);
        let root = Root { id, language: "en", size, title: &title, description: &description, embedding };
        let (x, y) = (face::WIDTH / 2 + 2, face::HEIGHT / 2 + 2);
        document(
            &root,
            &html! {
                g transform={ "translate(" (x) " " (y) ")" } { (face::face(card, deck, disposition, self)) }
            },
        )
    }
}

/// A suit's symbol as one filled path, in an area of 24 units around its centre.
pub const fn sign(suit: Suit, deck: Deck) -> &'static str {
    let suit = match suit {
        Suit::Wands => SuitOrStars::Wands,
        Suit::Cups => SuitOrStars::Cups,
        Suit::Swords => SuitOrStars::Swords,
        Suit::Pentacles => SuitOrStars::Pentacles,
    };
    signs::suit(suit, deck)
}

/// A card's drawing without lettering and colour, in an area of 64 by 96 units: a mask for pages that colour it.
pub fn mask(card: Card, deck: Deck) -> String {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -48 64 96" { (drawing(card, deck, Paint::Mask)) }
    };
    picture.into_string()
}
