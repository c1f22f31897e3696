//! The stored form, and what viewers see.

use super::{dealing::random_game, *};
use crate::{cards::PACK, games::Log, hex::hex};

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

#[test]
fn each_type_of_step_is_stored() {
    let hands = deal::spelled(&deal::cut(&PACK, Player(0), 4));
    let log = Log::<Foolery> {
        players: 4,
        options: Options::default(),
        steps: vec![
            Step::Deal { hands: Some(hands) },
            request(3, "08 ar20"),
            give(3, "ar05 swki"),
            play(0, "wa07"),
            play(1, "wa03 cu04 sw05 pe06 wa07"),
            pass(2),
            pass(0),
        ],
    };
    let bytes = log.to_bytes();
    assert_eq!(hex(&bytes), "032ead0f545a402c45b8e72b79fd35a5ef8670e8bf49f3af43b7320de7288849fda840beae31ca05233688");
    assert_eq!(Log::from_bytes(4, Options::default(), 7, &bytes), Ok(log));
}
