use super::*;
use crate::{
    chance::Chance,
    commands::play::{
        table::Perspective,
        words::{YOU, choice, said},
    },
    games::{GameStep, Observe, Ruleset, Viewer, legal_steps, with_game},
    players::{HasBots, Skill, play_out, seat},
};

const WIDTH: usize = 60;

/// Bots play a random game; `look` is called after each step from the perspective of player 1.
fn watched<G: Screen + HasBots>(look: impl Fn(&Perspective, &G, &G::Step)) {
    let players = usize::from(G::INFO.players.default);
    for seed in ["a", "b", "c"] {
        let mut game = G::new(players, G::Options::default()).expect("the defaults can be played");
        let mut bots = seat::<G>(&vec![Skill::Random; players], seed, "");
        let names: Vec<_> = Player::all(players).map(|player| format!("Player {}", player.0 + 1)).collect();
        let perspective = Perspective::of::<G>(Player(1), &names);
        play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |game, step| look(&perspective, game, &step));
    }
}

#[test]
fn states_round_trip_through_json() {
    for ruleset in Ruleset::ALL {
        with_game!(ruleset, G => watched::<G>(|_, game, _| {
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
        with_game!(ruleset, G => watched::<G>(|perspective, game, _| {
            let sheet = G::sheet(perspective, &game.state(Viewer::Player(perspective.seat)));
            let lines = sheet.lines(perspective.deck, WIDTH);
            assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:#?}");
        }));
    }
}

#[test]
fn every_verb_has_a_second_person() {
    for ruleset in Ruleset::ALL {
        with_game!(ruleset, G => watched::<G>(|perspective, game, step| {
            let steps = legal_steps(game, Viewer::Player(perspective.seat)).steps;
            let own = steps.iter().chain([step]).filter(|step| step.player() == Some(perspective.seat));
            for step in own {
                let sentence = G::narrate(&perspective.names(), step).sentence;
                let deed = sentence.strip_prefix(YOU).expect("a sentence about your step begins with you").trim();
                let verb = deed.split([' ', '.']).next().unwrap_or_default();
                let to_you = said(&sentence);
                assert!(!to_you.contains(&format!("You {verb} ")) && to_you.starts_with("You "), "{to_you}");
                assert!(!choice(&sentence).to_lowercase().starts_with(&format!("{verb} ")), "{sentence}");
            }
        }));
    }
}
