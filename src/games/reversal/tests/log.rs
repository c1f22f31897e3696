//! The stored form.

use proptest::prelude::*;

use super::*;
use crate::{chance::hex, games::Log};

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

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..60), players in 2usize..=20, zero: bool,
    ) {
        let options = Options { zero, ..Options::default() };
        let read = Reversal::read(1, players, &options, 20, &mut BitReader::new(&bytes));
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
