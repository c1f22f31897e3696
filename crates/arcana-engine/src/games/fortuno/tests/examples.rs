//! The worked examples of fortuno.md.

use serde_json::json;

use super::{Options, Table};
use crate::games::{Code, fortuno::LoversWin};

#[test]
fn example_1_stack_and_fortune() {
    let hands = ["wa02 wa03 wa04", "wapa cu03 pe03", "cupa sw02 sw03", "ar10 pe04 pe05"];
    let mut table = Table::deal(&hands, "wa09 swki swqu sw10 sw09");
    table.does("1: flip, 1: play wapa");
    assert_eq!((table.seat(), table.pending()), (2, Some((2, Some(1)))));
    table.refuses("2: play sw02", Code::NotPlayable).refuses("2: play sw03", Code::NotPlayable);
    table.does("2: play cupa");
    assert_eq!((table.seat(), table.pending()), (3, Some((4, Some(2)))));
    table.does("3: play ar10");
    assert_eq!(table.game.direction.sign(), -1);
    assert_eq!(table.hand(2), "sw02 sw03 sw09 sw10 swqu swki");
    assert_eq!((table.seat(), table.pending(), table.due()), (1, None, "1 (0 2 3): flip accuse".to_owned()));
}

#[test]
fn example_2_hermit_and_a_group_card() {
    let mut table = Table::deal(&["wa02 wa03", "ar09 wa05", "cu02 cu03", "sw02 sw03"], "wa09 ar21");
    table.does("1: flip, 1: play ar09 !");
    assert_eq!((table.game.hermit[2], table.seat()), (1, 3));
    table.does("3: flip");
    assert_eq!([0, 1, 2, 3].map(|player| table.hand(player)), ["sw02 sw03", "wa02 wa03", "cu02 cu03", "wa05"]);
    assert_eq!(table.seat(), 0);
}

const LOVERS: [&str; 4] = ["pe02 pe03", "ar06 wa02", "wa03 cu04", "sw05 sw06"];

/// Up to the play of the hand's last card by player 1, in the lover's turn.
fn lovers(lovers_win: LoversWin) -> Table {
    let mut table = Table::with(Options { lovers_win, ..Options::default() }, &LOVERS, "wa09 wa08 pe09");
    table.does("1: flip, 1: play ar06 !, 1: pick 3, 2: flip, 2: play wa03 !");
    assert_eq!(table.due(), "1 3 (0 2): play accuse dispute");
    table.does("3: dispute");
    table.refuses("table: rps 0", Code::BadTarget);
    table.does("table: rps 1");
    table.refuses("3: play wa02", Code::WrongPlayer).refuses("1: dispute", Code::WrongStep);
    table.does("1: play wa02");
    table
}

#[test]
fn example_3_lovers_and_winning() {
    let own = lovers(LoversWin::Own);
    assert_eq!((own.ended(), own.winners()), (json!("out"), json!([1])));
    assert_eq!(lovers(LoversWin::Both).winners(), json!([1, 3]));
}

#[test]
fn example_3_lovers_and_winning_jointly() {
    let mut table = lovers(LoversWin::Joint);
    assert_eq!((table.seat(), table.top()), (0, "wa02".to_owned()));
    table.does("0: play pe02 !, 1: draw");
    assert_eq!((table.hand(1), table.hand(3)), ("pe09".to_owned(), "sw05 sw06".to_owned()));
    table.does("3: play pe09");
    assert_eq!(table.due(), "3: divorce");
    table.refuses("1: divorce sw05", Code::WrongPlayer).refuses("3: divorce sw05 sw06", Code::BadCount);
    table.does("3: divorce sw05");
    assert_eq!((table.hand(1), table.hand(3), table.seat()), ("sw06".to_owned(), "sw05".to_owned(), 2));
    assert_eq!(table.game.team, None);
}

const FLIPPERS: [&str; 4] = ["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"];

#[test]
fn example_4_a_flipped_fool() {
    let mut table = Table::deal(&FLIPPERS, "ar00");
    table.does("1: flip").refuses("1: name cuac", Code::BadName);
    table.does("1: name cu07");
    assert_eq!((table.counts(), table.seat(), table.pending()), (vec![2, 6, 2, 2], 2, None));
    assert_eq!((table.top(), table.due()), ("cu07".to_owned(), "2: play".to_owned()));
}

#[test]
fn example_4_a_flipped_death() {
    let mut table = Table::deal(&FLIPPERS, "ar13");
    table.does("1: flip");
    assert_eq!((table.discard(), table.order()), ("wa05 pe06 ar13".to_owned(), vec![0, 2, 3]));
    assert_eq!(table.due(), "2: flip");
}

#[test]
fn example_4_the_empress_flipped_and_played() {
    let mut flipped = Table::deal(&FLIPPERS, "ar03");
    assert_eq!(flipped.does("1: flip").due(), "3: flip");
    let mut played = Table::deal(&["wa02 wa03", "ar03 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    assert_eq!(played.does("1: flip, 1: play ar03 !").seat(), 0);
}

#[test]
fn example_4_a_flipped_princess_is_answered() {
    let mut table = Table::deal(&["wa02 wa03", "ar10 pe06", "cu02 cu03", "sw02 sw03"], "cupa");
    table.does("1: flip");
    assert_eq!((table.pending(), table.due()), (Some((2, Some(0))), "1: play draw".to_owned()));
    table.does("1: play ar10 !");
    assert_eq!((table.game.direction.sign(), table.counts(), table.seat()), (-1, vec![4, 1, 2, 2], 3));
}

const RACERS: [&str; 4] = ["wa02 wa03", "cu07 wa05", "sw07 cu03", "pe07 ar04"];

#[test]
fn example_5_race_and_steal() {
    let mut table = Table::deal(&RACERS, "wa07");
    table.does("1: flip, 1: play cu07 !, 2: play sw07 !");
    assert_eq!(table.due(), "table: slap");
    table.does("table: slap 0");
    assert_eq!(table.due(), "3: steal");
    table.does("3: steal yes !, 3: play ar04");
    assert_eq!(table.result()["places"], json!([4, 2, 2, 1]));
    assert_eq!(table.result()["detail"]["races"], 1);
}

#[test]
fn example_5_race_without_a_steal() {
    let mut table = Table::deal(&RACERS, "wa07");
    table.does("1: flip, 1: play cu07 !, 2: play sw07 !, table: slap 0, 3: steal no");
    assert_eq!(table.due(), "0 (1 2 3): play decline accuse");
    table.does("0: play wa03 !");
    assert_eq!((table.discard(), table.seat()), ("wa07 cu07 sw07 wa03".to_owned(), 1));
}

#[test]
fn example_6_a_stack_lapses() {
    let hands = ["wa02 wa03 wa04", "wapa cu03 pe03", "cupa sw02 sw03", "swpa pe04 pe05"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play wapa, 2: play cupa, 3: play swpa, table: slap 2");
    assert_eq!((table.pending(), table.due()), (None, "2 (0 1 3): play decline accuse".to_owned()));
    table.does("2: decline");
    assert_eq!((table.seat(), table.pending(), table.counts()), (3, None, vec![3, 2, 2, 2]));
}

const CHURCH: [&str; 4] = ["wa02 wa03 wa04", "ar02 ar05 wa05", "cu02 cu03 cu04", "ar07 sw02 sw03"];

#[test]
fn example_7_church_gambit_and_the_chariot() {
    let mut table = Table::deal(&CHURCH, "wa09");
    table.does("1: flip, 1: play ar02, 1: gambit yes !");
    assert_eq!(table.due(), "3: chariot");
    table.refuses("3: chariot yes !", Code::NoCall);
    table.does("3: chariot yes");
    assert_eq!((table.counts(), table.discard()), (vec![5, 1, 5, 2], "wa09 ar02 ar05 ar07".to_owned()));
    assert_eq!((table.top(), table.due()), ("ar05".to_owned(), "2 (0 1 3): flip accuse".to_owned()));
}

#[test]
fn example_7_no_gambit() {
    let mut table = Table::deal(&CHURCH, "wa09");
    table.does("1: flip, 1: play ar02, 1: gambit no");
    assert_eq!((table.counts(), table.seat()), (vec![3, 4, 3, 3], 2));
}

#[test]
fn example_8_old_maid_and_the_endgame() {
    let hands = ["wa04 pe02", "cu02 cu03", "ar10 wa02", "wa03 cuac"];
    let mut table = Table::deal(&hands, "ar13 wa09 waac ar00 cu05");
    table.does("1: flip, 2: flip, 2: play wa02 !, 3: play wa03 !, 0: play wa04 !");
    assert_eq!((table.due(), table.seat()), ("2 (0 3): play accuse".to_owned(), 2));
    table.refuses("2: draw", Code::WrongStep);
    table.does("2: play ar10");
    assert_eq!((table.order(), table.due()), (vec![0, 3], "3 (0): flip accuse".to_owned()));
    table.does("3: flip");
    assert_eq!(table.top(), "cu05");
    table.does("3: play cuac");
    let result = table.result();
    assert_eq!((&result["places"], &result["scores"]), (&json!([2, 4, 3, 1]), &json!([-1, -78, -78, 0])));
    assert_eq!(result["detail"]["removed"], json!(["ar00", "waac", "cuac"]));
}

#[test]
fn example_9_the_call() {
    let mut table = Table::deal(&["pe03 wa03", "wa02 pe06", "pe04 cu03", "wa04 sw08"], "wa09 pe09");
    table.does("1: flip, 1: play wa02, 0: accuse 1");
    assert_eq!(table.due(), "0: give");
    table.refuses("0: give null", Code::MustGive).refuses("0: give wa04", Code::CardNotHeld);
    table.does("0: give pe03");
    assert_eq!((table.hand(0), table.hand(1)), ("wa03".to_owned(), "pe03 pe06".to_owned()));
    assert_eq!(table.due(), "2: draw", "the window is shut");
}

#[test]
fn example_9_a_false_accusation_wins_the_game() {
    let mut table = Table::deal(&["pe03 wa03", "wa02 pe06", "wa08 cu03", "wa04 sw08"], "wa09");
    table.does("1: flip, 1: play wa02, 0: accuse 1, 0: give pe03, 2: play wa08 !, 3: accuse 2");
    assert_eq!(table.due(), "2: give");
    table.does("2: give cu03");
    assert_eq!(
        (table.ended(), table.winners(), table.hand(3)),
        (json!("out"), json!([2]), "wa04 cu03 sw08".to_owned())
    );
    assert_eq!(table.result()["detail"]["turns"], 2);
}

#[test]
fn example_10_satanic_ritual() {
    let mut table = Table::deal(&["wa02 ar15", "cu06 wa05", "sw06 cu03", "pe07 ar04"], "wa06");
    table.does("1: flip, 1: play cu06 !, 2: play sw06 !");
    assert_eq!((table.ended(), table.winners()), (json!("ritual"), json!([0])));
    assert_eq!((&table.result()["detail"]["races"], &table.result()["detail"]["turns"]), (&json!(0), &json!(1)));
}

#[test]
fn example_11_lust_and_art() {
    let hands = ["wa02 wa03 wa04", "ar11 swkn wa05", "ar14 sw02 sw03", "pe02 pe03 pe04"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play ar11, 1: orgy swkn !");
    assert_eq!((table.seat(), table.pending()), (2, Some((3, Some(1)))));
    table.does("2: play ar14").refuses("2: name cupa", Code::BadName);
    table.does("2: name wakn");
    assert_eq!((table.seat(), table.pending()), (3, Some((6, Some(2)))));
    table.does("3: draw");
    assert_eq!((table.counts(), table.seat(), table.top()), (vec![3, 1, 2, 9], 0, "wakn".to_owned()));
}

#[test]
fn example_12_sets_and_the_devil() {
    let hands = [
        "ar03 wa02 wa03 wa04 cu02 cu03",
        "wa05 sw05 pe05 cu05 cu07 cu08",
        "ar12 cu06 sw02 sw03 sw06 sw07",
        "ar15 pe02 pe03 pe04 pe06 pe07",
    ];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play wa05 sw05 pe05 cu05");
    assert_eq!((table.seat(), table.top(), table.counts()), (2, "cu05".to_owned(), vec![6, 2, 6, 6]));
    table.does("2: play cu06, 3: play ar15");
    assert_eq!(table.due(), "0 1 2: offer");
    table.refuses("0: offer wa02", Code::NotFitting).refuses("0: offer ar12", Code::CardNotHeld);
    table.does("2: offer null, 0: offer ar03").refuses("0: offer null", Code::WrongPlayer);
    table.does("1: offer null");
    assert_eq!(table.due(), "3: jaccuse take");
    table.refuses("3: jaccuse 0", Code::BadTarget).refuses("3: take ar12", Code::BadTarget);
    table.does("3: jaccuse 2");
    assert_eq!(table.counts(), [6, 2, 9, 5]);
    table.refuses("3: jaccuse 2", Code::BadTarget).refuses("3: take null", Code::MustTake);
    table.does("3: jaccuse 1");
    assert_eq!((table.counts(), table.due()), (vec![6, 2, 9, 9], "3: take".to_owned()));
    table.refuses("3: jaccuse 1", Code::WrongStep).refuses("3: take null", Code::MustTake);
    table.does("3: take ar03");
    assert_eq!((table.counts(), table.seat()), (vec![5, 2, 9, 10], 0));
}

#[test]
fn example_13_the_chariot_is_looked_through() {
    let mut table = Table::deal(&["wa02 wa03", "ar07 wa05", "wa06 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar07 !");
    assert_eq!((table.top(), table.due()), ("wa09".to_owned(), "2 (0 1 3): play accuse".to_owned()));
    table.does("2: play wa06 !");
}

#[test]
fn example_13_the_magus_makes_another_circle() {
    let mut table = Table::deal(&["wa02 wa03", "ar01 wa05", "wa06 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar01 !").refuses("table: seats 1 2 3 0", Code::BadOrder);
    table.does("table: seats 1 0 3 2");
    assert_eq!((table.order(), table.seat()), (vec![1, 0, 3, 2], 0));
}

#[test]
fn example_14_nothing_to_draw_on_a_minor() {
    let mut table = Table::deal(&["cu02 cu03", "cu05 pe04", "sw02 sw03", "pe02 pe03"], "wa09");
    table.leave_on_the_pile("wa09").does("1: flip");
    assert_eq!((table.ended(), table.winners()), (json!("stuck"), json!([0, 1, 2, 3])));
    assert_eq!(table.result()["detail"]["turns"], 3, "the fourth idle turn is not counted");
}

#[test]
fn example_14_nothing_to_draw_on_a_major() {
    let mut table = Table::deal(&["cu02 cu03", "wa05 pe04", "sw02 sw03", "pe02 pe03"], "ar03");
    table.leave_on_the_pile("ar03").does("1: flip");
    assert_eq!((table.seat(), table.due()), (3, "3: play".to_owned()));
    table.refuses("3: flip", Code::WrongStep);
    table.does("3: play pe02 !");
    assert_eq!(table.top(), "pe02");
}
