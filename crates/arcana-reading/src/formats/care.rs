//! A reading that needs care, in every format: whom to turn to, and at most the names of places and cards.

use maud::{Markup, html};

use super::{
    heading::{Heading, UNTOLD as TITLE},
    presentation::Presentation,
};
use crate::{Care, Language, Reading, Shows, SpreadReading};

/// All that is shown of a reading of which no card is told.
#[derive(Debug)]
pub(super) struct CareForm<'a> {
    pub language: Language,
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
            let cards =
                |cards: &[crate::ReadCard]| cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join(", ");
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

    /// The same, a place on each line.
    pub fn list(&self) -> impl Iterator<Item = String> {
        self.named.iter().map(|(place, cards)| format!("{place}: {cards}"))
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
}
