//! What is done in Reversal of Fortune.

use super::{Names, Narrate, Narration};
use crate::games::{
    Reversal,
    reversal::{Action, Step},
};

impl Narrate for Reversal {
    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Choose { player, action, amount } => {
                names.by(*player, format_args!("chooses to {} {} luck", verb(*action), amount.0))
            }
            Step::Roll { dice: _ } => Narration::table("The dice are rolled."),
            Step::Reroll { dice: _ } => Narration::table("The liable dice are rolled again."),
        }
    }
}

/// What is done with luck, as in `spend`.
pub const fn verb(action: Action) -> &'static str {
    match action {
        Action::Spend => "spend",
        Action::Store => "store",
    }
}
