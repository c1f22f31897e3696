//! Logs without hands, normalized steps, and the stored form.

use super::*;
use crate::games::Log;

fn log(given: Value, steps: &[Step]) -> Log<Fortunes> {
    Log { players: PLAYERS, options: options(given), steps: steps.to_vec() }
}

/// Packs steps and reads them back.
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
    let (replayed, replayed_steps) = replayed(given, &log).expect("a whole log");
    assert_eq!(replayed, game);
    assert_eq!(replayed_steps, steps);
}

#[test]
fn malformed_steps_and_unknown_cards_are_ignored() {
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
        // The deal is found, and the malformed step is refused in its turn.
        assert_eq!(refusal(json!({}), &log).and_then(|(index, _)| index), Some(1), "{odd}");
    }
}

#[test]
fn hands_are_derived_from_steps_up_to_the_next_deal_well_formed_or_not() {
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
fn hands_are_normalized_to_pack_order() {
    let (_, steps) = random_game(json!({}), "pack order");
    let mut log = wire(&steps);
    for list in log[0]["hands"].as_array_mut().expect("a list") {
        list.as_array_mut().expect("a list").reverse();
    }
    log[0]["discarded"].as_array_mut().expect("a list").reverse();
    assert_eq!(replayed(json!({}), &log).expect("a whole log").1, steps);
}

#[test]
fn a_deal_takes_76_bytes_at_most() {
    for seed in 0..20 {
        let (_, steps) = random_game(json!({}), &format!("a deal {seed}"));
        assert!(log(json!({}), &steps).to_bytes().len() <= 76, "{seed}");
    }
}

#[test]
fn packed_logs_are_read_as_written() {
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
fn an_unfinished_game_is_stored_with_the_cards_in_hand() {
    for betting in [json!({"type": "none"}), json!({"type": "wager", "when": "blind"}), json!({"type": "bid"})] {
        let given = json!({"betting": betting, "match": {"type": "deals", "deals": 2}});
        let (_, steps) = random_game(given.clone(), "goes on");
        for count in 0..steps.len() {
            assert_eq!(packed(given.clone(), &steps[..count]), steps[..count], "{betting}, {count} steps");
        }
    }
}

#[test]
fn raises_and_folds_are_read_as_written() {
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

/// A deal cut short by a fold.
#[test]
fn a_folded_deal_has_these_bytes() {
    let given = json!({"betting": {"type": "ante"}});
    let steps =
        [dealt(["ar21 cuki", "wa05", "", "ar00"]).step(), stake(0, "stay"), stake(1, "raise"), stake(2, "fold")];
    let bytes = log(given.clone(), &steps).to_bytes();
    assert_eq!(crate::hex::hex(&bytes), "03275f293d2c42f54a9619059faecd55e1d51c9148468a345f3a92690e6bf07802");
    let read = Log::<Fortunes>::from_bytes(PLAYERS, options(given), steps.len(), &bytes);
    assert_eq!(read.map(|log| log.steps), Ok(steps.to_vec()));
}

#[test]
fn a_whole_deal_has_these_bytes() {
    let (_, steps) = random_game(json!({}), "golden");
    let bytes = log(json!({}), &steps).to_bytes();
    assert_eq!(
        crate::hex::hex(&bytes),
        "0309eb2b20aefaff5867b0ec79fd43792620e636c308e88df808727ae804f778bde6df8e8a92fd84e841df9d192170ebebd781cfaeb099dc9372328cbc206e64dfd867"
    );
}

/// Why a log without hands is refused: the code, and the later step that is wrong with its code.
fn cause(log: &[serde_json::Value]) -> (Code, Option<(Option<usize>, Code)>, usize) {
    let text: Vec<_> = log.iter().map(|step| serde_json::value::to_raw_value(step).expect("JSON")).collect();
    let raw: Vec<_> = text.iter().map(|text| crate::games::RawStep::new(text)).collect();
    let refusal = crate::games::replay::<Fortunes>(4, Options::default(), &raw).expect_err("a slip");
    assert_eq!(refusal.index, Some(0));
    let why = refusal.deal_unknown.expect("a reason");
    (refusal.fault.code, why.slip().map(|slip| (slip.index, slip.fault.code)), why.missing().len())
}

#[test]
fn the_mistake_that_prevents_finding_the_hands_is_reported() {
    for seed in ["a slip", "another", "a third", "a fourth"] {
        let (_, steps) = random_game(json!({}), seed);
        let mut log = wire(&steps);
        log[0] = json!({"type": "deal"});
        let slip = |place: usize, field: &str, value: serde_json::Value| {
            let mut log = log.clone();
            log[place][field] = value;
            cause(&log)
        };
        let reported = |place, code| (Code::DealUnknown, Some((Some(place), code)), 0);
        // Misspelt, already played, by the wrong player, malformed, omitted.
        assert_eq!(slip(40, "card", json!("ar22")), reported(40, Code::UnknownCard), "{seed}");
        assert_eq!(slip(41, "card", log[9]["card"].clone()), reported(41, Code::CardNotHeld), "{seed}");
        let other = (log[30]["player"].as_u64().expect("a player") + 1) % 4;
        assert_eq!(slip(30, "player", json!(other)), reported(30, Code::WrongPlayer), "{seed}");
        assert_eq!(slip(7, "card", json!(7)), reported(7, Code::Malformed), "{seed}");
        let mut left_out = log.clone();
        left_out.remove(20);
        assert_eq!(cause(&left_out), reported(20, Code::WrongPlayer), "{seed}");
        // The only fault: the deal is not finished.
        assert_eq!(cause(&log[..60]), (Code::DealUnknown, None, 4), "{seed}");
        assert_eq!(cause(&log[..76]), (Code::DealUnknown, None, 1), "{seed}");
    }
}
