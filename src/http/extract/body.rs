//! Bodies: their media type and size are checked first, then all their fields at once.

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue},
    web,
};
use deserr::Deserr;
use futures::future::LocalBoxFuture;
use serde_json::Value;

use super::{
    i_json,
    line_reader::LineReader,
    unpack::{Unpacked, too_large},
};
use crate::{
    games::FieldFaults,
    http::{
        names::{JSON, NDJSON},
        reply::problem::Problem,
        settings::Settings,
    },
    service::{FieldError, FieldErrors, ProblemCode, ServiceError},
};

/// A JSON body of ordinary size, as sent.
#[derive(Debug)]
pub struct JsonBody(pub String);

/// A body that may hold whole logs, as sent.
pub enum LogBody {
    /// One log: JSON.
    One(String),
    /// Logs, one a line, as they come in.
    Lines(Box<LineReader>),
}

/// What a route takes.
const ONLY_JSON: &[&str] = &[JSON];
const LOGS: &[&str] = &[JSON, NDJSON];

impl FromRequest for JsonBody {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<JsonBody, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let body = read(&request, payload, Settings::of(&request).body_limit, ONLY_JSON).await?;
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
            if media_type(&request, LOGS) != Some(NDJSON) {
                let body = read(&request, payload, settings.log_limit, LOGS).await?;
                return Ok(LogBody::One(text(body)?));
            }
            not_longer(&request, settings.lines_limit)?;
            let body = Unpacked::of(&request, payload)?;
            let reader = LineReader::begin(body, settings.lines_limit, settings.log_limit).await?;
            Ok(LogBody::Lines(Box::new(reader)))
        })
    }
}

/// Reads a body of one of these media types; an absent one is as one of the first.
async fn read(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
    types: &[&'static str],
) -> Result<web::BytesMut, Problem> {
    let bytes = whole(request, payload, limit).await?;
    // An absent body needs no media type; the route says what it makes of that.
    let absent = bytes.is_empty() && !request.headers().contains_key(CONTENT_TYPE);
    if absent || media_type(request, types).is_some() {
        return Ok(bytes);
    }
    let accept = HeaderValue::from_str(&types.join(", ")).map_err(|why| Problem::internal(why.to_string()))?;
    let told = format!("Expected a body with `Content-Type: {}`.", types.join("` or `"));
    Err(Problem::new(ProblemCode::UnsupportedMediaType, told).with_header(ACCEPT, accept))
}

/// Reads a body of up to so many bytes, whatever its media type.
///
/// # Errors
/// When it is longer, or does not come whole.
pub async fn whole(request: &HttpRequest, payload: Payload, limit: usize) -> Result<web::BytesMut, Problem> {
    not_longer(request, limit)?;
    let mut body = Unpacked::of(request, payload)?;
    // A long body is not copied while it grows; what is promised and does not come takes no memory.
    let mut bytes = web::BytesMut::with_capacity(told_length(request).map_or(0, |told| (told as usize).min(limit)));
    while let Some(piece) = body.next().await? {
        if bytes.len() + piece.len() > limit {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Refuses a body that says itself that it is longer.
fn not_longer(request: &HttpRequest, limit: usize) -> Result<(), Problem> {
    if told_length(request).is_some_and(|length| length > limit as u64) { Err(too_large(limit)) } else { Ok(()) }
}

/// How long a body says that it is.
fn told_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Which of these media types a request's body has.
fn media_type(request: &HttpRequest, types: &[&'static str]) -> Option<&'static str> {
    let told = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    types.iter().copied().find(|one| is_of(told, one))
}

fn text(body: web::BytesMut) -> Result<String, Problem> {
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
    /// The body as JSON; an absent one is an empty object where the route takes that.
    ///
    /// # Errors
    /// `bad_json`.
    pub fn value(&self, absent: Absent) -> Result<Value, Problem> {
        match (self.0.is_empty(), absent) {
            (true, Absent::IsEmpty) => Ok(Value::Object(serde_json::Map::new())),
            _ => parse(&self.0),
        }
    }
}

/// What an absent body is to a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// An empty object.
    IsEmpty,
    /// No JSON.
    IsWrong,
}

/// Checks that a text, the body or a line, is JSON.
///
/// # Errors
/// `bad_json`.
pub fn checked(text: &str, what: &str) -> Result<(), Problem> {
    i_json::validate(text).map(drop).map_err(|why| bad_json(what, &why))
}

/// The most values of a body that is read into a tree, where each takes many times the bytes that it came in: far more
/// than any body has that a route can use.
const TREE_LIMIT: usize = 1 << 17;

fn parse(text: &str) -> Result<Value, Problem> {
    let values = i_json::validate(text).map_err(|why| bad_json("body", &why))?;
    if values > TREE_LIMIT {
        let detail = format!("The body may have at most {TREE_LIMIT} values, but has {values}.");
        return Err(Problem::new(ProblemCode::TooLarge, detail));
    }
    serde_json::from_str(text).map_err(|why| bad_json("body", &why))
}

fn bad_json(what: &str, why: &serde_json::Error) -> Problem {
    Problem::new(ProblemCode::BadJson, format!("The {what} is not valid JSON: {why}."))
}

/// How many values options or a deal may be made of: those of no ruleset are made of as many.
const VALUES_LIMIT: usize = 4096;

/// Takes a field out of a body when it is made of so many values that no good one is, and copies of it would cost.
pub fn take_oversized(body: &mut Value, field: &str) -> Option<Value> {
    body.get_mut(field).filter(|value| counted(value, 0) > VALUES_LIMIT).map(Value::take)
}

/// An object without fields.
pub fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}

/// The fault of a value that is not an object.
pub fn no_object(pointer: &str) -> FieldError {
    FieldError { pointer: pointer.to_owned(), code: "wrong_type", detail: "Expected an object.".to_owned() }
}

/// How many values a value is made of and these; not counted further than is allowed.
fn counted(value: &Value, before: usize) -> usize {
    let more = |count, value| if count > VALUES_LIMIT { count } else { counted(value, count) };
    match value {
        Value::Array(items) => items.iter().fold(before + 1, more),
        Value::Object(fields) => fields.values().fold(before + 1, more),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => before + 1,
    }
}

/// Reads a body's fields, or everything that is wrong with them.
///
/// # Errors
/// All faults, with their places.
pub fn fields<T: Deserr<FieldFaults>>(value: Value) -> Result<T, Vec<FieldError>> {
    deserr::deserialize(value)
        .map_err(|faults: FieldFaults| faults.0.into_iter().map(|fault| FieldError::below("", fault)).collect())
}

/// The problem of fields that are wrong.
pub fn invalid(errors: impl IntoIterator<Item = FieldError>) -> Problem {
    ServiceError::from(FieldErrors::from_iter(errors)).into()
}
