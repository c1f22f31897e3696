//! Forms as they were sent, and the errors in their fields.

mod fields;

use std::{borrow::Cow, fmt::Display, time::Duration};

use actix_web::{
    FromRequest, HttpRequest, ResponseError,
    dev::Payload,
    http::{StatusCode, header},
    web::BytesMut,
};
use futures::future::LocalBoxFuture;
use maud::{Markup, Render, html};
use sha2::{Digest, Sha256};

use super::error::PageError;
use crate::{
    games::{QUOTED, Ruleset, excerpt},
    hex::hex,
    http::{
        extract::{body, query},
        middleware::{rate_limit, same_origin},
        reply::problem::Problem,
    },
    players::Skill,
    service::{
        Service,
        records::{IdempotencyKey, OwnerId},
    },
};

pub use self::fields::{Field, TAGS, copy, listed, options};

/// Maximum number of invalid fields reported at once.
const MAX_REPORTED: usize = 20;

/// A submitted form.
#[derive(Debug, Default)]
pub struct Form {
    pairs: Vec<(String, String)>,
    /// The hidden field of a form that creates something.
    once: Option<String>,
    /// Invalid fields, with the reasons.
    pub wrong: Vec<(String, String)>,
}

impl Form {
    /// Parses a form.
    ///
    /// # Errors
    /// The form is malformed.
    pub fn read(body: &Body) -> Result<Form, PageError> {
        match query::decode(&body.0) {
            (pairs, invalid) if invalid.is_empty() => Ok(Form::sent(pairs)),
            (_, _) => Err(PageError::new(StatusCode::BAD_REQUEST, "The form is not UTF-8.")),
        }
    }

    /// Parses a form with files, which must be text.
    ///
    /// # Errors
    /// It does not come from a page of this service, is malformed, or has a file that is not text.
    pub fn read_parts(request: &HttpRequest, body: &[u8]) -> Result<Form, PageError> {
        from_here(request)?;
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let boundary = media_type.and_then(boundary).ok_or_else(no_form)?;
        let malformed = || PageError::new(StatusCode::BAD_REQUEST, "The form is malformed or incomplete.");
        let parts = parts(&boundary, body).ok_or_else(malformed)?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| no_text());
        let pairs = parts.into_iter().map(|(name, bytes)| Ok((name, text(bytes)?)));
        Ok(Form::sent(pairs.collect::<Result<Vec<_>, PageError>>()?))
    }

    /// A form with one field, as it was stored.
    pub fn with(name: &str, value: &str) -> Form {
        Form::sent([(name.to_owned(), value.to_owned())])
    }

    /// A form with these fields, as they were sent.
    fn sent(pairs: impl IntoIterator<Item = (String, String)>) -> Form {
        let (once, pairs) = pairs.into_iter().partition(|(name, _)| name == ONCE);
        Form { once: self::once(once), pairs, wrong: Vec::new() }
    }

    /// What tells this form from all others, by all its fields, if it creates something.
    pub fn submission(&self) -> Option<Submission> {
        self.once.as_deref().map(|once| Submission::of(once, &self.pairs))
    }

    /// The idempotency key of the request with this form, if it creates something.
    pub fn idempotency_key(&self, request: &HttpRequest, service: &Service, owner: OwnerId) -> Option<IdempotencyKey> {
        self.submission().map(|submission| submission.key(request, service, owner))
    }

    /// Reports unknown and repeated fields.
    pub fn only(&mut self, known: &[&str]) {
        let mut met: Vec<&str> = Vec::with_capacity(known.len());
        for (name, _) in &self.pairs {
            if self.wrong.len() == MAX_REPORTED {
                break;
            }
            match known.iter().find(|known| **known == name.as_str()) {
                None => {
                    let short = excerpt(name, QUOTED).into_owned();
                    let why = format!("Unknown field `{short}`.");
                    self.wrong.push((short, why));
                }
                Some(name) if met.contains(name) => {
                    self.wrong.push(((*name).to_owned(), "It may be given only once.".to_owned()));
                }
                Some(name) => met.push(name),
            }
        }
    }

    /// All fields as sent.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// The value of a field; empty if missing.
    pub fn text(&self, name: &str) -> &str {
        self.texts(name).next().unwrap_or_default()
    }

    /// All values of a field.
    pub fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.pairs.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Takes the value out of a field without copying a long one; short values stay in the form.
    pub fn take(&mut self, name: &str, short: usize) -> String {
        let Some((_, value)) = self.pairs.iter_mut().find(|(key, _)| key == name) else { return String::new() };
        if value.len() <= short { value.clone() } else { std::mem::take(value) }
    }

    /// Parses an optional field and records an error.
    pub fn value<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let text = self.text(name);
        if text.trim().is_empty() {
            return None;
        }
        match read(text) {
            Ok(value) => Some(value),
            Err(why) => {
                self.wrong.push((name.to_owned(), why));
                None
            }
        }
    }

    /// The error of a field.
    fn why(&self, name: &str) -> Option<&str> {
        self.wrong.iter().find(|(field, _)| field == name).map(|(_, why)| why.as_str())
    }

    /// Does a field have an error?
    pub fn is_wrong(&self, name: &str) -> bool {
        self.why(name).is_some()
    }

    /// Whether a field has text or an error, so that it must be visible.
    pub fn is_filled(&self, name: &str) -> bool {
        self.is_wrong(name) || !self.text(name).trim().is_empty()
    }

    /// The page's title. Screen readers read it first, so it mentions errors.
    pub fn titled<'a>(&self, title: &'a str) -> Cow<'a, str> {
        if self.wrong.is_empty() { title.into() } else { format!("Please correct: {title}").into() }
    }
}

/// A result with the message of its error.
///
/// # Errors
/// As the result.
pub fn with_message<T, E: Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|why| why.to_string())
}

/// Parses a bot.
pub fn skill(id: &str) -> Result<Skill, String> {
    Skill::from_label(id).ok_or_else(|| "Choose one of the list.".to_owned())
}

/// The number of players of a game, in words.
pub fn players_of(ruleset: Ruleset) -> String {
    let players = ruleset.info().players;
    if players.min == players.max { format!("{} players", players.min) } else { players.to_string() }
}

fn no_text() -> PageError {
    PageError::new(StatusCode::UNPROCESSABLE_ENTITY, "The file is not a text in UTF-8.")
}

impl From<Vec<(String, String)>> for Form {
    fn from(pairs: Vec<(String, String)>) -> Form {
        Form { pairs, ..Form::default() }
    }
}

/// Maximum size of a form, in bytes.
const FORM_LIMIT: usize = 64 << 10;

/// The body of a form that a page of this service sent. Its limit counts decompressed bytes, as for every body.
#[derive(Debug)]
pub struct Body(BytesMut);

impl FromRequest for Body {
    type Error = PageError;
    type Future = LocalBoxFuture<'static, Result<Body, PageError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            from_here(&request)?;
            let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let essence = media_type.and_then(|value| value.split(';').next()).map(str::trim);
            if !essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")) {
                return Err(no_form());
            }
            let bytes = body::whole(&request, payload, FORM_LIMIT).await.map_err(unread)?;
            // The fields of some pages are in their query.
            let stored = bytes.len() + request.query_string().len();
            rate_limit::charge(&request, rate_limit::units_of_stored(stored))?;
            Ok(Body(bytes))
        })
    }
}

/// Rejects a form whose browser does not say that a page of this service sent it.
fn from_here(request: &HttpRequest) -> Result<(), PageError> {
    match same_origin::is_same_origin(request) {
        true => Ok(()),
        false => Err(PageError::new(
            StatusCode::FORBIDDEN,
            "This form was not sent from a page of this service, or the browser does not say from where.",
        )),
    }
}

fn no_form() -> PageError {
    PageError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Expected a form.")
}

/// The page for a form that was not read.
fn unread(problem: Problem) -> PageError {
    match problem.status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => PageError::new(StatusCode::PAYLOAD_TOO_LARGE, "The form is too large."),
        _ => problem.into(),
    }
}

/// How long a form waits for the first one to be carried out.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Name of the hidden field that tells a form from all others.
const ONCE: &str = "once";

/// The hidden field of a form that creates something: submitted twice, as by a double click, it creates it once.
#[derive(Clone, Debug)]
pub struct Once(String);

impl Once {
    /// A field for the forms of one page.
    pub fn new(service: &Service) -> Once {
        Once(service.random_token())
    }
}

impl Render for Once {
    fn render(&self) -> Markup {
        html! { input type="hidden" name=(ONCE) value=(self.0); }
    }
}

/// The value of the hidden field, if there is a valid one. Without it, a form is like no other.
fn once(fields: Vec<(String, String)>) -> Option<String> {
    let [(_, once)] = fields.try_into().ok()?;
    Some(once).filter(|once: &String| once.len() == 64 && once.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// What tells a submitted form from all others. Equal if the same form is submitted twice with the same values.
#[derive(Debug)]
pub struct Submission(String);

impl Submission {
    /// The submission of a form with a hidden field `once` and these other fields.
    fn of(once: &str, fields: &[(String, String)]) -> Submission {
        let mut hash = Sha256::new_with_prefix(once);
        for text in fields.iter().flat_map(|(name, value)| [name, value]) {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        Submission(hex(&hash.finalize()))
    }

    /// What the tokens of what is created are derived from, so that they are the same if the form is submitted twice.
    pub fn nonce(&self) -> &str {
        &self.0
    }

    /// The idempotency key of the request with this form.
    pub fn key(&self, request: &HttpRequest, service: &Service, owner: OwnerId) -> IdempotencyKey {
        let address = request.uri().path_and_query().map_or(request.path(), |address| address.as_str());
        let what = [request.method().as_str(), address, &self.0];
        // The submission stands for its values, so there is no other body.
        IdempotencyKey { timeout: TIMEOUT, ..service.idempotency_key(owner, None, what, &[]) }
    }
}

/// The boundary in a `Content-Type`.
fn boundary(content_type: &str) -> Option<String> {
    let media_type: mime::Mime = content_type.parse().ok()?;
    let boundary = media_type.get_param(mime::BOUNDARY)?.as_str().to_owned();
    // RFC 2046, 5.1.1
    (media_type.essence_str() == "multipart/form-data" && (1..=70).contains(&boundary.len())).then_some(boundary)
}

/// The parts of a form with their field names; `None` if the form is malformed or incomplete.
fn parts<'a>(boundary: &str, body: &'a [u8]) -> Option<Vec<(String, &'a [u8])>> {
    let delimiter = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(delimiter.trim_start().as_bytes())?;
    let mut parts = Vec::new();
    while !rest.starts_with(b"--") {
        let (head, after) = split(rest.strip_prefix(b"\r\n")?, b"\r\n\r\n")?;
        let (part, next) = split(after, delimiter.as_bytes())?;
        parts.push((name(std::str::from_utf8(head).ok()?)?, part));
        rest = next;
    }
    Some(parts)
}

/// The field name in the headers of a part.
fn name(head: &str) -> Option<String> {
    let disposition = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-disposition").then(|| value.trim().to_owned())
    };
    let value = head.split("\r\n").find_map(disposition)?;
    let mut parameters = value.strip_prefix("form-data")?.split(';').map(str::trim);
    let quoted = parameters.find_map(|parameter| parameter.strip_prefix("name="))?;
    Some(quoted.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Splits at the first occurrence of a sequence, which begins with a line break and contains no other near its start.
fn split<'a>(bytes: &'a [u8], sequence: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut from = 0;
    loop {
        let at = from + bytes.get(from..)?.iter().position(|byte| *byte == b'\r')?;
        if let Some(behind) = bytes[at..].strip_prefix(sequence) {
            return Some((&bytes[..at], behind));
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn only_the_same_form_with_the_same_values_is_the_same_submission() {
        let of = |once: &str, fields: &[(&str, &str)]| Submission::of(once, &owned(fields)).0;
        let first = of("1", &[("name", "Ada"), ("question", "")]);
        assert_eq!(of("1", &[("name", "Ada"), ("question", "")]), first);
        for (once, fields) in [
            ("2", &[("name", "Ada"), ("question", "")][..]),
            ("1", &[("name", "Bel"), ("question", "")]),
            ("1", &[("name", "Adaq"), ("uestion", "")]),
            ("1", &[("name", "Ada")]),
        ] {
            assert_ne!(of(once, fields), first, "{fields:?}");
        }
    }

    #[test]
    fn a_form_has_one_valid_field_or_none() {
        let valid = "ab".repeat(32);
        assert_eq!(once(owned(&[("once", &valid)])), Some(valid.clone()));
        for wrong in [&[][..], &[("once", "")], &[("once", "x")], &[("once", &valid), ("once", &valid)]] {
            assert_eq!(once(owned(wrong)), None, "{wrong:?}");
        }
    }

    const FORM: &[u8] = b"--x\r\nContent-Disposition: form-data; name=\"log\"\r\n\r\n{\r\n}\r\r\n\r\n--x\r\n\
        content-disposition: form-data; name=\"file\"; filename=\"a;b.json\"\r\nContent-Type: application/json\r\n\r\n\r\n--x--\r\n";

    #[test]
    fn each_part_is_the_field_of_its_name() {
        let expected: Vec<(String, &[u8])> = vec![("log".to_owned(), b"{\r\n}\r\r\n"), ("file".to_owned(), b"")];
        assert_eq!(parts("x", FORM), Some(expected));
        assert_eq!(parts("x", b"--x--"), Some(Vec::new()));
    }

    #[test]
    fn an_incomplete_form_is_rejected() {
        for length in 0..FORM.len() - 4 {
            assert_eq!(parts("x", &FORM[..length]), None, "{length}");
        }
        for wrong in
            [&b"--x\r\n\r\nno head\r\n--x--"[..], b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--", b"log=1"]
        {
            assert_eq!(parts("x", wrong), None);
        }
    }

    #[test]
    fn the_boundary_is_named_with_the_media_type() {
        assert_eq!(
            boundary("multipart/form-data; boundary=----WebKitFormBoundaryA1").as_deref(),
            Some("----WebKitFormBoundaryA1")
        );
        assert_eq!(boundary("Multipart/Form-Data; charset=utf-8; boundary=\"a b\"").as_deref(), Some("a b"));
        for other in [
            "multipart/mixed; boundary=x",
            "multipart/form-data",
            "multipart/form-data; boundary=\"\"",
            "text/plain; boundary=x",
            "x",
        ] {
            assert_eq!(boundary(other), None, "{other}");
        }
    }
}
