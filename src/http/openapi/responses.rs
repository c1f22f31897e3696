//! The problems that routes can respond with, by kind of route.

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
    /// A route that returns fixed data.
    GetFixed: UnknownParameter NotAcceptable;
    /// A route that returns one of several fixed resources.
    GetFixedById: UnknownParameter NotFound NotAcceptable;
    /// A route that returns or renders one of several fixed resources.
    RenderFixed: UnknownParameter BadParameter NotFound NotAcceptable;
    /// A route that searches fixed data.
    SearchFixed: UnknownParameter BadParameter NotAcceptable;
    /// The route that counts fixed and stored data.
    CountReadings: UnknownParameter BadParameter NotAcceptable Internal Unavailable;
    /// The route that checks the database.
    CheckReadiness: UnknownParameter NotAcceptable Unavailable;
    /// A route that returns a stored resource.
    GetStored: UnknownParameter BadParameter NotFound NotAcceptable Internal Unavailable;
    /// A route that reads a stored game.
    GetGameReading: UnknownParameter BadParameter NotFound NotAcceptable NoReading Internal Unavailable;
    /// A route that lists stored resources.
    ListStored: UnknownParameter BadParameter BadCursor NotAcceptable RateLimited TooManyStreams Internal Unavailable;
    /// A route that ranks players of stored games.
    RankPlayers: UnknownParameter BadParameter BadCursor NotFound NotAcceptable Internal Unavailable;
    /// A route that counts stored games.
    ComputeStatistics: UnknownParameter BadParameter NotFound NotAcceptable RateLimited Internal Unavailable;
    /// A route that deletes a resource.
    DeleteStored: UnknownParameter BadParameter Forbidden NotFound Internal Unavailable;
    /// The route that plays a game.
    CreateGame: BadJson UnknownParameter BadParameter NotAcceptable Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress
        TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions BadPlayers UnknownRuleset UnknownBot UnknownCard Internal Unavailable;
    /// The route that checks and stores logs.
    ImportLogs: BadJson UnknownParameter BadParameter NotAcceptable Conflict ExternalIdTaken IdempotencyInProgress TooLarge
        UnsupportedMediaType InvalidBody IdempotencyKeyReused UnknownRuleset IllegalLog RateLimited TooManyStreams Internal
        Unavailable;
    /// The route that plays a game for a reading.
    CreateReading: BadJson UnknownParameter BadParameter NotAcceptable Conflict CommitmentUsed IdempotencyInProgress TooLarge
        UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions UnknownBot Internal Unavailable;
    /// The route that makes a commitment.
    CreateCommitment: BadJson UnknownParameter BadParameter NotAcceptable Conflict IdempotencyInProgress TooLarge UnsupportedMediaType
        InvalidBody IdempotencyKeyReused Internal Unavailable;
    /// The route that makes a table.
    CreateTable: BadJson UnknownParameter BadParameter NotAcceptable Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress
        TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions BadPlayers UnknownRuleset UnknownBot Internal
        Unavailable;
    /// A route that shows a table.
    GetTable: UnknownParameter BadParameter BadSeatToken NotFound NotAcceptable RateLimited TooManyStreams Internal Unavailable;
    /// The route that takes a seat.
    TakeSeat: BadJson UnknownParameter BadParameter BadInvitation BadSeatToken NotFound NotAcceptable Conflict SeatTaken TableOver
        IdempotencyInProgress TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused Internal Unavailable;
    /// The route that leaves a seat.
    LeaveSeat: UnknownParameter BadParameter BadSeatToken NotFound NotAcceptable TableOver Internal Unavailable;
    /// The route that makes a step.
    PlayStep: BadJson UnknownParameter BadParameter BadSeatToken NotFound NotAcceptable Conflict TableMovedOn TableNotBegun TableOver
        IdempotencyInProgress TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused IllegalStep Internal Unavailable;
    /// The route that closes a table.
    CloseTable: UnknownParameter BadParameter Forbidden NotFound TableOver Internal Unavailable;
    /// The route that starts a simulation.
    CreateSimulation: BadJson UnknownParameter BadParameter NotAcceptable Conflict TooManySimulations IdempotencyInProgress
        TooLarge UnsupportedMediaType InvalidBody IdempotencyKeyReused BadOptions BadPlayers UnknownRuleset UnknownBot
        Internal Unavailable;
    /// The route that reports progress.
    StreamProgress: UnknownParameter BadParameter NotFound NotAcceptable RateLimited TooManyStreams Internal Unavailable;
    /// The route that makes a key.
    CreateKey: BadJson UnknownParameter BadParameter NotAcceptable TooLarge UnsupportedMediaType InvalidBody Internal
        Unavailable;
    /// The route that erases.
    EraseData: BadJson UnknownParameter BadParameter NotAcceptable TooLarge UnsupportedMediaType InvalidBody Internal
        Unavailable;
    /// The route that reads tricks laid out by hand.
    ReadTricks: BadJson UnknownParameter BadParameter NotAcceptable TooLarge UnsupportedMediaType InvalidBody UnknownCard
        Internal Unavailable;
}

/// The responses to callers without a valid key, or without the required scope.
pub fn of_keys() -> BTreeMap<String, RefOr<Response>> {
    responses(&[ProblemCode::Unauthorized, ProblemCode::Forbidden])
}

/// The response to pages of other sites, on routes that write.
pub fn of_other_sites() -> BTreeMap<String, RefOr<Response>> {
    responses(&[ProblemCode::CrossSite])
}

fn responses(codes: &[ProblemCode]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<String, Vec<ProblemCode>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.kind().status.to_string()).or_default().push(*code);
    }
    by_status.into_iter().map(|(status, codes)| (status, response(&codes).into())).collect()
}

fn response(codes: &[ProblemCode]) -> Response {
    let titles: Vec<_> = codes.iter().map(|code| format!("`{code}`: {}.", code.kind().title)).collect();
    ResponseBuilder::new()
        .description(titles.join(" "))
        .content(PROBLEM_JSON, ContentBuilder::new().schema(Some(schema(codes))).build())
        .build()
}

/// Any problem of a log.
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
