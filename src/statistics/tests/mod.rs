mod counts;
mod figures;
mod laws;
mod rotation;
mod runs;

use serde_json::{Value, json};

use super::{Simulation, SimulationSpec, Tally};
use crate::{games::Ruleset, players::Skill};

/// A number of games among these bots, repeated around the default table.
fn spec(ruleset: Ruleset, bots: &[Skill], games: u64) -> SimulationSpec {
    let players = usize::from(ruleset.info().players.default);
    let bots = bots.iter().copied().cycle().take(players).collect();
    SimulationSpec { ruleset, options: json!({}), bots, games, seed: "any text".to_owned(), rotate: false }
}

fn simulation(spec: SimulationSpec) -> Simulation {
    Simulation::new(spec).expect("games that can be played")
}

/// The tally of all games of a simulation.
fn whole(simulation: &Simulation) -> Tally {
    simulation.play(0..simulation.spec().games, &|| true).expect("it is not stopped")
}

/// The report on games among random bots, as JSON.
fn report_of(ruleset: Ruleset, options: Value, games: u64) -> Value {
    let simulation = simulation(SimulationSpec { options, ..spec(ruleset, &[Skill::Random], games) });
    serde_json::to_value(simulation.report(&whole(&simulation))).expect("a report can be written")
}
