//! I-JSON: no duplicate names in an object, and all strings are Unicode (RFC 7493).

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use crate::games::{QUOTED, excerpt, plain};

/// Validates a text and returns the number of its values, nested ones included.
///
/// # Errors
/// If it is not JSON, or JSON that parsers may read differently.
pub fn validate(text: &str) -> Result<usize, serde_json::Error> {
    plain::count(text).map_or_else(|| look_closely(text), Ok)
}

fn look_closely(text: &str) -> Result<usize, serde_json::Error> {
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
    use proptest::{collection::vec, prelude::*, sample::select};

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

    /// Fragments that may matter to a JSON parser, concatenated at random.
    fn texts() -> impl Strategy<Value = String> {
        const PIECES: &str = r#"{ } [ ] " : , \ \\ \u0061 \ud800 \n \x "a" "b": "a":1 a - 0 1 01 -0 1.5 1e9 123456789012345678
            1234567890123456789 true false null nul ü {} [] {"a":{"a":[1,{"a":null}]}} [1,2,"x"]"#;
        let spaces = [" ", "\n", "\t", "\u{b}", "\u{1}", "\u{feff}"];
        let pieces: Vec<_> = PIECES.split_whitespace().chain(spaces).collect();
        vec(select(pieces), 0..12).prop_map(|pieces| pieces.concat())
    }

    /// Valid JSON, written in varying ways.
    fn values() -> impl Strategy<Value = String> {
        let space = || select(["", " ", "\n\t"].as_slice());
        let leaf = prop_oneof![
            any::<i64>().prop_map(|number| number.to_string()),
            any::<f64>().prop_map(|number| serde_json::json!(number).to_string()),
            "[a-zü\"\\\\\n]{0,5}".prop_map(|text| serde_json::json!(text).to_string()),
            select(["true", "false", "null"].as_slice()).prop_map(str::to_owned),
        ];
        leaf.prop_recursive(5, 60, 6, move |inner| {
            let name = "[ab\"ü]{0,2}".prop_map(|name| serde_json::json!(name).to_string());
            let field = (name, space(), inner.clone(), space());
            prop_oneof![
                (space(), vec(inner, 0..6)).prop_map(|(space, items)| format!("[{space}{}{space}]", items.join(","))),
                vec(field, 0..6).prop_map(|fields| {
                    let fields: Vec<_> =
                        fields.iter().map(|(name, a, value, b)| format!("{a}{name}{b}:{a}{value}{b}")).collect();
                    format!("{{{}}}", fields.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn plain_texts_are_accepted_by_the_full_parser(text in texts(), value in values(), place in any::<prop::sample::Index>()) {
            let places: Vec<_> = (0..=value.len()).filter(|place| value.is_char_boundary(*place)).collect();
            let (before, behind) = value.split_at(*place.get(&places));
            for text in [&text, &value, &format!("{before}{text}{behind}")] {
                let careful = look_closely(text).ok();
                if let Some(values) = plain::count(text) {
                    prop_assert_eq!(careful, Some(values), "{}", text);
                }
            }
        }
    }

    #[test]
    fn usual_bodies_are_plain() {
        for text in [
            r#"{"ruleset":"fortunes","players":[{"name":"Ada \"the\" ü"},{}],"steps":[{"type":"play","card":"wa10"}]}"#,
            " [ -1 , 0,true , null ]\n",
        ] {
            assert_eq!(plain::count(text), look_closely(text).ok(), "{text}");
        }
        let (deep, wide) =
            ("[".repeat(60) + &"]".repeat(60), (0..40).map(|n| format!("\"{n}\":{n}")).collect::<Vec<_>>().join(","));
        assert_eq!(plain::count(&deep), Some(60));
        assert_eq!((plain::count(&format!("{{{wide}}}")), validate(&format!("{{{wide}}}")).ok()), (None, Some(41)));
    }
}
