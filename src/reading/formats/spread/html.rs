//! A reading of a spread as HTML: a piece for a page without scripts and styles inside, and a document of its own.

use maud::{Markup, PreEscaped, html};

use crate::reading::{
    Heading, PlaceOfSpread, SpreadReading,
    formats::{html as page, svg::Faces},
};

/// The reading as an `article`, its picture inside; the page links the style sheet of readings.
pub fn fragment(reading: &SpreadReading, heading: &Heading, faces: Faces<'_>) -> Markup {
    html! {
        article.arcana-reading lang=(reading.language.tag()) {
            (head(reading, heading))
            "\n"
            figure { (PreEscaped(faces.spread_for_page(reading, heading))) }
            section {
                h2 { "The cards" }
                @for it in &reading.places { "\n" (place(it)) }
            }
            "\n"
            footer { p { (reading.sources()) } }
        }
        "\n"
    }
}

/// The reading as a page by itself, its styles inside; well-formed as XML too.
pub fn document(reading: &SpreadReading, heading: &Heading, faces: Faces<'_>) -> String {
    let title = heading.titled(&reading.spread.name);
    page::page(reading.language, &title, &page::style_sheet(), &fragment(reading, heading, faces))
}

fn head(reading: &SpreadReading, heading: &Heading) -> Markup {
    html! {
        header {
            h1 { bdi { (heading.titled(&reading.spread.name)) } }
            @for line in heading.lines() { p.asked { bdi { (line) } } }
            @for told in reading.told() { p.summary { (told) } }
            "\n"
            dl.figures {
                @for (name, value) in reading.figures() { div { dt { (name) } dd { (value) } } }
            }
        }
    }
}

fn place(it: &PlaceOfSpread) -> Markup {
    html! {
        section.place {
            h3 { bdi { (it.place.name) } }
            @if !it.place.asks.is_empty() { p.about { bdi { (it.place.asks) } } }
            p.card {
                strong { (it.card.name) }
                @if it.card.reversed { ", " em.turned { "reversed" } }
                ": " span.keywords { (it.card.keywords.join(", ")) }
            }
            p.told { (it.text) }
        }
    }
}
