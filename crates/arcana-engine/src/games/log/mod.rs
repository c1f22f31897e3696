//! Logs of a game's steps: replay, refusals with reasons, and the packed form.

mod codec;
mod document;
mod radix;
mod raw;
mod refusal;

use std::{fmt, mem::size_of};

use serde_json::Value;

use super::{Code, FieldFaults, Game, Violation, violation};
use raw::next;

pub use codec::{LogCodec, Numbers};
pub use document::{Document, Form, without_mark};
pub use raw::{RawStep, check_as_seen};
pub use refusal::{DealUnknown, Guess, Legal, Refusal, filled, legal_steps};

#[cfg(not(feature = "schema"))]
use super::{FieldFault, FieldFaultKind};

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
    if unknown { refusal::explained(game, refusal, later) } else { refusal }
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

/// Number of steps between two waypoints; replaying them takes a fraction of a millisecond.
const EVERY: usize = 2048;

/// A log, and the game at intervals of `EVERY` steps.
///
/// A game of 187,444 steps has 92 waypoints, so at most 2,047 steps are replayed for any state of it.
#[derive(Clone, Debug)]
pub struct Trail<G: Game> {
    log: Log<G>,
    /// The game after each multiple of [`EVERY`] steps, from 0.
    waypoints: Vec<G>,
    end: G,
}

impl<G: Game> Trail<G> {
    /// Replays a log once and calls `look` with the game before the first step and after each.
    ///
    /// # Errors
    /// When a step is refused: the log is damaged.
    pub fn of(log: Log<G>, mut look: impl FnMut(&G)) -> Result<Trail<G>, Refusal> {
        let mut game = G::new(log.players, log.options.clone()).map_err(Refusal::of_document)?;
        let mut waypoints = Vec::with_capacity(log.steps.len() / EVERY + 1);
        look(&game);
        for (index, step) in log.steps.iter().enumerate() {
            if index % EVERY == 0 {
                waypoints.push(game.clone());
            }
            game.apply(step).map_err(|fault| Refusal::of_step(&game, index, fault))?;
            look(&game);
        }
        Ok(Trail { log, waypoints, end: game })
    }

    /// The log.
    pub const fn log(&self) -> &Log<G> {
        &self.log
    }

    /// The game after its last step.
    pub const fn end(&self) -> &G {
        &self.end
    }

    /// The game after this number of its steps, or after all if it has fewer.
    pub fn game(&self, count: usize) -> G {
        let place = count / EVERY;
        let Some(waypoint) = self.waypoints.get(place).filter(|_| count < self.log.steps.len()) else {
            return self.end.clone();
        };
        let mut game = waypoint.clone();
        for step in &self.log.steps[place * EVERY..count] {
            game.apply_unchecked(step);
        }
        game
    }

    /// Approximate memory use, in bytes.
    pub const fn bytes(&self) -> usize {
        // Heap memory of steps and games (lists of cards and of deals) is estimated as the same amount again.
        2 * (self.log.steps.len() * size_of::<G::Step>() + self.waypoints.len() * size_of::<G>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chance::Chance,
        games::{Fortuna, Fortunes, parse_options},
        players::{HasBots, Skill, play_out, seat},
    };

    fn played<G: HasBots>(players: usize, options: serde_json::Value) -> Log<G> {
        let options = parse_options::<G>(options).expect("valid options");
        let mut game = G::new(players, options.clone()).expect("as many may play");
        let (mut bots, mut steps) = (seat::<G>(&vec![Skill::Random; players], "trail", ""), Vec::new());
        play_out(&mut game, &mut bots, &mut Chance::of_table("trail", ""), |_, step| steps.push(step));
        Log { players, options, steps }
    }

    fn shows_what_replaying_shows<G: HasBots>(log: Log<G>) {
        let mut looks = 0;
        let trail = Trail::of(log.clone(), |_| looks += 1).expect("a played log is legal");
        assert_eq!(looks, log.steps.len() + 1);
        let last = log.steps.len();
        for count in [0, 1, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY, last - 1, last] {
            assert_eq!(trail.game(count), log.replay_to(count).expect("it is legal"), "after {count} of {last}");
        }
        assert_eq!(trail.game(last + 1), *trail.end());
    }

    #[test]
    fn any_state_equals_that_of_a_full_replay() {
        let log = played::<Fortunes>(4, serde_json::json!({"match": {"type": "deals", "deals": 60}}));
        assert!(log.steps.len() > 2 * EVERY);
        shows_what_replaying_shows(log);
        shows_what_replaying_shows(played::<Fortuna>(2, serde_json::json!({})));
    }

    #[test]
    fn a_damaged_log_has_no_trail() {
        let mut log = played::<Fortunes>(4, serde_json::json!({}));
        log.steps.swap(1, 2);
        assert!(Trail::of(log, |_| ()).is_err());
    }
}
