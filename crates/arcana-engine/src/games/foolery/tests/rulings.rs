//! foolery.md, "Rulings", by their numbers.

use super::*;
use crate::cards::{Rank, Suit};

#[test]
fn ruling_1_odd_cards_go_round_from_the_dealers_left() {
    let sizes = |dealer, players| -> Vec<usize> {
        Player::all(players).map(|player| deal::size(player, Player(dealer), players)).collect()
    };
    assert_eq!(sizes(0, 3), [26, 26, 26]);
    assert_eq!(sizes(0, 4), [19, 20, 20, 19]);
    assert_eq!(sizes(3, 4), [20, 20, 19, 19]);
    assert_eq!(sizes(2, 5), [16, 15, 15, 16, 16]);
    assert_eq!(sizes(0, 6), [13; 6]);
    assert_eq!(sizes(6, 7), [12, 11, 11, 11, 11, 11, 11]);
}

#[test]
fn ruling_2_the_second_to_last_deals_next_with_three_players_too() {
    let options = Options { deals: Between::new(2), ..Options::default() };
    let mut scene = Scene::of(options, "wa02 / cu03 cu04 / sw05", 2);
    scene.plays(2, "sw05").passes(&[0, 1]).plays(0, "wa02");
    assert_eq!((scene.0.before[..].to_vec(), scene.0.dealer), ([2, 0, 1].map(Player).to_vec(), Player(0)));
    assert_eq!(scene.0.phase, Phase::Deal);
}

#[test]
fn ruling_3_the_leader_may_not_pass() {
    Scene::new("wa02 / cu03 / sw05", 1).refuses(&pass(1), Code::MustLead).refuses(&pass(0), Code::WrongPlayer);
}

#[test]
fn ruling_4_five_of_a_kind_is_a_rank_and_its_trump() {
    let kind = |ids| Play::of(cards(ids)).map(|play| (play.kind, play.value));
    assert_eq!(kind("waac cuac swac peac ar01"), Some((Kind::FiveOfAKind, 1)));
    assert_eq!(kind("waki cuki swki peki ar14"), Some((Kind::FiveOfAKind, 14)));
    assert_eq!(kind("waki cuki swki peki ar15"), None);
    assert_eq!(kind("wa07 cu07 sw07 ar07"), None);
    Scene::new("wa07 cu07 sw07 pe07 ar07 wa02 / cu03 / sw05", 0).plays(0, "wa07 cu07 sw07 pe07 ar07").follows(1);
}

#[test]
fn ruling_5_no_straight_goes_round_the_corner() {
    let straights: Vec<u8> = (1..=14)
        .filter_map(|low: u8| {
            let ranks = (low..low + 5).map(|value| Rank::new((value - 1) % 14 + 1).expect("1 to 14"));
            let suits = [Suit::Cups, Suit::Wands, Suit::Wands, Suit::Wands, Suit::Wands];
            Play::of(suits.into_iter().zip(ranks).map(|(suit, rank)| Card::minor(suit, rank)).collect())
        })
        .map(|play| play.value)
        .collect();
    assert_eq!(straights, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
}

#[test]
fn ruling_6_a_straight_of_one_suit_is_a_straight_flush_and_nothing_lower() {
    let play = Play::of(cards("wa03 wa04 wa05 wa06 wa07")).expect("a play");
    assert_eq!((play.kind, play.value), (Kind::StraightFlush, 7));
    let mut scene = Scene::new("cu06 sw07 pe08 wa09 cu10 cu02 / wa03 wa04 wa05 wa06 wa07 / sw05", 0);
    scene.plays(0, "cu06 sw07 pe08 wa09 cu10").plays(1, "wa03 wa04 wa05 wa06 wa07");
}

#[test]
fn ruling_7_lower_cards_never_break_a_tie() {
    let mut scene = Scene::new("waki waqu wapa wa10 wa09 wa02 / cuki cu02 cu03 cu04 cu05 cu06 / sw05", 0);
    scene.plays(0, "waki waqu wapa wa10 wa09").plays(1, "cuki cu02 cu03 cu04 cu05");
}

#[test]
fn ruling_7_a_higher_kind_beats_whatever_its_value() {
    let mut scene = Scene::new("cuki cuqu swkn wapa wa10 wa02 / pe02 pe04 pe05 pe06 pe07 / sw05", 0);
    scene.plays(0, "cuki cuqu swkn wapa wa10").plays(1, "pe02 pe04 pe05 pe06 pe07");
}

#[test]
fn ruling_8_equal_five_card_hands_skip_nobody() {
    let hands = "wa02 wa03 wa04 wa05 cu06 wa09 / cu02 cu03 cu04 cu05 sw06 wa08 / sw02 sw03 sw04 sw05 wa06 wa07";
    let mut scene = Scene::new(hands, 0);
    scene.plays(0, "wa02 wa03 wa04 wa05 cu06").plays(1, "cu02 cu03 cu04 cu05 sw06").follows(2);
}

#[test]
fn ruling_9_a_skip_passes_over_the_next_who_would_have_had_the_turn() {
    let mut scene = Scene::new("wa07 wa02 / cu07 cu02 / – / sw09 sw02 / pe09 pe02", 0);
    scene.plays(0, "wa07").plays(1, "cu07").follows(4);
    assert!(!scene.0.view(Viewer::Public).passed().contains(Player(3)));
    scene.plays(4, "pe09").passes(&[0, 1]).follows(3);
}

#[test]
fn ruling_9_with_pass_out_those_who_passed_are_not_counted() {
    let options = Options { pass_out: true, ..Options::default() };
    let mut scene = Scene::of(options, "wa07 wa02 / cu07 cu02 / sw09 sw02 / pe07 pe02", 1);
    scene.plays(1, "cu07").passes(&[2]).plays(3, "pe07").follows(1);
    scene.passes(&[1]).leads(3);
}

#[test]
fn ruling_10_a_skip_that_comes_back_to_the_layer() {
    let mut scene = Scene::new("– / wa08 cu08 wa02 / sw08 pe08 cu02 cu03", 1);
    scene.plays(1, "wa08 cu08").plays(2, "sw08 pe08").leads(2);
}

#[test]
fn ruling_11_a_skipped_player_may_have_no_turn_in_the_trick() {
    let mut scene = Scene::new("wa05 wa02 / cu05 cu02 / sw06 sw02", 0);
    scene.plays(0, "wa05").plays(1, "cu05").passes(&[0]).leads(1);
}

#[test]
fn ruling_12_any_trumps_follow_but_exactly_as_many_as_named() {
    for (led, needed) in [("wa09", 1), ("wa09 cu09", 1), ("wa09 cu09 sw09", 2), ("wa09 cu09 sw09 pe09", 2)] {
        let mut scene = Scene::new("wa09 cu09 sw09 pe09 wa02 / ar01 ar02 ar03 ar04 cu02 / sw02", 0);
        scene.plays(0, led);
        for (count, ids) in [(1, "ar01"), (2, "ar01 ar02"), (3, "ar01 ar02 ar03")] {
            let expected = if count == needed { Ok(()) } else { Err(Code::WrongNumber) };
            assert_eq!(scene.tried(&play(1, ids)), expected, "{ids} on {led}");
        }
    }
}

#[test]
fn ruling_13_two_trumps_are_beaten_by_exactly_one() {
    let mut scene = Scene::new("wa09 cu09 sw09 wa02 / ar01 ar05 wa03 / ar02 ar06 ar07 sw02", 0);
    scene.plays(0, "wa09 cu09 sw09").plays(1, "ar01 ar05");
    scene.refuses_play(2, "ar06 ar07", Code::WrongNumber).refuses_play(2, "ar02", Code::TooLow).plays(2, "ar06");
}

#[test]
fn ruling_14_normal_cards_never_beat_a_trump() {
    let mut scene = Scene::new("wa09 wa02 / ar01 wa03 / waki wa07 cu07 sw07 pe07 ar07 cu02", 0);
    scene.plays(0, "wa09").plays(1, "ar01");
    scene.refuses_play(2, "waki", Code::TooLow);
    scene.refuses_play(2, "wa07 cu07 sw07 pe07 ar07", Code::TooLow);
}

#[test]
fn ruling_15_the_fool_beside_the_trumps_does_not_matter() {
    Scene::new("ar00 ar01 ar02 / wa03 / cu03", 0).plays(0, "ar01 ar02").follows(1);
}

#[test]
fn ruling_16_the_condition_is_tested_at_each_lead() {
    let mut scene = Scene::new("ar01 ar02 ar03 / wa03 wa04 / cu03 cu04", 0);
    scene.plays(0, "ar01").passes(&[1, 2]).plays(0, "ar02").passes(&[1, 2]).leads(0);
}

#[test]
fn ruling_17_one_who_passed_may_come_back() {
    let mut scene = Scene::new("wa03 wa02 / cu09 cu02 / sw05 sw02", 0);
    scene.plays(0, "wa03").passes(&[1]).plays(2, "sw05").passes(&[0]).plays(1, "cu09");
}

#[test]
fn ruling_17_with_pass_out_he_may_not() {
    let mut scene = Scene::of(Options { pass_out: true, ..Options::default() }, "wa03 wa02 / cu09 cu02 / sw05 sw02", 0);
    scene.plays(0, "wa03").passes(&[1]).plays(2, "sw05").passes(&[0]).leads(2);
}

#[test]
fn ruling_18_the_fool_follows_any_play_in_turn() {
    for led in ["wa07", "wa07 cu07", "wa07 cu07 sw07", "wa07 cu07 sw07 pe07", "wa07 cu07 sw07 pe07 ar07"] {
        let mut scene = Scene::new("wa07 cu07 sw07 pe07 ar07 wa02 / ar00 wa03 / cu03", 0);
        scene.plays(0, led).refuses_play(2, "ar00", Code::WrongPlayer).plays(1, "ar00").leads(1);
    }
    let mut scene = Scene::new("ar19 ar20 ar21 / ar00 wa03 / cu03", 0);
    scene.plays(0, "ar20 ar21").plays(1, "ar00").leads(1);
}

#[test]
fn ruling_19_no_fool_on_a_lead_to_come_nor_after_the_last_pass() {
    let options = Options { fool_any_time: true, ..Options::default() };
    let mut scene = Scene::of(options, "ar00 wa03 wa10 / cu04 cu09 / sw02 sw05", 1);
    scene.refuses_play(0, "ar00", Code::WrongPlayer);
    scene.plays(1, "cu04").passes(&[2]).plays(0, "wa10").refuses_play(0, "ar00", Code::WrongPlayer);
    scene.passes(&[1, 2]).leads(0).refuses_play(0, "ar00", Code::FoolLed);
}

#[test]
fn ruling_20_the_fool_as_last_card_goes_out_as_any_card_does() {
    let mut scene = Scene::new("wa03 wa04 / ar00 / cu03 cu04", 0);
    scene.plays(0, "wa03").plays(1, "ar00").leads(2).plays(2, "cu03").passes(&[0]).plays(2, "cu04");
    assert_eq!(scene.ends(&[1, 2, 0]).stuck, None);
}

#[test]
fn ruling_21_stuck_at_once_and_last_behind_the_player_left_with_cards() {
    let mut scene = Scene::new("wa09 / ar00 / cu03 cu04 / sw03", 0);
    scene.plays(0, "wa09").passes(&[1, 2, 3]).leads(2).plays(2, "cu03").plays(3, "sw03");
    assert_eq!(scene.ends(&[0, 3, 2, 1]).stuck, Some(Player(1)));
}

#[test]
fn ruling_21_the_fool_alone_without_the_lead_is_not_stuck() {
    let mut scene = Scene::new("wa09 wa08 / ar00 / cu03 cu04", 0);
    scene.plays(0, "wa09").passes(&[1]);
    assert_eq!((scene.0.current.stuck, scene.0.current.within.len()), (None, 3));
}

#[test]
fn ruling_22_the_lead_of_a_winner_who_is_out_goes_on_clockwise() {
    let mut scene = Scene::new("wa03 wa04 / cu09 / – / sw03 sw04", 0);
    scene.plays(0, "wa03").plays(1, "cu09").passes(&[3, 0]).leads(3);
}

#[test]
fn ruling_23_a_deal_ends_in_mid_trick_when_one_player_is_left() {
    let mut scene = Scene::new("wa03 wa04 / cu09 / –", 0);
    scene.plays(0, "wa03").plays(1, "cu09");
    assert_eq!(scene.ends(&[2, 1, 0]).tricks, 1);
}

#[test]
fn ruling_24_a_player_going_out_does_not_end_the_trick() {
    let mut scene = Scene::new("wa03 / cu09 cu02 / sw10 sw02", 0);
    scene.plays(0, "wa03").follows(1).plays(1, "cu09").follows(2).plays(2, "sw10").follows(1);
}

#[test]
fn ruling_25_titles_by_number_of_players() {
    use Title::{King, Merchant, Noble, Peasant, Prince};
    let titles = |players| -> Vec<Title> { (0..players).map(|place| Title::of_place(place, players)).collect() };
    assert_eq!(titles(3), [King, Noble, Peasant]);
    assert_eq!(titles(4), [King, Prince, Merchant, Peasant]);
    assert_eq!(titles(5), [King, Prince, Noble, Merchant, Peasant]);
    assert_eq!(titles(7), [King, Prince, Noble, Noble, Noble, Merchant, Peasant]);
}

#[test]
fn ruling_25_three_exchange_two_cards_between_king_and_peasant_only() {
    let mut scene = Scene::exchange(&[1, 0, 2], "waac / cuac cu02 / ar20 ar21");
    scene.gives(2, "ar20 ar21").gives(1, "cuac cu02").leads(1);
}

#[test]
fn ruling_26_the_giver_picks_among_equal_suit_cards() {
    let scene = Scene::exchange(
        &[0, 1, 2],
        "ar00 ar01 ar02 ar03 ar04 ar05 ar06 ar07 ar08 ar09 ar10 ar11 ar12 ar13 ar14 \
        ar15 ar16 ar17 ar18 ar19 ar20 ar21 / waac / waki cuki swki wa02 wa03 wa04 wa05 wa06 wa07 wa08 wa09 wa10 sw02 sw03 \
        sw04 sw05 sw06 sw07 sw08 sw09 cu02 cu03 cu04 cu05 cu06 cu07",
    );
    for pair in ["waki cuki", "waki swki", "cuki swki"] {
        assert_eq!(scene.tried(&give(2, pair)), Ok(()));
    }
    assert_eq!(scene.tried(&give(2, "waki wa10")), Err(Code::NotHighest));
}

#[test]
fn ruling_26_any_trump_is_above_any_suit_card() {
    assert!(exchange::are_highest(cards("ar01 waki"), cards("ar01 waki waqu")));
    assert!(!exchange::are_highest(cards("waki waqu"), cards("ar01 waki waqu")));
}

#[test]
fn ruling_27_the_fool_is_passed_over_and_never_given() {
    assert!(exchange::are_highest(cards("ar20 waki"), cards("ar00 ar20 waki waqu")));
    let mut scene = Scene::exchange(&[0, 1, 2], "ar00 / waac / ar20 ar21");
    scene.gives(2, "ar20 ar21").refuses(&give(0, "ar00 ar21"), Code::FoolStays);
}

#[test]
fn ruling_28_the_king_takes_before_he_gives_and_may_give_back() {
    let mut scene = Scene::exchange(&[0, 1, 2], "waac / cuac / ar20 ar21");
    scene.refuses(&give(0, "waac ar21"), Code::WrongPlayer);
    scene.gives(2, "ar20 ar21").gives(0, "ar20 ar21").leads(0);
    assert!(scene.0.hand(Player(2)).contains_all(cards("ar20 ar21")));
}

#[test]
fn ruling_29_a_request_is_optional_and_made_before_paying() {
    let mut scene = Scene::exchange(&[0, 1, 2], "waac / cuac / ar20 ar21");
    let mut silent = scene.clone();
    scene.takes(&request(2, "ki ki")).gives(2, "ar20 ar21").refuses(&request(2, "ki"), Code::WrongStep);
    silent.gives(2, "ar20 ar21");
}

#[test]
fn ruling_30_a_match_is_as_many_deals_as_the_option_says() {
    let options = Options { deals: Between::new(2), ..Options::default() };
    let mut scene = Scene::of(options, "wa03 wa04 / cu09 / –", 0);
    scene.plays(0, "wa03").plays(1, "cu09");
    assert_eq!((scene.0.due(), scene.0.scores[..].to_vec()), (Due::Table(StepKind::Deal), vec![0, 1, 2]));
}

#[test]
fn ruling_31_played_cards_are_public() {
    let mut scene = Scene::new("wa03 wa04 / cu09 cu02 / sw10", 0);
    scene.plays(0, "wa03");
    assert!(scene.0.state(Viewer::Public).pile.contains_all(cards("wa03")));
}
