//! Steps in sentences, for pages and the terminal.

pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod names;
pub mod reversal;

use crate::games::{GameStep, Observe, Player, SeenStep, Viewer};

pub use names::{Names, Narration, any_of, counted, joined, known};

/// The sentence for a step of hidden type.
pub const UNSEEN: &str = "Somebody was asked, and answered.";

/// A game whose steps can be described in sentences.
pub trait Narrate: Observe {
    /// Describes a step.
    fn narrate(names: &Names<'_>, step: &Self::Step) -> Narration;

    /// What the table does in a step of this kind, as in `deals the cards`; `None` for players' steps.
    fn table_does(kind: <Self::Step as GameStep>::Kind) -> Option<&'static str>;

    /// Describes the visible part of a step: the number of cards, unless that is hidden too.
    fn narrate_part(
        names: &Names<'_>,
        kind: <Self::Step as GameStep>::Kind,
        player: Option<Player>,
        count: Option<usize>,
    ) -> String;
}

/// The sentence of a step for a viewer, with the hand that it shows, and the step if it is fully visible; `None` if
/// nothing of it is visible.
///
/// `before` and `after` are the game before and after the step.
pub fn narrate_seen<'a, G: Narrate>(
    names: &Names<'_>,
    (before, step, after): (&G, &'a G::Step, &G),
    viewer: Viewer,
) -> (Option<Narration>, Option<&'a G::Step>) {
    let (narration, whole) = match before.seen(step, after, viewer) {
        SeenStep::Whole(step) => (Some(G::narrate(names, step)), Some(step)),
        SeenStep::Part(part) => {
            (Some(Narration::table(G::narrate_part(names, step.kind(), step.player(), part.count()))), None)
        }
        SeenStep::Nothing => (None, None),
    };
    match after.shown_hand(viewer) {
        Some(hand) => (narration.map(|narration| narration.showing(names, hand)), whole),
        None => (narration, whole),
    }
}
