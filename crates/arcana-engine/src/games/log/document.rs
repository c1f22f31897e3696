//! The log document: an object with `ruleset`, `players`, `steps` and perhaps `options` (`docs/rules/README.md`).
//!
//! Its fields are read strictly: unknown and duplicate ones are refused, and values stay as they were sent, within limits
//! on length.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Value, value::RawValue};

use super::{Log, LogCodec, RawStep, Refusal, parse_options, raw::explained, replay};
use crate::games::{Code, QUOTED, Violation, excerpt, fields::Object, violation};

/// Maximum number of players read; more than any ruleset allows.
const PLAYERS_LIMIT: usize = 1000;

/// Maximum number of invalid options named in a violation.
const OPTIONS_NAMED: usize = 10;

/// The byte order mark, with which some editors begin a file. RFC 8259 lets a reader of JSON pass it over.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What follows the byte order mark at the start of a text, if there is one.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A well-formed log document; its steps are checked later.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The ruleset's id, known or not.
    pub ruleset: String,
    /// The version of the rules, if given.
    pub rules_version: Option<u64>,
    /// The players' names.
    pub players: Vec<String>,
    /// Options that differ from the defaults.
    pub options: Value,
    /// The steps, as sent.
    pub steps: Vec<RawStep<'a>>,
    /// Fields for the caller, with the JSON of their values: in the order sent, those of the object around the log last,
    /// which take precedence.
    pub extra: Vec<(String, &'a str)>,
    /// The other fields of an object whose field `log` it was, as in an export, with the JSON of their values.
    pub around: Option<Vec<(String, &'a str)>>,
}

impl Form<'_> {
    /// Reads a document, or the object around one.
    ///
    /// # Errors
    /// `malformed` or `bad_options`, without an index.
    pub fn read(self, text: &str) -> Result<Document<'_>, Violation> {
        let mut fault = None;
        let mut reader = serde_json::Deserializer::from_str(text);
        let fields = KnownFields { names: &self.names(), form: self, fault: &mut fault }.deserialize(&mut reader);
        let fields = fields.and_then(|fields| reader.end().map(|()| fields));
        let mut fields = fields.map_err(|why| match fault {
            Some(fault) if why.is_data() => fault,
            Some(_) | None => violation!(Code::Malformed, "The log is not a JSON object: {}.", explained(&why)),
        })?;
        let Some(log) = fields.log.take() else { return self.document(fields) };
        let mut document = self.document(*log)?;
        let (own, around): (Vec<_>, Vec<_>) =
            fields.others.into_iter().partition(|(name, _)| self.extra.contains(&name.as_str()));
        document.extra.extend(own);
        document.around = Some(around);
        Ok(document)
    }

    fn document(self, fields: Fields<'_>) -> Result<Document<'_>, Violation> {
        let (extra, own): (Vec<_>, Vec<_>) =
            fields.others.into_iter().partition(|(name, _)| self.extra.contains(&name.as_str()));
        if let Some((name, _)) = own.iter().find(|(name, _)| !FIELDS.contains(&name.as_str())) {
            return Err(unknown_field(name));
        }
        let field = |name: &str| own.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
        Ok(Document {
            ruleset: required(field("ruleset"), "ruleset", "a string")?,
            rules_version: field("rules_version").map(|raw| typed(raw, "rules_version", "an integer")).transpose()?,
            players: names(players(field("players"), PLAYERS_LIMIT)?)?,
            options: options(field("options"))?,
            steps: fields.steps.ok_or_else(|| missing("steps", "a list"))?,
            extra,
            around: None,
        })
    }
}

impl<'a> Document<'a> {
    /// Reads a document's form; `extra` are fields that belong to the caller.
    ///
    /// # Errors
    /// `malformed` or `bad_options`, without an index.
    pub fn read(text: &'a str, extra: &[&str]) -> Result<Document<'a>, Violation> {
        Form { extra, around: &[], steps: usize::MAX }.read(text)
    }

    /// Checks the document as a log of this game: number of players, options, then every step.
    ///
    /// # Errors
    /// The first violation.
    pub fn replay<G: LogCodec>(&self) -> Result<(G, Log<G>), Refusal> {
        let (count, version) = (self.players.len(), u64::from(G::INFO.rules_version));
        if self.rules_version.is_some_and(|given| given != version) {
            let fault =
                violation!(Code::Malformed, "`rules_version` must be {}, the current one.", version.to_string());
            return Err(Refusal::of_document(fault));
        }
        if !G::INFO.players.allows(count) {
            let fault = violation!(Code::BadPlayers, "{} cannot be played by {} players.", G::INFO.name, count);
            return Err(Refusal::of_document(fault));
        }
        let options = parse_options::<G>(self.options.clone()).map_err(|faults| {
            let listed = faults.0.iter().map(|fault| format!("/options{}: {}", fault.pointer, fault.detail));
            let more = (faults.0.len() > OPTIONS_NAMED).then(|| "There are more errors.".to_owned());
            let listed: Vec<_> = listed.take(OPTIONS_NAMED).chain(more).collect();
            Refusal::of_document(violation!(Code::BadOptions, "{}", listed.join(" ")))
        })?;
        replay(count, options, &self.steps)
    }
}

/// A document's own fields.
const FIELDS: [&str; 5] = ["ruleset", "rules_version", "options", "players", "steps"];

/// Which fields are accepted besides those of a log document.
#[derive(Clone, Copy, Debug)]
pub struct Form<'k> {
    /// Fields beside the document's own that belong to the caller.
    pub extra: &'k [&'k str],
    /// Fields of an object whose field `log` is the document; their values are not read. Empty if there is no such
    /// object.
    pub around: &'k [&'k str],
    /// Maximum number of steps read. A caller with a lower limit detects longer logs without the cost of reading them.
    pub steps: usize,
}

impl Form<'_> {
    /// The fields that an object may have.
    fn names(&self) -> Vec<&str> {
        let log: &[&str] = if self.around.is_empty() { &[] } else { &["log"] };
        [&FIELDS, self.extra, log, self.around].concat()
    }
}

/// The fields of an object, without duplicates.
#[derive(Default)]
struct Fields<'a> {
    /// The steps, each as sent: they are most of a document, so they are split while parsing.
    steps: Option<Vec<RawStep<'a>>>,
    /// The document inside.
    log: Option<Box<Fields<'a>>>,
    /// The others in the order sent, with the JSON of their values.
    others: Vec<(String, &'a str)>,
}

/// Reads an object with these known fields.
///
/// The first unknown field is rejected at once, so a name is only compared with the known ones.
struct KnownFields<'k> {
    names: &'k [&'k str],
    /// Their form.
    form: Form<'k>,
    /// The violation behind a deserialization error.
    fault: &'k mut Option<Violation>,
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
struct AtMost<T>(usize, PhantomData<T>);

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
fn unknown_field(name: &str) -> Violation {
    violation!(Code::Malformed, "Unknown field `{}` in the log.", excerpt(name, QUOTED).into_owned())
}

/// Maximum length of a player's name, in characters.
const NAME_LIMIT: usize = 64;

/// Maximum length of the options, in bytes; far more than any ruleset needs.
const OPTIONS_LIMIT: usize = 64 << 10;

/// A player of the document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedPlayer {
    name: String,
}

/// At most `most` players, which are required.
fn players(json: Option<&str>, most: usize) -> Result<Vec<Object<NamedPlayer>>, Violation> {
    const EXPECTED: &str = "a list of objects with a `name`";
    let json = json.ok_or_else(|| missing("players", EXPECTED))?;
    read(json, AtMost(most, PhantomData)).map_err(|_| {
        let each = read(json, AtMost::<&RawValue>(most, PhantomData)).unwrap_or_default();
        match each
            .into_iter()
            .position(|player| typed::<Object<NamedPlayer>>(player.get(), "players", EXPECTED).is_err())
        {
            Some(index) => {
                violation!(Code::Malformed, "Player {} must have a `name`, a string, and nothing else.", index)
            }
            None => violation!(Code::Malformed, "`{}` must be {}.", "players", EXPECTED),
        }
    })
}

fn typed<'a, T: Deserialize<'a>>(json: &'a str, name: &'static str, expected: &'static str) -> Result<T, Violation> {
    read(json, PhantomData).map_err(|_| violation!(Code::Malformed, "`{}` must be {}.", name, expected))
}

fn required<'a, T: Deserialize<'a>>(
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

fn missing(name: &'static str, expected: &'static str) -> Violation {
    violation!(Code::Malformed, "`{}` is required and must be {}.", name, expected)
}

fn names(players: Vec<Object<NamedPlayer>>) -> Result<Vec<String>, Violation> {
    let bad = |name: &str| name.is_empty() || name.chars().count() > NAME_LIMIT || name.chars().any(char::is_control);
    match players.iter().position(|Object(player)| bad(&player.name)) {
        Some(index) => Err(violation!(
            Code::Malformed,
            "The name of player {} must have 1 to 64 characters and no control characters.",
            index
        )),
        None => Ok(players.into_iter().map(|Object(player)| player.name).collect()),
    }
}

fn options(json: Option<&str>) -> Result<Value, Violation> {
    let Some(json) = json else { return Ok(Value::Object(serde_json::Map::new())) };
    if json.len() > OPTIONS_LIMIT {
        return Err(violation!(Code::BadOptions, "`options` may have at most {} bytes.", OPTIONS_LIMIT));
    }
    match serde_json::from_str(json) {
        Ok(options @ Value::Object(_)) => Ok(options),
        _ => Err(violation!(Code::Malformed, "`options` must be an object.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Document<'_>, Code> {
        Document::read(text, &["played_at"]).map_err(|fault| fault.code)
    }

    #[test]
    fn a_document_keeps_its_steps_as_sent() {
        let document = read(r#"{"ruleset":"x","players":[{"name":"Ada"}],"steps":[{"type":1.0}, 7],"played_at":3}"#)
            .expect("the right form");
        assert_eq!(document.steps.len(), 2);
        assert_eq!(document.steps[0].json().get(), r#"{"type":1.0}"#);
        assert_eq!(document.extra[0].0, "played_at");
        assert_eq!(document.options, serde_json::json!({}));
    }

    #[test]
    fn a_document_may_be_nested_in_the_field_log() {
        let form = Form { extra: &["played_at"], around: &["id"], steps: usize::MAX };
        let log = r#"{"ruleset":"x","players":[{"name":"Ada"}],"steps":[1],"played_at":1}"#;
        let extra = |text: &str| {
            let document = form.read(text).map_err(|fault| fault.code)?;
            Ok(document.extra.iter().map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>())
        };
        assert_eq!(extra(log), Ok(vec!["played_at:1".to_owned()]));
        let text = format!(r#"{{"id":7,"log":{log}}}"#);
        assert_eq!(extra(&text), Ok(vec!["played_at:1".to_owned()]));
        let around = form.read(&text).expect("the right form").around;
        assert_eq!(around, Some(vec![("id".to_owned(), "7")]));
        assert_eq!(form.read(log).expect("the right form").around, None);
        assert_eq!(
            extra(&format!(r#"{{"played_at":2,"log":{log},"id":7}}"#)),
            Ok(vec!["played_at:1".to_owned(), "played_at:2".to_owned()])
        );
        for bad in [
            format!(r#"{{"idea":7,"log":{log}}}"#),
            format!(r#"{{"log":{{"log":{log}}}}}"#),
            r#"{"log":null}"#.to_owned(),
            log.replace("\"steps\"", "\"id\":1,\"steps\""),
        ] {
            assert_eq!(extra(&bad), Err(Code::Malformed), "{bad}");
        }
    }

    #[test]
    fn other_forms_are_malformed() {
        for text in [
            "[]",
            "{",
            r#"{"players":[{"name":"Ada"}],"steps":[]}"#,
            r#"{"ruleset":"x","players":[{"name":"Ada"}],"steps":{}}"#,
            r#"{"ruleset":"x","players":[{"name":""}],"steps":[]}"#,
            r#"{"ruleset":"x","players":[{"name":"a\u0007"}],"steps":[]}"#,
            r#"{"ruleset":"x","players":[{"name":"A","age":3}],"steps":[]}"#,
            r#"{"ruleset":"x","players":["A"],"steps":[]}"#,
            r#"{"ruleset":"x","players":[["A"]],"steps":[]}"#,
            r#"{"ruleset":"x","players":[{}],"steps":[]}"#,
            r#"{"ruleset":"x","players":[],"steps":[],"options":null}"#,
            r#"{"ruleset":"x","players":[],"steps":[],"sky":1}"#,
            r#"{"ruleset":"x","players":[],"steps":[],"steps":[]}"#,
            r#"{"ruleset":"x","players":[],"steps":[],"rules_version":"1"}"#,
        ] {
            assert_eq!(read(text).map(|_| ()), Err(Code::Malformed), "{text}");
        }
    }
}
