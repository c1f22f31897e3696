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

/// Where a reading stands: by itself, or in a page of the site, where text and picture link each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Document,
    Site,
}

/// The reading as an `article`, its picture inside; the page links [`style_sheet`].
pub fn fragment(reading: &Reading, heading: &Heading) -> Markup {
    article(reading, heading, Within::Document)
}

/// The same for a page of the site: each card in the picture links the text of its place, and the text the picture.
pub fn linked_fragment(reading: &Reading, heading: &Heading) -> Markup {
    article(reading, heading, Within::Site)
}

fn article(reading: &Reading, heading: &Heading, within: Within) -> Markup {
    let picture = match within {
        Within::Document => svg::picture_for_page(reading, heading),
        Within::Site => svg::picture_with_links(reading, heading),
    };
    html! {
        article.arcana-reading lang=(reading.language.tag()) {
            (head(reading, heading))
            "\n"
            figure { (PreEscaped(picture)) }
            @for zone in &reading.zones {
                "\n"
                section {
                    h2 { (zone.zone.name()) }
                    @for it in &zone.places { "\n" (place(it, within)) }
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

fn place(place: &PlaceReading, within: Within) -> Markup {
    let about = place.about();
    let linked = within == Within::Site && !place.cards.is_empty();
    html! {
        section.place.empty[place.cards.is_empty()] id=[linked.then(|| place.place.anchor())] {
            h3 {
                (place.title())
                @if linked { " " (to_picture(place)) }
            }
            @if !about.is_empty() { p.about { (about) } }
            @for it in &place.cards { p.card { (card(it)) } }
            p.told { (place.text) }
        }
    }
}

fn to_picture(place: &PlaceReading) -> Markup {
    html! {
        a.to-picture href={ "#" (place.place.picture_anchor()) } {
            "In the picture" span.unseen { ": " (place.place.short_title()) }
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
