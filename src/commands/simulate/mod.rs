//! `arcana simulate`: bots play many games on all cores, and statistics are printed. Nothing is stored.

mod table;

use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use anyhow::{Context, bail};
use futures::future::join_all;
use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::{local, output};
use crate::{
    config::{Simulate, SimulateFormat},
    games::Ruleset,
    players::Skill,
    service::{Ids, SeedText, records::Seed},
    statistics::{Simulation, SimulationSpec, Tally},
};

/// Chunks per thread in a small simulation, so that all threads end at about the same time.
const CHUNKS_PER_THREAD: u64 = 8;

/// Maximum number of games in a chunk. An interrupt discards unfinished chunks.
const MAX_CHUNK: u64 = 500;

/// Plays the games and prints the statistics, after an interrupt those of the games finished so far.
pub fn simulate(settings: &Simulate) -> anyhow::Result<ExitCode> {
    let simulation = simulation(settings)?;
    let bar = local::games_progress(simulation.spec().games)?;
    let threads = settings.threads.map_or_else(local::threads, usize::from);
    let work = Arc::new(Work::new(simulation, threads as u64, bar));
    let interrupted = local::run(run(&work, threads))?;
    work.bar.finish_and_clear();
    let tally = work.tally.lock();
    let report = work.simulation.report(&tally);
    output::print(&match settings.format {
        SimulateFormat::Json => serde_json::to_string(&report)? + "\n",
        SimulateFormat::Text => table::table(work.simulation.spec(), &report)?,
    })?;
    if interrupted {
        output::note(&format!("Interrupted after {} of {} games.", tally.games(), work.simulation.spec().games));
        return Ok(ExitCode::from(local::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the simulation from the flags.
fn simulation(settings: &Simulate) -> anyhow::Result<Simulation> {
    let ruleset: Ruleset = settings.ruleset.parse()?;
    let seed = match &settings.seed {
        Some(seed) => seed.clone(),
        None => Seed::Made(Ids::default().secret()).text(),
    };
    let spec = SimulationSpec {
        ruleset,
        options: serde_json::from_str(&settings.options).context("--options is not valid JSON")?,
        bots: bots(settings, ruleset)?,
        games: settings.games,
        seed,
        rotate: settings.rotate,
    };
    let simulation = Simulation::new(spec).map_err(|faults| output::simulation_refused(&faults))?;
    // Each game can be replayed by its seed, so even the longest seed must be valid.
    SeedText::new(&simulation.seed_of(settings.games - 1)).context("--seed, with the number of a game behind it")?;
    Ok(simulation)
}

/// The bots by seat: those named, repeated around the table.
fn bots(settings: &Simulate, ruleset: Ruleset) -> anyhow::Result<Vec<Skill>> {
    let named = settings.bots.iter().map(|name| Skill::from_id(name).with_context(|| format!("{name} is not a bot")));
    let named = named.collect::<anyhow::Result<Vec<_>>>()?;
    let allowed = ruleset.info().players;
    let as_named = Some(named.len()).filter(|count| *count > 1 && allowed.allows(*count));
    let players = settings.players.or(as_named).unwrap_or(usize::from(allowed.default));
    if !allowed.allows(players) {
        bail!("--players: {} takes {allowed}, not {players}.", ruleset.info().name);
    }
    if named.len() > players {
        bail!("--bots names {} bots for {players} players", named.len());
    }
    Ok(named.into_iter().cycle().take(players).collect())
}

/// The simulation and the tally so far.
struct Work {
    simulation: Simulation,
    /// Number of games in a chunk.
    chunk: u64,
    /// The first game that no thread has taken.
    next: AtomicU64,
    stopped: AtomicBool,
    tally: Mutex<Tally>,
    bar: ProgressBar,
}

impl Work {
    fn new(simulation: Simulation, threads: u64, bar: ProgressBar) -> Work {
        let spec = simulation.spec();
        let (games, players) = (spec.games, spec.bots.len() as u64);
        // Whole deals, so that rotated games of one deal are in the same chunk.
        let chunk = games.div_ceil(threads * CHUNKS_PER_THREAD).min(MAX_CHUNK).next_multiple_of(players);
        let chunk = chunk.min(simulation.chunk_size());
        let tally = Mutex::new(Tally::new(spec.ruleset));
        Work { simulation, chunk, next: AtomicU64::new(0), stopped: AtomicBool::new(false), tally, bar }
    }

    /// Plays chunks until none is left.
    fn play(&self) {
        let games = self.simulation.spec().games;
        loop {
            let first = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if first >= games {
                return;
            }
            let chunk = first..games.min(first + self.chunk);
            let played = chunk.end - chunk.start;
            let go_on = || !self.stopped.load(Ordering::Relaxed);
            let Some(part) = self.simulation.play(chunk, &go_on) else { return };
            self.tally.lock().merge(&part);
            self.bar.inc(played);
        }
    }
}

/// Plays all games on this many threads; true if interrupted.
async fn run(work: &Arc<Work>, threads: usize) -> anyhow::Result<bool> {
    let thread = |_| {
        let work = Arc::clone(work);
        tokio::task::spawn_blocking(move || work.play())
    };
    let mut all = join_all((0..threads).map(thread));
    let (ended, interrupted) = tokio::select! {
        ended = &mut all => (ended, false),
        signal = tokio::signal::ctrl_c() => {
            signal?;
            work.stopped.store(true, Ordering::Relaxed);
            (all.await, true)
        }
    };
    ended.into_iter().collect::<Result<(), _>>()?;
    Ok(interrupted)
}
