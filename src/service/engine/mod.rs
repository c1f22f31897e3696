//! A game from its set-up to its record, for any ruleset.

mod illegal;
mod json;
mod options;
mod stored;
mod verify;

use serde_json::value::RawValue;

use super::error::ServiceError;
use crate::cards::Deck;
use crate::games::{Document, Log, LogCodec, Outcome, Player, Ruleset, Viewer, default_options, with_game};
use illegal::illegal_log;
use options::NOTHING_DIFFERS;

pub(super) use illegal::MAX_STEP_REPEATED;
pub(super) use json::raw;
pub use options::complete_options;
pub(super) use options::{differing, stored_options};
pub use stored::{Snapshot, cached, detail, long_steps, outcome, scene, snapshot, steps, stored_log};
pub(super) use verify::repeat;
pub use verify::{Verification, verify};

/// A finished game of any ruleset.
#[derive(Debug)]
pub struct Finished {
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// The options, complete with defaults, as JSON.
    pub complete_options: Box<RawValue>,
    /// Number of steps.
    pub step_count: u32,
    /// The result, with `detail` as JSON.
    pub outcome: Outcome<Box<RawValue>>,
    /// The encoded log; empty if the game is not going to be stored.
    pub log: Vec<u8>,
}

/// What a finished game is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For its result.
    Judge,
    /// To be stored.
    Store,
}

/// What is stored and returned of a finished game.
///
/// # Errors
/// `Internal` if the game is not over.
pub fn finished<G: LogCodec>(purpose: Purpose, game: &G, log: &Log<G>) -> Result<Finished, ServiceError> {
    let outcome = game.outcome().ok_or_else(|| ServiceError::Internal("a finished game has a result".to_owned()))?;
    let options = differing(&log.options)?;
    let complete_options = match G::INFO.id.parse() {
        Ok(ruleset) if options == NOTHING_DIFFERS => default_options(ruleset).to_owned(),
        Ok(_) | Err(_) => raw(&log.options)?,
    };
    Ok(Finished {
        options,
        complete_options,
        step_count: u32::try_from(log.steps.len()).map_err(|error| ServiceError::Internal(error.to_string()))?,
        outcome: Outcome {
            winners: outcome.winners,
            places: outcome.places,
            scores: outcome.scores,
            detail: raw(&outcome.detail)?,
        },
        log: if purpose == Purpose::Store { log.to_bytes() } else { Vec::new() },
    })
}

/// Checks a submitted log. A refusal has the card names of this deck, or else of the ruleset's.
///
/// # Errors
/// `IllegalLog`.
pub fn check_log(
    ruleset: Ruleset,
    document: &Document<'_>,
    deck: Option<Deck>,
    purpose: Purpose,
) -> Result<Finished, ServiceError> {
    with_game!(ruleset, G => {
        let (game, log) = document.replay::<G>().map_err(|refusal| illegal_log::<G>(refusal, document, deck))?;
        finished(purpose, &game, &log)
    })
}

/// A viewer, as named in a URL.
pub fn viewer(name: &str, players: usize) -> Option<Viewer> {
    match name {
        "all" => Some(Viewer::All),
        "public" => Some(Viewer::Public),
        index => Player::all(players).find(|player| player.0.to_string() == index).map(Viewer::Player),
    }
}
