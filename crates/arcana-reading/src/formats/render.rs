//! The formats that both kinds of readings have.

use super::{
    Heading, html, markdown, spread,
    svg::{Embedding, Faces},
    text,
};
use crate::{Language, Reading, SpreadReading};

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
        spread::html::document(self, heading, faces)
    }

    fn text(&self, heading: &Heading) -> String {
        spread::plain(self, heading)
    }

    fn markdown(&self, heading: &Heading) -> String {
        spread::markdown::document(self, heading)
    }
}
