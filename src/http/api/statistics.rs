//! Statistics of stored games.

use actix_web::{HttpRequest, get, http::StatusCode, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::games::{GameParameters, filter_of_any};
use crate::{
    games::Ruleset,
    http::{
        extract::{
            accept::{self, Representation},
            path::FromPath,
            query::Query,
        },
        middleware::{
            auth::{Authorized, Read},
            rate_limit::{self, UNITS_OF_STREAM},
        },
        openapi::GetById,
        reply::{
            csv::{self, Table},
            problem::{ApiResult, Problem},
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
/// those of `GET /v1/games`. Unlisted games are not counted. Also as plain text and, a row for each seat and bot, as CSV:
/// with `Accept`, or the suffixes `.txt` and `.csv`.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(("ruleset" = Ruleset, Path, description = "Id of the ruleset."), GameParameters,
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100_000,
            description = "Maximum number of games that are counted, the newest (10,000)."),
    ),
    responses((status = 200, description = "The statistics.", content((StatisticsResponse = "application/json"),
        (String = "text/plain; charset=utf-8"), (String = "text/csv; charset=utf-8"))), GetById)
)]
#[get("/statistics/{ruleset}")]
pub async fn get_statistics(
    request: HttpRequest,
    _: Authorized<Read>,
    path: web::Path<String>,
    service: web::Data<Service>,
) -> ApiResult {
    let offers = [Representation::Json, Representation::Text, Representation::Csv];
    let (ruleset, form) = accept::of_part(&request, &path, &offers)?;
    let ruleset = Ruleset::from_path(ruleset)?;
    let mut query = Query::of(&request);
    let filter = filter_of_any(&mut query);
    let limit = query.between("limit", 1, MOST_GAMES).unwrap_or(DEFAULT_GAMES);
    query.finish()?;
    // The default number is charged like a stream of all games.
    rate_limit::charge(&request, UNITS_OF_STREAM * limit.div_ceil(DEFAULT_GAMES))?;
    let statistics = service.statistics(ruleset, filter, limit).await?;
    let StoredStatistics { truncated, report, .. } = &statistics;
    let of = if *truncated { "the newest " } else { "" };
    let heading = format!("{}, {of}{} games", ruleset.info().name, report.games);
    Ok(match report_form(form, report, &heading)? {
        Some(text) => response::written(StatusCode::OK, Caching::Listed, form, text),
        None => response::ok(Caching::Listed, &StatisticsResponse::from(statistics)),
    })
}

/// The columns of a report as CSV: a row for each seat, each bot, and each player of a request.
const COLUMNS: [&str; 13] = [
    "seat",
    "bot",
    "player",
    "games",
    "wins",
    "shared_wins",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "score",
    "score_deviation",
    "score_least",
    "score_most",
];

/// A report as text under a heading, or as CSV; `None` as JSON.
///
/// # Errors
/// `internal`, never.
pub fn report_form(form: Representation, report: &Report, heading: &str) -> Result<Option<String>, Problem> {
    Ok(match form {
        Representation::Text => Some(report.text(heading).map_err(|why| Problem::internal(why.to_string()))?),
        Representation::Csv => Some(report_csv(report)),
        Representation::Json
        | Representation::Svg
        | Representation::Png
        | Representation::Html
        | Representation::Markdown => None,
    })
}

fn report_csv(report: &Report) -> String {
    let mut table = Table::with_header(&COLUMNS);
    for side in report.seats.iter().chain(&report.bots).chain(&report.players) {
        let rate = side.win_rate.as_ref();
        table.row([
            csv::value(side.seat),
            csv::value(side.bot.as_ref()),
            csv::value(side.player),
            side.games.to_string(),
            side.wins.to_string(),
            side.shared_wins.to_string(),
            csv::value(rate.map(|rate| rate.value)),
            csv::value(rate.and_then(|rate| rate.low)),
            csv::value(rate.and_then(|rate| rate.high)),
            csv::value(side.scores.mean.as_ref().map(|mean| mean.value)),
            csv::value(side.scores.deviation),
            csv::value(side.scores.least),
            csv::value(side.scores.most),
        ]);
    }
    table.into_string()
}
