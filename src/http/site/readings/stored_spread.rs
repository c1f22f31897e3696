//! The page of a stored reading of a spread: picture, texts, origin of the cards, and links to share it.

use actix_web::{HttpRequest, HttpResponse};
use maud::{Markup, html};

use super::tools::{self, ListEntry};
use crate::{
    http::site::{delete_tokens::Resource, deletion::deletion_form, layout, look, open_graph::Shared, preview},
    reading::{CardLook, art::Size, spread},
    service::{ChanceOrigin, Service, StoredSpread, records::DrawingRecord},
};

/// The page of a stored reading of a spread.
pub fn page(request: &HttpRequest, service: &Service, stored: &StoredSpread, look: CardLook) -> HttpResponse {
    let StoredSpread { record, reading } = stored;
    let heading = stored.heading();
    let deletion = deletion_form(request, Resource::Spread(record.id));
    let title = heading.title_of_spread(reading);
    let entry = ListEntry { title: &title, question: &record.question, created_at: record.created_at };
    let shared = Shared::new(request, &title, &reading.summary.text)
        .with_picture(preview::address(request.path()), "Cards of the reading");
    let body = html! {
        div.reading-page {
            (tools::tools(&entry, &deletion))
            (spread::html::linked_fragment(reading, &heading, service.pictures().linked(look, Size::Small)))
        }
        (source(record.drawing.as_ref()))
        (look::switch(service, request.path(), look))
        (tools::sharing(record.id, &title, "It is in no public list."))
        (deletion.markup)
    };
    let files = ["spread.css", "site.js", "my_readings.js", "reading.js", "enlarge.js"];
    deletion.on(layout::shared_page(&shared, &layout::with_question(&title, &heading, reading.care), &files, &body))
}

/// The origin of the cards, and how to verify it.
fn source(drawing: Option<&DrawingRecord>) -> Markup {
    html! {
        section.aside aria-labelledby="origin" {
            h2 #origin { "Source" }
            @match drawing {
                None => p { "These cards were drawn by hand, and entered." }
                Some(drawing) => (drawn(drawing)),
            }
        }
    }
}

fn drawn(drawing: &DrawingRecord) -> Markup {
    html! {
        p { (chosen(ChanceOrigin::of_drawing(drawing))) }
        dl.pairs {
            dt { "Seed" } dd { code { (drawing.seed.text()) } }
            @if let Some(date) = drawing.when { dt { "Day" } dd { (date.format("%-d %B %Y")) } }
            @if !drawing.client_seed.is_empty() { dt { "Caller’s seed" } dd { code { (drawing.client_seed) } } }
            dt { "SHA-256 of the seed" } dd { code { (drawing.seed.hash()) } }
            @if let Some(commitment) = drawing.commitment {
                dt { "Commitment" } dd { a href={ "/v1/commitments/" (commitment) } { (commitment) } }
            }
            dt { "Chance of a reversed card" } dd { (drawing.reversals.share()) }
            @if drawing.skip > 0 { dt { "Cards seen before" } dd { (drawing.skip) } }
        }
        p {
            "The same seeds draw the same cards again. To check it, compute the draw as the page on "
            a href="/rules/chance#draws" { "chance" } " describes."
        }
    }
}

/// Who could have chosen the cards.
const fn chosen(origin: ChanceOrigin) -> &'static str {
    match origin {
        ChanceOrigin::Committed => {
            "Nobody could choose these cards: the service had committed to the hash of its seed before the caller added a \
             seed of their own."
        }
        ChanceOrigin::Service => "The service chose the seed when the cards were asked for.",
        ChanceOrigin::Caller => "The caller sent the seed, and may have chosen it for its cards.",
        ChanceOrigin::Unknown => "It is not known who chose the seed.",
    }
}
