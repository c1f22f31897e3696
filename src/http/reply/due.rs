//! What a game waits for, as callers see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{Due, Player, PlayerSet, StepTypes};

/// What a game waits for: a step of the table, one of these players, or nothing any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Due, example = json!({"players": [2], "types": ["play"]}))]
pub enum DueResponse {
    /// The table: a step of this type.
    #[schema(title = "DueTable")]
    Table {
        /// The type of step.
        table: &'static str,
    },
    /// Any one of these players; none named where the page hides who is asked.
    #[schema(title = "DuePlayers")]
    Players {
        /// Their indexes.
        players: Vec<Player>,
        /// The types of step that are acceptable.
        types: Vec<&'static str>,
    },
    /// Nothing: the game is over.
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
