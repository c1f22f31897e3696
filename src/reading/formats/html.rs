//! A reading as HTML: a piece fit for a page with a strict content security policy (no scripts, no styles inside), and
//! a document of its own around it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Heading, svg};
use crate::reading::{Disposition, PlaceReading, ReadCard, Reading, texts::texts};

/// What stands in the head of every document; closed, so that the document is well-formed as XML too.
const META: PreEscaped<&str> = PreEscaped(
    "<meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width\"/>\
     <meta name=\"color-scheme\" content=\"light dark\"/>",
);

/// The reading as an `article`, its picture inside; the page links [`style_sheet`].
pub fn fragment(reading: &Reading, heading: &Heading) -> Markup {
    html! {
        article.arcana-reading lang=(reading.language.tag()) {
            (head(reading, heading))
            "\n"
            figure { (PreEscaped(svg::picture_for_page(reading, heading))) }
            @for zone in &reading.zones {
                "\n"
                section {
                    h2 { (zone.zone.name()) }
                    @for it in &zone.places { "\n" (place(it)) }
                }
            }
            @for (title, cards) in reading.leftovers() {
                "\n"
                section {
                    h2 { (title) }
                    ul { @for it in cards { li { (card(it)) } } }
                }
            }
            "\n"
            footer { p { (texts(reading.texts_version, reading.language).about()) } }
        }
        "\n"
    }
}

/// The reading as a page by itself, its styles inside; well-formed as XML too.
pub fn document(reading: &Reading, heading: &Heading) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(reading.language.tag()) {
            head {
                (META)
                title { (heading.title(reading)) }
                style { (PreEscaped(style_sheet())) }
            }
            "\n"
            body { main { (fragment(reading, heading)) } }
        }
        "\n"
    };
    page.into_string()
}

/// The styles of readings: those of the pictures and those of the text around them.
pub fn style_sheet() -> String {
    svg::style_sheet() + include_str!("reading.css")
}

fn head(reading: &Reading, heading: &Heading) -> Markup {
    html! {
        header {
            h1 { bdi { (heading.title(reading)) } }
            @for line in heading.lines() { p.asked { bdi { (line) } } }
            p.summary { (reading.summary.text) }
            "\n"
            dl.figures {
                @for (name, value) in reading.figures() { div { dt { (name) } dd { (value) } } }
            }
        }
    }
}

fn place(place: &PlaceReading) -> Markup {
    let about = place.about();
    html! {
        section.place.empty[place.cards.is_empty()] {
            h3 { (place.title()) }
            @if !about.is_empty() { p.about { (about) } }
            @for it in &place.cards { p.card { (card(it)) } }
            p.told { (place.text) }
        }
    }
}

fn card(card: &ReadCard) -> Markup {
    html! {
        strong { (card.name) }
        @if card.disposition == Disposition::Ill { ", " em.turned { "turned" } }
        " (" (card.origin()) "): "
        span.keywords { (card.keywords.join(", ")) }
    }
}
