//! Stored readings: requested, listed, returned and deleted.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};

use super::{
    dto::{AnyResponse, ReadingList, ReadingResponse},
    formats::{self, Form, Look},
    request::{self, AskBody, RequestedReading},
    spread_dto::SpreadResponse,
};
use crate::{
    http::{
        api::bulk_export,
        extract::{
            accept::{self, ListForm},
            body::{Absent, JsonBody},
            cursor, idempotency_key,
            list_query::{FromQuery, LinesParameters, ListQuery, PAGE},
            parameters::query_parameters,
            path::{FromPath, Param},
            query::{self, NoQuery, Query},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Write, actor},
            rate_limit::{self, UNITS_OF_STREAM},
            ready_answers,
        },
        openapi::{CreateReading, DeleteStored, GetById, Picture},
        reply::{
            ndjson,
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    reading::{CardLook, Language, Layout, Verdict},
    service::{
        Created, DeletableId, Name, Service, audit,
        records::{AnyReading, OwnerId, ReadingId, ReadingKind},
        store::ReadingFilter,
    },
};

/// Plays a game with the querent in the dealer's seat, or draws cards for a spread, and stores the reading
///
/// With `kind: "fortunes"`, the default, the game is stored with its reading. With `kind: "spread"` cards are drawn as
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
    let next_cursor = page.next.map(|place| cursor::write(place, &filters));
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
    let response =
        ndjson::answer(request, ndjson::while_authorized(request, bulk_export::of_readings(export, list.filter)))
            .await?;
    Ok(response::in_language(response, Language::default()))
}

query_parameters! {
    /// What narrows the list of readings.
    pub struct ReadingParameters {
        /// Only readings of this kind.
        #[param(inline)]
        kind: Option<ReadingKind>,
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
    const LINES: bool = true;

    fn from_query(query: &mut Query) -> ReadingFilter {
        let ReadingParameters { kind, querent, verdict, layout, since, until } = ReadingParameters::take(query);
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
        ("width" = Option<u32>, Query, description = "Width of a PNG in pixels (1000); other formats have no width.",
            minimum = 200, maximum = 2000),
        ("cards" = inline(Option<CardLook>), Query,
            description = "Look of the cards in SVG, PNG and HTML; `art` needs an art folder."),
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
    ready_answers::delete(&request, async move {
        service.delete_reading(id, authority).await?;
        audit::deleted(actor, "reading", id.0);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
