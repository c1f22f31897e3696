//! Steps per second that one core plays, verifies or stores, as measured by `scripts/bench engine`.
//!
//! `cargo run --release --example pace -- random GAME SECONDS [PLAYERS]`: complete random games with all moves legal,
//! with log and result. `… -- verify GAME SECONDS`: stored logs of such games are decoded and checked step by step. `…
//! -- size GAME GAMES [PLAYERS]`: size of a step in a stored log, of random bots and of adepts.

mod processor_time;

use std::{env, hint::black_box, process::ExitCode};

use arcana::{
    chance::Chance,
    games::{Due, Foolery, Fortuna, Fortunes, Fortuno, Game, GameStep, Log, LogCodec, Outcome, Player, Reversal},
    players::{HasBots, Skill, play_out, seat},
};

use processor_time::processor_time;

/// Number of logs that are verified repeatedly.
const LOGS: usize = 1000;
/// Number of games between two readings of the clock.
const BATCH: usize = 200;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.get(1).map(String::as_str) {
        Some("fortunes") => run::<Fortunes>(&arguments),
        Some("fortuno") => run::<Fortuno>(&arguments),
        Some("foolery") => run::<Foolery>(&arguments),
        Some("fortuna") => run::<Fortuna>(&arguments),
        Some("reversal") => run::<Reversal>(&arguments),
        Some(_) | None => None,
    };
    if done.is_none() {
        eprintln!("pace random|verify GAME SECONDS [PLAYERS], or pace size GAME GAMES [PLAYERS]");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run<G: HasBots>(arguments: &[String]) -> Option<()> {
    let amount: f64 = arguments.get(2)?.parse().ok()?;
    let players = arguments.get(3).map_or(Some(G::INFO.players.default.into()), |players| players.parse().ok())?;
    match arguments[0].as_str() {
        "random" => print_pace(amount, || random_games::<G>(players)),
        "verify" => print_pace(amount, || verified_games::<G>(players)),
        "size" => {
            [Skill::Random, Skill::Adept].into_iter().for_each(|skill| print_size::<G>(skill, amount as u32, players))
        }
        _ => return None,
    }
    Some(())
}

/// Runs batches, each of which returns its number of steps, for some seconds, and prints steps per second.
fn print_pace<B: FnMut() -> usize>(seconds: f64, batches: impl FnOnce() -> B) {
    let mut batch = batches();
    batch();
    let (start, mut steps) = (processor_time(), 0);
    loop {
        steps += batch();
        let spent = (processor_time() - start).as_secs_f64();
        if spent >= seconds {
            println!("{:.0}", steps as f64 / spent);
            return;
        }
    }
}

fn new<G: Game>(players: usize) -> G {
    G::new(players, G::Options::default()).expect("a valid number of players")
}

fn random_games<G: Game>(players: usize) -> impl FnMut() -> usize {
    let (mut chance, mut kept) = (Chance::of_table("pace", ""), Kept::<G>::new());
    let mut one = move || {
        kept.clear();
        black_box(random_game(players, &mut chance, &mut kept));
        black_box(&kept);
        kept.table.len() + kept.moves.len()
    };
    move || (0..BATCH).map(|_| one()).sum()
}

/// The content of a log: the table's steps, interleaved with the players' moves.
struct Kept<G: Game> {
    table: Vec<G::Step>,
    moves: Vec<(Player, G::Move)>,
}

/// Plays a random legal move of the first player who must act until the game is over; returns the result.
fn random_game<G: Game>(players: usize, chance: &mut Chance, kept: &mut Kept<G>) -> Option<Outcome<G::Detail>> {
    let mut game = new::<G>(players);
    loop {
        match game.due() {
            Due::Over => return game.outcome(),
            Due::Table(_) => kept.table.push(game.draw(chance)),
            Due::Players { must, .. } => {
                let player = must.first().expect("somebody has to act");
                let chosen = game.play_nth(player, |count| chance.below(count as u32) as usize);
                kept.moves.push((player, chosen.expect("a legal move")));
            }
        }
    }
}

impl<G: Game> Kept<G> {
    const fn new() -> Kept<G> {
        Kept { table: Vec::new(), moves: Vec::new() }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.moves.clear();
    }

    /// The log.
    fn log(&self, players: usize) -> Log<G> {
        let (mut game, mut steps) = (new::<G>(players), Vec::new());
        let (mut table, mut moves) = (self.table.iter(), self.moves.iter());
        loop {
            let step = match game.due() {
                Due::Over => return Log { players, options: G::Options::default(), steps },
                Due::Table(_) => table.next().expect("a step of the table").clone(),
                Due::Players { .. } => {
                    let (player, mv) = *moves.next().expect("a player's move");
                    G::Step::of_move(player, mv)
                }
            };
            game.apply_unchecked(&step);
            steps.push(step);
        }
    }
}

fn verified_games<G: LogCodec>(players: usize) -> impl FnMut() -> usize {
    let mut chance = Chance::of_table("pace", "");
    let stored = move |_| {
        let mut kept = Kept::<G>::new();
        random_game(players, &mut chance, &mut kept);
        let log = kept.log(players);
        (log.steps.len(), log.to_bytes())
    };
    let stored: Vec<_> = (0..LOGS).map(stored).collect();
    let mut next = 0;
    move || {
        let batch = (next..next + BATCH).map(|place| &stored[place % LOGS]);
        next = (next + BATCH) % LOGS;
        batch.map(|(steps, bytes)| black_box(verified::<G>(players, *steps, bytes))).sum()
    }
}

/// Decodes a stored log and checks every step.
fn verified<G: LogCodec>(players: usize, steps: usize, bytes: &[u8]) -> usize {
    let log = Log::<G>::from_bytes(players, G::Options::default(), steps, bytes).expect("a log that was stored");
    let game = log.replay().expect("a log that was accepted");
    black_box(game.outcome().expect("a game that is over"));
    steps
}

fn print_size<G: HasBots>(skill: Skill, games: u32, players: usize) {
    let (mut steps, mut bytes) = (0, 0);
    for game in 0..games {
        let seed = format!("size {game}");
        let mut bots = seat::<G>(&vec![skill; players], &seed, "");
        let (mut game, mut log) = (new::<G>(players), Vec::new());
        play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, step| log.push(step));
        steps += log.len();
        bytes += Log::<G> { players, options: G::Options::default(), steps: log }.to_bytes().len();
    }
    let (a_game, a_step) = (bytes as f64 / f64::from(games), bytes as f64 / steps as f64);
    println!("{} {players} {} {a_game:.1} {a_step:.3}", G::INFO.id, skill.id());
}
