//! What each viewer sees of a step (reversal.md, "State").

use super::*;
use crate::games::tests::seen;

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
