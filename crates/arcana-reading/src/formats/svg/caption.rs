//! The caption of a place: its title, its cards, and which of them are reversed.

use maud::{Markup, html};

use super::{
    ink::Ink,
    lettering::{self, Letter},
};
use crate::{Disposition, PlaceReading};

/// Distance between lines.
pub(super) const LINE: i32 = 22;

/// Font sizes.
const TITLE: u32 = 18;
const NAME: u32 = 20;

/// Follows the name of a reversed card.
const TURNED: &str = "turned";

/// A line of a caption: a text, and whether its card is reversed.
struct Line {
    text: String,
    size: u32,
    letter: Letter,
    ink: Ink,
    turned: bool,
}

/// The lines below a place.
pub(super) struct Caption(Vec<Line>);

impl Caption {
    /// The caption of a place with this title, its lines no wider than `most`.
    pub fn of(place: &PlaceReading, title: &str, most: u32) -> Caption {
        let mut caption = Caption(Vec::new());
        caption.add(title, most, (TITLE, Letter::Plain, Ink::Muted));
        for (index, card) in place.cards.iter().enumerate() {
            let and = if index > 0 { "and " } else { "" };
            caption.add(&format!("{and}{}", card.name), most, (NAME, Letter::Bold, Ink::Text));
            if card.disposition == Disposition::Ill {
                caption.turn(most);
            }
        }
        caption
    }

    fn add(&mut self, text: &str, most: u32, (size, letter, ink): (u32, Letter, Ink)) {
        let lines = lettering::lines(text, most, size, letter);
        self.0.extend(lines.into_iter().map(|text| Line { text, size, letter, ink, turned: false }));
    }

    /// Marks the last card as reversed: after its name if there is room, else below.
    fn turn(&mut self, most: u32) {
        let needed = lettering::width(&format!(" {TURNED}"), TITLE, Letter::Italic);
        match self.0.last_mut() {
            Some(line) if lettering::width(&line.text, line.size, line.letter) + needed <= most => line.turned = true,
            _ => self.add(TURNED, most, (TITLE, Letter::Italic, Ink::Turned)),
        }
    }

    /// Its height.
    pub fn height(&self) -> i32 {
        self.0.len() as i32 * LINE
    }

    /// Draws it centred at `x`, its upper edge at `y`, with a rim that separates the letters from the tree's paths.
    pub fn draw(&self, x: i32, y: i32) -> Markup {
        html! {
            g class=(Ink::Table.line()) fill="none" stroke=(Ink::Table.light()) stroke-width="5" stroke-linejoin="round"
                paint-order="stroke" text-anchor="middle" {
                @for (line, place) in self.0.iter().zip(1..) { (line.draw(x, y + LINE * place - 5)) }
            }
        }
    }
}

impl Line {
    fn draw(&self, x: i32, y: i32) -> Markup {
        let Line { text, size, letter, ink, turned } = self;
        html! {
            text x=(x) y=(y) font-size=(size) font-style=[letter.style()] font-weight=[letter.weight()]
                class=(ink.fill()) fill=(ink.light()) {
                (text)
                @if *turned {
                    tspan dx="6" font-size=(TITLE) font-weight="400" font-style=[Letter::Italic.style()]
                        class=(Ink::Turned.fill()) fill=(Ink::Turned.light()) { (TURNED) }
                }
            }
        }
    }
}
