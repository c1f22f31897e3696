//! The problems that routes can respond with, by kind of route, besides those of
//! [`common_problems`](super::common_problems).

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use crate::{
    http::{extract::accept::PROBLEM_JSON, reply::problem::ProblemResponse},
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
    /// A route that returns one of several resources.
    GetById: NotFound;
    /// The route that checks the database.
    CheckReadiness: Unavailable;
    /// A route that reads a stored game.
    GetGameReading: NotFound NoReading;
    /// A route that deletes a resource.
    DeleteStored: Forbidden CrossSite NotFound;
    /// The route that plays a game.
    CreateGame: Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions BadPlayers
        UnknownRuleset UnknownBot UnknownCard;
    /// The route that checks and stores logs.
    ImportLogs: Conflict ExternalIdTaken IdempotencyInProgress InvalidBody IdempotencyKeyReused UnknownRuleset IllegalLog;
    /// The route that plays a game for a reading.
    CreateReading: Conflict CommitmentUsed IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions UnknownBot;
    /// The route that makes a commitment.
    CreateCommitment: Conflict IdempotencyInProgress InvalidBody IdempotencyKeyReused;
    /// The route that makes a table.
    CreateTable: Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions
        BadPlayers UnknownRuleset UnknownBot;
    /// A route that shows a table.
    GetTable: BadSeatToken Forbidden NotFound;
    /// The route that takes a seat.
    TakeSeat: BadInvitation BadSeatToken Forbidden CrossSite NotFound Conflict SeatTaken TableOver IdempotencyInProgress
        InvalidBody IdempotencyKeyReused;
    /// The route that leaves a seat.
    LeaveSeat: BadSeatToken Forbidden CrossSite NotFound TableOver;
    /// The route that takes an invitation back.
    RenewInvitation: Forbidden CrossSite NotFound SeatTaken TableOver;
    /// The route that makes a step.
    PlayStep: BadSeatToken Forbidden CrossSite NotFound Conflict TableMovedOn TableNotBegun TableOver IdempotencyInProgress
        InvalidBody IdempotencyKeyReused IllegalStep;
    /// The route that closes a table.
    CloseTable: Forbidden CrossSite NotFound TableOver;
    /// The route that starts a simulation.
    CreateSimulation: Conflict TooManySimulations IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions BadPlayers
        UnknownRuleset UnknownBot;
    /// A route that takes a body and stores nothing that another request could be in the way of.
    PostBody: InvalidBody;
    /// The route that reads tricks laid out by hand.
    ReadTricks: InvalidBody UnknownCard;
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
        .content(
            PROBLEM_JSON,
            ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemResponse::name()))).build(),
        )
        .build()
}
