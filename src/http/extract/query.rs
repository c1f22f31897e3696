//! Query parameters: unknown ones and invalid values are all reported.

use std::{
    borrow::Cow,
    fmt::Display,
    future::{Ready, ready},
    str::FromStr,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    games::{QUOTED, Ruleset, excerpt},
    http::reply::problem::{Problem, WrongField},
    reading::{CardLook, Layout, Pictures, Verdict},
    service::{
        ExternalId, MAX_TAGS, Name, ProblemCode, SeedText, Tag, read_time,
        records::{ReadingKind, Source},
        store::Sort,
        tables::TablePhase,
    },
};

/// The highest number that a parameter may be: what the document's integers of 32 bits hold.
pub const INTEGER_LIMIT: u32 = i32::MAX.unsigned_abs();

/// Maximum number of invalid parameters reported.
const REPORTED: usize = 20;
/// Length of a day, as in `2026-11-22`.
const DAY: usize = 10;

/// The query of a request, read parameter by parameter.
#[derive(Debug)]
pub struct Query {
    pairs: Vec<(String, String)>,
    /// The names of a form's empty fields, which count as absent.
    empty: Vec<String>,
    known: Vec<&'static str>,
    wrong: Vec<WrongField>,
    /// Whether a time may be a day.
    days: bool,
}

/// Whether other sites add this parameter to the links to pages that people share there, to count who follows them.
fn is_of_a_campaign(name: &str) -> bool {
    name.starts_with("utm_") || matches!(name, "fbclid" | "gclid" | "igsh" | "mc_cid" | "mc_eid" | "msclkid" | "twclid")
}

impl Query {
    /// The query of this request. A page has no parameters of campaigns.
    pub fn of(request: &HttpRequest) -> Query {
        let (mut pairs, invalid) = decode(request.query_string().as_bytes());
        if !request.path().starts_with("/v1/") {
            pairs.retain(|(name, _)| !is_of_a_campaign(name));
        }
        let mut query = Query { pairs, empty: Vec::new(), known: Vec::new(), wrong: Vec::new(), days: false };
        for name in invalid.iter().take(REPORTED) {
            query.wrong(name, "It is not UTF-8.".to_owned());
        }
        query
    }

    /// The query of this request as a page's form sends it: an empty field counts as absent, and a day as its first
    /// moment.
    pub fn filled(request: &HttpRequest) -> Query {
        let mut query = Query { days: true, ..Query::of(request) };
        query.omit_empty(|_| true);
        query
    }

    /// The same, but only these parameters come from the form.
    pub fn filled_of(request: &HttpRequest, fields: &[&str]) -> Query {
        let mut query = Query::of(request);
        query.omit_empty(|name| fields.contains(&name));
        query
    }

    /// Sets the empty ones among these fields aside.
    fn omit_empty(&mut self, is_field: impl Fn(&str) -> bool) {
        let is_empty = |(name, value): &mut (String, String)| value.trim().is_empty() && is_field(name);
        self.empty = self.pairs.extract_if(.., is_empty).map(|(name, _)| name).collect();
    }

    /// Names and values, as sent.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// A parameter that may occur once, read by a function that explains its errors.
    pub fn read<T, E: Display>(&mut self, name: &'static str, read: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        self.known.push(name);
        let values: Vec<_> = self.pairs.iter().filter(|(key, _)| key == name).map(|(_, value)| value).take(2).collect();
        let count = values.len() + self.empty.iter().filter(|key| *key == name).count();
        let result = match values.as_slice() {
            _ if count > 1 => Err("It may be given only once.".to_owned()),
            [value, ..] => read(value).map_err(|why| why.to_string()),
            [] => return None,
        };
        match result {
            Ok(value) => Some(value),
            Err(detail) => {
                self.wrong(name, detail);
                None
            }
        }
    }

    /// A parameter that may occur once.
    pub fn one<T: FromStr<Err: Display>>(&mut self, name: &'static str) -> Option<T> {
        self.read(name, str::parse)
    }

    /// A parameter that may be repeated, up to `limit` times.
    pub fn many<T, E: Display>(
        &mut self,
        name: &'static str,
        limit: usize,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Vec<T> {
        self.known.push(name);
        let values: Vec<_> = self.pairs.iter().filter(|(key, _)| key == name).map(|(_, value)| value).collect();
        if values.len() > limit {
            self.wrong(name, format!("It may be given at most {limit} times."));
            return Vec::new();
        }
        let values: Vec<_> = values.into_iter().map(|value| read(value)).collect();
        let mut valid = Vec::with_capacity(values.len());
        for value in values {
            match value {
                Ok(value) => valid.push(value),
                Err(why) => self.wrong(name, why.to_string()),
            }
        }
        valid
    }

    /// `true` or `false`.
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.read(name, |text| text.parse().map_err(|_| "Expected `true` or `false`."))
    }

    /// A time in RFC 3339.
    pub fn time(&mut self, name: &'static str) -> Option<DateTime<Utc>> {
        let days = self.days;
        self.read(name, |text| if days { read_time(&first_moment(text)) } else { read_time(text) })
    }

    /// An integer between two bounds.
    pub fn between(&mut self, name: &'static str, low: u32, high: u32) -> Option<u32> {
        self.read(name, |text| {
            let number = text.parse().ok().filter(|number| digits(text) && (low..=high).contains(number));
            number.ok_or_else(|| format!("Expected an integer from {low} to {high}."))
        })
    }

    /// A value out of a list.
    pub fn word<T>(&mut self, name: &'static str, words: &[(&str, T)]) -> Option<T>
    where
        T: Copy,
    {
        self.read(name, |text| {
            words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
                let all: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
                let one_of = if all.len() > 1 { "one of " } else { "" };
                format!("Expected {one_of}{}.", all.join(", "))
            })
        })
    }

    fn wrong(&mut self, name: &str, detail: String) {
        self.wrong.push(WrongField::of_parameter(ProblemCode::BadParameter, name, detail));
    }

    /// Ends the query: every parameter has been read.
    ///
    /// # Errors
    /// `unknown_parameter` or `bad_parameter`, with all errors.
    pub fn finish(self) -> Result<(), Problem> {
        let mut wrong: Vec<_> = self.unknown().into_iter().map(|name| self.unknown_parameter(name)).collect();
        let code = if wrong.is_empty() { ProblemCode::BadParameter } else { ProblemCode::UnknownParameter };
        wrong.extend(self.wrong);
        if wrong.is_empty() { Ok(()) } else { Err(Problem::of_first(REPORTED, code, wrong)) }
    }

    /// The names of unread parameters, each once: at most one more than are reported.
    fn unknown(&self) -> Vec<&str> {
        let mut unknown: Vec<&str> = Vec::new();
        for name in self.pairs.iter().map(|(name, _)| name.as_str()).filter(|name| !self.known.contains(name)) {
            if !unknown.contains(&name) {
                unknown.push(name);
            }
            if unknown.len() > REPORTED {
                break;
            }
        }
        unknown
    }

    fn unknown_parameter(&self, name: &str) -> WrongField {
        let short = excerpt(name, QUOTED);
        let detail = match self.known.as_slice() {
            [] => format!("`{short}` is not a parameter of this route, which has none."),
            known => format!("`{short}` is not a parameter of this route. Parameters: {}.", known.join(", ")),
        };
        WrongField::of_parameter(ProblemCode::UnknownParameter, name, detail)
    }
}

/// A day as the time of its first moment; any other text as it is.
pub fn first_moment(text: &str) -> Cow<'_, str> {
    if text.len() == DAY { format!("{text}T00:00:00Z").into() } else { text.into() }
}

/// Whether a text is a number as in JSON, of digits only.
pub fn digits(text: &str) -> bool {
    text == "0" || (!text.starts_with('0') && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses an id in the form that the service writes: a UUID with hyphens.
pub fn uuid(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|id| id.hyphenated().to_string().eq_ignore_ascii_case(text))
}

/// Rejects query parameters, for handlers that read no body.
#[derive(Clone, Copy, Debug)]
pub struct NoQuery;

impl FromRequest for NoQuery {
    type Error = Problem;
    type Future = Ready<Result<NoQuery, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(none(request).map(|()| NoQuery))
    }
}

/// Rejects query parameters.
///
/// # Errors
/// `unknown_parameter` if there is one.
pub fn none(request: &HttpRequest) -> Result<(), Problem> {
    Query::of(request).finish()
}

/// Names and values in a query or a form (`application/x-www-form-urlencoded`), and the names of those that are not UTF-8.
pub fn decode(encoded: &[u8]) -> (Vec<(String, String)>, Vec<String>) {
    let is_invalid = |part: &&[u8]| percent_encoding::percent_decode(part).decode_utf8().is_err();
    let name = |part: &[u8]| form_urlencoded::parse(part).next().map(|(name, _)| name.into_owned());
    let invalid = encoded.split(|byte| *byte == b'&').filter(is_invalid).filter_map(name).collect();
    (form_urlencoded::parse(encoded).into_owned().collect(), invalid)
}

/// Maximum number of names in a filter.
const NAMES: usize = 20;

/// What a query parameter gives, whether it is there or not.
pub trait Parameter: Sized {
    /// Takes the parameter of this name from a query, which notes what is wrong with it.
    fn take(query: &mut Query, name: &'static str) -> Self;
}

/// Texts of the service, which say what is wrong with them.
macro_rules! text_parameters {
    ($($type:ty),*) => {
        $(
            impl Parameter for Option<$type> {
                fn take(query: &mut Query, name: &'static str) -> Option<$type> {
                    query.read(name, <$type>::new)
                }
            }
        )*
    };
}

text_parameters!(Name, SeedText, ExternalId);

/// Names: a game has players of all of them.
impl Parameter for Vec<Name> {
    fn take(query: &mut Query, name: &'static str) -> Vec<Name> {
        query.many(name, NAMES, Name::new)
    }
}

/// Tags: a game has all of them.
impl Parameter for Vec<Tag> {
    fn take(query: &mut Query, name: &'static str) -> Vec<Tag> {
        query.many(name, MAX_TAGS, Tag::new)
    }
}

impl Parameter for Option<bool> {
    fn take(query: &mut Query, name: &'static str) -> Option<bool> {
        query.flag(name)
    }
}

impl Parameter for Option<DateTime<Utc>> {
    fn take(query: &mut Query, name: &'static str) -> Option<DateTime<Utc>> {
        query.time(name)
    }
}

impl Parameter for Option<Sort> {
    fn take(query: &mut Query, name: &'static str) -> Option<Sort> {
        query.word(name, &[("played_at", Sort::Played)])
    }
}

/// Parameters of enums, by the ids of their values.
macro_rules! enum_parameters {
    ($($type:ty),*) => {
        $(
            impl Parameter for Option<$type> {
                fn take(query: &mut Query, name: &'static str) -> Option<$type> {
                    query.word(name, &<$type>::ALL.map(|value| (value.id(), value)))
                }
            }
        )*
    };
}

enum_parameters!(Ruleset, Source, TablePhase, ReadingKind, Verdict, Layout);

/// Declares the query parameters of routes: the struct is described in the document by its comments and attributes, and
/// read from a query by `take`.
macro_rules! query_parameters {
    (
        $(#[$about:meta])*
        pub struct $name:ident { $($(#[$about_field:meta])* $field:ident: $type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, utoipa::IntoParams)]
        #[into_params(parameter_in = Query)]
        pub struct $name { $($(#[$about_field])* pub $field: $type,)* }

        impl $name {
            /// Takes the parameters from a query, which notes what is wrong with them.
            pub fn take(query: &mut $crate::http::extract::query::Query) -> Self {
                $name { $($field: $crate::http::extract::query::Parameter::take(query, stringify!($field).trim_start_matches("r#")),)* }
            }
        }
    };
}

pub(crate) use query_parameters;

/// The appearance of the cards in a picture or page, if the query specifies it.
pub fn card_look(query: &mut Query, pictures: &Pictures) -> Option<CardLook> {
    query.read("cards", |text| match (text, &pictures.art) {
        ("drawn", _) => Ok(CardLook::Drawn),
        ("art", Some(_)) => Ok(CardLook::Art),
        ("art", None) => Err("This service has no art folder. Expected `drawn`."),
        (_, Some(_)) => Err("Expected one of `drawn`, `art`."),
        (_, None) => Err("Expected `drawn`."),
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn values_that_are_not_utf8_are_named() {
        let (pairs, invalid) = decode("a=%C3%A9+x&b=%FF&c=%EF%BF%BD&%ff=1&&d=\u{e9}".as_bytes());
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let lossy = "\u{fffd}";
        assert_eq!(pairs, [("a", "\u{e9} x"), ("b", lossy), ("c", lossy), (lossy, "1"), ("d", "\u{e9}")]);
        assert_eq!(invalid, ["b", lossy]);
        assert_eq!(decode(b""), (Vec::new(), Vec::new()));
    }
}
