//! How the game ended, and who won.

use serde::Serialize;

use crate::games::PlayerSet;

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoEnded))]
pub enum Ended {
    /// A player had no cards at a win check.
    Out,
    /// The Satanic Ritual.
    Ritual,
    /// Only one player was left in.
    LastStanding,
    /// After `max_turns` turns.
    TurnLimit,
    /// A whole round of idle turns.
    Stuck,
}

/// How the game ended, and who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) ended: Ended,
    pub(super) winners: PlayerSet,
}
