//! Forms that people fill in: what they say, and what is wrong with it.

use std::fmt::Display;

use actix_web::{
    Error, HttpRequest,
    error::PayloadError,
    http::{StatusCode, header},
    web::Bytes,
};
use maud::{Markup, html};

use super::{error::PageError, form_token};
use crate::{
    games::{QUOTED, Ruleset, excerpt},
    http::extract::unpack::broken_off,
    service::FieldError,
};

/// How many wrong fields are reported at once.
const REPORTED: usize = 20;

/// What a form without the token of a page is answered with.
const NOT_OURS: &str = "The form was not sent from a page of this service, or its cookie is missing. Reload the page \
                        with cookies enabled. Programs should use the API under /v1.";

/// A form's body, as far as it came.
pub type Body = Result<Bytes, Error>;

/// A form as it was sent.
#[derive(Debug, Default)]
pub struct Form {
    pairs: Vec<(String, String)>,
    /// The field that is wrong, and why.
    pub wrong: Vec<(String, String)>,
}

impl Form {
    /// Reads a form that a page of ours sent.
    ///
    /// # Errors
    /// When another site's page sent it, it is no form, or not all of it came.
    pub fn read(request: &HttpRequest, body: Body) -> Result<Form, PageError> {
        if !form_token::is_from_here(request) {
            return Err(PageError::new(StatusCode::FORBIDDEN, "This form was sent from another site."));
        }
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = media_type.and_then(|value| value.split(';').next()).map(str::trim);
        if essence != Some("application/x-www-form-urlencoded") {
            return Err(PageError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Expected a form."));
        }
        let body = body.map_err(|why| unread(&why))?;
        let pairs = form_urlencoded::parse(&body).into_owned();
        let (tokens, pairs): (Vec<_>, Vec<_>) = pairs.partition(|(name, _)| name == form_token::FIELD);
        match tokens.as_slice() {
            [(_, token)] if form_token::is_valid(request, token) => Ok(Form { pairs, wrong: Vec::new() }),
            _ => Err(PageError::new(StatusCode::FORBIDDEN, NOT_OURS)),
        }
    }

    /// Says of every field that is none of these, or stands twice, that it is wrong.
    pub fn only(&mut self, known: &[&str]) {
        let mut met: Vec<&str> = Vec::with_capacity(known.len());
        for (name, _) in &self.pairs {
            if self.wrong.len() == REPORTED {
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

    /// All fields as they were sent.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// What stands in a field; empty where there is none.
    pub fn text(&self, name: &str) -> &str {
        self.pairs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// What a field that may be left empty says.
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

    /// Why a field is wrong.
    fn why(&self, name: &str) -> Option<&str> {
        self.wrong.iter().find(|(field, _)| field == name).map(|(_, why)| why.as_str())
    }

    /// A labelled field of one line, with what is wrong with it.
    pub fn line(&self, field: &Field<'_>) -> Markup {
        let Field { id, name, label, hint, kind, limit } = *field;
        let why = self.why(name);
        let hint_id = format!("{id}-hint");
        html! {
            p.field {
                label for=(id) { (label) }
                input #(id) name=(name) type=(kind) maxlength=[limit] value=(self.text(name)) autocomplete="off"
                    aria-invalid=[why.map(|_| "true")] aria-describedby=[(why.is_some() || !hint.is_empty()).then_some(&hint_id)];
                @if why.is_some() || !hint.is_empty() {
                    span.hint.wrong[why.is_some()] id=(hint_id) { (why.unwrap_or(hint)) }
                }
            }
        }
    }

    /// A labelled choice out of a list of values and their names.
    pub fn choice(&self, field: &Field<'_>, choices: &[(&str, &str)]) -> Markup {
        let Field { id, name, label, .. } = *field;
        let (why, chosen) = (self.why(name), self.text(name));
        let hint_id = format!("{id}-hint");
        html! {
            p.field {
                label for=(id) { (label) }
                select #(id) name=(name) aria-invalid=[why.map(|_| "true")] aria-describedby=[why.map(|_| &hint_id)] {
                    @for (value, text) in choices {
                        option value=(value) selected[*value == chosen] { (text) }
                    }
                }
                @if let Some(why) = why { span.hint.wrong id=(hint_id) { (why) } }
            }
        }
    }

    /// Everything that is wrong, above the form.
    pub fn faults(&self) -> Markup {
        html! {
            @if !self.wrong.is_empty() {
                div.faults role="alert" {
                    p { "Please correct the following:" }
                    ul { @for (name, why) in &self.wrong { li { strong { (name) } ": " (why) } } }
                }
            }
        }
    }
}

/// What is wrong with a value, in words.
///
/// # Errors
/// As the result.
pub fn told<T, E: Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|why| why.to_string())
}

/// The fields that the service finds wrong, each by the first name of its pointer.
pub fn fields_of(errors: Vec<FieldError>) -> Vec<(String, String)> {
    let field = |FieldError { pointer, detail, .. }: FieldError| {
        (pointer.trim_start_matches('/').split('/').next().unwrap_or_default().to_owned(), detail)
    };
    errors.into_iter().map(field).collect()
}

/// How many can play a game, in words.
pub fn players_of(ruleset: Ruleset) -> String {
    let seats = ruleset.info().players;
    match (seats.min, seats.max, seats.step) {
        (min, max, _) if min == max => format!("{min} players"),
        (min, max, 1) => format!("{min} to {max} players"),
        (min, max, step) => format!("{min} to {max} players, in steps of {step}"),
    }
}

/// Why a form could not be read.
fn unread(why: &Error) -> PageError {
    match why.as_error::<PayloadError>() {
        Some(PayloadError::Overflow) => PageError::new(StatusCode::PAYLOAD_TOO_LARGE, "The form is too large."),
        Some(why) => broken_off(why).into(),
        None => PageError::new(StatusCode::BAD_REQUEST, "The form was incomplete."),
    }
}

impl From<Vec<(String, String)>> for Form {
    fn from(pairs: Vec<(String, String)>) -> Form {
        Form { pairs, wrong: Vec::new() }
    }
}

/// A field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Its id in the page.
    pub id: &'a str,
    /// Its name in the form.
    pub name: &'a str,
    /// What stands before it.
    pub label: &'a str,
    /// What stands below it while nothing is wrong.
    pub hint: &'a str,
    /// What kind of field.
    pub kind: &'a str,
    /// How many characters at most.
    pub limit: Option<u16>,
}

impl<'a> Field<'a> {
    /// A field for a text.
    pub const fn text(id: &'a str, name: &'a str, label: &'a str) -> Field<'a> {
        Field { id, name, label, hint: "", kind: "text", limit: None }
    }
}
