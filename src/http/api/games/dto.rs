//! Responses about games.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    chance::seed_hash,
    games::{NamedDue, Outcome, Player, Ruleset},
    http::{
        openapi::{self, LogBot, LogPlayer},
        site::urls,
    },
    service::{
        self, ChanceOrigin, ClientSeed, DeleteToken, ExternalId, GameProof, LogResult, Name, SeedText, Snapshot, Tag,
        Verification,
        records::{BotRecord, GameRecord, SeatRecord, Source},
    },
};

/// A stored game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// What was played.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// Source of the game.
    pub source: Source,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// Time at which the game was played, if known.
    pub played_at: Option<DateTime<Utc>>,
    /// Caller-defined id.
    #[schema(value_type = Option<ExternalId>)]
    pub external_id: Option<String>,
    /// Tags of the game.
    #[schema(value_type = Vec<Tag>, max_items = 8)]
    pub tags: Vec<String>,
    /// All options, including defaults.
    #[schema(value_type = openapi::AnyOptions)]
    pub options: Box<RawValue>,
    /// The players.
    pub players: Vec<PlayerResponse>,
    /// Number of steps in the log.
    pub step_count: u32,
    /// The seed; null in an imported game.
    #[schema(value_type = Option<SeedText>)]
    pub seed: Option<String>,
    /// Caller's part of the seed; null in an imported game.
    #[schema(value_type = Option<ClientSeed>)]
    pub client_seed: Option<String>,
    /// SHA-256 of the seed, in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: Option<String>,
    /// Commitment to the seed.
    pub commitment: Option<Uuid>,
    /// Whether the caller supplied the first deal.
    pub deal_given: bool,
    /// Result of the game.
    pub result: GameResult,
    /// Whether the game is left out of lists, as games played for a reading are. Anyone who has its URL can see it.
    pub unlisted: bool,
    /// Token that deletes the game, sent as `Authorization: Bearer delete_…`. Only in the 201 response to a caller
    /// without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
    /// Links to related resources.
    pub links: GameLinks,
    /// Cursor that resumes after this game; only in NDJSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    pub cursor: Option<String>,
    /// The log; only in NDJSON with `log=true`, and as it was understood in the response to a score sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub log: Option<LogResponse>,
}

/// A player of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GamePlayer)]
pub struct PlayerResponse {
    /// The name.
    #[schema(value_type = Name)]
    pub name: String,
    /// Who plays.
    #[serde(flatten)]
    #[schema(inline)]
    pub bot: PlayingBot,
}

/// The bot that plays, or none.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayingBot {
    /// The bot; null for a person. In an imported game it begins with `foreign:` and is what the import said, and null
    /// where it said nothing.
    #[schema(required, example = "adept")]
    pub bot: Option<String>,
    /// The bot's version; null likewise.
    #[schema(required, example = 2)]
    pub bot_version: Option<u32>,
    /// Effort of a bot that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1, maximum = 10)]
    pub effort: Option<u8>,
}

impl From<Option<BotRecord>> for PlayingBot {
    fn from(bot: Option<BotRecord>) -> PlayingBot {
        let effort = bot.as_ref().and_then(BotRecord::effort_number);
        let (bot, bot_version) = bot.map(|bot| (bot.id, bot.version)).unzip();
        PlayingBot { bot, bot_version, effort }
    }
}

/// Result of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameResult {
    /// Winners in ascending order; empty for a draw.
    pub winners: Vec<Player>,
    /// Place of each player, 1 for the best; ties share the better place.
    pub places: Vec<u8>,
    /// Scores by player.
    #[schema(value_type = Vec<i32>)]
    pub scores: Vec<i64>,
    /// Detail specified by the rules page; omitted in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = openapi::AnyDetail, required = false, nullable = false)]
    pub detail: Option<Box<RawValue>>,
}

/// Links of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameLinks {
    /// The game itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// Log of the game.
    #[schema(format = "uri-reference")]
    pub log: String,
    /// Readings of the game; null if it has none.
    #[schema(format = "uri-reference")]
    pub readings: Option<String>,
    /// The game on the site.
    #[schema(format = "uri-reference")]
    pub page: String,
    /// The story of the game as plain text.
    #[schema(format = "uri-reference")]
    pub txt: String,
}

/// A page of games, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games, without `result.detail`.
    #[schema(max_items = 100)]
    pub items: Vec<GameResponse>,
    /// Requests the next page; null on the last.
    pub next_cursor: Option<String>,
    /// How many games match on all pages together; only with `count=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub count: Option<GameCount>,
}

/// How many games match.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameCount {
    /// The exact number, unless there are more.
    #[schema(maximum = 10_000)]
    pub games: u32,
    /// Whether there are more, or may be: at most 10,000 games are counted, and if few of many match, at most the first
    /// 50,000 are looked through.
    pub more: bool,
}

/// A log document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Log)]
pub struct LogResponse {
    /// What was played.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// All options, including defaults.
    #[schema(value_type = openapi::AnyOptions)]
    pub options: Box<RawValue>,
    /// The players.
    pub players: Vec<LogPlayer>,
    /// Who of the players is a bot, one entry for each; omitted if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, max_items = 20)]
    pub bots: Option<Vec<LogBot>>,
    /// All steps in order.
    #[schema(value_type = Vec<openapi::AnyStep>)]
    pub steps: Box<RawValue>,
}

/// State of the table at one step.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameState)]
pub struct StateResponse {
    /// What was played.
    #[schema(value_type = Ruleset)]
    pub ruleset: &'static str,
    /// Number of steps played.
    #[schema(minimum = 0)]
    pub step: usize,
    /// What the game waits for.
    pub due: NamedDue,
    /// Legal steps known to the viewer, up to 100.
    #[schema(value_type = Vec<openapi::AnyStep>, max_items = 100)]
    pub legal: Vec<Box<RawValue>>,
    /// True if there are more.
    pub legal_truncated: bool,
    /// State as seen by the viewer.
    #[schema(value_type = openapi::AnyState)]
    pub state: Box<RawValue>,
}

impl From<service::GameDetails> for GameResponse {
    fn from(game: service::GameDetails) -> GameResponse {
        let service::GameDetails { record, options, detail } = game;
        let drawn = record.seed_record.as_ref();
        let seed = drawn.map(|drawn| drawn.seed.text());
        GameResponse {
            id: record.id.0,
            ruleset: record.ruleset,
            rules_version: record.rules_version,
            source: record.source,
            created_at: record.created_at,
            played_at: record.played_at,
            options,
            step_count: record.step_count,
            seed_hash: seed.as_deref().map(seed_hash),
            seed,
            client_seed: drawn.map(|drawn| drawn.client_seed.clone()),
            commitment: drawn.and_then(|drawn| drawn.commitment).map(|id| id.0),
            deal_given: drawn.is_some_and(|drawn| drawn.deal_given),
            unlisted: record.unlisted,
            delete_token: None,
            cursor: None,
            log: None,
            links: GameLinks::of(&record),
            result: GameResult { winners: record.winners, places: record.places, scores: record.scores, detail },
            external_id: record.external_id,
            tags: record.tags,
            players: record.players.into_iter().map(PlayerResponse::from).collect(),
        }
    }
}

impl From<Outcome<Box<RawValue>>> for GameResult {
    fn from(outcome: Outcome<Box<RawValue>>) -> GameResult {
        let Outcome { winners, places, scores, detail } = outcome;
        GameResult { winners, places, scores, detail: Some(detail) }
    }
}

impl From<SeatRecord> for PlayerResponse {
    fn from(seat: SeatRecord) -> PlayerResponse {
        PlayerResponse { name: seat.name, bot: seat.bot.into() }
    }
}

impl GameLinks {
    fn of(record: &GameRecord) -> GameLinks {
        let mut id = Uuid::encode_buffer();
        let own = ["/v1/games/", record.id.0.hyphenated().encode_lower(&mut id)].concat();
        GameLinks {
            log: [&own, "/log"].concat(),
            readings: record.ruleset.has_readings().then(|| [&own, "/readings"].concat()),
            page: urls::game(record.id),
            txt: [&own, ".txt"].concat(),
            self_: own,
        }
    }
}

impl LogResponse {
    /// The log document of a game, for use within the game's response.
    pub fn of(game: &service::GameDetails, steps: Box<RawValue>) -> LogResponse {
        LogResponse::new(game.record.clone(), game.options.clone(), steps)
    }

    /// The log document of this game.
    pub fn new(record: GameRecord, options: Box<RawValue>, steps: Box<RawValue>) -> LogResponse {
        let has_bots = record.players.iter().any(|seat| seat.bot.is_some());
        let (players, bots) =
            record.players.into_iter().map(|seat| (LogPlayer { name: seat.name }, LogBot::from(seat.bot))).unzip();
        let bots = Some(bots).filter(|_| has_bots);
        LogResponse { ruleset: record.ruleset, rules_version: record.rules_version, options, players, bots, steps }
    }
}

impl From<Snapshot> for StateResponse {
    fn from(moment: Snapshot) -> StateResponse {
        let Snapshot { ruleset, step, due, legal, legal_truncated, state } = moment;
        StateResponse { ruleset, step, due, legal, legal_truncated, state }
    }
}

/// Result of replaying a stored log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameVerification)]
pub struct VerificationResponse {
    /// Whether every step is legal and the last one ends the game.
    pub valid: bool,
    /// Whether the result matches the stored one.
    pub result_matches: bool,
    /// Whether every table step matches the seeds; null if they do not determine them (imported game, or supplied
    /// deal).
    pub chance_matches: Option<bool>,
    /// SHA-256 of the seed, in hex; null in an imported game.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: Option<String>,
    /// Whether nobody could choose the randomness, because the service committed to the seed before the caller sent a
    /// `client_seed`. If false, `chance_matches` shows that the game follows from its seed, but not that the seed was
    /// not hand-picked.
    pub committed: bool,
    /// Who could have influenced the randomness.
    pub chance_origin: ChanceOrigin,
}

/// Result of a log that was checked but not stored.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogVerdict)]
pub struct DryRun {
    /// What was played.
    pub ruleset: Ruleset,
    /// All options, including defaults.
    #[schema(value_type = openapi::AnyOptions)]
    pub options: Box<RawValue>,
    /// The players.
    pub players: Vec<LogPlayer>,
    /// Number of steps in the log.
    pub step_count: u32,
    /// How the game ended.
    pub result: GameResult,
    /// The log as it was understood; only for a score sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub log: Option<LogResponse>,
}

impl DryRun {
    /// The log, which has these steps.
    pub fn log(&self, steps: Box<RawValue>) -> LogResponse {
        let (ruleset, options, players) = (self.ruleset, self.options.clone(), self.players.clone());
        let rules_version = ruleset.info().rules_version;
        LogResponse { ruleset, rules_version, options, players, bots: None, steps }
    }
}

impl From<GameProof> for VerificationResponse {
    fn from(proof: GameProof) -> VerificationResponse {
        let GameProof { found: Verification { valid, result_matches, chance_matches }, seed_hash, origin } = proof;
        let committed = origin == ChanceOrigin::Committed;
        VerificationResponse { valid, result_matches, chance_matches, seed_hash, committed, chance_origin: origin }
    }
}

impl From<LogResult> for DryRun {
    fn from(verdict: LogResult) -> DryRun {
        DryRun {
            ruleset: verdict.ruleset,
            options: verdict.finished.complete_options,
            players: verdict.players.into_iter().map(|name| LogPlayer { name }).collect(),
            step_count: verdict.finished.step_count,
            result: verdict.finished.outcome.into(),
            log: None,
        }
    }
}
