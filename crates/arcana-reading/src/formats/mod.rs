//! The formats of a reading. They only present its data.

pub mod art;
pub mod html;
pub mod markdown;
#[cfg(feature = "pictures")]
pub mod png;
mod presentation;
pub mod spread;
pub mod svg;
mod text;

#[cfg(feature = "pictures")]
use arcana_engine::cards::{Card, Deck};
use serde::Serialize;
use utoipa::ToSchema;

#[cfg(feature = "pictures")]
use self::svg::Preview;
use self::{
    art::{Art, Size},
    svg::{Embedding, Faces},
};
#[cfg(feature = "pictures")]
use crate::Disposition;
use crate::{Language, Reading, SpreadReading};

pub use self::{presentation::Heading, text::plain};

/// A reading that can be rendered in all formats but JSON, which is its data.
pub trait Render: Clone + Send + 'static {
    /// The language of its texts.
    fn language(&self) -> Language;

    /// An SVG picture.
    fn svg(&self, heading: &Heading, faces: Faces<'_>) -> String;

    /// A standalone HTML page.
    fn html(&self, heading: &Heading, faces: Faces<'_>) -> String;

    /// Plain text.
    fn text(&self, heading: &Heading) -> String;

    /// Markdown.
    fn markdown(&self, heading: &Heading) -> String;
}

impl Render for Reading {
    fn language(&self) -> Language {
        self.language
    }

    fn svg(&self, heading: &Heading, faces: Faces<'_>) -> String {
        faces.reading(self, heading, Embedding::Standalone)
    }

    fn html(&self, heading: &Heading, faces: Faces<'_>) -> String {
        html::document(self, heading, faces)
    }

    fn text(&self, heading: &Heading) -> String {
        text::plain(self, heading)
    }

    fn markdown(&self, heading: &Heading) -> String {
        markdown::document(self, heading)
    }
}

impl Render for SpreadReading {
    fn language(&self) -> Language {
        self.language
    }

    fn svg(&self, heading: &Heading, faces: Faces<'_>) -> String {
        faces.spread(self, heading, Embedding::Standalone)
    }

    fn html(&self, heading: &Heading, faces: Faces<'_>) -> String {
        spread::html(self, heading, faces)
    }

    fn text(&self, heading: &Heading) -> String {
        spread::plain(self, heading)
    }

    fn markdown(&self, heading: &Heading) -> String {
        spread::markdown(self, heading)
    }
}

/// How pictures show the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardLook {
    /// Drawn by the program.
    #[default]
    Drawn,
    /// Pictures of an art folder.
    Art,
}

/// What pictures are made of, loaded once. The default is what the program embeds.
#[derive(Debug, Default)]
pub struct Pictures {
    /// The fonts of PNG pictures.
    #[cfg(feature = "pictures")]
    pub fonts: png::Fonts,
    /// Pictures of the cards, if there is a folder with them.
    pub art: Option<Art>,
    /// Default appearance of cards on pages.
    pub on_pages: CardLook,
}

impl Pictures {
    /// A reading as a PNG file.
    ///
    /// # Errors
    /// It would have too many pixels.
    #[cfg(feature = "pictures")]
    pub fn png(
        &self,
        reading: &impl Render,
        heading: &Heading,
        cards: CardLook,
        width: png::Width,
    ) -> Result<Vec<u8>, png::TooLarge> {
        let size = if width.is_wide() { Size::Medium } else { Size::Small };
        png::drawn(&reading.svg(heading, self.held(cards, size)), width, &self.fonts)
    }

    /// A card as a PNG file.
    ///
    /// # Errors
    /// It would have too many pixels.
    #[cfg(feature = "pictures")]
    pub fn card_png(
        &self,
        card: Card,
        deck: Deck,
        cards: CardLook,
        width: png::Width,
    ) -> Result<Vec<u8>, png::TooLarge> {
        let svg = self.held(cards, Size::Large).card(card, deck, Disposition::Well, Embedding::Standalone);
        png::drawn(&svg, width, &self.fonts)
    }

    /// A preview picture as a PNG file, with cards as on pages.
    #[cfg(feature = "pictures")]
    pub fn preview(&self, preview: &Preview) -> Vec<u8> {
        let svg = preview.picture(self.held(self.on_pages, Size::Medium));
        png::drawn(&svg, png::Width::PREVIEW, &self.fonts).expect("a preview is wider than high")
    }

    /// The faces of a standalone picture.
    pub fn held(&self, cards: CardLook, size: Size) -> Faces<'_> {
        self.art(cards).map_or(Faces::Drawn, |art| Faces::Held(art, size))
    }

    /// The faces of a picture in a page of the site.
    pub fn linked(&self, cards: CardLook, size: Size) -> Faces<'_> {
        self.art(cards).map_or(Faces::Drawn, |art| Faces::Linked(art, size))
    }

    fn art(&self, cards: CardLook) -> Option<&Art> {
        self.art.as_ref().filter(|_| cards == CardLook::Art)
    }
}
