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

use std::future::ready;

use actix_web::{
    FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder,
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

/// A page.
struct Page {
    path: &'static str,
    /// The value of its `Allow` header.
    methods: &'static str,
    resource: Resource,
}

/// A page that is read.
fn get<A: FromRequest + 'static>(path: &'static str, page: impl Handler<A, Output: Responder + 'static>) -> Page {
    Page { path, methods: "GET, HEAD", resource: web::resource(path).route(web::get().to(page)) }
}

/// A page with a form that is sent to it.
fn form<A: FromRequest + 'static, B: FromRequest + 'static>(
    path: &'static str,
    page: impl Handler<A, Output: Responder + 'static>,
    sent: impl Handler<B, Output: Responder + 'static>,
) -> Page {
    let read = get(path, page);
    Page { methods: "GET, HEAD, POST", resource: read.resource.route(web::post().to(sent)), ..read }
}

/// All pages. Where a word stands in the place of an id, it comes first.
fn all() -> Vec<Page> {
    vec![
        get("/", home::home),
        get("/daily", daily::daily),
        get(urls::DAYS, days::days),
        get(urls::TODAY, days::today),
        form("/days/{date}", days::day, days::sit_down),
        form("/days/{date}/note", days::back, days::note),
        get("/days/{date}/card.png", days::picture),
        form("/readings", readings::readings, readings::form::ask),
        // `by-hand`, `new` and `spread` are not ids, so they come before the routes with an id.
        form("/readings/by-hand", readings::by_hand::page, readings::by_hand::enter),
        get("/readings/new", readings::form::form),
        form("/readings/spread/{spread}", spreads::back, spreads::store),
        get("/readings/{id}", readings::reading),
        get("/readings/{id}/preview.png", preview::of_reading),
        form("/readings/{id}/clarifiers", deletion::back, readings::clarifiers::clarify),
        form("/readings/{id}/notes", deletion::back, readings::notes::add),
        form("/readings/{id}/notes/{note}", deletion::back, readings::notes::change),
        form("/readings/{id}/notes/{note}/delete", deletion::back, readings::notes::delete),
        form("/readings/{id}/delete", deletion::back, deletion::reading),
        form("/games", games::history::history, games::watch_form::play),
        form("/games/import", games::import::ask, games::import::import),
        get("/games/new", games::watch_form::form),
        get("/games/{id}", games::game),
        get("/games/{id}/preview.png", preview::of_game),
        form("/games/{id}/delete", deletion::back, deletion::game),
        get("/games/{id}/table/{n}", games::table),
        get("/games/{id}/readings/{player}", readings::of_player),
        get("/tables", tables::open),
        form("/tables/new", tables::ask, tables::make),
        form("/tables/play", tables::with_others, tables::play_now),
        get("/tables/{id}", tables::page),
        get("/tables/{id}/events", tables::events),
        form("/tables/{id}/steps", tables::back, tables::step),
        form("/tables/{id}/seats/{n}", tables::back, tables::take_seat),
        form("/tables/{id}/seats/{n}/leave", tables::back, tables::leave),
        form("/tables/{id}/seats/{n}/invitation", tables::back, tables::invite_anew),
        form("/tables/{id}/bots", tables::back, tables::seat_bots),
        form("/tables/{id}/rematch", tables::back, tables::rematch),
        form("/tables/{id}/close", tables::back, tables::close),
        form("/tables/{id}/delete", tables::back, tables::delete),
        // The variant with a trailing slash; the API has the other.
        get("/rules/", rules::index),
        get("/docs/", api_docs::page),
        get("/docs/index.html", api_docs::to_page),
        get("/docs/{guide}", guides::page),
        get("/docs/operation/{guide}", guides::of_operation),
        get("/llms.txt", guides::for_models),
        get("/learn", learn::index),
        // `cards` is no game.
        get(urls::PATH, learn::path::path),
        get("/learn/cards/{day}", learn::path::day),
        get("/learn/{name}", learn::lesson),
        get("/cards", card::list),
        get(urls::DECK, card::deck),
        get("/cards/{card}", card::page),
        get("/spreads", spreads::list),
        get("/spreads/{spread}", spreads::form),
        get("/spreads/{spread}/reading", spreads::reading),
        get("/spreads/{spread}/reading.{form}", spreads::download),
        get("/statistics", statistics::statistics),
        form("/simulations", simulations::form, simulations::start),
        get("/simulations/{id}", simulations::progress),
        form("/simulations/{id}/stop", deletion::back, simulations::stop),
        form("/simulations/{id}/delete", deletion::back, deletion::simulation),
        get("/leaderboards/{ruleset}", standings::leaderboard),
        get("/players/{name}", games::history::player),
        form(urls::ME, me::page, me::make),
        form("/me/key", me::back, me::enter),
        form("/me/link", me::back, me::link),
        form("/me/device", me::whose, me::take),
        form("/me/recovery", me::back, me::recovery),
        form("/me/devices/{id}/revoke", me::back, me::revoke),
        form("/me/sign-out", me::back, me::sign_out),
        form("/me/delete", me::back, me::delete),
        get("/problems", error::problems),
        get(urls::TURNS, turn_links),
        get("/favicon.ico", preview::favicon),
        get("/art/{name}", look::picture),
        get(urls::ICON, preview::icon),
        get(urls::MANIFEST, preview::manifest),
        get("/assets/{name}", asset),
    ]
}

/// The paths of all pages.
pub fn routes() -> impl Iterator<Item = &'static str> {
    all().into_iter().map(|page| page.path)
}

/// Registers every page.
pub fn pages(config: &mut web::ServiceConfig) {
    for Page { resource, methods, .. } in all() {
        let page = resource.default_service(web::to(move || ready(not_allowed(methods))));
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
