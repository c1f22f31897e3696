//! Path parameters: ids, numbers and named resources.

use std::future::{Ready, ready};

use actix_web::{Error, FromRequest, HttpRequest, dev::Payload, web};
use chrono::NaiveDate;
use uuid::Uuid;

use super::{
    accept::{self, Representation},
    query,
};
use crate::{
    cards::{self, Card, Deck},
    games::{QUOTED, Ruleset, excerpt},
    http::reply::problem::Problem,
    service::{
        ProblemCode, read_date,
        records::{CommitmentId, GameId, KeyId, NoteId, ReadingId, SimulationId, TableId},
    },
};

/// A type that can be a path parameter.
pub trait FromPath: Sized {
    /// Parses the parameter.
    ///
    /// # Errors
    /// `bad_parameter` for invalid syntax, `not_found` for an unknown name.
    fn from_path(text: &str) -> Result<Self, Problem>;
}

macro_rules! ids {
    ($($id:ident $name:literal),*) => {$(
        impl FromPath for $id {
            fn from_path(text: &str) -> Result<$id, Problem> {
                uuid($name, text).map($id)
            }
        }
    )*};
}

ids!(GameId "id", ReadingId "id", NoteId "note", CommitmentId "id", KeyId "id", TableId "id", SimulationId "id");

impl FromPath for NaiveDate {
    fn from_path(text: &str) -> Result<NaiveDate, Problem> {
        read_date(text).map_err(|why| bad_path("date", &why.to_string()))
    }
}

impl FromPath for Deck {
    fn from_path(text: &str) -> Result<Deck, Problem> {
        text.parse().map_err(|_| no_such("deck"))
    }
}

impl FromPath for Ruleset {
    fn from_path(text: &str) -> Result<Ruleset, Problem> {
        text.parse().map_err(|_| no_such("ruleset"))
    }
}

/// The single parameter of a path.
#[derive(Clone, Copy, Debug)]
pub struct Param<T>(pub T);

impl<T: FromPath> FromRequest for Param<T> {
    type Error = Error;
    type Future = Ready<Result<Param<T>, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(text(request).and_then(|text| Ok(Param(T::from_path(&text)?))))
    }
}

/// The single parameter of a path, for resources that are only JSON: by `Accept`, or with the extension `.json`.
#[derive(Clone, Copy, Debug)]
pub struct JsonParam<T>(pub T);

impl<T: FromPath> FromRequest for JsonParam<T> {
    type Error = Error;
    type Future = Ready<Result<JsonParam<T>, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(text(request).and_then(|text| {
            let (name, _) = accept::of_part(request, &text, &[Representation::Json])?;
            Ok(JsonParam(T::from_path(name)?))
        }))
    }
}

/// The text of a path's single parameter.
fn text(request: &HttpRequest) -> Result<String, Error> {
    web::Path::extract(request).into_inner().map(web::Path::into_inner)
}

/// Parses an id.
fn uuid(parameter: &str, text: &str) -> Result<Uuid, Problem> {
    query::uuid(text).ok_or_else(|| bad_path(parameter, "Expected a UUID."))
}

/// Parses a number; one that overflows is larger than anything that exists.
pub fn number(parameter: &str, text: &str) -> Result<usize, Problem> {
    match query::digits(text) {
        true => Ok(text.parse().unwrap_or(usize::MAX)),
        false => Err(bad_path(parameter, "Expected a non-negative integer.")),
    }
}

/// The problem of an invalid path parameter.
pub fn bad_path(parameter: &str, detail: &str) -> Problem {
    Problem::of_parameter(ProblemCode::BadParameter, parameter, detail)
}

/// A card in a path, a query or a body: its id, or one of its names.
///
/// # Errors
/// What is wrong with the text.
pub fn card(text: &str, deck: Deck) -> Result<Card, String> {
    cards::by_name(text, deck).map_err(|refusal| format!("`{}` {refusal}", excerpt(text, QUOTED)))
}

/// The problem of a path that names nothing.
pub fn no_such(what: &str) -> Problem {
    Problem::new(ProblemCode::NotFound, format!("There is no such {what}."))
}
