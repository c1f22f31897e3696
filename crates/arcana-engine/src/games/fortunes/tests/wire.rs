//! Steps in wire form, and as viewers see them.

use super::{steps::StepKind, *};
use crate::games::{GameStep, Viewer, tests::seen};

/// Where a log is refused after a legal deal, when this text follows it.
fn refused_after_deal(given: Value, text: &str) -> Code {
    let game = deal(given, ["wa02 ar07", "wa03", "", ""]);
    let raw: &RawValue = serde_json::from_str(text).expect("JSON");
    match RawStep::new(raw).read::<Step>() {
        Ok(step) => refused(&game, &step).unwrap_or_else(|| panic!("{text} is legal")),
        Err(fault) => fault.code,
    }
}

#[test]
fn ill_formed_steps_are_malformed() {
    for text in [
        "null",
        "7",
        r#""play""#,
        "[]",
        r#"["play", 0, "wa02"]"#,
        "{}",
        r#"{"player": 0, "card": "wa02"}"#,
        r#"{"type": "pass", "player": 0}"#,
        r#"{"type": 4, "player": 0, "card": "wa02"}"#,
        r#"{"type": null, "player": 0, "card": "wa02"}"#,
        r#"{"type": "play", "card": "wa02"}"#,
        r#"{"type": "play", "player": 0}"#,
        r#"{"type": "play", "player": 0, "card": "wa02", "sky": null}"#,
        r#"{"type": "play", "player": 0, "player": 0, "card": "wa02"}"#,
        r#"{"type": "play", "player": 4, "card": "wa02"}"#,
        r#"{"type": "play", "player": -1, "card": "wa02"}"#,
        r#"{"type": "play", "player": 256, "card": "wa02"}"#,
        r#"{"type": "play", "player": 0.0, "card": "wa02"}"#,
        r#"{"type": "play", "player": "0", "card": "wa02"}"#,
        r#"{"type": "play", "player": false, "card": "wa02"}"#,
        r#"{"type": "play", "player": [0], "card": "wa02"}"#,
        r#"{"type": "play", "player": null, "card": "wa02"}"#,
        r#"{"type": "play", "player": 0, "card": null}"#,
        r#"{"type": "play", "player": 0, "card": 23}"#,
        r#"{"type": "play", "player": 0, "card": ["wa02"]}"#,
        r#"{"type": "play", "player": 0, "card": {"wa02": null}}"#,
        r#"{"type": "wager", "player": 0}"#,
        r#"{"type": "wager", "player": 0, "amount": 1.0}"#,
        r#"{"type": "wager", "player": 0, "amount": true}"#,
        r#"{"type": "wager", "player": 0, "amount": null}"#,
        r#"{"type": "wager", "player": 4, "amount": 1}"#,
        r#"{"type": "bid", "player": 0, "tricks": "3"}"#,
        r#"{"type": "bid", "player": 0, "tricks": 3, "amount": 3}"#,
        r#"{"type": "bid", "player": 9, "tricks": 3}"#,
        r#"{"type": "stake", "player": 0}"#,
        r#"{"type": "stake", "player": 0, "choice": "call"}"#,
        r#"{"type": "stake", "player": 0, "choice": "Stay"}"#,
        r#"{"type": "stake", "player": 0, "choice": {"stay": null}}"#,
        r#"{"type": "stake", "player": 0, "choice": 0}"#,
        r#"{"type": "stake", "player": 7, "choice": "stay"}"#,
        r#"{"type": "deal", "hands": [[], [], [], []]}"#,
        r#"{"type": "deal", "discarded": ["cu02", "pe09"]}"#,
        r#"{"type": "deal", "hands": null, "discarded": null}"#,
        r#"{"type": "deal", "hands": null}"#,
        r#"{"type": "deal", "hands": [[], [], [], []], "discarded": null}"#,
        r#"{"type": "deal", "hands": {}, "discarded": []}"#,
        r#"{"type": "deal", "hands": ["wa02"], "discarded": []}"#,
        r#"{"type": "deal", "hands": [[2]], "discarded": []}"#,
        r#"{"type": "deal", "hands": [], "discarded": "wa02"}"#,
        r#"{"type": "deal", "player": 0}"#,
    ] {
        assert_eq!(refused_after_deal(json!({}), text), Code::Malformed, "{text}");
    }
}

#[test]
fn form_comes_before_turn_and_turn_before_cards() {
    for (text, expected) in [
        (r#"{"type": "deal"}"#, Code::WrongStep),
        (r#"{"type": "deal", "hands": [["xx"]], "discarded": []}"#, Code::WrongStep),
        (r#"{"type": "wager", "player": 2, "amount": -1}"#, Code::WrongStep),
        (r#"{"type": "bid", "player": 0, "tricks": 99}"#, Code::WrongStep),
        (r#"{"type": "stake", "player": 0, "choice": "stay"}"#, Code::WrongStep),
        (r#"{"type": "play", "player": 1, "card": "xx"}"#, Code::WrongPlayer),
        (r#"{"type": "play", "player": 0, "card": "xx"}"#, Code::UnknownCard),
        (r#"{"type": "play", "player": 0, "card": "ar22"}"#, Code::UnknownCard),
        (r#"{"type": "play", "player": 0, "card": "wa03"}"#, Code::CardNotHeld),
        (r#"{"type": "play", "player": 0, "card": "ar07"}"#, Code::StarsNotBroken),
    ] {
        assert_eq!(refused_after_deal(json!({}), text), expected, "{text}");
    }
}

#[test]
fn a_card_that_is_not_held_is_reported_before_any_rule_on_held_ones() {
    let mut game = deal(json!({}), ["wa02", "wa03 ar02 cu05", "ar03 cu04", ""]);
    apply(&mut game, [card(0, "wa02")]);
    assert_eq!(refused(&game, &card(1, "ar03")), Some(Code::CardNotHeld));
    assert_eq!(refused(&game, &card(1, "cu04")), Some(Code::CardNotHeld));
    assert_eq!(refused(&game, &card(1, "ar02")), Some(Code::StarNotAllowed));
    assert_eq!(refused(&game, &card(1, "cu05")), Some(Code::MustFollow));
    assert_eq!(refused(&game, &card(1, "wa03")), None);
}

#[test]
fn after_the_end_every_step_is_game_over() {
    let (game, steps) = random_game(json!({}), "over");
    let mut log = wire(&steps);
    for last in [json!(7), json!({"type": "play", "player": 9}), json!({"type": "deal"})] {
        log.push(last);
        assert_eq!(refusal(json!({}), &log), Some((Some(77), Code::GameOver)));
        log.pop();
    }
    assert_eq!(refused(&game, &card(9, "wa02")), Some(Code::GameOver));
}

/// The step of a legal deal, changed.
fn changed_deal(change: impl Fn(&mut Value)) -> Option<Code> {
    let mut value = serde_json::to_value(dealt([""; 4]).step()).expect("JSON");
    change(&mut value);
    let step = serde_json::from_value(value).expect("of a deal's form");
    refused(&new(json!({})), &step)
}

fn push(list: &mut Value, item: Value) {
    list.as_array_mut().expect("a list").push(item);
}

#[test]
fn in_a_deal_unknown_cards_come_before_doubled_ones_and_those_before_numbers() {
    assert_eq!(changed_deal(|_| ()), None);
    assert_eq!(changed_deal(|deal| deal["hands"][1][4] = json!("ar99")), Some(Code::UnknownCard));
    assert_eq!(changed_deal(|deal| deal["discarded"][1] = json!("")), Some(Code::UnknownCard));
    assert_eq!(changed_deal(|deal| deal["hands"][1][4] = deal["hands"][0][3].clone()), Some(Code::DuplicateCard));
    assert_eq!(changed_deal(|deal| deal["discarded"][1] = deal["discarded"][0].clone()), Some(Code::DuplicateCard));
    assert_eq!(
        changed_deal(|deal| {
            deal["hands"][0][0] = deal["hands"][0][1].clone();
            deal["hands"][3] = json!(["xx"]);
        }),
        Some(Code::UnknownCard)
    );
    assert_eq!(
        changed_deal(|deal| {
            deal["hands"][0][0] = deal["hands"][0][1].clone();
            deal["hands"][3] = json!([]);
        }),
        Some(Code::DuplicateCard)
    );
    assert_eq!(changed_deal(|deal| deal["hands"] = json!([])), Some(Code::BadDeal));
    assert_eq!(changed_deal(|deal| deal["discarded"] = json!([])), Some(Code::BadDeal));
    assert_eq!(changed_deal(|deal| push(&mut deal["hands"], json!([]))), Some(Code::BadDeal));
    assert_eq!(
        changed_deal(|deal| {
            let discarded = std::mem::replace(&mut deal["discarded"], json!([]));
            push(&mut deal["hands"], discarded);
        }),
        Some(Code::BadDeal)
    );
}

#[test]
fn a_wager_is_from_0_to_the_limit() {
    let game = new(json!({"betting": {"type": "wager", "when": "blind", "limit": 7}}));
    for (amount, expected) in [(-1, Some(Code::BadAmount)), (0, None), (7, None), (8, Some(Code::BadAmount))] {
        assert_eq!(refused(&game, &wager(1, amount)), expected, "{amount}");
    }
    assert_eq!(refused(&game, &wager(1, i64::MAX)), Some(Code::BadAmount));
    assert_eq!(refused(&game, &wager(0, -1)), Some(Code::WrongPlayer));
}

#[test]
fn partners_bid_nineteen_tricks_at_most_together() {
    let mut game = deal(json!({"betting": {"type": "bid"}}), [""; 4]);
    assert_eq!(refused(&game, &bid(1, 20)), Some(Code::BadAmount));
    assert_eq!(refused(&game, &bid(1, -1)), Some(Code::BadAmount));
    apply(&mut game, [bid(1, 12), bid(2, 19)]);
    assert_eq!(refused(&game, &bid(3, 8)), Some(Code::BadAmount));
    apply(&mut game, [bid(3, 7)]);
    assert_eq!(refused(&game, &bid(0, 1)), Some(Code::BadAmount));
    apply(&mut game, [bid(0, 0)]);
    assert_eq!(game.due(), crate::games::Due::player(Player(0), &[StepKind::Play]));
}

#[test]
fn wagers_and_bids_go_from_south_round_to_east() {
    let mut game = new(json!({"betting": {"type": "wager", "when": "blind"}, "match": {"type": "deals", "deals": 2}}));
    apply(&mut game, [1, 2, 3, 0].map(|player| wager(player, 5)));
    assert_eq!(game.due(), crate::games::Due::Table(StepKind::Deal));
    let (_, steps) = random_game(json!({"betting": {"type": "bid"}, "match": {"type": "deals", "deals": 2}}), "order");
    let bidders: Vec<_> = steps.iter().filter(|step| step.kind() == StepKind::Bid).map(Step::player).collect();
    assert_eq!(bidders, [1, 2, 3, 0, 2, 3, 0, 1].map(|player| Some(Player(player))));
}

#[test]
fn only_four_can_play() {
    for players in [0, 3, 5] {
        let fault = Fortunes::new(players, Options::default()).expect_err("not four");
        assert_eq!(fault.code, Code::BadPlayers);
    }
}

#[test]
fn a_deal_shows_the_viewers_hand_and_every_size() {
    let (game, deal) = (new(json!({})), dealt(["wa02 ar00", "wa03", "wa04", "wa05"]));
    let (step, own) = (deal.step(), deal.hands[2].to_vec());
    let sizes = [19; 4];
    let cyd = seen(&game, &step, Viewer::Player(Player(2)));
    assert_eq!(cyd, json!({"type": "deal", "hand": own, "sizes": sizes}));
    assert_eq!(seen(&game, &step, Viewer::Public), json!({"type": "deal", "sizes": sizes}));
    assert_eq!(seen(&game, &step, Viewer::All), wire(&[step])[0]);
}

#[test]
fn what_players_do_is_public() {
    for (betting, step) in [
        (json!({"type": "none"}), card(0, "wa02")),
        (json!({"type": "wager", "when": "open"}), wager(1, 7)),
        (json!({"type": "ante"}), stake(0, "raise")),
        (json!({"type": "bid"}), bid(1, 5)),
    ] {
        let game = deal(json!({"betting": betting}), ["wa02", "wa03", "wa04", "wa05"]);
        for viewer in [Viewer::Public, Viewer::Player(Player(3)), Viewer::All] {
            assert_eq!(seen(&game, &step, viewer), wire(std::slice::from_ref(&step))[0]);
        }
    }
}

#[test]
fn a_blind_wager_is_public() {
    let game = new(json!({"betting": {"type": "wager", "when": "blind"}}));
    let step = wager(1, 60);
    assert_eq!(seen(&game, &step, Viewer::Public), json!({"type": "wager", "player": 1, "amount": 60}));
}
