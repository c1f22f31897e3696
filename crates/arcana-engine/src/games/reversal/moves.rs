//! A player's choices, and which of them are legal, in a fixed order (reversal.md, "Turn structure", 1).

use serde::{Deserialize, Serialize};

use super::{
    options::{Options, Overflow},
    rules::LUCK_LIMIT,
};
use crate::enum_index::enum_index;

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

const SPENDS: [Choice; LUCK_LIMIT as usize + 1] = every(Action::Spend);
const STORES: [Choice; LUCK_LIMIT as usize + 1] = every(Action::Store);

/// Choices by amount, from 0.
const fn every(action: Action) -> [Choice; LUCK_LIMIT as usize + 1] {
    let mut choices = [Choice { action, amount: 0 }; LUCK_LIMIT as usize + 1];
    let mut amount = 1;
    while amount < choices.len() {
        choices[amount].amount = amount as u8;
        amount += 1;
    }
    choices
}

/// The amounts that a player with this much luck may spend and store (reversal.md, "Turn structure", 1).
pub(super) fn legal(options: &Options, luck: u8) -> [&'static [Choice]; 2] {
    let (least, most) = (usize::from(!options.zero), options.max_amount.size());
    let store = match options.overflow {
        Overflow::Forbid => most.min((LUCK_LIMIT - luck).into()),
        Overflow::Cap => most,
    };
    [&SPENDS[least..=most.min(luck.into())], &STORES[least..=store]]
}

/// What a player with this much luck may choose, spending before storing, in ascending amounts.
pub fn choices(options: &Options, luck: u8) -> impl Iterator<Item = Choice> + use<> {
    legal(options, luck).into_iter().flatten().copied()
}
