//! Simulations: requests, stored tallies and reports.

use std::cell::Cell;

use serde_json::json;

use super::{simulation, spec, whole};
use crate::{
    chance::Chance,
    games::{FieldFaultKind, Game, Log, Ruleset, with_game},
    players::{HasBots, Skill, play_out, seat},
    statistics::{Counted, MAX_GAMES, Simulation, SimulationFault, SimulationSpec, Tally, TallyError, bot_label},
};

/// The log of a game of bots with a seed.
fn played<G: HasBots>(bots: &[Skill], seed: &str) -> Log<G> {
    let mut game = G::new(bots.len(), G::Options::default()).expect("a valid number of players");
    let mut steps = Vec::new();
    play_out(&mut game, &mut seat(bots, seed, ""), &mut Chance::of_table(seed, ""), |_, step| steps.push(step));
    Log { players: bots.len(), options: G::Options::default(), steps }
}

/// Counts the games of a simulation from individually played logs.
fn from_logs<G: Counted>(simulation: &Simulation) -> Tally {
    let mut tally = Tally::new(simulation.spec().ruleset);
    for game in 0..simulation.spec().games {
        let bots = simulation.bots_of(game);
        let who: Vec<_> = bots.iter().map(|bot| bot_label(bot.id(), bot.version::<G>())).collect();
        tally.count_log(game, &played::<G>(&bots, &simulation.seed_of(game)), &who).expect("a log that replays");
    }
    tally
}

#[test]
fn stored_games_count_like_those_of_a_simulation() {
    for ruleset in Ruleset::ALL {
        let simulation = simulation(spec(ruleset, &[Skill::Random], 6));
        let logs = with_game!(ruleset, G => from_logs::<G>(&simulation));
        assert_eq!(logs.to_bytes().expect("bytes"), whole(&simulation).to_bytes().expect("bytes"), "{ruleset:?}");
    }
}

#[test]
fn a_log_that_ends_early_is_rejected_and_not_counted() {
    let mut log = played::<crate::games::Fortunes>(&[Skill::Random; 4], "any text");
    log.steps.pop();
    let mut tally = Tally::new(Ruleset::Fortunes);
    let who = vec!["people".to_owned(); 4];
    assert_eq!(tally.count_log(0, &log, &who).map_err(|refusal| refusal.index), Err(Some(76)));
    assert_eq!(tally.games(), 0);
}

#[test]
fn extreme_games_can_be_replayed_from_their_seeds() {
    let simulation =
        simulation(SimulationSpec { rotate: true, ..spec(Ruleset::Foolery, &[Skill::Random, Skill::Adept], 12) });
    let extremes = simulation.report(&whole(&simulation)).extremes;
    let longest = extremes.longest.expect("there are games");
    let bots: Vec<_> = longest.bots.iter().flatten().map(|bot| Skill::from_id(bot).expect("a bot")).collect();
    let log = played::<crate::games::Foolery>(&bots, &longest.seed.expect("a seed"));
    assert_eq!(log.steps.len() as i64, longest.value);
    let highest = extremes.highest.expect("there are games");
    let bots: Vec<_> = highest.bots.iter().flatten().map(|bot| Skill::from_id(bot).expect("a bot")).collect();
    let game = played::<crate::games::Foolery>(&bots, &highest.seed.expect("a seed")).replay().expect("legal");
    assert_eq!(game.outcome().and_then(|outcome| outcome.scores.into_iter().max()), Some(highest.value));
}

#[test]
fn a_tally_round_trips_through_bytes() {
    for ruleset in Ruleset::ALL {
        let simulation = simulation(SimulationSpec { rotate: true, ..spec(ruleset, &[Skill::Random], 5) });
        let tally = whole(&simulation);
        let bytes = tally.to_bytes().expect("bytes");
        let again = Tally::from_bytes(ruleset, &bytes).expect("a tally");
        assert_eq!(again.to_bytes().expect("bytes"), bytes);
        assert_eq!(simulation.report(&again), simulation.report(&tally));
    }
    assert!(matches!(Tally::from_bytes(Ruleset::Fortunes, &[]), Err(TallyError::Empty)));
    assert!(matches!(Tally::from_bytes(Ruleset::Fortunes, &[99, 1, 2]), Err(TallyError::Form(99))));
    assert!(matches!(Tally::from_bytes(Ruleset::Fortunes, &[1, 1, 2]), Err(TallyError::Packed(_))));
}

#[test]
fn a_game_is_abandoned_as_soon_as_it_is_stopped() {
    let simulation = simulation(spec(Ruleset::Fortunes, &[Skill::Random], 10));
    let steps = Cell::new(0);
    let go_on = || {
        steps.set(steps.get() + 1);
        steps.get() < 100
    };
    assert!(simulation.play(0..10, &go_on).is_none());
    assert_eq!(steps.get(), 100, "no step is made after it was stopped");
}

#[test]
fn all_errors_are_reported_at_once() {
    let wrong =
        SimulationSpec { options: json!({"match": 7, "stars": 1}), ..spec(Ruleset::Fortunes, &[Skill::Random], 0) };
    let faults = Simulation::new(wrong).expect_err("nothing is right");
    let [SimulationFault::Games(0), SimulationFault::Options(options)] = &faults[..] else { panic!("{faults:?}") };
    let kinds: Vec<_> = options.0.iter().map(|fault| (fault.pointer.as_str(), fault.kind)).collect();
    assert_eq!(kinds, [("/match", FieldFaultKind::WrongType), ("/stars", FieldFaultKind::Unknown)]);
    let messages = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(messages.contains("from 1 to 10000000 games, not 0"), "{messages}");
    assert!(messages.contains("/options/stars: "), "{messages}");
    let three =
        SimulationSpec { bots: vec![Skill::Random; 3], ..spec(Ruleset::Fortunes, &[Skill::Random], MAX_GAMES + 1) };
    let faults = Simulation::new(three).expect_err("four play Fortunes");
    assert!(matches!(&faults[..], [SimulationFault::Games(_), SimulationFault::Setup(_)]), "{faults:?}");
}

#[test]
fn chunks_are_whole_deals_and_about_a_second() {
    for ruleset in Ruleset::ALL {
        for bots in [[Skill::Random; 2], [Skill::Adept; 2]] {
            let rotated = simulation(SimulationSpec { rotate: true, ..spec(ruleset, &bots, 1) });
            assert_eq!(rotated.chunk_size() % rotated.spec().bots.len() as u64, 0);
            assert!((1..=10_020).contains(&rotated.chunk_size()), "{ruleset:?}");
        }
    }
}
