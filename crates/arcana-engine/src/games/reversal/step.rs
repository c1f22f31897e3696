//! Steps in wire form (reversal.md, "Steps").

use serde::{Deserialize, Serialize};

use super::dice::Dice;
use crate::{
    enum_index::enum_index,
    games::{AnyStepKind, GameStep, Listed, Number, Player, strict::word},
};

/// Maximum number of players.
pub const PLAYERS_LIMIT: usize = 20;

/// Dice by player, as a roll or a reroll lists them.
pub type TableDice = Listed<Dice, PLAYERS_LIMIT>;

/// A step of the log (reversal.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
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
        #[cfg_attr(feature = "schema", schema(value_type = crate::games::Between<0, 8>))]
        amount: Number,
    },
    /// The first roll.
    #[cfg_attr(
        feature = "schema",
        schema(example = json!({"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]})),
    )]
    Roll {
        /// By player, five numbers each.
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<Vec<crate::games::Between<1, 6>>>, min_items = 2, max_items = 20),
        )]
        dice: TableDice,
    },
    /// Replaces the liable dice, lowest first.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "reroll", "dice": [[1, 6, 2], [5]]})))]
    Reroll {
        /// By player, one number per rerolled die.
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<Vec<crate::games::Between<1, 6>>>, min_items = 2, max_items = 20),
        )]
        dice: TableDice,
    },
}

/// A kind of step, in the order of the page's table. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "those of `Step`")]
pub enum StepKind {
    Choose,
    Roll,
    Reroll,
}

impl AnyStepKind for StepKind {
    const ALL: &'static [StepKind] = &[StepKind::Choose, StepKind::Roll, StepKind::Reroll];
    const NAMES: &'static [&'static str] = &["choose", "roll", "reroll"];

    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Choice;

    fn kind(&self) -> StepKind {
        match self {
            Step::Choose { .. } => StepKind::Choose,
            Step::Roll { .. } => StepKind::Roll,
            Step::Reroll { .. } => StepKind::Reroll,
        }
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReversalAction))]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReversalChoice))]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Amount of luck, 0 … 8.
    #[cfg_attr(feature = "schema", schema(maximum = 8))]
    pub amount: u8,
}

impl Choice {
    /// The choice as this player's step.
    pub(super) fn step(self, player: Player) -> Step {
        Step::Choose { player, action: self.action, amount: Number(self.amount.into()) }
    }
}
