//! Sentences for Fortuna.

use super::{Names, Narrate, Narration};
use crate::games::{
    Fortuna, Player,
    fortuna::{Special, Step, StepKind},
};

impl Narrate for Fortuna {
    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::OpeningRoll { rolls: _ } => Narration::table("The opening roll: who gets the gold disc?"),
            Step::Roll { dice: _ } => Narration::table("The dice are rolled."),
            Step::Flip { bricks: _ } => Narration::table("The bricks are flipped."),
            Step::Call { player, name, opponent: None } => names.by(*player, format_args!("calls {}", called(*name))),
            Step::Call { player, name, opponent: Some(opponent) } => {
                names.by(*player, format_args!("calls {} against {}", called(*name), names.player(*opponent)))
            }
            Step::Challenge { player } => names.by(*player, "challenges the call"),
            Step::Accept { player } => names.by(*player, "accepts the call"),
        }
    }

    fn table_does(kind: StepKind) -> Option<&'static str> {
        match kind {
            StepKind::OpeningRoll => Some("rolls for the gold disc"),
            StepKind::Roll => Some("rolls the dice"),
            StepKind::Flip => Some("flips the bricks"),
            StepKind::Call | StepKind::Challenge | StepKind::Accept => None,
        }
    }

    fn narrate_part(names: &Names<'_>, kind: StepKind, player: Option<Player>, _count: Option<usize>) -> String {
        match kind {
            // These steps are never hidden.
            StepKind::OpeningRoll | StepKind::Roll | StepKind::Flip => names.hidden(player, "acts"),
            StepKind::Call | StepKind::Challenge | StepKind::Accept => names.hidden(player, "acts"),
        }
    }
}

/// The name of a call, as in `half smile`.
pub const fn called(call: Option<Special>) -> &'static str {
    match call {
        None => "nothing",
        Some(Special::Cheese) => "cheese",
        Some(Special::Happiness) => "happiness",
        Some(Special::Smile) => "smile",
        Some(Special::Grin) => "grin",
        Some(Special::HalfSmile) => "half smile",
        Some(Special::WolfGrin) => "wolf grin",
    }
}
