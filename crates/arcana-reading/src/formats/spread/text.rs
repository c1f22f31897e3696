//! A reading of a spread as plain text, in 79 columns of a monospace font.

use unicode_width::UnicodeWidthStr;

use crate::{
    Heading, PlaceOfSpread, SpreadReading,
    formats::{
        care::CareForm,
        text::{indented, of_care, wrap},
    },
};

use super::map::map;

/// Width of the text.
const WIDTH: usize = 79;

/// The reading as text: heading, summary, a map of the cards, figures, and the text of each position.
pub fn plain(reading: &SpreadReading, heading: &Heading) -> String {
    if let Some(form) = CareForm::of_spread(reading) {
        return of_care(&form);
    }
    let title = heading.title_of_spread(reading);
    let mut lines = wrap(&title, WIDTH);
    lines.push("=".repeat(title.width().min(WIDTH)));
    lines.extend(heading.lines().iter().flat_map(|line| wrap(line, WIDTH)));
    for text in reading.conclusion() {
        lines.push(String::new());
        lines.extend(wrap(text, WIDTH));
    }
    if reading.places.len() > 1 {
        lines.push(String::new());
        lines.extend(map(reading.places.iter().map(|it| &it.place)));
    }
    lines.push(String::new());
    lines.extend(reading.figures().iter().flat_map(|(name, value)| wrap(&format!("{name}: {value}"), WIDTH)));
    lines.extend(reading.places.iter().zip(1..).flat_map(|(it, number)| place(it, number)));
    lines.push(String::new());
    lines.extend(wrap(reading.sources(), WIDTH));
    let mut text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

fn place(it: &PlaceOfSpread, number: usize) -> Vec<String> {
    let asks = if it.place.asks.is_empty() { String::new() } else { format!(" · {}", it.place.asks) };
    let mut lines = vec![String::new()];
    lines.extend(wrap(&format!("[{number:>2}] {}{asks}", it.place.name), WIDTH));
    lines.extend(indented(&format!("{} ({})", it.card.label(), it.card.keywords.join(", ")), 2));
    lines.extend(indented(&it.text, 4));
    lines
}
