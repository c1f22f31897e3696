//! Statistics of stored games.

use actix_web::{HttpRequest, get, http::StatusCode, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::games::{GameParameters, filter_of_any};
use crate::{
    games::Ruleset,
    http::{
        extract::{path::JsonParam, query::Query},
        middleware::{
            auth::{Authorized, Read},
            rate_limit::{self, UNITS_OF_STREAM},
        },
        openapi::GetById,
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    service::{DEFAULT_GAMES, Service, StoredStatistics},
    statistics::Report,
};

/// Maximum number of games counted.
const MOST_GAMES: u32 = 100_000;

/// Statistics of stored games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Statistics)]
struct StatisticsResponse {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Number of games counted: the newest that match.
    #[schema(maximum = 100_000)]
    pub games: u64,
    /// Whether older games match too, or may: they were not counted. If few of many games match, the count ends after
    /// 50,000 games that were looked through, for each 10,000 of `limit`.
    pub truncated: bool,
    /// Their statistics. A player that is not a bot is a `person` at a table, and `unknown` in an imported game,
    /// whose bots are `foreign`.
    pub result: Report,
}

impl From<StoredStatistics> for StatisticsResponse {
    fn from(statistics: StoredStatistics) -> StatisticsResponse {
        let StoredStatistics { ruleset, truncated, report } = statistics;
        StatisticsResponse { ruleset, games: report.games, truncated, result: report }
    }
}

/// Returns statistics of stored games
///
/// The newest games that match are replayed and counted, as the games of a simulation are. The filters are
/// those of `GET /v1/games`. Unlisted games are not counted.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(("ruleset" = Ruleset, Path, description = "Id of the ruleset."), GameParameters,
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100_000,
            description = "Maximum number of games that are counted, the newest (10,000)."),
    ),
    responses((status = 200, description = "The statistics.", body = StatisticsResponse), GetById)
)]
#[get("/statistics/{ruleset}")]
pub async fn get_statistics(
    request: HttpRequest,
    _: Authorized<Read>,
    JsonParam(ruleset): JsonParam<Ruleset>,
    service: web::Data<Service>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let filter = filter_of_any(&mut query);
    let limit = query.between("limit", 1, MOST_GAMES).unwrap_or(DEFAULT_GAMES);
    query.finish()?;
    // The default number is charged like a stream of all games.
    rate_limit::charge(&request, UNITS_OF_STREAM * limit.div_ceil(DEFAULT_GAMES))?;
    let statistics = service.statistics(ruleset, filter, limit).await?;
    Ok(response::json(StatusCode::OK, Caching::Listed, &StatisticsResponse::from(statistics)))
}
