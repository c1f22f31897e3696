//! The first page: what may be asked for here.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    form::{Field, Form, players_of},
    form_token::FormToken,
    layout,
};
use crate::{games::Ruleset, http::api::readings::DECKS, service::Service};

/// The first page.
pub async fn home(request: HttpRequest, service: web::Data<Service>) -> HttpResponse {
    shown(&FormToken::of(&request, &service))
}

/// Where a form was sent to there is nothing to look at.
pub async fn to_home() -> HttpResponse {
    layout::see_other("/".to_owned())
}

fn shown(token: &FormToken) -> HttpResponse {
    let body = html! {
        div.hero {
            h1 { "What do the cards say?" }
            p.lead {
                "Readings here are not drawn from a shuffled pack: four players play a game of Fortunes, and the tricks that \
                 you and your partner win are laid out as Man, Clan, Future, Realm, Universe and Fate."
            }
        }
        (play_form(token))
        div.forms {
            (reading_form(token))
            (game_form(token))
        }
        (about())
    };
    token.keep(layout::page(StatusCode::OK, "Ask for a reading", &[], &body))
}

/// The first thing: a table against bots, whose tricks become a reading.
fn play_form(token: &FormToken) -> Markup {
    let limited = |field, limit| Field { limit: Some(limit), hint: "Optional.", ..field };
    let form = Form::default();
    html! {
        section.card-like.first aria-labelledby="fortune" {
            h2 #fortune { "Play for your fortune" }
            form method="post" action="/tables/new" {
                (token.field())
                input type="hidden" name="ruleset" value=(Ruleset::Fortunes.id());
                (form.line(&limited(Field::text("player", "name", "Your name"), 64)))
                (form.line(&limited(Field::text("player-question", "question", "Your question"), 500)))
                p {
                    button type="submit" { "Sit down" } " "
                    a href="/tables/new?ruleset=fortunes" { "With others, or by other rules" } " · "
                    a href="/tables/new" { "Other games" }
                }
            }
        }
    }
}

fn reading_form(token: &FormToken) -> Markup {
    let form = Form::default();
    let decks = DECKS.map(|deck| (deck.id(), deck.name()));
    let limited = |field, limit| Field { limit: Some(limit), ..field };
    let name = limited(Field::text("querent", "querent", "Your name"), 64);
    let question = limited(Field::text("question", "question", "Your question"), 500);
    let seed = limited(Field::text("reading-seed", "seed", "Seed"), 128);
    html! {
        section.card-like aria-labelledby="ask" {
            h2 #ask { "Ask for a reading" }
            form method="post" action="/readings" {
                (token.field())
                (form.line(&name))
                (form.line(&Field { hint: "Optional.", ..question }))
                (form.choice(&Field::text("deck", "deck", "Deck"), &decks))
                (form.line(&Field { hint: "Leave empty for a random seed; the same seed gives the same cards.", ..seed }))
                p.hint {
                    "Your name, your question and the cards are stored. Neither the reading nor its game is listed, \
                     but anyone who has its URL can read it. Without a key, you can delete it on its page with the \
                     same browser."
                }
                p { button type="submit" { "Lay the cards" } " " a href="/readings/new" { "More to choose" } }
            }
        }
    }
}

fn game_form(token: &FormToken) -> Markup {
    let form = Form::default();
    let games =
        Ruleset::ALL.map(|ruleset| (ruleset.id(), format!("{} ({})", ruleset.info().name, players_of(ruleset))));
    let choices: Vec<_> = games.iter().map(|(id, text)| (*id, text.as_str())).collect();
    let players = Field { limit: Some(3), ..Field::text("players", "players", "Players") };
    let seed = Field { limit: Some(128), ..Field::text("game-seed", "seed", "Seed") };
    html! {
        section.card-like aria-labelledby="play" {
            h2 #play { "Watch a game" }
            form method="post" action="/games" {
                (token.field())
                (form.choice(&Field::text("ruleset", "ruleset", "Game"), &choices))
                (form.line(&Field { hint: "Leave empty for the default number.", ..players }))
                (form.line(&Field { hint: "Leave empty for a random seed.", ..seed }))
                p { button type="submit" { "Play it" } " " a href="/games/new" { "More to choose" } }
            }
        }
    }
}

fn about() -> Markup {
    html! {
        section aria-labelledby="about" {
            h2 #about { "About" }
            p {
                "Arcana plays five tarot games with its own bots, stores every game, and shows it step by step. Every \
                 shuffle can be recomputed from its seed, so that anybody can check that the deal was fair."
            }
            ul.links {
                li { a href="/games" { "The games played so far" } }
                li { a href="/rules" { "The rules of all five games, and of the reading" } }
                li { a href="/docs/" { "API documentation" } }
            }
        }
    }
}
