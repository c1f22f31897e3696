//! The stored form, and random draws.

use super::*;
use crate::{games::Log, hex::hex};

#[test]
fn the_whole_game_has_these_bytes() {
    let steps = serde_json::from_str(examples::WHOLE_GAME).expect("steps");
    let options = Options { target: crate::games::Between::new(1), ..Options::default() };
    let log = Log::<Reversal> { players: 2, options, steps };
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "030d0d086b82b6728a6fa146d5f83c2b");
    assert_eq!(Log::from_bytes(2, log.options.clone(), 4, &bytes), Ok(log));
}

#[test]
fn the_dice_come_from_the_stream_player_by_player() {
    let mut game = table(json!({}), [2, 0], [0, 0]);
    assert_eq!(take(&mut game, choose(1, Store, 1)), Ok(()));
    assert_eq!(take(&mut game, choose(0, Spend, 2)), Ok(()));
    let mut chance = Chance::of_table("arcana", "");
    let drawn = [(); 2].map(|()| serde_json::to_value(game.draw(&mut chance)).expect("JSON"));
    let expected = json!([
        {"type": "roll", "dice": [[4, 1, 1, 4, 5], [6, 5, 2, 1, 2]]},
        {"type": "reroll", "dice": [[4, 3], [1]]},
    ]);
    assert_eq!(json!(drawn), expected);
}
