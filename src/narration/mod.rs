//! Steps in sentences, for pages and the terminal.

pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod names;
pub mod reversal;

use crate::games::{GameStep, Observe, Player};

pub use names::{Names, Narration, known};

/// A game whose steps can be put into sentences.
pub trait Narrate: Observe {
    /// What a step did.
    fn narrate(names: &Names<'_>, step: &Self::Step) -> Narration;

    /// What somebody sees of a step whose cards or choice are hidden: the number of cards, where that is not.
    fn narrate_part(
        names: &Names<'_>,
        kind: <Self::Step as GameStep>::Kind,
        player: Option<Player>,
        count: Option<usize>,
    ) -> String;
}
