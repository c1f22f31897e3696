//! Lines of text in a picture, above or below what it shows.

use maud::{Markup, html};

use super::{
    ink::Ink,
    lettering::{self, Letter, centred},
};

/// Margin of texts from the edges of the picture.
const MARGIN: i32 = 40;

/// Lines of text centred in the picture, one below the other.
pub(super) struct Block {
    width: i32,
    lines: Vec<(String, i32, u32, Letter, Ink)>,
    pub height: i32,
}

impl Block {
    /// An empty block in a picture of this width, below this height.
    pub fn new(width: i32, height: i32) -> Block {
        Block { width, lines: Vec::new(), height }
    }

    /// Adds a text in as many lines as necessary.
    pub fn add(&mut self, text: &str, (size, letter, ink): (u32, Letter, Ink)) {
        let most = (self.width - 2 * MARGIN) as u32;
        for line in lettering::even_lines(text, most, size, letter) {
            self.height += size as i32 * 5 / 4;
            self.lines.push((line, self.height, size, letter, ink));
        }
    }

    /// Draws them below this height.
    pub fn draw(&self, top: i32) -> Markup {
        html! {
            @for (text, y, size, letter, ink) in &self.lines {
                (centred(text, (self.width / 2, top + y), (*size, *letter, *ink)))
            }
        }
    }
}
