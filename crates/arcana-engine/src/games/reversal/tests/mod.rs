//! reversal.md, worked examples and rulings; what is refused.

mod examples;
mod rulings;
mod wire;

use serde_json::{Value, json};

use super::{Action::*, *};
use crate::{
    chance::Chance,
    games::{Code, Due, Game, Observe, Player, Viewer, parse_options},
};

/// A game of two with this luck and these points.
fn table(options: Value, luck: [u8; 2], points: [i32; 2]) -> Reversal {
    let options = parse_options::<Reversal>(options).expect("options");
    let mut game = Reversal::new(2, options).expect("a game of two");
    game.luck[..2].copy_from_slice(&luck);
    game.points[..2].copy_from_slice(&points);
    game
}

/// Reads a step and applies it.
fn take(game: &mut Reversal, step: Value) -> Result<(), Code> {
    let step = serde_json::from_value::<Step>(step).map_err(|_| Code::Malformed)?;
    game.apply(&step).map_err(|fault| fault.code)
}

fn choose(player: u8, action: Action, amount: i64) -> Value {
    json!({"type": "choose", "player": player, "action": action, "amount": amount})
}

/// Plays a round of two; `rerolls` is `None` if no reroll is due.
fn play_round(game: &mut Reversal, choices: [(Action, i64); 2], dice: [[u8; 5]; 2], rerolls: Option<[&[u8]; 2]>) {
    for (player, (action, amount)) in (0..).zip(choices) {
        assert_eq!(take(game, choose(player, action, amount)), Ok(()));
    }
    assert_eq!(take(game, json!({"type": "roll", "dice": dice})), Ok(()));
    assert_eq!(game.due() == Due::Table(StepKind::Reroll), rerolls.is_some(), "is a reroll due?");
    if let Some(rerolls) = rerolls {
        assert_eq!(take(game, json!({"type": "reroll", "dice": rerolls})), Ok(()));
    }
}

/// Points and luck of both.
fn standing(game: &Reversal) -> ([i32; 2], [u8; 2]) {
    ([game.points[0], game.points[1]], [game.luck[0], game.luck[1]])
}
