//! fortuna.md, worked examples, census and rulings; what is refused.

mod examples;
mod rulings;
mod wire;

use serde_json::{Value, json};

use super::{Special::*, *};
use crate::{
    chance::Chance,
    games::{Code, Due, Game, Observe, Viewer, parse_options},
};

fn options(options: Value) -> Options {
    parse_options::<Fortuna>(options).expect("options")
}

/// A table where player 0 is gold and rolls, everybody holding this number of marbles.
fn table(agreed: Value, marbles: &[u8]) -> Fortuna {
    let mut game = Fortuna::new(marbles.len(), options(agreed)).expect("a table");
    game.marbles[..marbles.len()].copy_from_slice(marbles);
    game.gold = Some(Player(0));
    game.phase = Phase::Roll { roller: Player(0) };
    game
}

/// Reads a step and applies it.
fn take(game: &mut Fortuna, step: Value) -> Result<(), Code> {
    let step = serde_json::from_value::<Step>(step).map_err(|_| Code::Malformed)?;
    game.apply(&step).map_err(|fault| fault.code)
}

/// Rolls and flips.
fn throw(game: &mut Fortuna, dice: &[u8], bricks: &[u8]) {
    assert_eq!(take(game, json!({"type": "roll", "dice": dice})), Ok(()));
    assert_eq!(take(game, json!({"type": "flip", "bricks": bricks})), Ok(()));
}

/// A whole turn, called by the roller and answered by the opponent.
fn turn(game: &mut Fortuna, dice: &[u8], bricks: &[u8], call: Option<Special>, answer: &str) {
    throw(game, dice, bricks);
    let roller = game.due().players().first().expect("a roller");
    assert_eq!(take(game, json!({"type": "call", "player": roller, "name": call})), Ok(()));
    let opponent = game.due().players().first().expect("an opponent");
    assert_eq!(take(game, json!({"type": answer, "player": opponent})), Ok(()));
}

fn faces(list: &[u8]) -> TurnFaces {
    list.iter().copied().map(crate::games::Face).collect()
}

/// What dice show on bricks, and the points.
fn shows(dice: &[u8], bricks: &[u8], agreed: Value) -> (Shown, i32) {
    let (turn, options) = (Turn::new(&faces(dice), &faces(bricks)), options(agreed));
    let shown = turn.shown(&options);
    (shown, turn.points(shown, &options))
}

fn special(special: Special, points: i32) -> (Shown, i32) {
    (Shown::Special(special), points)
}
