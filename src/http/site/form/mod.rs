//! Forms as they were sent, and the errors in their fields.

mod body;
mod fields;
mod submission;

use std::{borrow::Cow, fmt::Display};

use actix_web::{
    HttpRequest,
    http::{StatusCode, header},
};

use self::body::{from_here, no_form};
use super::{error::PageError, multipart};
use crate::{
    games::{QUOTED, Ruleset, excerpt},
    http::extract::urlencoded,
    service::{
        Service,
        records::{IdempotencyKey, OwnerId},
    },
};

pub use body::Body;
pub use fields::{Field, options};
pub use submission::{Once, Submission};

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
        match urlencoded::decode(&body.0) {
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
        let boundary = media_type.and_then(multipart::boundary).ok_or_else(no_form)?;
        let malformed = || PageError::new(StatusCode::BAD_REQUEST, "The form is malformed or incomplete.");
        let parts = multipart::parts(&boundary, body).ok_or_else(malformed)?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| no_text());
        let pairs = parts.into_iter().map(|(name, bytes)| Ok((name, text(bytes)?)));
        Ok(Form::sent(pairs.collect::<Result<Vec<_>, PageError>>()?))
    }

    /// A form with these fields, as they were sent.
    fn sent(pairs: impl IntoIterator<Item = (String, String)>) -> Form {
        let (once, pairs) = pairs.into_iter().partition(|(name, _)| name == submission::ONCE);
        Form { once: submission::once(once), pairs, wrong: Vec::new() }
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
