//! Forms that people fill in: what they say, and what is wrong with it.

use std::{borrow::Cow, fmt::Display};

use actix_web::{
    Error, HttpRequest,
    error::PayloadError,
    http::{StatusCode, header},
    web::Bytes,
};
use maud::{Markup, html};

use super::{error::PageError, form_token, multipart};
use crate::{
    games::{QUOTED, Ruleset, excerpt},
    http::extract::unpack::broken_off,
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
        from_here(request)?;
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = media_type.and_then(|value| value.split(';').next()).map(str::trim);
        if essence != Some("application/x-www-form-urlencoded") {
            return Err(no_form());
        }
        let body = body.map_err(|why| unread(&why))?;
        Form::with_token(request, form_urlencoded::parse(&body).into_owned())
    }

    /// Reads a form with files that a page of ours sent: they are texts.
    ///
    /// # Errors
    /// As [`read`](Form::read), or when a file is no text.
    pub fn read_parts(request: &HttpRequest, body: &[u8]) -> Result<Form, PageError> {
        from_here(request)?;
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let parts = media_type.and_then(multipart::boundary).and_then(|boundary| multipart::parts(&boundary, body));
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| no_text());
        let pairs = parts.ok_or_else(no_form)?.into_iter().map(|(name, bytes)| Ok((name, text(bytes)?)));
        Form::with_token(request, pairs.collect::<Result<Vec<_>, PageError>>()?)
    }

    fn with_token(request: &HttpRequest, pairs: impl IntoIterator<Item = (String, String)>) -> Result<Form, PageError> {
        let (tokens, pairs): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(name, _)| name == form_token::FIELD);
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

    /// Takes the text out of a field, which may be long; a short one is left there too.
    pub fn take(&mut self, name: &str, short: usize) -> String {
        let Some((_, value)) = self.pairs.iter_mut().find(|(key, _)| key == name) else { return String::new() };
        if value.len() <= short { value.clone() } else { std::mem::take(value) }
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

    /// Is a field wrong?
    pub fn is_wrong(&self, name: &str) -> bool {
        self.why(name).is_some()
    }

    /// The title of the page with the form: it is read out first, and says whether something is wrong.
    pub fn titled<'a>(&self, title: &'a str) -> Cow<'a, str> {
        if self.wrong.is_empty() { title.into() } else { format!("Please correct: {title}").into() }
    }

    /// A labelled field of one line, with what is wrong with it.
    pub fn line(&self, field: &Field<'_>) -> Markup {
        let Field { id, name, label, kind, limit, list, .. } = *field;
        html! {
            p.field {
                label for=(id) { (label) }
                input #(id) name=(name) type=(kind) maxlength=[limit] list=[list] value=[(kind != "file").then(|| self.text(name))] autocomplete="off"
                    aria-invalid=[self.invalid(name)] aria-describedby=[self.described_by(field)];
                (self.described(field))
            }
        }
    }

    /// A labelled choice out of a list of values and their names.
    pub fn choice(&self, field: &Field<'_>, choices: &[(&str, &str)]) -> Markup {
        let Field { id, name, label, .. } = *field;
        let chosen = self.text(name);
        html! {
            p.field {
                label for=(id) { (label) }
                select #(id) name=(name) aria-invalid=[self.invalid(name)] aria-describedby=[self.described_by(field)] {
                    @for (value, text) in choices {
                        option value=(value) selected[*value == chosen] { (text) }
                    }
                }
                (self.described(field))
            }
        }
    }

    /// A labelled field of many lines.
    pub fn lines(&self, field: &Field<'_>, rows: u8) -> Markup {
        let Field { id, name, label, .. } = *field;
        html! {
            p.field {
                label for=(id) { (label) }
                // Browsers drop one line break after the tag.
                textarea #(id) name=(name) rows=(rows) spellcheck="false" autocomplete="off"
                    aria-invalid=[self.invalid(name)] aria-describedby=[self.described_by(field)] { "\n" (self.text(name)) }
                (self.described(field))
            }
        }
    }

    /// Whether a field is wrong, for those who do not see that.
    pub fn invalid(&self, name: &str) -> Option<&'static str> {
        self.is_wrong(name).then_some("true")
    }

    /// The ids of what stands below a field.
    pub fn described_by(&self, field: &Field<'_>) -> Option<String> {
        let why = self.is_wrong(field.name).then(|| format!("{}-why", field.id));
        let hint = (!field.hint.is_empty()).then(|| format!("{}-hint", field.id));
        let ids: Vec<_> = why.into_iter().chain(hint).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }

    /// What stands below a field: what is wrong with it, and its hint.
    pub fn described(&self, field: &Field<'_>) -> Markup {
        html! {
            @if let Some(why) = self.why(field.name) { span.hint.wrong id={ (field.id) "-why" } { (why) } }
            @if !field.hint.is_empty() { span.hint id={ (field.id) "-hint" } { (field.hint) } }
        }
    }

    /// Everything that is wrong, above the form: each fault leads to its field. The browser goes there first.
    pub fn faults<'a>(&self, fields: impl IntoIterator<Item = Field<'a>>) -> Markup {
        if self.wrong.is_empty() {
            return Markup::default();
        }
        let fields: Vec<_> = fields.into_iter().collect();
        let known = |name: &str| fields.iter().find(|field| field.name == name);
        html! {
            div.faults role="alert" tabindex="-1" autofocus {
                p { strong { "Please correct the following:" } }
                ul {
                    @for (name, why) in &self.wrong {
                        li {
                            @match known(name) {
                                Some(field) => a href={ "#" (field.id) } { (field.label) ": " (why) },
                                None => { (name) ": " (why) }
                            }
                        }
                    }
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

/// How many can play a game, in words.
pub fn players_of(ruleset: Ruleset) -> String {
    let seats = ruleset.info().players;
    match (seats.min, seats.max, seats.step) {
        (min, max, _) if min == max => format!("{min} players"),
        (min, max, 1) => format!("{min} to {max} players"),
        (min, max, step) => format!("{min} to {max} players, in steps of {step}"),
    }
}

/// Refuses a form of another site's page.
fn from_here(request: &HttpRequest) -> Result<(), PageError> {
    match form_token::is_from_here(request) {
        true => Ok(()),
        false => Err(PageError::new(StatusCode::FORBIDDEN, "This form was sent from another site.")),
    }
}

fn no_form() -> PageError {
    PageError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Expected a form.")
}

fn no_text() -> PageError {
    PageError::new(StatusCode::UNPROCESSABLE_ENTITY, "The file is not a text in UTF-8.")
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
    /// The id of a list of what may be meant.
    pub list: Option<&'a str>,
}

impl<'a> Field<'a> {
    /// A field for a text.
    pub const fn text(id: &'a str, name: &'a str, label: &'a str) -> Field<'a> {
        Field { id, name, label, hint: "", kind: "text", limit: None, list: None }
    }
}
