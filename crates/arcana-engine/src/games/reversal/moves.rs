//! A player's legal choices, in a fixed order (reversal.md, "Turn structure", 1).

use super::{
    options::{Options, Overflow},
    rules::LUCK_LIMIT,
    step::{Action, Choice},
};

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
