//! Reads the fields of a JSON object strictly: unknown and duplicate ones are refused, and values stay as they were
//! sent.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::form::Form;
use crate::games::{Code, QUOTED, Violation, excerpt, log::RawStep, violation};

/// The fields of an object, without duplicates.
#[derive(Default)]
pub(super) struct Fields<'a> {
    /// The steps, each as sent: they are most of a document, so they are split while parsing.
    pub(super) steps: Option<Vec<RawStep<'a>>>,
    /// The document inside.
    pub(super) log: Option<Box<Fields<'a>>>,
    /// The others in the order sent, with the JSON of their values.
    pub(super) others: Vec<(String, &'a str)>,
}

/// Reads an object with these known fields.
///
/// The first unknown field is rejected at once, so a name is only compared with the known ones.
pub(super) struct KnownFields<'k> {
    pub(super) names: &'k [&'k str],
    /// Their form.
    pub(super) form: Form<'k>,
    /// The violation behind a deserialization error.
    pub(super) fault: &'k mut Option<Violation>,
}

impl<'de> DeserializeSeed<'de> for KnownFields<'_> {
    type Value = Fields<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Fields<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for KnownFields<'_> {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields<'de>, M::Error> {
        let mut fields = Fields::default();
        while let Some(key) = map.next_key::<String>()? {
            if !self.names.contains(&key.as_str()) {
                *self.fault = Some(unknown_field(&key));
                return Err(de::Error::custom("unknown field"));
            }
            if fields.has(&key) {
                return Err(de::Error::custom(format_args!("duplicate field `{key}`")));
            }
            match key.as_str() {
                "steps" => {
                    let wrong = violation!(Code::Malformed, "`{}` must be {}.", "steps", "a list");
                    *self.fault = Some(wrong);
                    fields.steps = Some(map.next_value_seed(AtMost(self.form.steps, PhantomData))?);
                    *self.fault = None;
                }
                "log" => {
                    let inner = Form { around: &[], ..self.form };
                    let log = KnownFields { names: &inner.names(), form: inner, fault: &mut *self.fault };
                    fields.log = Some(Box::new(map.next_value_seed(log)?));
                }
                _ => fields.others.push((key, map.next_value::<&RawValue>()?.get())),
            }
        }
        Ok(fields)
    }
}

impl Fields<'_> {
    fn has(&self, key: &str) -> bool {
        let own = [("steps", self.steps.is_some()), ("log", self.log.is_some())];
        own.contains(&(key, true)) || self.others.iter().any(|(other, _)| other == key)
    }
}

/// Reads a list and returns at most this number of its items.
pub(super) struct AtMost<T>(pub(super) usize, pub(super) PhantomData<T>);

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for AtMost<T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for AtMost<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Vec<T>, S::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            if items.len() < self.0 {
                items.push(item);
            }
        }
        Ok(items)
    }
}

/// The violation of a field that a document does not have.
pub(super) fn unknown_field(name: &str) -> Violation {
    violation!(Code::Malformed, "Unknown field `{}` in the log.", excerpt(name, QUOTED).into_owned())
}
