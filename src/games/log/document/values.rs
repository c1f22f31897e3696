//! The values of a document's fields: of the right type, and within limits on length.

use std::marker::PhantomData;

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed},
};
use serde_json::{Value, value::RawValue};

use super::fields::{AtMost, Known};
use crate::games::{Code, Violation, default_options, violation};

/// Maximum length of a player's name, in characters.
const NAME_LIMIT: usize = 64;

/// Maximum length of the options, in bytes; far more than any ruleset needs.
const OPTIONS_LIMIT: usize = 64 << 10;

/// A player of the document. Deserialized by hand, since a derived implementation also accepts a list of the fields.
pub(super) struct NamedPlayer {
    name: String,
}

impl<'de> Deserialize<'de> for NamedPlayer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NamedPlayer, D::Error> {
        let fields = Known { names: &["name"], form: None, fault: &mut None }.deserialize(deserializer)?;
        match fields.others.as_slice() {
            [(_, value)] => {
                serde_json::from_str(value.get()).map(|name| NamedPlayer { name }).map_err(de::Error::custom)
            }
            _ => Err(de::Error::custom("a player has only a `name`")),
        }
    }
}

/// At most `most` items of a required list.
pub(super) fn list<'a, T: Deserialize<'a>>(
    raw: Option<&'a RawValue>,
    name: &'static str,
    expected: &'static str,
    most: usize,
) -> Result<Vec<T>, Violation> {
    let raw: &RawValue = required(raw, name, expected)?;
    let items = AtMost(most, PhantomData).deserialize(&mut serde_json::Deserializer::from_str(raw.get()));
    items.map_err(|_| violation!(Code::Malformed, "`{}` must be {}.", name, expected))
}

pub(super) fn typed<'a, T: Deserialize<'a>>(
    raw: &'a RawValue,
    name: &'static str,
    expected: &'static str,
) -> Result<T, Violation> {
    serde_json::from_str(raw.get()).map_err(|_| violation!(Code::Malformed, "`{}` must be {}.", name, expected))
}

pub(super) fn required<'a, T: Deserialize<'a>>(
    raw: Option<&'a RawValue>,
    name: &'static str,
    expected: &'static str,
) -> Result<T, Violation> {
    typed(raw.ok_or_else(|| missing(name, expected))?, name, expected)
}

pub(super) fn missing(name: &'static str, expected: &'static str) -> Violation {
    violation!(Code::Malformed, "`{}` is required and must be {}.", name, expected)
}

pub(super) fn names(players: Vec<NamedPlayer>) -> Result<Vec<String>, Violation> {
    let bad = |name: &str| name.is_empty() || name.chars().count() > NAME_LIMIT || name.chars().any(char::is_control);
    match players.iter().position(|player| bad(&player.name)) {
        Some(index) => Err(violation!(
            Code::Malformed,
            "The name of player {} must have 1 to 64 characters and no control characters.",
            index
        )),
        None => Ok(players.into_iter().map(|player| player.name).collect()),
    }
}

/// Whether these options are a ruleset's defaults as the service writes them, complete and without spaces. They need not be
/// read: that was a thirtieth of a dry run (`docs/benchmarks.md`).
pub(super) fn are_defaults(ruleset: &str, options: &RawValue) -> bool {
    ruleset.parse().is_ok_and(|ruleset| default_options(ruleset).get() == options.get())
}

pub(super) fn options(raw: Option<&RawValue>) -> Result<Value, Violation> {
    let Some(raw) = raw else { return Ok(Value::Object(serde_json::Map::new())) };
    if raw.get().len() > OPTIONS_LIMIT {
        return Err(violation!(Code::BadOptions, "`options` may have at most {} bytes.", OPTIONS_LIMIT));
    }
    match serde_json::from_str(raw.get()) {
        Ok(options @ Value::Object(_)) => Ok(options),
        _ => Err(violation!(Code::Malformed, "`options` must be an object.")),
    }
}
