//! Steps in wire form (reversal.md, "Steps").

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantArray, VariantNames};
use utoipa::ToSchema;

use super::dice::Dice;
use crate::{
    enum_index::enum_index,
    games::{AnyStepKind, Between, GameStep, Listed, Number, Player, strict::word},
};

/// Maximum number of players.
pub const PLAYERS_LIMIT: usize = 20;

/// Dice by player, as a roll or a reroll lists them.
pub type TableDice = Listed<Dice, PLAYERS_LIMIT>;

/// A step of the log (reversal.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = ReversalStep)]
#[strum_discriminants(
    name(StepKind),
    derive(PartialOrd, Ord, Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case"),
    doc = "A kind of step, in the order of the page's table. New ones are added at the end."
)]
pub enum Step {
    /// A player's secret choice.
    #[schema(example = json!({"type": "choose", "player": 0, "action": "store", "amount": 3}))]
    Choose {
        /// The player who chooses.
        player: Player,
        /// The action.
        #[serde(deserialize_with = "word")]
        action: Action,
        /// Amount of luck.
        #[schema(value_type = Between<0, 8>)]
        amount: Number,
    },
    /// The first roll.
    #[schema(example = json!({"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]}))]
    Roll {
        /// By player, five numbers each.
        #[schema(value_type = Vec<Vec<Between<1, 6>>>, min_items = 2, max_items = 20)]
        dice: TableDice,
    },
    /// Replaces the liable dice, lowest first.
    #[schema(example = json!({"type": "reroll", "dice": [[1, 6, 2], [5]]}))]
    Reroll {
        /// By player, one number per rerolled die.
        #[schema(value_type = Vec<Vec<Between<1, 6>>>, min_items = 2, max_items = 20)]
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

    fn kind(&self) -> StepKind {
        self.into()
    }

    fn player(&self) -> Option<Player> {
        match self {
            Step::Roll { .. } | Step::Reroll { .. } => None,
            Step::Choose { player, .. } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Choice) -> Step {
        mv.step(player)
    }
}

/// What a player does with luck in a round (reversal.md, "Turn structure").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReversalAction)]
pub enum Action {
    /// Takes luck off the track and rerolls failures.
    #[default]
    Spend,
    /// Puts luck on the track and rerolls successes.
    Store,
}

enum_index!(pub Action);

impl Action {
    /// Both actions.
    pub const ALL: [Action; 2] = [Action::Spend, Action::Store];
}

/// An action and an amount: a player's move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = ReversalChoice)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Amount of luck, 0 … 8.
    #[schema(maximum = 8)]
    pub amount: u8,
}

impl Choice {
    /// The choice as this player's step.
    pub(super) fn step(self, player: Player) -> Step {
        Step::Choose { player, action: self.action, amount: Number(self.amount.into()) }
    }
}
