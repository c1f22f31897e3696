//! Pure functions of the rules (reversal.md, "Set-up" and "Turn structure").

use super::{
    Action, Choice,
    dice::Dice,
    options::{Lack, Options, Overflow},
    steps::TableDice,
};
use crate::games::{Code, Face, Number, Player, Violation, violation};

/// The end of the luck track.
pub const LUCK_LIMIT: u8 = 8;

/// Five dice after the rerolls; the greater one wins the round (reversal.md, "The round point").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Throw {
    /// Dice that show 4 or more.
    pub successes: u8,
    /// Of all five dice.
    pub sum: u8,
}

/// The rules page's checks of a choice, `bad_amount` before luck (reversal.md, "Errors").
pub(super) fn check_choice(options: &Options, luck: u8, action: Action, amount: Number) -> Result<(), Violation> {
    let (least, most) = (i64::from(!options.zero), options.max_amount.get());
    if amount.0 < least || amount.0 > most {
        return Err(violation!(Code::BadAmount, "The amount must be from {} to {}, not {}.", least, most, amount.0));
    }
    let room = LUCK_LIMIT - luck;
    match action {
        Action::Spend if amount.0 > i64::from(luck) => {
            Err(violation!(Code::LuckShort, "Cannot spend {} with luck {}.", amount.0, luck))
        }
        Action::Store if amount.0 > i64::from(room) && options.overflow == Overflow::Forbid => {
            Err(violation!(Code::LuckLimit, "Cannot store {}: there is room for {}.", amount.0, room))
        }
        Action::Spend | Action::Store => Ok(()),
    }
}

/// Luck after a choice, never above 8 (reversal.md, "Luck moves").
pub fn luck_after(luck: u8, choice: Choice) -> u8 {
    match choice.action {
        Action::Spend => luck.saturating_sub(choice.amount),
        Action::Store => (luck + choice.amount).min(LUCK_LIMIT),
    }
}

/// How many dice of a first roll are liable: failures after spending, successes after storing (reversal.md, "Rolling").
pub(super) const fn liable(action: Action, dice: Dice) -> u8 {
    match action {
        Action::Spend => dice.len() as u8 - dice.successes(),
        Action::Store => dice.successes(),
    }
}

/// How many dice are rerolled (reversal.md, "Rerolling").
pub(super) fn rerolls(choice: Choice, dice: Dice) -> u8 {
    choice.amount.min(liable(choice.action, dice))
}

/// The dice after the lowest liable ones have been replaced (reversal.md, "Rerolling").
pub(super) fn throw(action: Action, dice: Dice, rerolled: Dice) -> Throw {
    // Liable are the lowest face and the next two.
    let (least, replaced) = match action {
        Action::Spend => (1, 0),
        Action::Store => (4, rerolled.len() as u8),
    };
    let above = (rerolled.len() as u8).saturating_sub(dice.showing(least));
    let far_above = above.saturating_sub(dice.showing(least + 1));
    let taken = least * rerolled.len() as u8 + above + far_above;
    Throw { successes: dice.successes() - replaced + rerolled.successes(), sum: dice.sum() - taken + rerolled.sum() }
}

/// Checks that every player has the right number of valid dice.
pub(super) fn check_dice(dice: &TableDice, players: usize, expected: impl Fn(usize) -> usize) -> Result<(), Violation> {
    if dice.len() != players {
        return Err(violation!(Code::BadDice, "Expected the dice of {} players, not of {}.", players, dice.len()));
    }
    for (player, own) in Player::all(players).zip(dice.iter()) {
        let expected = expected(player.index());
        if own.len() != expected {
            return Err(violation!(Code::BadDice, "Expected {} dice of {}, not {}.", expected, player, own.len()));
        }
        if !own.iter().all(Face::is_die) {
            return Err(violation!(Code::BadDice, "All dice of {} must be from 1 to 6.", player));
        }
    }
    Ok(())
}

/// The points gained or lost for lacking dice, with this number of liable ones (reversal.md, "Lacking").
pub fn lack_points(lack: Lack, choice: Choice, liable: u8) -> i32 {
    let missing = i32::from(choice.amount.saturating_sub(liable));
    let points = match lack {
        Lack::Short => missing.min(1),
        Lack::Each => missing,
        Lack::Empty if liable == 0 => missing.min(1),
        Lack::Empty => 0,
    };
    match choice.action {
        Action::Spend => points,
        Action::Store => -points,
    }
}
