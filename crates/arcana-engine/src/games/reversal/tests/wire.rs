//! Steps in wire form, as logs store them and as viewers see them.

use super::*;
use crate::{
    games::{Log, tests::seen},
    hex::hex,
};

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

#[test]
fn the_whole_game_has_these_bytes() {
    let steps = serde_json::from_str(examples::WHOLE_GAME).expect("steps");
    let options = Options { target: crate::games::Between::new(1), ..Options::default() };
    let log = Log::<Reversal> { players: 2, options, steps };
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "030d0d086b82b6728a6fa146d5f83c2b");
    assert_eq!(Log::from_bytes(2, log.options.clone(), 4, &bytes), Ok(log));
}

#[test]
fn the_dice_come_from_the_stream_player_by_player() {
    let mut game = table(json!({}), [2, 0], [0, 0]);
    assert_eq!(take(&mut game, choose(1, Store, 1)), Ok(()));
    assert_eq!(take(&mut game, choose(0, Spend, 2)), Ok(()));
    let mut chance = Chance::of_table("arcana", "");
    let drawn = [(); 2].map(|()| serde_json::to_value(game.draw(&mut chance)).expect("JSON"));
    let expected = json!([
        {"type": "roll", "dice": [[4, 1, 1, 4, 5], [6, 5, 2, 1, 2]]},
        {"type": "reroll", "dice": [[4, 3], [1]]},
    ]);
    assert_eq!(json!(drawn), expected);
}

fn is_seen(game: &Reversal, step: &Value, viewer: Viewer) -> Value {
    seen(game, &serde_json::from_value(step.clone()).expect("a step"), viewer)
}

#[test]
fn a_choice_is_secret_until_all_have_chosen() {
    let mut game = table(json!({}), [4, 4], [0, 0]);
    let first = choose(1, Spend, 3);
    assert_eq!(is_seen(&game, &first, Viewer::Player(Player(0))), json!({"type": "choose", "player": 1}));
    assert_eq!(is_seen(&game, &first, Viewer::Public), json!({"type": "choose", "player": 1}));
    assert_eq!(is_seen(&game, &first, Viewer::Player(Player(1))), first);
    assert_eq!(is_seen(&game, &first, Viewer::All), first);
    assert_eq!(take(&mut game, first), Ok(()));
    let last = choose(0, Store, 2);
    for viewer in [Viewer::Player(Player(0)), Viewer::Player(Player(1)), Viewer::Public] {
        assert_eq!(is_seen(&game, &last, viewer), last, "the last choice reveals all");
    }
}

#[test]
fn dice_are_public() {
    let mut game = table(json!({}), [4, 4], [0, 0]);
    for step in [choose(0, Store, 1), choose(1, Store, 1)] {
        assert_eq!(take(&mut game, step), Ok(()));
    }
    let roll = json!({"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]});
    assert_eq!(is_seen(&game, &roll, Viewer::Public), roll);
    assert_eq!(take(&mut game, roll), Ok(()));
    let reroll = json!({"type": "reroll", "dice": [[1], [5]]});
    assert_eq!(is_seen(&game, &reroll, Viewer::Public), reroll);
}
