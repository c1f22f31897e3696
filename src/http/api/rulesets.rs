//! The rulesets.

use actix_web::get;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    cards::Deck,
    games::{PlayerCount, Ruleset, with_game},
    http::{
        extract::{accept::AcceptsJson, path::JsonParam, query::NoQuery},
        middleware::auth::{Authorized, Read},
        openapi::{self, GetById},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    players::{Effort, Skill},
};

/// A ruleset that can be played.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ruleset)]
struct RulesetResponse {
    /// Id in requests and logs.
    pub id: Ruleset,
    /// Display name.
    pub name: &'static str,
    /// Allowed numbers of players.
    pub players: PlayerCount,
    /// Deck whose card names are used; null for a game without cards.
    pub deck: Option<Deck>,
    /// JSON Schema of the options, with defaults.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub options: Value,
    /// Types of the steps.
    pub steps: &'static [&'static str],
    /// Bots for this ruleset.
    pub bots: Vec<BotResponse>,
    /// Publisher of the game.
    pub authors: &'static str,
    /// Version of the rules; increases when the same log would get a different result.
    pub rules_version: u32,
    /// Link to the rules page.
    #[schema(format = "uri-reference")]
    pub rules: String,
}

/// A bot for a ruleset.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RulesetBot)]
struct BotResponse {
    /// Id in requests.
    pub id: &'static str,
    /// Version of the bot; increases when it plays differently.
    pub version: u32,
    /// Whether it plays by default.
    pub default: bool,
    /// The `effort` of `sage` unless another is requested, from 1 to 10; absent in bots that have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1, maximum = 10)]
    pub effort: Option<u8>,
}

/// All rulesets.
#[derive(Debug, Serialize, ToSchema)]
struct RulesetList {
    /// The rulesets, in the order of the rules index.
    pub items: Vec<RulesetResponse>,
    /// Always null: there is one page.
    #[schema(schema_with = openapi::null)]
    pub next_cursor: (),
}

impl From<Ruleset> for RulesetResponse {
    fn from(ruleset: Ruleset) -> RulesetResponse {
        let info = ruleset.info();
        let bot = |skill: Skill| BotResponse {
            id: skill.id(),
            version: with_game!(ruleset, G => skill.version::<G>()),
            default: skill == Skill::ALL[0],
            effort: skill.effort().map(Effort::number),
        };
        RulesetResponse {
            id: ruleset,
            name: info.name,
            players: info.players,
            deck: info.deck,
            options: openapi::options_schema(ruleset),
            steps: info.steps,
            bots: Skill::ALL.map(bot).into(),
            authors: info.authors,
            rules_version: info.rules_version,
            rules: format!("/rules/{}", info.id),
        }
    }
}

/// Lists the rulesets
#[utoipa::path(
    tag = "rulesets",
    security(("key" = ["read"])),
    responses((status = 200, description = "All rulesets.", body = RulesetList))
)]
#[get("/rulesets")]
pub async fn list_rulesets(_: Authorized<Read>, _: NoQuery, _: AcceptsJson) -> ApiResult {
    let items = Ruleset::ALL.map(RulesetResponse::from).into();
    Ok(response::ok(Caching::Revalidate, &RulesetList { items, next_cursor: () }))
}

/// Returns a ruleset, with its options, steps and bots
#[utoipa::path(
    tag = "rulesets",
    security(("key" = ["read"])),
    params(("ruleset" = Ruleset, Path, description = "Id of the ruleset.")),
    responses((status = 200, description = "The ruleset.", body = RulesetResponse), GetById)
)]
#[get("/rulesets/{ruleset}")]
pub async fn get_ruleset(_: Authorized<Read>, _: NoQuery, JsonParam(ruleset): JsonParam<Ruleset>) -> ApiResult {
    Ok(response::ok(Caching::Revalidate, &RulesetResponse::from(ruleset)))
}
