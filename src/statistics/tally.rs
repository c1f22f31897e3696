//! The tally of games of one ruleset: what is counted of every game, and what its rules page has under "What is counted".

use std::{
    any::Any,
    fmt::{self, Debug},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::{
    Merge,
    report::{Extremes, Report, SideReport, differences},
    results::{FinishedGame, Results, Sitting},
};
use crate::{
    games::{Code, Game, Log, Outcome, Player, Refusal, Ruleset, violation, with_game},
    players::HasBots,
};

/// Format version of stored tallies, incremented when the counts change.
const FORM: u8 = 1;

/// The zstd level of stored tallies.
const LEVEL: i32 = 3;

/// The tally of games of one ruleset. Its sums are exact, so tallies of any parts, merged in any order, are equal to
/// the last byte.
pub struct Tally {
    ruleset: Ruleset,
    of: Box<dyn AnyTally>,
}

/// Why a stored tally cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TallyError {
    /// It has another format version.
    #[error("the tally has the form {0}, not {FORM}")]
    Form(u8),
    /// It is empty.
    #[error("the tally is empty")]
    Empty,
    /// It cannot be decompressed.
    #[error("the tally is damaged: {0}")]
    Packed(#[from] std::io::Error),
    /// It is not a tally of this ruleset.
    #[error("the tally is damaged: {0}")]
    Json(#[from] serde_json::Error),
}

/// The tally of one ruleset.
#[derive(Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct TallyOf<G: Counted> {
    games_of_deal: u64,
    results: Results,
    counts: G::Counts,
}

/// A finished game with its notes.
#[derive(Clone)]
pub(super) struct PlayedGame<G: Counted> {
    pub outcome: Outcome<G::Detail>,
    pub notes: G::Notes,
    pub steps: u64,
}

impl<G: Counted> TallyOf<G> {
    /// An empty tally of games of which this many are played with each deal.
    pub fn new(games_of_deal: u64) -> TallyOf<G> {
        TallyOf { games_of_deal, results: Results::default(), counts: G::Counts::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, game: u64, played: &PlayedGame<G>, sitting: &[Sitting<'_>]) {
        let PlayedGame { outcome, notes, steps } = played;
        self.results.add(&FinishedGame {
            game,
            deal: game / self.games_of_deal,
            games_of_deal: self.games_of_deal,
            steps: *steps,
            winners: &outcome.winners,
            scores: &outcome.scores,
            sitting,
        });
        G::count(&mut self.counts, notes, outcome, game);
    }
}

/// A tally of any ruleset.
trait AnyTally: Any + Send + Sync {
    fn merge(&mut self, other: &dyn AnyTally);
    fn results(&self) -> &Results;
    fn json(&self) -> Result<Vec<u8>, serde_json::Error>;
    fn counted(&self) -> serde_json::Value;
    fn boxed(&self) -> Box<dyn AnyTally>;
}

impl<G: Counted> AnyTally for TallyOf<G> {
    fn merge(&mut self, other: &dyn AnyTally) {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<TallyOf<G>>().expect("only tallies of the same ruleset are merged");
        self.games_of_deal = self.games_of_deal.max(other.games_of_deal);
        self.results.merge_after_deals(&other.results, self.games_of_deal);
        self.counts.merge(&other.counts);
    }

    fn results(&self) -> &Results {
        &self.results
    }

    fn json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }

    fn counted(&self) -> serde_json::Value {
        serde_json::to_value(G::report(&self.counts)).expect("counts can be written")
    }

    fn boxed(&self) -> Box<dyn AnyTally> {
        Box::new(self.clone())
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, TallyError> {
    let (form, packed) = bytes.split_first().ok_or(TallyError::Empty)?;
    if *form != FORM {
        return Err(TallyError::Form(*form));
    }
    Ok(serde_json::from_slice(&zstd::decode_all(packed)?)?)
}

impl Tally {
    /// Format version of stored tallies, incremented when the counts change.
    pub const FORM: u8 = FORM;

    /// An empty tally.
    pub fn new(ruleset: Ruleset) -> Tally {
        with_game!(ruleset, G => Tally { ruleset, of: Box::new(TallyOf::<G>::new(1)) })
    }

    pub(super) fn of<G: Counted>(ruleset: Ruleset, tally: TallyOf<G>) -> Tally {
        Tally { ruleset, of: Box::new(tally) }
    }

    /// The ruleset.
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// Number of games counted.
    pub fn games(&self) -> u64 {
        self.results().games
    }

    /// Adds the counts of another part.
    ///
    /// # Panics
    /// The tallies are of different rulesets.
    pub fn merge(&mut self, other: &Tally) {
        self.of.merge(&*other.of);
    }

    /// Replays and counts a game; `game` is its number, `who` the label of each seat, as in `bot:adept@2`.
    ///
    /// # Errors
    /// The log does not replay to the end of a game. Nothing has been counted then.
    ///
    /// # Panics
    /// The log is of another ruleset.
    pub fn count_log<G: Counted>(&mut self, game: u64, log: &Log<G>, who: &[String]) -> Result<(), Refusal> {
        let mut state = log.replay_to(0)?;
        let mut notes = G::Notes::default();
        for (index, step) in log.steps.iter().enumerate() {
            state.apply(step).map_err(|fault| Refusal::of_step(&state, index, fault))?;
            G::note(&mut notes, &state, step);
        }
        let Some(outcome) = state.outcome() else { return Err(unfinished(&state, log)) };
        let seats = Player::all(log.players).zip(who);
        let sitting: Vec<_> =
            seats.map(|(player, who)| Sitting { who, side: state.side(player), place: player.index() }).collect();
        let of: &mut dyn Any = &mut *self.of;
        let of = of.downcast_mut::<TallyOf<G>>().expect("the log is of the tally's ruleset");
        of.add(game, &PlayedGame { outcome, notes, steps: log.steps.len() as u64 }, &sitting);
        Ok(())
    }

    /// The stored form.
    ///
    /// # Errors
    /// It cannot be serialised.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TallyError> {
        let mut bytes = vec![FORM];
        bytes.extend(zstd::encode_all(self.of.json()?.as_slice(), LEVEL)?);
        Ok(bytes)
    }

    /// Parses the stored form.
    ///
    /// # Errors
    /// It is damaged, of another ruleset, or of another format version.
    pub fn from_bytes(ruleset: Ruleset, bytes: &[u8]) -> Result<Tally, TallyError> {
        with_game!(ruleset, G => Ok(Tally { ruleset, of: Box::new(read::<TallyOf<G>>(bytes)?) }))
    }

    pub(super) fn results(&self) -> &Results {
        self.of.results()
    }

    /// The report. Extreme games are identified by number, see [`Report::name_games`].
    pub fn report(&self) -> Report {
        let results = self.results().closed();
        let bot = |(who, results): (&String, _)| SideReport { bot: Some(who.clone()), ..SideReport::of(results) };
        let seat = |(seat, results)| SideReport { seat: Some(seat), ..SideReport::of(results) };
        let player = |(player, results)| SideReport { player: Some(player), ..SideReport::of(results) };
        Report {
            games: results.games,
            drawn: results.drawn,
            seats: (0..).zip(&results.seats).map(seat).collect(),
            bots: results.bots.iter().map(bot).collect(),
            players: (0..).zip(&results.places).map(player).collect(),
            differences: differences(&results.differences),
            steps: results.steps.report_with(results.lengths.estimate()),
            extremes: Extremes::of(&results),
            counted: self.of.counted(),
        }
    }
}

/// Why a log that ends before its game cannot be counted.
fn unfinished<G: Game>(game: &G, log: &Log<G>) -> Refusal {
    let fault = violation!(Code::Incomplete, "The log ends after {} steps, before the game is over.", log.steps.len());
    Refusal::of_step(game, log.steps.len(), fault)
}

impl Clone for Tally {
    fn clone(&self) -> Tally {
        Tally { ruleset: self.ruleset, of: self.of.boxed() }
    }
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tally").field("ruleset", &self.ruleset).field("results", self.results()).finish()
    }
}

/// A game with specific counts.
pub trait Counted: HasBots {
    /// Notes taken during a game.
    type Notes: Clone + Debug + Default + Send;
    /// The counts of many games.
    type Counts: Merge + Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The counts as returned to callers.
    type Report: Clone + Debug + Serialize + ToSchema;

    /// The side of a player; partners share one.
    fn side(&self, player: Player) -> usize {
        player.index()
    }

    /// Notes a step that led to this state.
    fn note(_notes: &mut Self::Notes, _after: &Self, _step: &Self::Step) {}

    /// Counts a finished game; `game` is its number.
    fn count(counts: &mut Self::Counts, notes: &Self::Notes, outcome: &Outcome<Self::Detail>, game: u64);

    /// The counts as returned to callers, with their figures.
    fn report(counts: &Self::Counts) -> Self::Report;
}
