//! What the terminal shows of each game.

mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod reversal;
#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;

use super::{sheet::Sheet, table::Eyes};
use crate::{games::Player, narration::Narrate, reading::Heading};

/// A game that can be played at a terminal.
pub trait Screen: Narrate<State: Clone + DeserializeOwned> {
    /// The table, for somebody who is about to choose a step.
    fn sheet(eyes: &Eyes, state: &Self::State) -> Sheet;

    /// What has changed on the table beside what the sentences of steps say: who wins a trick, which cards come to the
    /// hand.
    fn changes(eyes: &Eyes, before: &Self::State, after: &Self::State) -> Vec<String>;

    /// What a step shows beside what its sentence says: dice.
    fn detail(_eyes: &Eyes, _step: &Self::Step) -> Option<String> {
        None
    }

    /// May the person whose legal steps these are speak before others act, and need not?
    fn may_only_speak(_eyes: &Eyes, _state: &Self::State, _legal: &[Self::Step]) -> bool {
        false
    }

    /// The number that a step is all about: such steps are chosen by it.
    fn amount(_step: &Self::Step) -> Option<u32> {
        None
    }

    /// The reading of a player's tricks, in a game that has one.
    ///
    /// # Errors
    /// When the tricks cannot be read.
    fn reading(_detail: &Self::Detail, _player: Player, _heading: &Heading) -> anyhow::Result<Option<String>> {
        Ok(None)
    }
}
