//! A number in a step: any JSON integer, validated later by the check of the rules page.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

/// Any JSON integer, clamped to 64 bits. Booleans, strings and fractions are not numbers.
///
/// An amount of −1 is well-formed and then `bad_amount`, so every integer is accepted here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Number(pub i64);

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer")
            }
            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
                Ok(Number(i64::try_from(value).unwrap_or(i64::MAX)))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
                // The parser passes integers beyond 64 bits as floats. Steps with fractions or exponents are refused
                // before (`log/integers.rs`).
                if value.abs() >= 9.2e18 {
                    return Ok(Number(if value > 0.0 { i64::MAX } else { i64::MIN }));
                }
                Err(E::invalid_type(de::Unexpected::Float(value), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_integers_are_numbers() {
        let read = |text| serde_json::from_str::<Number>(text).ok().map(|number| number.0);
        assert_eq!(read("-1"), Some(-1));
        assert_eq!(read("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(read("-99999999999999999999999"), Some(i64::MIN));
        for text in ["1.0", "true", "null", "\"1\"", "[1]", "1e2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
