//! The Arcana deck: the 78 pictures, each beside what its card means.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use maud::{Markup, PreEscaped, html};

use super::deck_of;
use crate::{
    cards::{Card, Deck, PACK, Suit},
    http::{
        extract::query::Query,
        site::{
            error::PageResult,
            layout::{self, Section},
            urls,
        },
    },
    reading::{
        Disposition, Language,
        svg::scene,
        texts::{Texts, texts},
    },
};

/// All pictures, with the names of a deck.
pub async fn deck(request: HttpRequest) -> PageResult {
    let mut query = Query::filled(&request);
    let deck = deck_of(&mut query);
    query.finish()?;
    Ok(shown(deck))
}

fn shown(deck: Deck) -> HttpResponse {
    let body = html! {
        h1 { "The Arcana deck" }
        p.lead {
            "Seventy-eight pictures, drawn for this place. Readings, spreads and the pages of the cards show them; the small \
             cards at a table have the signs of their suits."
        }
        @for of in [None].into_iter().chain(Suit::ALL.map(Some)) {
            section {
                h2 { (of.map_or(deck.trumps_name(), |suit| deck.suit_name(suit))) }
                ul.pictures {
                    @for card in PACK.into_iter().filter(|card| card.suit() == of) {
                        li { (picture(card, deck, texts(Language::default()))) }
                    }
                }
            }
        }
    };
    layout::page(StatusCode::OK, Section::Cards.within("The Arcana deck"), &["guide.css"], &body)
}

/// A card's picture, what it shows, and what the card stands for.
fn picture(card: Card, deck: Deck, texts: &'static Texts) -> Markup {
    let drawn = deck.counterpart(card);
    html! {
        a.arcana href=(urls::card(card, deck)) tabindex="-1" aria-hidden="true" { (PreEscaped(scene::picture(drawn))) }
        div {
            h3 { a href=(urls::card(card, deck)) { (deck.card_name(card)) } }
            p.hint { (scene::shown(drawn)) }
            @for (way, label) in [(Disposition::Well, "Upright"), (Disposition::Ill, "Reversed")] {
                p { span.label { (label) ": " } (texts.card(card, deck).meaning(way).keywords.join(", ")) }
            }
        }
    }
}
