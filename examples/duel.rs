//! How much better is `adept` than `random`? `cargo run --release --example duel -- fortunes 2000`
//!
//! Options may follow, as in `fortunes 500 '{"betting": {"type": "bid"}}'`, and a number of players, as in `fortuno 500
//! {} 6`.

use std::{
    env,
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};

use arcana::{
    chance::Chance,
    games::{Foolery, Fortuna, Fortunes, Fortuno, Observe, Player, Reversal, parse_options},
    interval::{Interval, wilson_of},
    players::{Bot, HasBots, Seated, Skill, play_out},
};

/// The seats that adepts take in turn, with random bots in all others: one team, or one seat.
type Sides = Vec<Vec<usize>>;

/// Number of moves of adepts, and their total time in nanoseconds.
static MOVES: AtomicU64 = AtomicU64::new(0);
static NANOSECONDS: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let deals = arguments.next().and_then(|deals| deals.parse().ok()).unwrap_or(2000);
    let options = arguments.next().unwrap_or("{}".to_owned());
    let players = arguments.next().and_then(|players| players.parse().ok());
    match game.as_str() {
        "fortunes" => duel::<Fortunes>(deals, &options, 4, vec![vec![0, 2], vec![1, 3]]),
        "fortuno" => alone::<Fortuno>(deals, &options, players.unwrap_or(4)),
        "foolery" => alone::<Foolery>(deals, &options, players.unwrap_or(4)),
        "fortuna" => alone::<Fortuna>(deals, &options, players.unwrap_or(2)),
        "reversal" => alone::<Reversal>(deals, &options, players.unwrap_or(2)),
        _ => {
            eprintln!(
                "duel GAME [DEALS] [OPTIONS] [PLAYERS], GAME one of fortunes, fortuno, foolery, fortuna, reversal"
            );
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// One adept among random bots, in every seat in turn.
fn alone<G: HasBots>(deals: u32, options: &str, players: usize) {
    duel::<G>(deals, options, players, (0..players).map(|seat| vec![seat]).collect());
}

/// Plays every deal once for each of the seat lists, and prints how often adepts won.
fn duel<G: HasBots>(deals: u32, options: &str, players: usize, sides: Sides) {
    let options = serde_json::from_str(options).expect("options are JSON");
    let options = parse_options::<G>(options).expect("valid options");
    let (mut decided, mut won) = (0, 0);
    for deal in 0..deals {
        for adepts in &sides {
            let winners = winners::<G>(players, &options, adepts, &format!("duel {deal}"));
            decided += u32::from(!winners.is_empty());
            won += u32::from(winners.iter().any(|winner| adepts.contains(&winner.index())));
        }
    }
    let games = deals * sides.len() as u32;
    let trials = f64::from(decided.max(1));
    let share = f64::from(won) / trials;
    let Interval { low, high } = wilson_of(share, trials);
    println!("{}: {games} games, {decided} decided, adept won {won}", G::INFO.name);
    println!(
        "share {:.1} % (95 %: {:.1} to {:.1}), expected of equals {:.1} %",
        share * 100.0,
        low * 100.0,
        high * 100.0,
        100.0 / sides.len() as f64
    );
    let (moves, time) = (MOVES.load(Ordering::Relaxed), NANOSECONDS.load(Ordering::Relaxed));
    println!("{:.1} microseconds a move of adept", time as f64 / 1000.0 / moves.max(1) as f64);
}

fn winners<G: HasBots>(players: usize, options: &G::Options, adepts: &[usize], seed: &str) -> Vec<Player> {
    let mut game = G::new(players, options.clone()).expect("a valid number of players");
    let bot = |seat: usize| -> Box<dyn Bot<G>> {
        if adepts.contains(&seat) { Box::new(Timed(G::adept())) } else { Skill::Random.bot() }
    };
    let mut bots: Vec<_> = (0..players).map(|seat| Seated::new(bot(seat), Chance::of_player(seed, "", seat))).collect();
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |_, _| ());
    game.outcome().map(|outcome| outcome.winners).unwrap_or_default()
}

/// A bot whose moves are timed.
struct Timed<G: Observe>(Box<dyn Bot<G>>);

impl<G: Observe> Bot<G> for Timed<G> {
    fn choose(&mut self, view: &G::View<'_>, moves: &[G::Move], must: bool, chance: &mut Chance) -> Option<G::Move> {
        let start = Instant::now();
        let choice = self.0.choose(view, moves, must, chance);
        NANOSECONDS.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        MOVES.fetch_add(1, Ordering::Relaxed);
        choice
    }
}
