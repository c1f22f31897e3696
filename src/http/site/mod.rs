//! Pages for people: readings, games to play and watch, tables, history, rules.
//!
//! They are rendered on the server and need no script; with one, a replay advances without reloading. They are not part
//! of the OpenAPI document.

mod api_docs;
mod assets;
mod board;
mod card;
mod charts;
mod daily;
mod days;
mod delete_tokens;
mod deletion;
mod error;
mod form;
mod games;
mod guides;
mod home;
pub mod layout;
mod learn;
mod look;
mod me;
mod open_graph;
mod options;
mod play;
mod preview;
mod readings;
mod refresh;
pub mod rules;
mod seats;
mod simulations;
mod spreads;
mod standings;
mod statistics;
mod tables;
mod turns;
pub mod urls;
mod written;

use actix_web::{
    HttpRequest, HttpResponse, Resource,
    http::header::{self, HeaderValue},
    middleware::from_fn,
    web,
};

use self::error::PageResult;

use crate::{
    http::{extract::query, reply::problem::Problem},
    service::{ProblemCode, Service},
};

pub use self::error::{PageError, problem_page};

/// A page: its path, the value of its `Allow` header, and its handlers.
type PageRoute = (&'static str, &'static str, fn(Resource) -> Resource);

const GET: &str = "GET, HEAD";

const PAGES: &[PageRoute] = &[
    ("/", GET, |page| page.route(web::get().to(home::home))),
    ("/daily", GET, |page| page.route(web::get().to(daily::daily))),
    (urls::DAYS, GET, |page| page.route(web::get().to(days::days))),
    (urls::TODAY, GET, |page| page.route(web::get().to(days::today))),
    ("/days/{date}", "GET, HEAD, POST", |page| {
        page.route(web::get().to(days::day)).route(web::post().to(days::sit_down))
    }),
    ("/days/{date}/note", "GET, HEAD, POST", |page| {
        page.route(web::get().to(days::back)).route(web::post().to(days::note))
    }),
    ("/days/{date}/card.png", GET, |page| page.route(web::get().to(days::picture))),
    ("/readings", "GET, HEAD, POST", |page| {
        page.route(web::get().to(readings::readings)).route(web::post().to(readings::form::ask))
    }),
    // `by-hand`, `new` and `spread` are not ids, so they come before the routes with an id.
    ("/readings/by-hand", "GET, HEAD, POST", |page| {
        page.route(web::get().to(readings::by_hand::page)).route(web::post().to(readings::by_hand::enter))
    }),
    ("/readings/new", GET, |page| page.route(web::get().to(readings::form::form))),
    ("/readings/spread/{spread}", "GET, HEAD, POST", |page| {
        page.route(web::get().to(spreads::back)).route(web::post().to(spreads::store))
    }),
    ("/readings/{id}", GET, |page| page.route(web::get().to(readings::reading))),
    ("/readings/{id}/preview.png", GET, |page| page.route(web::get().to(preview::of_reading))),
    ("/readings/{id}/clarifiers", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(readings::clarifiers::clarify))
    }),
    ("/readings/{id}/notes", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(readings::notes::add))
    }),
    ("/readings/{id}/notes/{note}", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(readings::notes::change))
    }),
    ("/readings/{id}/notes/{note}/delete", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(readings::notes::delete))
    }),
    ("/readings/{id}/delete", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(deletion::reading))
    }),
    ("/games", "GET, HEAD, POST", |page| {
        page.route(web::get().to(games::history::history)).route(web::post().to(games::watch_form::play))
    }),
    ("/games/import", "GET, HEAD, POST", |page| {
        page.route(web::get().to(games::import::ask)).route(web::post().to(games::import::import))
    }),
    ("/games/new", GET, |page| page.route(web::get().to(games::watch_form::form))),
    ("/games/{id}", GET, |page| page.route(web::get().to(games::game))),
    ("/games/{id}/preview.png", GET, |page| page.route(web::get().to(preview::of_game))),
    ("/games/{id}/delete", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(deletion::game))
    }),
    ("/games/{id}/table/{n}", GET, |page| page.route(web::get().to(games::table))),
    ("/games/{id}/readings/{player}", GET, |page| page.route(web::get().to(readings::of_player))),
    ("/tables", GET, |page| page.route(web::get().to(tables::open))),
    ("/tables/new", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::ask)).route(web::post().to(tables::make))
    }),
    ("/tables/play", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::with_others)).route(web::post().to(tables::play_now))
    }),
    ("/tables/{id}", GET, |page| page.route(web::get().to(tables::page))),
    ("/tables/{id}/events", GET, |page| page.route(web::get().to(tables::events))),
    ("/tables/{id}/steps", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::step))
    }),
    ("/tables/{id}/seats/{n}", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::take_seat))
    }),
    ("/tables/{id}/seats/{n}/leave", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::leave))
    }),
    ("/tables/{id}/seats/{n}/invitation", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::invite_anew))
    }),
    ("/tables/{id}/bots", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::seat_bots))
    }),
    ("/tables/{id}/rematch", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::rematch))
    }),
    ("/tables/{id}/close", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::close))
    }),
    ("/tables/{id}/delete", "GET, HEAD, POST", |page| {
        page.route(web::get().to(tables::back)).route(web::post().to(tables::delete))
    }),
    // The variant with a trailing slash; the API has the other.
    ("/rules/", GET, |page| page.route(web::get().to(rules::index))),
    ("/docs/", GET, |page| page.route(web::get().to(api_docs::page))),
    ("/docs/index.html", GET, |page| page.route(web::get().to(api_docs::to_page))),
    ("/docs/{guide}", GET, |page| page.route(web::get().to(guides::page))),
    ("/docs/operation/{guide}", GET, |page| page.route(web::get().to(guides::of_operation))),
    ("/llms.txt", GET, |page| page.route(web::get().to(guides::for_models))),
    ("/learn", GET, |page| page.route(web::get().to(learn::index))),
    // `cards` is no game.
    (urls::PATH, GET, |page| page.route(web::get().to(learn::path::path))),
    ("/learn/cards/{day}", GET, |page| page.route(web::get().to(learn::path::day))),
    ("/learn/{name}", GET, |page| page.route(web::get().to(learn::lesson))),
    ("/cards", GET, |page| page.route(web::get().to(card::list))),
    (urls::DECK, GET, |page| page.route(web::get().to(card::deck))),
    ("/cards/{card}", GET, |page| page.route(web::get().to(card::page))),
    ("/spreads", GET, |page| page.route(web::get().to(spreads::list))),
    ("/spreads/{spread}", GET, |page| page.route(web::get().to(spreads::form))),
    ("/spreads/{spread}/reading", GET, |page| page.route(web::get().to(spreads::reading))),
    ("/spreads/{spread}/reading.{form}", GET, |page| page.route(web::get().to(spreads::download))),
    ("/statistics", GET, |page| page.route(web::get().to(statistics::statistics))),
    ("/simulations", "GET, HEAD, POST", |page| {
        page.route(web::get().to(simulations::form)).route(web::post().to(simulations::start))
    }),
    ("/simulations/{id}", GET, |page| page.route(web::get().to(simulations::progress))),
    ("/simulations/{id}/stop", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(simulations::stop))
    }),
    ("/simulations/{id}/delete", "GET, HEAD, POST", |page| {
        page.route(web::get().to(deletion::back)).route(web::post().to(deletion::simulation))
    }),
    ("/leaderboards/{ruleset}", GET, |page| page.route(web::get().to(standings::leaderboard))),
    ("/players/{name}", GET, |page| page.route(web::get().to(games::history::player))),
    (urls::ME, "GET, HEAD, POST", |page| page.route(web::get().to(me::page)).route(web::post().to(me::make))),
    ("/me/key", "GET, HEAD, POST", |page| page.route(web::get().to(me::back)).route(web::post().to(me::enter))),
    ("/me/link", "GET, HEAD, POST", |page| page.route(web::get().to(me::back)).route(web::post().to(me::link))),
    ("/me/device", "GET, HEAD, POST", |page| page.route(web::get().to(me::whose)).route(web::post().to(me::take))),
    ("/me/recovery", "GET, HEAD, POST", |page| page.route(web::get().to(me::back)).route(web::post().to(me::recovery))),
    ("/me/devices/{id}/revoke", "GET, HEAD, POST", |page| {
        page.route(web::get().to(me::back)).route(web::post().to(me::revoke))
    }),
    ("/me/sign-out", "GET, HEAD, POST", |page| page.route(web::get().to(me::back)).route(web::post().to(me::sign_out))),
    ("/me/delete", "GET, HEAD, POST", |page| page.route(web::get().to(me::back)).route(web::post().to(me::delete))),
    ("/problems", GET, |page| page.route(web::get().to(error::problems))),
    (urls::TURNS, GET, |page| page.route(web::get().to(turn_links))),
    ("/favicon.ico", GET, |page| page.route(web::get().to(preview::favicon))),
    ("/art/{name}", GET, |page| page.route(web::get().to(look::picture))),
    (urls::ICON, GET, |page| page.route(web::get().to(preview::icon))),
    (urls::MANIFEST, GET, |page| page.route(web::get().to(preview::manifest))),
    ("/assets/{name}", GET, |page| page.route(web::get().to(asset))),
];

/// The paths of all pages.
pub fn routes() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(path, ..)| *path)
}

/// Registers every page.
pub fn pages(config: &mut web::ServiceConfig) {
    for &(path, methods, answer) in PAGES {
        let page = web::resource(path);
        let page = answer(page.default_service(web::to(async move || not_allowed(methods))));
        config.service(page.wrap(from_fn(turns::tell)));
    }
}

/// The response to a method that the page does not have.
fn not_allowed(methods: &'static str) -> PageResult {
    let problem = Problem::new(ProblemCode::MethodNotAllowed, "This page does not support the method.");
    Err(problem.with_header(header::ALLOW, HeaderValue::from_static(methods)).into())
}

/// Serves a style sheet, script or font.
async fn asset(request: HttpRequest, service: web::Data<Service>, name: web::Path<String>) -> PageResult {
    let found = assets::response(&name, request.query_string()).or_else(|| look::style(service.pictures(), &name));
    found.ok_or_else(|| PageError::not_found("file"))
}

/// The links to the tables at which it is the reader's turn, for scripts; 204 if the reader holds no seat.
async fn turn_links(request: HttpRequest) -> PageResult {
    query::none(&request)?;
    let tables = turns::tables();
    let response = match tables.is_empty() {
        true => layout::private(HttpResponse::NoContent().finish()),
        false => layout::piece(turns::links()),
    };
    Ok(turns::only_at(&request, response, &tables))
}
