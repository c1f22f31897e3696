//! The rulings of fortuno.md on the Majors.

use serde_json::json;

use super::{Options, Table, cards};
use crate::games::Code;

#[test]
fn ruling_17_fortune_alone_answers_the_draw_of_death_and_the_fool() {
    let hands = ["wa02 wa03 wa04", "ar13 wa05 wa06", "ar10 cupa ar14", "sw02 sw03 sw04"];
    let mut death = Table::deal(&hands, "wa09");
    death.does("1: flip, 1: play ar13");
    assert_eq!((death.seat(), death.pending()), (2, Some((6, Some(1)))));
    death.refuses("2: play cupa", Code::NotPlayable).does("2: play ar10");
    assert_eq!((death.counts(), death.seat()), (vec![3, 8, 2, 3], 0), "play goes on past the victim");
}

#[test]
fn ruling_17_art_answers_death_as_fortune_only() {
    let hands = ["wa02 wa03 wa04", "ar13 wa05 wa06", "ar10 cupa ar14", "sw02 sw03 sw04"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play ar13, 2: play ar14");
    table.refuses("2: name cupa", Code::BadName).refuses("2: name ar03", Code::BadName);
    table.does("2: name ar10");
    assert_eq!((table.counts(), table.game.direction.sign()), (vec![3, 8, 2, 3], -1));
}

#[test]
fn ruling_17_the_priestess_is_no_draw_that_can_be_answered() {
    let mut table = Table::deal(&["wa02 wa03", "ar02 ar10", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar02 !");
    assert_eq!((table.counts(), table.seat()), (vec![2, 3, 2, 2], 2));
}

#[test]
fn ruling_18_fortunes_victim_loses_the_turn() {
    let hands = ["wa02 wa03 wa04", "wapa wa05 wa06", "cupa cu03 cu04", "ar10 sw03 sw04"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play wapa, 2: play cupa, 3: play ar10");
    assert_eq!((table.counts(), table.seat(), table.pending()), (vec![3, 2, 6, 2], 1, None));
    assert_eq!(table.game.turns, 3);
}

#[test]
fn ruling_18_a_hermit_is_no_victim() {
    let mut table = Table::deal(&["wa02 wa03", "wapa wa05", "ar10 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wapa !");
    table.game.hermit[1] = 2;
    table.does("2: play ar10 !");
    assert_eq!((table.counts(), table.seat()), (vec![4, 1, 1, 2], 3), "0 is the next in the new direction");
}

#[test]
fn ruling_18_the_original_as_victim_divorces_after_the_draw() {
    let hands = ["ar10 pe03 pe05", "ar06 wapa pe04", "wa03 cu04 cu05", "sw05 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 wa08 swpa");
    table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play wa03, 1: play wapa !");
    assert_eq!((table.seat(), table.pending()), (0, Some((2, Some(3)))), "the seat is the source, whoever speaks");
    table.game.turn.pending =
        table.game.turn.pending.map(|p| super::super::Pending { source: Some(crate::games::Player(1)), ..p });
    table.does("0: play ar10");
    assert_eq!((table.due(), table.counts()), ("3: divorce".to_owned(), vec![2, 3, 2, 3]));
    table.does("3: divorce sw05 sw06 sw07");
    assert_eq!(table.seat(), 0);
}

#[test]
fn ruling_19_fortune_as_an_answer_wins_if_it_was_the_last_card() {
    let mut table = Table::deal(&["wa02 wa03", "wapa wa05", "ar10 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip").keeps(2, "ar10").does("1: play wapa !, 2: play ar10");
    assert_eq!((table.ended(), table.winners()), (json!("out"), json!([2])));
}

#[test]
fn ruling_19_no_old_maid_on_a_major_that_can_be_flipped_on() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 ar04", "ar10 cu03", "sw02 sw03"], "ar03 wa09");
    table.keeps(2, "ar10").does("1: flip, 3: flip");
    assert_eq!(table.due(), "3: draw");
    let mut free = Table::deal(&["wa02 wa03", "wa05 ar04", "cu02 cu03", "ar10 sw03"], "ar03");
    free.keeps(3, "ar10").leave_on_the_pile("ar03").does("1: flip");
    assert_eq!(free.due(), "3: play");
    free.does("3: play ar10");
    assert_eq!((free.order(), free.seat()), (vec![0, 1, 2], 0));
}

#[test]
fn ruling_20_a_mixed_orgy_stacks_by_its_last_card() {
    let hands = ["wa02 wa03 wa04 wa05", "ar11 cupa swkn wa06", "wapa wakn cu04 cu05", "sw02 sw03 sw04 sw05"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play ar11").refuses("1: orgy wapa", Code::CardNotHeld);
    table.does("1: orgy swkn cupa !").refuses("2: play wakn", Code::NotPlayable);
    assert_eq!((table.pending(), table.discard()), (Some((5, Some(1))), "wa09 ar11 swkn cupa".to_owned()));
    table.does("2: play wapa");
    assert_eq!(table.pending(), Some((7, Some(2))));
}

#[test]
fn ruling_20_an_orgy_may_be_empty_and_takes_no_other_card() {
    let hands = ["wa02 wa03 wa04", "ar11 cupa wa05", "wapa wakn cu04", "sw02 sw03 sw04"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play ar11").refuses("1: orgy cupa wa05", Code::NotPlayable);
    table.refuses("1: orgy cupa cupa", Code::DuplicateCard).refuses("1: orgy !", Code::NoCall);
    table.does("1: orgy");
    assert_eq!((table.pending(), table.due()), (None, "2 (0 1 3): flip accuse".to_owned()));
}

#[test]
fn ruling_21_draws_against_a_hermit_pass_to_the_next_who_is_none() {
    let mut table = Table::deal(&["wa02 wa03", "wapa wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    table.game.hermit[2] = 2;
    table.does("1: play wapa !");
    assert_eq!((table.seat(), table.pending(), table.game.hermit[2]), (3, Some((2, Some(1))), 1));
}

#[test]
fn ruling_21_a_second_hermit_restarts_the_two_turns() {
    let mut table = Table::deal(&["wa02 wa03", "ar09 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    table.game.hermit[2] = 1;
    table.does("1: play ar09 !");
    assert_eq!((table.game.hermit[2], table.seat()), (1, 3));
}

#[test]
fn ruling_21_nobody_draws_in_a_hermits_place_for_the_church_gambit() {
    let mut table = Table::deal(&["wa02 wa03", "ar05 ar02", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    table.game.hermit[2] = 1;
    table.does("1: play ar05 !, 1: gambit yes");
    assert_eq!(table.winners(), json!([1]));
    assert_eq!(table.counts(), [4, 0, 2, 4], "two each, whichever of the two was played first");
}

#[test]
fn ruling_21_the_flipper_of_the_hermit_becomes_one() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 wa06", "cu02 cu03", "sw02 sw03"], "ar09");
    table.does("1: flip");
    assert_eq!((table.game.hermit[1], table.seat()), (2, 2));
}

#[test]
fn ruling_22_the_tower_asks_for_no_chariot() {
    let mut table = Table::deal(&["ar07 wa03", "ar16 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar16 !");
    assert_eq!(table.due(), "1: switch");
}

#[test]
fn ruling_23_the_chariot_out_of_turn_leaves_the_major_as_the_top() {
    let mut table = Table::deal(&["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar21 !").refuses("1: chariot yes", Code::WrongPlayer);
    table.refuses("0: flip", Code::WrongStep).does("0: chariot yes !");
    assert_eq!([0, 1, 2, 3].map(|player| table.hand(player)), ["wa03", "sw02 sw03", "wa05", "cu02 cu03"]);
    assert_eq!((table.top(), table.discard()), ("ar21".to_owned(), "wa09 ar21 ar07".to_owned()));
}

#[test]
fn ruling_23_a_hermit_does_not_use_the_chariot() {
    let mut table = Table::deal(&["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    table.game.hermit[0] = 1;
    table.does("1: play ar21 !");
    assert_eq!((table.hand(0), table.seat()), ("ar07 wa03".to_owned(), 2));
}

#[test]
fn ruling_24_adjustments_by_art_count() {
    let mut table = Table::deal(&["wa02 wa03", "ar14 wa05", "ar08 cu03", "sw02 sw03"], "wa09");
    table.game.adjustments = 2;
    table.does("1: flip, 1: play ar14 !, 1: name ar08");
    table.refuses("table: redeal wa02", Code::BadPile);
    table.does("table: redeal wa02 wa03 ar08 cu03 sw02 sw03 wa05");
    assert_eq!([0, 1, 2, 3].map(|player| table.hand(player)), ["wa05", "cu03", "wa02 sw02", "wa03 sw03"]);
    assert_eq!((table.game.adjustments, super::ids(table.game.out)), (3, "ar08".to_owned()));
}

#[test]
fn ruling_24_the_third_adjustment_is_doomed_where_it_lies() {
    let mut table = Table::deal(&["wa02 wa03", "ar08 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.game.adjustments = 2;
    table.does("1: flip, 1: play ar08 !").draws();
    assert_eq!((super::ids(table.game.doomed), table.discard()), ("ar08".to_owned(), "wa09 ar08".to_owned()));
}

#[test]
fn ruling_24_the_card_is_dealt_from_the_next_touched_player_and_the_seat_comes_last() {
    let mut table = Table::deal(&["wa02 wa03", "ar08 wa05", "cu02 ar07", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar08 !, 2: chariot yes !");
    table.refuses("table: redeal wa02 wa03 wa05 cu02 sw02 sw03", Code::BadPile);
    table.does("table: redeal wa02 wa03 wa05 sw02 sw03");
    assert_eq!([0, 1, 2, 3].map(|player| table.hand(player)), ["wa03 sw03", "wa05", "cu02", "wa02 sw02"]);
}

#[test]
fn ruling_25_a_flipped_art_acts_as_the_card_played() {
    let hands = ["wa02 wa03", "wa05 wa06", "cu02 cu03", "sw02 sw03"];
    let mut empress = Table::deal(&hands, "ar14");
    empress.does("1: flip, 1: name ar03");
    assert_eq!((empress.seat(), empress.top()), (0, "ar03".to_owned()), "two are passed over");
    let mut death = Table::deal(&hands, "ar14");
    death.does("1: flip, 1: name ar13");
    assert_eq!((death.seat(), death.pending()), (2, Some((6, Some(1)))));
    let mut fool = Table::deal(&hands, "ar14");
    fool.does("1: flip, 1: name ar00").refuses("1: name ar03", Code::BadName).does("1: name pe07");
    assert_eq!((fool.pending(), fool.top()), (Some((4, Some(1))), "pe07".to_owned()));
}

#[test]
fn ruling_25_art_is_not_named_as_these() {
    let mut table = Table::deal(&["wa02 wa03", "ar14 wa05", "cu02 cu03", "sw02 sw03"], "waac");
    table.game.adjustments = 3;
    table.game.draw.retain(|card| card.id() != "ar08");
    table.game.out.insert(cards("ar08")[0]);
    table.does("1: flip, 1: play ar14 !");
    for card in ["ar14", "ar10", "ar11", "ar08"] {
        table.refuses(&format!("1: name {card}"), Code::BadName);
    }
    table.does("1: name ar07");
    assert_eq!((table.top(), table.due()), ("waac".to_owned(), "2 (0 1 3): draw accuse".to_owned()));
}

#[test]
fn ruling_25_art_is_no_fourth_card_no_chariot_and_joins_no_set() {
    let hands = ["ar14 wa02 wa03 wa04", "cu07 wa05 cu05 sw05", "sw07 ar21 cu04 cu06", "pe02 ar04 sw02 sw03"];
    let mut table = Table::deal(&hands, "wa07");
    table.does("1: flip, 1: play cu07, 2: play sw07, table: slap 2");
    assert_eq!(table.due(), "2 (0 1 3): play decline accuse");
    table.does("2: play ar21");
    assert_eq!(table.due(), "3 (0 1 2): flip accuse");
}

#[test]
fn ruling_26_a_player_without_cards_offers_nothing() {
    let mut table = Table::deal(&["wa02 wa03", "ar15 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip").keeps(2, "");
    table.does("1: play ar15 !");
    assert_eq!(table.due(), "0 3: offer");
    table.does("3: offer null, 0: offer null, 1: jaccuse 3");
    assert_eq!((table.counts(), table.due()), (vec![2, 5, 0, 2], "1: jaccuse take".to_owned()));
    table.refuses("1: take wa02", Code::BadTarget).does("1: take null");
    assert_eq!(table.ended(), "out", "player 2 had no cards at the win check");
}

#[test]
fn ruling_26_the_devil_ends_by_itself_when_nobody_is_left_to_accuse() {
    let mut table = Table::deal(&["wa02 wa03", "ar15 wa05", "cu02 cu03", "sw02 ar03"], "wa09");
    table.does("1: flip, 1: play ar15 !, 0: offer null, 2: offer null, 3: offer null");
    table.does("1: jaccuse 0, 1: jaccuse 3, 1: jaccuse 2");
    assert_eq!((table.counts(), table.seat()), (vec![2, 9, 2, 6], 2));
}

#[test]
fn ruling_27_the_tower_counts_after_it_was_played_and_includes_its_player() {
    let mut table = Table::deal(&["wa02 wa03", "ar16 wa05", "cu02 cu03", "sw02 sw03"], "wa09 wa08 wa07");
    table.does("1: flip, 1: play ar16 !");
    table.refuses("1: switch 1 0", Code::BadTarget).refuses("1: switch 0 2", Code::BadTarget);
    table.does("1: switch 2 1");
    assert_eq!((table.hand(1), table.hand(2), table.seat()), ("cu02 cu03".to_owned(), "wa05".to_owned(), 2));
    let mut alone = Table::deal(&["wa02 wa03", "ar16 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    alone.does("1: flip").keeps(0, "wa02").keeps(2, "cu02");
    alone.game.hands[1].insert(cards("wa08")[0]);
    alone.game.hands[1].insert(cards("cu09")[0]);
    alone.game.draw.retain(|card| !["wa08", "cu09"].contains(&card.id().as_str()));
    alone.keeps(2, "").does("1: play ar16");
    assert_eq!(alone.winners(), json!([1]), "three against none, without a choice: the hands are swapped");
}

#[test]
fn ruling_28_the_moon_asks_and_the_owner_chooses_among_fitting_cards() {
    let mut table = Table::deal(&["wa02 wa03", "ar18 wa05", "cu02 cu03", "cuqu sw03"], "wa09");
    table.does("1: flip, 1: play ar18 !").refuses("1: ask 1 suit cu", Code::BadTarget);
    table.refuses("1: ask 2 suit cu arcana major", Code::BadRequest).refuses("1: ask 2 card zz99", Code::UnknownCard);
    table.does("1: ask 2 suit cu");
    table.refuses("2: give null", Code::MustGive).refuses("2: give cuqu", Code::CardNotHeld);
    table.does("2: give cu03");
    assert_eq!((table.hand(1), table.hand(2), table.seat()), ("wa05 cu03".to_owned(), "cu02".to_owned(), 2));
}

#[test]
fn ruling_28_a_given_card_fits() {
    let mut table = Table::deal(&["wa02 wa03", "ar18 wa05", "cu02 sw03", "sw02 cu04"], "wa09");
    table.does("1: flip, 1: play ar18 !, 1: ask 2 suit cu kind numerical");
    table.refuses("2: give sw03", Code::NotFitting).does("2: give cu02");
}

#[test]
fn ruling_28_the_drawn_card_may_be_played_on_the_moon_when_it_fits() {
    let hands = ["wa02 wa03", "ar18 wa05", "cu02 cu03", "sw02 sw03"];
    let mut table = Table::deal(&hands, "wa09 pequ");
    table.does("1: flip, 1: play ar18 !, 1: ask 2 suit pe");
    assert_eq!((table.due(), table.hand(1)), ("1: moon_play".to_owned(), "wa05 pequ".to_owned()));
    table.refuses("1: moon_play no !", Code::NoCall).does("1: moon_play yes !");
    assert_eq!((table.top(), table.seat()), ("pequ".to_owned(), 3), "with its function");
    let mut other = Table::deal(&hands, "wa09 cuqu");
    other.does("1: flip, 1: play ar18 !, 1: ask 2 suit pe");
    assert_eq!((other.seat(), other.hand(1)), (2, "wa05 cuqu".to_owned()));
    let mut fortune = Table::deal(&hands, "wa09 ar10");
    fortune.does("1: flip, 1: play ar18 !, 1: ask 2 arcana major");
    assert_eq!(fortune.seat(), 2, "Fortune is not played");
}

#[test]
fn ruling_29_another_order_is_another_circle() {
    let mut table = Table::deal(&["wa02 wa03", "ar01 wa05", "ar07 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar01 !, 2: chariot yes !");
    table.refuses("table: seats 0 1 2 3", Code::BadOrder).refuses("table: seats 2 1 0 3", Code::BadOrder);
    table.refuses("table: seats 1 0 2", Code::BadOrder).refuses("table: seats 1 0 2 1", Code::BadOrder);
    table.does("table: seats 3 0 2 1");
    assert_eq!((table.order(), table.seat()), (vec![3, 0, 2, 1], 3));
}

#[test]
fn ruling_29_singing_is_the_field_song() {
    let sung = |song: String| json!({"type": "seats", "order": [1, 0, 3, 2], "song": song});
    let mut table = Table::deal(&["wa02 wa03", "ar01 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar01 !");
    table.refuses_json(sung(String::new()), Code::Malformed).refuses_json(sung("é".repeat(201)), Code::Malformed);
    table.refuses_json(json!({"type": "seats", "order": [1, 0, 3, 2], "song": null}), Code::Malformed);
    table.take(sung("é".repeat(200)));
    assert_eq!(table.seat(), 0);
}

#[test]
fn ruling_30_whoever_has_no_card_passes_none_and_receives_all_the_same() {
    let mut table = Table::deal(&["wa02 wa03", "ar17 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip").keeps(2, "").keeps(1, "ar17").does("1: play ar17");
    assert_eq!(table.due(), "0 3: pass_card");
    table.does("3: pass_card sw03");
    assert_eq!(table.hand(3), "sw02 sw03", "the cards move at once");
    table.refuses("3: pass_card sw02", Code::WrongPlayer).does("0: pass_card wa02");
    assert_eq!([0, 1, 2, 3].map(|player| table.hand(player)), ["wa03 sw03", "wa02", "", "sw02"]);
}

#[test]
fn the_sun_shows_a_hand_to_the_actors_and_flipped_to_everybody() {
    let mut played = Table::deal(&["wa02 wa03", "ar19 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    played.does("1: flip, 1: play ar19 !").refuses("1: pick 1", Code::BadTarget).does("1: pick 3");
    assert_eq!((played.seat(), played.game.shown.map(|shown| shown.owner.0)), (2, Some(3)));
    let mut flipped = Table::deal(&["wa02 wa03", "cu09 wa05", "cu02 cu03", "sw02 sw03"], "ar19");
    flipped.does("1: flip");
    assert_eq!((flipped.seat(), flipped.game.shown.and_then(|shown| shown.to)), (2, None));
}

#[test]
fn the_hanged_man_puts_three_cards_back_and_none_where_there_is_none() {
    let mut table =
        Table::deal(&["wa02 wa03", "ar12 wa05", "cu02 cu03", "sw02 sw03"], "wa09 pe02 pe03 pe04 pe05 pe06 pe07");
    table.does("1: flip, 1: play ar12 !").refuses("1: return pe02 pe03", Code::BadCount);
    table.refuses("1: return pe02 pe03 cu02", Code::CardNotHeld).does("1: return pe07 wa05 pe03, 2: flip");
    assert_eq!((table.top(), table.due()), ("pe07".to_owned(), "2: draw".to_owned()));
    let mut last = Table::deal(&["wa02 wa03", "ar12 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    last.leave_on_the_pile("wa09").does("1: flip").keeps(1, "ar12").does("1: play ar12");
    assert_eq!((last.due(), last.hand(1)), ("table: reshuffle".to_owned(), String::new()));
    last.does("table: reshuffle wa09, 1: return wa09");
    assert_eq!(last.winners(), json!([1]));
}

#[test]
fn the_aeon_goes_under_the_discard_pile_in_pack_order() {
    let mut table = Table::deal(&["wa02 wa03 wa04", "ar20 sw05 cu05", "cu02 cu03 cu04", "sw02 sw03 sw04"], "wa09");
    table.does("1: flip, 1: play ar20");
    assert_eq!((table.discard(), table.counts()), ("cu05 sw05 wa09 ar20".to_owned(), vec![3, 6, 3, 3]));
}

#[test]
fn calls_and_races_can_be_left_out() {
    let options = Options { fortuno_calls: false, slap_races: false, ..Options::default() };
    let mut table = Table::with(options, &["wa02 wa03", "cu07 wa05", "sw07 wa06", "pe07 ar04"], "wa07");
    table.does("1: flip").refuses("1: play cu07 !", Code::NoCall).does("1: play cu07");
    table.refuses("0: accuse 1", Code::WrongStep).does("2: play sw07, 3: play pe07");
    assert_eq!((table.seat(), table.game.row.len()), (0, 3));
}
