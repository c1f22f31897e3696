//! The stored form (`log`).

use serde_json::json;

use super::{Fortuno, Options, Table};
use crate::{games::Log, hex::hex};

/// Example 5 of the page: a deal, plays, calls, a race and a steal.
fn race() -> Log<Fortuno> {
    let hands = ["wa02 wa03", "cu07 wa05", "sw07 cu03", "pe07 ar04"];
    let pile = "wa07 peki sw05 cu02 ar19 waqu pe10 ar00 swac cukn ar13 pe02 wa09 sw10 cu05 ar21 pekn";
    let mut table = Table::deal(&hands, pile);
    table.does("1: flip, 1: play cu07 !, 2: play sw07 !, table: slap 0, 3: steal yes !, 3: play ar04");
    let steps = table.steps.into_iter().map(super::Step::canonical).collect();
    Log { players: 4, options: table.game.options, steps }
}

#[test]
fn a_log_has_these_bytes() {
    let log = race();
    assert_eq!(
        hex(&log.to_bytes()),
        "032b4e0731018bbe411e7431ced2fde187e5a521c285aa65d0e5402bc03919943258cbeae6a7272b4537c33ae9db0758a952b15e1817d03004ee9823a66f65e689"
    );
    assert_eq!(Log::from_bytes(4, log.options, log.steps.len(), &log.to_bytes()), Ok(log));
}

#[test]
fn a_deal_that_names_a_card_twice_is_read_as_another_one_or_not_at_all() {
    let mut log = race();
    let super::Step::Deal { pile, .. } = &mut log.steps[0] else { panic!("a deal") };
    pile[0] = pile.last().copied().expect("a card");
    let read = Log::<Fortuno>::from_bytes(4, log.options, log.steps.len(), &log.to_bytes());
    assert_ne!(read, Ok(log));
}

#[test]
fn every_kind_of_step_is_read_as_it_was_written() {
    let steps: Vec<super::Step> = [
        json!({"type": "flip", "player": 3}),
        json!({"type": "draw", "player": 7}),
        json!({"type": "decline", "player": 0}),
        json!({"type": "dispute", "player": 1}),
        json!({"type": "play", "player": 2, "cards": ["wa02", "pe02", "cu02", "sw02"], "fortuno": true}),
        json!({"type": "play", "player": 2, "cards": ["ar21"]}),
        json!({"type": "play", "player": 2, "cards": ["ar21"]}),
        json!({"type": "reshuffle", "cards": ["peki", "wa02", "ar00"]}),
        json!({"type": "redeal", "cards": ["peki", "ar21", "cuac", "waac"]}),
        json!({"type": "accuse", "player": 4, "target": 5}),
        json!({"type": "give", "player": 5, "card": null}),
        json!({"type": "give", "player": 4, "card": "swqu"}),
        json!({"type": "rps", "winner": 6}),
        json!({"type": "divorce", "player": 6, "cards": ["ar01", "wa05", "peki"]}),
        json!({"type": "slap", "first": 7}),
        json!({"type": "steal", "player": 1, "use": true, "fortuno": true}),
        json!({"type": "chariot", "player": 1, "use": false}),
        json!({"type": "gambit", "player": 1, "use": true}),
        json!({"type": "moon_play", "player": 1, "use": true, "fortuno": true}),
        json!({"type": "name", "player": 0, "card": "cu07"}),
        json!({"type": "pick", "player": 0, "target": 7}),
        json!({"type": "orgy", "player": 0, "cards": []}),
        json!({"type": "orgy", "player": 0, "cards": ["wapa", "swkn", "cupa"], "fortuno": true}),
        json!({"type": "return", "player": 0, "cards": ["wa10", "ar02"]}),
        json!({"type": "offer", "player": 3, "card": "ar03"}),
        json!({"type": "offer", "player": 2, "card": null}),
        json!({"type": "jaccuse", "player": 3, "target": 2}),
        json!({"type": "take", "player": 3, "card": null}),
        json!({"type": "take", "player": 3, "card": "ar03"}),
        json!({"type": "switch", "player": 3, "most": 2, "fewest": 1}),
        json!({"type": "pass_card", "player": 0, "card": "pe10"}),
        json!({"type": "ask", "player": 0, "target": 2, "request": {"card": "ar10"}}),
        json!({"type": "ask", "player": 0, "target": 2, "request": {"arcana": "minor", "suit": "sw", "rank": "ki", "kind": "court"}}),
        json!({"type": "seats", "order": [1, 0, 3, 2, 7, 6, 5, 4], "song": "Hätt’ ich ♥ gesungen"}),
        json!({"type": "seats", "order": [1, 0, 3]}),
    ]
    .map(|step| serde_json::from_value(step).expect("a step"))
    .into();
    let log = Log::<Fortuno> { players: 8, options: Options::default(), steps };
    let bytes = log.to_bytes();
    assert_eq!(Log::from_bytes(8, log.options, log.steps.len(), &bytes), Ok(log));
}
