//! Texts that callers send: each with its limits, none with control characters.

use std::fmt;

use chrono::{DateTime, SubsecRound, Utc};
use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, Value, ValueKind, ValuePointerRef};
use unicode_normalization::UnicodeNormalization;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// A text that is not within its limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadText(String);

fn without_controls(text: &str) -> Result<(), BadText> {
    match text.chars().find(|c| c.is_control()) {
        Some(c) => Err(BadText(format!("No control characters here, such as U+{:04X}.", c as u32))),
        None => Ok(()),
    }
}

fn between(count: usize, low: usize, high: usize, unit: &str) -> Result<(), BadText> {
    if (low..=high).contains(&count) {
        return Ok(());
    }
    Err(BadText(format!("{low} to {high} {unit} are wanted here, not {count}.")))
}

/// Reads a time as RFC 3339 has it, cut to microseconds.
///
/// # Errors
/// When it is none, or lies outside the years 1 to 9999.
pub fn read_time(text: &str) -> Result<DateTime<Utc>, BadText> {
    let none = |why: &dyn fmt::Display| BadText(format!("A time as RFC 3339 is wanted here: {why}."));
    // The parser takes a space for the `T` too.
    if text.contains(' ') {
        return Err(none(&"it has no spaces"));
    }
    let time = DateTime::parse_from_rfc3339(text).map_err(|why| none(&why))?.to_utc().trunc_subsecs(6);
    // Both databases keep years of four digits, and nothing that anybody played lies outside them.
    match time.timestamp() {
        -62_135_596_800..=253_402_300_799 => Ok(time),
        _ => Err(BadText("A time within the years 1 to 9999 is wanted here.".to_owned())),
    }
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident $low:literal $high:literal $unit:ident $clean:ident $example:literal)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl $name {
            /// Checks a text.
            ///
            /// # Errors
            /// When it is too short, too long or has control characters.
            pub fn new(text: &str) -> Result<$name, BadText> {
                without_controls(text)?;
                let tidy = $clean(text);
                // What is sent has the limit too: spaces that are cut off count.
                for text in [text, tidy.as_str()] {
                    between($unit(text), $low, $high, stringify!($unit))?;
                }
                Ok($name(tidy))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text itself.
            pub fn into_string(self) -> String {
                self.0
            }
        }

        impl<E: DeserializeError> Deserr<E> for $name {
            fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, E> {
                let text = match value {
                    Value::String(text) => text,
                    other => {
                        let error = ErrorKind::IncorrectValueKind { actual: other, accepted: &[ValueKind::String] };
                        return Err(deserr::take_cf_content(E::error(None, error, place)));
                    }
                };
                $name::new(&text).map_err(|BadText(msg)| {
                    deserr::take_cf_content(E::error::<V>(None, ErrorKind::Unexpected { msg }, place))
                })
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .min_length(Some($low))
                    .max_length(Some($high))
                    .pattern(Some("^[^\\u0000-\\u001F\\u007F-\\u009F]*$"))
                    .examples([$example])
                    .into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn bytes(text: &str) -> usize {
    text.len()
}

fn tidy(text: &str) -> String {
    text.trim().nfc().collect()
}

fn as_sent(text: &str) -> String {
    text.to_owned()
}

texts! {
    /// A name: 1 to 64 characters, trimmed and NFC-normalised, no control characters.
    Name 1 64 characters tidy "Ada"
    /// A seed: 1 to 128 bytes of UTF-8, no control characters.
    SeedText 1 128 bytes as_sent "any text"
    /// The caller's own part of a seed: up to 128 bytes of UTF-8, no control characters.
    ClientSeed 0 128 bytes as_sent "my lucky words"
    /// A question to the cards: up to 500 characters, no control characters.
    Question 0 500 characters as_sent "What comes of it?"
    /// The caller's own id for a game: 1 to 128 characters, no control characters.
    ExternalId 1 128 characters as_sent "table-7/2026-11-21"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_normalised() {
        assert_eq!(Name::new("  Zoe\u{308} ").map(Name::into_string), Ok("Zo\u{eb}".to_owned()));
        assert!(Name::new("   ").is_err());
        assert!(Name::new(&"é".repeat(64)).is_ok());
        assert!(Name::new(&"é".repeat(65)).is_err());
        assert!(Name::new("a\u{7}b").is_err());
    }

    #[test]
    fn seeds_are_counted_in_bytes() {
        assert!(SeedText::new(&"é".repeat(64)).is_ok());
        assert!(SeedText::new(&"é".repeat(65)).is_err());
        assert!(SeedText::new("").is_err());
        assert!(ClientSeed::new("").is_ok());
    }
}
