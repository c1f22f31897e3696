//! Fields of a step that derived implementations would read too loosely, for `#[serde(deserialize_with = "…")]`.
//!
//! An enum's value is one of the words on the rules page, as a JSON string only: a derived enum would also accept
//! `{"word": null}`. A field that may be omitted is not `null`, unless its page says so.

use std::borrow::Cow;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IntoDeserializer},
};

struct Strict<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Strict<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict<T>, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        T::deserialize(text.as_ref().into_deserializer()).map(Strict)
    }
}

/// A word of an enum.
pub(super) fn word<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Strict::deserialize(deserializer).map(|Strict(word)| word)
}

/// A word of an enum, or null; the field is required.
pub(super) fn word_or_null<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    Ok(Option::<Strict<T>>::deserialize(deserializer)?.map(|Strict(word)| word))
}

/// A word of an enum; the field may be omitted but not null.
pub(super) fn given_word<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    word(deserializer).map(Some)
}

/// Any value; the field may be omitted but not null.
pub(super) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Sky {
        Clear,
        VeryDark,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    enum Report {
        Day {
            #[serde(deserialize_with = "word")]
            sky: Sky,
            #[serde(deserialize_with = "word_or_null")]
            later: Option<Sky>,
        },
    }

    #[test]
    fn only_strings_of_the_list_are_words() {
        let read = |text| serde_json::from_str::<Report>(text).ok();
        let expected = Some(Report::Day { sky: Sky::VeryDark, later: None });
        assert_eq!(read(r#"{"type": "day", "sky": "very_dark", "later": null}"#), expected);
        assert_eq!(
            read(r#"{"later": "clear", "sky": "clear", "type": "day"}"#),
            Some(Report::Day { sky: Sky::Clear, later: Some(Sky::Clear) })
        );
        for text in [
            r#"{"type": "day", "sky": {"clear": null}, "later": null}"#,
            r#"{"type": "day", "sky": "clear", "later": {"clear": null}}"#,
            r#"{"type": "day", "sky": "clear"}"#,
            r#"{"type": "day", "sky": null, "later": null}"#,
            r#"{"type": "day", "sky": "Clear", "later": null}"#,
            r#"{"type": "day", "sky": 0, "later": null}"#,
            r#"{"type": "day", "sky": ["clear"], "later": null}"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
