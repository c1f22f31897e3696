//! The stored form and random draws.

use proptest::prelude::*;

use super::*;
use crate::{games::Log, hex::hex};

fn whole_game() -> Log<Fortuna> {
    let steps = serde_json::from_str(examples::WHOLE_GAME).expect("steps");
    Log { players: 2, options: options(json!({"threshold": 12})), steps }
}

#[test]
fn the_whole_game_has_these_bytes() {
    let log = whole_game();
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "011019f012a9846e5426a9b302e6511bdd");
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

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..60), kits in 1usize..=10, choose: bool, big_turns: bool,
    ) {
        let agreed = json!({"opponent": if choose { "choose" } else { "next" }, "big_turns": big_turns && kits > 1});
        let read = Fortuna::decode(1, 2 * kits, &options(agreed.clone()), 20, &mut BitReader::new(&bytes));
        for step in read.into_iter().flatten() {
            let _ = Fortuna::new(2 * kits, options(agreed.clone())).expect("a table").apply(&step);
        }
    }

    #[test]
    fn a_damaged_log_is_refused(at in 0usize..100, bit in 0u8..8) {
        let log = whole_game();
        let mut bytes = log.to_bytes();
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        prop_assert!(Log::<Fortuna>::from_bytes(2, log.options, 10, &bytes).is_err());
    }
}
