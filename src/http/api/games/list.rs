//! Lists of games: pages, and all of them as lines.

use std::{borrow::Cow, time::Duration};

use actix_web::{HttpRequest, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, Schema, schema::AnyOfBuilder},
};

use super::{
    dto::{GameCount, GameList, GameResponse},
    fields::{Fields, GameParts},
};
use crate::{
    games::Ruleset,
    http::{
        api::bulk_export,
        extract::{
            accept::{ListForm, NDJSON, Representation},
            list_query::{FromQuery, LinesParameters, ListQuery, PAGE, read_cursor, write_cursor},
            query::{Query, query_parameters},
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
            waiting::{self, Wait},
        },
    },
    service::{
        ExternalId, GameDetails, Name, Position, Range, SeedText, Service, Tag, once_each,
        records::Source,
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
///
/// With `wait` the page has the games that were stored after `cursor`, in commit order, as soon as there are any; after
/// so many seconds it is empty. Its `next_cursor` goes on after it and is never null. The cursor is that of a line or of
/// another such page; without one the page begins now.
///
/// With `Accept: text/csv` or the suffix `.csv` there is a row for each game instead, for spreadsheets.
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(ListedGames, GameParameters, GameListParts, Waiting, LinesParameters),
    responses(
        (status = 200, description = "A page of games, or one game per line.",
            content((AnyGameList = "application/json"), (AnyGameLine = "application/x-ndjson"), (String = "text/csv; charset=utf-8")),
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
    match list.form {
        ListForm::Pages => {}
        ListForm::Lines => return stream_games(&request, &service, list).await,
        ListForm::Rows => return stream_rows(&request, &service, list).await,
    }
    if list.filter.parts.log.is_some() {
        return Err(bulk_export::only_in_lines("log"));
    }
    if let Some(Wait(wait)) = list.filter.waiting.wait {
        return follow_games(&request, &service, list, wait).await;
    }
    let GameQuery { games: filter, parts: GameListParts { fields, count, log: _ }, waiting: _ } = list.filter;
    let count = match count.unwrap_or_default() {
        true => Some(counted(&request, &service, &filter).await?),
        false => None,
    };
    let (cursor, limit) = (list.cursor.as_deref(), list.limit.unwrap_or(PAGE));
    let (response, next_cursor) = match fields {
        None => {
            let (items, next_cursor) = page(&service, &filter, cursor, limit).await?;
            let list = GameList { items: items.into_iter().map(GameResponse::from).collect(), next_cursor, count };
            (response::ok(Caching::Listed, &list), list.next_cursor)
        }
        Some(fields) => {
            let (items, next_cursor) = parts(&service, &filter, &fields, cursor, limit).await?;
            let list = GamePartList { items, next_cursor, count };
            (response::ok(Caching::Listed, &list), list.next_cursor)
        }
    };
    Ok(response::with_next(response, &request, next_cursor.as_deref()))
}

/// The same as CSV, for browsers and spreadsheets, which open an address.
pub async fn games_as_csv(
    request: HttpRequest,
    _: Authorized<Read>,
    list: ListQuery<GameQuery>,
    service: web::Data<Service>,
) -> ApiResult {
    stream_rows(&request, &service, list).await
}

async fn stream_rows(request: &HttpRequest, service: &Service, list: ListQuery<GameQuery>) -> ApiResult {
    let GameQuery { games, parts: GameListParts { fields, count, log }, waiting: Waiting { wait } } = list.filter;
    let not_here = [
        ("wait", wait.is_some()),
        ("count", count.is_some()),
        ("sort", games.sort != Sort::default()),
        ("fields", fields.is_some()),
        ("log", log.is_some()),
        ("cursor", list.cursor.is_some()),
    ];
    if let Some((parameter, _)) = not_here.into_iter().find(|(_, given)| *given) {
        return Err(bulk_export::not_in_rows(parameter));
    }
    rate_limit::charge(request, UNITS_OF_STREAM)?;
    let export = service.export_games(games, Range { after: None, limit: list.limit }, false);
    let rows = ndjson::while_authorized(request, bulk_export::rows_of_games(export));
    ndjson::answer(request, Representation::Csv.content_type(), rows).await
}

async fn stream_games(request: &HttpRequest, service: &Service, list: ListQuery<GameQuery>) -> ApiResult {
    let GameQuery { games, parts: GameListParts { fields, count, log }, waiting: Waiting { wait } } = &list.filter;
    let in_pages = [("count", count.is_some()), ("sort", games.sort != Sort::default()), ("wait", wait.is_some())];
    if let Some((parameter, _)) = in_pages.into_iter().find(|(_, given)| *given) {
        return Err(bulk_export::only_in_pages(parameter));
    }
    rate_limit::charge(request, UNITS_OF_STREAM)?;
    let range = bulk_export::range_of_games(&list, &list.filter.games)?;
    let (games, fields, log) = (games.clone(), fields.clone(), *log);
    let derive = fields.as_ref().map(Fields::derive).unwrap_or_default();
    let export = service.export_games(games.clone(), range, log.unwrap_or_default()).with(derive);
    let permit = streams::buffer_permit(request);
    ndjson::answer(
        request,
        NDJSON,
        ndjson::while_authorized(request, bulk_export::of_games(export, games, fields, permit)),
    )
    .await
}

/// The games that were stored after the cursor, as soon as there are any, or none after this time.
async fn follow_games(
    request: &HttpRequest,
    service: &Service,
    list: ListQuery<GameQuery>,
    wait: Duration,
) -> ApiResult {
    let GameQuery { games: filter, parts: GameListParts { fields, count, log: _ }, waiting: _ } = &list.filter;
    let newest_first = [("count", count.is_some()), ("sort", filter.sort != Sort::default())];
    if let Some((parameter, _)) = newest_first.into_iter().find(|(_, given)| *given) {
        return Err(bulk_export::of_other_form(parameter, format!("`{parameter}` does not go with `wait`.")));
    }
    let range = bulk_export::range_of_games(&list, filter)?;
    // Once, since the list is looked through again when the service stops: what was stored meanwhile comes after it.
    let after = match range.after {
        Some(after) => after,
        None => service.latest_game().await?,
    };
    let page = (after, range.limit.unwrap_or(PAGE));
    let derive = fields.as_ref().map(Fields::derive).unwrap_or_default();
    let find = async |wait| service.next_games(filter, page, derive, wait).await;
    let (games, after) = waiting::found(request, wait, find).await?;
    let next_cursor = Some(bulk_export::cursor_of_games(after, filter));
    let games = games.into_iter().map(|game| game.derived);
    let response = match fields {
        None => {
            let items = games.map(|derived| GameResponse::from(derived.game)).collect();
            response::ok(Caching::Never, &GameList { items, next_cursor: next_cursor.clone(), count: None })
        }
        Some(fields) => {
            let items = games.map(|derived| fields.of(derived)).collect::<Result<_, _>>()?;
            response::ok(Caching::Never, &GamePartList { items, next_cursor: next_cursor.clone(), count: None })
        }
    };
    Ok(response::with_next(response, request, next_cursor.as_deref()))
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
    Ok((page.items, page.next.map(|position| write_cursor(position, &bound_to(filter)))))
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
    Ok((items, page.next.map(|position| write_cursor(position, &bound_to(filter)))))
}

/// The filters to which a cursor of pages is bound.
fn bound_to(filter: &GameFilter) -> String {
    format!("games {filter:?}")
}

/// The position after which a page begins.
fn position(filter: &GameFilter, cursor: Option<&str>) -> Result<Option<Position>, Problem> {
    cursor.map(|cursor| read_cursor(cursor, &bound_to(filter))).transpose()
}

query_parameters! {
    /// What narrows games of any ruleset.
    pub struct GameParameters {
        /// Only games with a player of this exact name; if repeated, with all of them.
        #[param(value_type = Option<Vec<Name>>, style = Form, explode, max_items = 20)]
        player: Vec<Name>,
        /// Only games won by a player of this name.
        winner: Option<Name>,
        /// Only games from this source.
        source: Option<Source>,
        /// Only games with this seed.
        seed: Option<SeedText>,
        /// Only games with this `external_id`: up to one of each owner.
        external_id: Option<ExternalId>,
        /// Only games with this tag; if repeated, with all of them.
        #[param(value_type = Option<Vec<Tag>>, style = Form, explode, max_items = 8)]
        tag: Vec<Tag>,
        /// Only games stored at this time or later.
        since: Option<DateTime<Utc>>,
        /// Only games stored before this time.
        until: Option<DateTime<Utc>>,
        /// Only games played at this time or later: at `played_at`, or at `created_at` if that is null.
        played_since: Option<DateTime<Utc>>,
        /// Only games played before this time.
        played_until: Option<DateTime<Utc>>,
    }
}

query_parameters! {
    /// The ruleset and the order of a list of games.
    pub struct ListedGames {
        /// Only games of this ruleset.
        ruleset: Option<Ruleset>,
        /// Newest first by when the games were played; not for NDJSON, which is in commit order.
        #[param(value_type = Option<String>, pattern = "^played_at$")]
        sort: Option<Sort>,
    }
}

query_parameters! {
    /// What a list says about each game, and about all.
    pub struct GameListParts {
        /// Only these parts of each game, separated by commas. `result.detail`, `result.team_scores` and
        /// `result.verdicts` are there only if named here: the games are replayed for them, and a page has fewer games
        /// if those are long.
        #[param(schema_with = Fields::parameter)]
        #[param(example = "id,players,result.scores,result.verdicts")]
        fields: Option<Fields>,
        /// Add the number of games that match, up to 10,000, or as far as it takes half a second to look; not for NDJSON.
        count: Option<bool>,
        /// Include the log of each game; available only as NDJSON.
        log: Option<bool>,
    }
}

query_parameters! {
    /// How long a list waits for what is stored next.
    pub struct Waiting {
        /// The games that are stored after `cursor`, oldest first: maximum number of seconds to wait for the first. Not for
        /// NDJSON.
        #[param(value_type = Option<u32>, minimum = 0, maximum = 30)]
        wait: Option<Wait>,
    }
}

/// The query of a list of games.
#[derive(Clone, Debug)]
pub struct GameQuery {
    /// The filter.
    pub games: GameFilter,
    /// What the list says.
    pub parts: GameListParts,
    /// Whether it waits.
    pub waiting: Waiting,
}

impl FromQuery for GameQuery {
    const FORMS: &'static [ListForm] = &[ListForm::Pages, ListForm::Lines, ListForm::Rows];

    fn from_query(query: &mut Query) -> GameQuery {
        GameQuery { games: filter(query), parts: GameListParts::take(query), waiting: Waiting::take(query) }
    }
}

/// The filter and the order of a list of games.
pub fn filter(query: &mut Query) -> GameFilter {
    let ListedGames { ruleset, sort } = ListedGames::take(query);
    GameFilter { ruleset, sort: sort.unwrap_or_default(), ..filter_of_any(query) }
}

/// The filter of games of any ruleset.
pub fn filter_of_any(query: &mut Query) -> GameFilter {
    let parameters = GameParameters::take(query);
    GameFilter {
        players: parameters.player.into_iter().map(Name::into_string).collect(),
        winner: parameters.winner.map(Name::into_string),
        source: parameters.source,
        seed: parameters.seed.map(SeedText::into_string),
        external_id: parameters.external_id.map(ExternalId::into_string),
        tags: once_each(parameters.tag.into_iter().map(Tag::into_string)),
        since: parameters.since,
        until: parameters.until,
        played_since: parameters.played_since,
        played_until: parameters.played_until,
        ..GameFilter::default()
    }
}

/// A page of them.
#[derive(Debug, Serialize, ToSchema)]
struct GamePartList {
    /// The games, newest first, with the parts that `fields` names.
    #[schema(max_items = 100)]
    pub items: Vec<GameParts>,
    /// Requests the next page; null on the last.
    pub next_cursor: Option<String>,
    /// How many games match on all pages together; only with `count=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub count: Option<GameCount>,
}

/// Declares a union of a schema and, with `fields`, one that has only some of its fields.
macro_rules! either {
    ($($(#[$doc:meta])* $name:ident: $whole:ty, $parts:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let refer = |name: Cow<'static, str>| Ref::from_schema_name(name);
                let any = AnyOfBuilder::new().item(refer(<$whole>::name())).item(refer(<$parts>::name()));
                Schema::AnyOf(any.build()).into()
            }
        }

        impl ToSchema for $name {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                for (name, schema) in [(<$whole>::name(), <$whole>::schema()), (<$parts>::name(), <$parts>::schema())] {
                    schemas.push((name.into(), schema));
                }
                <$whole>::schemas(schemas);
                <$parts>::schemas(schemas);
            }
        }
    )*};
}

either! {
    /// A page of games.
    AnyGameList: GameList, GamePartList;
    /// A game on a line.
    AnyGameLine: GameResponse, GameParts;
}
