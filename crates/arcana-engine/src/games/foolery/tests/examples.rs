//! foolery.md, "Worked examples".

use super::*;

#[test]
fn example_1_equal_single_at_three() {
    let mut scene = Scene::new("wa07 wa09 wa02 / cu07 cu02 cu03 / sw10 sw02 sw03", 0);
    scene.plays(0, "wa07").plays(1, "cu07").follows(0);
    scene.refuses_play(2, "sw10", Code::WrongPlayer);
    scene.plays(0, "wa09").passes(&[1]).follows(2);
    scene.plays(2, "sw10").passes(&[0, 1]).leads(2);
}

#[test]
fn example_2_equal_pair_at_three() {
    let mut scene = Scene::new("wa05 cu05 wa09 / sw05 pe05 wa02 / wa08 cu08 wa03", 0);
    scene.plays(0, "wa05 cu05").plays(1, "sw05 pe05").follows(0);
    scene.passes(&[0]).leads(1);
}

#[test]
fn example_3_equal_single_with_two_left() {
    let mut scene = Scene::new("– / wa08 wa02 / cu08 ar03 cu02", 1);
    scene.plays(1, "wa08").plays(2, "cu08").leads(2);
}

const TRUMP_ON_TRUMP: &str = "wa03 wa04 wa05 wa06 cu07 wa02 / ar02 ar03 ar09 ar10 wa09 \
    / ar04 ar11 ar12 ar13 wa08 / ar14 ar15 wa10 cu10";

#[test]
fn example_4_trump_on_trump() {
    let mut scene = Scene::new(TRUMP_ON_TRUMP, 0);
    scene.plays(0, "wa03 wa04 wa05 wa06 cu07");
    scene.refuses_play(1, "ar02 ar03", Code::WrongNumber);
    scene.plays(1, "ar02 ar03 ar09").follows(2);
    scene.refuses_play(2, "ar11 ar12 ar13", Code::WrongNumber);
    scene.plays(2, "ar04 ar11").follows(3);
    scene.refuses_play(3, "ar14 ar15", Code::WrongNumber);
    scene.refuses_play(3, "wa10", Code::TooLow);
    scene.plays(3, "ar14").follows(0);
    scene.passes(&[0]).refuses_play(1, "ar10", Code::TooLow);
    scene.passes(&[1, 2]).leads(3);
}

#[test]
fn example_4_trump_on_trump_with_same_trumps() {
    let options = Options { same_trumps: true, ..Options::default() };
    let mut scene = Scene::of(options, TRUMP_ON_TRUMP, 0);
    scene.plays(0, "wa03 wa04 wa05 wa06 cu07").plays(1, "ar02 ar03 ar09");
    scene.refuses_play(2, "ar04 ar11", Code::WrongNumber);
    scene.plays(2, "ar11 ar12 ar13");
    scene.refuses_play(3, "ar14 ar15", Code::WrongNumber);
    scene.passes(&[3, 0, 1]).leads(2);
}

const FIVE_TRUMPED: &str = "wa07 cu07 sw07 pe07 ar07 wa02 / ar01 ar03 ar06 ar08 wa03 \
    / wa09 cu09 sw09 pe09 ar09 wa04";

#[test]
fn example_5_five_of_a_kind_trumped() {
    let mut scene = Scene::new(FIVE_TRUMPED, 0);
    scene.plays(0, "wa07 cu07 sw07 pe07 ar07");
    scene.refuses_play(1, "ar01 ar03 ar06", Code::TooLow);
    let mut other = scene.clone();
    scene.plays(1, "ar01 ar03 ar08");
    scene.refuses_play(2, "wa09 cu09 sw09 pe09 ar09", Code::TooLow);
    scene.passes(&[2, 0]).leads(1);

    other.passes(&[1]).plays(2, "wa09 cu09 sw09 pe09 ar09").passes(&[0]);
    other.refuses_play(1, "ar01 ar06 ar08", Code::TooLow);
}

#[test]
fn example_6_the_fool_as_last_card() {
    let mut scene = Scene::new("wa07 wa02 / ar00 / cu09 cu02 / sw03 sw04", 0);
    scene.plays(0, "wa07").plays(1, "ar00").leads(2);
    assert_eq!(scene.0.current.out[..], [Player(1)]);
}

#[test]
fn example_6_stuck_with_the_fool() {
    let mut scene = Scene::new("wa07 wa02 / ar00 / cu09 cu02 / sw03 sw04", 0);
    scene.plays(0, "wa07").passes(&[1, 2, 3]).plays(0, "wa02").passes(&[1, 2, 3]).leads(2);
    assert_eq!(scene.0.current.stuck, Some(Player(1)));
    scene.plays(2, "cu09").refuses_play(1, "ar00", Code::WrongPlayer);
    scene.passes(&[3]).plays(2, "cu02");
    let dealt = scene.ends(&[0, 2, 3, 1]);
    assert_eq!(dealt.titles[..], [Title::King, Title::Peasant, Title::Prince, Title::Merchant]);
    assert_eq!(scene.0.outcome().expect("over").scores, [3, 0, 2, 1]);
}

#[test]
fn example_7_the_winner_is_out() {
    let mut scene = Scene::new("wa07 / cu09 cu02 / – / sw03 sw04 / pe03 pe04", 0);
    scene.plays(0, "wa07").passes(&[1, 3, 4]).leads(1);
}

#[test]
fn example_8_exchange() {
    let lower = "waac wa02 wa03 wa04 wa05 wa06 wa07 wa08 wa09 wa10 wapa wakn waqu swac sw02 sw03 sw04";
    let hands = format!(
        "cu03 / ar00 ar21 ar04 cuac cu02 cu04 cu05 cu06 cu07 cu08 cu09 cu10 cupa cukn cuqu cuki peac pe03 pe04 / pe02 / ar05 waki swki {lower}"
    );
    let mut scene = Scene::exchange(&[2, 0, 1, 3], &hands);
    assert_eq!([0, 1, 2, 3].map(|player| scene.0.hand(Player(player)).len()), [19, 19, 20, 20]);
    scene.takes(&request(3, "08 ar")).refuses(&request(3, "08 ar"), Code::WrongStep);
    scene.refuses(&give(3, "ar05"), Code::WrongNumber);
    scene.refuses(&give(3, "waki swki"), Code::NotHighest);
    assert_eq!(scene.tried(&give(3, "ar05 waki")), Ok(()));
    scene.gives(3, "ar05 swki").gives(2, "ar05 pe02");
    scene.refuses(&give(1, "ar00"), Code::FoolStays);
    scene.refuses(&give(1, "ar04"), Code::NotHighest);
    scene.gives(1, "ar21").gives(0, "cu03").leads(2);
    assert_eq!([0, 1, 2, 3].map(|player| scene.0.hand(Player(player)).len()), [19, 19, 20, 20]);
    assert!(scene.0.hand(Player(3)).contains_all(cards("ar05 pe02")));
}

#[test]
fn example_8_a_peasant_with_the_fool_gives_the_two_below() {
    let lower = "waac wa02 wa03 wa04 wa05 wa06 wa07 wa08 wa09 wa10 wapa wakn waqu swac sw02 sw03 sw04";
    let mut scene = Scene::exchange(&[2, 0, 1, 3], &format!(" / / / ar00 ar20 waki {lower}"));
    scene.refuses(&give(3, "ar00 ar20"), Code::FoolStays);
    scene.refuses(&give(3, "ar20 waqu"), Code::NotHighest);
    scene.gives(3, "ar20 waki");
}

#[test]
fn example_9_five_card_hands() {
    let hands = "waac cu02 wa03 wa04 pe05 waki / cuki cu04 cu06 cu09 cu10 cu08 / swki sw02 sw03 sw06 sw08 sw10 \
        / pe06 cu03 sw04 cu05 sw07 pe02 / wa09 sw09 pe09 wa08 pe08 pe03";
    let mut scene = Scene::new(hands, 0);
    scene.refuses_play(0, "waki waac cu02 wa03 wa04", Code::NoCombination);
    scene.plays(0, "waac cu02 wa03 wa04 pe05");
    scene.plays(1, "cuki cu04 cu06 cu09 cu10").follows(2);
    scene.plays(2, "swki sw02 sw03 sw06 sw08").follows(3);
    scene.refuses_play(3, "cu03 sw04 cu05 pe06 sw07", Code::TooLow);
    scene.passes(&[3]).plays(4, "wa09 sw09 pe09 wa08 pe08");
    scene.passes(&[0, 1, 2, 3]).leads(4);
}

#[test]
fn example_10_leading_trumps() {
    let mut scene = Scene::new("ar00 ar05 ar09 ar20 ar21 / ar10 wa02 wa03 / ar12 ar13 wa04", 0);
    scene.refuses_play(0, "ar00", Code::FoolLed);
    scene.refuses_play(0, "ar00 ar05", Code::FoolInSet);
    scene.refuses(&pass(0), Code::MustLead);
    scene.refuses_play(0, "ar05 ar09 ar20 ar21", Code::NoCombination);
    scene.plays(0, "ar05 ar09").plays(1, "ar10").follows(2);
    scene.refuses_play(2, "ar12 ar13", Code::WrongNumber);
    scene.plays(2, "ar12").follows(0);
    scene.plays(0, "ar20").passes(&[1, 2]).leads(0);
    scene.plays(0, "ar21").refuses_play(1, "wa02", Code::TooLow);
    scene.passes(&[1, 2]).leads(1);
    assert_eq!(scene.0.current.stuck, Some(Player(0)));
    Scene::new("ar05 wa02 / wa03 / wa04", 0).refuses_play(0, "ar05", Code::TrumpLed);
}

const COMING_BACK: &str = "wa03 wa10 wa02 / cu04 cu09 cu02 / sw05 sw08 sw02";

#[test]
fn example_11_coming_back() {
    let mut scene = Scene::new(COMING_BACK, 0);
    scene.plays(0, "wa03").passes(&[1]).plays(2, "sw05").passes(&[0]).plays(1, "cu09").passes(&[2]);
    scene.plays(0, "wa10").passes(&[1, 2]).leads(0);
}

#[test]
fn example_11_with_pass_out_nobody_comes_back() {
    let mut scene = Scene::of(Options { pass_out: true, ..Options::default() }, COMING_BACK, 0);
    scene.plays(0, "wa03").passes(&[1]).plays(2, "sw05").plays(0, "wa10").follows(2);
    scene.passes(&[2]).leads(0);
}

#[test]
fn example_12_fool_any_time() {
    let options = Options { fool_any_time: true, ..Options::default() };
    let mut scene = Scene::of(options, "wa03 wa10 / cu03 cu09 / ar00 sw02 / pe04 pe05", 0);
    scene.refuses_play(2, "ar00", Code::WrongPlayer);
    scene.plays(0, "wa03").plays(1, "cu03").follows(3);
    let may: PlayerSet = [Player(0), Player(2)].into_iter().collect();
    assert!(
        matches!(scene.0.due(), Due::Players { must, may: named, .. } if must == PlayerSet::of(Player(3)) && named == may)
    );
    scene.refuses_play(0, "ar00", Code::CardNotHeld);
    scene.refuses_play(1, "ar00", Code::WrongPlayer);
    scene.refuses_play(2, "sw02", Code::WrongPlayer);
    scene.refuses(&pass(2), Code::WrongPlayer);
    scene.plays(2, "ar00").leads(2);
}
