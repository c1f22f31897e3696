//! The problems that routes can answer with, by kind of route.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, OneOfBuilder, Ref, RefOr, Response, ResponseBuilder, Schema},
};

use super::super::problem::{IllegalLogAnswer, MEDIA_TYPE, ProblemAnswer};
use crate::service::PROBLEMS;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $($status:literal)*;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$($status),*].into_iter().map(|status: u16| (status.to_string(), problem(status).into())).collect()
            }
        }
    )*};
}

kinds! {
    /// Of a route that looks something stored up.
    Looking: 400 404 406 500 503;
    /// Of a route that lists what is stored.
    Listing: 400 406 500 503;
    /// Of a route that stores something.
    Writing: 400 406 409 413 415 422 500 503;
    /// Of a route that deletes something.
    Removing: 400 404 500 503;
    /// Of the route that reads tricks sent in by hand.
    Reading: 400 406 413 415 422 500;
    /// Of a route that needs nothing stored.
    Telling: 400 404 406 500;
}

/// Of the route that judges and stores logs.
pub struct Importing;

impl IntoResponses for Importing {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut responses = Writing::responses();
        let either = OneOfBuilder::new()
            .item(Ref::from_schema_name(IllegalLogAnswer::name()))
            .item(Ref::from_schema_name(ProblemAnswer::name()));
        responses.insert("422".to_owned(), answer(422, Schema::from(either.build()).into()).into());
        responses
    }
}

fn problem(status: u16) -> Response {
    answer(status, Ref::from_schema_name(ProblemAnswer::name()).into())
}

fn answer(status: u16, schema: RefOr<Schema>) -> Response {
    let kinds = PROBLEMS.iter().filter(|kind| kind.status == status);
    let told: Vec<_> = kinds.map(|kind| format!("`{}`: {}.", kind.id, kind.title)).collect();
    ResponseBuilder::new()
        .description(told.join(" "))
        .content(MEDIA_TYPE, ContentBuilder::new().schema(Some(schema)).build())
        .build()
}
