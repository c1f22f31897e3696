//! What a viewer sees of a step (fortunes.md, "State"): the hands and the cards set aside are hidden.

use super::Step;
use crate::games::{SeenStep, Viewer};

/// A step as this viewer sees it. Two cards are always set aside, so they are not counted.
pub fn seen(step: &Step, viewer: Viewer) -> SeenStep<'_, Step> {
    match step {
        Step::Deal { hands, .. } => SeenStep::whole_if(viewer == Viewer::All, step, |deal| {
            deal.dealing(hands.as_deref().unwrap_or_default(), viewer.player())
        }),
        Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => SeenStep::Whole(step),
    }
}
