//! The table of worked examples, row by row, and the whole game.

use super::*;

#[test]
fn example_1_four_becomes_five() {
    let mut game = table(json!({}), [0, 0], [0, 0]);
    play_round(&mut game, [(Store, 3), (Store, 1)], [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]], Some([&[1, 6, 2], &[5]]));
    assert_eq!(standing(&game), ([0, 1], [3, 1]));
}

#[test]
fn example_2_the_lowest_failures_are_rerolled() {
    let mut game = table(json!({}), [2, 0], [0, 0]);
    play_round(&mut game, [(Spend, 2), (Store, 1)], [[1, 3, 2, 6, 6], [2, 2, 2, 4, 1]], Some([&[4, 4], &[3]]));
    assert_eq!(standing(&game), ([1, 0], [0, 1]));
}

/// Examples 3 to 5: luck 4 and 6, the same round under every `lack`.
fn both_lack(options: Value) -> ([i32; 2], [u8; 2]) {
    let mut game = table(options, [4, 6], [0, 0]);
    play_round(&mut game, [(Spend, 4), (Store, 2)], [[6, 6, 5, 1, 2], [4, 1, 2, 3, 1]], Some([&[1, 1], &[6]]));
    standing(&game)
}

#[test]
fn example_3_lacking_gains_and_loses_a_point() {
    assert_eq!(both_lack(json!({})), ([2, -1], [0, 8]));
}

#[test]
fn example_4_lack_each() {
    assert_eq!(both_lack(json!({"lack": "each"})), ([3, -1], [0, 8]));
}

#[test]
fn example_5_lack_empty() {
    assert_eq!(both_lack(json!({"lack": "empty"})), ([1, 0], [0, 8]));
}

/// Examples 6 and 7: nobody has a success to reroll.
fn no_reroll(options: Value) -> ([i32; 2], [u8; 2]) {
    let mut game = table(options, [0, 0], [0, 0]);
    play_round(&mut game, [(Store, 1), (Store, 1)], [[1, 1, 2, 3, 3], [3, 2, 1, 2, 1]], None);
    standing(&game)
}

#[test]
fn example_6_no_successes_and_no_reroll_step() {
    assert_eq!(no_reroll(json!({})), ([0, -1], [1, 1]));
}

#[test]
fn example_7_floor() {
    assert_eq!(no_reroll(json!({"floor": true})), ([1, 0], [1, 1]));
}

/// Examples 8 to 10: one success each.
fn one_success_each(options: Value, first: u8) -> ([i32; 2], [u8; 2]) {
    let mut game = table(options, [0, 0], [0, 0]);
    play_round(&mut game, [(Store, 1), (Store, 1)], [[4, 6, 1, 1, 1], [5, 5, 1, 1, 1]], Some([&[first], &[3]]));
    standing(&game)
}

#[test]
fn example_8_the_larger_sum_of_the_tied() {
    assert_eq!(one_success_each(json!({}), 3), ([1, 0], [1, 1]));
}

#[test]
fn example_9_a_full_tie_gives_nothing() {
    assert_eq!(one_success_each(json!({}), 2), ([0, 0], [1, 1]));
}

#[test]
fn example_10_tied_round_all() {
    assert_eq!(one_success_each(json!({"tied_round": "all"}), 2), ([1, 1], [1, 1]));
}

#[test]
fn example_11_eleven_beats_ten() {
    let mut game = table(json!({}), [8, 8], [9, 9]);
    play_round(&mut game, [(Spend, 6), (Spend, 8)], [[4, 4, 4, 4, 1], [6, 6, 6, 6, 6]], Some([&[5], &[]]));
    assert_eq!(standing(&game), ([10, 11], [2, 0]));
    assert_eq!(game.outcome().map(|outcome| outcome.winners), Some(vec![Player(1)]));
}

#[test]
fn example_12_a_full_tie_at_the_target_goes_on() {
    let mut game = table(json!({}), [8, 8], [9, 9]);
    play_round(&mut game, [(Spend, 8), (Spend, 8)], [[6, 6, 6, 6, 6], [6, 6, 6, 6, 6]], None);
    assert_eq!(standing(&game), ([10, 10], [0, 0]));
    assert_eq!(game.outcome(), None);
}

#[test]
fn example_13_down_to_nine_and_up_to_ten_again() {
    let mut game = table(json!({}), [0, 0], [10, 10]);
    play_round(&mut game, [(Store, 8), (Store, 1)], [[6, 4, 2, 2, 1], [6, 2, 2, 2, 2]], Some([&[4, 4], &[1]]));
    assert_eq!(standing(&game), ([10, 10], [8, 1]));
    assert_eq!(game.outcome(), None);
}

#[test]
fn example_14_nine_against_eleven() {
    let mut game = table(json!({}), [0, 0], [10, 10]);
    play_round(&mut game, [(Store, 8), (Store, 1)], [[6, 4, 2, 2, 1], [6, 5, 4, 2, 2]], Some([&[4, 1], &[1]]));
    assert_eq!(standing(&game), ([9, 11], [8, 1]));
    assert_eq!(game.outcome().map(|outcome| outcome.winners), Some(vec![Player(1)]));
}

#[test]
fn example_15_overflow_cap() {
    let mut game = table(json!({"overflow": "cap"}), [7, 0], [0, 0]);
    play_round(&mut game, [(Store, 3), (Store, 1)], [[4, 5, 6, 6, 1], [1, 1, 1, 1, 4]], Some([&[1, 1, 4], &[1]]));
    assert_eq!(standing(&game), ([1, 0], [8, 1]));
}

#[test]
fn example_16_zero() {
    let mut game = table(json!({"zero": true}), [0, 8], [0, 0]);
    play_round(&mut game, [(Spend, 0), (Store, 0)], [[4, 5, 6, 6, 1], [1, 1, 1, 1, 4]], None);
    assert_eq!(standing(&game), ([1, 0], [0, 8]));
}

#[test]
fn example_refused_choices() {
    let refused = |options, luck, action, amount| {
        let mut game = table(options, [luck, 0], [0, 0]);
        let before = game.clone();
        let verdict = take(&mut game, choose(0, action, amount));
        assert_eq!(game, before);
        verdict
    };
    assert_eq!(refused(json!({}), 0, Spend, 1), Err(Code::LuckShort));
    assert_eq!(refused(json!({}), 3, Spend, 4), Err(Code::LuckShort));
    assert_eq!(refused(json!({}), 7, Store, 2), Err(Code::LuckLimit));
    assert_eq!(refused(json!({}), 8, Store, 1), Err(Code::LuckLimit));
    assert_eq!(refused(json!({}), 4, Store, 0), Err(Code::BadAmount));
    assert_eq!(refused(json!({}), 8, Spend, 9), Err(Code::BadAmount));
    assert_eq!(refused(json!({"max_amount": 2}), 4, Store, 3), Err(Code::BadAmount));
}

/// The whole game at the end of the page.
pub(super) const WHOLE_GAME: &str = r#"[
    {"type": "choose", "player": 1, "action": "store", "amount": 1},
    {"type": "choose", "player": 0, "action": "store", "amount": 3},
    {"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]},
    {"type": "reroll", "dice": [[1, 6, 2], [5]]}
]"#;

#[test]
fn example_a_whole_game() {
    let mut game = table(json!({"target": 1}), [0, 0], [0, 0]);
    for step in serde_json::from_str::<Vec<Value>>(WHOLE_GAME).expect("steps") {
        assert_eq!(take(&mut game, step), Ok(()));
    }
    let expected = json!({
        "winners": [1], "places": [2, 1], "scores": [0, 1],
        "detail": {"end": "target", "rounds": 1, "luck": [3, 1]}
    });
    assert_eq!(serde_json::to_value(game.outcome()).expect("JSON"), expected);
}
