//! Sentences for Fortuna.

use super::{Names, Narrate, Narration};
use crate::games::{
    Fortuna,
    fortuna::{Shown, Special, Step, StepKind},
};

impl Narrate for Fortuna {
    const TABLE: &'static [(StepKind, &'static str)] = &[
        (StepKind::OpeningRoll, "rolls for the gold disc"),
        (StepKind::Roll, "rolls the dice"),
        (StepKind::Flip, "flips the bricks"),
    ];

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
}

/// What a turn shows, each with when it does and what it scores: the first that holds counts.
pub const MEANINGS: [(&str, &str); 8] = [
    ("Cheese", "5 and 6 on dice and bricks: twice the bricks, 22 points"),
    ("Happiness", "the bricks are the dice: twice the bricks, so 2 and 3 on 2 and 3 score 10"),
    ("Smile", "one die is half the other, and the lower is a brick: twice the bricks, so 2 and 4 on 2 and 5 score 14"),
    ("Grin", "two equal dice, and a brick like them: twice the bricks, so 1 and 1 on 1 and 4 score 10"),
    (
        "Half smile",
        "one die is half the other, and the higher is a brick: the lower brick, so 2 and 4 on 4 and 5 score 4",
    ),
    ("Wolf grin", "two equal dice, made of both bricks or half of one: the lower brick, so 3 and 3 on 1 and 4 score 1"),
    ("Nothing", "a brick is a die, their sum or their difference: the brick, so 1 and 3 on 4 and 5 score 4"),
    ("Nothing either", "no brick is any of these: nothing, and a marble is lost"),
];

/// What a turn shows, as in `a half smile`.
pub const fn shown(shown: Shown) -> &'static str {
    match shown {
        Shown::Special(Special::Cheese) => "cheese",
        Shown::Special(Special::Happiness) => "happiness",
        Shown::Special(Special::Smile) => "a smile",
        Shown::Special(Special::Grin) => "a grin",
        Shown::Special(Special::HalfSmile) => "a half smile",
        Shown::Special(Special::WolfGrin) => "a wolf grin",
        Shown::Plain => "nothing special",
        Shown::Miss => "nothing at all",
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
