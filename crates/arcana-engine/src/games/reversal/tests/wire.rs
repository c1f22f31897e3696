//! Refusals and the order of checks (reversal.md, "Errors").

use super::*;

/// A game of two before the roll.
fn before_the_roll() -> Reversal {
    let mut game = table(json!({}), [4, 4], [0, 0]);
    for player in 0..2 {
        assert_eq!(take(&mut game, choose(player, Store, 1)), Ok(()));
    }
    game
}

#[test]
fn ill_formed_steps_are_malformed() {
    for text in [
        r#"[]"#,
        r#"{}"#,
        r#"{"type": "bid", "player": 0, "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "player": 0, "amount": 1}"#,
        r#"{"type": "choose", "player": 0, "action": "store"}"#,
        r#"{"type": "choose", "player": 0, "action": "store", "amount": 1, "extra": null}"#,
        r#"{"type": "choose", "player": 0, "action": "keep", "amount": 1}"#,
        r#"{"type": "choose", "player": 0, "action": null, "amount": 1}"#,
        r#"{"type": "choose", "player": 0, "action": {"store": null}, "amount": 1}"#,
        r#"{"type": "choose", "player": 0, "action": "store", "amount": 1.0}"#,
        r#"{"type": "choose", "player": 0, "action": "store", "amount": true}"#,
        r#"{"type": "choose", "player": 0, "action": "store", "amount": null}"#,
        r#"{"type": "choose", "player": 0, "action": "store", "amount": "1"}"#,
        r#"{"type": "choose", "player": 0.0, "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "player": true, "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "player": null, "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "player": -1, "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "player": 2, "action": "store", "amount": 1}"#,
        r#"{"type": "choose", "player": 300, "action": "store", "amount": 1}"#,
        r#"{"type": "roll"}"#,
        r#"{"type": "roll", "dice": null}"#,
        r#"{"type": "roll", "dice": 3}"#,
        r#"{"type": "roll", "dice": [1, 2]}"#,
        r#"{"type": "roll", "dice": [[1, 1, 1, 1, 1], null]}"#,
        r#"{"type": "roll", "dice": [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1.0]]}"#,
        r#"{"type": "roll", "dice": [[1, 1, 1, 1, 1], [1, 1, 1, 1, true]]}"#,
        r#"{"type": "roll", "dice": [[1, 1, 1, 1, 1], [1, 1, 1, 1, "1"]]}"#,
        r#"{"type": "roll", "dice": [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]], "player": 0}"#,
        r#"{"type": "reroll", "dice": [[1], [1]], "extra": 1}"#,
    ] {
        for game in [table(json!({}), [4, 4], [0, 0]), before_the_roll()] {
            let step = serde_json::from_str(text).expect("JSON");
            assert_eq!(take(&mut game.clone(), step), Err(Code::Malformed), "{text}");
        }
    }
}

#[test]
fn impossible_dice_are_bad_dice() {
    for text in [
        "[]",
        "[[1, 1, 1, 1, 1]]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]",
        "[[1, 1, 1, 1, 1], []]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1]]",
        "[[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1, 0]]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1, 7]]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1, -1]]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1, 257]]",
        "[[1, 1, 1, 1, 1], [1, 1, 1, 1, 99999999999999999999999]]",
    ] {
        let dice: Value = serde_json::from_str(text).expect("JSON");
        let step = json!({"type": "roll", "dice": dice});
        assert_eq!(take(&mut before_the_roll(), step), Err(Code::BadDice), "{text}");
    }
}

#[test]
fn a_reroll_has_as_many_dice_as_each_player_rerolls() {
    let mut game = before_the_roll();
    let roll = json!({"type": "roll", "dice": [[4, 4, 1, 1, 1], [1, 1, 1, 1, 1]]});
    assert_eq!(take(&mut game, roll), Ok(()));
    for dice in [json!([[1], [1]]), json!([[], []]), json!([[1]]), json!([[1, 1], []]), json!([[0], []])] {
        let step = json!({"type": "reroll", "dice": dice});
        assert_eq!(take(&mut game.clone(), step), Err(Code::BadDice), "{dice}");
    }
    assert_eq!(take(&mut game, json!({"type": "reroll", "dice": [[1], []]})), Ok(()));
}

#[test]
fn amounts_of_any_size_are_bad_amounts() {
    for amount in [i64::MIN, -1, 0, 9, 256, 257, i64::MAX] {
        let mut game = table(json!({}), [4, 4], [0, 0]);
        assert_eq!(take(&mut game, choose(0, Spend, amount)), Err(Code::BadAmount), "{amount}");
    }
    assert_eq!(take(&mut table(json!({"zero": true}), [0, 0], [0, 0]), choose(0, Spend, -1)), Err(Code::BadAmount));
}

#[test]
fn the_first_failed_check_is_reported() {
    let mut game = table(json!({}), [4, 4], [0, 0]);
    assert_eq!(take(&mut game, json!({"type": "roll", "dice": []})), Err(Code::WrongStep));
    assert_eq!(take(&mut game, choose(0, Store, 1)), Ok(()));
    assert_eq!(take(&mut game, choose(0, Store, 99)), Err(Code::WrongPlayer), "before the amount");
    assert_eq!(take(&mut game, choose(1, Spend, 99)), Err(Code::BadAmount), "before luck");
    let mut game = before_the_roll();
    assert_eq!(take(&mut game, choose(2, Store, 1)), Err(Code::Malformed), "before the kind of step");
    assert_eq!(take(&mut game, choose(0, Store, 99)), Err(Code::WrongStep), "before the player");
    assert_eq!(take(&mut game, json!({"type": "reroll", "dice": []})), Err(Code::WrongStep));
}

#[test]
fn a_table_is_for_two_to_twenty() {
    for players in [0, 1, 21, 1000] {
        let fault = Reversal::new(players, Options::default()).expect_err("too few or too many");
        assert_eq!(fault.code, Code::BadPlayers);
    }
    for players in 2..=20 {
        assert!(Reversal::new(players, Options::default()).is_ok(), "{players}");
    }
}

#[test]
fn options_out_of_range_are_refused_and_written_defaults_are_not() {
    for options in [
        json!({"target": 0}),
        json!({"target": 101}),
        json!({"target": 10.0}),
        json!({"target": null}),
        json!({"max_rounds": 0}),
        json!({"max_rounds": 1001}),
        json!({"zero": 1}),
        json!({"max_amount": 0}),
        json!({"max_amount": 9}),
        json!({"overflow": "allow"}),
        json!({"lack": true}),
        json!({"floor": "true"}),
        json!({"tied_round": "both"}),
        json!({"sky": 1}),
    ] {
        assert!(parse_options::<Reversal>(options.clone()).is_err(), "{options}");
    }
    let written = json!({
        "target": 10, "max_rounds": 200, "zero": false, "max_amount": 8, "overflow": "forbid", "lack": "short",
        "floor": false, "tied_round": "none"
    });
    assert_eq!(serde_json::to_value(Options::default()).expect("JSON"), written);
    assert_eq!(parse_options::<Reversal>(written), Ok(Options::default()));
    assert_eq!(parse_options::<Reversal>(json!({})), Ok(Options::default()));
}
