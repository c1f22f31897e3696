//! The rulings of fortuno.md on draw pile, flips, turns, calls, races, sets and lovers.

use serde_json::json;

use super::{Options, Table};
use crate::games::{
    Code,
    fortuno::{FlippedKnight, LoversWin},
};

#[test]
fn ruling_1_the_first_flip_starts_the_discard_pile() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    assert_eq!((table.discard(), table.due()), (String::new(), "1: flip".to_owned()));
    table.does("1: flip");
    assert_eq!((table.discard(), table.game.draw.len()), ("wa09".to_owned(), 69));
}

#[test]
fn ruling_2_reshuffle_with_the_chariot_on_top() {
    let mut table = Table::deal(&["wa03 pe04", "wa05 pe06", "cu02 cu03", "ar07 sw03"], "ar14");
    table.leave_on_the_pile("ar14").does("1: flip, 1: name cu03, 2: play cu02 !, 3: play ar07 !, 0: draw");
    assert_eq!((table.top(), table.due()), ("cu02".to_owned(), "table: reshuffle".to_owned()));
    table.refuses("table: reshuffle ar14 cu02", Code::BadPile).refuses("table: reshuffle", Code::BadPile);
    table.does("table: reshuffle ar14");
    assert_eq!((table.discard(), table.hand(0)), ("cu02 ar07".to_owned(), "ar14 wa03 pe04".to_owned()));
    assert_eq!(table.due(), "0: play", "Art is itself again and may be played");
}

#[test]
fn ruling_3_a_draw_stops_short_when_no_card_is_left() {
    let mut table = Table::deal(&["cu04 cu05", "wakn pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.leave_on_the_pile("wa09 cu09").does("1: flip, 1: play wakn !, 2: draw, table: reshuffle wa09");
    assert_eq!((table.hand(2), table.seat()), ("wa09 cu02 cu03 cu09".to_owned(), 2));
    assert_eq!(table.due(), "2: play", "3, 0 and 1 could neither play nor draw");
}

#[test]
fn ruling_3_an_impossible_flip_gives_free_play_of_any_card_or_set() {
    let hands = ["cu02 cu03 cu04 cu06", "wa05 cu05 sw05 pe05", "sw02 sw03 sw04 sw06", "ar10 pe02 pe03 pe04"];
    let mut table = Table::deal(&hands, "ar04");
    table.leave_on_the_pile("ar04").does("1: flip");
    assert_eq!((table.seat(), table.due()), (0, "0: play".to_owned()), "skips of 2 and 3");
    table.does("0: play cu04, 1: play sw05 wa05 cu05 pe05");
    assert_eq!(table.winners(), json!([1]));
}

#[test]
fn ruling_3_free_play_takes_no_fortune() {
    let mut table = Table::deal(&["cu02 cu03", "wa05 pe04", "sw02 sw03", "ar10 pe03"], "ar03");
    table.leave_on_the_pile("ar03").does("1: flip").refuses("3: play ar10", Code::NotPlayable);
}

#[test]
fn ruling_3_the_game_ends_after_max_turns() {
    let options = Options { max_turns: crate::games::Between::new(2), ..Options::default() };
    let mut table = Table::with(options, &["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09 wa04");
    table.does("1: flip, 1: play wa05 !, 2: draw, 2: play wa04");
    assert_eq!((table.ended(), table.winners()), (json!("turn_limit"), json!([1])));
    assert_eq!(table.result()["places"], json!([2, 1, 2, 2]));
}

#[test]
fn ruling_4_a_flipped_minor_hits_the_flipper_who_then_goes_on() {
    let hands = ["wa02 wa03", "ar10 pe06", "cu02 cu03", "sw02 sw03"];
    let mut prince = Table::deal(&hands, "cukn");
    prince.does("1: flip");
    assert_eq!((prince.seat(), prince.pending()), (1, Some((3, Some(0)))));
    let mut queen = Table::deal(&hands, "swqu");
    queen.does("1: flip");
    assert_eq!((queen.seat(), queen.game.turns), (2, 1));
    let mut ace = Table::deal(&hands, "peac");
    assert_eq!(ace.does("1: flip").due(), "1: play");
}

#[test]
fn ruling_4_a_flipped_knight_turns_the_direction_under_the_flipper() {
    let hands = ["wa02 wa03", "sw05 pe06", "cu02 cu03", "sw02 sw03"];
    let mut goes_on = Table::deal(&hands, "swki");
    goes_on.does("1: flip, 1: play sw05 !");
    assert_eq!((goes_on.seat(), goes_on.game.direction.sign()), (0, -1));
    let options = Options { flipped_knight: FlippedKnight::Pass, ..Options::default() };
    let mut passes = Table::with(options, &hands, "swki");
    passes.does("1: flip");
    assert_eq!((passes.seat(), passes.game.turns), (0, 1));
}

#[test]
fn ruling_5_skips_reach_round_the_table() {
    let hands = ["wa02 wa03 wa04", "ar09 waqu cu05", "cu02 cu03 cu04", "wa06 sw02 sw03"];
    let mut table = Table::deal(&hands, "wa09 wa08");
    table.does("1: flip, 1: play ar09, 3: flip, 3: play wa06, 0: play wa02");
    assert_eq!(table.game.hermit[2], 1);
    table.does("1: play waqu !");
    assert_eq!((table.seat(), table.game.hermit[2]), (3, 0), "a skip and a hermit turn are used up together");
    let mut emperor = Table::deal(&["wa02 wa03", "ar04 cu05", "cu02 cu03", "sw02 sw03"], "wa09");
    emperor.does("1: flip, 1: play ar04 !");
    assert_eq!((emperor.seat(), emperor.game.turns), (1, 1), "three are passed over");
}

#[test]
fn ruling_6_aces_are_numerical_only_by_the_option() {
    let hands = [
        "wa02 wa03 wa04 wa06 wa07",
        "waac cuac swac peac pe06",
        "cu02 cu03 cu04 cu06 cu07",
        "sw02 sw03 sw04 sw06 sw07",
    ];
    let set = "1: play waac cuac swac peac !";
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip").refuses(set, Code::BadSet);
    let options = Options { ace_numerical: true, ..Options::default() };
    let mut numerical = Table::with(options, &hands, "wa09");
    numerical.does("1: flip").does(set);
    assert_eq!((numerical.top(), numerical.seat()), ("peac".to_owned(), 2));
}

#[test]
fn ruling_7_all_hands_are_checked() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "ar18 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wa05 !, 2: play ar18 !, 2: ask 1 suit pe, 1: give pe06");
    assert_eq!((table.winners(), table.result()["detail"]["turns"].clone()), (json!([1]), json!(2)));
}

#[test]
fn ruling_7_an_empty_hand_refilled_within_the_turn_has_not_won() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 ar20", "wa04 cu03", "sw02 sw03"], "wa09 wa08 wa07 wa06");
    table.does("1: flip, 1: play wa05 !, 2: play wa04 !, 3: draw, 3: play wa08, 0: play wa02 !, 1: play ar20");
    assert_eq!((table.game.hands[1].len(), table.seat()), (6, 2));
}

#[test]
fn ruling_8_the_last_player_in_wins() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "ar13");
    table.without(&[3, 2]).does("1: flip");
    let result = table.result();
    assert_eq!((table.ended(), &result["winners"]), (json!("last_standing"), &json!([0])));
    assert_eq!((&result["places"], &result["detail"]["turns"]), (&json!([1, 2, 3, 4]), &json!(0)));
    assert_eq!(result["scores"], json!([-2, -78, -78, -78]));
}

#[test]
fn ruling_9_one_may_be_caught_until_the_next_action() {
    let hands = ["wa02 wa03", "wa05 pe06", "wa04 cu03", "sw02 sw03"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play wa05");
    assert_eq!(table.due(), "2 (0 1 3): play accuse");
    table.refuses("1: accuse 1", Code::BadTarget).refuses("4: accuse 1", Code::Malformed);
    table.does("2: play wa04 !");
    table.does("3: accuse 1");
    assert_eq!(table.due(), "1: give", "the window of the next play forgot player 1");
    table.does("1: give null");
    assert_eq!(table.due(), "3: draw", "one accusation for each window");
}

#[test]
fn ruling_9_who_drew_again_in_the_same_turn_has_still_failed_to_call() {
    let mut table = Table::deal(&["wa02 wa03", "ar20 pe06", "wa04 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar20");
    assert_eq!(table.game.hands[1].len(), 6);
    table.does("0: accuse 1");
    assert_eq!(table.due(), "0: give");
}

#[test]
fn ruling_9_every_play_opens_the_window_and_an_accusation_without_cause_is_false() {
    let hands = ["wa02 wa03 wa04", "wa05 pe06 pe07", "wa06 cu03 cu04", "sw02 sw03 sw04"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play wa05");
    assert_eq!(table.due(), "2 (0 1 3): play accuse");
    table.does("3: accuse 1, 1: give pe07");
    assert_eq!((table.hand(1), table.hand(3)), ("pe06".to_owned(), "sw02 sw03 sw04 pe07".to_owned()));
}

#[test]
fn ruling_10_passing_from_two_to_none_needs_no_call() {
    let mut table = Table::deal(&["wa02 wa03 wa04", "ar11 cupa swkn", "wa06 cu03 cu04", "sw02 sw03 sw04"], "wa09");
    table.does("1: flip").refuses("1: play ar11 !", Code::NoCall);
    table.does("1: play ar11").refuses("1: orgy cupa swkn !", Code::NoCall);
    table.does("1: orgy cupa swkn");
    assert_eq!(table.winners(), json!([1]));
}

#[test]
fn ruling_10_a_discard_that_leaves_one_card_needs_the_call() {
    let mut table = Table::deal(&["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar21 !, 0: chariot yes, 2: accuse 0");
    assert_eq!(table.due(), "2: give");
}

#[test]
fn ruling_11_the_giver_chooses_the_card() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "wa04 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wa05, 0: accuse 1");
    for card in ["wa02", "wa03"] {
        let mut chosen = table.clone();
        chosen.does(&format!("0: give {card}"));
        assert!(chosen.hand(1).contains(card));
    }
}

#[test]
fn ruling_12_the_third_card_has_no_function() {
    let hands = ["wa02 wa03 wa04", "cuqu wa05 wa06", "wa07 cu03 cu04", "swqu sw03 sw04"];
    let mut table = Table::deal(&hands, "cu09");
    table.does("1: flip, 1: play cuqu, 3: play swqu");
    assert_eq!(table.seat(), 1, "two are no race, so the next is skipped");
    table.swap_for(1, "pequ wa05").does("1: play pequ !");
    assert_eq!(table.due(), "table: slap");
    table.does("table: slap 2");
    assert_eq!((table.seat(), table.game.row.len(), table.game.turns), (2, 0, 3));
}

#[test]
fn ruling_12_who_wins_by_the_third_card_has_won_before_the_race() {
    let hands = ["cu07 wa02 wa03", "wa07 wa05 wa06", "ar11 cupa sw07", "sw02 pe07 sw04"];
    let mut table = Table::deal(&hands, "wa09");
    table.does(
        "1: flip, 1: play wa05, 2: play ar11, 2: orgy cupa !, 3: draw, 0: play cu07, 1: play wa07 !, 2: play sw07",
    );
    assert_eq!((table.ended(), table.winners()), (json!("out"), json!([2])));
    assert_eq!(table.result()["detail"]["races"], 0);
}

#[test]
fn ruling_13_a_flip_starts_a_row_and_majors_break_it() {
    let hands = ["wa02 wa03 wa04", "cu07 wa05 wa06", "ar07 cu03 cu04", "sw07 pe07 sw04"];
    let mut table = Table::deal(&hands, "wa07");
    table.does("1: flip, 1: play cu07, 2: play ar07, 3: play sw07");
    assert_eq!((table.due(), table.game.row.len()), ("0 (1 2 3): draw accuse".to_owned(), 1));
}

#[test]
fn ruling_13_the_fool_joins_the_row_as_what_it_was_named() {
    let hands = ["wa02 wa03 wa04", "cu07 wa05 wa06", "ar00 cu03 cu04", "sw02 pe07 sw04"];
    let mut table = Table::deal(&hands, "wa07");
    table.does("1: flip, 1: play cu07, 2: play ar00, 2: name sw07");
    assert_eq!(table.due(), "table: slap", "the race takes the place of the draw");
    table.does("table: slap 0, 3: steal no, 0: decline");
    assert_eq!((table.seat(), table.pending()), (1, None));
}

#[test]
fn ruling_13_three_cards_of_two_suits_are_no_race_but_the_next_may_make_one() {
    let hands = ["wa02 wa03 wa04", "cu07 wa05 wa06", "ar00 cu03 cu04", "sw07 pe07 sw04"];
    let mut table = Table::deal(&hands, "wa07");
    table.does("1: flip, 1: play cu07, 2: play ar00, 2: name wa07");
    assert_eq!((table.seat(), table.pending()), (3, Some((4, Some(2)))));
    table.does("3: draw, 0: play wa02").refuses("1: decline", Code::WrongStep);
}

const RACE: [&str; 4] = ["wa02 ar10 ar11", "cu07 wa05 wa06", "sw07 cu03 cu04", "pe07 ar04 sw02"];

#[test]
fn ruling_14_the_reward_is_any_card_but_fortune() {
    let mut table = Table::deal(&RACE, "wa07");
    table.does("1: flip, 1: play cu07, 2: play sw07, table: slap 0, 3: steal no");
    table.refuses("0: play ar10", Code::NotPlayable).refuses("0: play wa02 ar11", Code::BadSet);
    table.does("0: play wa02");
    assert_eq!((table.top(), table.seat()), ("wa02".to_owned(), 1));
}

#[test]
fn ruling_14_a_lone_fortune_can_only_be_declined() {
    let mut table = Table::deal(&RACE, "wa07");
    table.does("1: flip, 1: play cu07, 2: play sw07").keeps(0, "ar10").does("table: slap 0, 3: steal no");
    assert_eq!(table.due(), "0 (1 2 3): decline accuse");
}

#[test]
fn ruling_14_lust_is_no_reward_on_an_ace() {
    let hands = ["wa02 ar10 ar11", "cuac wa05 wa06", "swac cu03 cu04", "peac ar04 sw02"];
    let mut table = Table::deal(&hands, "waac");
    table.does("1: flip, 1: play cuac, 2: play swac, table: slap 0, 3: steal no");
    table.refuses("0: play ar11", Code::NotPlayable).does("0: play wa02");
}

#[test]
fn ruling_14_hermits_neither_slap_nor_steal() {
    let mut table = Table::deal(&RACE, "wa07");
    table.does("1: flip, 1: play cu07, 2: play sw07");
    table.game.hermit[3] = 1;
    table.refuses("table: slap 3", Code::BadTarget).does("table: slap 0");
    assert_eq!(table.due(), "0 (1 2 3): play decline accuse");
}

#[test]
fn ruling_15_the_slapper_cannot_steal_from_himself() {
    let mut table = Table::deal(&RACE, "wa07");
    table.does("1: flip, 1: play cu07, 2: play sw07, table: slap 3");
    assert_eq!(table.due(), "3 (0 1 2): play decline accuse");
}

#[test]
fn ruling_15_the_fourth_card_itself_does_nothing() {
    let hands = ["waqu wa03 wa04", "cuqu pequ wa06", "wa07 cu03 cu04", "swqu sw03 sw04"];
    let mut table = Table::deal(&hands, "cu09");
    table.does("1: flip, 1: play cuqu, 3: play swqu, 1: play pequ !, table: slap 2, 0: steal yes");
    assert_eq!((table.top(), table.game.row.len()), ("waqu".to_owned(), 0));
    table.does("0: decline");
    assert_eq!(table.seat(), 1, "the stolen Queen skips nobody");
}

#[test]
fn ruling_15_a_thief_without_cards_has_an_empty_turn_and_wins() {
    let mut table = Table::deal(&RACE, "wa07");
    table.does("1: flip, 1: play cu07, 2: play sw07").keeps(3, "pe07").does("table: slap 0, 3: steal yes");
    assert_eq!((table.winners(), table.result()["detail"]["turns"].clone()), (json!([3]), json!(3)));
}

#[test]
fn ruling_16_a_set_or_an_orgy_makes_no_row() {
    let hands = [
        "ar00 wa02 wa03 wa04 wa07",
        "ar11 cupa swpa pepa wa06",
        "wapa cu03 cu04 cu06 cu07",
        "sw02 sw03 sw04 sw06 sw07",
    ];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play ar11, 1: orgy cupa swpa pepa !");
    assert_eq!((table.pending(), table.game.row.len()), (Some((6, Some(1))), 0));
    table.does("2: play wapa");
    assert_eq!((table.pending(), table.game.row.len()), (Some((8, Some(2))), 1));
}

#[test]
fn ruling_16_four_sixes_at_once_are_no_ritual() {
    let hands = [
        "ar15 wa02 wa03 wa04 wa07",
        "wa06 cu06 sw06 pe06 wa05",
        "wapa cu03 cu04 cu05 cu07",
        "sw02 sw03 sw04 sw05 sw07",
    ];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play wa06 cu06 sw06 pe06 !");
    assert_eq!((table.seat(), table.game.row.len()), (2, 0));
}

const TEAM: [&str; 4] = ["pe02 pe03 pe05", "ar06 wa02 pe04", "wa03 cu04 cu05", "sw05 sw06 sw07"];

/// Player 1 has picked player 3; player 2 is at the turn.
fn team(options: Options, pile: &str) -> Table {
    let mut table = Table::with(options, &TEAM, pile);
    table.does("1: flip, 1: play ar06, 1: pick 3");
    table
}

#[test]
fn ruling_31_the_odd_card_stays_with_the_lover_who_has_the_choice() {
    let mut table = team(Options { lovers_win: LoversWin::Joint, ..Options::default() }, "wa09 wa08");
    table.does("2: flip, 2: play wa03, 1: play wa02 !, 0: play pe02, 3: play pe04");
    assert_eq!((table.seat(), table.due()), (1, "3: divorce".to_owned()));
    table.refuses("3: divorce sw05", Code::BadCount).refuses("3: divorce pe02 sw05", Code::CardNotHeld);
    table.does("3: divorce sw07 sw05");
    assert_eq!((table.hand(1), table.hand(3), table.seat()), ("sw06".to_owned(), "sw05 sw07".to_owned(), 2));
}

#[test]
fn ruling_32_the_ritual_of_a_partner() {
    let hands = ["pe02 pe03 pe05", "ar06 wa02 cu06", "wa03 sw06 cu05", "sw05 ar15 sw07"];
    for (lovers_win, winners) in
        [(LoversWin::Own, json!([3])), (LoversWin::Both, json!([1, 3])), (LoversWin::Joint, json!([1, 3]))]
    {
        let mut table = Table::with(Options { lovers_win, ..Options::default() }, &hands, "wa09 wa06");
        table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play sw06, 1: play cu06");
        assert_eq!((table.ended(), table.winners()), (json!("ritual"), winners));
    }
}

#[test]
fn ruling_33_whoever_steps_first_speaks_and_one_match_decides_the_turn() {
    let mut table = team(Options::default(), "wa09 wa08");
    table.does("2: flip, 2: play wa03");
    assert_eq!((table.seat(), table.due()), (3, "1 3 (0 2): play accuse dispute".to_owned()));
    table.refuses("0: dispute", Code::WrongPlayer).does("1: dispute, table: rps 3");
    table.refuses("1: play wa02", Code::WrongPlayer).refuses("3: dispute", Code::WrongStep);
    table.does("3: play wa02 !");
    assert_eq!(table.hand(1), "pe04", "either hand may be used");
}

#[test]
fn ruling_33_no_dispute_where_nothing_can_be_played() {
    let hands = ["pe02 pe03 pe05", "ar06 wa02 pe06", "wa03 cu04 cu05", "sw05 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 cu08");
    table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play cu04");
    assert_eq!((table.seat(), table.due()), (3, "1 3 (0 2): draw accuse".to_owned()));
    table.refuses("1: dispute", Code::WrongStep);
}

#[test]
fn ruling_34_one_team_at_a_time() {
    let hands = ["pe02 pe03 pe05", "ar06 wa02 pe04", "wa03 ar14 cu05", "sw05 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 wa08");
    table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play ar14, 2: name ar06");
    assert_eq!((table.seat(), table.game.team.expect("the first").lover.0), (3, 3));
}

#[test]
fn ruling_34_hermits_are_not_picked() {
    let hands = ["pe02 pe03 pe05", "ar09 wa02 pe04", "wa03 cu04 cu05", "ar06 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 wa08");
    table.does("1: flip, 1: play ar09, 3: flip, 3: play ar06");
    table.refuses("3: pick 2", Code::BadTarget).refuses("3: pick 3", Code::BadTarget).does("3: pick 0");
}

#[test]
fn ruling_34_a_hermit_in_love_divorces_at_once() {
    let hands = ["pe02 pe03 pe05", "ar06 wa02 pe04", "ar09 cu04 cu05", "sw05 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 wa08");
    table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play ar09");
    assert_eq!((table.due(), table.game.turns), ("3: divorce".to_owned(), 1));
    table.does("3: divorce wa02 pe04 sw05");
    assert_eq!((table.hand(1), table.seat(), table.game.hermit[3]), ("sw06 sw07".to_owned(), 0, 1));
}

#[test]
fn ruling_35_the_widow_takes_the_hand() {
    let mut table = team(Options::default(), "wa09 ar19 ar13");
    table.does("2: flip, 1: flip");
    assert_eq!((table.order(), table.hand(1)), (vec![0, 1, 2], "wa02 sw05 sw06 sw07 pe04".to_owned()));
    assert_eq!((table.game.team, table.seat(), table.discard()), (None, 0, "wa09 ar06 ar19 ar13".to_owned()));
}

#[test]
fn the_original_passed_over_divorces_before_the_next_turn() {
    let hands = ["waqu pe03 pe05", "ar06 wa02 pe04", "wa03 cu04 cu05", "sw05 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 wa08");
    table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play wa03, 3: play wa02 !, 0: play waqu");
    assert_eq!((table.due(), table.game.turns), ("3: divorce".to_owned(), 4));
    table.does("3: divorce sw05 sw06");
    assert_eq!((table.hand(1), table.seat(), table.game.team), ("sw07 pe04".to_owned(), 2, None));
}
