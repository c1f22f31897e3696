//! The numbers of steps, in which logs are stored.

use super::{
    Fortuna,
    options::{OpponentOption, Options},
    rules::turn_size,
    step::{Rolls, Special, Step, StepKind, TurnFaces},
};
use crate::games::{Face, Faces, LogCodec, Numbers, Player};

/// The dice of each player in an opening roll.
const OPENING_DICE: usize = 2;
/// The values of a brick.
const BRICKS: u64 = 7;

impl LogCodec for Fortuna {
    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::OpeningRoll => Step::OpeningRoll { rolls: Rolls::default() },
            StepKind::Roll => Step::Roll { dice: TurnFaces::default() },
            StepKind::Flip => Step::Flip { bricks: TurnFaces::default() },
            StepKind::Call => Step::Call { player, name: None, opponent: None },
            StepKind::Challenge => Step::Challenge { player },
            StepKind::Accept => Step::Accept { player },
        }
    }

    fn numbers(options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        let size = turn_size(options, numbers.players());
        match step {
            Step::OpeningRoll { rolls } => {
                let given = *rolls;
                let count = numbers.even(given.len() as u64, numbers.players() as u64 + 1);
                *rolls = Rolls::from_fn(count as usize, |place| {
                    let pair = given.as_slice().get(place).copied().unwrap_or_default();
                    Faces::from_fn(OPENING_DICE, |die| numbers.die(pair.iter().nth(die)))
                });
            }
            Step::Roll { dice } => *dice = TurnFaces::from_fn(size, |place| numbers.die(dice.iter().nth(place))),
            Step::Flip { bricks } => {
                *bricks = TurnFaces::from_fn(size, |place| {
                    let brick = bricks.iter().nth(place).unwrap_or_default();
                    Face(numbers.even(brick.0.into(), BRICKS) as u8)
                });
            }
            Step::Call { name, opponent, .. } => {
                if let Some(name) = numbers.given(0, name, Special::Cheese) {
                    numbers.one_of(1, name, &Special::ALL);
                }
                if options.opponent == OpponentOption::Choose {
                    numbers.player(opponent.get_or_insert(Player(0)));
                }
            }
            Step::Challenge { .. } | Step::Accept { .. } => {}
        }
    }
}
