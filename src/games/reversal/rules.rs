//! Pure questions (reversal.md, "Set-up" and "Turn structure").

use serde::Serialize;
use utoipa::ToSchema;

use super::step::{Action, Lack, Options, Overflow, TableDice};
use crate::games::{Code, Face, Faces, Fault, Number, fault};

/// Dice a player.
pub const DICE: usize = 5;
/// The end of the luck track.
pub const LUCK_LIMIT: u8 = 8;
/// The most players.
pub const PLAYERS_LIMIT: usize = 20;

/// An action and an amount; a player's move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = ReversalChoice)]
pub struct Choice {
    /// What is done with luck.
    pub action: Action,
    /// How much luck, 0 … 8.
    #[schema(maximum = 8)]
    pub amount: u8,
}

/// Five dice as they lie after rerolls; the greater has the round (reversal.md, "The round point").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Throw {
    /// Dice that show 4 or more.
    pub successes: u8,
    /// Of all five dice.
    pub sum: u8,
}

/// The page's checks of a choice, `bad_amount` before luck (reversal.md, "Errors").
pub(super) fn judge_choice(options: &Options, luck: u8, action: Action, amount: Number) -> Result<(), Fault> {
    let (least, most) = (i64::from(!options.zero), options.max_amount.get());
    if amount.0 < least || amount.0 > most {
        return Err(fault!(Code::BadAmount, "An amount is from {} to {}, not {}.", least, most, amount.0));
    }
    let room = LUCK_LIMIT - luck;
    match action {
        Action::Spend if amount.0 > i64::from(luck) => {
            Err(fault!(Code::LuckShort, "To spend {} is not possible with luck {}.", amount.0, luck))
        }
        Action::Store if amount.0 > i64::from(room) && options.overflow == Overflow::Forbid => {
            Err(fault!(Code::LuckLimit, "To store {} is not possible: there is room for {}.", amount.0, room))
        }
        Action::Spend | Action::Store => Ok(()),
    }
}

/// What a player with so much luck may choose, from the least spent to the most stored (reversal.md, "Turn structure", 1).
pub fn choices(options: &Options, luck: u8) -> impl Iterator<Item = Choice> {
    let (least, most) = (u8::from(!options.zero), options.max_amount.get() as u8);
    let store = match options.overflow {
        Overflow::Forbid => most.min(LUCK_LIMIT - luck),
        Overflow::Cap => most,
    };
    let of = |action| move |amount| Choice { action, amount };
    (least..=most.min(luck)).map(of(Action::Spend)).chain((least..=store).map(of(Action::Store)))
}

/// Luck after a choice, never above 8 (reversal.md, "Luck moves").
pub fn luck_after(luck: u8, choice: Choice) -> u8 {
    match choice.action {
        Action::Spend => luck.saturating_sub(choice.amount),
        Action::Store => (luck + choice.amount).min(LUCK_LIMIT),
    }
}

/// Is this die a success (reversal.md, "Rolling")?
pub const fn is_success(face: Face) -> bool {
    face.0 >= 4
}

/// The faces that are liable, lowest first: failures after spending, successes after storing.
const fn liable_faces(action: Action) -> [u8; 3] {
    match action {
        Action::Spend => [1, 2, 3],
        Action::Store => [4, 5, 6],
    }
}

/// How many dice are liable (reversal.md, "Rolling").
pub(super) fn liable(action: Action, dice: &Faces<DICE>) -> u8 {
    let successes = dice.iter().filter(|face| is_success(*face)).count() as u8;
    match action {
        Action::Spend => dice.len() as u8 - successes,
        Action::Store => successes,
    }
}

/// How many dice are rerolled (reversal.md, "Rerolling").
pub(super) fn rerolls(choice: Choice, dice: &Faces<DICE>) -> u8 {
    choice.amount.min(liable(choice.action, dice))
}

/// The check that everybody has the right number of dice, and that they are dice.
pub(super) fn judge_dice(dice: &TableDice, players: usize, wanted: impl Fn(usize) -> usize) -> Result<(), Fault> {
    if dice.len() != players {
        return Err(fault!(Code::BadDice, "The dice of {} players are wanted, not of {}.", players, dice.len()));
    }
    for (player, own) in dice.iter().enumerate() {
        let wanted = wanted(player);
        if own.len() != wanted {
            return Err(fault!(Code::BadDice, "{} dice of player {} are wanted, not {}.", wanted, player, own.len()));
        }
        if !own.iter().all(Face::is_die) {
            return Err(fault!(Code::BadDice, "A die shows 1 to 6, and all of player {}'s have to.", player));
        }
    }
    Ok(())
}

/// The dice as they lie when the lowest liable ones have been replaced (reversal.md, "Rerolling").
pub(super) fn throw(action: Action, dice: &Faces<DICE>, rerolled: &Faces<DICE>) -> Throw {
    let mut counts = [0u8; 7];
    for face in dice.iter() {
        counts[face.0 as usize] += 1;
    }
    let mut left = rerolled.len() as u8;
    for face in liable_faces(action) {
        let taken = left.min(counts[face as usize]);
        counts[face as usize] -= taken;
        left -= taken;
    }
    for face in rerolled.iter() {
        counts[face.0 as usize] += 1;
    }
    let sum = (1..7).map(|face| face * counts[face as usize]).sum();
    Throw { successes: counts[4] + counts[5] + counts[6], sum }
}

/// The points gained or lost for lacking dice, with so many liable ones (reversal.md, "Lacking").
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
