//! The stored form, and what viewers see.

use super::{dealing::random_game, *};
use crate::games::Log;

fn whole_log(players: usize, options: Options, seed: &str) -> Log<Foolery> {
    let (_, steps) = random_game(players, options.clone(), seed);
    Log { players, options, steps }
}

#[test]
fn a_log_written_and_read_is_the_same() {
    for players in 3..=7 {
        for seed in ["a", "b", "c"] {
            let log = whole_log(players, Options { deals: Between::new(3), ..Options::default() }, seed);
            let bytes = log.to_bytes();
            assert_eq!(Log::from_bytes(players, log.options.clone(), log.steps.len(), &bytes), Ok(log));
        }
    }
}

#[test]
fn damaged_bytes_are_refused_or_read_and_never_panic() {
    let log = whole_log(4, Options { deals: Between::new(2), ..Options::default() }, "damage");
    let mut bits = BitWriter::default();
    Foolery::write(4, &log.options, &log.steps, &mut bits);
    let bytes = bits.into_bytes();
    for at in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[at / 8] ^= 1 << (at % 8);
        // Whatever comes of it, it is as many steps or a refusal.
        let read = Foolery::read(1, 4, &log.options, log.steps.len(), &mut BitReader::new(&damaged));
        assert!(read.is_err() || read.is_ok_and(|steps| steps.len() == log.steps.len()));
    }
    for length in 0..bytes.len() {
        let mut bits = BitReader::new(&bytes[..length]);
        assert_eq!(Foolery::read(1, 4, &log.options, log.steps.len(), &mut bits), Err(OutOfBits));
    }
}

#[test]
fn nobody_sees_another_hand() {
    let scene = Scene::new("wa07 wa02 / cu09 / sw03 sw04", 0);
    let seen = |viewer| scene.0.state(viewer).hands.into_iter().map(|hand| hand.cards).collect::<Vec<_>>();
    assert_eq!(seen(Viewer::Player(Player(1))), [None, Some(cards("cu09")), None]);
    assert_eq!(seen(Viewer::Public), [None, None, None]);
    assert_eq!(seen(Viewer::All), [Some(cards("wa07 wa02")), Some(cards("cu09")), Some(cards("sw03 sw04"))]);
    assert_eq!(scene.0.state(Viewer::Public).hands[2].size, 2);
}

#[test]
fn everybody_sees_the_fool_of_a_stuck_player() {
    let mut scene = Scene::new("wa09 / ar00 / cu03 cu04 / sw03", 0);
    scene.plays(0, "wa09").passes(&[1, 2, 3]);
    let state = scene.0.state(Viewer::Player(Player(3)));
    assert_eq!((state.stuck, state.hands[1].cards), (Some(Player(1)), Some(cards("ar00"))));
}

#[test]
fn the_state_of_a_trick_names_the_standing_play_and_who_has_passed() {
    let mut scene = Scene::new("wa07 wa02 / cu09 / sw03 sw04 / pe05", 0);
    scene.plays(0, "wa07").passes(&[1]);
    let state = serde_json::to_value(scene.0.state(Viewer::Player(Player(2)))).expect("JSON");
    assert_eq!(state["standing"], serde_json::json!({"player": 0, "cards": ["wa07"], "kind": "single", "value": 7}));
    assert_eq!((&state["phase"], &state["turn"]), (&"follow".into(), &2.into()));
    assert_eq!(state["passed"], serde_json::json!([1]));
    assert_eq!(state["hands"][2], serde_json::json!({"size": 2, "cards": ["sw03", "sw04"]}));
    assert_eq!(state["hands"][0], serde_json::json!({"size": 1, "cards": null}));
}
