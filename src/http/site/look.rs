//! How cards look on pages: drawn, or images from the art folder; and the deck that a browser remembers.

use actix_web::{HttpRequest, HttpResponse, http::header, web};
use maud::{Markup, html};

use super::{
    assets,
    error::{PageError, PageResult},
    form::{Field, Form},
};
use crate::{
    cards::{Card, Deck, PACK},
    http::{
        api::decks::DECKS,
        cookies::{cookie, set_cookie},
        extract::query::{Query, card_look},
    },
    reading::{
        CardLook, Pictures,
        art::{self, Art, Size},
    },
    service::Service,
};

/// Cookie with the deck that was chosen.
const DECK_COOKIE: &str = "arcana_deck";
/// A year, in seconds.
const DECK_MAX_AGE: u32 = 365 * 24 * 3600;

/// The deck that the reader has chosen before on pages like this one.
pub fn remembered_deck(request: &HttpRequest) -> Option<Deck> {
    let id = cookie(request.headers(), DECK_COOKIE)?;
    DECKS.into_iter().find(|deck| deck.id() == id)
}

/// Has the browser remember the deck on the pages below a path: at tables, or for spreads.
pub fn remember_deck(request: &HttpRequest, response: HttpResponse, deck: Deck, path: &str) -> HttpResponse {
    if remembered_deck(request) == Some(deck) {
        return response;
    }
    set_cookie(response, DECK_COOKIE, deck.id(), path, DECK_MAX_AGE)
}

/// Name of the style sheet with the images of the art folder. It is served with the assets.
const STYLE: &str = "cards-art.css";

/// The look in the query, or else the configured one.
pub fn chosen(query: &mut Query, service: &Service) -> CardLook {
    card_look(query, service.pictures()).unwrap_or(service.pictures().on_pages)
}

/// The style sheets for a table with cards of this deck.
pub fn styles(service: &Service, deck: Option<Deck>, look: CardLook) -> impl Iterator<Item = &'static str> {
    let art =
        (look == CardLook::Art && service.pictures().art.is_some() && deck != Some(Deck::French)).then_some(STYLE);
    deck.into_iter().flat_map(move |deck| [Some(assets::deck_style(deck)), art]).flatten()
}

/// A link to the same page with the other look, if there is one.
pub fn switch(service: &Service, page: &str, look: CardLook) -> Markup {
    let (word, text) = match look {
        CardLook::Drawn => ("art", "Show the pictures of the cards"),
        CardLook::Art => ("drawn", "Show the drawn cards"),
    };
    html! {
        @if service.pictures().art.is_some() { p.center { a href={ (page) "?cards=" (word) } { (text) } } }
    }
}

/// Serves an image of the art folder.
///
/// # Errors
/// `NotFound` without a folder, and for other names.
pub async fn picture(service: web::Data<Service>, name: web::Path<String>) -> PageResult {
    let found = service.pictures().art.as_ref().zip(named(&name));
    let (art, (card, size)) = found.ok_or_else(|| PageError::not_found("picture"))?;
    Ok(HttpResponse::Ok()
        .content_type("image/jpeg")
        // The URL changes with the image.
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(art.picture(card, size).jpeg.clone()))
}

/// Parses a name such as `wa02-160.jpg` into card and size.
fn named(name: &str) -> Option<(Card, Size)> {
    let (card, width) = name.strip_suffix(".jpg")?.split_once('-')?;
    let size = Size::ALL.into_iter().find(|size| size.width().to_string() == width)?;
    Some((card.parse().ok()?, size))
}

/// The response for the style sheet with the images, if that is its name.
pub fn style(pictures: &Pictures, name: &str) -> Option<HttpResponse> {
    let art = pictures.art.as_ref().filter(|_| name == STYLE)?;
    let mut response = HttpResponse::Ok();
    response.content_type("text/css; charset=utf-8").insert_header((header::CACHE_CONTROL, "no-cache"));
    Some(response.body(rules(art)))
}

/// Rules that show a card's image instead of the drawing. The corner stays readable.
fn rules(art: &Art) -> String {
    let mut rules = String::new();
    for card in PACK {
        let address = art::address(card, Size::Small, art.picture(card, Size::Small));
        rules.push_str(&format!("span.card.{card}{{--art:url({address})}}\n"));
    }
    let all = format!("span.card:is({})", PACK.map(|card| format!(".{card}")).join(","));
    rules + &include_str!("assets/art.css").replace("CARD", &all)
}

/// The field for the deck whose card names a reading uses.
pub const DECK: Field<'_> = Field::text("deck", "deck", "Deck");

/// The labelled selection.
pub fn deck_choice(form: &Form) -> Markup {
    form.choice(&DECK, &DECKS.map(|deck| (deck.id(), deck.name())))
}

/// Parses the value of the field.
///
/// # Errors
/// The deck is unknown, or not for readings.
pub fn deck(id: &str) -> Result<Deck, String> {
    let found = DECKS.into_iter().find(|deck| deck.id() == id);
    found.ok_or_else(|| format!("`{id}` is not a deck for readings."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_named_by_card_and_width() {
        assert_eq!(named("wa02-160.jpg"), Some(("wa02".parse().expect("a card"), Size::Small)));
        for name in ["wa02.jpg", "wa02-161.jpg", "wa02-0160.jpg", "wa99-160.jpg", "wa02-160.png", ""] {
            assert_eq!(named(name), None, "{name}");
        }
    }
}
