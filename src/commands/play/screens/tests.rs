use std::cell::RefCell;

use serde_json::{Value, json};

use super::*;
use crate::{
    chance::Chance,
    commands::play::{
        host::Perspective,
        words::{YOU, choice, said},
    },
    games::{AnyStepKind, Foolery, Fortuna, Game, GameStep, Observe, Ruleset, Viewer, legal_steps, with_game},
    players::{HasBots, Skill, play_out, seat},
    service::SetupOf,
};

const WIDTH: usize = 60;

/// Enough for every type of step.
const SEEDS: u32 = 100;

/// Bots play a random game; `look` is called after each step from the perspective of player 1.
fn watched<G: Screen + HasBots>(seeds: u32, options: &Value, look: impl Fn(&Perspective, &G, &G::Step)) {
    let players = usize::from(G::INFO.players.default);
    for seed in (0..seeds).map(|seed| seed.to_string()) {
        let SetupOf { options, .. } = SetupOf::<G>::parse(options.clone(), players, None).expect("valid options");
        let mut game = G::new(players, options).expect("they can be played");
        let mut bots = seat::<G>(&vec![Skill::Random; players], &seed, "");
        let names: Vec<_> = Player::all(players).map(Player::default_name).collect();
        let perspective = Perspective::of::<G>(Player(1), &names, None);
        play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |game, step| look(&perspective, game, &step));
    }
}

#[test]
fn states_round_trip_through_json() {
    for ruleset in Ruleset::ALL {
        with_game!(ruleset, G => watched::<G>(3, &json!({}), |_, game, _| {
            for viewer in [Viewer::Player(Player(1)), Viewer::Public, Viewer::All] {
                let state = game.state(viewer);
                let written = serde_json::to_string(&state).expect("a state can be written");
                let read: <G as Observe>::State =
                    serde_json::from_str(&written).unwrap_or_else(|why| panic!("{why}: {written}"));
                assert_eq!(read, state);
            }
        }));
    }
}

#[test]
fn tables_fit_the_width() {
    for ruleset in Ruleset::ALL {
        with_game!(ruleset, G => watched::<G>(3, &json!({}), |perspective, game, _| {
            let sheet = G::sheet(perspective, &game.state(Viewer::Player(perspective.seat)));
            let lines = sheet.lines(perspective.deck, WIDTH);
            assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:#?}");
        }));
    }
}

/// Options with which the steps that other options leave out are due.
fn options_with_all_steps(ruleset: Ruleset) -> Vec<Value> {
    match ruleset {
        Ruleset::Fortunes => vec![
            json!({"betting": {"type": "wager", "when": "open"}}),
            json!({"betting": {"type": "bid"}}),
            json!({"betting": {"type": "ante"}}),
        ],
        Ruleset::Foolery => vec![json!({"deals": 3})],
        Ruleset::Fortuno | Ruleset::Fortuna | Ruleset::Reversal => vec![json!({})],
    }
}

#[test]
fn every_verb_has_a_second_person() {
    for ruleset in Ruleset::ALL {
        with_game!(ruleset, G => {
            let seen = RefCell::new(Vec::new());
            for options in options_with_all_steps(ruleset) {
            watched::<G>(SEEDS, &options, |perspective, game, step| {
            let perspective = &Perspective::of::<G>(step.player().unwrap_or(perspective.seat), &perspective.players, None);
            let steps = legal_steps(game, Viewer::Player(perspective.seat)).steps;
            let own = steps.iter().chain([step]).filter(|step| step.player() == Some(perspective.seat));
            for step in own {
                let sentence = G::narrate(&perspective.names(), step).sentence;
                let deed = sentence.strip_prefix(YOU).expect("a sentence about your step begins with you").trim();
                let verb = deed.split([' ', '.']).next().unwrap_or_default();
                let to_you = said(&sentence);
                assert!(!to_you.contains(&format!("You {verb} ")) && to_you.starts_with("You "), "{to_you}");
                assert!(!to_you.contains(" and calls") && !choice(&sentence).contains(" and calls"), "{to_you}");
                assert!(!choice(&sentence).to_lowercase().starts_with(&format!("{verb} ")), "{sentence}");
                seen.borrow_mut().push(step.kind());
            }
            });
            }
            let kinds = <<G as Game>::Step as GameStep>::Kind::ALL.iter();
            let missing: Vec<_> = kinds.filter(|kind| G::table_does(**kind).is_none() && !seen.borrow().contains(kind)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        });
    }
}

/// Takes several steps of a game of bots together, and compares where something is said with where it is
/// said step by step. Steps of which others see a part only are hidden.
fn said_at_its_step<G: Screen + HasBots>(options: &Value, said: &str) {
    let played = RefCell::new(Vec::new());
    watched::<G>(1, options, |perspective, game, step| {
        let step = serde_json::to_value(step).expect("JSON");
        let hidden = ["deal", "give"].iter().any(|kind| step["type"] == *kind);
        let step = (!hidden).then(|| serde_json::from_value::<G::Step>(step).expect("a step"));
        played.borrow_mut().push((perspective.clone(), game.state(Viewer::Player(perspective.seat)), step));
    });
    let played = played.into_inner();
    let mut found = 0;
    for taken in [2, 5, 9, 30].iter().flat_map(|count| played.windows(count + 1)) {
        let [(perspective, before, _), .., (_, after, _)] = taken else { continue };
        let one_by_one: Vec<_> = taken.windows(2).map(|pair| G::changes(perspective, &pair[0].1, &pair[1].1)).collect();
        let steps: Vec<_> = taken[1..].iter().map(|(.., step)| step.clone()).collect();
        let together = G::changes_by_step(perspective, before, after, &steps);
        let places = |by_step: &[Vec<String>]| -> Vec<_> {
            let here = |changes: &&Vec<String>| changes.iter().any(|sentence| sentence.contains(said));
            (0..).zip(by_step).filter(|(_, changes)| here(changes)).map(|(place, _)| place).collect::<Vec<u32>>()
        };
        let (expected, told) = (places(&one_by_one), places(&together));
        // The net result of several is told once.
        assert!(told == expected || (told.len() == 1 && told.last() == expected.last()), "{expected:?}: {together:?}");
        found += expected.len();
    }
    assert!(found > 0, "{said}");
}

#[test]
fn what_ends_is_said_before_what_begins() {
    said_at_its_step::<Fortuna>(&json!({}), " settled. Points: ");
    said_at_its_step::<Fortuna>(&json!({"calls": false}), " settled. Points: ");
    said_at_its_step::<Foolery>(&json!({"deals": 3}), "The deal is over: ");
}
