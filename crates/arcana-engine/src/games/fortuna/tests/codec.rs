//! The stored form, and random draws.

use super::*;
use crate::{games::Log, hex::hex};

#[test]
fn the_whole_game_has_these_bytes() {
    let steps = serde_json::from_str(examples::WHOLE_GAME).expect("steps");
    let log = Log::<Fortuna> { players: 2, options: options(json!({"threshold": 12})), steps };
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "033dd920760ca681814a3ac66ba920fab32411");
    assert_eq!(Log::from_bytes(2, log.options.clone(), 10, &bytes), Ok(log));
}

#[test]
fn the_dice_and_the_shuffled_pool_come_from_the_stream() {
    let mut game = Fortuna::new(2, Options::default()).expect("a table");
    let mut chance = Chance::of_table("arcana", "");
    let drawn: Vec<Value> = (0..4).map(|_| serde_json::to_value(game.draw(&mut chance)).expect("JSON")).collect();
    let expected = json!([
        {"type": "opening_roll", "rolls": [[4, 1], [1, 4]]},
        {"type": "opening_roll", "rolls": [[5, 6], [5, 2]]},
        {"type": "roll", "dice": [1, 2]},
        {"type": "flip", "bricks": [0, 1]},
    ]);
    assert_eq!(json!(drawn), expected);
}
