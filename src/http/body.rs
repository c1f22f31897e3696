//! Bodies: their media type and size are checked first, then all their fields at once.

use std::io::ErrorKind;

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    error::PayloadError,
    http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue},
    web,
};
use deserr::Deserr;
use futures::{StreamExt, future::LocalBoxFuture};
use serde_json::Value;

use super::{
    Settings, json, lines,
    problem::{Problem, WrongField},
};
use crate::{
    games::FieldFaults,
    service::{FieldError, FieldErrors, ProblemCode, ServiceError},
};

/// A JSON body of ordinary size, as sent.
#[derive(Debug)]
pub struct JsonBody(pub String);

/// A body that may hold whole logs, as sent.
#[derive(Debug)]
pub enum LogBody {
    /// One log: JSON.
    One(String),
    /// Logs, one a line.
    Lines(web::Bytes),
}

/// What a route takes.
const JSON: &[&str] = &["application/json"];
const LOGS: &[&str] = &["application/json", lines::MEDIA_TYPE];

impl FromRequest for JsonBody {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<JsonBody, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let (body, _) = read(&request, payload, Settings::of(&request).body_limit, JSON).await?;
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
            let (body, media_type) = read(&request, payload, Settings::of(&request).log_limit, LOGS).await?;
            Ok(if media_type == lines::MEDIA_TYPE { LogBody::Lines(body) } else { LogBody::One(text(body)?) })
        })
    }
}

/// Reads a body of one of these media types; an absent one is as one of the first.
async fn read(
    request: &HttpRequest,
    mut payload: Payload,
    limit: usize,
    types: &[&'static str],
) -> Result<(web::Bytes, &'static str), Problem> {
    let too_large = || Problem::new(ProblemCode::TooLarge, format!("A body of at most {limit} bytes is taken here."));
    let header = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    if header(CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok()).is_some_and(|n| n > limit as u64) {
        return Err(too_large());
    }
    if header(CONTENT_ENCODING).is_some_and(|coding| !coding.eq_ignore_ascii_case("identity")) {
        let accept = (ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        return Err(unsupported("A body without `Content-Encoding` is wanted here.", accept));
    }
    let mut bytes = web::BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|why| broken_off(&why))?;
        if bytes.len() + chunk.len() > limit {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    // An absent body needs no media type; the route says what it makes of that.
    let absent = bytes.is_empty() && header(CONTENT_TYPE).is_none();
    let told = header(CONTENT_TYPE).and_then(|told| types.iter().copied().find(|one| is_of(told, one)));
    match told.or(types.first().copied().filter(|_| absent)) {
        Some(media_type) => Ok((bytes.freeze(), media_type)),
        None => {
            let accept = HeaderValue::from_str(&types.join(", ")).map_err(|why| Problem::internal(why.to_string()))?;
            let told = format!("A body of `Content-Type: {}` is wanted here.", types.join("` or `"));
            Err(unsupported(&told, (ACCEPT, accept)))
        }
    }
}

fn text(body: web::Bytes) -> Result<String, Problem> {
    String::from_utf8(body.into())
        .map_err(|why| Problem::new(ProblemCode::BadJson, format!("The body is not UTF-8: {why}.")))
}

/// Why a body did not come to its end.
pub fn broken_off(why: &PayloadError) -> Problem {
    match why {
        PayloadError::Io(error) if error.kind() == ErrorKind::TimedOut => {
            Problem::new(ProblemCode::RequestTimeout, "The body took too long to come: nothing was done.")
        }
        PayloadError::Io(error) if error.kind() == ErrorKind::ResourceBusy => {
            ServiceError::Unavailable("the bodies in hand take too much memory".to_owned()).into()
        }
        why => Problem::new(ProblemCode::BadJson, format!("The body broke off: {why}.")),
    }
}

/// What is wrong, and the header that says what would be right (RFC 9110, 15.5.16).
fn unsupported(detail: &str, accept: (HeaderName, HeaderValue)) -> Problem {
    Problem::new(ProblemCode::UnsupportedMediaType, detail).with_header(accept.0, accept.1)
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
    json::check(text).map_err(|why| bad_json(what, &why))
}

fn parse(text: &str) -> Result<Value, Problem> {
    json::check(text).and_then(|()| serde_json::from_str(text)).map_err(|why| bad_json("body", &why))
}

fn bad_json(what: &str, why: &serde_json::Error) -> Problem {
    Problem::new(ProblemCode::BadJson, format!("The {what} is not JSON: {why}."))
}

/// How many values options or a deal may be made of: those of no ruleset are made of as many.
const VALUES_LIMIT: usize = 4096;

/// Takes a field out of a body when it is made of so many values that no good one is, and copies of it would cost.
pub fn take_oversized(body: &mut Value, field: &str) -> Option<Value> {
    body.get_mut(field).filter(|value| counted(value, 0) > VALUES_LIMIT).map(Value::take)
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

/// A wrong parameter of a path.
pub fn bad_path(parameter: &str, detail: &str) -> Problem {
    let code = ProblemCode::BadParameter;
    Problem::of_fields(code, vec![WrongField::of_parameter(parameter, code.kind().id, detail)])
}
