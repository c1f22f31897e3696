//! Responses about logs that were checked: of a stored game, and of one that is not stored.

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::dto::GameResult;
use crate::{
    games::Ruleset,
    http::openapi::{self, LogPlayer},
    service::{ChanceOrigin, GameProof, LogResult, Verification},
};

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
        }
    }
}
