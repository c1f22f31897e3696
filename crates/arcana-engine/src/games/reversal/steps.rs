//! Steps in wire form (reversal.md, "Steps"), and the numbers as which a log stores them.

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantArray, VariantNames};

use super::{
    Action, Choice, Reversal,
    dice::{DICE, Dice},
    options::Options,
};
use crate::games::{AnyStepKind, GameStep, Listed, LogCodec, Number, Numbers, Player, fields::word};

#[cfg(feature = "schema")]
use crate::games::Between;

/// Maximum number of players.
pub const PLAYERS_LIMIT: usize = 20;

/// Dice by player, as a roll or a reroll lists them.
pub type TableDice = Listed<Dice, PLAYERS_LIMIT>;

/// A step of the log (reversal.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum_discriminants(
    doc = "A kind of step, in the order of the page's table. New ones are added at the end.",
    name(StepKind),
    derive(Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReversalStep))]
pub enum Step {
    /// A player's secret choice.
    #[cfg_attr(
        feature = "schema",
        schema(example = json!({"type": "choose", "player": 0, "action": "store", "amount": 3})),
    )]
    Choose {
        /// The player who chooses.
        player: Player,
        /// The action.
        #[serde(deserialize_with = "word")]
        action: Action,
        /// Amount of luck.
        #[cfg_attr(feature = "schema", schema(value_type = Between<0, 8>))]
        amount: Number,
    },
    /// The first roll.
    #[cfg_attr(
        feature = "schema",
        schema(example = json!({"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]})),
    )]
    Roll {
        /// By player, five numbers each.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<Between<1, 6>>>, min_items = 2, max_items = 20))]
        dice: TableDice,
    },
    /// Replaces the liable dice, lowest first.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "reroll", "dice": [[1, 6, 2], [5]]})))]
    Reroll {
        /// By player, one number per rerolled die.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<Between<1, 6>>>, min_items = 2, max_items = 20))]
        dice: TableDice,
    },
}

impl AnyStepKind for StepKind {
    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Choice;

    fn player(&self) -> Option<Player> {
        match self {
            Step::Roll { .. } | Step::Reroll { .. } => None,
            Step::Choose { player, .. } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Choice) -> Step {
        Step::Choose { player, action: mv.action, amount: Number(mv.amount.into()) }
    }
}

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
