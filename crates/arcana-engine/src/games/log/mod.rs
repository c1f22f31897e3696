//! Logs of a game's steps: replay, refusals with reasons, and the packed form.

mod check;
mod codec;
mod document;
mod guess;
mod integers;
mod radix;
mod raw;
mod refusal;
mod slip;
mod trail;

use std::fmt;

use serde_json::Value;

use super::{Code, FieldFaults, Game, Violation, violation};
#[cfg(not(feature = "schema"))]
use super::{FieldFault, FieldFaultKind};
use check::next;

pub use check::check_as_seen;
pub use codec::{LogCodec, Numbers};
pub use document::{Document, Form, without_mark};
pub use guess::{Guess, filled};
pub use raw::RawStep;
pub use refusal::{DealUnknown, Legal, Refusal, legal_steps};
pub use trail::Trail;

/// The complete record of a game: its set-up and its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Log<G: Game> {
    /// Number of players.
    pub players: usize,
    /// Options, including defaults.
    pub options: G::Options,
    /// The steps in order.
    pub steps: Vec<G::Step>,
}

/// A stored log cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogError {
    /// Its bytes are not the steps of a log.
    Damaged,
    /// Its checksum does not match.
    CheckSum,
    /// No release has written this version.
    Version(u8),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Damaged => f.write_str("the stored log ends too early or is damaged"),
            LogError::CheckSum => f.write_str("the stored log does not match its checksum"),
            LogError::Version(version) => write!(f, "the stored log has the unknown version {version}"),
        }
    }
}

impl std::error::Error for LogError {}

/// Parses a ruleset's options; omitted ones get their defaults.
///
/// # Errors
/// All invalid fields; without the feature `schema` the first one, as a bad value of the whole.
pub fn parse_options<G: Game>(options: Value) -> Result<G::Options, FieldFaults> {
    #[cfg(feature = "schema")]
    return deserr::deserialize(options);
    #[cfg(not(feature = "schema"))]
    serde_json::from_value(options).map_err(|why| {
        let (pointer, kind, detail) = (String::new(), FieldFaultKind::BadValue, format!("{why}."));
        FieldFaults(vec![FieldFault { pointer, kind, detail }])
    })
}

/// Replays submitted steps and checks each in turn.
///
/// Returns the finished game and the steps, complete and typed.
///
/// # Errors
/// The first illegal step; `incomplete` when the game is not over after the last; `bad_players` and `bad_options`.
pub fn replay<G: LogCodec>(players: usize, options: G::Options, raw: &[RawStep<'_>]) -> Result<(G, Log<G>), Refusal> {
    let mut game = G::new(players, options.clone()).map_err(Refusal::of_document)?;
    let mut steps = Vec::with_capacity(raw.len());
    for (index, step) in raw.iter().enumerate() {
        match next(&game, *step, &raw[index + 1..]) {
            Ok(step) => {
                game.apply_unchecked(&step);
                steps.push(step);
            }
            Err(fault) => return Err(refused(&game, index, fault, &raw[index + 1..])),
        }
    }
    if !game.due().is_over() {
        let fault = violation!(Code::Incomplete, "The log ends after {} steps, before the game is over.", raw.len());
        return Err(Refusal::of_step(&game, raw.len(), fault));
    }
    Ok((game, Log { players, options, steps }))
}

fn refused<G: LogCodec>(game: &G, index: usize, fault: Violation, later: &[RawStep<'_>]) -> Refusal {
    let unknown = fault.code == Code::DealUnknown;
    let refusal = Refusal::of_step(game, index, fault);
    if unknown { slip::explained(game, refusal, later) } else { refusal }
}

impl<G: Game> Log<G> {
    /// Replays a log that was accepted before.
    ///
    /// # Errors
    /// When a step is refused: the log is damaged, or a rule has changed.
    pub fn replay(&self) -> Result<G, Refusal> {
        self.replay_to(self.steps.len())
    }

    /// The game after this number of its steps.
    ///
    /// # Errors
    /// As [`replay`](Log::replay).
    pub fn replay_to(&self, count: usize) -> Result<G, Refusal> {
        let mut game = G::new(self.players, self.options.clone()).map_err(Refusal::of_document)?;
        for (index, step) in self.steps.iter().take(count).enumerate() {
            game.apply(step).map_err(|fault| Refusal::of_step(&game, index, fault))?;
        }
        Ok(game)
    }
}
