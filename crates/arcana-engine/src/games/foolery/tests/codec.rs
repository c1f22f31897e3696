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
fn damaged_bytes_are_refused_or_read_and_never_panic() {
    let log = whole_log(4, Options { deals: Between::new(2), ..Options::default() }, "damage");
    let mut bits = BitWriter::default();
    Foolery::encode(4, &log.options, &log.steps, &mut bits);
    let bytes = bits.into_bytes();
    for at in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[at / 8] ^= 1 << (at % 8);
        // The result is either the same number of steps or an error.
        let read = Foolery::decode(1, 4, &log.options, log.steps.len(), &mut BitReader::new(&damaged));
        assert!(read.is_err() || read.is_ok_and(|steps| steps.len() == log.steps.len()));
    }
    for length in 0..bytes.len() {
        let mut bits = BitReader::new(&bytes[..length]);
        assert_eq!(Foolery::decode(1, 4, &log.options, log.steps.len(), &mut bits), Err(OutOfBits));
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

/// A whole game of three players, as version 1 wrote it.
const GOLDEN: &str = "015f656a42170a1080868aea26fb182961112bb4a8a9b8b948ad4c4d5a53957a14a60c5a9f2ab4c14e94421bd4980658833a\
    687bec4b44a01526363e5e6a3f3aa0c5685347921f50571eed504f129b72f440bbd18eb254a01026972526a440263b6d8994920293228663be1f";

#[test]
fn the_golden_bytes_of_version_1_are_still_read() {
    let bytes: Vec<u8> =
        (0..GOLDEN.len()).step_by(2).map(|at| u8::from_str_radix(&GOLDEN[at..at + 2], 16).expect("hex")).collect();
    let log = Log::<Foolery>::from_bytes(3, Options::default(), 83, &bytes).expect("valid bytes");
    assert_eq!(log.steps[1], play(0, "pequ"));
    assert_eq!(log.replay().map(|game| game.deals[0].order[..].to_vec()), Ok([0, 1, 2].map(Player).to_vec()));
    assert_eq!(log.to_bytes(), bytes);
}

#[test]
fn each_type_of_step_has_its_bits() {
    const HEX: &str =
        "010f000000000000409224499224499248922449922449d2b66ddbb66ddbb6b3c3d3acf0578e62729eda1605f531baec";
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
    assert_eq!(hex(&bytes), HEX);
    assert_eq!(Log::from_bytes(4, Options::default(), 7, &bytes), Ok(log));
}
