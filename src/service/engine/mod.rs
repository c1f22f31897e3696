//! A game from its set-up to its record, for any ruleset.

mod stored;

use serde::Serialize;
use serde_json::{Value, value::RawValue};

use super::{IllegalLog, ServiceError, card_names};
use crate::{
    cards::Deck,
    games::{
        DealUnknown, Document, Game, Labels, Log, LogCodec, Outcome, Player, Refusal, Ruleset, Viewer, default_options,
        parse_options, with_game,
    },
};

pub use self::stored::{
    Snapshot, Verification, cached, detail, long_steps, outcome, scene, snapshot, steps, stored_log, verify,
};

pub(super) use self::stored::repeat;

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

/// The stored options of a game with the defaults.
const NOTHING_DIFFERS: &str = "{}";

/// The options that differ from the defaults. Only these are stored, since the rules page fixes the defaults.
pub(super) fn differing<O: Serialize + Default + PartialEq>(options: &O) -> Result<String, ServiceError> {
    if *options == O::default() {
        return Ok(NOTHING_DIFFERS.to_owned());
    }
    let (Value::Object(mut own), Value::Object(defaults)) = (tree(options)?, tree(&O::default())?) else {
        return Err(ServiceError::Internal("options are an object".to_owned()));
    };
    own.retain(|name, value| defaults.get(name) != Some(value));
    Ok(Value::Object(own).to_string())
}

/// A ruleset's options, complete with defaults, from those that differ.
///
/// # Errors
/// `Internal` when the stored options are damaged.
pub fn complete_options(ruleset: Ruleset, differing: &str) -> Result<Box<RawValue>, ServiceError> {
    if differing == NOTHING_DIFFERS {
        return Ok(default_options(ruleset).to_owned());
    }
    with_game!(ruleset, G => raw(&stored_options::<G>(differing)?))
}

/// The options of a stored game.
///
/// # Errors
/// As [`complete_options`].
pub(super) fn stored_options<G: Game>(differing: &str) -> Result<G::Options, ServiceError> {
    if differing == NOTHING_DIFFERS {
        return Ok(G::Options::default());
    }
    let damaged = |why: String| ServiceError::Internal(format!("stored options: {why}"));
    let value = serde_json::from_str(differing).map_err(|error| damaged(error.to_string()))?;
    parse_options::<G>(value).map_err(|faults| damaged(format!("{faults:?}")))
}

/// A value as a tree of JSON.
fn tree(value: &impl Serialize) -> Result<Value, ServiceError> {
    serde_json::to_value(value).map_err(|error| ServiceError::Internal(error.to_string()))
}

/// A value as JSON text.
pub(super) fn raw(value: &impl Serialize) -> Result<Box<RawValue>, ServiceError> {
    serde_json::value::to_raw_value(value).map_err(|error| ServiceError::Internal(error.to_string()))
}

/// Maximum size of a step repeated in an error, in bytes.
pub(super) const MAX_STEP_REPEATED: usize = 4 << 10;

/// The error of a submitted log that was refused, with the card names of this deck, or else of the ruleset's.
fn illegal_log<G: Game>(refusal: Refusal, document: &Document<'_>, deck: Option<Deck>) -> ServiceError {
    let deck = deck.or(G::INFO.deck).unwrap_or_default();
    ServiceError::IllegalLog(Box::new(illegal::<G>(refusal, document, deck)))
}

fn illegal<G: Game>(refusal: Refusal, document: &Document<'_>, deck: Deck) -> IllegalLog {
    let step = refusal.index.and_then(|index| document.steps.get(index)).map(|step| step.json());
    let unknown = refusal.deal_unknown.as_deref();
    let cause = unknown.and_then(DealUnknown::slip).map(|slip| Box::new(illegal::<G>(slip.clone(), document, deck)));
    let labels = Labels { deck, players: &document.players };
    let fields = G::INFO.card_fields;
    let mut detail = card_names::sentence(&refusal.fault, step, fields, labels);
    if let Some(cause) = &cause {
        detail = format!("{detail} By the cards that are played later, this is wrong: {}", cause.detail);
    }
    for fault in unknown.map_or(&[][..], DealUnknown::missing) {
        detail = format!("{detail} {}", card_names::sentence(fault, None, fields, labels));
    }
    IllegalLog {
        ruleset: document.ruleset.parse().ok(),
        index: refusal.index,
        step: step.filter(|step| step.get().len() <= MAX_STEP_REPEATED).map(ToOwned::to_owned),
        reason: refusal.fault.code,
        detail,
        due: refusal.due.map(|due| *due),
        legal: refusal.legal,
        legal_truncated: refusal.legal_truncated,
        cause,
    }
}
