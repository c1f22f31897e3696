//! Steps in wire form, and as logs store them.

use serde_json::{Value, json};

use super::{Options, Table};
use crate::{
    games::{
        Between, Code, Document, Game, Log,
        fortuno::{Fortuno, LoversWin},
        parse_options,
    },
    hex::hex,
};

fn at_the_first_play() -> Table {
    let mut table = Table::deal(&["wa02 wa03", "wa05 ar00", "wa04 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    table
}

#[test]
fn ill_formed_steps_are_malformed() {
    let mut table = at_the_first_play();
    for step in [
        json!(null),
        json!([]),
        json!("flip"),
        json!(["flip", 1]),
        json!({}),
        json!({"type": "pass", "player": 1}),
        json!({"type": "Flip", "player": 1}),
        json!({"type": "flip"}),
        json!({"type": "flip", "player": "1"}),
        json!({"type": "flip", "player": 1.0}),
        json!({"type": "flip", "player": true}),
        json!({"type": "flip", "player": -1}),
        json!({"type": "flip", "player": 4}),
        json!({"type": "flip", "player": 300}),
        json!({"type": "flip", "player": null}),
        json!({"type": "flip", "player": 1, "extra": null}),
        json!({"type": "flip", "player": 1, "fortuno": true}),
        json!({"type": "give", "player": 1, "card": "wa05", "fortuno": false}),
        json!({"type": "play", "player": 1}),
        json!({"type": "play", "player": 1, "cards": "wa05"}),
        json!({"type": "play", "player": 1, "cards": [5]}),
        json!({"type": "play", "player": 1, "cards": [null]}),
        json!({"type": "play", "player": 1, "cards": ["wa05"], "fortuno": null}),
        json!({"type": "play", "player": 1, "cards": ["wa05"], "fortuno": 1}),
        json!({"type": "play", "player": 1, "card": "wa05"}),
        json!({"type": "give", "player": 1}),
        json!({"type": "offer", "player": 1}),
        json!({"type": "take", "player": 1}),
        json!({"type": "take", "player": 1, "card": ["wa05"]}),
        json!({"type": "name", "player": 1, "card": null}),
        json!({"type": "pass_card", "player": 1, "card": null}),
        json!({"type": "steal", "player": 1}),
        json!({"type": "steal", "player": 1, "use": null}),
        json!({"type": "steal", "player": 1, "use": "true"}),
        json!({"type": "accuse", "player": 1, "target": 4}),
        json!({"type": "accuse", "player": 1, "target": "0"}),
        json!({"type": "pick", "player": 1, "target": 8}),
        json!({"type": "ask", "player": 1, "target": 9, "request": {"suit": "wa"}}),
        json!({"type": "ask", "player": 1, "target": 0, "request": {}}),
        json!({"type": "ask", "player": 1, "target": 0, "request": {"suit": "xx"}}),
        json!({"type": "ask", "player": 1, "target": 0, "request": {"not": "wa"}}),
        json!({"type": "ask", "player": 1, "target": 0, "request": ["wa"]}),
        json!({"type": "switch", "player": 1, "most": 0}),
        json!({"type": "switch", "player": 1, "most": 0, "fewest": 4}),
        json!({"type": "rps", "winner": 4}),
        json!({"type": "rps", "player": 1, "winner": 1}),
        json!({"type": "slap", "first": 77}),
        json!({"type": "seats", "order": [0, 1, 2, 4]}),
        json!({"type": "seats", "order": [0, 1, 2, "3"]}),
        json!({"type": "seats", "order": {}}),
        json!({"type": "seats", "order": [1, 0, 2, 3], "song": 3}),
        json!({"type": "redeal"}),
        json!({"type": "reshuffle", "cards": [["wa02"]]}),
        json!({"type": "deal", "hands": [], "pile": []}),
        json!({"type": "deal", "hands": [[], [], [], [], []], "pile": []}),
        json!({"type": "deal", "hands": [[], [], [], []]}),
    ] {
        table.refuses_json(step, Code::Malformed);
    }
}

#[test]
fn a_call_that_is_not_made_may_be_written() {
    let mut table = at_the_first_play();
    table.take(json!({"type": "play", "player": 1, "cards": ["wa05"], "fortuno": false}));
    assert_eq!(
        serde_json::to_value(&table.steps[2]).expect("JSON"),
        json!({"type": "play", "player": 1, "cards": ["wa05"]})
    );
}

#[test]
fn the_first_fault_is_reported() {
    let mut table = at_the_first_play();
    table.refuses("9: name zz99", Code::Malformed);
    table.refuses("0: name zz99", Code::WrongStep);
    table.refuses("0: play zz99", Code::WrongPlayer);
    table.refuses("1: play zz99 wa02 wa02", Code::UnknownCard);
    table.refuses("1: play wa02 wa02", Code::DuplicateCard);
    table.refuses("1: play wa02 wa05", Code::CardNotHeld);
    table.refuses("1: play wa05 ar00 !", Code::BadSet);
    table.refuses("1: play", Code::BadSet);
    let mut pending = Table::deal(&["wa02 wa03", "wapa ar00", "wa04 cu03", "sw02 sw03"], "wa09");
    pending.does("1: flip, 1: play wapa !").refuses("2: play wa04", Code::WrongStep);
    let mut answer = Table::deal(&["wa02 wa03", "wapa ar00", "cupa cu03", "sw02 sw03"], "wa09");
    answer.does("1: flip, 1: play wapa !").refuses("2: play cu03 !", Code::NotPlayable);
    answer.refuses("2: play cupa cu03", Code::BadSet);
}

#[test]
fn a_player_who_may_only_accuse_may_do_nothing_else() {
    let mut table = at_the_first_play();
    table.does("1: play wa05 !").refuses("0: play wa02", Code::WrongPlayer).refuses("1: flip", Code::WrongStep);
    table.does("0: accuse 3, 3: give null");
}

/// A deal in pack order, changed.
fn deal(change: impl FnOnce(&mut [Vec<String>], &mut Vec<String>)) -> Value {
    let mut ids = crate::cards::PACK.map(|card| card.id()).to_vec();
    let mut pile = ids.split_off(24);
    let mut hands: Vec<Vec<String>> = ids.chunks(6).map(<[String]>::to_vec).collect();
    change(&mut hands, &mut pile);
    json!({"type": "deal", "hands": hands, "pile": pile})
}

#[test]
fn deals_are_checked_for_form_cards_and_sizes() {
    let new = || Table { game: Fortuno::new(4, Options::default()).expect("four play"), steps: Vec::new() };
    new().take(deal(|_, _| ()));
    new().refuses_json(deal(|hands, _| hands[0][0] = "ar22".into()), Code::UnknownCard);
    new().refuses_json(deal(|hands, _| hands[0][0] = "ar06".into()), Code::DuplicateCard);
    new().refuses_json(deal(|_, pile| pile[0] = "peki".into()), Code::DuplicateCard);
    new().refuses_json(deal(|_, pile| pile[0] = "ar00".into()), Code::BadDeal);
    new().refuses_json(deal(|_, pile| pile.truncate(53)), Code::BadDeal);
    new().refuses_json(deal(|hands, pile| pile.extend(hands[3].pop())), Code::BadDeal);
    new().refuses_json(json!({"type": "flip", "player": 1}), Code::WrongStep);
    let mut three = deal(|_, _| ());
    three["hands"].as_array_mut().expect("a list").pop();
    new().refuses_json(three, Code::Malformed);
}

#[test]
fn hands_of_a_deal_and_divorced_cards_are_stored_in_pack_order() {
    let table = Table::deal(&["wa03 wa02", "ar06 wa05", "wa04 cu03", "sw02 sw03"], "");
    let canonical = table.steps[0].clone().canonical();
    let Value::Object(fields) = serde_json::to_value(canonical).expect("JSON") else { panic!("an object") };
    assert_eq!(fields["hands"][0], json!(["wa02", "wa03"]));
    let divorce: super::Step =
        serde_json::from_value(json!({"type": "divorce", "player": 1, "cards": ["sw02", "ar00"]})).expect("a step");
    assert_eq!(serde_json::to_value(divorce.canonical()).expect("JSON")["cards"], json!(["ar00", "sw02"]));
}

#[test]
fn options_have_their_defaults_and_bounds() {
    let read = |options: Value| parse_options::<Fortuno>(options).map_err(|faults| faults.0[0].pointer.clone());
    assert_eq!(read(json!({})), Ok(Options::default()));
    let written = serde_json::to_value(Options::default()).expect("JSON");
    assert_eq!(
        written,
        json!({"hand_size": 6, "max_turns": 1000, "ace_numerical": false, "fortuno_calls": true, "slap_races": true,
            "lovers_win": "own", "flipped_knight": "flipper"})
    );
    assert_eq!(read(written), Ok(Options::default()));
    let joint = read(json!({"lovers_win": "joint", "hand_size": 9})).expect("allowed");
    assert_eq!((joint.lovers_win, joint.hand_size), (LoversWin::Joint, Between::new(9)));
    for (options, pointer) in [
        (json!({"hand_size": 1}), "/hand_size"),
        (json!({"hand_size": 10}), "/hand_size"),
        (json!({"max_turns": 0}), "/max_turns"),
        (json!({"max_turns": 100_001}), "/max_turns"),
        (json!({"ace_numerical": 1}), "/ace_numerical"),
        (json!({"lovers_win": "Own"}), "/lovers_win"),
        (json!({"flipped_knight": null}), "/flipped_knight"),
        (json!({"song": true}), "/song"),
    ] {
        let pointer = if cfg!(feature = "schema") { pointer } else { "" };
        assert_eq!(read(options), Err(pointer.to_owned()));
    }
}

#[test]
fn four_to_eight_play() {
    let replay = |players: usize| {
        let names: Vec<Value> = (0..players).map(|player| json!({"name": format!("P{player}")})).collect();
        let text = json!({"ruleset": "fortuno", "players": names, "steps": []}).to_string();
        let refusal = Document::read(&text, &[]).expect("a document").replay::<Fortuno>().expect_err("no steps");
        (refusal.index, refusal.fault.code)
    };
    assert_eq!([3, 9].map(replay), [(None, Code::BadPlayers); 2]);
    assert_eq!([4, 8].map(replay), [(Some(0), Code::Incomplete); 2]);
}

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
