//! What a game waits for, as callers see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{Due, Player, PlayerSet, StepTypes};

/// What the game waits for: a table step, a step by one of these players, or nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Due, example = json!({"players": [2], "types": ["play"]}))]
pub enum DueResponse {
    /// A table step of this type.
    #[schema(title = "DueTable")]
    Table {
        /// Type of the step.
        table: &'static str,
    },
    /// Any one of these players; empty if the rules hide who is asked.
    #[schema(title = "DuePlayers")]
    Players {
        /// Indexes of the players.
        players: Vec<Player>,
        /// Accepted step types.
        types: Vec<&'static str>,
    },
    /// The game is over.
    #[schema(title = "DueOver")]
    Over {
        /// Always true.
        over: bool,
    },
}

impl DueResponse {
    /// Names the types of steps by the ruleset's list.
    pub fn new(due: Due, types: &'static [&'static str]) -> DueResponse {
        let players = |set: PlayerSet| set.iter().collect();
        let named = |set: StepTypes| set.iter().map(|step| types[usize::from(step.0)]).collect();
        match due {
            Due::Table(step) => DueResponse::Table { table: types[usize::from(step.0)] },
            Due::Players { must, may, types } => {
                DueResponse::Players { players: players(must.union(may)), types: named(types) }
            }
            Due::Over => DueResponse::Over { over: true },
        }
    }
}
