//! What stands below a place: its title, its cards, and which of them are turned.

use super::{Ink, Letter, lettering};
use crate::reading::{Disposition, PlaceReading, formats::markup::Markup};

/// How far one line is below the other.
pub(super) const LINE: i32 = 22;

/// The size of the letters.
const TITLE: u32 = 18;
const NAME: u32 = 20;

/// What a turned card's name is followed by.
const TURNED: &str = "turned";

/// A line of a caption: a text, and perhaps that its card is turned.
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
    /// The caption of a place, its lines no wider than `most`.
    pub fn of(place: &PlaceReading, most: u32) -> Caption {
        let mut caption = Caption(Vec::new());
        caption.add(place.place.short_title(), most, (TITLE, Letter::Plain, Ink::Muted));
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

    /// Says that the last card is turned: behind its name where there is room, else below.
    fn turn(&mut self, most: u32) {
        let needed = lettering::width(&format!(" {TURNED}"), TITLE, Letter::Italic);
        match self.0.last_mut() {
            Some(line) if lettering::width(&line.text, line.size, line.letter) + needed <= most => line.turned = true,
            _ => self.add(TURNED, most, (TITLE, Letter::Italic, Ink::Turned)),
        }
    }

    /// How high it is.
    pub fn height(&self) -> i32 {
        self.0.len() as i32 * LINE
    }

    /// Draws it about `x`, its upper edge at `y`, with a rim that keeps the tree's paths from the letters.
    pub fn draw(&self, picture: &mut Markup, x: i32, y: i32) {
        let rim = format!("{} stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"", Ink::Table.line());
        picture.element(&format!("g {rim} text-anchor=\"middle\""), |group| {
            for (index, line) in self.0.iter().enumerate() {
                line.draw(group, x, y + LINE * (index as i32 + 1) - 5);
            }
        });
    }
}

impl Line {
    fn draw(&self, picture: &mut Markup, x: i32, y: i32) {
        let (size, letter, paint) = (self.size, self.letter.attributes(), self.ink.fill());
        picture.element(&format!("text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{letter} {paint}"), |text| {
            text.text(&self.text);
            if self.turned {
                let (letter, paint) = (Letter::Italic.attributes(), Ink::Turned.fill());
                text.leaf(&format!("tspan dx=\"6\" font-size=\"{TITLE}\" font-weight=\"400\"{letter} {paint}"), TURNED);
            }
        });
    }
}
