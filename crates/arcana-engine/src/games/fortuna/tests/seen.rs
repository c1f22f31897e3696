//! Everybody sees everything (fortuna.md, "State").

use super::*;
use crate::games::{Viewer, tests::seen};

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
