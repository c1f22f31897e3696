//! Lists of games: pages, and all of them as lines.

use actix_web::{HttpRequest, get, http::StatusCode, web};

use super::{
    dto::{GameCount, GameList, GameResponse},
    fields::{AnyGameLine, AnyGameList, Fields, GamePartList, GameParts},
    filter::{GameListParts, GameParameters, GameQuery, ListedGames},
};
use crate::{
    http::{
        api::bulk_export,
        extract::{
            accept::ListForm,
            cursor,
            list_query::{LinesParameters, ListQuery, PAGE},
        },
        middleware::{
            auth::{Authorized, Read},
            rate_limit::{self, UNITS_OF_STREAM},
            streams,
        },
        reply::{
            ndjson,
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        GameDetails, Position, Service,
        store::{GameFilter, Sort},
    },
};

/// Maximum number of games that are counted.
const COUNTED: u32 = 10_000;

/// Lists stored games, newest first, or streams all of them
///
/// Items are games without `result.detail`, or the parts of them that `fields` names. They are sorted newest first by
/// id; by `created_at` if `since` or `until` is given; by `played_at` if `played_since`, `played_until` or
/// `sort=played_at` is. A page may have fewer items than `limit` without being the last. Games that were played for a
/// reading are not listed. With `Accept: application/x-ndjson` everything that matches is streamed in commit order, one
/// game per line with a `cursor` that resumes after that line; `limit` is then unbounded. A client that resumes after
/// the last line receives everything stored since then, exactly once. A stream that fails is aborted.
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(ListedGames, GameParameters, GameListParts, LinesParameters),
    responses(
        (status = 200, description = "A page of games, or one game per line.",
            content((AnyGameList = "application/json"), (AnyGameLine = "application/x-ndjson")),
            headers(("Link" = String)))
    )
)]
#[get("/games")]
pub async fn list_games(
    request: HttpRequest,
    _: Authorized<Read>,
    list: ListQuery<GameQuery>,
    service: web::Data<Service>,
) -> ApiResult {
    if list.form == ListForm::Lines {
        return stream_games(&request, &service, list).await;
    }
    let GameQuery { games: filter, parts: GameListParts { fields, count, log } } = list.filter;
    if log.is_some() {
        return Err(bulk_export::only_in_lines("log"));
    }
    let count = match count.unwrap_or_default() {
        true => Some(counted(&request, &service, &filter).await?),
        false => None,
    };
    let (cursor, limit) = (list.cursor.as_deref(), list.limit.unwrap_or(PAGE));
    let (response, next_cursor) = match fields {
        None => {
            let (items, next_cursor) = page(&service, &filter, cursor, limit).await?;
            let list = GameList { items: items.into_iter().map(GameResponse::from).collect(), next_cursor, count };
            (response::json(StatusCode::OK, Caching::Listed, &list), list.next_cursor)
        }
        Some(fields) => {
            let (items, next_cursor) = parts(&service, &filter, &fields, cursor, limit).await?;
            let list = GamePartList { items, next_cursor, count };
            (response::json(StatusCode::OK, Caching::Listed, &list), list.next_cursor)
        }
    };
    Ok(response::with_next(response, &request, next_cursor.as_deref()))
}

async fn stream_games(request: &HttpRequest, service: &Service, list: ListQuery<GameQuery>) -> ApiResult {
    let GameQuery { games, parts: GameListParts { fields, count, log } } = &list.filter;
    let in_pages = [("count", count.is_some()), ("sort", games.sort != Sort::default())];
    if let Some((parameter, _)) = in_pages.into_iter().find(|(_, given)| *given) {
        return Err(bulk_export::only_in_pages(parameter));
    }
    rate_limit::charge(request, UNITS_OF_STREAM)?;
    let range = bulk_export::range_of_games(&list)?;
    let (games, fields, log) = (games.clone(), fields.clone(), *log);
    let derive = fields.as_ref().map(Fields::derive).unwrap_or_default();
    let export = service.export_games(games.clone(), range, log.unwrap_or_default()).with(derive);
    let permit = streams::buffer_permit(request);
    ndjson::answer(request, ndjson::while_authorized(request, bulk_export::of_games(export, games, fields, permit)))
        .await
}

/// Number of matching games, as far as they are counted.
async fn counted(request: &HttpRequest, service: &Service, filter: &GameFilter) -> Result<GameCount, Problem> {
    rate_limit::charge(request, UNITS_OF_STREAM)?;
    let (games, more) = service.count_games(filter, COUNTED).await?;
    Ok(GameCount { games, more })
}

/// A page of games, and the cursor of the next.
pub async fn page(
    service: &Service,
    filter: &GameFilter,
    cursor: Option<&str>,
    limit: u32,
) -> Result<(Vec<GameDetails>, Option<String>), Problem> {
    let page = service.games(filter, position(filter, cursor)?, limit).await?;
    Ok((page.items, page.next.map(|position| cursor::write(position, &bound_to(filter)))))
}

/// A page of games with selected fields, likewise.
async fn parts(
    service: &Service,
    filter: &GameFilter,
    fields: &Fields,
    cursor: Option<&str>,
    limit: u32,
) -> Result<(Vec<GameParts>, Option<String>), Problem> {
    let derive = fields.derive();
    let page = service.derived_games(filter, position(filter, cursor)?, limit, derive).await?;
    let items = page.items.into_iter().map(|game| fields.of(game)).collect::<Result<_, _>>()?;
    Ok((items, page.next.map(|position| cursor::write(position, &bound_to(filter)))))
}

/// The filters to which a cursor of pages is bound.
fn bound_to(filter: &GameFilter) -> String {
    format!("games {filter:?}")
}

/// The position after which a page begins.
fn position(filter: &GameFilter, cursor: Option<&str>) -> Result<Option<Position>, Problem> {
    cursor.map(|cursor| cursor::read(cursor, &bound_to(filter))).transpose()
}
