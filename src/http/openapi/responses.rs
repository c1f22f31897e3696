//! The problems that routes can respond with: by kind of route, and those that routes have in common, their `default`
//! response.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use super::polish::{named, operations, reference};
use crate::{
    http::reply::problem::{PROBLEM_JSON, ProblemResponse},
    service::{PROBLEMS, ProblemCode},
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
    /// The route that corrects a game.
    CorrectGame: Forbidden CrossSite NotFound Conflict ExternalIdTaken InvalidBody;
    /// The route that plays a game for a reading.
    CreateReading: Conflict CommitmentUsed IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions UnknownBot;
    /// The route that writes a note.
    CreateNote: Forbidden CrossSite NotFound Conflict IdempotencyInProgress InvalidBody IdempotencyKeyReused;
    /// The route that draws a clarifier.
    CreateClarifier: Forbidden CrossSite NotFound Conflict NoSeed IdempotencyInProgress InvalidBody IdempotencyKeyReused;
    /// The route that makes a commitment.
    CreateCommitment: Conflict IdempotencyInProgress InvalidBody IdempotencyKeyReused;
    /// The route that makes a table.
    CreateTable: Conflict CommitmentUsed ExternalIdTaken IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions
        BadPlayers UnknownRuleset UnknownBot;
    /// The route that opens a table of a day.
    OpenDay: ProfileNeeded Forbidden CrossSite NotFound Conflict DayNotOpen DayAlreadyPlayed IdempotencyInProgress InvalidBody
        IdempotencyKeyReused;
    /// The route that shows the board of a day.
    GetBoard: DayNotFinished Forbidden NotFound;
    /// A route that changes a resource of the caller's own.
    ChangeOwn: Forbidden CrossSite NotFound InvalidBody;
    /// A route that shows a table.
    GetTable: BadSeatToken Forbidden NotFound;
    /// The route that gives a hint.
    GetHint: BadSeatToken Forbidden NotFound NoHints NotYourTurn TableNotBegun TableOver;
    /// A route that shows an analysis.
    GetAnalysis: NotFound NoAnalysis TooManyAnalyses;
    /// The route that takes a seat.
    TakeSeat: BadInvitation BadSeatToken Forbidden CrossSite NotFound Conflict SeatTaken TableOver IdempotencyInProgress
        InvalidBody IdempotencyKeyReused;
    /// The route that leaves a seat.
    LeaveSeat: BadSeatToken Forbidden CrossSite NotFound TableOver SeatKept;
    /// The route that takes an invitation back.
    RenewInvitation: Forbidden CrossSite NotFound SeatTaken TableOver;
    /// The route that has bots play.
    SeatBots: Forbidden CrossSite NotFound SeatTaken TableOver SeatKept InvalidBody;
    /// The route that makes a step.
    PlayStep: BadSeatToken Forbidden CrossSite NotFound Conflict TableMovedOn TableNotBegun TableOver IdempotencyInProgress
        InvalidBody IdempotencyKeyReused IllegalStep;
    /// The route that closes a table.
    CloseTable: Forbidden CrossSite NotFound TableOver;
    /// The route that starts a simulation.
    CreateSimulation: Conflict TooManySimulations IdempotencyInProgress InvalidBody IdempotencyKeyReused BadOptions BadPlayers
        UnknownRuleset UnknownBot;
    /// The route that makes a profile.
    CreateProfile: Forbidden CrossSite SignUpClosed Conflict NameTaken InvalidBody;
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

/// What most routes can respond with besides their own problems. A route with a response for such a status lists there
/// which of these it has.
const COMMON: [ProblemCode; 18] = [
    ProblemCode::BadJson,
    ProblemCode::UnknownParameter,
    ProblemCode::BadParameter,
    ProblemCode::BadCursor,
    ProblemCode::ProxyNotConfigured,
    ProblemCode::Unauthorized,
    ProblemCode::Forbidden,
    ProblemCode::CrossSite,
    ProblemCode::MethodNotAllowed,
    ProblemCode::NotAcceptable,
    ProblemCode::RequestTimeout,
    ProblemCode::TooLarge,
    ProblemCode::UnsupportedMediaType,
    ProblemCode::BadHost,
    ProblemCode::RateLimited,
    ProblemCode::TooManyStreams,
    ProblemCode::Internal,
    ProblemCode::Unavailable,
];

/// The response of any problem, with its place in the document.
const ANY: (&str, &str) = ("Problem", "#/components/responses/Problem");

/// Where the schema of a problem stands in a response.
const SCHEMA: &str = "/content/application~1problem+json/schema";

/// Maximum number of routes whose own problems are described where they occur.
const FEW: usize = 2;

/// Adds them to every route.
pub fn add_examples(document: &mut Value) {
    document["components"]["responses"] = json!({ANY.0: any()});
    let mut routes: HashMap<Value, usize> = HashMap::new();
    each_own(document, |response| *routes.entry(response.clone()).or_default() += 1);
    each_own(document, |response| {
        if routes.get(response).is_some_and(|routes| *routes <= FEW) {
            *response = json!({"$ref": ANY.1, "description": response["description"]});
        }
    });
    for operation in operations(document) {
        if let Some(responses) = operation["responses"].as_object_mut() {
            responses.insert("default".to_owned(), json!({"$ref": ANY.1}));
            responses.sort_keys();
        }
    }
}

/// Visits the problems of single routes that have no schema of their own.
fn each_own(document: &mut Value, mut visit: impl FnMut(&mut Value)) {
    for operation in operations(document) {
        for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            if response.pointer(SCHEMA).is_some_and(|schema| named(schema) == Some(ANY.0)) {
                visit(response);
            }
        }
    }
}

/// Any problem: what the common ones are, and the headers that problems have.
fn any() -> Value {
    let common = PROBLEMS.iter().filter(|kind| COMMON.contains(&kind.code));
    let titles: Vec<_> = common.map(|kind| format!("{} `{}`: {}.", kind.status, kind.id, kind.title)).collect();
    let seconds = json!({"type": "string", "pattern": "^[0-9]+$"});
    let text = json!({"type": "string"});
    json!({
        "description": titles.join(" "),
        "headers": {
            "x-request-id": {"description": "Id of the request.", "required": true,
                "schema": {"type": "string", "minLength": 1, "maxLength": 128}},
            "RateLimit-Policy": {"description": "The rate limit, if there is one: `q` requests in `w` seconds.", "schema": text},
            "RateLimit": {"description": "Requests left (`r`) and seconds until all are back (`t`); expensive requests \
                count as several.", "schema": text},
            "Retry-After": {"description": "How many seconds to wait: with 429, 503 and `idempotency_in_progress`.",
                "schema": seconds},
            "WWW-Authenticate": {"description": "How to send a key, and the scope that it lacks: with 401 and `forbidden`.",
                "schema": text},
        },
        "content": {PROBLEM_JSON: {"schema": {"$ref": reference(ANY.0)}}},
    })
}
