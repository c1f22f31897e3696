//! Leaderboards: names ranked by rating.

use actix_web::{HttpRequest, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::players::{AsOfResponse, bot, counted, win_rate};
use crate::{
    games::Ruleset,
    http::{
        extract::{
            list_query::{FromQuery, ListQuery, bad_cursor, read_cursor_of_bytes, write_cursor_of_bytes},
            path::JsonParam,
            query::Query,
        },
        middleware::auth::{Authorized, Read},
        openapi::GetById,
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        Service,
        projection::{Ranked, RankedPosition, RatedPosition},
        records::BotRecord,
    },
    statistics::{Estimate, interval::rounded},
};

/// Maximum value of `min_games`.
pub const MOST_GAMES: u32 = 1_000_000_000;

/// The filter of a leaderboard.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Minimum number of games.
    pub min_games: u32,
}

impl FromQuery for Filter {
    const LINES: bool = false;

    fn from_query(query: &mut Query) -> Filter {
        Filter { min_games: query.between("min_games", 1, MOST_GAMES).unwrap_or(1) }
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
    /// The bot; null for a person.
    #[schema(required, example = "adept")]
    pub bot: Option<String>,
    /// The bot's version; null for a person.
    #[schema(required, example = 2)]
    pub bot_version: Option<u32>,
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
    pub as_of: Option<AsOfResponse>,
}

impl From<Ranked> for EntryResponse {
    fn from(Ranked { rank, standing }: Ranked) -> EntryResponse {
        let (bot, bot_version) = BotRecord::unzip(bot(&standing.key.name));
        EntryResponse {
            rank,
            bot,
            bot_version,
            rating: rounded(standing.rating.mu),
            deviation: rounded(standing.rating.sigma),
            lower_bound: rounded(standing.rating.lower_bound()),
            games: counted(standing.games),
            wins: counted(standing.wins),
            win_rate: win_rate(&standing),
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
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset."),
        ("min_games" = Option<u32>, Query, description = "Minimum number of games of a name (1).", minimum = 1, maximum = 1_000_000_000),
        ("limit" = Option<u32>, Query, description = "Maximum number of items per page (20).", minimum = 1, maximum = 100),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page.", pattern = "^[0-9a-f]{42,}$"),
    ),
    responses(
        (status = 200, description = "A page of the leaderboard.", body = LeaderboardResponse, headers(("Link" = String))),
        GetById
    )
)]
#[get("/leaderboards/{ruleset}")]
pub async fn get_leaderboard(
    request: HttpRequest,
    _: Authorized<Read>,
    JsonParam(ruleset): JsonParam<Ruleset>,
    list: ListQuery<Filter>,
    service: web::Data<Service>,
) -> ApiResult {
    let (min_games, size) = (list.filter.min_games, list.page_size());
    let filters = format!("ranks {} {min_games}", ruleset.id());
    let from = list.cursor.map(|text| read(&text, &filters)).transpose()?;
    let found = service.leaderboard(ruleset, min_games, from.as_ref(), size).await?;
    let board = LeaderboardResponse {
        items: found.page.items.into_iter().map(Into::into).collect(),
        next_cursor: found.page.next.map(|next| write(&next, &filters)),
        as_of: found.as_of.map(Into::into),
    };
    Ok(response::page(&request, Caching::Listed, &board, board.next_cursor.as_deref()))
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
