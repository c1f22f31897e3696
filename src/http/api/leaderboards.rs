//! Leaderboards: names ranked by rating.

use actix_web::{HttpRequest, get, http::StatusCode, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    games::PlayingBot,
    players::{bot, counted, win_rate},
};
use crate::{
    games::Ruleset,
    http::{
        extract::{
            accept::{self, ListForm, Representation},
            list_query::{FromQuery, ListQuery, bad_cursor, read_cursor_of_bytes, write_cursor_of_bytes},
            path::FromPath,
            query::{Query, query_parameters},
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
    service::{
        PageSize, Service, Tag, once_each,
        projection::{AsOf, Entrants, Leaderboard, Ranked, RankedPosition, RatedPosition},
        store::GameFilter,
    },
    statistics::{Estimate, interval::rounded},
};

/// Maximum value of `min_games`.
const MOST_GAMES: u32 = 1_000_000_000;

query_parameters! {
    /// Whom a leaderboard ranks, and by which games.
    pub struct BoardParameters {
        /// Whether bots are ranked too (true).
        bots: Option<bool>,
        /// Only games played at this time or later: at `played_at`, or at `created_at` if that is null.
        since: Option<DateTime<Utc>>,
        /// Only games played before this time.
        until: Option<DateTime<Utc>>,
        /// Only games with this tag; if repeated, with all of them.
        #[param(value_type = Option<Vec<Tag>>, style = Form, explode, max_items = 8)]
        tag: Vec<Tag>,
    }
}

/// The filter of a leaderboard.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Whom it ranks.
    pub entrants: Entrants,
    /// The games that it is made of; `None`: all.
    pub season: Option<GameFilter>,
}

impl FromQuery for Filter {
    const FORMS: &'static [ListForm] = &[];

    fn from_query(query: &mut Query) -> Filter {
        let min_games = query.between("min_games", 1, MOST_GAMES).unwrap_or(1);
        let BoardParameters { bots, since: played_since, until: played_until, tag } = BoardParameters::take(query);
        let tags = once_each(tag.into_iter().map(Tag::into_string));
        let season = GameFilter { played_since, played_until, tags, ..GameFilter::default() };
        let season = Some(season).filter(|season| *season != GameFilter::default());
        Filter { entrants: Entrants { min_games, bots: bots.unwrap_or(true) }, season }
    }
}

impl Filter {
    /// A page of the leaderboard. A season is counted for it, which costs as much as a stream of games.
    ///
    /// # Errors
    /// `rate_limited`, or those of the service.
    pub async fn page(
        &self,
        request: &HttpRequest,
        service: &Service,
        ruleset: Ruleset,
        from: Option<&RankedPosition>,
        size: PageSize,
    ) -> Result<Leaderboard, Problem> {
        match &self.season {
            None => Ok(service.leaderboard(ruleset, self.entrants, from, size).await?),
            Some(games) => {
                rate_limit::charge(request, UNITS_OF_STREAM)?;
                Ok(service.season(ruleset, games.clone(), self.entrants, from, size).await?)
            }
        }
    }
}

/// A name on a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeaderboardEntry)]
struct EntryResponse {
    /// Rank among the names with at least `min_games`: 1 more than the number of those with a higher `lower_bound`.
    #[schema(minimum = 1)]
    pub rank: u64,
    /// Name of a person, or of a bot as in `bot:adept@2`.
    #[schema(example = "bot:adept@2")]
    pub name: String,
    #[serde(flatten)]
    #[schema(inline)]
    pub bot: PlayingBot,
    /// Rating: the mean mu; 25 for a newcomer.
    #[schema(example = 27.635231)]
    pub rating: f64,
    /// Standard deviation sigma of the rating; 25/3 for a newcomer.
    #[schema(example = 8.065506)]
    pub deviation: f64,
    /// `rating` minus three times `deviation`. Leaderboards are ordered by it.
    #[schema(example = 3.438712)]
    pub lower_bound: f64,
    /// Number of listed games.
    pub games: u64,
    /// Number of games won, shared wins included.
    pub wins: u64,
    /// Share of games won.
    pub win_rate: Option<Estimate>,
    /// Scores of the name's seats in these games together.
    pub points: i64,
}

/// A page of a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Leaderboard)]
struct LeaderboardResponse {
    /// The names, the highest `lower_bound` first, and equals by name. With `min_games` there may be fewer than `limit`
    /// although more follow.
    #[schema(max_items = 100)]
    pub items: Vec<EntryResponse>,
    /// Requests the next page; null on the last.
    #[schema(required, pattern = "^[0-9a-f]{42,}$")]
    pub next_cursor: Option<String>,
    /// The last game counted so far; null if there is none.
    #[schema(required)]
    pub as_of: Option<AsOf>,
    /// How many games were counted; only with `since`, `until` or `tag`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, maximum = 10_000)]
    pub games: Option<u64>,
    /// Whether older games match too, or may, that were not counted; only with `since`, `until` or `tag`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub truncated: Option<bool>,
}

/// The forms of a leaderboard.
const FORMS: [Representation; 3] = [Representation::Json, Representation::Text, Representation::Csv];

/// The columns of a leaderboard as CSV.
const COLUMNS: [&str; 11] =
    ["rank", "name", "bot", "bot_version", "effort", "rating", "deviation", "lower_bound", "games", "wins", "points"];

impl LeaderboardResponse {
    /// The page as plain text.
    fn text(&self, ruleset: Ruleset) -> String {
        let row = |entry: &EntryResponse| {
            let EntryResponse { rank, name, rating, deviation, lower_bound, games, wins, points, .. } = entry;
            format!(
                "{rank:>5} {rating:>8.2} {deviation:>9.2} {lower_bound:>8.2} {games:>7} {wins:>7} {points:>9}  {name}\n"
            )
        };
        let counted = match (self.games, self.truncated) {
            (Some(games), Some(true)) => format!("The newest {games} games that match.\n"),
            (Some(games), Some(false) | None) => format!("{games} games.\n"),
            (None, _) => String::new(),
        };
        let header = " rank   rating deviation    bound   games     won    points  name\n";
        let rows: String = self.items.iter().map(row).collect();
        format!("Leaderboard of {}\n{counted}\n{header}{rows}", ruleset.info().name)
    }

    /// The page as CSV.
    fn csv(&self) -> String {
        let mut table = Table::with_header(&COLUMNS);
        for entry in &self.items {
            table.row([
                entry.rank.to_string(),
                csv::text(&entry.name),
                csv::value(entry.bot.bot.as_ref()),
                csv::value(entry.bot.bot_version),
                csv::value(entry.bot.effort),
                entry.rating.to_string(),
                entry.deviation.to_string(),
                entry.lower_bound.to_string(),
                entry.games.to_string(),
                entry.wins.to_string(),
                entry.points.to_string(),
            ]);
        }
        table.into_string()
    }
}

impl From<Ranked> for EntryResponse {
    fn from(Ranked { rank, standing }: Ranked) -> EntryResponse {
        EntryResponse {
            rank,
            bot: bot(&standing.key.name).into(),
            rating: rounded(standing.rating.mu),
            deviation: rounded(standing.rating.sigma),
            lower_bound: rounded(standing.rating.lower_bound()),
            games: counted(standing.games),
            wins: counted(standing.wins),
            win_rate: win_rate(&standing),
            points: standing.points,
            name: standing.key.name,
        }
    }
}

/// Returns the leaderboard of a ruleset
///
/// Names are ranked by `lower_bound`, which is `rating` minus three times `deviation`: a conservative estimate of
/// skill. Ratings follow Weng and Lin (Bradley-Terry model, full pairing), bounded so that no single game settles one,
/// and are updated in the order in which games were stored. Teams are rated as teams, and ties count as ties. If few
/// names have `min_games`, a page may have fewer items than `limit` although more follow.
///
/// With `since`, `until` or `tag`, the board is that of a season: the newest 10,000 games that match are counted anew,
/// everybody begins as a newcomer, and the rating is that by these games alone.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset."),
        ("min_games" = Option<u32>, Query, description = "Minimum number of games of a name (1).", minimum = 1, maximum = 1_000_000_000),
        BoardParameters,
        ("limit" = Option<u32>, Query, description = "Maximum number of items per page (20).", minimum = 1, maximum = 100),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page.", pattern = "^[0-9a-f]{42,}$"),
    ),
    responses(
        (status = 200, description = "A page of the leaderboard.",
            content((LeaderboardResponse = "application/json"), (String = "text/plain; charset=utf-8"), (String = "text/csv; charset=utf-8")),
            headers(("Link" = String))),
        GetById
    )
)]
#[get("/leaderboards/{ruleset}")]
pub async fn get_leaderboard(
    request: HttpRequest,
    _: Authorized<Read>,
    path: web::Path<String>,
    list: ListQuery<Filter>,
    service: web::Data<Service>,
) -> ApiResult {
    let (ruleset, form) = accept::of_part(&request, &path, &FORMS)?;
    let ruleset = Ruleset::from_path(ruleset)?;
    let filters = format!("ranks {} {:?}", ruleset.id(), list.filter);
    let from = list.cursor.as_ref().map(|text| read(text, &filters)).transpose()?;
    let found = list.filter.page(&request, &service, ruleset, from.as_ref(), list.page_size()).await?;
    let board = LeaderboardResponse {
        items: found.page.items.into_iter().map(Into::into).collect(),
        next_cursor: found.page.next.map(|next| write(&next, &filters)),
        as_of: found.as_of,
        games: found.season.map(|season| season.games),
        truncated: found.season.map(|season| season.truncated),
    };
    let response = match form {
        Representation::Text => response::written(StatusCode::OK, Caching::Listed, form, board.text(ruleset)),
        Representation::Csv => response::written(StatusCode::OK, Caching::Listed, form, board.csv()),
        Representation::Json
        | Representation::Svg
        | Representation::Png
        | Representation::Html
        | Representation::Markdown => response::ok(Caching::Listed, &board),
    };
    Ok(response::with_next(response, &request, board.next_cursor.as_deref()))
}

/// Maximum number of names ranked before a page: no leaderboard has as many.
const MAX_RANKED: u64 = 1 << 40;

fn write(next: &RankedPosition, filters: &str) -> String {
    let RankedPosition { ranked, equals, position: RatedPosition { lower_bound, name } } = next;
    let numbers = [ranked.to_be_bytes(), equals.to_be_bytes(), lower_bound.to_be_bytes()];
    write_cursor_of_bytes(&[&numbers.concat(), name.as_bytes()].concat(), filters)
}

fn read(text: &str, filters: &str) -> Result<RankedPosition, Problem> {
    let bytes = read_cursor_of_bytes(text, filters)?;
    of_bytes(&bytes).ok_or_else(bad_cursor)
}

fn of_bytes(bytes: &[u8]) -> Option<RankedPosition> {
    let (ranked, rest) = bytes.split_first_chunk()?;
    let (equals, rest) = rest.split_first_chunk()?;
    let (lower_bound, name) = rest.split_first_chunk()?;
    let name = String::from_utf8(name.to_vec()).ok().filter(|name| !name.contains('\0'))?;
    let lower_bound = Some(f64::from_be_bytes(*lower_bound)).filter(|bound| bound.is_finite())?;
    let ranked = Some(u64::from_be_bytes(*ranked)).filter(|ranked| *ranked <= MAX_RANKED)?;
    let equals = Some(u64::from_be_bytes(*equals)).filter(|equals| *equals <= ranked)?;
    Some(RankedPosition { position: RatedPosition { lower_bound, name }, ranked, equals })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ranked: u64, equals: u64, lower_bound: f64, name: &str) -> Option<RankedPosition> {
        let numbers = [ranked.to_be_bytes(), equals.to_be_bytes(), lower_bound.to_be_bytes()];
        of_bytes(&[&numbers.concat(), name.as_bytes()].concat())
    }

    #[test]
    fn a_cursor_that_was_made_by_hand_is_checked() {
        let position = RatedPosition { lower_bound: -1.5, name: "Ada".to_owned() };
        assert_eq!(read(20, 3, -1.5, "Ada"), Some(RankedPosition { position, ranked: 20, equals: 3 }));
        for (ranked, equals, lower_bound, name) in [
            (u64::MAX, 0, 0.0, "Ada"),
            (1 << 50, 0, 0.0, "Ada"),
            (20, 21, 0.0, "Ada"),
            (0, 0, f64::NAN, "Ada"),
            (0, 0, f64::INFINITY, "Ada"),
            (0, 0, 0.0, "A\0"),
        ] {
            assert!(read(ranked, equals, lower_bound, name).is_none(), "{ranked} {equals} {lower_bound} {name:?}");
        }
        assert!(of_bytes(&[0; 23]).is_none());
    }
}
