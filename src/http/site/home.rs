//! The first page: what may be asked for here.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    auth::PageAuth,
    error::PageResult,
    form::{Body, Field, Form, fields_of, players_of, told},
    form_token::FormToken,
    layout,
    made::{Kind, Made},
    urls,
};
use crate::{
    cards::Deck,
    games::Ruleset,
    http::{api::readings::DECKS, middleware::auth::Write},
    players::Skill,
    service::{
        DeleteTokens, GameSetup, Name, PlayRequest, Question, ReadingRequest, SeedText, Service, ServiceError,
        records::GameId,
    },
};

/// The first page.
pub async fn home(request: HttpRequest, service: web::Data<Service>) -> HttpResponse {
    shown(StatusCode::OK, &FormToken::of(&request, &service), &Form::default(), &Form::default())
}

/// Where a form was sent to there is nothing to look at.
pub async fn to_home() -> HttpResponse {
    layout::see_other("/".to_owned())
}

/// Asks for a reading and shows it.
pub async fn ask(request: HttpRequest, auth: PageAuth<Write>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&request, body)?;
    let token = FormToken::of(&request, &service);
    form.only(&["querent", "question", "deck", "seed"]);
    let wanted = ReadingRequest {
        querent: form.value("querent", |text| told(Name::new(text))),
        question: form.value("question", |text| told(Question::new(text))).unwrap_or_default(),
        deck: form.value("deck", deck).unwrap_or_default(),
        setup: GameSetup::with_defaults(Ruleset::Fortunes, None).map_err(ServiceError::Invalid)?,
        bots: vec![Skill::ALL[0]; usize::from(Ruleset::Fortunes.info().players.default)],
        seed: form.value("seed", |text| told(SeedText::new(text))),
        client_seed: Default::default(),
        commitment: None,
    };
    if form.wrong.is_empty() {
        let tokens = service.delete_tokens(&auth.0.caller).await?;
        match service.ask(auth.0.caller.owner, wanted, None).await {
            Ok(reading) => {
                let record = reading.thing.record;
                return Ok(made(&request, (Kind::Reading, record.game), &tokens, urls::reading(record.id)));
            }
            Err(error) => form.wrong.extend(fields(error)?),
        }
    }
    Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &token, &form, &Form::default()))
}

/// Has a game played and shows it.
pub async fn play(request: HttpRequest, auth: PageAuth<Write>, service: web::Data<Service>, body: Body) -> PageResult {
    let mut form = Form::read(&request, body)?;
    let token = FormToken::of(&request, &service);
    form.only(&["ruleset", "players", "seed"]);
    let ruleset = form.value("ruleset", |id| told(id.parse::<Ruleset>()));
    if form.text("ruleset").trim().is_empty() {
        form.wrong.push(("ruleset".to_owned(), "Choose a game.".to_owned()));
    }
    let players = form.value("players", |text| number(text, ruleset));
    let seed = form.value("seed", |text| told(SeedText::new(text)));
    if let Some(ruleset) = ruleset.filter(|_| form.wrong.is_empty()) {
        let tokens = service.delete_tokens(&auth.0.caller).await?;
        let played = async {
            let wanted = PlayRequest {
                setup: GameSetup::with_defaults(ruleset, players).map_err(ServiceError::Invalid)?,
                players: Vec::new(),
                seed,
                client_seed: Default::default(),
                commitment: None,
                external_id: None,
            };
            service.play(auth.0.caller.owner, wanted, None).await
        };
        match played.await {
            Ok(game) => {
                let id = game.thing.record.id;
                return Ok(made(&request, (Kind::Game, id), &tokens, urls::game(id)));
            }
            Err(error) => form.wrong.extend(fields(error)?),
        }
    }
    Ok(shown(StatusCode::UNPROCESSABLE_ENTITY, &token, &Form::default(), &form))
}

/// Sends the browser on to what it asked for, with a cookie to delete it by when it was made without a key.
fn made(request: &HttpRequest, (kind, game): (Kind, GameId), tokens: &DeleteTokens, address: String) -> HttpResponse {
    let response = layout::see_other(address);
    match tokens.of(game) {
        Some(token) => Made::of(request, kind).with(game, token).keep(response),
        None => response,
    }
}

fn deck(id: &str) -> Result<Deck, String> {
    let found = DECKS.into_iter().find(|deck| deck.id() == id);
    found.ok_or_else(|| format!("`{id}` is not a deck for readings."))
}

/// How many are to play.
fn number(text: &str, ruleset: Option<Ruleset>) -> Result<usize, String> {
    let count: usize = text.trim().parse().map_err(|_| "Expected a number, in digits.".to_owned())?;
    match ruleset {
        Some(ruleset) if !ruleset.info().players.allows(count) => {
            Err(format!("{} is for {}.", ruleset.info().name, players_of(ruleset)))
        }
        Some(_) | None => Ok(count),
    }
}

/// The fields that the service finds wrong.
fn fields(error: ServiceError) -> Result<Vec<(String, String)>, ServiceError> {
    let ServiceError::Invalid(errors) = error else { return Err(error) };
    Ok(fields_of(errors))
}

fn shown(status: StatusCode, token: &FormToken, asking: &Form, playing: &Form) -> HttpResponse {
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
            (reading_form(token, asking))
            (game_form(token, playing))
        }
        (about())
    };
    token.keep(layout::page(status, "Ask for a reading", &[], &body))
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

fn reading_form(token: &FormToken, form: &Form) -> Markup {
    let decks = DECKS.map(|deck| (deck.id(), deck.name()));
    let limited = |field, limit| Field { limit: Some(limit), ..field };
    let name = limited(Field::text("querent", "querent", "Your name"), 64);
    let question = limited(Field::text("question", "question", "Your question"), 500);
    let seed = limited(Field::text("reading-seed", "seed", "Seed"), 128);
    html! {
        section.card-like aria-labelledby="ask" {
            h2 #ask { "Ask for a reading" }
            (form.faults())
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
                p { button type="submit" { "Lay the cards" } }
            }
        }
    }
}

fn game_form(token: &FormToken, form: &Form) -> Markup {
    let games =
        Ruleset::ALL.map(|ruleset| (ruleset.id(), format!("{} ({})", ruleset.info().name, players_of(ruleset))));
    let choices: Vec<_> = games.iter().map(|(id, text)| (*id, text.as_str())).collect();
    let players = Field { limit: Some(3), ..Field::text("players", "players", "Players") };
    let seed = Field { limit: Some(128), ..Field::text("game-seed", "seed", "Seed") };
    html! {
        section.card-like aria-labelledby="play" {
            h2 #play { "Watch a game" }
            (form.faults())
            form method="post" action="/games" {
                (token.field())
                (form.choice(&Field::text("ruleset", "ruleset", "Game"), &choices))
                (form.line(&Field { hint: "Leave empty for the default number.", ..players }))
                (form.line(&Field { hint: "Leave empty for a random seed.", ..seed }))
                p { button type="submit" { "Play it" } }
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
