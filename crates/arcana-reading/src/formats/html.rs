//! A reading as HTML: a fragment for pages with a strict content security policy (no inline scripts or styles), and a
//! standalone document.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    Heading,
    presentation::{CareForm, HOW_WON, Presentation},
    svg::{self, Embedding, Faces},
};
use crate::{Disposition, Language, PlaceReading, ReadCard, Reading, ZoneReading};

/// The head of every document. Tags are closed, so that documents are well-formed XML too.
const META: PreEscaped<&str> = PreEscaped(
    "<meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width\"/>\
     <meta name=\"color-scheme\" content=\"light dark\"/>",
);

/// The reading as an `article` for a page of the site, which links [`style_sheet`]: cards in the picture and texts of
/// their positions link to each other.
pub fn linked_fragment(reading: &Reading, heading: &Heading, faces: Faces<'_>) -> Markup {
    article(reading, heading, Embedding::Linked, faces)
}

fn article(reading: &Reading, heading: &Heading, embedding: Embedding, faces: Faces<'_>) -> Markup {
    if let Some(form) = CareForm::of(reading, heading) {
        return form.article();
    }
    let picture = faces.reading(reading, heading, embedding);
    let page = ReadingPage { reading, heading, shown: Presentation::of(reading, heading), embedding };
    html! {
        article.arcana-reading lang=(reading.language.tag()) {
            (page.head())
            "\n"
            figure { (PreEscaped(picture)) }
            "\n"
            (page.overview())
            @for zone in &reading.zones { "\n" (page.zone(zone)) }
            @for (title, cards) in reading.leftovers() {
                "\n"
                section {
                    h2 { (title) }
                    ul { @for it in cards { li { (page.card(it)) } } }
                }
            }
            (page.tricks())
            "\n"
            footer { @for line in page.shown.small_print() { p { (line) } } }
        }
        "\n"
    }
}

/// The reading as a standalone page with its styles; well-formed XML too.
pub fn document(reading: &Reading, heading: &Heading, faces: Faces<'_>) -> String {
    let article = article(reading, heading, Embedding::InPage, faces);
    page(reading.language, &heading.title(reading), &style_sheet(), &article)
}

/// A page around an article.
pub(super) fn page(language: Language, title: &str, styles: &str, article: &Markup) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(language.tag()) {
            head {
                (META)
                title { (title) }
                style { (PreEscaped(styles)) }
            }
            "\n"
            body { main { (article) } }
        }
        "\n"
    };
    page.into_string()
}

/// The styles of readings, for pictures and text.
pub fn style_sheet() -> String {
    svg::style_sheet() + include_str!("reading.css")
}

/// Names and values about the cards as a whole.
pub(super) fn figures(figures: impl IntoIterator<Item = (&'static str, String)>) -> Markup {
    html! {
        dl.figures {
            @for (name, value) in figures { div { dt { (name) } dd { (value) } } }
        }
    }
}

/// The heading of a position, and beside it the link to its cards in the picture.
pub(super) fn with_link(heading: &Markup, anchor: &str, name: &str) -> Markup {
    html! {
        div.place-head {
            (heading) " "
            a.to-picture href={ "#" (anchor) } aria-label={ "In the picture: " (name) } { "In the picture" }
        }
    }
}

/// A page with a reading.
struct ReadingPage<'a> {
    reading: &'a Reading,
    heading: &'a Heading,
    shown: Presentation<'a>,
    embedding: Embedding,
}

impl<'a> ReadingPage<'a> {
    fn head(&self) -> Markup {
        let ReadingPage { reading, heading, .. } = self;
        html! {
            header {
                h1 { bdi { (heading.title(reading)) } }
                @for line in heading.lines() { p.asked { bdi { (line) } } }
            }
        }
    }

    /// What the reading says as a whole: after the picture, since cards come first also on a phone.
    fn overview(&self) -> Markup {
        html! {
            div.overview {
                p.summary { (self.reading.summary.text) }
                @if let Some(rarity) = self.shown.rarity() { p.summary.rarity { (rarity) } }
                "\n"
                (figures(self.reading.figures()))
            }
        }
    }

    fn zone(&self, zone: &'a ZoneReading) -> Markup {
        html! {
            section {
                h2 { (zone.zone.name()) }
                @if let Some(about) = &zone.about { p.zone-about { (about) } }
                @for it in zone.filled() { "\n" (self.place(it)) }
                @if let Some(empty) = &zone.empty { "\n" p.no-cards { (empty) } }
            }
        }
    }

    fn place(&self, place: &'a PlaceReading) -> Markup {
        let about = self.shown.about(place);
        let linked = self.embedding == Embedding::Linked && !place.cards.is_empty();
        html! {
            section.place.empty[place.cards.is_empty()] id=[linked.then(|| place.place.anchor())] {
                @let title = html! { h3 { (self.shown.title(place.place)) } };
                @if linked { (with_link(&title, &place.place.picture_anchor(), &self.shown.title(place.place))) }
                @else { (title) }
                @if !about.is_empty() { p.about { (about) } }
                @for it in &place.cards { p.card { (self.card(it)) } }
                p.told { (place.text) }
            }
        }
    }

    fn card(&self, card: &ReadCard) -> Markup {
        html! {
            strong { (self.name(card)) }
            @if let Some(title) = card.title { ", “" (title) "”" }
            @if card.disposition == Disposition::Ill { ", " em.turned { "turned" } }
            " (" (self.shown.origin(card)) "): "
            span.keywords { (card.keywords.join(", ")) }
        }
    }

    /// The card's name; within the site, linked to the card's page.
    fn name(&self, card: &ReadCard) -> Markup {
        match self.embedding {
            Embedding::Standalone | Embedding::InPage => html! { (card.name) },
            Embedding::Linked => html! { a href=(self.shown.card_page(card)) { (card.name) } },
        }
    }

    /// How the cards were won, folded, with links to those steps of the game.
    fn tricks(&self) -> Markup {
        html! {
            @if self.reading.cards().any(|card| card.won.is_some()) {
                "\n"
                details.won {
                    summary { (HOW_WON) }
                    ul {
                        @for (card, won) in self.reading.cards().filter_map(|card| Some((card, card.won.as_ref()?))) {
                            li {
                                (card.name) ": " (won.text)
                                @if let Some((page, label)) = self.shown.moment(won) { " " a href=(page) { (label) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
