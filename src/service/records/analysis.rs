//! Analyses as stored.

use chrono::{DateTime, Utc};

use super::GameId;
use crate::{games::Player, players::Effort};

/// What is analysed: the decisions of a player of a game, with an effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnalysisKey {
    /// The game.
    pub game: GameId,
    /// The player.
    pub player: Player,
    /// How long the search thinks.
    pub effort: Effort,
}

/// An analysis, as far as it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisRecord {
    /// What is analysed.
    pub key: AnalysisKey,
    /// The versions of what determines it.
    pub engine: String,
    /// Number of steps that were looked at.
    pub done: u32,
    /// What is told of the game besides its decisions, as JSON, where its games have that, once it is finished.
    pub fortune: Option<String>,
    /// Were all steps looked at?
    pub finished: bool,
}

/// An analysis that is to be made.
#[derive(Clone, Debug)]
pub struct NewAnalysis {
    /// What is analysed.
    pub key: AnalysisKey,
    /// The versions of what determines it.
    pub engine: String,
    /// Those of all analyses that this release makes: unfinished ones of others are not counted.
    pub engines: Vec<String>,
    /// Who asked for it, as a hash.
    pub caller: Vec<u8>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// How many unfinished ones the caller may have.
    pub most: u32,
    /// How many unfinished ones all callers may have.
    pub most_of_all: u32,
}
