//! Counts specific to each game: "What is counted" on its rules page.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::Merge;
use crate::{
    games::{Outcome, Player},
    players::HasBots,
};

/// A game with specific counts.
pub trait Counted: HasBots {
    /// Notes taken during a game.
    type Notes: Clone + Debug + Default + Send;
    /// The counts of many games.
    type Counts: Merge + Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The counts as returned to callers.
    type Report: Clone + Debug + Serialize + ToSchema;

    /// The side of a player; partners share one.
    fn side(&self, player: Player) -> usize {
        player.index()
    }

    /// Notes a step that led to this state.
    fn note(_notes: &mut Self::Notes, _after: &Self, _step: &Self::Step) {}

    /// Counts a finished game; `game` is its number.
    fn count(counts: &mut Self::Counts, notes: &Self::Notes, outcome: &Outcome<Self::Detail>, game: u64);

    /// The counts as returned to callers, with their figures.
    fn report(counts: &Self::Counts) -> Self::Report;
}
