//! Readings: of the deals of a game, stored ones, and of submitted tricks.

pub mod clarifiers;
pub mod dto;
pub mod formats;
mod request;

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};

use self::{
    dto::{AnyResponse, GameReadingsResponse, ReadingList, ReadingResponse, SpreadResponse},
    formats::{Form, Look},
    request::{AskBody, LayoutBody, RequestedReading},
};
use super::{
    bulk_export,
    decks::{DECKS, ReadingDeck},
};
use crate::{
    cards::Deck,
    games::Player,
    http::{
        extract::{
            accept::{self, ListForm, NDJSON},
            body::{Absent, JsonBody},
            idempotency_key,
            list_query::{FromQuery, LinesParameters, ListQuery, PAGE, write_cursor},
            path::{FromPath, Param, no_such, number},
            query::{self, NoQuery, Query, query_parameters},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Write, actor},
            rate_limit::{self, UNITS_OF_STREAM},
            ready_answers,
        },
        openapi::{CreateReading, DeleteStored, GetById, GetGameReading, Picture, ReadTricks},
        reply::{
            ndjson,
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    reading::{self, Language, Layout, Reading, Verdict},
    service::{
        Created, DeletableId, Name, ReadChoice, Service, audit,
        records::{AnyReading, GameId, OwnerId, ReadingId, ReadingKind},
        store::ReadingFilter,
    },
};

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
    Ok(response::json_texts(&GameReadingsResponse::from(readings)))
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
        Look,
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
    params(Look),
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

/// Plays a game with the querent in the dealer's seat, or draws cards for a spread, and stores the reading
///
/// With `type: "fortunes"`, the default, the game is stored with its reading. With `type: "spread"` cards are drawn as
/// `POST /v1/draws` draws them, and the reading can be proven with a commitment. Neither a reading nor its game is
/// listed for others, but anyone who has the URL can see it.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    operation_id = "ask_for_reading",
    request_body(content = AskBody),
    responses(
        (status = 201, description = "The reading.", body = AnyResponse,
            headers(("Location" = String), ("Content-Language" = String))),
        CreateReading
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
    let requested = request::parse(body.value(Absent::IsWrong)?)?;
    if let RequestedReading::Fortunes(requested) = &requested {
        rate_limit::charge(&request, rate_limit::units_of(requested.thinking()))?;
    }
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let is_shown = |is_replay| idempotency_key::may_show_tokens(&request, &auth.caller, is_replay);
    let (response, language, is_replay) = match requested {
        RequestedReading::Fortunes(requested) => {
            let Created { value, is_replay } = service.create_reading(auth.caller.owner, requested, key).await?;
            let delete_token = tokens.of(value.record.game).filter(|_| is_shown(is_replay));
            let reading = ReadingResponse { delete_token, ..value.into() };
            (response::created(&reading.links.self_, &reading), reading.reading.language, is_replay)
        }
        RequestedReading::Spread(draw, commitment) => {
            let created = service.store_draw(auth.caller.owner, draw, commitment, key).await?;
            let Created { value, is_replay } = created;
            let delete_token = tokens.of(DeletableId::of_spread(value.record.id)).filter(|_| is_shown(is_replay));
            let reading = SpreadResponse { delete_token, ..value.into() };
            (response::created(&reading.links.self_, &reading), reading.reading.language, is_replay)
        }
    };
    Ok(idempotency_key::replayed(response::in_language(response, language), is_replay))
}

/// Lists the caller's own readings, newest first, or streams all of them
///
/// Callers without a key have no list: they get 401.
///
/// With `Accept: application/x-ndjson` everything that matches is streamed in commit order, one reading per line with a
/// `cursor` that resumes after that line; `limit` is then unbounded.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["read"])),
    params(ReadingParameters, LinesParameters),
    responses(
        (status = 200, description = "A page of readings, or one reading per line.",
            content((ReadingList = "application/json"), (AnyResponse = "application/x-ndjson")),
            headers(("Link" = String), ("Content-Language" = String)))
    )
)]
#[get("/readings")]
pub async fn list_readings(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<ReadingFilter>,
    service: web::Data<Service>,
) -> ApiResult {
    let owner = auth.list_owner()?;
    if list.form == ListForm::Lines {
        return stream_readings(&request, &service, owner, list).await;
    }
    let filters = format!("readings {:?}", list.filter);
    let limit = list.limit.unwrap_or(PAGE);
    let page = service.readings(owner, &list.filter, list.position(&filters)?, limit).await?;
    let next_cursor = page.next.map(|place| write_cursor(place, &filters));
    let list = ReadingList { items: page.items.into_iter().map(AnyResponse::in_list).collect(), next_cursor };
    let response = response::page(&request, Caching::Private, &list, list.next_cursor.as_deref());
    Ok(response::in_language(response, Language::default()))
}

async fn stream_readings(
    request: &HttpRequest,
    service: &Service,
    owner: OwnerId,
    list: ListQuery<ReadingFilter>,
) -> ApiResult {
    rate_limit::charge(request, UNITS_OF_STREAM)?;
    let export = service.export_readings(owner, list.filter.clone(), bulk_export::range_of_readings(&list)?);
    let response = ndjson::answer(
        request,
        NDJSON,
        ndjson::while_authorized(request, bulk_export::of_readings(export, list.filter)),
    )
    .await?;
    Ok(response::in_language(response, Language::default()))
}

query_parameters! {
    /// What narrows the list of readings.
    pub struct ReadingParameters {
        /// Only readings of this type.
        #[param(inline)]
        r#type: Option<ReadingKind>,
        /// Only readings for a querent of this exact name.
        querent: Option<Name>,
        /// Only readings of games with this verdict.
        verdict: Option<Verdict>,
        /// Only readings of games with this layout.
        layout: Option<Layout>,
        /// Only readings stored at this time or later.
        since: Option<DateTime<Utc>>,
        /// Only readings stored before this time.
        until: Option<DateTime<Utc>>,
    }
}

impl FromQuery for ReadingFilter {
    const FORMS: &'static [ListForm] = &[ListForm::Pages, ListForm::Lines];

    fn from_query(query: &mut Query) -> ReadingFilter {
        let ReadingParameters { r#type: kind, querent, verdict, layout, since, until } = ReadingParameters::take(query);
        ReadingFilter { kind, querent: querent.map(Name::into_string), verdict, layout, since, until }
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
        Look,
    ),
    responses(
        (status = 200, description = "The reading.", content(
            (AnyResponse = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")), headers(("Content-Language" = String))),
        GetById
    )
)]
#[get("/readings/{id}")]
pub async fn get_reading(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> ApiResult {
    let mut query = Query::of(&request);
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let (id, representation) = accept::of_part(&request, &path, &formats::OFFERS)?;
    let form = Form::new(&request, representation, look)?;
    match service.reading(ReadingId::from_path(id)?).await? {
        AnyReading::Fortunes(stored) => {
            let heading = stored.heading();
            let answer = ReadingResponse::from(stored);
            form.answer((&request, &service), &answer.reading, heading, &answer).await
        }
        AnyReading::Spread(stored) => {
            form.charge_for_height(&request, formats::squares(&stored.reading))?;
            let heading = stored.heading();
            let answer = SpreadResponse::from(stored);
            form.answer((&request, &service), &answer.reading, heading, &answer).await
        }
    }
}

/// Deletes a reading, but not its game
///
/// Allowed for the owner and for the scope `admin`. A reading that was requested without a key is deleted with the
/// `delete_token` from the 201 response, sent as `Authorization: Bearer delete_…`. The token is accepted for its game
/// too.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the reading.")),
    responses((status = 204, description = "Deleted."), DeleteStored)
)]
#[delete("/readings/{id}")]
pub async fn delete_reading(
    request: HttpRequest,
    auth: Authorized<Delete>,
    _: NoQuery,
    Param(id): Param<ReadingId>,
    service: web::Data<Service>,
) -> ApiResult {
    let (actor, authority) = (actor(&request, &auth.caller), auth.caller.authority());
    ready_answers::change(&request, async move {
        service.delete_reading(id, authority).await?;
        audit::deleted(actor, "reading", id.0);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
