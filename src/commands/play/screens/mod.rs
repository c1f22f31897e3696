//! What the terminal shows of each game.

mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod reversal;

use super::{sheet::Sheet, table::Eyes};
use crate::{games::Player, narration::Narrate, reading::Heading};

/// A game that can be played at a terminal.
pub trait Screen: Narrate {
    /// The table, for somebody who is about to choose a step.
    fn sheet(eyes: &Eyes, state: &Self::State) -> Sheet;

    /// What a step led to beside what its own sentence says: who wins a trick, which cards come to the hand.
    ///
    /// `step` is `None` where the person does not see the whole of it.
    fn changes(eyes: &Eyes, step: Option<&Self::Step>, before: &Self::State, after: &Self::State) -> Vec<String>;

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
