//! Responses about simulations.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    games::Ruleset,
    http::{
        openapi,
        reply::response::{perhaps_time, time},
    },
    service::{
        DeleteToken, SimulationSeed,
        records::{BotRecord, SimulationId},
        simulations::{SimulationPhase, SimulationView},
    },
    statistics::Report,
};

/// A simulation: games played by bots to gather statistics.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Simulation)]
pub struct SimulationResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// All options, including defaults.
    #[schema(value_type = openapi::AnyOptions)]
    pub options: Box<RawValue>,
    /// The players, by seat.
    #[schema(min_items = 2, max_items = 20)]
    pub players: Vec<SimulationPlayer>,
    /// Seed. Game `i`, from 0, is played with the seed `{seed}/{i}`; with `rotate`, `i` is the number of its deal.
    #[schema(value_type = SimulationSeed)]
    pub seed: String,
    /// Whether each deal is played once for each rotation of the bots over the seats.
    pub rotate: bool,
    /// Phase of the simulation.
    pub phase: SimulationPhase,
    /// Number of games played and counted.
    pub done: u32,
    /// Number of games to play.
    #[schema(minimum = 1, maximum = 10_000_000)]
    pub games: u32,
    /// Time of creation.
    #[serde(serialize_with = "time")]
    pub created_at: DateTime<Utc>,
    /// Time at which the first game began.
    #[serde(serialize_with = "perhaps_time")]
    pub started_at: Option<DateTime<Utc>>,
    /// Estimated time at which all games will be done; null before the first games are counted and once it has
    /// finished.
    #[serde(serialize_with = "perhaps_time")]
    pub eta: Option<DateTime<Utc>>,
    /// Time at which it was done or cancelled.
    #[serde(serialize_with = "perhaps_time")]
    pub finished_at: Option<DateTime<Utc>>,
    /// Time at which it is deleted: 30 days after it was done or cancelled.
    #[serde(serialize_with = "perhaps_time")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Statistics of the games counted so far; null before the first, and in lists. Once all games are done, it is the
    /// same byte for byte regardless of how the work was distributed.
    #[schema(value_type = Option<Report>)]
    pub result: Option<Box<Report>>,
    /// Links to related resources.
    pub links: SimulationLinks,
    /// Token that cancels and deletes the simulation, sent as `Authorization: Bearer delete_…`. Only in the 202
    /// response to a caller without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
}

/// A player of a simulation.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimulationPlayer {
    /// The bot.
    pub bot: String,
    /// Version of the bot.
    pub bot_version: u32,
}

/// Links of a simulation.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimulationLinks {
    /// The simulation itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// Events of the simulation.
    #[schema(format = "uri-reference")]
    pub events: String,
}

/// A page of simulations, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimulationList {
    /// The simulations, without their results.
    #[schema(max_items = 100)]
    pub items: Vec<SimulationResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

/// The path of a simulation.
pub fn address(id: SimulationId) -> String {
    format!("/v1/simulations/{id}")
}

impl From<SimulationView> for SimulationResponse {
    fn from(view: SimulationView) -> SimulationResponse {
        let record = view.record;
        let own = address(record.id);
        let player = |bot: BotRecord| SimulationPlayer { bot: bot.id, bot_version: bot.version };
        SimulationResponse {
            id: record.id.0,
            ruleset: record.ruleset,
            rules_version: record.rules_version,
            options: view.options,
            expires_at: record.expires_at(),
            players: record.bots.into_iter().map(player).collect(),
            seed: record.seed,
            rotate: record.rotate,
            phase: record.phase,
            done: record.done,
            games: record.games,
            created_at: record.created_at,
            started_at: record.started_at,
            eta: view.eta,
            finished_at: record.finished_at,
            result: view.report,
            links: SimulationLinks { events: format!("{own}/events"), self_: own },
            delete_token: None,
        }
    }
}
