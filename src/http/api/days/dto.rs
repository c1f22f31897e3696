//! Responses about days.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    cards::Card,
    hex::hex,
    players::Skill,
    service::{
        Board, ComparedWith, Day, OwnDays, OwnResult, Question,
        records::{DayState, closes_at, opens_at},
    },
};

/// A deal of the day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Day)]
pub struct DayResponse {
    /// The day, in UTC.
    pub date: NaiveDate,
    /// Number of the day: 1 is 28 November 2026.
    pub number: i32,
    /// Whether it is played now.
    pub state: DayState,
    /// When it can first be played.
    pub opens_at: DateTime<Utc>,
    /// When it is over: what has its last step stored before that counts.
    pub closes_at: DateTime<Utc>,
    /// True if the hash of its seed was known for less than 24 hours before it opened: nobody is counted then.
    pub short_notice: bool,
    /// SHA-256 of the seed, in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: String,
    /// The client seed: the date.
    pub client_seed: String,
    /// The bot in the other seats.
    pub bot: &'static str,
    /// Its version.
    pub bot_version: u32,
    /// Number of counted players who have finished.
    pub finished: u32,
    /// The seed; null before the day is over.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<String>,
    /// Points of the first team in the game that four of these bots play from the seed; null before the day is over, and
    /// in lists.
    #[schema(maximum = 38)]
    pub par: Option<u8>,
    /// Points of the first team where `sage` sits in the seat of whoever plays, with its usual effort, and these bots in
    /// the others; null likewise.
    #[schema(maximum = 38)]
    pub best_line: Option<u8>,
    /// The most points of a counted player; null before the day is over, in lists, and if nobody was counted.
    #[schema(maximum = 38)]
    pub best: Option<u8>,
    /// How many counted players have made which points; empty before the day is over, and in lists.
    #[schema(max_items = 39)]
    pub distribution: Vec<PlayersWithPoints>,
    /// Links to related resources.
    pub links: DayLinks,
}

/// Counted players with the same points.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayersWithPoints {
    /// Their points.
    #[schema(maximum = 38)]
    pub points: u8,
    /// Their number.
    #[schema(minimum = 1)]
    pub players: u32,
}

/// Links of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayLinks {
    /// The day itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// Where a table is opened.
    #[schema(format = "uri-reference")]
    pub tables: String,
    /// Its board.
    #[schema(format = "uri-reference")]
    pub board: String,
    /// What the caller has made of it.
    #[schema(format = "uri-reference")]
    pub result: String,
    /// The caller's reading of the day.
    #[schema(format = "uri-reference")]
    pub reading: String,
}

/// A page of days, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayList {
    /// The days.
    #[schema(max_items = 100)]
    pub items: Vec<DayResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

/// The board of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayBoard)]
pub struct BoardResponse {
    /// The day.
    pub date: NaiveDate,
    /// Its number.
    pub number: i32,
    /// Number of counted players who have finished.
    pub finished: u32,
    /// How many of them have made which points.
    #[schema(max_items = 39)]
    pub distribution: Vec<PlayersWithPoints>,
    /// The caller's place.
    pub place: PlaceResponse,
}

/// The place of somebody's points among those of others on the same cards.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayPlace)]
pub struct PlaceResponse {
    /// The caller's points; null if the caller has not finished.
    #[schema(maximum = 38)]
    pub points: Option<u8>,
    /// Who they are compared with: with fewer than 20 counted players it is adepts that played the deal.
    pub compared_with: ComparedWith,
    /// The share of those that these points beat, of equal ones half; null without points, if there is nobody, and
    /// while the adepts still play.
    #[schema(minimum = 0, maximum = 1, example = 0.83)]
    pub better_than: Option<f64>,
}

/// What the caller has made of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayResult)]
pub struct ResultResponse {
    /// The day.
    pub date: NaiveDate,
    /// Its number.
    pub number: i32,
    /// The table. It is deleted a week after the day.
    pub table: Uuid,
    /// The game; null before the day is over.
    pub game: Option<Uuid>,
    /// When the last step was made.
    pub finished_at: DateTime<Utc>,
    /// Whether it is counted among the players of the day.
    pub counted: bool,
    /// Points of the caller's team.
    #[schema(maximum = 38)]
    pub points: u8,
    /// Points of the other team.
    #[schema(maximum = 38)]
    pub against: u8,
    /// Tricks of the caller's team, of 19.
    #[schema(maximum = 19)]
    pub tricks: u8,
    /// Points of the first team in the game that four adepts play from the seed.
    #[schema(maximum = 38)]
    pub par: u8,
    /// `points` less `par`.
    pub above_par: i16,
    /// The place among others.
    pub place: PlaceResponse,
    /// The card at the Self in the reading of the day; null if none lies there.
    #[schema(required)]
    pub self_card: Option<Card>,
    /// What the caller wrote beside it; may be empty.
    #[schema(value_type = Question)]
    pub note: String,
    /// Links to related resources.
    pub links: DayLinks,
}

/// The days that the caller has finished, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayResultList {
    /// Number of days in a row that the caller has finished in time, up to today or yesterday.
    pub streak: u32,
    /// The results. Pages may be short.
    #[schema(max_items = 100)]
    pub items: Vec<ResultResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

impl From<Day> for DayResponse {
    fn from(Day { record, state, par, best_line, scores }: Day) -> DayResponse {
        let is_over = state == DayState::Over;
        DayResponse {
            date: record.date,
            number: record.number(),
            state,
            opens_at: opens_at(record.date),
            closes_at: closes_at(record.date),
            short_notice: record.is_short_notice(),
            seed_hash: record.seed_hash(),
            client_seed: record.date.to_string(),
            bot: Skill::Adept.id(),
            bot_version: record.bot_version,
            finished: record.finished,
            seed: is_over.then(|| hex(&record.seed)),
            par,
            best_line,
            best: scores.last().map(|(points, _)| *points),
            distribution: distribution(scores),
            links: DayLinks::of(record.date),
        }
    }
}

fn distribution(scores: Vec<(u8, u32)>) -> Vec<PlayersWithPoints> {
    scores.into_iter().map(|(points, players)| PlayersWithPoints { points, players }).collect()
}

impl DayLinks {
    fn of(date: NaiveDate) -> DayLinks {
        let own = format!("/v1/days/{date}");
        DayLinks {
            tables: format!("{own}/tables"),
            board: format!("{own}/board"),
            result: format!("{own}/result"),
            reading: format!("{own}/reading"),
            self_: own,
        }
    }
}

impl PlaceResponse {
    fn of(board: &Board) -> PlaceResponse {
        PlaceResponse { points: board.points, compared_with: board.compared_with, better_than: board.better_than }
    }
}

impl From<Board> for BoardResponse {
    fn from(board: Board) -> BoardResponse {
        BoardResponse {
            date: board.day.date,
            number: board.day.number(),
            finished: board.scores.iter().map(|(_, players)| players).sum(),
            place: PlaceResponse::of(&board),
            distribution: distribution(board.scores),
        }
    }
}

impl From<OwnResult> for ResultResponse {
    fn from(OwnResult { result, score, par, board }: OwnResult) -> ResultResponse {
        ResultResponse {
            date: result.date,
            number: board.day.number(),
            table: result.table.0,
            game: result.game.map(|game| game.0),
            finished_at: score.finished_at,
            counted: result.counted,
            points: score.points,
            against: score.against,
            tricks: score.tricks,
            par,
            above_par: i16::from(score.points) - i16::from(par),
            place: PlaceResponse::of(&board),
            self_card: score.self_card,
            note: result.note,
            links: DayLinks::of(result.date),
        }
    }
}

impl DayResultList {
    /// The list with the cursor of the next page.
    pub fn new(days: OwnDays, next_cursor: Option<String>) -> DayResultList {
        let items = days.page.items.into_iter().map(ResultResponse::from).collect();
        DayResultList { streak: days.streak, items, next_cursor }
    }
}
