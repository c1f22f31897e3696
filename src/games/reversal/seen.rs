//! What a viewer sees of a step: a choice is secret until all have chosen (reversal.md, "State").

use super::{Phase, Reversal, Step};
use crate::games::{SeenStep, Viewer};

impl Reversal {
    /// A step as this viewer sees it.
    pub(super) fn seen_step<'a>(&self, step: &'a Step, after: &Reversal, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Choose { player, .. } => {
                let secret = matches!(after.phase, Phase::Choose { .. });
                SeenStep::whole_if(viewer.sees(*player) || !secret, step, |choice| choice)
            }
            Step::Roll { .. } | Step::Reroll { .. } => SeenStep::Whole(step),
        }
    }
}
