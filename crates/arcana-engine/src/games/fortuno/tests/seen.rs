//! Who sees what (fortuno.md, "Who sees what").

use serde_json::{Value, json};

use super::Table;
use crate::games::{Observe, Player, Viewer};

fn state(table: &Table, viewer: Viewer) -> Value {
    serde_json::to_value(table.game.state(viewer)).expect("JSON")
}

const ADA: Viewer = Viewer::Player(Player(0));
const BEL: Viewer = Viewer::Player(Player(1));
const CYD: Viewer = Viewer::Player(Player(2));
const DOV: Viewer = Viewer::Player(Player(3));

#[test]
fn a_player_sees_their_own_hand_and_everybody_every_count() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    let seen = state(&table, ADA);
    assert_eq!(seen["hands"][0], json!({"count": 2, "cards": ["wa02", "wa03"]}));
    assert_eq!(seen["hands"][1], json!({"count": 2, "cards": null}));
    assert_eq!(seen["draw"], json!({"count": 69, "cards": null}));
    assert_eq!(seen["discard"], json!([{"card": "wa09", "counts_as": "wa09"}]));
    assert_eq!(state(&table, Viewer::Public)["hands"][0], json!({"count": 2, "cards": null}));
    assert_eq!(state(&table, Viewer::All)["draw"]["cards"][0], "ar00");
}

#[test]
fn partners_see_each_others_hands() {
    let mut table = Table::deal(&["pe02 pe03", "ar06 wa02", "wa03 cu04", "sw05 sw06"], "wa09");
    table.does("1: flip, 1: play ar06 !, 1: pick 3");
    assert_eq!(state(&table, DOV)["hands"][1]["cards"], json!(["wa02"]));
    assert_eq!(state(&table, CYD)["hands"][1]["cards"], Value::Null);
}

#[test]
fn only_the_holder_knows_who_is_asked_for_the_chariot() {
    let mut table = Table::deal(&["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar21 !");
    assert_eq!(table.due_seen(ADA), "0: chariot");
    assert_eq!(table.due_seen(Viewer::All), "0: chariot");
    for viewer in [Viewer::Public, BEL, CYD] {
        assert_eq!(table.due_seen(viewer), ": ");
        assert_eq!(state(&table, viewer)["moment"], json!({"is": "answer"}));
    }
}

#[test]
fn whether_a_hidden_hand_can_play_is_not_revealed() {
    let mut table = Table::deal(&["wa02 wa03", "cu05 pe06", "cu02 cu03", "sw02 sw03"], "wa09 wapa");
    table.does("1: flip");
    assert_eq!((table.due_seen(BEL), table.due_seen(ADA)), ("1: draw".to_owned(), "1: play draw".to_owned()));
}

#[test]
fn offers_are_hidden_until_all_are_in_and_then_seen_by_the_actors() {
    let mut table = Table::deal(&["ar03 wa03", "ar15 wa05", "ar12 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar15 !, 0: offer ar03");
    let offers = |table: &Table, viewer| state(table, viewer)["moment"]["offered"].clone();
    assert_eq!([ADA, BEL, CYD].map(|viewer| offers(&table, viewer)), [json!(["ar03"]), json!([]), json!([])]);
    table.does("2: offer null, 3: offer null");
    assert_eq!([ADA, BEL, CYD].map(|viewer| offers(&table, viewer)), [json!(["ar03"]), json!(["ar03"]), json!([])]);
    assert_eq!(state(&table, BEL)["moment"]["accusable"], json!([2, 3]));
    assert_eq!(state(&table, CYD)["moment"]["accusable"], Value::Null);
}

#[test]
fn passed_cards_are_hidden_until_they_move() {
    let mut table = Table::deal(&["wa02 wa03", "ar17 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar17 !, 3: pass_card sw03");
    assert_eq!(state(&table, DOV)["moment"], json!({"is": "pass_cards", "left": [0, 1, 2], "passed": "sw03"}));
    assert_eq!(state(&table, ADA)["moment"], json!({"is": "pass_cards", "left": [0, 1, 2], "passed": null}));
}

#[test]
fn the_suns_hand_is_seen_until_the_next_step() {
    let mut table = Table::deal(&["wa02 wa03", "ar19 wa05", "cu02 cu03", "sw02 sw03"], "wa09 ar03 wa08");
    table.does("1: flip, 1: play ar19 !, 1: pick 3");
    assert_eq!(state(&table, BEL)["hands"][3]["cards"], json!(["sw02", "sw03"]));
    assert_eq!(state(&table, ADA)["hands"][3]["cards"], Value::Null);
    table.does("2: flip");
    assert_eq!(state(&table, BEL)["hands"][3]["cards"], Value::Null);
}

#[test]
fn a_flipped_sun_shows_the_flippers_hand_to_everybody() {
    let mut table = Table::deal(&["wa02 wa03", "wa04 wa05", "cu02 cu03", "sw02 sw03"], "ar19");
    table.does("1: flip");
    assert_eq!(state(&table, Viewer::Public)["hands"][1]["cards"], json!(["wa04", "wa05"]));
}

#[test]
fn the_card_drawn_for_the_moon_is_visible_with_the_hand() {
    let mut table = Table::deal(&["wa02 wa03", "ar18 wa05", "cu02 cu03", "sw02 sw03"], "wa09 pequ");
    table.does("1: flip, 1: play ar18 !, 1: ask 2 suit pe");
    assert_eq!(state(&table, BEL)["moment"]["card"], "pequ");
    assert_eq!(state(&table, ADA)["moment"], json!({"is": "moon_play", "card": null, "request": {"suit": "pe"}}));
}
