//! Sentences for Reversal of Fortune.

use super::{Names, Narrate, Narration};
use crate::games::{
    Player, Reversal,
    reversal::{Action, Step, StepKind},
};

impl Narrate for Reversal {
    const TABLE: &'static [(StepKind, &'static str)] =
        &[(StepKind::Roll, "rolls the dice"), (StepKind::Reroll, "rolls the liable dice again")];

    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Choose { player, action, amount } => {
                names.by(*player, format_args!("chooses to {} {} luck", verb(*action), amount.0))
            }
            Step::Roll { dice: _ } => Narration::table("The dice are rolled."),
            Step::Reroll { dice: _ } => Narration::table("The liable dice are rolled again."),
        }
    }

    fn narrate_part(names: &Names<'_>, kind: StepKind, player: Option<Player>, _count: Option<usize>) -> String {
        match kind {
            StepKind::Choose => names.hidden(player, "chooses in secret"),
            // These steps are never hidden.
            StepKind::Roll | StepKind::Reroll => names.hidden(player, "acts"),
        }
    }
}

/// The verb of an action, as in `spend`.
pub const fn verb(action: Action) -> &'static str {
    match action {
        Action::Spend => "spend",
        Action::Store => "store",
    }
}
