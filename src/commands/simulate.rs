//! `arcana simulate`: bots play many games on all cores, and statistics are printed. Nothing is stored.

use std::{
    fmt::{self, Write},
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
use serde_json::Value;

use super::{local, output};
use crate::{
    config::{Simulate, SimulateFormat},
    games::Ruleset,
    players::Skill,
    service::{Ids, SeedText, records::Seed},
    statistics::{DifferenceReport, Estimate, Report, SideReport, Simulation, SimulationSpec, SummaryReport, Tally},
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
        SimulateFormat::Text => table(work.simulation.spec(), &report)?,
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

/// Levels of nesting that are printed. Deeper values are in the JSON output only.
const DEPTH: usize = 3;

/// The report as text.
///
/// # Errors
/// Never, since writing to a string does not fail.
fn table(spec: &SimulationSpec, report: &Report) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "{}, {} games from the seed {}", spec.ruleset.info().name, report.games, spec.seed)?;
    writeln!(
        text,
        "{:16} {:>9} {:>9} {:>7}  {:22}  {:26}  {:>15}",
        "", "games", "won", "shared", "share won", "score", "range"
    )?;
    let of_seat = |side: &SideReport| side.seat.map(|seat| format!("seat {seat}"));
    let of_player = |side: &SideReport| side.player.map(|player| format!("player {player}"));
    for side in report.seats.iter().chain(&report.bots).chain(&report.players) {
        let name = of_seat(side).or_else(|| of_player(side)).or_else(|| side.bot.clone()).unwrap_or_default();
        write_side(&mut text, &name, side)?;
    }
    writeln!(text, "{} drawn", report.drawn)?;
    report.differences.iter().try_for_each(|difference| write_difference(&mut text, difference))?;
    writeln!(text, "steps: {}", summary(&report.steps))?;
    let extremes = &report.extremes;
    for (name, extreme) in [
        ("longest", &extremes.longest),
        ("shortest", &extremes.shortest),
        ("highest score", &extremes.highest),
        ("lowest score", &extremes.lowest),
        ("closest", &extremes.closest),
    ] {
        let Some(extreme) = extreme else { continue };
        let (seed, bots) = (extreme.seed.as_deref().unwrap_or_default(), extreme.bots.as_deref().unwrap_or_default());
        writeln!(text, "{name}: {}, seed {seed}, bots {}", extreme.value, bots.join(","))?;
    }
    writeln!(text)?;
    write_counted(&mut text, "", &report.counted, 0)?;
    Ok(text)
}

fn write_side(text: &mut String, name: &str, side: &SideReport) -> fmt::Result {
    let share = side.win_rate.map(|share| percent(&share)).unwrap_or_default();
    let score = side.scores.mean.map(|mean| estimate(&mean)).unwrap_or_default();
    let range = range(&side.scores);
    let SideReport { games, wins, shared_wins, .. } = side;
    writeln!(text, "{name:16} {games:>9} {wins:>9} {shared_wins:>7}  {share:22}  {score:26}  {range:>15}")
}

fn write_difference(text: &mut String, difference: &DifferenceReport) -> fmt::Result {
    let DifferenceReport { of, to, deals, win_rate, score } = difference;
    let none = || "none".to_owned();
    let share = win_rate.map_or_else(none, |share| percent(&share));
    let score = score.map_or_else(none, |score| estimate(&score));
    writeln!(text, "{of} minus {to}, on {deals} deals: share won {share}, score {score}")
}

/// Writes groups of numbers, one per line.
fn write_counted(text: &mut String, name: &str, value: &Value, depth: usize) -> fmt::Result {
    let inner = |key: &str| if name.is_empty() { words(key) } else { format!("{name}, {}", words(key)) };
    match value {
        Value::Object(fields) if fields.get("mean").is_some_and(Value::is_null) => writeln!(text, "{name}: none"),
        Value::Object(fields) if fields.is_empty() && !name.is_empty() => writeln!(text, "{name}: none"),
        Value::Array(numbers) if numbers.is_empty() => writeln!(text, "{name}: none"),
        Value::Object(fields) if fields.contains_key("histogram") => {
            let shown = |field: &str| fields[field].get("value").unwrap_or(&fields[field]).to_string();
            let [mean, deviation, least, most] = ["mean", "deviation", "least", "most"].map(shown);
            writeln!(text, "{name}: {mean}, deviation {deviation}, {least} … {most}")
        }
        Value::Object(fields) if fields.values().all(Value::is_number) && !name.is_empty() => {
            let listed: Vec<_> = fields.iter().map(|(key, number)| format!("{} {number}", words(key))).collect();
            writeln!(text, "{name}: {}", listed.join(", "))
        }
        Value::Object(fields) if depth < DEPTH && !fields.values().all(Value::is_array) => {
            fields.iter().try_for_each(|(key, value)| write_counted(text, &inner(key), value, depth + 1))
        }
        Value::Array(numbers) if numbers.iter().all(Value::is_number) => {
            let listed: Vec<_> = numbers.iter().map(Value::to_string).collect();
            writeln!(text, "{name}: {}", listed.join(" "))
        }
        Value::Array(rows) if depth < DEPTH => (1..)
            .zip(rows)
            .try_for_each(|(number, row): (u32, _)| write_counted(text, &inner(&number.to_string()), row, depth + 1)),
        Value::Number(number) => writeln!(text, "{name}: {number}"),
        Value::Object(_) | Value::Array(_) | Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
    }
}

/// `half_smile` as words.
fn words(key: &str) -> String {
    key.replace('_', " ")
}

/// `77.2 (77.1 to 77.3), deviation 0.4, 19 … 90`.
fn summary(summary: &SummaryReport) -> String {
    let Some(mean) = summary.mean.map(|mean| estimate(&mean)) else { return "none".to_owned() };
    let deviation = summary.deviation.map(|deviation| format!(", deviation {deviation:.3}")).unwrap_or_default();
    format!("{mean}{deviation}, {}", range(summary))
}

fn range(summary: &SummaryReport) -> String {
    match (summary.least, summary.most) {
        (Some(least), Some(most)) => format!("{least} … {most}"),
        (Some(_), None) | (None, _) => String::new(),
    }
}

/// `52.3 % (52.0 to 52.6)`.
fn percent(share: &Estimate) -> String {
    let shown = |value: f64| format!("{:.2}", value * 100.0);
    bounded(share, shown(share.value) + " %", shown)
}

/// `9.12 (9.10 to 9.14)`.
fn estimate(estimate: &Estimate) -> String {
    let shown = |value: f64| format!("{value:.3}");
    bounded(estimate, shown(estimate.value), shown)
}

fn bounded(estimate: &Estimate, value: String, shown: impl Fn(f64) -> String) -> String {
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("{value} ({} to {})", shown(low), shown(high)),
        (Some(_), None) | (None, _) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_not_counted_is_none() {
        let mut text = String::new();
        let counted = json!({"places": {"gift_given": {}, "tricks": 3}, "deals": []});
        write_counted(&mut text, "", &counted, 0).expect("written");
        assert_eq!(text, "places, gift given: none\nplaces, tricks: 3\ndeals: none\n");
    }
}
