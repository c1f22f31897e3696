//! Steps in wire form, as logs store them and as viewers see them.

use super::*;
use crate::{
    games::{Log, Viewer, tests::seen},
    hex::hex,
};

/// Games of two in every phase before the end.
fn moments() -> Vec<Fortuna> {
    let opening = Fortuna::new(2, Options::default()).expect("a table");
    let rolls = table(json!({}), &[3, 3]);
    let mut flips = rolls.clone();
    assert_eq!(take(&mut flips, json!({"type": "roll", "dice": [4, 4]})), Ok(()));
    let mut calls = flips.clone();
    assert_eq!(take(&mut calls, json!({"type": "flip", "bricks": [0, 5]})), Ok(()));
    let mut answers = calls.clone();
    assert_eq!(take(&mut answers, json!({"type": "call", "player": 0, "name": null})), Ok(()));
    vec![opening, rolls, flips, calls, answers]
}

#[test]
fn ill_formed_steps_are_malformed() {
    for text in [
        r#"[]"#,
        r#"{}"#,
        r#"{"type": "deal"}"#,
        r#"{"type": "opening_roll"}"#,
        r#"{"type": "opening_roll", "rolls": null}"#,
        r#"{"type": "opening_roll", "rolls": [3, 4]}"#,
        r#"{"type": "opening_roll", "rolls": [[3, 4], [6, "1"]]}"#,
        r#"{"type": "opening_roll", "rolls": [[3, 4], [6, 1.0]]}"#,
        r#"{"type": "opening_roll", "rolls": [[3, 4], [6, 1]], "player": 0}"#,
        r#"{"type": "roll"}"#,
        r#"{"type": "roll", "dice": 4}"#,
        r#"{"type": "roll", "dice": [4, true]}"#,
        r#"{"type": "roll", "dice": [4, 1.0]}"#,
        r#"{"type": "roll", "dice": [4, null]}"#,
        r#"{"type": "roll", "dice": [4, 4], "player": 0}"#,
        r#"{"type": "flip", "bricks": ["1", 0]}"#,
        r#"{"type": "flip", "bricks": [2, 3], "extra": 1}"#,
        r#"{"type": "flip", "dice": [2, 3]}"#,
        r#"{"type": "call", "player": 0}"#,
        r#"{"type": "call", "name": null}"#,
        r#"{"type": "call", "player": 0, "name": "raise"}"#,
        r#"{"type": "call", "player": 0, "name": "plain"}"#,
        r#"{"type": "call", "player": 0, "name": "Smile"}"#,
        r#"{"type": "call", "player": 0, "name": {"smile": null}}"#,
        r#"{"type": "call", "player": 0, "name": 0}"#,
        r#"{"type": "call", "player": 0, "name": false}"#,
        r#"{"type": "call", "player": 2, "name": null}"#,
        r#"{"type": "call", "player": -1, "name": null}"#,
        r#"{"type": "call", "player": 0.0, "name": null}"#,
        r#"{"type": "call", "player": null, "name": null}"#,
        r#"{"type": "call", "player": 0, "name": null, "opponent": 1}"#,
        r#"{"type": "call", "player": 0, "name": null, "opponent": null}"#,
        r#"{"type": "call", "player": 0, "name": null, "extra": 1}"#,
        r#"{"type": "challenge"}"#,
        r#"{"type": "challenge", "player": 300}"#,
        r#"{"type": "challenge", "player": 1, "name": null}"#,
        r#"{"type": "accept"}"#,
        r#"{"type": "accept", "player": true}"#,
        r#"{"type": "accept", "player": 1, "extra": null}"#,
    ] {
        for mut game in moments() {
            let step = serde_json::from_str(text).expect("JSON");
            assert_eq!(take(&mut game, step), Err(Code::Malformed), "{text}");
        }
    }
}

#[test]
fn the_opponent_is_required_if_the_roller_chooses() {
    let mut game = table(json!({"opponent": "choose"}), &[3; 4]);
    throw(&mut game, &[4, 4], &[0, 5]);
    for opponent in [json!(null), json!(4), json!(-1), json!(1.0), json!("1"), json!(true)] {
        let step = json!({"type": "call", "player": 0, "name": null, "opponent": opponent});
        assert_eq!(take(&mut game.clone(), step), Err(Code::Malformed), "{opponent}");
    }
    assert_eq!(take(&mut game.clone(), json!({"type": "call", "player": 0, "name": null})), Err(Code::Malformed));
    let step = json!({"type": "call", "player": 0, "name": null, "opponent": 3});
    assert_eq!(take(&mut game, step), Ok(()));
    assert_eq!(game.due().players(), PlayerSet::of(Player(3)));
}

#[test]
fn impossible_dice_are_bad_dice() {
    let huge: Value = serde_json::from_str("99999999999999999999999").expect("JSON");
    for dice in [
        json!([]),
        json!([1]),
        json!([1, 2, 3]),
        json!([1, 0]),
        json!([1, 7]),
        json!([1, -1]),
        json!([1, 99]),
        json!([1, 257]),
        json!([1, huge]),
        json!(vec![1; 30]),
    ] {
        let step = json!({"type": "roll", "dice": dice});
        assert_eq!(take(&mut table(json!({}), &[3, 3]), step), Err(Code::BadDice), "{dice}");
    }
    for rolls in [json!([]), json!([[1, 2]]), json!([[1, 2], [3]]), json!([[1, 2], [3, 4, 5]]), json!([[1, 2], [3, 7]])]
    {
        let step = json!({"type": "opening_roll", "rolls": rolls});
        assert_eq!(take(&mut moments()[0], step), Err(Code::BadDice), "{rolls}");
    }
    let three = json!({"type": "opening_roll", "rolls": [[1, 2], [3, 4], [5, 6]]});
    assert_eq!(take(&mut moments()[0], three), Err(Code::BadDice));
}

#[test]
fn impossible_bricks_are_bad_bricks() {
    for bricks in [
        json!([]),
        json!([1]),
        json!([1, 2, 3]),
        json!([1, 7]),
        json!([1, -1]),
        json!([1, 256]),
        json!([1, u64::MAX]),
        json!([5, 5]),
    ] {
        let step = json!({"type": "flip", "bricks": bricks});
        assert_eq!(take(&mut moments()[2], step), Err(Code::BadBricks), "{bricks}");
    }
}

#[test]
fn the_first_failed_check_is_reported() {
    let mut moments = moments();
    let verdicts = |step: Value, moments: &mut Vec<Fortuna>| -> Vec<Result<(), Code>> {
        moments.iter_mut().map(|game| take(game, step.clone())).collect()
    };
    let call = json!({"type": "call", "player": 1, "name": null});
    let wrong = Err(Code::WrongStep);
    assert_eq!(verdicts(call, &mut moments), [wrong, wrong, wrong, Err(Code::WrongPlayer), wrong]);
    let accept = json!({"type": "accept", "player": 0});
    assert_eq!(verdicts(accept, &mut moments), [wrong, wrong, wrong, wrong, Err(Code::WrongPlayer)]);
    let dice = json!({"type": "roll", "dice": [0]});
    assert_eq!(verdicts(dice, &mut moments), [wrong, Err(Code::BadDice), wrong, wrong, wrong]);
}

#[test]
fn without_calls_a_turn_is_settled_by_the_flip() {
    let mut game = table(json!({"calls": false, "uncalled": "plain"}), &[2, 2]);
    throw(&mut game, &[2, 4], &[2, 5]);
    assert_eq!((game.points[0], game.totals().marbles), (14, &[3, 1][..]));
    assert_eq!(take(&mut game, json!({"type": "call", "player": 1, "name": null})), Err(Code::WrongStep));
}

#[test]
fn a_table_is_for_an_even_number_from_two_to_twenty() {
    for players in [0, 1, 3, 19, 21, 22] {
        let fault = Fortuna::new(players, Options::default()).expect_err("too few, too many or odd");
        assert_eq!(fault.code, Code::BadPlayers, "{players}");
    }
    for players in (2..=20).step_by(2) {
        assert!(Fortuna::new(players, Options::default()).is_ok(), "{players}");
    }
}

#[test]
fn incompatible_options_are_refused() {
    let new = |players, agreed| Fortuna::new(players, options(agreed)).map(|_| ()).map_err(|fault| fault.code);
    assert_eq!(new(2, json!({"big_turns": true})), Err(Code::BadOptions));
    assert_eq!(new(4, json!({"big_turns": true})), Ok(()));
    assert_eq!(new(8, json!({"big_turns": true, "brick_pool": "one_kit"})), Ok(()));
    assert_eq!(new(10, json!({"big_turns": true, "brick_pool": "one_kit"})), Err(Code::BadOptions));
    assert_eq!(new(10, json!({"brick_pool": "one_kit"})), Ok(()));
    assert_eq!(new(2, json!({"opponent": "choose", "calls": false})), Err(Code::BadOptions));
    assert_eq!(new(2, json!({"opponent": "kit", "calls": false})), Ok(()));
}

#[test]
fn options_out_of_range_are_refused_and_written_defaults_are_not() {
    for agreed in [
        json!({"teams": 1}),
        json!({"big_turns": "true"}),
        json!({"threshold": 0}),
        json!({"threshold": 1001}),
        json!({"threshold": 5.0}),
        json!({"max_turns": 0}),
        json!({"max_turns": 1001}),
        json!({"max_turns": null}),
        json!({"end": "last"}),
        json!({"opponent": null}),
        json!({"brick_pool": "two_kits"}),
        json!({"normal_score": "sum"}),
        json!({"wolf_grin": "one"}),
        json!({"lesser_blank": true}),
        json!({"calls": null}),
        json!({"uncalled": "none"}),
        json!({"challenged_score": "counts"}),
        json!({"failed_challenge": "two"}),
        json!({"tie_break": "none"}),
        json!({"sky": 1}),
    ] {
        assert!(parse_options::<Fortuna>(agreed.clone()).is_err(), "{agreed}");
    }
    let written = json!({
        "teams": false, "big_turns": false, "threshold": null, "max_turns": 200, "end": "first_out",
        "opponent": "next", "brick_pool": "all", "normal_score": "best", "wolf_grin": "one_or_both",
        "lesser_blank": "zero", "calls": true, "uncalled": "counts", "challenged_score": "stands",
        "failed_challenge": "nothing", "tie_break": "draw"
    });
    assert_eq!(serde_json::to_value(Options::default()).expect("JSON"), written);
    assert_eq!(parse_options::<Fortuna>(written), Ok(Options::default()));
    assert_eq!(parse_options::<Fortuna>(json!({})), Ok(Options::default()));
}

#[test]
fn the_whole_game_has_these_bytes() {
    let steps = serde_json::from_str(examples::WHOLE_GAME).expect("steps");
    let log = Log::<Fortuna> { players: 2, options: options(json!({"threshold": 12})), steps };
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "033dd920760ca681814a3ac66ba920fab32411");
    assert_eq!(Log::from_bytes(2, log.options.clone(), 10, &bytes), Ok(log));
}

#[test]
fn the_dice_and_the_shuffled_pool_come_from_the_stream() {
    let mut game = Fortuna::new(2, Options::default()).expect("a table");
    let mut chance = Chance::of_table("arcana", "");
    let drawn: Vec<Value> = (0..4).map(|_| serde_json::to_value(game.draw(&mut chance)).expect("JSON")).collect();
    let expected = json!([
        {"type": "opening_roll", "rolls": [[4, 1], [1, 4]]},
        {"type": "opening_roll", "rolls": [[5, 6], [5, 2]]},
        {"type": "roll", "dice": [1, 2]},
        {"type": "flip", "bricks": [0, 1]},
    ]);
    assert_eq!(json!(drawn), expected);
}

/// Asserts that everybody sees the whole step, and applies it.
fn is_seen_by_all(game: &mut Fortuna, step: Value) {
    let read: Step = serde_json::from_value(step.clone()).expect("a step");
    for viewer in [Viewer::Public, Viewer::Player(Player(0)), Viewer::Player(Player(1)), Viewer::All] {
        assert_eq!(seen(game, &read, viewer), step);
    }
    game.apply(&read).expect("a legal step");
}

#[test]
fn every_step_is_public() {
    let mut game = Fortuna::new(2, Options::default()).expect("a table");
    is_seen_by_all(&mut game, json!({"type": "opening_roll", "rolls": [[6, 5], [1, 2]]}));
    is_seen_by_all(&mut game, json!({"type": "roll", "dice": [2, 4]}));
    is_seen_by_all(&mut game, json!({"type": "flip", "bricks": [2, 5]}));
    is_seen_by_all(&mut game, json!({"type": "call", "player": 0, "name": "smile"}));
    is_seen_by_all(&mut game.clone(), json!({"type": "challenge", "player": 1}));
    is_seen_by_all(&mut game, json!({"type": "accept", "player": 1}));
}
