//! The list below a spread: for each number the card, and below it the name of its place.

use maud::{Markup, html};

use super::super::{
    ink::Ink,
    lettering::{self, Letter},
};
use crate::PlaceOfSpread;

/// End of the numbers, and start of the names.
const NUMBERS: i32 = 62;
const NAMES: i32 = 76;

/// Margin of texts from the right edge.
const MARGIN: i32 = 28;

/// Font sizes; the smaller letters are ten pixels high on a screen 360 pixels wide.
const CARD: u32 = 22;
const PLACE: u32 = 18;

/// Line height of a font size.
const fn line(size: u32) -> i32 {
    size as i32 * 4 / 3
}

/// Distance between two places.
const GAP: i32 = 8;

/// A line of the list.
#[derive(Debug)]
struct Line {
    text: String,
    y: i32,
    size: u32,
    letter: Letter,
    ink: Ink,
    /// The number of the place, at its first line.
    number: Option<usize>,
}

/// The list.
#[derive(Debug)]
pub struct List {
    lines: Vec<Line>,
    /// Its height.
    pub height: i32,
}

impl List {
    /// The list of these places, in a picture of this width.
    pub fn of(places: &[PlaceOfSpread], width: i32) -> List {
        let most = (width - NAMES - MARGIN) as u32;
        let mut list = List { lines: Vec::new(), height: GAP };
        for (index, place) in places.iter().enumerate() {
            let ink = if place.card.reversed { Ink::Turned } else { Ink::Text };
            let number = (places.len() > 1).then_some(index + 1);
            list.add(&place.card.label(), most, (CARD, Letter::Bold, ink), number);
            list.add(&place.place.name, most, (PLACE, Letter::Plain, Ink::Muted), None);
            list.height += GAP;
        }
        list
    }

    fn add(&mut self, text: &str, most: u32, (size, letter, ink): (u32, Letter, Ink), mut number: Option<usize>) {
        for text in lettering::lines(text, most, size, letter) {
            self.height += line(size);
            self.lines.push(Line { text, y: self.height, size, letter, ink, number: number.take() });
        }
    }

    /// Draws it below this height.
    pub fn draw(&self, top: i32) -> Markup {
        html! {
            g font-size=(CARD) font-weight="700" text-anchor="end" class=(Ink::Muted.fill()) fill=(Ink::Muted.light()) {
                @for line in &self.lines {
                    @if let Some(number) = line.number { text x=(NUMBERS) y=(top + line.y) { (number) } }
                }
            }
            @for Line { text, y, size, letter, ink, .. } in &self.lines {
                text x=(NAMES) y=(top + y) font-size=(size) font-weight=[letter.weight()] class=(ink.fill())
                    fill=(ink.light()) { (text) }
            }
        }
    }
}
