//! The deal calculator on the page about chance. It runs in the reader's browser.

use actix_web::HttpRequest;
use maud::{Markup, html};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::{
    cards::{Deck, PACK},
    http::{
        extract::query::{self, Query},
        reply::problem::Problem,
        site::board::{Look, face},
    },
    service::{ClientSeed, SeedText},
};

/// Number of players in a deal of Fortunes.
const PLAYERS: usize = 4;

/// What the address fills in.
#[derive(Clone, Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Deal {
    /// Seed for the calculator on the HTML page `chance`; other pages ignore it.
    #[param(value_type = Option<ClientSeed>)]
    seed: Option<SeedText>,
    /// Client seed for the calculator.
    client_seed: Option<ClientSeed>,
    /// Game whose deal the calculator compares.
    game: Option<Uuid>,
}

impl Deal {
    /// Parses the query.
    ///
    /// # Errors
    /// Unknown parameters, and texts that are not seeds.
    pub fn of(request: &HttpRequest) -> Result<Deal, Problem> {
        let mut query = Query::filled_of(request, &["seed", "client_seed"]);
        let deal = Deal {
            seed: query.read("seed", SeedText::new),
            client_seed: query.read("client_seed", ClientSeed::new),
            game: query.read("game", |text| query::uuid(text).ok_or("Expected a UUID.")),
        };
        query.finish()?;
        Ok(deal)
    }
}

/// The calculator, filled in.
pub fn section(deal: &Deal) -> Markup {
    html! {
        section.calculator aria-labelledby="calculator" {
            h2 #calculator { "Check a deal" }
            p {
                "From the two seeds of a game this page computes the key, the stream and the shuffled pack, and deals the four "
                "hands of Fortunes, all in your browser. A game shows its seeds under “How it was dealt”, with a link that fills them "
                "in here; then the log of that game is fetched, and its deal compared."
            }
            noscript {
                p.hint {
                    "The calculator is a script, and your browser runs none here. "
                    @if let Some(game) = deal.game {
                        "The service compares the deal of the game instead, in its "
                        a href={ "/v1/games/" (game) "/verification" } { "verification" } "."
                    } @else {
                        "The steps above are all there is to compute; the test vectors show whether your own tools agree."
                    }
                }
            }
            (form(deal))
            (computed())
            template #pack-in-order { @for card in PACK { li { (face(card, Deck::Fortunes, Look::default())) } } }
        }
    }
}

fn form(deal: &Deal) -> Markup {
    html! {
        form #deal.card-like method="get" action="/rules/chance#calculator" {
            p.field {
                label for="seed" { "Seed" }
                input #seed.whole name="seed" maxlength=(SeedText::LIMIT) required value=[deal.seed.as_ref().map(SeedText::as_str)] autocomplete="off" spellcheck="false";
            }
            p.field {
                label for="client-seed" { "Caller’s seed " span.hint { "(may be empty)" } }
                input #client-seed.whole name="client_seed" maxlength=(ClientSeed::LIMIT) value=[deal.client_seed.as_ref().map(ClientSeed::as_str)]
                    autocomplete="off" spellcheck="false";
            }
            @if let Some(game) = deal.game { input type="hidden" name="game" value=(game); }
            button { "Compute" }
        }
    }
}

/// Where the script writes its results.
fn computed() -> Markup {
    html! {
        p.verdict role="status" #verdict {}
        div #computed hidden {
            dl.pairs {
                dt { "SHA-256 of the seed" } dd { code #hash {} }
                dt { "Key" } dd { code #key {} }
                dt { "First words" } dd { code #words {} }
                dt { "First dice" } dd { code #dice {} }
            }
            h3 { "The four hands of Fortunes" }
            div.hands {
                @for player in 0..PLAYERS {
                    div.dealt { p.label { "Player " (player) } ul.cards.small aria-label={ "Hand of player " (player) } {} }
                }
                div.dealt { p.label { "Set aside" } ul.cards.small aria-label="Set aside" {} }
            }
            details {
                summary { "The shuffled pack, first card first" }
                ul #pack.cards.small aria-label="The shuffled pack" {}
                p { code #pack-ids {} }
            }
        }
    }
}
