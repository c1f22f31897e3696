//! Players: statistics of names in stored games.

use actix_web::{HttpRequest, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    games::Ruleset,
    http::{
        api::games::PlayingBot,
        extract::{
            accept::AcceptsJson,
            list_query::{FromQuery, ListQuery, bad_cursor, read_cursor_of_bytes, write_cursor_of_bytes},
            path::{bad_path, no_such},
            query::{NoQuery, Query},
        },
        middleware::auth::{Authorized, Read},
        openapi::GetById,
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    players::Effort,
    service::{
        Name, ResourceKind, Service, ServiceError,
        projection::{AsOf, BOT, NamedGames, Pair, PairCounts, PlayerProfile, Standing, Versus},
        records::BotRecord,
    },
    statistics::{Estimate, course::RatedAfter, interval::rounded},
};

/// The beginning of names that are listed.
#[derive(Clone, Debug)]
pub struct Prefix(String);

impl FromQuery for Prefix {
    fn from_query(query: &mut Query) -> Prefix {
        let q: Option<Name> = query.read("q", Name::new);
        Prefix(q.map(Name::into_string).unwrap_or_default())
    }
}

/// Lists the names of players, with how many games each has
///
/// Names that begin with `q`, where case, spaces and variants of letters make no difference, in the order of their
/// letters. Only listed games count, shortly after they are stored. Names are not accounts.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(
        ("q" = Option<Name>, Query, description = "Only names that begin so."),
        ("limit" = Option<u32>, Query, description = "Maximum number of items per page (20).", minimum = 1, maximum = 100),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page.", pattern = "^[0-9a-f]{18,}$"),
    ),
    responses((status = 200, description = "A page of names.", body = PlayerList, headers(("Link" = String))))
)]
#[get("/players")]
pub async fn list_players(
    request: HttpRequest,
    _: Authorized<Read>,
    list: ListQuery<Prefix>,
    service: web::Data<Service>,
) -> ApiResult {
    let filters = format!("names {}", list.filter.0);
    let name = |bytes: Vec<u8>| Name::new(std::str::from_utf8(&bytes).ok()?).ok().map(Name::into_string);
    let after = list.cursor.as_deref().map(|cursor| read_cursor_of_bytes(cursor, &filters)).transpose()?;
    let after = after.map(|bytes| name(bytes).ok_or_else(bad_cursor)).transpose()?;
    let page = service.names(&list.filter.0, after.as_deref(), list.page_size()).await?;
    let next_cursor = page.next.map(|name| write_cursor_of_bytes(name.as_bytes(), &filters));
    let list = PlayerList { items: page.items.into_iter().map(ListedPlayer::from).collect(), next_cursor };
    Ok(response::page(&request, Caching::Listed, &list, list.next_cursor.as_deref()))
}

/// A page of names.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerList {
    /// The names, in the order of their letters.
    #[schema(max_items = 100)]
    pub items: Vec<ListedPlayer>,
    /// Requests the next page; null on the last.
    #[schema(required, pattern = "^[0-9a-f]{18,}$")]
    pub next_cursor: Option<String>,
}

/// A name with its games.
#[derive(Debug, Serialize, ToSchema)]
struct ListedPlayer {
    /// Name of a person, or of a bot as in `bot:adept@2`.
    #[schema(example = "Ada")]
    pub name: String,
    #[serde(flatten)]
    #[schema(inline)]
    pub bot: PlayingBot,
    /// Number of listed games, of all rulesets.
    pub games: u64,
}

impl From<NamedGames> for ListedPlayer {
    fn from(NamedGames { name, games }: NamedGames) -> ListedPlayer {
        ListedPlayer { bot: bot(&name).into(), name, games: counted(games) }
    }
}

/// Returns the statistics of a name
///
/// Games, wins, streaks, rating, and the most frequent partners and opponents, by ruleset. Only listed games count,
/// shortly after they are stored: `as_of` is the last one counted. Names are not accounts: everybody who plays under a
/// name is counted under it. Bots are counted as `bot:adept@2`, independent of their names in a game.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(("name" = String, Path, description = "Exact name of a person, or of a bot as in `bot:adept@2`.")),
    responses((status = 200, description = "The player.", body = PlayerResponse), GetById)
)]
#[get("/players/{name}")]
pub async fn get_player(
    _: Authorized<Read>,
    _: NoQuery,
    _: AcceptsJson,
    name: web::Path<String>,
    service: web::Data<Service>,
) -> ApiResult {
    let name = named(&name)?;
    let player = PlayerResponse::of(name.as_str(), service.player(&name).await?);
    let player = player.ok_or(ServiceError::NotFound(ResourceKind::Player))?;
    Ok(response::ok(Caching::Listed, &player))
}

/// Returns the results of two names as partners and as opponents
///
/// Only listed games count. Two known names that have never played together have zeros.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(
        ("name" = String, Path, description = "Exact name of a person, or of a bot as in `bot:adept@2`."),
        ("other" = String, Path, description = "Another name."),
    ),
    responses((status = 200, description = "The two players.", body = VersusResponse), GetById)
)]
#[get("/players/{name}/versus/{other}")]
pub async fn get_versus(
    _: Authorized<Read>,
    _: NoQuery,
    _: AcceptsJson,
    names: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> ApiResult {
    let (name, other) = (named(&names.0)?, named(&names.1)?);
    if name == other {
        return Err(bad_path("other", "Expected two different names."));
    }
    let versus = VersusResponse::of(name.as_str(), other.as_str(), service.versus(&name, &other).await?);
    Ok(response::ok(Caching::Listed, &versus))
}

/// A name in a path; an invalid name is not found.
fn named(text: &str) -> Result<Name, Problem> {
    Name::new(text).map_err(|_| no_such("player"))
}

/// Statistics of a name. Names are not accounts: everybody who plays under a name is counted under it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerProfile)]
struct PlayerResponse {
    /// Name of a person, or of a bot as in `bot:adept@2`.
    #[schema(example = "Ada")]
    pub name: String,
    #[serde(flatten)]
    #[schema(inline)]
    pub bot: PlayingBot,
    /// Number of listed games.
    pub games: u64,
    /// Number of games won, shared wins included.
    pub wins: u64,
    /// Number of wins shared with another team.
    pub shared_wins: u64,
    /// Share of games won.
    pub win_rate: Option<Estimate>,
    /// Time at which the first of the games was played.
    pub first_at: DateTime<Utc>,
    /// Time at which the last of the games was played.
    pub last_at: DateTime<Utc>,
    /// Statistics by ruleset.
    #[schema(max_items = 5)]
    pub rulesets: Vec<PlayerInRuleset>,
    /// The last game counted so far.
    #[schema(required)]
    pub as_of: Option<AsOf>,
}

/// Statistics of a name in a ruleset.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerInRuleset {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Number of listed games. A game in which the name had several seats counts once.
    pub games: u64,
    /// Number of games won, shared wins included.
    pub wins: u64,
    /// Number of wins shared with another team.
    pub shared_wins: u64,
    /// Share of games won.
    pub win_rate: Option<Estimate>,
    /// Time at which the first of the games was played.
    pub first_at: DateTime<Utc>,
    /// Time at which the last of the games was played.
    pub last_at: DateTime<Utc>,
    /// Rating: the mean mu; 25 for a newcomer.
    #[schema(example = 27.635231)]
    pub rating: f64,
    /// Standard deviation sigma of the rating; 25/3 for a newcomer.
    #[schema(example = 8.065506)]
    pub deviation: f64,
    /// `rating` minus three times `deviation`. Leaderboards are ordered by it.
    #[schema(example = 3.438712)]
    pub lower_bound: f64,
    /// History of the rating: its value after evenly spaced numbers of games, and its current value as the last item.
    /// Empty for some time after an upgrade, until it is computed.
    #[schema(max_items = 65)]
    pub course: Vec<RatedAfterResponse>,
    /// Results by seat, from seat 0 to the highest seat that the name has had.
    #[schema(max_items = 20)]
    pub seats: Vec<SeatResponse>,
    /// Current streak: the number of wins in a row, or negative the number of games in a row without a win.
    pub streak: i64,
    /// Longest streak of wins.
    pub longest_wins: u64,
    /// Longest streak of games without a win.
    pub longest_losses: u64,
    /// The most frequent partners, up to five.
    #[schema(max_items = 5)]
    pub partners: Vec<PartnerResponse>,
    /// The most frequent opponents, up to five.
    #[schema(max_items = 5)]
    pub opponents: Vec<OpponentResponse>,
}

/// A rating after some games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedAfter)]
struct RatedAfterResponse {
    /// Number of games, deleted ones included.
    #[schema(example = 8)]
    pub games: u64,
    /// Rating after these games; rounded to hundredths except in the last item.
    #[schema(example = 26.41)]
    pub rating: f64,
    /// Standard deviation of the rating; rounded to hundredths except in the last item.
    #[schema(example = 7.12)]
    pub deviation: f64,
}

/// Results in a seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerSeat)]
struct SeatResponse {
    /// Number of games.
    pub games: u64,
    /// Number of games won.
    pub wins: u64,
}

/// A partner.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerPartner)]
struct PartnerResponse {
    /// The partner's name.
    pub name: String,
    /// Number of games as partners.
    pub games: u64,
    /// Number of these games won together.
    pub wins: u64,
}

/// An opponent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerOpponent)]
struct OpponentResponse {
    /// The opponent's name.
    pub name: String,
    /// Number of games against each other.
    pub games: u64,
    /// Number of these games that the player won and the opponent did not.
    pub wins: u64,
    /// Number of these games that the opponent won and the player did not.
    pub losses: u64,
}

/// A count, which is never negative.
pub fn counted(number: i64) -> u64 {
    number.max(0).unsigned_abs()
}

/// The share of games that a name has won.
pub fn win_rate(standing: &Standing) -> Option<Estimate> {
    Estimate::of_share(counted(standing.wins), counted(standing.games))
}

/// The bot and the version named by a bot's name.
pub fn bot(name: &str) -> Option<BotRecord> {
    let (label, version) = name.strip_prefix(BOT)?.rsplit_once('@')?;
    let version = version.parse().ok()?;
    Some(match label.split_once(':') {
        Some((id, effort)) => {
            BotRecord { effort: Some(Effort::new(effort.parse().ok()?)?), ..BotRecord::new(id, version) }
        }
        None => BotRecord::new(label, version),
    })
}

impl PlayerResponse {
    /// A name with its standings; `None` if there are none.
    fn of(name: &str, profile: PlayerProfile) -> Option<PlayerResponse> {
        let PlayerProfile { standings, partners, opponents, as_of } = profile;
        let sum = |count: fn(&Standing) -> i64| standings.iter().map(|standing| counted(count(standing))).sum();
        Some(PlayerResponse {
            name: name.to_owned(),
            bot: bot(name).into(),
            games: sum(|standing| standing.games),
            wins: sum(|standing| standing.wins),
            shared_wins: sum(|standing| standing.shared_wins),
            win_rate: Estimate::of_share(sum(|standing| standing.wins), sum(|standing| standing.games)),
            first_at: standings.iter().map(|standing| standing.first_at).min()?,
            last_at: standings.iter().map(|standing| standing.last_at).max()?,
            rulesets: standings.iter().map(|standing| PlayerInRuleset::of(standing, &partners, &opponents)).collect(),
            as_of,
        })
    }
}

impl PlayerInRuleset {
    fn of(standing: &Standing, partners: &[Pair], opponents: &[Pair]) -> PlayerInRuleset {
        let ruleset = standing.key.ruleset;
        let here = |pair: &&Pair| pair.key.ruleset == ruleset;
        PlayerInRuleset {
            ruleset,
            games: counted(standing.games),
            wins: counted(standing.wins),
            shared_wins: counted(standing.shared_wins),
            win_rate: win_rate(standing),
            first_at: standing.first_at,
            last_at: standing.last_at,
            rating: rounded(standing.rating.mu),
            deviation: rounded(standing.rating.sigma),
            lower_bound: rounded(standing.rating.lower_bound()),
            course: standing.rated_after().into_iter().map(RatedAfterResponse::from).collect(),
            seats: standing
                .seats
                .iter()
                .map(|seat| SeatResponse { games: counted(seat.games), wins: counted(seat.wins) })
                .collect(),
            streak: standing.streak,
            longest_wins: counted(standing.longest_wins),
            longest_losses: counted(standing.longest_losses),
            partners: partners.iter().filter(here).map(PartnerResponse::from).collect(),
            opponents: opponents.iter().filter(here).map(OpponentResponse::from).collect(),
        }
    }
}

impl From<RatedAfter> for RatedAfterResponse {
    fn from(RatedAfter { games, rating }: RatedAfter) -> RatedAfterResponse {
        RatedAfterResponse { games, rating: rounded(rating.mu), deviation: rounded(rating.sigma) }
    }
}

impl From<&Pair> for PartnerResponse {
    fn from(Pair { other, counts, .. }: &Pair) -> PartnerResponse {
        PartnerResponse {
            name: other.clone(),
            games: counted(counts.partner_games),
            wins: counted(counts.partner_wins),
        }
    }
}

impl From<&Pair> for OpponentResponse {
    fn from(Pair { other, counts, .. }: &Pair) -> OpponentResponse {
        OpponentResponse {
            name: other.clone(),
            games: counted(counts.opponent_games),
            wins: counted(counts.opponent_wins),
            losses: counted(counts.opponent_losses),
        }
    }
}

/// Results of two names as partners and as opponents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Versus)]
struct VersusResponse {
    /// The name whose wins and losses are counted.
    pub name: String,
    /// The other name.
    pub other: String,
    /// Number of games with both names. If a name had several seats, they may have been both partners and opponents in
    /// a game.
    pub games: u64,
    /// Results as partners.
    pub as_partners: AsPartners,
    /// Results as opponents.
    pub as_opponents: AsOpponents,
    /// Results by ruleset; empty if they have never met.
    #[schema(max_items = 5)]
    pub rulesets: Vec<TogetherInRuleset>,
    /// The last game counted so far.
    #[schema(required)]
    pub as_of: Option<AsOf>,
}

/// The games of two names in a ruleset.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VersusInRuleset)]
struct TogetherInRuleset {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Number of games with both names. If a name had several seats, they may have been both partners and opponents in
    /// a game.
    pub games: u64,
    /// Results as partners.
    pub as_partners: AsPartners,
    /// Results as opponents.
    pub as_opponents: AsOpponents,
}

/// Games as partners.
#[derive(Debug, Serialize, ToSchema)]
struct AsPartners {
    /// Number of games.
    pub games: u64,
    /// Number of games won together.
    pub wins: u64,
}

/// Games against each other.
#[derive(Debug, Serialize, ToSchema)]
struct AsOpponents {
    /// Number of games.
    pub games: u64,
    /// Number of games that `name` won and `other` did not.
    pub wins: u64,
    /// Number of games that `other` won and `name` did not.
    pub losses: u64,
    /// Number of games that both of them won, or neither.
    pub draws: u64,
}

impl VersusResponse {
    /// Two names with their common games.
    fn of(name: &str, other: &str, versus: Versus) -> VersusResponse {
        let mut all = PairCounts::default();
        versus.pairs.iter().for_each(|pair| all.add(pair.counts));
        let in_ruleset = |pair: &Pair| TogetherInRuleset {
            ruleset: pair.key.ruleset,
            games: counted(pair.counts.games),
            as_partners: pair.counts.into(),
            as_opponents: pair.counts.into(),
        };
        VersusResponse {
            name: name.to_owned(),
            other: other.to_owned(),
            games: counted(all.games),
            as_partners: all.into(),
            as_opponents: all.into(),
            rulesets: versus.pairs.iter().map(in_ruleset).collect(),
            as_of: versus.as_of,
        }
    }
}

impl From<PairCounts> for AsPartners {
    fn from(counts: PairCounts) -> AsPartners {
        AsPartners { games: counted(counts.partner_games), wins: counted(counts.partner_wins) }
    }
}

impl From<PairCounts> for AsOpponents {
    fn from(counts: PairCounts) -> AsOpponents {
        let PairCounts { opponent_games: games, opponent_wins: wins, opponent_losses: losses, .. } = counts;
        AsOpponents {
            games: counted(games),
            wins: counted(wins),
            losses: counted(losses),
            draws: counted(games - wins - losses),
        }
    }
}
