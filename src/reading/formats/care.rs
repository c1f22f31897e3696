//! A reading that needs care, in every format: whom to turn to, and at most the names of places and cards.

use maud::{Markup, html};
use unicode_width::UnicodeWidthStr;

use super::{
    Heading,
    markdown::escaped,
    presentation::Presentation,
    svg::{Embedding, words},
    text::wrap,
};
use crate::reading::{Care, Language, Reading, Shows, SpreadReading};

/// The title of a reading that needs care: neither a verdict nor what a person wrote.
pub(super) const TITLE: &str = "A reading";

/// Width of the text.
const WIDTH: usize = 79;

/// All that is shown of a reading of which no card is told.
#[derive(Debug)]
pub(super) struct CareForm<'a> {
    language: Language,
    /// Whom to turn to, and the operator's lines.
    pub said: Vec<&'a str>,
    /// The names of places, each with the names of its cards.
    named: Vec<(String, String)>,
}

impl<'a> CareForm<'a> {
    /// Of a reading; `None` if its cards are told.
    pub fn of(reading: &'a Reading, heading: &Heading) -> Option<CareForm<'a>> {
        let names = || {
            let shown = Presentation::of(reading, heading);
            let cards = |cards: &[crate::reading::ReadCard]| {
                cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join(", ")
            };
            let places = reading.places().filter(|place| !place.cards.is_empty());
            let places = places.map(|place| (shown.title(place.place).into_owned(), cards(&place.cards)));
            let others = reading.leftovers().map(|(title, leftover)| (title.to_owned(), cards(leftover)));
            places.chain(others).collect()
        };
        CareForm::showing(reading.care?, reading.language, &reading.summary.text, names)
    }

    /// The same of a reading of a spread.
    pub fn of_spread(reading: &'a SpreadReading) -> Option<CareForm<'a>> {
        let names = || reading.places.iter().map(|it| (it.place.name.clone(), it.card.name.clone())).collect();
        CareForm::showing(reading.care?, reading.language, &reading.summary.text, names)
    }

    fn showing(
        care: Care,
        language: Language,
        said: &'a str,
        names: impl FnOnce() -> Vec<(String, String)>,
    ) -> Option<CareForm<'a>> {
        let named = match care.shows() {
            Shows::Sentence => Vec::new(),
            Shows::Names => names(),
            Shows::Cards => return None,
        };
        Some(CareForm { language, said: said.lines().collect(), named })
    }

    fn list(&self) -> impl Iterator<Item = String> {
        self.named.iter().map(|(place, cards)| format!("{place}: {cards}"))
    }

    /// Plain text.
    pub fn text(&self) -> String {
        let mut lines = vec![TITLE.to_owned(), "=".repeat(TITLE.width()), String::new()];
        lines.extend(self.said.iter().flat_map(|line| wrap(line, WIDTH)));
        if !self.named.is_empty() {
            lines.push(String::new());
            lines.extend(self.list().flat_map(|line| wrap(&line, WIDTH)));
        }
        lines.join("\n") + "\n"
    }

    /// Markdown.
    pub fn markdown(&self) -> String {
        let mut blocks = vec![format!("# {TITLE}")];
        blocks.extend(self.said.iter().filter(|line| !line.trim().is_empty()).map(|line| escaped(line)));
        if !self.named.is_empty() {
            blocks.push(self.list().map(|line| format!("- {}", escaped(&line))).collect::<Vec<_>>().join("\n"));
        }
        blocks.join("\n\n") + "\n"
    }

    /// The `article` of a page.
    pub fn article(&self) -> Markup {
        html! {
            article.arcana-reading lang=(self.language.tag()) {
                header { h1 { (TITLE) } }
                "\n"
                div.overview { @for line in &self.said { p.summary { (line) } } }
                @if !self.named.is_empty() {
                    "\n"
                    dl.figures { @for (place, cards) in &self.named { div { dt { bdi { (place) } } dd { (cards) } } } }
                }
            }
            "\n"
        }
    }

    /// An SVG picture.
    pub fn svg(&self, embedding: Embedding) -> String {
        let list = self.list().collect::<Vec<_>>();
        let list = list.iter().map(String::as_str).collect::<Vec<_>>();
        words::picture(self.language, TITLE, (&self.said, &list), embedding)
    }
}
