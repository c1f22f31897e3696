//! The stored form.

use proptest::prelude::*;

use super::*;
use crate::{games::Log, hex::hex};

fn whole_game() -> Log<Reversal> {
    let steps = serde_json::from_str(examples::WHOLE_GAME).expect("steps");
    let options = Options { target: crate::games::Between::new(1), ..Options::default() };
    Log { players: 2, options, steps }
}

#[test]
fn the_whole_game_has_these_bytes() {
    let log = whole_game();
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "010eaab0204b4e4407dac248e0");
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

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..60), players in 2usize..=20, zero: bool,
    ) {
        let options = Options { zero, ..Options::default() };
        let read = Reversal::decode(1, players, &options, 20, &mut BitReader::new(&bytes));
        for step in read.into_iter().flatten() {
            let mut game = Reversal::new(players, options.clone()).expect("a table");
            let _ = game.apply(&step);
        }
    }

    #[test]
    fn a_damaged_log_is_refused(at in 0usize..18, bit in 0u8..8) {
        let log = whole_game();
        let mut bytes = log.to_bytes();
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        prop_assert!(Log::<Reversal>::from_bytes(2, log.options, 4, &bytes).is_err());
    }
}
