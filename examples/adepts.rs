//! Measures the time adepts take, and hashes what they play.
//!
//! `cargo run --release --example adepts -- GAME GAMES [OPTIONS] [PLAYERS]`, as in `adepts fortunes 200 '{"betting":
//! {"type": "bid"}}'`, plays that many games among adepts with fixed seeds. It prints the processor time per game and a
//! hash of all logs: two builds with the same hash play the same.

mod processor_time;

use std::{env, process::ExitCode};

use arcana::{
    chance::{Chance, seed_hash},
    games::{Foolery, Fortuna, Fortunes, Fortuno, Log, Reversal, parse_options},
    players::{HasBots, Skill, play_out, seat},
};

use processor_time::processor_time;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("fortunes") => run::<Fortunes>(&arguments),
        Some("fortuno") => run::<Fortuno>(&arguments),
        Some("foolery") => run::<Foolery>(&arguments),
        Some("fortuna") => run::<Fortuna>(&arguments),
        Some("reversal") => run::<Reversal>(&arguments),
        Some(_) | None => None,
    };
    if done.is_none() {
        eprintln!("adepts GAME GAMES [OPTIONS] [PLAYERS], GAME one of fortunes, fortuno, foolery, fortuna, reversal");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run<G: HasBots>(arguments: &[String]) -> Option<()> {
    let games: u32 = arguments.get(1)?.parse().ok()?;
    let options = arguments.get(2).map_or(Some(serde_json::json!({})), |options| serde_json::from_str(options).ok())?;
    let options = parse_options::<G>(options).ok()?;
    let players = arguments.get(3).map_or(Some(G::INFO.players.default.into()), |players| players.parse().ok())?;
    let start = processor_time();
    let (mut hash, mut steps) = (String::new(), 0);
    for game in 0..games {
        let log = played::<G>(players, &options, &format!("adepts {game}"));
        steps += log.steps.len();
        hash = seed_hash(&format!("{hash}{:?}", log.to_bytes()));
    }
    let spent = (processor_time() - start).as_secs_f64() * 1000.0;
    println!(
        "{:.3} ms a game, {:.2} µs a step, {steps} steps, {hash}",
        spent / f64::from(games),
        spent * 1000.0 / steps as f64
    );
    Some(())
}

fn played<G: HasBots>(players: usize, options: &G::Options, seed: &str) -> Log<G> {
    let mut game = G::new(players, options.clone()).expect("a valid number of players");
    let mut bots = seat::<G>(&vec![Skill::Adept; players], seed, "");
    let mut steps = Vec::new();
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |_, step| steps.push(step));
    Log { players, options: options.clone(), steps }
}
