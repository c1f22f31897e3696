//! Steps in sentences, for pages and the terminal.

pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod names;
pub mod reversal;

use crate::games::{GameStep, Observe, Player, SeenStep, Viewer};

pub use names::{Names, Narration, counted, joined, known};

/// What is said of a step where even its type is hidden.
pub const UNSEEN: &str = "Somebody was asked, and answered.";

/// A game whose steps can be put into sentences.
pub trait Narrate: Observe {
    /// What a step did.
    fn narrate(names: &Names<'_>, step: &Self::Step) -> Narration;

    /// What the table does with a step of this kind, as in `deals the cards`; `None` for the steps of players.
    fn table_does(kind: <Self::Step as GameStep>::Kind) -> Option<&'static str>;

    /// What somebody sees of a step whose cards or choice are hidden: the number of cards, where that is not.
    fn narrate_part(
        names: &Names<'_>,
        kind: <Self::Step as GameStep>::Kind,
        player: Option<Player>,
        count: Option<usize>,
    ) -> String;
}

/// The sentence of a step as a viewer is told of it, and the step where all of it is seen; `None` where nothing is.
///
/// `before` and `after` are the game before and after the step.
pub fn narrate_seen<'a, G: Narrate>(
    names: &Names<'_>,
    (before, step, after): (&G, &'a G::Step, &G),
    viewer: Viewer,
) -> (Option<Narration>, Option<&'a G::Step>) {
    match before.seen(step, after, viewer) {
        SeenStep::Whole(step) => (Some(G::narrate(names, step)), Some(step)),
        SeenStep::Part(part) => {
            (Some(Narration::table(G::narrate_part(names, step.kind(), step.player(), part.count()))), None)
        }
        SeenStep::Nothing => (None, None),
    }
}
