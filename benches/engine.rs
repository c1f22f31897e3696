//! Speed of playing, replaying and checking games on one core: `cargo bench --bench engine`.
//!
//! Each time is that of [`GAMES`] different games; items are steps. Another game needs its name in the lists of
//! `types`.

use arcana::{
    chance::Chance,
    games::{Due, Foolery, Fortuna, Fortunes, Fortuno, Game, Log, RawStep, Reversal, replay},
    players::{HasBots, Skill, play_out, seat},
};
use divan::{Bencher, black_box, counter::ItemsCount};
use serde_json::value::RawValue;

/// Number of different games per measurement.
const GAMES: u32 = 100;

fn main() {
    divan::main();
}

fn new<G: Game>() -> G {
    G::new(G::INFO.players.default.into(), G::Options::default()).expect("the default number of players")
}

/// Plays a random game with moves only; returns the number of steps.
fn random_game<G: Game>(seed: u32, moves: &mut Vec<G::Move>) -> (G, usize) {
    let mut key = [0; 32];
    key[..4].copy_from_slice(&seed.to_le_bytes());
    let (mut chance, mut game, mut steps) = (Chance::from_key(key), new::<G>(), 0);
    loop {
        match game.due() {
            Due::Over => return (game, steps),
            Due::Table(_) => drop(game.draw(&mut chance)),
            Due::Players { must, .. } => {
                let player = must.first().expect("somebody has to act");
                moves.clear();
                game.moves(player, G::INFO.moves_limit, moves);
                game.play_unchecked(player, moves[chance.below(moves.len() as u32) as usize]);
            }
        }
        steps += 1;
    }
}

/// A game played by bots of this skill, with its log.
fn recorded_game<G: HasBots>(skill: Skill, seed: u32) -> (G, Log<G>) {
    let (mut game, seed, mut steps) = (new::<G>(), format!("bench {seed}"), Vec::new());
    let mut bots = seat::<G>(&vec![skill; game.players()], &seed, "");
    play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, step| steps.push(step));
    let log = Log { players: game.players(), options: G::Options::default(), steps };
    (game, log)
}

fn logs<G: HasBots>() -> Vec<Log<G>> {
    (0..GAMES).map(|seed| recorded_game(Skill::Random, seed).1).collect()
}

fn steps_of<G: Game>(logs: &[Log<G>]) -> ItemsCount {
    ItemsCount::new(logs.iter().map(|log| log.steps.len()).sum::<usize>())
}

/// Rules and scoring alone.
#[divan::bench(types = [Fortunes, Fortuno, Foolery, Fortuna, Reversal])]
fn random_games<G: Game>(bencher: Bencher<'_, '_>) {
    let mut moves = Vec::new();
    let steps: usize = (0..GAMES).map(|seed| random_game::<G>(seed, &mut moves).1).sum();
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        for seed in 0..GAMES {
            black_box(random_game::<G>(seed, &mut moves).0.outcome());
        }
    });
}

/// Rules, scoring, random bots and the log, packed.
#[divan::bench(types = [Fortunes, Fortuno, Foolery, Fortuna, Reversal])]
fn recorded_games<G: HasBots>(bencher: Bencher<'_, '_>) {
    bencher.counter(steps_of(&logs::<G>())).bench_local(|| {
        for seed in 0..GAMES {
            let (game, log) = recorded_game::<G>(Skill::Random, seed);
            black_box((game.outcome(), log.to_bytes()));
        }
    });
}

/// A single game by adepts.
#[divan::bench(types = [Fortunes, Fortuno, Foolery, Fortuna, Reversal])]
fn adept_game<G: HasBots>(bencher: Bencher<'_, '_>) {
    let steps = recorded_game::<G>(Skill::Adept, 0).1.steps.len();
    bencher.counter(ItemsCount::new(steps)).bench_local(|| recorded_game::<G>(Skill::Adept, 0));
}

/// A log of steps.
#[divan::bench(types = [Fortunes, Fortuno, Foolery, Fortuna, Reversal])]
fn replay_typed<G: HasBots>(bencher: Bencher<'_, '_>) {
    let logs = logs::<G>();
    bencher.counter(steps_of(&logs)).bench_local(|| {
        for log in &logs {
            black_box(log.replay().is_ok());
        }
    });
}

/// A log as it is stored.
#[divan::bench(types = [Fortunes, Fortuno, Foolery, Fortuna, Reversal])]
fn replay_from_bytes<G: HasBots>(bencher: Bencher<'_, '_>) {
    let logs = logs::<G>();
    let packed: Vec<_> = logs.iter().map(|log| (log, log.to_bytes())).collect();
    bencher.counter(steps_of(&logs)).bench_local(|| {
        for (log, bytes) in &packed {
            let read = Log::<G>::from_bytes(log.players, log.options.clone(), log.steps.len(), bytes);
            black_box(read.is_ok_and(|log| log.replay().is_ok()));
        }
    });
}

/// A log as it is sent.
#[divan::bench(types = [Fortunes, Fortuno, Foolery, Fortuna, Reversal])]
fn judge_json<G: HasBots>(bencher: Bencher<'_, '_>) {
    let logs = logs::<G>();
    let sent: Vec<_> = logs.iter().map(|log| (log, serde_json::to_string(&log.steps).expect("JSON"))).collect();
    bencher.counter(steps_of(&logs)).bench_local(|| {
        for (log, text) in &sent {
            let raw: Vec<&RawValue> = serde_json::from_str(text).expect("JSON");
            let raw: Vec<_> = raw.into_iter().map(RawStep::new).collect();
            black_box(replay::<G>(log.players, log.options.clone(), &raw).is_ok());
        }
    });
}
