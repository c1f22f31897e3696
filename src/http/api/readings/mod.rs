//! Readings: of a game's deals, stored ones, and of tricks sent in by hand.

mod dto;
pub mod formats;
mod request;

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post, web};

pub use self::{dto::ReadingResponse, request::ReadingDeck};
use self::{
    dto::{GameReadingsResponse, ReadingList},
    formats::{Form, Look},
    request::{LayoutBody, ReadingBody},
};
use crate::{
    cards::Deck,
    games::Player,
    http::{
        api::bulk_export,
        extract::{
            accept::{self, ListForm},
            body::{Absent, JsonBody},
            cursor, idempotency_key,
            list_query::{FromQuery, ListQuery, PAGE},
            path::{FromPath, Param, no_such, number},
            query::{self, NoQuery, Query},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Write, actor},
            rate_limit::{self, UNITS_OF_STREAM},
        },
        openapi::{AskingForReading, LayingOut, ListReadings, Listing, Looking, LookingForReading, Picture, Removing},
        reply::{
            ndjson,
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    reading::{self, CardLook, Language, Layout, Reading, Verdict},
    service::{
        Name, ReadChoice, Service, audit,
        records::{GameId, OwnerId, ReadingId},
        store::ReadingFilter,
    },
};

/// The decks that readings name their cards by.
pub const DECKS: [Deck; 3] = [Deck::Fortunes, Deck::WaiteSmith, Deck::Thoth];

/// The layouts that can be asked for by name; `auto` leaves it to the cards.
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
        LookingForReading
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
    let deal = query.between("deal", 1, u32::MAX);
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
        ("deck" = Option<request::ReadingDeck>, Query, description = "Deck whose card names to use."),
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
        LookingForReading
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
        deal: query.between("deal", 1, u32::MAX),
        layout: query.word("layout", &LAYOUTS).flatten(),
        deck: query.word("deck", &DECKS.map(|deck| (deck.id(), deck))).unwrap_or_default(),
        ..ReadChoice::default()
    };
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let (player, representation) = accept::of_part(&request, &path.1, &formats::OFFERS)?;
    let form = Form::new(&request, representation, look)?;
    let (id, player) = (GameId::from_path(&path.0)?, number("player", player)?);
    let player = u8::try_from(player).map(Player).map_err(|_| no_such("player"))?;
    let found = service.game_reading(id, player, choice).await?;
    form.answer(&service, &found.reading, found.heading, &found.reading).await
}

/// Plays a game with the querent in the dealer's seat, and stores it with its reading
///
/// Neither is listed for others, but anyone who has the URL can see it.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    operation_id = "ask_for_reading",
    request_body(content = ReadingBody),
    responses(
        (status = 201, description = "The reading.", body = ReadingResponse,
            headers(("Location" = String), ("Content-Language" = String))),
        AskingForReading
    )
)]
#[post("/readings")]
pub async fn ask(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let asked = request::reading(body.value(Absent::IsWrong)?)?;
    rate_limit::charge(&request, rate_limit::units_of(asked.thinking()))?;
    let mark = idempotency_key::mark(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let created = service.ask(auth.caller.owner, asked, mark).await?;
    let proven = idempotency_key::is_proven(&request, &auth.caller) || !created.again;
    let delete_token = tokens.of(created.thing.record.game).filter(|_| proven);
    let reading = ReadingResponse { delete_token, ..ReadingResponse::from(created.thing) };
    let response = response::created(&reading.links.self_, &reading);
    Ok(idempotency_key::replayed(response::in_language(response, reading.reading.language), created.again))
}

/// Lists the caller's own readings, newest first, or streams all of them
///
/// Callers without a key have no list.
///
/// With `Accept: application/x-ndjson` everything that matches is streamed in commit order, one reading per line with a
/// `cursor` that resumes after that line; `limit` is then unbounded.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["read"])),
    params(ListReadings),
    responses(
        (status = 200, description = "A page of readings, or one reading per line.",
            content((ReadingList = "application/json"), (ReadingResponse = "application/x-ndjson")),
            headers(("Link" = String), ("Content-Language" = String))),
        Listing
    )
)]
#[get("/readings")]
pub async fn list_readings(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<ReadingFilter>,
    service: web::Data<Service>,
) -> ApiResult {
    if list.form == ListForm::Lines {
        return stream_readings(&request, &service, auth.caller.owner, list).await;
    }
    let filters = format!("readings {:?}", list.filter);
    let before = list.cursor.map(|cursor| cursor::read(&cursor, &filters)).transpose()?;
    let limit = list.limit.unwrap_or(PAGE);
    let page = service.readings(auth.caller.owner, &list.filter, before, limit).await?;
    let next_cursor = page.next.map(|place| cursor::write(place, &filters));
    let list = ReadingList { items: page.items.into_iter().map(ReadingResponse::from).collect(), next_cursor };
    let response = response::json(StatusCode::OK, Caching::Listed, &list);
    let response = response::in_language(response, Language::default());
    Ok(response::with_next(response, &request, list.next_cursor.as_deref()))
}

async fn stream_readings(
    request: &HttpRequest,
    service: &Service,
    owner: OwnerId,
    list: ListQuery<ReadingFilter>,
) -> ApiResult {
    rate_limit::charge(request, UNITS_OF_STREAM)?;
    let export = service.export_readings(owner, list.filter.clone(), bulk_export::range_of_readings(&list)?);
    let response = ndjson::answer(request, bulk_export::of_readings(export, list.filter)).await?;
    Ok(response::in_language(response, Language::default()))
}

impl FromQuery for ReadingFilter {
    const LINES: bool = true;

    fn from_query(query: &mut Query) -> ReadingFilter {
        ReadingFilter {
            querent: query.read("querent", |text| Name::new(text).map(Name::into_string)),
            verdict: query.word("verdict", &Verdict::ALL.map(|verdict| (verdict.id(), verdict))),
            layout: query.word("layout", &Layout::ALL.map(|layout| (layout.id(), layout))),
            since: query.time("since"),
            until: query.time("until"),
        }
    }
}

/// Returns a stored reading
///
/// Also available as a picture (SVG, PNG), a page (HTML) and text (plain, Markdown), with `Accept` or the suffix
/// `.svg`, `.png`, `.html`, `.txt` or `.md`.
#[utoipa::path(
    tag = "readings",
    params(
        ("id" = Uuid, Path, description = "Id of the reading."),
        ("width" = Option<u32>, Query, description = "Width of a PNG in pixels (1000); other formats have no width.",
            minimum = 200, maximum = 2000),
        ("cards" = inline(Option<CardLook>), Query,
            description = "Look of the cards in SVG, PNG and HTML; `art` needs an art folder."),
    ),
    responses(
        (status = 200, description = "The reading.", content(
            (ReadingResponse = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")), headers(("Content-Language" = String))),
        Looking
    )
)]
#[get("/readings/{id}")]
pub async fn get_reading(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> ApiResult {
    let mut query = Query::of(&request);
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let (id, representation) = accept::of_part(&request, &path, &formats::OFFERS)?;
    let form = Form::new(&request, representation, look)?;
    let stored = service.reading(ReadingId::from_path(id)?).await?;
    let (heading, game) = (stored.heading(), stored.record.game);
    let answer = ReadingResponse::from(stored);
    Ok(response::gone_with(form.answer(&service, &answer.reading, heading, &answer).await?, game))
}

/// Deletes a reading, but not its game
///
/// Allowed for the owner and for the scope `admin`. A reading that was requested without a key is deleted with the
/// `delete_token` from the 201 response, sent as `Authorization: Bearer delete_…`, which also deletes its game.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    params(("id" = Uuid, Path, description = "Id of the reading.")),
    responses((status = 204, description = "Deleted."), Removing)
)]
#[delete("/readings/{id}")]
pub async fn delete_reading(
    request: HttpRequest,
    auth: Authorized<Delete>,
    _: NoQuery,
    Param(id): Param<ReadingId>,
    service: web::Data<Service>,
) -> ApiResult {
    service.delete_reading(id, auth.caller.authority()).await?;
    audit::deleted(actor(&request, &auth.caller), "reading", id.0);
    Ok(HttpResponse::NoContent().finish())
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
        LayingOut
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
    form.answer(&service, &reading, heading, &reading).await
}
