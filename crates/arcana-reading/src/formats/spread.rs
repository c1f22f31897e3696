//! A reading of a spread as text, Markdown and HTML. The formats only present its data.

use maud::{Markup, PreEscaped, html};
use unicode_width::UnicodeWidthStr;

use super::{
    html as page,
    markdown::{self, escaped},
    presentation::{CareForm, card_page},
    svg::{Embedding, Faces},
    text::{self, indented, wrap},
};
use crate::{Heading, PlaceOfSpread, SpreadPlace, SpreadReading, SuitOrStars, texts::texts};

/// Width of the text.
const WIDTH: usize = 79;

/// The reading as text: heading, summary, a map of the cards, figures, and the text of each position.
pub fn plain(reading: &SpreadReading, heading: &Heading) -> String {
    if let Some(form) = CareForm::of_spread(reading) {
        return text::of_care(&form);
    }
    let title = heading.title_of_spread(reading);
    let mut lines = wrap(&title, WIDTH);
    lines.push("=".repeat(title.width().min(WIDTH)));
    lines.extend(heading.lines().iter().flat_map(|line| wrap(line, WIDTH)));
    lines.push(String::new());
    lines.extend(wrap(&reading.summary.text, WIDTH));
    if reading.places.len() > 1 {
        lines.push(String::new());
        lines.extend(map(reading.places.iter().map(|it| &it.place)));
    }
    lines.push(String::new());
    lines.extend(reading.figures().iter().flat_map(|(name, value)| wrap(&format!("{name}: {value}"), WIDTH)));
    lines.extend(reading.places.iter().zip(1..).flat_map(|(it, number)| place_lines(it, number)));
    lines.push(String::new());
    lines.extend(wrap(reading.sources(), WIDTH));
    let mut text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

fn place_lines(it: &PlaceOfSpread, number: usize) -> Vec<String> {
    let asks = if it.place.asks.is_empty() { String::new() } else { format!(" · {}", it.place.asks) };
    let mut lines = vec![String::new()];
    lines.extend(wrap(&format!("[{number:>2}] {}{asks}", it.place.name), WIDTH));
    lines.extend(indented(&format!("{} ({})", it.card.label(), it.card.keywords.join(", ")), 2));
    lines.extend(indented(&it.text, 4));
    lines
}

/// The reading as Markdown, with names and questions escaped.
pub fn markdown(reading: &SpreadReading, heading: &Heading) -> String {
    if let Some(form) = CareForm::of_spread(reading) {
        return markdown::of_care(&form);
    }
    let mut blocks = vec![format!("# {}", escaped(&heading.title_of_spread(reading)))];
    blocks.extend(heading.lines().iter().map(|line| format!("*{}*", escaped(line))));
    blocks.push(escaped(&reading.summary.text));
    if reading.places.len() > 1 {
        blocks.push(format!("```\n{}\n```", map(reading.places.iter().map(|it| &it.place)).join("\n")));
    }
    let rows = reading.figures().into_iter().map(|(name, value)| format!("| {name} | {} |", escaped(&value)));
    blocks.push(format!("| | |\n| --- | --- |\n{}", rows.collect::<Vec<_>>().join("\n")));
    blocks.extend(reading.places.iter().zip(1..).map(|(it, number)| place_block(it, number)));
    blocks.push("---".to_owned());
    blocks.push(format!("*{}*", escaped(reading.sources())));
    blocks.join("\n\n") + "\n"
}

fn place_block(it: &PlaceOfSpread, number: usize) -> String {
    let mut lines = vec![format!("## {number}. {}", escaped(&it.place.name))];
    if !it.place.asks.is_empty() {
        lines.push(format!("*{}*", escaped(&it.place.asks)));
    }
    let reversed = if it.card.reversed { ", reversed" } else { "" };
    let (name, keywords) = (escaped(&it.card.name), escaped(&it.card.keywords.join(", ")));
    lines.push(format!("**{name}**{reversed}: {keywords}"));
    lines.push(escaped(&it.text));
    lines.join("\n\n")
}

/// The reading as an `article` for a page of the site, which links the style sheet of readings: cards in the picture and
/// texts of their positions link to each other.
pub fn linked_fragment(reading: &SpreadReading, heading: &Heading, faces: Faces<'_>) -> Markup {
    article(reading, heading, Embedding::Linked, faces)
}

fn article(reading: &SpreadReading, heading: &Heading, embedding: Embedding, faces: Faces<'_>) -> Markup {
    if let Some(form) = CareForm::of_spread(reading) {
        return form.article();
    }
    let picture = faces.spread(reading, heading, embedding);
    html! {
        article.arcana-reading lang=(reading.language.tag()) {
            (head(reading, heading))
            "\n"
            figure { (PreEscaped(picture)) }
            "\n"
            (overview(reading))
            section {
                h2 { "The cards" }
                @for (it, number) in reading.places.iter().zip(1..) {
                    "\n"
                    @match embedding {
                        Embedding::Standalone | Embedding::InPage => section.place { (place(it, &html! { (it.card.name) }, None)) },
                        Embedding::Linked => (linked_place(reading, it, number)),
                    }
                }
            }
            "\n"
            footer { p { (reading.sources()) } }
        }
        "\n"
    }
}

/// The reading as a standalone page with its styles; well-formed XML too.
pub fn html(reading: &SpreadReading, heading: &Heading, faces: Faces<'_>) -> String {
    let title = heading.title_of_spread(reading);
    let article = article(reading, heading, Embedding::InPage, faces);
    page::page(reading.language, &title, &page::style_sheet(), &article)
}

fn head(reading: &SpreadReading, heading: &Heading) -> Markup {
    html! {
        header {
            h1 { bdi { (heading.title_of_spread(reading)) } }
            @for line in heading.lines() { p.asked { bdi { (line) } } }
        }
    }
}

/// What the reading says as a whole: after the picture, since cards come first also on a phone.
fn overview(reading: &SpreadReading) -> Markup {
    html! {
        div.overview {
            p.summary { (reading.summary.text) }
            "\n"
            (page::figures(reading.figures()))
        }
    }
}

/// A card's name, marked if it is reversed.
pub fn card_name(name: &Markup, reversed: bool) -> Markup {
    html! { (name) @if reversed { ", " em.turned { "reversed" } } }
}

/// A position with its number and a link to its card in the picture.
fn linked_place(reading: &SpreadReading, it: &PlaceOfSpread, number: usize) -> Markup {
    let page = card_page(it.card.id, reading.deck);
    let number = (reading.places.len() > 1).then_some(number);
    html! {
        section.place id=(it.place.anchor()) { (place(it, &html! { a href=(page) { (it.card.name) } }, number)) }
    }
}

fn place(it: &PlaceOfSpread, name: &Markup, number: Option<usize>) -> Markup {
    html! {
        @let title = html! { h3 { @if let Some(number) = number { (number) ". " } bdi { (it.place.name) } } };
        @if number.is_some() { (page::with_link(&title, &it.place.picture_anchor(), &it.place.name)) } @else { (title) }
        @if !it.place.asks.is_empty() { p.about { bdi { (it.place.asks) } } }
        p.card {
            (card_name(&html! { strong { (name) } }, it.card.reversed))
            ": " span.keywords { (it.card.keywords.join(", ")) }
        }
        p.told { (it.text) }
    }
}

impl SpreadReading {
    /// The figures of the summary with their names.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let summary = &self.summary;
        let suits = SuitOrStars::ALL.map(|suit| format!("{} {}", suit.name(self.deck), summary.suits.get(suit)));
        let mut figures = vec![
            ("Cards", format!("{} ({} upright, {} reversed)", summary.cards, summary.upright, summary.reversed)),
            ("Suits", suits.join(", ")),
            ("Element", summary.element.map_or("none leads", |element| element.id()).to_owned()),
            ("Courts", summary.courts.to_string()),
        ];
        figures.extend(self.significator.as_ref().map(|card| ("Significator", card.name.clone())));
        figures
    }

    /// The sources of the meanings, as a sentence.
    pub fn sources(&self) -> &'static str {
        texts(self.language).about(self.deck)
    }
}

/// Maximum width of a map, in characters.
const MAX_WIDTH: f64 = 75.0;

/// Width of a card in characters, unless the map becomes too wide.
const CARD: f64 = 6.0;

/// Width of a number in characters, including brackets.
const CELL: usize = 4;

/// The lines of the map. Each number is at its position, or after another number there.
pub fn map<'a>(places: impl Iterator<Item = &'a SpreadPlace> + Clone) -> Vec<String> {
    let least = |side: fn(&SpreadPlace) -> f64| places.clone().map(side).fold(f64::MAX, f64::min);
    let (left, top) = (least(|it| it.x), least(|it| it.y));
    let wide = places.clone().map(|it| it.x - left).fold(0.0, f64::max);
    let unit = CARD.min(MAX_WIDTH / wide.max(1.0));
    let mut lines: Vec<Vec<char>> = Vec::new();
    for (place, number) in places.zip(1_usize..) {
        let column = ((place.x - left) * unit).round() as usize;
        // A character is about twice as high as wide.
        let row = ((place.y - top) * unit / 2.0).round() as usize;
        write(&mut lines, row, column, number);
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect()
}

/// Writes a number into the next free cell, in this row or below.
fn write(lines: &mut Vec<Vec<char>>, row: usize, column: usize, number: usize) {
    let last = MAX_WIDTH as usize;
    let spots = (row..).flat_map(|at| (if at == row { column } else { 0 }..=last).map(move |column| (at, column)));
    for (row, column) in spots {
        let line = line_at(lines, row);
        // Adjacent numbers are separated by brackets and need no space.
        let cells = &mut line[column..column + CELL];
        if cells.iter().all(|sign| *sign == ' ') {
            cells.iter_mut().zip(format!("[{number:>2}]").chars()).for_each(|(cell, sign)| *cell = sign);
            return;
        }
    }
}

fn line_at(lines: &mut Vec<Vec<char>>, row: usize) -> &mut Vec<char> {
    if lines.len() <= row {
        lines.resize(row + 1, vec![' '; MAX_WIDTH as usize + CELL]);
    }
    &mut lines[row]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KnownSpread;

    fn mapped(id: &str) -> Vec<String> {
        map(KnownSpread::find(id, None).expect("a spread").places.iter())
    }

    #[test]
    fn numbers_are_placed_like_the_cards() {
        assert_eq!(mapped("three-card"), ["[ 1]    [ 2]    [ 3]"]);
        let relationship = mapped("relationship");
        assert_eq!((relationship.len(), relationship[0].as_str()), (12, "[ 1]      [ 3]     [ 2]"));
        assert_eq!(relationship[11], "          [ 7]");
    }

    #[test]
    fn a_card_that_lies_across_another_stands_behind_it() {
        assert!(mapped("celtic-cross").iter().any(|line| line.contains("[ 1][ 2]")));
    }

    #[test]
    fn every_number_occurs_once_for_any_positions() {
        let at = |x: f64, y: f64, n: usize| SpreadPlace {
            id: n.to_string(),
            name: "A".into(),
            asks: String::new(),
            x,
            y,
            rotation: 0.0,
        };
        let piles: [Vec<SpreadPlace>; 3] = [
            (0..78).map(|n| at(3.0, 3.0, n)).collect(),
            (0..78).map(|n| at(24.0 * (n % 2) as f64, 0.1 * n as f64, n)).collect(),
            (0..78).map(|n| at(24.0 - n as f64 * 0.3, 24.0, n)).collect(),
        ];
        for places in piles {
            let lines = map(places.iter());
            let text = lines.join("\n");
            assert!((1..=78).all(|number| text.matches(&format!("[{number:>2}]")).count() == 1), "{text}");
            assert!(lines.iter().all(|line| line.len() <= 79), "{text}");
        }
    }
}
