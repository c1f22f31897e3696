//! Prints logs of many games, one per line, to measure imports.
//!
//! `cargo run --release --example crowd -- 100000 > logs.ndjson`, then `arcana import logs.ndjson`. A ruleset after the
//! number limits the games to it.

use std::io::{self, BufWriter, Write};

use arcana::{
    chance::Chance,
    games::{Foolery, Fortuna, Fortunes, Fortuno, Reversal, Ruleset},
    players::{HasBots, Skill, play_out, seat},
};
use serde_json::json;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let only: Option<Ruleset> = arguments.next().map(|text| text.parse().expect("the name of a ruleset"));
    let mut output = BufWriter::new(io::stdout().lock());
    for number in 0..count {
        // Of ten games, six are Fortunes, and one of each other ruleset.
        let mixed = Ruleset::ALL.get(number % 10).copied().unwrap_or(Ruleset::Fortunes);
        let ruleset = only.unwrap_or(mixed);
        writeln!(output, "{}", log(ruleset, number))?;
    }
    output.flush()
}

/// The log of a random game with this number.
fn log(ruleset: Ruleset, number: usize) -> serde_json::Value {
    let players = usize::from(ruleset.info().players.default);
    let seed = format!("crowd {number}");
    let steps = match ruleset {
        Ruleset::Fortunes => steps::<Fortunes>(players, &seed),
        Ruleset::Fortuno => steps::<Fortuno>(players, &seed),
        Ruleset::Foolery => steps::<Foolery>(players, &seed),
        Ruleset::Fortuna => steps::<Fortuna>(players, &seed),
        Ruleset::Reversal => steps::<Reversal>(players, &seed),
    };
    let names: Vec<_> = (0..players).map(|seat| json!({"name": format!("Player {}", (number + seat) % 997)})).collect();
    json!({"ruleset": ruleset, "players": names, "steps": steps, "external_id": format!("crowd {number}")})
}

fn steps<G: HasBots>(players: usize, seed: &str) -> serde_json::Value {
    let mut game = G::new(players, G::Options::default()).expect("the default number plays by default options");
    let mut bots = seat(&vec![Skill::Random; players], seed, "");
    let mut steps = Vec::new();
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |_, step| steps.push(step));
    serde_json::to_value(steps).expect("steps are JSON")
}
