//! JSON as I-JSON has it: no name stands twice in one object, and every text is Unicode (RFC 7493).

use std::{borrow::Cow, cell::Cell, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

use crate::games::{QUOTED, excerpt};

/// Checks a text.
///
/// # Errors
/// When it is no JSON, or JSON that two readers could understand in two ways.
pub fn check(text: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str(text).map(|Checked| ())
}

/// How many values are read of a body: far more than any good one has.
const VALUES_LIMIT: usize = 1 << 15;

/// Reads a text. Of one that is made of more values than any good body the first are read, which are as wrong: each
/// takes many times the bytes that it came in.
///
/// # Errors
/// When it is no JSON.
pub fn value(text: &str) -> Result<Value, serde_json::Error> {
    let left = Cell::new(VALUES_LIMIT);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Tree(&left).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Reads a value as long as there are some left to be read. What is around a value is counted before it.
#[derive(Clone, Copy)]
struct Tree<'a>(&'a Cell<usize>);

impl Tree<'_> {
    /// Counts the next value, if there is one; says whether it is read.
    fn takes(self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Value, S::Error> {
        let mut all = Vec::new();
        while self.takes() {
            let Some(item) = items.next_element_seed(self)? else { return Ok(all.into()) };
            all.push(item);
        }
        while let Some(IgnoredAny) = items.next_element()? {}
        Ok(all.into())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<Value, M::Error> {
        let mut all = Map::new();
        while self.takes() {
            let Some(name) = fields.next_key::<String>()? else { return Ok(all.into()) };
            all.insert(name, fields.next_value_seed(self)?);
        }
        while let Some((IgnoredAny, IgnoredAny)) = fields.next_entry()? {}
        Ok(all.into())
    }
}

/// A value that was looked through.
struct Checked;

/// A name in an object, borrowed where it has no escapes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Checked, D::Error> {
        deserializer.deserialize_any(LookThrough)
    }
}

struct LookThrough;

impl<'de> Visitor<'de> for LookThrough {
    type Value = Checked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_str<E>(self, _: &str) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Checked, S::Error> {
        while let Some(Checked) = items.next_element()? {}
        Ok(Checked)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<Checked, M::Error> {
        let mut names: Vec<Name<'de>> = Vec::new();
        while let Some((name, Checked)) = fields.next_entry()? {
            // Looked through before room is made for as many again: a name that is repeated takes no memory.
            if names.len() == names.capacity() {
                distinct(&mut names)?;
            }
            names.push(name);
        }
        distinct(&mut names).map(|()| Checked)
    }
}

/// Sorts names, and refuses one that stands twice.
fn distinct<E: Error>(names: &mut [Name<'_>]) -> Result<(), E> {
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(E::custom(format_args!("`{}` stands twice in one object", excerpt(&pair[0].0, QUOTED)))),
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
    fn a_value_is_read_as_it_stands() {
        let text = r#"{"z":[null,true,-1,18446744073709551615,1.5,"a\u0301"],"a":{"":[]},"e":1e300}"#;
        assert_eq!(value(text).ok(), serde_json::from_str(text).ok());
        assert_eq!(
            value(text).expect("JSON").to_string(),
            serde_json::from_str::<Value>(text).expect("JSON").to_string()
        );
        for wrong in ["", "{", "[1,]", "1 2", "{\"a\":1e999}"] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn of_too_many_values_the_first_are_read_and_what_is_around_them() {
        let count = |text: &str| value(text).expect("JSON")["a"].as_array().map(Vec::len);
        let of = |items: usize| format!(r#"{{"a":[{}],"b":1}}"#, vec!["{}"; items].join(","));
        assert_eq!(count(&of(10_000)), Some(10_000));
        let some = count(&of(100_000)).expect("an array");
        assert!((VALUES_LIMIT / 4..VALUES_LIMIT).contains(&some), "{some}");
        assert_eq!(value(&of(100_000)).expect("JSON").get("b"), None);
        let nested = format!("[{}]", vec![format!("[{}]", vec!["0"; 1000].join(",")); 100].join(","));
        let inner: usize = value(&nested)
            .expect("JSON")
            .as_array()
            .expect("a list")
            .iter()
            .flat_map(Value::as_array)
            .map(Vec::len)
            .sum();
        assert!(inner < VALUES_LIMIT, "{inner}");
    }

    #[test]
    fn a_name_stands_once_in_an_object() {
        for good in
            ["{}", r#"{"a": 1, "b": {"a": [{"a": null}, {"a": true}]}}"#, "[-1, 1.5, 1e300]", r#""\ud83c\udccf""#]
        {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in [r#"{"a": 1, "a": 1}"#, r#"{"a": 1, "\u0061": 2}"#, r#"[{"x": {"a": 1, "b": 2, "a": 3}}]"#] {
            let told = check(bad).expect_err(bad).to_string();
            assert!(told.starts_with("`a` stands twice in one object"), "{told}");
        }
    }

    #[test]
    fn what_is_no_unicode_or_too_deep_or_too_large_is_refused() {
        for bad in [r#""\ud800""#, r#"{"\udc00": 1}"#, "1e999", &"[".repeat(128), "", "{} {}"] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
