//! What each game has that is worth counting: "What is counted" on its rules page.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::Merge;
use crate::{
    games::{Outcome, Player},
    players::HasBots,
};

/// A game of which more is counted than what every game has.
pub trait Counted: HasBots {
    /// What is noted while one game goes on.
    type Notes: Clone + Debug + Default + Send;
    /// What was counted, of many games.
    type Counts: Merge + Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The same as a report has it.
    type Report: Clone + Debug + Serialize + ToSchema;

    /// Which side a player is on: partners have the same.
    fn side(&self, player: Player) -> usize {
        player.index()
    }

    /// Notes a step, which has led to this state.
    fn note(_notes: &mut Self::Notes, _after: &Self, _step: &Self::Step) {}

    /// Counts a finished game; `game` is its number.
    fn count(counts: &mut Self::Counts, notes: &Self::Notes, outcome: &Outcome<Self::Detail>, game: u64);

    /// What was counted, with its figures.
    fn report(counts: &Self::Counts) -> Self::Report;
}
