//! What a viewer sees of a step (foolery.md, "Who sees what"): hands and the cards of a give are private.

use super::{Foolery, Phase, Step};
use crate::games::{Player, SeenStep, Viewer};

impl Foolery {
    /// A step as this viewer sees it.
    pub(super) fn seen_step<'a>(&self, step: &'a Step, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Deal { hands } => SeenStep::whole_if(viewer == Viewer::All, step, |deal| {
                deal.dealing(hands.as_deref().unwrap_or_default(), viewer.player())
            }),
            Step::Give { player, cards } => {
                let open = viewer.sees(*player) || self.taker().is_some_and(|taker| viewer.sees(taker));
                SeenStep::whole_if(open, step, |give| give.counting(cards.hand().len()))
            }
            Step::Request { .. } | Step::Play { .. } | Step::Pass { .. } => SeenStep::Whole(step),
        }
    }

    /// The recipient of the give that is due.
    fn taker(&self) -> Option<Player> {
        match self.phase {
            Phase::Exchange { give } => Some(self.give_due(give).2),
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }
}
