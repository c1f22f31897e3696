//! The worked examples, row by row, the census and the whole game.

use super::*;

#[test]
fn example_published_what_a_turn_shows() {
    let shows = |dice: [u8; 2], bricks: [u8; 2]| shows(&dice, &bricks, json!({}));
    assert_eq!(shows([1, 5], [3, 5]), (Shown::Plain, 5));
    assert_eq!(shows([1, 3], [4, 5]), (Shown::Plain, 4));
    assert_eq!(shows([2, 3], [2, 3]), special(Happiness, 10));
    assert_eq!(shows([5, 6], [5, 6]), special(Cheese, 22));
    assert_eq!(shows([2, 4], [2, 5]), special(Smile, 14));
    assert_eq!(shows([1, 1], [1, 4]), special(Grin, 10));
    assert_eq!(shows([2, 4], [5, 4]), special(HalfSmile, 4));
    assert_eq!(shows([3, 3], [1, 4]), special(WolfGrin, 1));
}

#[test]
fn example_more_of_two_dice() {
    let defaults = || json!({});
    assert_eq!(shows(&[2, 3], &[2, 5], defaults()), (Shown::Plain, 5));
    assert_eq!(shows(&[2, 3], &[2, 5], json!({"normal_score": "all"})), (Shown::Plain, 7));
    assert_eq!(shows(&[2, 4], &[2, 4], defaults()), special(Happiness, 12));
    assert_eq!(shows(&[2, 4], &[2, 0], defaults()), special(Smile, 4));
    assert_eq!(shows(&[2, 4], &[6, 4], defaults()), special(HalfSmile, 4));
    assert_eq!(shows(&[2, 4], &[6, 5], defaults()), (Shown::Plain, 6));
    assert_eq!(shows(&[2, 4], &[4, 0], defaults()), special(HalfSmile, 0));
    assert_eq!(shows(&[2, 4], &[4, 0], json!({"lesser_blank": "skip"})), special(HalfSmile, 4));
    assert_eq!(shows(&[3, 3], &[6, 3], defaults()), special(Grin, 18));
    assert_eq!(shows(&[3, 3], &[6, 5], defaults()), special(WolfGrin, 5));
    assert_eq!(shows(&[3, 3], &[6, 5], json!({"wolf_grin": "both"})), (Shown::Plain, 6));
    assert_eq!(shows(&[3, 3], &[1, 2], defaults()), special(WolfGrin, 1));
    assert_eq!(shows(&[4, 4], &[0, 5], defaults()), (Shown::Miss, 0));
    assert_eq!(shows(&[6, 6], &[6, 6], defaults()), special(Happiness, 24));
}

#[test]
fn example_more_of_big_turns() {
    let shows = |dice: [u8; 4], bricks: [u8; 4]| shows(&dice, &bricks, json!({"big_turns": true}));
    assert_eq!(shows([5, 5, 6, 6], [6, 5, 6, 5]), special(Cheese, 44));
    assert_eq!(shows([1, 2, 3, 3], [1, 3, 0, 6]), special(Smile, 20));
    assert_eq!(shows([1, 4, 6, 6], [1, 6, 0, 2]), special(Grin, 18));
    assert_eq!(shows([2, 4, 5, 5], [4, 1, 6, 3]), special(HalfSmile, 1));
    assert_eq!(shows([2, 5, 6, 6], [1, 2, 4, 3]), special(WolfGrin, 1));
    assert_eq!(shows([1, 3, 4, 6], [2, 5, 0, 0]), (Shown::Plain, 5));
}

/// A row of the table of marbles: points of the roller, both players' marbles, and whether the game continues.
fn settled(
    thrown: ([u8; 2], [u8; 2]),
    before: [u8; 2],
    call: Option<Special>,
    answer: &str,
    agreed: Value,
) -> (i32, [u8; 2], bool) {
    let mut game = table(agreed, &before);
    turn(&mut game, &thrown.0, &thrown.1, call, answer);
    (game.points[0], [game.marbles[0], game.marbles[1]], !game.due().is_over())
}

const SMILE: ([u8; 2], [u8; 2]) = ([2, 4], [2, 5]);
const HALF_SMILE: ([u8; 2], [u8; 2]) = ([2, 4], [5, 4]);
const WOLF_GRIN: ([u8; 2], [u8; 2]) = ([3, 3], [1, 4]);
const MISS: ([u8; 2], [u8; 2]) = ([4, 4], [0, 5]);
const CHEESE: ([u8; 2], [u8; 2]) = ([5, 6], [5, 6]);

#[test]
fn example_marbles_smile() {
    let marble = || json!({"failed_challenge": "marble"});
    let plain = || json!({"uncalled": "plain"});
    assert_eq!(settled(SMILE, [2, 3], Some(Smile), "accept", json!({})), (14, [3, 2], true));
    assert_eq!(settled(SMILE, [2, 3], Some(Smile), "challenge", marble()), (14, [3, 1], true));
    assert_eq!(settled(SMILE, [2, 2], None, "accept", json!({})), (14, [3, 1], true));
    assert_eq!(settled(SMILE, [2, 2], None, "accept", plain()), (2, [3, 2], true));
    assert_eq!(settled(SMILE, [2, 2], Some(Grin), "challenge", json!({})), (14, [1, 3], true));
}

#[test]
fn example_marbles_half_smile() {
    assert_eq!(settled(HALF_SMILE, [2, 2], Some(HalfSmile), "accept", json!({})), (4, [2, 2], true));
    assert_eq!(settled(HALF_SMILE, [1, 2], None, "challenge", json!({})), (4, [0, 3], false));
}

#[test]
fn example_marbles_wolf_grin() {
    let plain = json!({"uncalled": "plain"});
    assert_eq!(settled(WOLF_GRIN, [2, 2], None, "accept", plain), (0, [1, 2], true));
}

#[test]
fn example_marbles_miss() {
    let marble = json!({"failed_challenge": "marble"});
    assert_eq!(settled(MISS, [2, 2], Some(Grin), "challenge", json!({})), (0, [1, 3], true));
    assert_eq!(settled(MISS, [1, 1], None, "challenge", marble), (0, [0, 0], false));
}

#[test]
fn example_marbles_cheese() {
    assert_eq!(settled(CHEESE, [3, 2], Some(Cheese), "accept", json!({})), (22, [3, 0], false));
    assert_eq!(settled(CHEESE, [3, 3], Some(Happiness), "challenge", json!({})), (22, [2, 3], true));
}

/// Two ordered dice against two of one kit's eight bricks: how often each outcome is shown, and total points.
fn census(agreed: Value) -> ([u32; 8], i32) {
    let options = options(agreed);
    let kit: Vec<u8> =
        (0..7).flat_map(|value| vec![value; usize::from(pool(&options, 2)[usize::from(value)])]).collect();
    let (mut counts, mut points) = ([0; 8], 0);
    for (one, other) in (1..7).flat_map(|one| (1..7).map(move |other| (one, other))) {
        for (at, first) in kit.iter().enumerate() {
            for second in &kit[at + 1..] {
                let turn = Turn::new(&faces(&[one, other]), &faces(&[*first, *second]));
                let shown = turn.shown(&options);
                counts[shown.index()] += 1;
                points += turn.points(shown, &options);
            }
        }
    }
    (counts, points)
}

#[test]
fn census_of_the_1008_outcomes() {
    let (counts, points) = census(json!({}));
    assert_eq!(counts.iter().sum::<u32>(), 1008);
    assert_eq!(counts, [2, 28, 36, 42, 36, 34, 460, 370]);
    assert_eq!(points, 3045);
}

#[test]
fn census_with_normal_score_all() {
    assert_eq!(census(json!({"normal_score": "all"})), ([2, 28, 36, 42, 36, 34, 460, 370], 3195));
}

#[test]
fn census_with_wolf_grin_both() {
    assert_eq!(census(json!({"wolf_grin": "both"})), ([2, 28, 36, 42, 36, 18, 476, 370], 3085));
}

#[test]
fn census_with_lesser_blank_skip() {
    assert_eq!(census(json!({"lesser_blank": "skip"})), ([2, 28, 36, 42, 36, 34, 460, 370], 3117));
}

/// The whole game at the end of the page.
pub(super) const WHOLE_GAME: &str = r#"[
    {"type": "opening_roll", "rolls": [[3, 4], [6, 1]]}, {"type": "opening_roll", "rolls": [[2, 2], [5, 1]]},
    {"type": "roll", "dice": [4, 4]}, {"type": "flip", "bricks": [0, 5]},
    {"type": "call", "player": 1, "name": null}, {"type": "accept", "player": 0},
    {"type": "roll", "dice": [2, 4]}, {"type": "flip", "bricks": [2, 5]},
    {"type": "call", "player": 0, "name": "smile"}, {"type": "accept", "player": 1}
]"#;

#[test]
fn example_a_whole_game() {
    let mut game = Fortuna::new(2, options(json!({"threshold": 12}))).expect("a table");
    for step in serde_json::from_str::<Vec<Value>>(WHOLE_GAME).expect("steps") {
        assert_eq!(take(&mut game, step), Ok(()));
    }
    let expected = json!({
        "winners": [0], "places": [1, 2], "scores": [14, 0],
        "detail": {
            "end": "threshold", "turns": 2, "gold": 1, "teams": null, "marbles": [3, 1],
            "shown": {
                "cheese": 0, "happiness": 0, "smile": 1, "grin": 0, "half_smile": 0, "wolf_grin": 0, "plain": 0, "miss": 1
            }
        }
    });
    assert_eq!(serde_json::to_value(game.outcome()).expect("JSON"), expected);
}
