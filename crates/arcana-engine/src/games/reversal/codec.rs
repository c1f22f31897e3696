//! The numbers of steps, in which logs are stored.

use super::{
    Reversal,
    dice::{DICE, Dice},
    options::Options,
    step::{Action, Step, StepKind, TableDice},
};
use crate::games::{LogCodec, Number, Numbers, Player};

/// The largest amount of luck.
const MOST_LUCK: usize = 8;

impl LogCodec for Reversal {
    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::Choose => Step::Choose { player, action: Action::Spend, amount: Number(0) },
            StepKind::Roll => Step::Roll { dice: TableDice::default() },
            StepKind::Reroll => Step::Reroll { dice: TableDice::default() },
        }
    }

    fn numbers(_options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Choose { action, amount, .. } => {
                numbers.one_of(0, action, &Action::ALL);
                amount.0 = numbers.often(1, amount.0 as usize, MOST_LUCK + 1) as i64;
            }
            Step::Roll { dice } | Step::Reroll { dice } => {
                let given = *dice;
                *dice = TableDice::from_fn(numbers.players(), |player| {
                    own_dice(given.as_slice().get(player).copied().unwrap_or_default(), numbers)
                });
            }
        }
    }
}

fn own_dice(given: Dice, numbers: &mut Numbers<'_>) -> Dice {
    let count = numbers.often(0, given.len(), DICE + 1);
    (0..count).map(|place| numbers.die(given.iter().nth(place))).collect()
}
