//! Steps in wire form, as logs store them and as viewers see them.

use serde_json::{Value, json};

use super::{dealing::random_game, *};
use crate::{
    cards::{Deck, PACK},
    games::{FieldFaultKind, Log, check_as_seen, parse_options, tests::seen},
    hex::hex,
};

/// Malformed steps.
const MALFORMED: [&str; 44] = [
    "null",
    "7",
    "[]",
    r#""pass""#,
    r#"["pass", 0]"#,
    r#"["pass"]"#,
    "{}",
    r#"{"player": 0}"#,
    r#"{"type": "fold", "player": 0}"#,
    r#"{"type": "Pass", "player": 0}"#,
    r#"{"type": null, "player": 0}"#,
    r#"{"type": 4, "player": 0}"#,
    r#"{"type": "pass"}"#,
    r#"{"type": "pass", "player": null}"#,
    r#"{"type": "pass", "player": true}"#,
    r#"{"type": "pass", "player": "0"}"#,
    r#"{"type": "pass", "player": 0.0}"#,
    r#"{"type": "pass", "player": 1.0}"#,
    r#"{"type": "pass", "player": -1}"#,
    r#"{"type": "pass", "player": 3}"#,
    r#"{"type": "pass", "player": 256}"#,
    r#"{"type": "pass", "player": 99999999999999999999999}"#,
    r#"{"type": "pass", "player": 0, "cards": []}"#,
    r#"{"type": "pass", "player": 0, "extra": null}"#,
    r#"{"type": "pass", "player": 0, "player": 0}"#,
    r#"{"type": "play", "player": 0}"#,
    r#"{"type": "play", "cards": ["wa02"]}"#,
    r#"{"type": "play", "player": 0, "cards": null}"#,
    r#"{"type": "play", "player": 0, "cards": "wa02"}"#,
    r#"{"type": "play", "player": 0, "cards": []}"#,
    r#"{"type": "play", "player": 0, "cards": [2]}"#,
    r#"{"type": "play", "player": 0, "cards": ["wa02", null]}"#,
    r#"{"type": "play", "player": 0, "cards": ["wa02", "", "", "", "", ""]}"#,
    r#"{"type": "give", "player": 0, "cards": []}"#,
    r#"{"type": "give", "player": 0, "cards": ["wa02", "wa03", "wa04"]}"#,
    r#"{"type": "request", "player": 0}"#,
    r#"{"type": "request", "player": 0, "wants": []}"#,
    r#"{"type": "request", "player": 0, "wants": ["ki", "qu", "pa"]}"#,
    r#"{"type": "request", "player": 0, "wants": ["ki", 7]}"#,
    r#"{"type": "deal", "hands": null}"#,
    r#"{"type": "deal", "hands": [[], []]}"#,
    r#"{"type": "deal", "hands": [[], [], 7]}"#,
    r#"{"type": "deal", "hands": [[], [], [7]]}"#,
    r#"{"type": "deal", "player": 0}"#,
];

fn code(game: &Foolery, text: &str) -> Option<Code> {
    let raw = serde_json::value::RawValue::from_string(text.to_owned()).expect("JSON");
    let checked = RawStep::new(&raw).read::<Step>().and_then(|step| game.check(&step));
    checked.err().map(|fault| fault.code)
}

#[test]
fn ill_formed_steps_are_malformed_in_every_phase() {
    let lead = Scene::new("wa02 wa03 wa04 / cu02 / sw02", 0);
    let mut follow = lead.clone();
    follow.plays(0, "wa02");
    let scenes = [
        Foolery::new(3, Options::default()).expect("three may play"),
        Scene::exchange(&[0, 1, 2], "waac / cuac / swac").0,
        lead.0,
        follow.0,
    ];
    for (text, game) in MALFORMED.into_iter().flat_map(|text| scenes.iter().map(move |game| (text, game))) {
        assert_eq!(code(game, text), Some(Code::Malformed), "{text} in {:?}", game.phase);
    }
}

#[test]
fn a_step_of_another_phase_is_a_wrong_step_before_its_player_is_checked() {
    let lead = Scene::new("wa02 wa03 / cu02 / sw02", 0).0;
    let deal = Foolery::new(3, Options::default()).expect("three may play");
    assert_eq!(code(&lead, r#"{"type": "give", "player": 2, "cards": ["nothing"]}"#), Some(Code::WrongStep));
    assert_eq!(code(&lead, r#"{"type": "request", "player": 2, "wants": ["nothing"]}"#), Some(Code::WrongStep));
    assert_eq!(code(&lead, r#"{"type": "deal"}"#), Some(Code::WrongStep));
    assert_eq!(code(&deal, r#"{"type": "pass", "player": 2}"#), Some(Code::WrongStep));
    assert_eq!(code(&lead, r#"{"type": "play", "player": 2, "cards": ["nothing"]}"#), Some(Code::WrongPlayer));
    assert_eq!(code(&lead, r#"{"type": "pass", "player": 2}"#), Some(Code::WrongPlayer));
}

#[test]
fn after_the_end_everything_well_formed_or_not_is_game_over() {
    let mut scene = Scene::new("wa02 / cu02 / –", 0);
    scene.plays(0, "wa02");
    for step in [pass(0), pass(7), Step::Deal { hands: Some(Vec::new()) }] {
        assert_eq!(scene.tried(&step), Err(Code::GameOver));
    }
}

#[test]
fn the_checks_of_a_play_are_in_order() {
    let scene = Scene::new("ar00 ar05 wa02 wa03 / cu02 / sw02", 0).0;
    let played = |cards: Value| code(&scene, &json!({"type": "play", "player": 0, "cards": cards}).to_string());
    assert_eq!(played(json!(["cu02", "cu02", "cu15"])), Some(Code::UnknownCard));
    assert_eq!(played(json!(["cu02", "ar00", "cu02"])), Some(Code::DuplicateCard));
    assert_eq!(played(json!(["ar00", "cu02"])), Some(Code::CardNotHeld));
    assert_eq!(played(json!(["ar00", "wa02", "wa03"])), Some(Code::FoolInSet));
    assert_eq!(played(json!(["ar05", "wa02"])), Some(Code::NoCombination));
    assert_eq!(played(json!(["ar00"])), Some(Code::FoolLed));
    assert_eq!(played(json!(["ar05"])), Some(Code::TrumpLed));
    assert_eq!(played(json!(["wa02"])), None);
}

#[test]
fn to_follow_the_number_is_checked_before_the_height() {
    let mut scene = Scene::new("wa09 cu09 wa02 / wa03 cu03 wakn ar01 ar02 / ar10 sw02 sw03 pe03", 0);
    scene.plays(0, "wa09 cu09").refuses_play(1, "wa03", Code::WrongNumber).refuses_play(1, "wa03 cu03", Code::TooLow);
    scene.refuses_play(1, "ar01 ar02", Code::WrongNumber).plays(1, "ar02");
    scene.refuses_play(2, "sw02", Code::TooLow).refuses_play(2, "sw03 pe03", Code::TooLow);
}

#[test]
fn a_refusal_says_how_many_cards_are_needed() {
    let mut scene = Scene::new("wa09 cu09 wa02 / wa03 cu03 wakn ar01 ar02 ar03 / ar10 ar11 sw02 sw03 pe03", 0);
    scene.plays(0, "wa09 cu09");
    let sentence = |scene: &Scene, player, ids| {
        let fault = scene.0.check(&play(player, ids)).expect_err("refused");
        fault.plain_sentence(Deck::French, |_| "Ada")
    };
    assert_eq!(sentence(&scene, 1, "wa03"), "To follow Nine of Clubs, Nine of Hearts, play 2 cards, not 1.");
    assert_eq!(sentence(&scene, 1, "ar01 ar02"), "To follow Nine of Clubs, Nine of Hearts, play 1 trump, not 2.");
    scene.plays(1, "ar02");
    assert_eq!(sentence(&scene, 2, "ar10 ar11"), "To follow Trump II, play 1 trump, not 2.");
}

#[test]
fn a_step_of_another_type_is_told_what_is_due() {
    let scene = Scene::new("wa03 wa10 / cu04 cu09 / ar00 sw02", 0);
    let fault = scene.0.check(&give(0, "wa03")).expect_err("refused");
    let sentence = fault.plain_sentence(Deck::French, |_| "Ada");
    assert_eq!(sentence, "A step of type give is not due; play is.");
    scene.clone().refuses(&pass(0), Code::MustLead).refuses(&pass(1), Code::WrongPlayer);
    let from_a_seat = |step: &Step| check_as_seen(&scene.0, step).expect_err("refused").code;
    assert_eq!((from_a_seat(&pass(0)), from_a_seat(&pass(1))), (Code::MustLead, Code::WrongPlayer));
    assert_eq!(from_a_seat(&give(0, "wa03")), Code::WrongStep);
}

#[test]
fn with_fool_any_time_only_the_fool_itself_passes_out_of_turn() {
    let options = Options { fool_any_time: true, ..Options::default() };
    let mut scene = Scene::of(options, "wa03 wa10 / cu04 cu09 / ar00 sw02 / pe04 pe05", 0);
    scene.plays(0, "wa03");
    for cards in [r#"["ar00", "ar00"]"#, r#"["ar00", "sw02"]"#, r#"["nothing"]"#] {
        let text = format!(r#"{{"type": "play", "player": 2, "cards": {cards}}}"#);
        assert_eq!(code(&scene.0, &text), Some(Code::WrongPlayer), "{cards}");
    }
    scene.refuses(&give(2, "ar00"), Code::WrongStep);
}

#[test]
fn options_are_the_pages_with_their_defaults() {
    assert_eq!(parse_options::<Foolery>(json!({})), Ok(Options::default()));
    let defaults =
        json!({"deals": 1, "same_trumps": false, "pass_out": false, "fool_any_time": false, "scoring": "order"});
    assert_eq!(serde_json::to_value(Options::default()).expect("JSON"), defaults);
    assert_eq!(parse_options::<Foolery>(defaults), Ok(Options::default()));
    let others =
        json!({"deals": 100, "same_trumps": true, "pass_out": true, "fool_any_time": true, "scoring": "titles"});
    let expected = Options {
        deals: Between::new(100),
        same_trumps: true,
        pass_out: true,
        fool_any_time: true,
        scoring: Scoring::Titles,
    };
    assert_eq!(parse_options::<Foolery>(others), Ok(expected));
}

#[test]
fn options_out_of_range_are_reported_with_their_position() {
    for (options, pointer, kind) in [
        (json!({"deals": 0}), "/deals", FieldFaultKind::BadValue),
        (json!({"deals": 101}), "/deals", FieldFaultKind::BadValue),
        (json!({"deals": 1.0}), "/deals", FieldFaultKind::WrongType),
        (json!({"deals": null}), "/deals", FieldFaultKind::WrongType),
        (json!({"pass_out": 1}), "/pass_out", FieldFaultKind::WrongType),
        (json!({"same_trumps": null}), "/same_trumps", FieldFaultKind::WrongType),
        (json!({"scoring": "Order"}), "/scoring", FieldFaultKind::BadValue),
        (json!({"scoring": null}), "/scoring", FieldFaultKind::WrongType),
        (json!({"skips": true}), "/skips", FieldFaultKind::Unknown),
    ] {
        let faults = parse_options::<Foolery>(options).expect_err("a fault").0;
        if cfg!(feature = "schema") {
            assert_eq!((faults[0].pointer.as_str(), faults[0].kind), (pointer, kind));
        }
    }
}

#[test]
fn three_to_seven_may_play() {
    let may = |players| Foolery::new(players, Options::default()).map_err(|fault| fault.code).map(|_| ());
    assert_eq!([2, 3, 7, 8].map(may), [Err(Code::BadPlayers), Ok(()), Ok(()), Err(Code::BadPlayers)]);
}

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

const ADA: Viewer = Viewer::Player(Player(0));
const BEL: Viewer = Viewer::Player(Player(1));
const DOV: Viewer = Viewer::Player(Player(3));

fn wire(step: &Step) -> Value {
    serde_json::to_value(step).expect("JSON")
}

#[test]
fn a_deal_shows_the_viewers_hand_and_every_size() {
    let game = Foolery::new(4, Options::default()).expect("four may play");
    let deal = game.clone().draw(&mut Chance::of_table("a deal", ""));
    let own = wire(&deal)["hands"][1].clone();
    assert_eq!(seen(&game, &deal, BEL), json!({"type": "deal", "hand": own, "sizes": [19, 20, 20, 19]}));
    assert_eq!(seen(&game, &deal, Viewer::Public), json!({"type": "deal", "sizes": [19, 20, 20, 19]}));
    assert_eq!(seen(&game, &deal, Viewer::All), wire(&deal));
}

/// Four players, 0 King … 3 Peasant.
fn exchange() -> Scene {
    Scene::exchange(&[0, 1, 2, 3], "waac cuac / swac / ar00 ar21 ar04 / ar20 ar19")
}

#[test]
fn a_give_is_seen_by_its_two_players() {
    let mut scene = exchange();
    let paid = give(3, "ar19 ar20");
    for viewer in [DOV, ADA, Viewer::All] {
        assert_eq!(seen(&scene.0, &paid, viewer), wire(&paid));
    }
    for viewer in [BEL, Viewer::Public] {
        assert_eq!(seen(&scene.0, &paid, viewer), json!({"type": "give", "player": 3, "count": 2}));
    }
    scene.gives(3, "ar19 ar20").gives(0, "waac cuac");
    let highest = give(2, "ar21");
    assert_eq!(seen(&scene.0, &highest, BEL), wire(&highest), "the Merchant pays the Prince");
    assert_eq!(seen(&scene.0, &highest, ADA), json!({"type": "give", "player": 2, "count": 1}));
}

#[test]
fn requests_plays_and_passes_are_public() {
    let wish = request(3, "ar");
    assert_eq!(seen(&exchange().0, &wish, Viewer::Public), wire(&wish));
    let mut scene = Scene::new("wa07 wa02 / cu09 cu02 / sw03 sw04", 0);
    assert_eq!(seen(&scene.0, &play(0, "wa07"), DOV), wire(&play(0, "wa07")));
    scene.plays(0, "wa07");
    assert_eq!(seen(&scene.0, &pass(1), Viewer::Public), wire(&pass(1)));
}
