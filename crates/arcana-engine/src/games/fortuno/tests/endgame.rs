//! The two-player endgame (fortuno.md, "The two-player endgame"; rulings 36 and 37).

use serde_json::json;

use super::{Options, Table, cards, ids};
use crate::games::Code;

/// Players 0 and 1 are left.
fn two(hands: [&str; 2], pile: &str) -> Table {
    let idle = ["sw02 sw03 sw04 sw05 sw06 sw08 sw09 sw10 swqu", "pe02 pe03 pe04 pe05 pe06 pe08 pe09 pe10 pequ"];
    let size = hands[0].split_whitespace().count();
    let idle = idle.map(|hand| hand.split_whitespace().take(size).collect::<Vec<_>>().join(" "));
    let mut table = Table::deal(&[hands[0], hands[1], &idle[0], &idle[1]], pile);
    table.without(&[2, 3]);
    table
}

#[test]
fn ruling_36_a_barred_ace_matches_by_suit_or_rank_only() {
    let mut table = two(["wa02 wa03 wa04", "cuac waac ar03"], "wa07");
    table.does("1: flip").refuses("1: play cuac", Code::NotPlayable);
    table.does("1: play waac");
    assert_eq!(
        (table.top(), ids(table.game.doomed), table.due()),
        ("waac".to_owned(), "waac".to_owned(), "0 (1): play accuse".to_owned())
    );
}

#[test]
fn ruling_36_a_barred_prince_neither_stacks_nor_joins_an_orgy() {
    let mut table = two(["wa02 wa03 swkn", "wakn pekn ar11"], "wa07");
    table.does("1: flip, 1: play wakn");
    assert_eq!((table.seat(), table.pending()), (0, None));
    table.does("0: play swkn, 1: play ar11");
    assert_eq!(table.due(), "0 (1): flip accuse", "no orgy without a Princess");
    let mut princess = two(["wa02 wa03 swkn", "wapa pekn ar11"], "wa07");
    princess.does("1: flip, 1: play ar11").refuses("1: orgy pekn", Code::NotPlayable).does("1: orgy wapa !");
    assert_eq!(princess.pending(), Some((2, Some(1))));
}

#[test]
fn ruling_36_the_hierophant_makes_no_gambit() {
    let mut priestess = two(["wa02 wa03 wa04", "ar02 ar05 wa05"], "wa07");
    priestess.does("1: flip, 1: play ar02");
    assert_eq!((priestess.counts(), priestess.seat()), (vec![3, 4, 0, 0], 0));
    let mut hierophant = two(["wa02 wa03 wa04", "ar02 ar05 wa05"], "wa07");
    hierophant.does("1: flip, 1: play ar05");
    assert_eq!((hierophant.counts(), ids(hierophant.game.doomed)), (vec![3, 2, 0, 0], "ar05".to_owned()));
}

#[test]
fn ruling_36_the_devil_makes_no_ritual() {
    let mut table = two(["wa02 ar15 cu06", "wa06 pe07 wa05"], "sw06");
    table.does("1: flip, 1: play wa06, 0: play cu06");
    assert_eq!((table.due(), table.game.races), ("table: slap".to_owned(), 0), "a race instead");
}

#[test]
fn ruling_36_barred_minors_join_the_row_and_may_bring_a_race() {
    let mut table = two(["waki swki wa04", "cuki wa06 wa05"], "wa07");
    table.does("1: flip, 1: play wa05, 0: play waki, 1: play cuki !");
    assert_eq!((table.game.row.len(), table.game.direction.sign(), table.seat()), (2, 1, 0));
    table.does("0: play swki !");
    assert_eq!((table.due(), ids(table.game.doomed)), ("table: slap".to_owned(), "waki cuki swki".to_owned()));
}

#[test]
fn ruling_37_the_endgame_begins_with_nothing_pending() {
    let mut table = Table::deal(&["wa02 wa03", "cupa pe06", "cu02 cu03", "sw02 sw03"], "ar13 ar03 wa07");
    table.without(&[3]).does("1: flip");
    assert_eq!((table.order(), table.pending(), table.due()), (vec![0, 2], None, "2: flip".to_owned()));
    table.does("2: flip");
    assert_eq!(
        (ids(table.game.out & cards("ar03").into_iter().collect()), table.top()),
        ("ar03".to_owned(), "wa07".to_owned())
    );
}

#[test]
fn barred_cards_drawn_go_out_and_the_draw_goes_on() {
    let mut table = two(["wa02 wa03 wa04", "cu02 cu03 cu04"], "wa07 waac ar00 swki sw07");
    table.does("1: flip, 1: draw");
    assert_eq!(table.hand(1), "cu02 cu03 cu04 sw07");
    assert!(table.game.out.contains_all(cards("waac ar00 swki").into_iter().collect()));
}

#[test]
fn a_pile_of_barred_cards_is_no_pile() {
    let mut table = two(["cu05 cu06", "cu02 cu03"], "wa07");
    table.leave_on_the_pile("wa07 waac ar00").does("1: flip");
    assert_eq!((table.ended(), table.winners()), (json!("stuck"), json!([0, 1])));
    assert_eq!(table.result()["detail"]["turns"], 1);
}

#[test]
fn a_flip_over_barred_cards_goes_on_after_the_reshuffle() {
    let mut table = two(["wa02 wa03 wa04", "ar17 cu03 cu04"], "wa07");
    table
        .leave_on_the_pile("wa07 ar06 ar09")
        .does("1: flip, 1: play ar17, 0: pass_card wa02, 1: pass_card cu04, 0: flip");
    assert_eq!((table.due(), table.game.draw.len()), ("table: reshuffle".to_owned(), 0));
    table.does("table: reshuffle wa07");
    assert_eq!((table.top(), table.due()), ("wa07".to_owned(), "0: play".to_owned()));
}

#[test]
fn art_may_not_be_named_as_a_barred_card() {
    let mut table = two(["wa02 wa03 wa04", "ar14 cu03 cu04"], "wa07");
    table.does("1: flip, 1: play ar14");
    for card in ["waac", "wakn", "waki", "ar00", "ar12"] {
        table.refuses(&format!("1: name {card}"), Code::BadName);
    }
    table.does("1: name wapa");
    assert_eq!(table.pending(), Some((2, Some(1))));
}

#[test]
fn a_skip_among_two_gives_another_turn() {
    let mut table = two(["wa02 wa03 wa04", "waqu wa05 cu04"], "wa07");
    table.does("1: flip, 1: play waqu");
    assert_eq!((table.seat(), table.game.turns), (1, 1));
}

#[test]
fn a_barred_card_that_is_discarded_to_steal_is_doomed() {
    let mut table = two(["waki swki wa04", "cuki peki wa05"], "wa07");
    table.does("1: flip, 1: play wa05, 0: play waki, 1: play cuki !, 0: play swki !, table: slap 0, 1: steal yes");
    assert_eq!((table.winners(), ids(table.game.doomed)), (json!([1]), "waki cuki swki peki".to_owned()));
}

#[test]
fn an_eliminated_player_comes_after_all_who_are_in() {
    let hands = ["wa02 wa03", "cupa pe06", "cu02 cu03", "sw02 sw03"];
    let mut table =
        Table::with(Options { max_turns: crate::games::Between::new(2), ..Options::default() }, &hands, "ar13 wa07");
    table.does("1: flip, 2: flip, 2: draw").draws_until_over();
    let result = table.result();
    assert_eq!(
        (&result["places"][1], &result["scores"][1], &result["detail"]["cards_left"][1]),
        (&json!(4), &json!(-78), &json!(null))
    );
}
