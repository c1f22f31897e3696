//! Options as they are stored: only those that differ from the defaults, which the rules page fixes.

use serde::Serialize;
use serde_json::{Value, value::RawValue};

use super::json::{raw, tree};
use crate::{
    games::{Game, Ruleset, default_options, parse_options, with_game},
    service::ServiceError,
};

/// The stored options of a game with the defaults.
pub(super) const NOTHING_DIFFERS: &str = "{}";

/// The options that differ from the defaults. Only these are stored, since the rules page fixes the defaults.
pub(in crate::service) fn differing<O: Serialize + Default + PartialEq>(options: &O) -> Result<String, ServiceError> {
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
pub(in crate::service) fn stored_options<G: Game>(differing: &str) -> Result<G::Options, ServiceError> {
    if differing == NOTHING_DIFFERS {
        return Ok(G::Options::default());
    }
    let damaged = |why: String| ServiceError::Internal(format!("stored options: {why}"));
    let value = serde_json::from_str(differing).map_err(|error| damaged(error.to_string()))?;
    parse_options::<G>(value).map_err(|faults| damaged(format!("{faults:?}")))
}
