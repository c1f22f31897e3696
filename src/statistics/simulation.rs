//! Simulations: games among bots, fully determined before the first is played.

use std::{fmt, ops::Range, sync::Arc, time::Duration};

use serde::Serialize;
use serde_json::Value;

use super::{
    Counted, Report, Tally,
    results::Sitting,
    tally::{PlayedGame, TallyOf},
};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{FieldFaults, Labels, Player, Ruleset, Violation, parse_options, with_game},
    players::{Skill, seat, try_play_out},
};

/// Maximum number of games of a simulation.
pub const MAX_GAMES: u64 = 10_000_000;

/// Approximate duration of a chunk of games.
const CHUNK: Duration = Duration::from_secs(1);

/// Maximum number of games in a chunk.
const MAX_CHUNK_GAMES: u64 = 10_000;

/// How many times faster random bots usually play than others: for the size of chunks, which stored simulations rely
/// on.
const USUAL_RANDOM_SPEEDUP: u32 = 100;

/// A request for a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationSpec {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The options that differ from the defaults.
    pub options: Value,
    /// The bots by seat; with `rotate`, in the first game of each deal.
    pub bots: Vec<Skill>,
    /// Number of games.
    pub games: u64,
    /// The first part of the games' seeds.
    pub seed: String,
    /// Is each deal played once for each rotation of the bots over the seats?
    pub rotate: bool,
}

/// Why a simulation is invalid.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationFault {
    /// The number of games is not between 1 and [`MAX_GAMES`].
    Games(u64),
    /// Invalid options.
    Options(FieldFaults),
    /// An invalid combination of players and options.
    Setup(Violation),
}

impl fmt::Display for SimulationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationFault::Games(games) => write!(f, "A simulation has from 1 to {MAX_GAMES} games, not {games}."),
            SimulationFault::Options(faults) => {
                let lines: Vec<_> =
                    faults.0.iter().map(|fault| format!("/options{}: {}", fault.pointer, fault.detail)).collect();
                f.write_str(&lines.join("\n"))
            }
            SimulationFault::Setup(violation) => {
                f.write_str(&violation.sentence(Labels { deck: Deck::default(), players: &[] }))
            }
        }
    }
}

/// A valid simulation.
#[derive(Clone)]
pub struct Simulation {
    spec: SimulationSpec,
    runner: Arc<dyn AnyRunner>,
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// A game of a simulation: how it is played again, and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulatedGame {
    /// Its number, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: String,
    /// The bots by seat.
    pub bots: Vec<&'static str>,
    /// The seats that won.
    pub winners: Vec<Player>,
    /// 1 for best, by seat.
    pub places: Vec<u8>,
    /// Scores by seat.
    pub scores: Vec<i64>,
    /// Number of steps.
    pub step_count: u64,
}

impl SimulatedGame {
    fn of<G: Counted>(simulation: &Simulation, game: u64, bots: &[Skill], played: &PlayedGame<G>) -> SimulatedGame {
        let outcome = &played.outcome;
        SimulatedGame {
            game,
            seed: simulation.seed_of(game),
            bots: bots.iter().map(|bot| bot.id()).collect(),
            winners: outcome.winners.clone(),
            places: outcome.places.clone(),
            scores: outcome.scores.clone(),
            step_count: played.steps,
        }
    }
}

/// Plays games of any ruleset.
trait AnyRunner: Send + Sync {
    fn play(
        &self,
        simulation: &Simulation,
        games: Range<u64>,
        go_on: &dyn Fn() -> bool,
        each: Option<&mut dyn FnMut(SimulatedGame)>,
    ) -> Option<Tally>;

    fn thinking(&self, bots: &[Skill]) -> Duration;
}

/// Plays games of one ruleset.
struct Runner<G: Counted> {
    options: G::Options,
}

impl Simulation {
    /// Checks a request.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn new(spec: SimulationSpec) -> Result<Simulation, Vec<SimulationFault>> {
        let mut faults = Vec::new();
        if !(1..=MAX_GAMES).contains(&spec.games) {
            faults.push(SimulationFault::Games(spec.games));
        }
        let runner = with_game!(spec.ruleset, G => runner::<G>(&spec));
        match runner {
            Ok(runner) if faults.is_empty() => Ok(Simulation { spec, runner }),
            Ok(_) => Err(faults),
            Err(fault) => {
                faults.push(fault);
                Err(faults)
            }
        }
    }

    /// The request.
    pub const fn spec(&self) -> &SimulationSpec {
        &self.spec
    }

    /// The seed of a game. All games of a deal have the same seed.
    pub fn seed_of(&self, game: u64) -> String {
        format!("{}/{}", self.spec.seed, game / self.games_of_deal())
    }

    /// The bots of a game by seat. With `rotate`, each sits one seat further in each game of a deal.
    pub fn bots_of(&self, game: u64) -> Vec<Skill> {
        self.places_of(game).map(|place| self.spec.bots[place]).collect()
    }

    /// Number of games in a chunk: about a second of work, in whole deals, the same on every machine.
    pub fn chunk_size(&self) -> u64 {
        let at_most = self.runner.thinking(&self.spec.bots);
        let random = self.spec.bots.iter().all(|bot| *bot == Skill::Random);
        let one = if random { at_most / USUAL_RANDOM_SPEEDUP } else { at_most };
        let games = (CHUNK.as_nanos() / one.as_nanos().max(1)).clamp(1, MAX_CHUNK_GAMES.into());
        (games as u64).next_multiple_of(self.games_of_deal())
    }

    /// Plays and counts these games; `None` once `go_on`, which is called at every step, returns false.
    ///
    /// Tallies of any parts, merged by [`Tally::merge`] in any order, equal the tally of the whole.
    pub fn play(&self, games: Range<u64>, go_on: &dyn Fn() -> bool) -> Option<Tally> {
        self.runner.play(self, games, go_on, None)
    }

    /// As [`play`](Simulation::play), and tells `each` game as it ends.
    pub fn play_each(
        &self,
        games: Range<u64>,
        go_on: &dyn Fn() -> bool,
        mut each: impl FnMut(SimulatedGame),
    ) -> Option<Tally> {
        self.runner.play(self, games, go_on, Some(&mut each))
    }

    /// The report on the games counted so far, with the seeds of extreme games.
    pub fn report(&self, tally: &Tally) -> Report {
        let mut report = tally.report();
        report.name_games(|extreme| {
            if let Some(game) = extreme.game {
                extreme.seed = Some(self.seed_of(game));
                extreme.bots = Some(self.bots_of(game).into_iter().map(Skill::label).collect());
            }
        });
        report
    }

    fn games_of_deal(&self) -> u64 {
        if self.spec.rotate { self.spec.bots.len() as u64 } else { 1 }
    }

    /// The index in the request of the bot in each seat of a game.
    fn places_of(&self, game: u64) -> impl Iterator<Item = usize> {
        let players = self.spec.bots.len();
        let further = (game % self.games_of_deal()) as usize;
        (0..players).map(move |seat| (seat + players - further) % players)
    }
}

/// The runner for a request, if it is valid.
fn runner<G: Counted>(spec: &SimulationSpec) -> Result<Arc<dyn AnyRunner>, SimulationFault> {
    let options = parse_options::<G>(spec.options.clone()).map_err(SimulationFault::Options)?;
    G::new(spec.bots.len(), options.clone()).map_err(SimulationFault::Setup)?;
    Ok(Arc::new(Runner::<G> { options }))
}

impl<G: Counted> AnyRunner for Runner<G> {
    fn play(
        &self,
        simulation: &Simulation,
        games: Range<u64>,
        go_on: &dyn Fn() -> bool,
        mut each: Option<&mut dyn FnMut(SimulatedGame)>,
    ) -> Option<Tally> {
        let mut tally = TallyOf::new(simulation.games_of_deal());
        // Games of one deal with the same bots in the same seats are identical.
        let mut of_deal: Vec<(Vec<Skill>, PlayedGame<G>)> = Vec::new();
        let names: Vec<_> = simulation.spec.bots.iter().map(|bot| label::<G>(*bot)).collect();
        let sides = self.sides(simulation);
        let mut sitting = Vec::with_capacity(names.len());
        for game in games {
            if game % simulation.games_of_deal() == 0 {
                of_deal.clear();
            }
            sitting.clear();
            let seat = |(place, side): (usize, &usize)| Sitting { who: &names[place], side: *side, place };
            sitting.extend(simulation.places_of(game).zip(&sides).map(seat));
            let bots = simulation.bots_of(game);
            let place = match of_deal.iter().position(|(others, _)| *others == bots) {
                Some(place) => place,
                None => {
                    let played = self.played(&bots, &simulation.seed_of(game), go_on)?;
                    of_deal.push((bots, played));
                    of_deal.len() - 1
                }
            };
            let (bots, played) = &of_deal[place];
            tally.add(game, played, &sitting);
            if let Some(each) = &mut each {
                each(SimulatedGame::of(simulation, game, bots, played));
            }
        }
        Some(Tally::of(simulation.spec.ruleset, tally))
    }

    fn thinking(&self, bots: &[Skill]) -> Duration {
        Skill::thinking::<G>(bots, &self.options)
    }
}

impl<G: Counted> Runner<G> {
    /// Plays a game to its end.
    fn played(&self, bots: &[Skill], seed: &str, go_on: &dyn Fn() -> bool) -> Option<PlayedGame<G>> {
        let mut game = self.new_game(bots.len());
        let (mut bots, mut table) = (seat::<G>(bots, seed, ""), Chance::of_table(seed, ""));
        let (mut notes, mut steps) = (G::Notes::default(), 0);
        let note = |game: &G, step: G::Step| {
            steps += 1;
            G::note(&mut notes, game, &step);
            go_on().then_some(()).ok_or(())
        };
        try_play_out(&mut game, &mut bots, |game| Ok(game.draw(&mut table)), note).ok()?;
        Some(PlayedGame { outcome: game.outcome().expect("a game that is over has a result"), notes, steps })
    }

    fn new_game(&self, players: usize) -> G {
        G::new(players, self.options.clone()).expect("players and options were checked")
    }

    /// The side of each seat.
    fn sides(&self, simulation: &Simulation) -> Vec<usize> {
        let players = simulation.spec.bots.len();
        let table = self.new_game(players);
        Player::all(players).map(|player| table.side(player)).collect()
    }
}

/// The label of a bot in reports.
fn label<G: Counted>(bot: Skill) -> String {
    bot_label(&bot.label(), bot.version::<G>())
}

/// The label of a bot in reports.
pub fn bot_label(id: &str, version: u32) -> String {
    format!("bot:{id}@{version}")
}
