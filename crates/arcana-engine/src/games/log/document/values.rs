//! The values of a document's fields: of the right type, and within limits on length.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, MapAccess, Visitor},
};
use serde_json::{Value, value::RawValue};

use super::fields::AtMost;
use crate::games::{Code, Violation, violation};

/// Maximum length of a player's name, in characters.
const NAME_LIMIT: usize = 64;

/// Maximum length of the options, in bytes; far more than any ruleset needs.
const OPTIONS_LIMIT: usize = 64 << 10;

/// A player of the document. Deserialized by hand, since a derived implementation also accepts a list of the fields.
pub(super) struct NamedPlayer {
    name: String,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum PlayerField {
    Name,
}

impl<'de> Deserialize<'de> for NamedPlayer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NamedPlayer, D::Error> {
        struct OnlyName;
        impl<'de> Visitor<'de> for OnlyName {
            type Value = NamedPlayer;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with only a `name`")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<NamedPlayer, M::Error> {
                let wrong = || de::Error::custom("a player has only a `name`");
                let PlayerField::Name = fields.next_key()?.ok_or_else(wrong)?;
                let name = fields.next_value()?;
                if fields.next_key::<PlayerField>()?.is_some() { Err(wrong()) } else { Ok(NamedPlayer { name }) }
            }
        }
        deserializer.deserialize_map(OnlyName)
    }
}

/// At most `most` players, which are required.
pub(super) fn players(json: Option<&str>, most: usize) -> Result<Vec<NamedPlayer>, Violation> {
    const EXPECTED: &str = "a list of objects with a `name`";
    let json = json.ok_or_else(|| missing("players", EXPECTED))?;
    read(json, AtMost(most, PhantomData)).map_err(|_| {
        let each = read(json, AtMost::<&RawValue>(most, PhantomData)).unwrap_or_default();
        match each.into_iter().position(|player| typed::<NamedPlayer>(player.get(), "players", EXPECTED).is_err()) {
            Some(index) => {
                violation!(Code::Malformed, "Player {} must have a `name`, a string, and nothing else.", index)
            }
            None => violation!(Code::Malformed, "`{}` must be {}.", "players", EXPECTED),
        }
    })
}

pub(super) fn typed<'a, T: Deserialize<'a>>(
    json: &'a str,
    name: &'static str,
    expected: &'static str,
) -> Result<T, Violation> {
    read(json, PhantomData).map_err(|_| violation!(Code::Malformed, "`{}` must be {}.", name, expected))
}

pub(super) fn required<'a, T: Deserialize<'a>>(
    json: Option<&'a str>,
    name: &'static str,
    expected: &'static str,
) -> Result<T, Violation> {
    typed(json.ok_or_else(|| missing(name, expected))?, name, expected)
}

/// Reads a value, which is JSON.
fn read<'a, S: DeserializeSeed<'a>>(json: &'a str, seed: S) -> serde_json::Result<S::Value> {
    seed.deserialize(&mut serde_json::Deserializer::from_str(json))
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

pub(super) fn options(json: Option<&str>) -> Result<Value, Violation> {
    let Some(json) = json else { return Ok(Value::Object(serde_json::Map::new())) };
    if json.len() > OPTIONS_LIMIT {
        return Err(violation!(Code::BadOptions, "`options` may have at most {} bytes.", OPTIONS_LIMIT));
    }
    match serde_json::from_str(json) {
        Ok(options @ Value::Object(_)) => Ok(options),
        _ => Err(violation!(Code::Malformed, "`options` must be an object.")),
    }
}
