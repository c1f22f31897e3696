//! What a viewer sees of a step: everything (fortuna.md, "State").

use super::Step;
use crate::games::SeenStep;

/// A step as everybody sees it.
pub fn seen(step: &Step) -> SeenStep<'_, Step> {
    match step {
        Step::OpeningRoll { .. }
        | Step::Roll { .. }
        | Step::Flip { .. }
        | Step::Call { .. }
        | Step::Challenge { .. }
        | Step::Accept { .. } => SeenStep::Whole(step),
    }
}
