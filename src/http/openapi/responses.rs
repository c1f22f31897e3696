//! The problems that routes can answer with, by kind of route.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, OneOfBuilder, Ref, RefOr, Response, ResponseBuilder, Schema},
};

use crate::{
    http::{
        names::PROBLEM_JSON,
        reply::problem::{IllegalLogResponse, ProblemResponse},
    },
    service::ProblemCode,
};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $($code:ident)*;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                responses(&[$(ProblemCode::$code),*])
            }
        }
    )*};
}

kinds! {
    /// Of a route that tells one fixed thing.
    Fixed: UnknownParameter NotAcceptable;
    /// Of a route that tells one of several fixed things.
    Telling: UnknownParameter NotFound NotAcceptable;
    /// Of a route that tells or shows one of several fixed things.
    Depicting: UnknownParameter BadParameter NotFound NotAcceptable;
    /// Of a route that finds fixed things.
    Searching: UnknownParameter BadParameter NotAcceptable;
    /// Of the route that counts fixed and stored things.
    Exploring: UnknownParameter BadParameter NotAcceptable Internal Unavailable;
    /// Of the route that asks the database how it is.
    Asking: UnknownParameter NotAcceptable Unavailable;
    /// Of a route that looks something stored up.
    Looking: UnknownParameter BadParameter NotFound NotAcceptable Internal Unavailable;
    /// Of a route that reads a stored game.
    LookingForReading: UnknownParameter BadParameter NotFound NotAcceptable NoReading Internal Unavailable;
    /// Of a route that lists what is stored.
    Listing: UnknownParameter BadParameter BadCursor NotAcceptable RateLimited TooManyStreams Internal Unavailable;
    /// Of a route that ranks what is stored.
    Ranking: UnknownParameter BadParameter BadCursor NotFound NotAcceptable Internal Unavailable;
    /// Of a route that counts what is stored.
    Counting: UnknownParameter BadParameter NotFound NotAcceptable RateLimited Internal Unavailable;
    /// Of a route that deletes something.
    Removing: UnknownParameter BadParameter Forbidden NotFound Internal Unavailable;
    /// Of the route that plays a game.
    Playing: BadJson UnknownParameter BadParameter NotAcceptable Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress
        TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions BadPlayers UnknownRuleset UnknownBot UnknownCard Internal Unavailable;
    /// Of the route that judges and stores logs.
    Importing: BadJson UnknownParameter BadParameter NotAcceptable Conflict ExternalIdTaken IdempotencyInProgress TooLarge
        UnsupportedMediaType InvalidBody IdempotencyKeyReused UnknownRuleset IllegalLog RateLimited TooManyStreams Internal
        Unavailable;
    /// Of the route that plays a game to be read.
    AskingForReading: BadJson UnknownParameter BadParameter NotAcceptable Conflict CommitmentUsed IdempotencyInProgress TooLarge
        UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions UnknownBot Internal Unavailable;
    /// Of the route that makes a commitment.
    Committing: BadJson UnknownParameter BadParameter NotAcceptable Conflict IdempotencyInProgress TooLarge UnsupportedMediaType
        InvalidBody IdempotencyKeyReused Internal Unavailable;
    /// Of the route that sets a table up.
    MakingTable: BadJson UnknownParameter BadParameter NotAcceptable Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress
        TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions BadPlayers UnknownRuleset UnknownBot Internal
        Unavailable;
    /// Of a route that shows a table.
    Watching: UnknownParameter BadParameter BadSeatToken NotFound NotAcceptable RateLimited TooManyStreams Internal Unavailable;
    /// Of the route that takes a seat.
    TakingSeat: BadJson UnknownParameter BadParameter BadInvitation BadSeatToken NotFound NotAcceptable Conflict SeatTaken TableOver
        IdempotencyInProgress TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused Internal Unavailable;
    /// Of the route that leaves a seat.
    Leaving: UnknownParameter BadParameter BadSeatToken NotFound NotAcceptable TableOver Internal Unavailable;
    /// Of the route that makes a step.
    Stepping: BadJson UnknownParameter BadParameter BadSeatToken NotFound NotAcceptable Conflict TableMovedOn TableNotBegun TableOver
        IdempotencyInProgress TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused IllegalStep Internal Unavailable;
    /// Of the route that closes a table.
    Closing: UnknownParameter BadParameter Forbidden NotFound TableOver Internal Unavailable;
    /// Of the route that has games simulated.
    MakingSimulation: BadJson UnknownParameter BadParameter NotAcceptable Conflict TooManySimulations IdempotencyInProgress
        TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions BadPlayers UnknownRuleset UnknownBot
        Internal Unavailable;
    /// Of the route that tells how something gets on.
    Following: UnknownParameter BadParameter NotFound NotAcceptable RateLimited TooManyStreams Internal Unavailable;
    /// Of the route that makes a key.
    MakingKey: BadJson UnknownParameter BadParameter NotAcceptable TooLarge UnsupportedMediaType InvalidBody Internal
        Unavailable;
    /// Of the route that erases.
    Erasing: BadJson UnknownParameter BadParameter NotAcceptable TooLarge UnsupportedMediaType InvalidBody Internal
        Unavailable;
    /// Of the route that reads tricks sent in by hand.
    LayingOut: BadJson UnknownParameter BadParameter NotAcceptable TooLarge UnsupportedMediaType InvalidBody UnknownCard
        Internal Unavailable;
}

/// The answers to callers without a key that goes so far.
pub fn of_keys() -> BTreeMap<String, RefOr<Response>> {
    responses(&[ProblemCode::Unauthorized, ProblemCode::Forbidden])
}

fn responses(codes: &[ProblemCode]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<String, Vec<ProblemCode>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.kind().status.to_string()).or_default().push(*code);
    }
    by_status.into_iter().map(|(status, codes)| (status, response(&codes).into())).collect()
}

fn response(codes: &[ProblemCode]) -> Response {
    let told: Vec<_> = codes.iter().map(|code| format!("`{code}`: {}.", code.kind().title)).collect();
    ResponseBuilder::new()
        .description(told.join(" "))
        .content(PROBLEM_JSON, ContentBuilder::new().schema(Some(schema(codes))).build())
        .build()
}

/// Any problem that a log can have.
pub fn any_problem() -> Schema {
    let illegal = Ref::from_schema_name(IllegalLogResponse::name());
    let plain = Ref::from_schema_name(ProblemResponse::name());
    Schema::from(OneOfBuilder::new().item(illegal).item(plain).build())
}

fn schema(codes: &[ProblemCode]) -> RefOr<Schema> {
    match codes.contains(&ProblemCode::IllegalLog) || codes.contains(&ProblemCode::IllegalStep) {
        true => any_problem().into(),
        false => Ref::from_schema_name(ProblemResponse::name()).into(),
    }
}
