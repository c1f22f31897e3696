//! A reading of a spread as HTML: a fragment without inline scripts and styles, and a standalone document.

use maud::{Markup, PreEscaped, html};

use crate::{
    Heading, PlaceOfSpread, SpreadReading,
    formats::{
        care::CareForm,
        html as page,
        presentation::card_page,
        svg::{Embedding, Faces},
    },
};

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
pub fn document(reading: &SpreadReading, heading: &Heading, faces: Faces<'_>) -> String {
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
            @for text in reading.conclusion() { p.summary { (text) } }
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
