//! I-JSON: no duplicate names in an object, and all strings are Unicode (RFC 7493).

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use crate::games::{QUOTED, excerpt};

/// Validates a text and returns the number of its values, nested ones included.
///
/// # Errors
/// If it is not JSON, or JSON that parsers may read differently.
pub fn validate(text: &str) -> Result<usize, serde_json::Error> {
    serde_json::from_str(text).map(|ValueCount(values)| values)
}

/// The number of values in a value, itself included.
struct ValueCount(usize);

/// A name in an object, borrowed where it has no escapes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for ValueCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ValueCount, D::Error> {
        deserializer.deserialize_any(CountValues)
    }
}

struct CountValues;

impl<'de> Visitor<'de> for CountValues {
    type Value = ValueCount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<ValueCount, E> {
        Ok(ValueCount(1))
    }

    fn visit_bool<E>(self, _: bool) -> Result<ValueCount, E> {
        Ok(ValueCount(1))
    }

    fn visit_i64<E>(self, _: i64) -> Result<ValueCount, E> {
        Ok(ValueCount(1))
    }

    fn visit_u64<E>(self, _: u64) -> Result<ValueCount, E> {
        Ok(ValueCount(1))
    }

    fn visit_f64<E>(self, _: f64) -> Result<ValueCount, E> {
        Ok(ValueCount(1))
    }

    fn visit_str<E>(self, _: &str) -> Result<ValueCount, E> {
        Ok(ValueCount(1))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<ValueCount, S::Error> {
        let mut values = 1;
        while let Some(ValueCount(within)) = items.next_element()? {
            values += within;
        }
        Ok(ValueCount(values))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<ValueCount, M::Error> {
        let mut names: Vec<Name<'de>> = Vec::new();
        let mut values = 1;
        while let Some((name, ValueCount(within))) = fields.next_entry()? {
            values += within;
            // Checked before the vector grows: repeated names take no memory.
            if names.len() == names.capacity() {
                distinct(&mut names)?;
            }
            names.push(name);
        }
        distinct(&mut names).map(|()| ValueCount(values))
    }
}

/// Sorts names and rejects duplicates.
fn distinct<E: Error>(names: &mut [Name<'_>]) -> Result<(), E> {
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(E::custom(format_args!("duplicate field `{}` in an object", excerpt(&pair[0].0, QUOTED)))),
        None => Ok(()),
    }
}

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<'de>, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicate_names_are_refused() {
        for good in
            ["{}", r#"{"a": 1, "b": {"a": [{"a": null}, {"a": true}]}}"#, "[-1, 1.5, 1e300]", r#""\ud83c\udccf""#]
        {
            assert!(validate(good).is_ok(), "{good}");
        }
        for bad in [r#"{"a": 1, "a": 1}"#, r#"{"a": 1, "\u0061": 2}"#, r#"[{"x": {"a": 1, "b": 2, "a": 3}}]"#] {
            let text = validate(bad).expect_err(bad).to_string();
            assert!(text.starts_with("duplicate field `a` in an object"), "{text}");
        }
    }

    #[test]
    fn invalid_unicode_and_values_that_are_too_deep_or_too_large_are_refused() {
        for bad in [r#""\ud800""#, r#"{"\udc00": 1}"#, "1e999", &"[".repeat(128), "", "{} {}"] {
            assert!(validate(bad).is_err(), "{bad}");
        }
    }
}
