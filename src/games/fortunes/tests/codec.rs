//! Logs without hands, steps that come back in one form, and the stored form.

use super::*;
use crate::games::Log;

fn log(given: Value, steps: &[Step]) -> Log<Fortunes> {
    Log { players: PLAYERS, options: options(given), steps: steps.to_vec() }
}

/// Packs steps and reads them again.
fn packed(given: Value, steps: &[Step]) -> Vec<Step> {
    let bytes = log(given.clone(), steps).to_bytes();
    let read = Log::<Fortunes>::from_bytes(PLAYERS, options(given), steps.len(), &bytes).expect("just written");
    read.steps
}

#[test]
fn hands_are_found_from_the_plays() {
    let given = json!({"match": {"type": "deals", "deals": 2}});
    let (game, steps) = random_game(given.clone(), "found");
    let mut log = wire(&steps);
    log[0] = json!({"type": "deal"});
    log[77] = json!({"type": "deal"});
    let (judged, judged_steps) = judged(given, &log).expect("a whole log");
    assert_eq!(judged, game);
    assert_eq!(judged_steps, steps);
}

#[test]
fn steps_that_are_not_well_formed_and_unknown_cards_are_passed_over() {
    let (_, steps) = random_game(json!({}), "passed over");
    let whole = wire(&steps);
    for odd in [
        json!({"type": "play", "player": 4, "card": whole[1]["card"]}),
        json!({"type": "play", "player": 0, "card": "ar77"}),
        json!({"type": "play", "player": 1, "card": whole[1]["card"], "sky": 1}),
        json!(["deal"]),
        json!("deal"),
        json!({"type": ["deal"]}),
    ] {
        let mut log = whole.clone();
        log[0] = json!({"type": "deal"});
        log.insert(1, odd.clone());
        // The deal is known, and the odd step refused in its turn.
        assert_eq!(refusal(json!({}), &log).and_then(|(index, _)| index), Some(1), "{odd}");
    }
}

#[test]
fn hands_are_looked_for_up_to_the_next_deal_well_formed_or_not() {
    let (_, steps) = random_game(json!({}), "next deal");
    for next in [json!({"type": "deal"}), json!({"type": "deal", "hands": 7, "sky": null})] {
        let mut log = wire(&steps);
        log[0] = json!({"type": "deal"});
        log.insert(76, next);
        assert_eq!(refusal(json!({}), &log), Some((Some(0), Code::DealUnknown)));
    }
}

#[test]
fn the_first_to_play_a_card_owns_it() {
    let (_, steps) = random_game(json!({}), "first");
    let mut log = wire(&steps);
    log[0] = json!({"type": "deal"});
    log[76]["card"] = log[1]["card"].clone();
    assert_eq!(refusal(json!({}), &log), Some((Some(0), Code::DealUnknown)));
}

#[test]
fn a_deal_that_a_fold_cut_short_needs_its_hands() {
    let given = json!({"betting": {"type": "ante"}});
    let steps = [dealt([""; 4]).step(), stake(0, "fold")];
    let mut log = wire(&steps);
    assert_eq!(refusal(given.clone(), &log), None);
    log[0] = json!({"type": "deal"});
    assert_eq!(refusal(given, &log), Some((Some(0), Code::DealUnknown)));
}

#[test]
fn hands_come_back_in_pack_order() {
    let (_, steps) = random_game(json!({}), "pack order");
    let mut log = wire(&steps);
    for list in log[0]["hands"].as_array_mut().expect("a list") {
        list.as_array_mut().expect("a list").reverse();
    }
    log[0]["discarded"].as_array_mut().expect("a list").reverse();
    assert_eq!(judged(json!({}), &log).expect("a whole log").1, steps);
}

#[test]
fn a_deal_is_stored_in_72_bytes() {
    let (_, steps) = random_game(json!({}), "72");
    let bytes = log(json!({}), &steps).to_bytes();
    assert_eq!((steps.len(), bytes.len()), (77, 1 + 67 + 4));
}

#[test]
fn what_was_packed_comes_back() {
    for betting in [
        json!({"type": "none"}),
        json!({"type": "wager", "when": "blind", "limit": 1}),
        json!({"type": "wager", "when": "open", "limit": 1_000_000}),
        json!({"type": "ante"}),
        json!({"type": "bid"}),
    ] {
        let given = json!({"betting": betting, "match": {"type": "deals", "deals": 2}});
        let (_, steps) = random_game(given.clone(), "comes back");
        assert_eq!(packed(given, &steps), steps, "{betting}");
    }
}

#[test]
fn a_game_that_goes_on_is_stored_with_the_cards_in_hand() {
    for betting in [json!({"type": "none"}), json!({"type": "wager", "when": "blind"}), json!({"type": "bid"})] {
        let given = json!({"betting": betting, "match": {"type": "deals", "deals": 2}});
        let (_, steps) = random_game(given.clone(), "goes on");
        for count in 0..steps.len() {
            assert_eq!(packed(given.clone(), &steps[..count]), steps[..count], "{betting}, {count} steps");
        }
    }
}

#[test]
fn raises_and_folds_come_back() {
    let given = json!({"betting": {"type": "ante"}, "match": {"type": "deals", "deals": 2}});
    let mut game = deal(given.clone(), ["cuki", "cu05", "cu09", "cuac"]);
    let mut steps = vec![dealt(["cuki", "cu05", "cu09", "cuac"]).step()];
    let mut then = vec![stake(0, "stay"), stake(1, "raise"), stake(2, "stay"), stake(3, "raise")];
    then.extend([card(0, "cuki"), card(1, "cu05"), card(2, "cu09"), card(3, "cuac"), stake(1, "fold")]);
    then.extend([dealt(["", "ar00", "", "peki"]).step(), stake(1, "raise"), stake(2, "fold")]);
    apply(&mut game, then.clone());
    steps.extend(then);
    assert!(game.due().is_over());
    assert_eq!(packed(given, &steps), steps);
}

/// Version 1: a deal cut short by a fold, and one played to its end.
#[test]
fn version_1_is_read_for_ever() {
    let given = json!({"betting": {"type": "ante"}});
    let steps =
        [dealt(["ar21 cuki", "wa05", "", "ar00"]).step(), stake(0, "stay"), stake(1, "raise"), stake(2, "fold")];
    let bytes = log(given.clone(), &steps).to_bytes();
    assert_eq!(crate::chance::hex(&bytes), "019ad91c000000808aaaaaaa2a55551555d5ffffffff07a7fa5c6d");
    let read = Log::<Fortunes>::from_bytes(PLAYERS, options(given), steps.len(), &bytes);
    assert_eq!(read.map(|log| log.steps), Ok(steps.to_vec()));
}

#[test]
fn version_1_of_a_whole_deal_is_its_plays() {
    let (_, steps) = random_game(json!({}), "golden");
    let bytes = log(json!({}), &steps).to_bytes();
    let expected = "01c8a63018ea8c403d9a6c674c1687b1d709f6b3dd7025564a95115d563a1eb0b6097c0e8a86c07144780a18c3838222717c\
        10024032cb554c83c94293682d192e253302f7e480d9";
    assert_eq!(crate::chance::hex(&bytes), expected);
}

/// What a log without hands is refused for: the code, and the step that keeps the hands from being found with its code.
fn cause(log: &[serde_json::Value]) -> (Code, Option<(Option<usize>, Code)>, usize) {
    let text: Vec<_> = log.iter().map(|step| serde_json::value::to_raw_value(step).expect("JSON")).collect();
    let raw: Vec<_> = text.iter().map(|text| crate::games::RawStep::new(text)).collect();
    let refusal = crate::games::replay::<Fortunes>(4, Options::default(), &raw).expect_err("a slip");
    assert_eq!(refusal.index, Some(0));
    let why = refusal.deal_unknown.expect("it is told why");
    (refusal.fault.code, why.slip().map(|slip| (slip.index, slip.fault.code)), why.missing().len())
}

#[test]
fn the_slip_that_keeps_hands_from_being_found_is_told() {
    for seed in ["a slip", "another", "a third", "a fourth"] {
        let (_, steps) = random_game(json!({}), seed);
        let mut log = wire(&steps);
        log[0] = json!({"type": "deal"});
        let slip = |place: usize, field: &str, value: serde_json::Value| {
            let mut log = log.clone();
            log[place][field] = value;
            cause(&log)
        };
        let told = |place, code| (Code::DealUnknown, Some((Some(place), code)), 0);
        // Misspelt, played before, of the wrong player, of no form, left out.
        assert_eq!(slip(40, "card", json!("ar22")), told(40, Code::UnknownCard), "{seed}");
        assert_eq!(slip(41, "card", log[9]["card"].clone()), told(41, Code::CardNotHeld), "{seed}");
        let other = (log[30]["player"].as_u64().expect("a player") + 1) % 4;
        assert_eq!(slip(30, "player", json!(other)), told(30, Code::WrongPlayer), "{seed}");
        assert_eq!(slip(7, "card", json!(7)), told(7, Code::Malformed), "{seed}");
        let mut left_out = log.clone();
        left_out.remove(20);
        assert_eq!(cause(&left_out), told(20, Code::WrongPlayer), "{seed}");
        // Nothing but that the deal is not finished.
        assert_eq!(cause(&log[..60]), (Code::DealUnknown, None, 4), "{seed}");
        assert_eq!(cause(&log[..76]), (Code::DealUnknown, None, 1), "{seed}");
    }
}
