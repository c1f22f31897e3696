//! Bodies: their media type and size are checked first, then all their fields together.

use std::{borrow::Cow, fmt};

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue},
    web::{self, Buf},
};
use deserr::Deserr;
use futures::future::LocalBoxFuture;
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

use super::{
    accept::{JSON, NDJSON},
    line_reader::LineReader,
    unpack::{Unpacked, too_large},
};
use crate::{
    games::{FieldFaults, QUOTED, excerpt, without_mark},
    http::{middleware::rate_limit, reply::problem::Problem, settings::Settings},
    service::{FieldError, FieldErrorCode, FieldErrors, ProblemCode, ServiceError},
};

/// A JSON body of ordinary size, as sent.
#[derive(Debug)]
pub struct JsonBody(pub String);

/// A body that may contain whole logs, as sent.
pub enum LogBody {
    /// One log: JSON.
    One(String),
    /// A score sheet: plain text.
    Sheet(String),
    /// Logs as NDJSON, read as they arrive.
    Lines(Box<LineReader>),
}

/// The media types that a route accepts.
const ONLY_JSON: &[&str] = &[JSON];
const LOGS: &[&str] = &[JSON, NDJSON, SHEET];
/// The media type of a score sheet.
const SHEET: &str = "text/plain";

/// Maximum size of a score sheet, in bytes: a hundred deals in long names take less.
const SHEET_LIMIT: usize = 1 << 18;

impl FromRequest for JsonBody {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<JsonBody, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let body = read(&request, payload, Settings::of(&request).body_limit, ONLY_JSON).await?;
            rate_limit::charge(&request, rate_limit::units_of_stored(body.len()))?;
            Ok(JsonBody(text(body)?))
        })
    }
}

impl FromRequest for LogBody {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<LogBody, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let settings = Settings::of(&request);
            match media_type(&request, LOGS) {
                Some(NDJSON) => {}
                Some(SHEET) => {
                    let limit = SHEET_LIMIT.min(settings.log_limit);
                    return Ok(LogBody::Sheet(text(read(&request, payload, limit, LOGS).await?)?));
                }
                Some(_) | None => {
                    let body = read(&request, payload, settings.log_limit, LOGS).await?;
                    return Ok(LogBody::One(text(body)?));
                }
            }
            not_longer(&request, settings.lines_limit)?;
            let body = Unpacked::of(&request, payload, settings.lines_limit)?;
            let reader = LineReader::begin(body, settings.lines_limit, settings.log_limit).await?;
            Ok(LogBody::Lines(Box::new(reader)))
        })
    }
}

/// Reads a body of one of these media types; a missing `Content-Type` is allowed for an empty body.
async fn read(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
    types: &[&'static str],
) -> Result<web::BytesMut, Problem> {
    let bytes = whole(request, payload, limit).await?;
    // An absent body needs no media type; the route decides how to treat it.
    let absent = bytes.is_empty() && !request.headers().contains_key(CONTENT_TYPE);
    if absent || media_type(request, types).is_some() {
        return Ok(bytes);
    }
    let accept = HeaderValue::from_str(&types.join(", ")).map_err(|why| Problem::internal(why.to_string()))?;
    let detail = format!("Expected a body with `Content-Type: {}`.", types.join("` or `"));
    Err(Problem::new(ProblemCode::UnsupportedMediaType, detail).with_header(ACCEPT, accept))
}

/// Maximum size that is allocated for a body before any of it has arrived, in bytes.
const PREALLOCATED: u64 = 16 << 10;

/// Reads a body of at most `limit` bytes, whatever its media type.
///
/// # Errors
/// If it is longer or incomplete.
pub async fn whole(request: &HttpRequest, payload: Payload, limit: usize) -> Result<web::BytesMut, Problem> {
    not_longer(request, limit)?;
    let mut body = Unpacked::of(request, payload, limit)?;
    // The rest is allocated as it arrives, at most twice as much: a caller that declares a long body and sends nothing
    // takes little memory.
    let mut bytes =
        web::BytesMut::with_capacity(declared_length(request).map_or(0, |length| length.min(PREALLOCATED) as usize));
    while let Some(piece) = body.next().await? {
        if bytes.len() + piece.len() > limit {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Rejects a body whose declared length exceeds the limit.
fn not_longer(request: &HttpRequest, limit: usize) -> Result<(), Problem> {
    if declared_length(request).is_some_and(|length| length > limit as u64) { Err(too_large(limit)) } else { Ok(()) }
}

/// The declared length of a body.
fn declared_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The media type of a request's body, if it is one of these.
fn media_type(request: &HttpRequest, types: &[&'static str]) -> Option<&'static str> {
    let content_type = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    types.iter().copied().find(|one| is_of(content_type, one))
}

fn text(mut body: web::BytesMut) -> Result<String, Problem> {
    body.advance(body.len() - without_mark(&body).len());
    String::from_utf8(body.into())
        .map_err(|why| Problem::new(ProblemCode::BadJson, format!("The body is not UTF-8: {why}.")))
}

fn is_of(content_type: &str, media_type: &str) -> bool {
    let mime = content_type.parse::<mime::Mime>();
    mime.is_ok_and(|mime| {
        let utf8 = mime.get_param(mime::CHARSET).is_none_or(|charset| charset == mime::UTF_8);
        mime.essence_str() == media_type && utf8
    })
}

impl JsonBody {
    /// The body as JSON; an absent one is an empty object if the route allows that.
    ///
    /// # Errors
    /// `bad_json`.
    pub fn value(&self, absent: Absent) -> Result<Value, Problem> {
        match (self.0.is_empty(), absent) {
            (true, Absent::IsEmpty) => Ok(Value::Object(serde_json::Map::new())),
            (true, Absent::IsWrong) | (false, _) => parse(&self.0),
        }
    }
}

/// How a route treats an absent body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// An empty object.
    IsEmpty,
    /// Invalid JSON.
    IsWrong,
}

/// Checks that a log, the body or a line, is JSON.
///
/// # Errors
/// `bad_json`.
pub fn log(text: String, what: &str) -> Result<String, Problem> {
    validate(&text).map_err(|why| bad_json(what, &why))?;
    Ok(text)
}

/// Maximum number of values in a body that is parsed into a tree, where each takes many times its size in the body: far
/// more than any route can use.
const TREE_LIMIT: usize = 1 << 17;

fn parse(text: &str) -> Result<Value, Problem> {
    let values = validate(text).map_err(|why| bad_json("body", &why))?;
    if values > TREE_LIMIT {
        let detail = format!("The body may have at most {TREE_LIMIT} values, but has {values}.");
        return Err(Problem::new(ProblemCode::TooLarge, detail));
    }
    serde_json::from_str(text).map_err(|why| bad_json("body", &why))
}

fn bad_json(what: &str, why: &serde_json::Error) -> Problem {
    Problem::new(ProblemCode::BadJson, format!("The {what} is not valid JSON: {why}."))
}

/// Maximum number of values in options or a deal: no ruleset uses that many.
const VALUES_LIMIT: usize = 4096;

/// Takes a field out of a body if it has so many values that it cannot be valid, since copying it would be expensive.
pub fn take_oversized(body: &mut Value, field: &str) -> Option<Value> {
    body.get_mut(field).filter(|value| counted(value, 0) > VALUES_LIMIT).map(Value::take)
}

/// Reads the fields of a body and then what it requests, and returns all errors, those found before included.
///
/// # Errors
/// `invalid_body` or the code that all errors share.
pub fn request<B, R>(
    value: Value,
    mut errors: FieldErrors,
    read: impl FnOnce(B, &mut FieldErrors) -> Option<R>,
) -> Result<R, Problem>
where
    B: Deserr<FieldFaults>,
{
    match fields::<B>(value) {
        Ok(body) => {
            let request = read(body, &mut errors);
            request.filter(|_| errors.is_empty()).ok_or_else(|| invalid(errors))
        }
        Err(mut shallow) => {
            shallow.extend(errors);
            Err(invalid(shallow))
        }
    }
}

/// An object without fields.
pub fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}

/// The fault of a value that is not an object.
pub fn no_object(pointer: &str) -> FieldError {
    FieldError::new(FieldErrorCode::WrongType, pointer, "Expected an object.")
}

/// Number of values in a value, nested ones included, added to `before`; counting stops beyond the limit.
fn counted(value: &Value, before: usize) -> usize {
    let more = |count, value| if count > VALUES_LIMIT { count } else { counted(value, count) };
    match value {
        Value::Array(items) => items.iter().fold(before + 1, more),
        Value::Object(fields) => fields.values().fold(before + 1, more),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => before + 1,
    }
}

/// Reads the fields of a body, or all their faults.
///
/// # Errors
/// All faults, with their pointers.
pub fn fields<T: Deserr<FieldFaults>>(value: Value) -> Result<T, Vec<FieldError>> {
    deserr::deserialize(value)
        .map_err(|faults: FieldFaults| faults.0.into_iter().map(|fault| FieldError::below("", fault)).collect())
}

/// The problem of invalid fields.
pub fn invalid(errors: impl IntoIterator<Item = FieldError>) -> Problem {
    ServiceError::from(FieldErrors::from_iter(errors)).into()
}

/// Validates a text as I-JSON (RFC 7493), in which no object has duplicate names and all strings are Unicode; returns the
/// number of its values, nested ones included.
///
/// # Errors
/// If it is not JSON, or JSON that parsers may read differently.
fn validate(text: &str) -> Result<usize, serde_json::Error> {
    serde_json::from_str(text).map(|ValueCount(values)| values)
}

/// The number of values in a value, itself included.
struct ValueCount(usize);

/// A name in an object, borrowed where it has no escapes.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

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
