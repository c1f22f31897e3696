//! Pages for people: ask for a reading, have a game played, look one up and watch it step by step.
//!
//! They are rendered here and need no script; with one, a replay goes on without loading its page again. They are no
//! part of the OpenAPI document.

mod assets;
mod auth;
mod card;
mod deletion;
mod error;
mod form;
mod form_token;
mod game;
mod games;
mod history;
mod home;
mod layout;
mod made;
mod narration;
mod reading;
mod urls;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web,
};

use self::error::PageError;

/// What pages answer.
type PageResult = Result<HttpResponse, PageError>;

/// The largest form, in bytes.
const FORM_LIMIT: usize = 16 << 10;

/// The routes of pages.
pub const ROUTES: [&str; 11] = [
    "/",
    "/readings",
    "/readings/{id}",
    "/readings/{id}/delete",
    "/games",
    "/games/{id}",
    "/games/{id}/delete",
    "/games/{id}/table/{n}",
    "/games/{id}/readings/{player}",
    "/players/{name}",
    "/assets/{name}",
];

/// Registers every page.
pub fn pages(config: &mut web::ServiceConfig) {
    let get = |path: &str| web::resource(path.to_owned()).default_service(web::to(only_get));
    config
        .service(get("/").route(web::get().to(home::home)))
        .service(
            get("/readings")
                .app_data(web::PayloadConfig::new(FORM_LIMIT))
                .route(web::get().to(home::to_home))
                .route(web::post().to(home::ask)),
        )
        .service(get("/readings/{id}").route(web::get().to(reading::reading)))
        .service(
            get("/readings/{id}/delete")
                .app_data(web::PayloadConfig::new(FORM_LIMIT))
                .route(web::post().to(deletion::reading)),
        )
        .service(
            get("/games")
                .app_data(web::PayloadConfig::new(FORM_LIMIT))
                .route(web::get().to(history::history))
                .route(web::post().to(home::play)),
        )
        .service(get("/games/{id}").route(web::get().to(game::game)))
        .service(
            get("/games/{id}/delete")
                .app_data(web::PayloadConfig::new(FORM_LIMIT))
                .route(web::post().to(deletion::game)),
        )
        .service(get("/games/{id}/table/{n}").route(web::get().to(game::table)))
        .service(get("/games/{id}/readings/{player}").route(web::get().to(reading::of_player)))
        .service(get("/players/{name}").route(web::get().to(history::player)))
        .service(get("/assets/{name}").route(web::get().to(assets::asset)));
}

/// The page has no such method.
async fn only_get(request: HttpRequest) -> HttpResponse {
    let allow = match request.match_pattern().as_deref() {
        Some("/readings" | "/games") => "GET, HEAD, POST",
        Some("/readings/{id}/delete" | "/games/{id}/delete") => "POST",
        Some(_) | None => "GET, HEAD",
    };
    let mut response = layout::error(StatusCode::METHOD_NOT_ALLOWED, "This page cannot be asked for like that.");
    response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static(allow));
    response
}
