//! Readings: of the deals of a game, stored ones, and of submitted tricks.

mod deck;
mod dto;
pub mod formats;
mod request;
mod spread_dto;
mod stored;

use actix_web::{HttpRequest, get, http::StatusCode, post, web};

pub use self::{
    deck::ReadingDeck,
    dto::AnyResponse,
    stored::{ask, delete_reading, get_reading, list_readings},
};
use self::{
    dto::GameReadingsResponse,
    formats::{Form, Look},
    request::LayoutBody,
};
use crate::{
    cards::Deck,
    games::Player,
    http::{
        extract::{
            accept,
            body::{Absent, JsonBody},
            path::{FromPath, no_such, number},
            query::{self, Query},
        },
        middleware::auth::{Authorized, Read},
        openapi::{GetGameReading, Picture, ReadTricks},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    reading::{self, CardLook, Language, Layout, Reading},
    service::{ReadChoice, Service, records::GameId},
};

/// The decks whose card names readings can use.
pub const DECKS: [Deck; 3] = [Deck::Fortunes, Deck::WaiteSmith, Deck::Thoth];

/// Takes `deck` from a query: the deck whose card names a reading uses.
pub fn deck(query: &mut Query) -> Deck {
    query.word("deck", &DECKS.map(|deck| (deck.id(), deck))).unwrap_or_default()
}

/// The layouts by name; `auto` lets the cards decide.
const LAYOUTS: [(&str, Option<Layout>); 4] =
    [("auto", None), ("simple", Some(Layout::Simple)), ("broad", Some(Layout::Broad)), ("fate", Some(Layout::Fate))];

/// Returns the four readings of a deal of Fortunes
#[utoipa::path(
    tag = "readings",
    security(("key" = ["read"])),
    params(
        ("id" = Uuid, Path, description = "Id of the game."),
        ("deal" = Option<u32>, Query, description = "Number of the deal, from 1; the last deal by default.", minimum = 1),
    ),
    responses(
        (status = 200, description = "The readings.", body = GameReadingsResponse, headers(("Content-Language" = String))),
        GetGameReading
    )
)]
#[get("/games/{id}/readings")]
pub async fn get_game_readings(
    request: HttpRequest,
    _: Authorized<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let deal = query.between("deal", 1, query::INTEGER_LIMIT);
    query.finish()?;
    accept::json_only(&request)?;
    let readings =
        service.game_readings(GameId::from_path(&path)?, ReadChoice { deal, ..ReadChoice::default() }).await?;
    let response = response::json(StatusCode::OK, Caching::Revalidate, &GameReadingsResponse::from(readings));
    Ok(response::in_language(response, Language::default()))
}

/// Returns one player's reading of a deal of Fortunes
///
/// Also available as a picture (SVG, PNG), a page (HTML) and text (plain, Markdown), with `Accept` or the suffix
/// `.svg`, `.png`, `.html`, `.txt` or `.md`.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["read"])),
    params(
        ("id" = Uuid, Path, description = "Id of the game."),
        ("player" = u8, Path, description = "Index of the player.", maximum = 3),
        ("deal" = Option<u32>, Query, description = "Number of the deal, from 1; the last deal by default.", minimum = 1),
        ("layout" = Option<request::LayoutChoice>, Query, description = "Layout; chosen by the cards by default."),
        ("deck" = Option<ReadingDeck>, Query, description = "Deck whose card names to use."),
        ("width" = Option<u32>, Query, description = "Width of a PNG in pixels (1000); other formats have no width.",
            minimum = 200, maximum = 2000),
        ("cards" = inline(Option<CardLook>), Query,
            description = "Look of the cards in SVG, PNG and HTML; `art` needs an art folder."),
    ),
    responses(
        (status = 200, description = "The reading.", content(
            (Reading = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")), headers(("Content-Language" = String))),
        GetGameReading
    )
)]
#[get("/games/{id}/readings/{player}")]
pub async fn get_game_reading(
    request: HttpRequest,
    _: Authorized<Read>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let choice = ReadChoice {
        deal: query.between("deal", 1, query::INTEGER_LIMIT),
        layout: query.word("layout", &LAYOUTS).flatten(),
        deck: deck(&mut query),
        ..ReadChoice::default()
    };
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let (player, representation) = accept::of_part(&request, &path.1, &formats::OFFERS)?;
    let form = Form::new(&request, representation, look)?;
    let (id, player) = (GameId::from_path(&path.0)?, number("player", player)?);
    let player = u8::try_from(player).map(Player).map_err(|_| no_such("player"))?;
    let found = service.game_reading(id, player, choice).await?;
    form.answer((&request, &service), &found.reading, found.heading, &found.reading).await
}

/// Reads submitted tricks, without a game and without storing anything
///
/// Also available as a picture (SVG, PNG), a page (HTML) and text (plain, Markdown), with `Accept`.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["read"])),
    operation_id = "lay_out_tricks",
    params(("width" = Option<u32>, Query, description = "Width of a PNG in pixels (1000); other formats have no width.",
        minimum = 200, maximum = 2000),
        ("cards" = inline(Option<CardLook>), Query,
            description = "Look of the cards in SVG, PNG and HTML; `art` needs an art folder."),),
    request_body(content = LayoutBody),
    responses(
        (status = 200, description = "The reading.", content(
            (Reading = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")), headers(("Content-Language" = String))),
        ReadTricks
    )
)]
#[post("/layouts")]
pub async fn lay_out(
    request: HttpRequest,
    _: Authorized<Read>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    let mut query = Query::of(&request);
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let form = Form::new(&request, accept::choose(&request, &formats::OFFERS)?, look)?;
    let (tricks, choice, heading) = request::layout(body.value(Absent::IsWrong)?)?;
    let reading = reading::read(&tricks, choice).map_err(|why| request::unreadable(&why))?;
    let reading = reading.told_for(heading.question.as_deref().unwrap_or_default(), heading.names());
    form.answer((&request, &service), &reading, heading, &reading).await
}
