//! Deals of the day: listed, played, compared and read.

mod dto;

use actix_web::{HttpRequest, get, patch, post, web};
use chrono::{Datelike, NaiveDate};
use deserr::Deserr;
use utoipa::ToSchema;
use uuid::Uuid;

use self::dto::{BoardResponse, DayList, DayResponse, DayResultList, ResultResponse};
use super::{
    readings::formats::{self, Form, Look},
    tables::{self, TableResponse},
};
use crate::{
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            list_query::{ListQuery, PageParameters, bad_cursor, write_cursor},
            path::{FromPath, JsonParam, Param},
            query::{self, NoQuery, Query},
        },
        middleware::auth::{Authorized, Read, Write},
        openapi::{ChangeOwn, GetBoard, GetById, OpenDay, Picture},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    reading::Reading,
    service::{Position, Question, Service},
};

/// An empty object.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = DayTableRequest)]
struct OpenBody {}

/// What is changed in a result.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = DayNote)]
struct NoteBody {
    /// A line to remember the day by.
    note: Question,
}

/// Lists the deals of the day, newest first
///
/// The days of the week to come stand first, each with the hash of its seed.
#[utoipa::path(
    tag = "days",
    security(("key" = ["read"])),
    params(PageParameters),
    responses((status = 200, description = "A page of days.", body = DayList, headers(("Link" = String))))
)]
#[get("/days")]
pub async fn list_days(
    request: HttpRequest,
    _: Authorized<Read>,
    list: ListQuery<()>,
    service: web::Data<Service>,
) -> ApiResult {
    let page = service.days(before(&list, "days")?, list.page_size()).await?;
    let next_cursor = page.next.map(|date| cursor(date, "days"));
    let list = DayList { items: page.items.into_iter().map(DayResponse::from).collect(), next_cursor };
    Ok(response::page(&request, Caching::Listed, &list, list.next_cursor.as_deref()))
}

/// The day before which a page begins. Cursors have ids: a day's has its number.
fn before(list: &ListQuery<()>, what: &str) -> Result<Option<NaiveDate>, Problem> {
    let day = |id: Uuid| i32::try_from(id.as_u128()).ok().and_then(NaiveDate::from_num_days_from_ce_opt);
    list.id(what)?.map(|id| day(id).ok_or_else(bad_cursor)).transpose()
}

fn cursor(date: NaiveDate, what: &str) -> String {
    let number = u128::from(date.num_days_from_ce().unsigned_abs());
    write_cursor(Position::of_id(Uuid::from_u128(number)), what)
}

/// Returns a deal of the day
///
/// Once the day is over with its seed, its par, its best line, the best and how many counted players have made which points.
#[utoipa::path(
    tag = "days",
    security(("key" = ["read"])),
    params(("date" = NaiveDate, Path, description = "The day, in UTC.")),
    responses((status = 200, description = "The day.", body = DayResponse), GetById)
)]
#[get("/days/{date}")]
pub async fn get_day(
    _: Authorized<Read>,
    _: NoQuery,
    JsonParam(date): JsonParam<NaiveDate>,
    service: web::Data<Service>,
) -> ApiResult {
    let day = DayResponse::from(service.day(date).await?);
    Ok(response::ok(Caching::Listed, &day))
}

/// Opens a table for the deal of a day
///
/// One deal of Fortunes: the caller sits in the dealer's seat, and adepts in the others. Today's deal is played with the
/// key of a profile, which has one try a day, used by opening the table. A day that is over can be played late, also
/// without a profile; it is not counted then. Before the day is over nobody but its player can see the table, and its
/// game is stored after that. The body is optional.
#[utoipa::path(
    tag = "days",
    security(("key" = ["write"])),
    params(("date" = NaiveDate, Path, description = "The day, in UTC.")),
    request_body(content = Option<OpenBody>),
    responses((status = 201, description = "The table, as seen from the seat, with its token.", body = TableResponse,
        headers(("Location" = String))), OpenDay)
)]
#[post("/days/{date}/tables")]
pub async fn open_day(
    request: HttpRequest,
    auth: Authorized<Write>,
    Param(date): Param<NaiveDate>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let OpenBody {} = body::fields(body.value(Absent::IsEmpty)?).map_err(body::invalid)?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let nonce = idempotency_key::nonce(&request, &auth.caller);
    let created = service.open_day(&auth.caller, date, nonce.as_deref(), key).await?;
    Ok(tables::made(&request, &auth.caller, &tokens, created))
}

/// Returns the board of a day
///
/// Points against all others on the same cards. It is open to those who have finished the day, and to everybody once the
/// day is over.
#[utoipa::path(
    tag = "days",
    security(("key" = ["read"])),
    params(("date" = NaiveDate, Path, description = "The day, in UTC.")),
    responses((status = 200, description = "The board.", body = BoardResponse), GetBoard)
)]
#[get("/days/{date}/board")]
pub async fn get_board(
    auth: Authorized<Read>,
    _: NoQuery,
    _: accept::AcceptsJson,
    Param(date): Param<NaiveDate>,
    service: web::Data<Service>,
) -> ApiResult {
    let board = BoardResponse::from(service.board(&auth.caller, date).await?);
    Ok(response::ok(Caching::Own, &board))
}

/// Returns what the caller has made of a day
///
/// It is there from the last step on, for the profile that has played the day.
#[utoipa::path(
    tag = "days",
    security(("key" = ["read"])),
    params(("date" = NaiveDate, Path, description = "The day, in UTC.")),
    responses((status = 200, description = "The result.", body = ResultResponse), GetById)
)]
#[get("/days/{date}/result")]
pub async fn get_result(
    auth: Authorized<Read>,
    _: NoQuery,
    _: accept::AcceptsJson,
    Param(date): Param<NaiveDate>,
    service: web::Data<Service>,
) -> ApiResult {
    let result = service.own_result(auth.list_owner()?, date).await?;
    Ok(response::ok(Caching::Own, &ResultResponse::from(result)))
}

/// Writes a line beside what the caller has made of a day
#[utoipa::path(
    tag = "days",
    security(("key" = ["write"])),
    params(("date" = NaiveDate, Path, description = "The day, in UTC.")),
    request_body(content = NoteBody),
    responses((status = 200, description = "The result with the line.", body = ResultResponse), ChangeOwn)
)]
#[patch("/days/{date}/result")]
pub async fn note_day(
    request: HttpRequest,
    auth: Authorized<Write>,
    Param(date): Param<NaiveDate>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let NoteBody { note } = body::fields(body.value(Absent::IsWrong)?).map_err(body::invalid)?;
    let result = service.note_day(auth.list_owner()?, date, &note).await?;
    Ok(response::ok(Caching::Own, &ResultResponse::from(result)))
}

/// Returns the caller's reading of a day
///
/// It is told of the tricks that the caller has won in the deal of the day. Also available as a picture (SVG, PNG), a
/// page (HTML) and text (plain, Markdown), with `Accept` or the suffixes `.svg`, `.png`, `.html`, `.txt` and `.md`.
#[utoipa::path(
    tag = "days",
    security(("key" = ["read"])),
    params(
        ("date" = NaiveDate, Path, description = "The day, in UTC."),
        Look,
    ),
    responses(
        (status = 200, description = "The reading.", content(
            (Reading = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")), headers(("Content-Language" = String))),
        GetById
    )
)]
#[get("/days/{date}/reading")]
pub async fn get_reading_of_day(
    request: HttpRequest,
    auth: Authorized<Read>,
    Param(date): Param<NaiveDate>,
    service: web::Data<Service>,
) -> ApiResult {
    reading_in(&request, &auth, date, &service).await
}

/// The same by its suffix: the date is not the last segment, which has it.
pub async fn get_reading_by_suffix(
    request: HttpRequest,
    auth: Authorized<Read>,
    path: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> ApiResult {
    reading_in(&request, &auth, NaiveDate::from_path(&path.0)?, &service).await
}

async fn reading_in(request: &HttpRequest, auth: &Authorized<Read>, date: NaiveDate, service: &Service) -> ApiResult {
    let mut query = Query::of(request);
    let look = Look::of(&mut query, service);
    query.finish()?;
    let (_, representation) = accept::of_part(request, request.path(), &formats::OFFERS)?;
    let form = Form::new(request, representation, look)?;
    let (reading, heading) = service.reading_of_day(auth.list_owner()?, date).await?;
    form.answer((request, service), &reading, heading, &reading).await.map(response::own)
}

/// Lists what the caller has made of days, newest first
///
/// With the number of days in a row that were finished in time. Callers without a key have no list: they get 401.
#[utoipa::path(
    tag = "days",
    security(("key" = ["read"])),
    params(PageParameters),
    responses((status = 200, description = "A page of results.", body = DayResultList, headers(("Link" = String))))
)]
#[get("/day-results")]
pub async fn list_own_days(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<()>,
    service: web::Data<Service>,
) -> ApiResult {
    let owner = auth.list_owner()?;
    let days = service.own_days(owner, before(&list, "day results")?, list.page_size()).await?;
    let next_cursor = days.page.next.map(|date| cursor(date, "day results"));
    let list = DayResultList::new(days, next_cursor);
    Ok(response::page(&request, Caching::Own, &list, list.next_cursor.as_deref()))
}
