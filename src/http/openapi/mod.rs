//! The OpenAPI document: what handlers declare, and what derives cannot express.

pub mod examples;
mod polish;
mod responses;
pub mod unions;

use serde_json::{Map, Value, json};
use utoipa::openapi::{
    KnownFormat, ObjectBuilder, OpenApi, SchemaFormat,
    schema::{SchemaType, Type},
};

use self::polish::{named, operations, pascal};
use crate::service::ProblemCode;

pub use self::{
    polish::standalone as options_schema,
    responses::{
        ChangeOwn, CheckReadiness, CloseTable, CorrectGame, CreateClarifier, CreateCommitment, CreateGame, CreateNote,
        CreateProfile, CreateReading, CreateSimulation, CreateTable, DeleteStored, GetAnalysis, GetBoard, GetById,
        GetGameReading, GetHint, GetTable, ImportLogs, LeaveSeat, OpenDay, PlayStep, PostBody, ReadTricks,
        RenewInvitation, SeatBots, TakeSeat,
    },
    unions::{AnyDeal, AnyDetail, AnyImport, AnyOptions, AnyState, AnyStep, LogBot, LogPlayer},
};
pub use crate::games::fortunes::Options as FortunesOptions;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Arcana",
        description = include_str!("about.md"),
        contact(name = "The arcana authors"),
        license(name = "Apache-2.0 OR MIT", identifier = "Apache-2.0 OR MIT"),
    ),
    tags(
        (name = "games", description = "Play, import, find and replay games."),
        (name = "tables", description = "Play with persons and bots, and watch."),
        (name = "days", description = "The deal of the day: the same cards for everybody."),
        (name = "rulesets", description = "The games that can be played."),
        (name = "readings", description = "Readings of games and of submitted tricks."),
        (name = "spreads", description = "Cards drawn for spreads."),
        (name = "decks", description = "Card names and meanings by deck."),
        (name = "statistics", description = "Statistics of many games, and of the players of stored games."),
        (name = "commitments", description = "Commitments to a secret seed, for provably fair games."),
        (name = "profiles", description = "A name of one's own, made without an account: a profile is a key."),
        (name = "keys", description = "API keys, managed with the scope `admin`."),
        (name = "erasures", description = "Permanent erasure of personal data, with the scope `admin`."),
        (name = "service", description = "Health, metrics and documentation."),
    ),
    components(schemas(
        crate::http::reply::problem::ProblemResponse, crate::http::reply::problem::WrongField, crate::http::reply::problem::IllegalLogResponse,
        crate::games::NamedDue, crate::games::Code,
    ))
)]
struct Description;

/// The document; `describe` adds what the routes declare.
pub fn document(describe: impl FnOnce(OpenApi) -> OpenApi) -> Value {
    let mut collected = describe(<Description as utoipa::OpenApi>::openapi());
    collected.servers = Some(vec![utoipa::openapi::Server::new("/")]);
    let mut document = serde_json::to_value(collected).expect("an OpenAPI document is JSON");
    document["info"]["version"] = json!(env!("CARGO_PKG_VERSION"));
    document_security(&mut document);
    document_idempotency(&mut document);
    add_links(&mut document);
    polish::finish(&mut document);
    examples::add(&mut document);
    responses::add_examples(&mut document);
    share(&mut document);
    document
}

/// A PNG file.
pub struct Picture;

impl utoipa::PartialSchema for Picture {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let binary = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(binary)).into()
    }
}

impl utoipa::ToSchema for Picture {}

/// The schema of a field that is always null so far.
pub fn null() -> utoipa::openapi::Schema {
    let null = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]));
    null.description(Some("Always null, as there is only one page.")).into()
}

/// Tokens that are accepted instead of a key: the scheme, and in words.
const TOKENS: [(&str, &str); 2] = [("seat", "the token of a seat"), ("delete", "the delete token of the resource")];

/// Documents how keys are sent, and the scope that each route requires.
fn document_security(document: &mut Value) {
    // One scheme for all tokens: some clients send the header twice where a route names two that use it.
    document["components"]["securitySchemes"] = json!({
        "key": {"type": "http", "scheme": "bearer", "bearerFormat": "arcana_…",
            "description": "An API key. The operator decides whether callers without one may read or write; by default \
                            they may if the service listens on loopback only.\n\n\
                            Routes that say so accept another token in its place: that of a seat at a table \
                            (`seat_…`), from the response that seated the person and valid for this seat alone, or the \
                            one that deletes a resource which was created without a key (`delete_…`), from the \
                            response that created it."},
    });
    for operation in operations(document) {
        if operation.get("security").is_none() {
            operation["security"] = json!([]);
            continue;
        }
        let token = TOKENS.into_iter().find(|(scheme, _)| accepts(operation, |one| one.get(scheme).is_some()));
        // The description of such a route says when a key is needed.
        let optional = accepts(operation, |one| one.as_object().is_some_and(Map::is_empty));
        let Some(scopes) = operation["security"][0].get_mut("key").map(Value::take) else {
            add_paragraph(operation, "Requires the token of the seat.");
            operation["security"] = json!([{"key": []}]);
            continue;
        };
        // Without a key no caller has the scope `admin`.
        let open = scopes != json!(["admin"]);
        if !optional {
            say(operation, &scopes, open, token.map(|(_, words)| words));
        }
        // A bearer key has no scopes to list here.
        if open {
            operation.as_object_mut().and_then(|operation| operation.shift_remove("security"));
        } else {
            operation["security"] = json!([{"key": []}]);
        }
        operation["x-scope"] = scopes[0].clone();
    }
    // The default for routes without their own. `{}`: without a key, where that is allowed.
    document["security"] = json!([{"key": []}, {}]);
}

/// Whether one of an operation's alternatives is like this.
fn accepts(operation: &Value, is_it: impl Fn(&Value) -> bool) -> bool {
    operation["security"].as_array().is_some_and(|any| any.iter().any(is_it))
}

/// Describes which scope a caller needs. The description of the document says that anonymous access may replace them.
fn say(operation: &mut Value, scopes: &Value, open: bool, token: Option<&str>) {
    let scope = scopes[0].as_str().unwrap_or_default();
    let key = if open { "" } else { "a key with " };
    let or_token = token.map(|token| format!(" or {token}")).unwrap_or_default();
    add_paragraph(operation, &format!("Requires {key}the scope `{scope}`{or_token}."));
}

/// Adds a paragraph to an operation's description.
fn add_paragraph(operation: &mut Value, paragraph: &str) {
    let existing = operation.get("description").and_then(Value::as_str).filter(|existing| !existing.is_empty());
    operation["description"] =
        existing.map_or_else(|| paragraph.to_owned(), |existing| format!("{existing}\n\n{paragraph}")).into();
}

/// Describes the header of a request with an idempotency key, and that of its replayed response.
fn document_idempotency(document: &mut Value) {
    let in_progress = format!("`{}`", ProblemCode::IdempotencyInProgress);
    for operation in operations(document) {
        let conflicts = operation.pointer("/responses/409/description").and_then(Value::as_str);
        if !conflicts.is_some_and(|description| description.contains(&in_progress)) {
            continue;
        }
        let marks = json!({"name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Repeats with this key within 24 hours get the first response again and create nothing.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}});
        match operation.get_mut("parameters").and_then(Value::as_array_mut) {
            Some(parameters) => parameters.push(marks),
            None => operation["parameters"] = json!([marks]),
        }
        let done = ["201", "202"].into_iter().find(|status| operation["responses"].get(status).is_some());
        let done = done.unwrap_or("200");
        operation["responses"][done]["headers"]["Idempotent-Replayed"] = json!({"description": "`true` if the response is replayed.",
                "schema": {"type": "string", "enum": ["true"]}});
    }
}

/// An operation that creates something, where its response has the id, and the operations that take that id.
const MADE: [(&str, &str, &[&str]); 8] = [
    ("play_game", "/id", &OF_GAMES),
    ("import_game", "/id", &OF_GAMES),
    ("ask_for_reading", "/id", &["get_reading", "delete_reading"]),
    ("make_commitment", "/id", &["get_commitment"]),
    ("make_table", "/id", &["get_table", "close_table"]),
    ("open_day", "/id", &["get_table", "close_table"]),
    ("make_simulation", "/id", &["get_simulation", "cancel_simulation", "delete_simulation"]),
    ("make_key", "/about/id", &["get_key", "revoke_key"]),
];

/// Operations that take the id of a game.
const OF_GAMES: [&str; 7] =
    ["get_game", "get_log", "get_state", "get_verification", "get_game_readings", "get_game_reading", "delete_game"];

/// Adds links to each response 201 or 202.
fn add_links(document: &mut Value) {
    for operation in operations(document) {
        let Some((_, id, next)) = MADE.iter().find(|(maker, ..)| operation["operationId"] == *maker) else { continue };
        let id = json!({"id": format!("$response.body#{id}")});
        let to = |next: &&str| ((*next).to_owned(), json!({"operationId": next, "parameters": id}));
        let status = if operation["responses"].get("201").is_some() { "201" } else { "202" };
        operation["responses"][status]["links"] = Value::Object(next.iter().map(to).collect());
    }
}

/// Moves them to `components`; what only one route has stays in place.
fn share(document: &mut Value) {
    share_kind(document, "responses", |operation, visit| {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (status, response) in responses {
            if let Some(name) = response_name(status, response) {
                visit(&name, response);
            }
        }
    });
    share_kind(document, "parameters", |operation, visit| {
        let group = operation["tags"][0].as_str().unwrap_or_default().trim_end_matches('s').to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let name = if parameter["in"] == "path" { format!("{group}_{name}") } else { name.to_owned() };
            visit(&pascal(&name), parameter);
        }
    });
    share_kind(document, "headers", |operation, visit| {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (_, response) in responses {
            for (name, header) in response.get_mut("headers").and_then(Value::as_object_mut).into_iter().flatten() {
                visit(&pascal(name), header);
            }
        }
    });
}

/// Visits a part of an operation, with its name as a shared component.
type Visit<'a> = dyn FnMut(&str, &mut Value) + 'a;

/// Shares the parts of this kind that occur more than once.
fn share_kind(document: &mut Value, kind: &str, parts: impl Fn(&mut Value, &mut Visit<'_>)) {
    let mut found: Vec<(String, Value, usize)> = Vec::new();
    for operation in operations(document) {
        parts(operation, &mut |name, part| match found.iter_mut().find(|(_, known, _)| known == part) {
            Some((.., times)) => *times += 1,
            None => found.push((name.to_owned(), part.clone(), 1)),
        });
    }
    let mut shared = document["components"][kind].as_object().cloned().unwrap_or_default();
    found.retain(|(name, part, times)| {
        let is_shared = *times > 1 && part.get("$ref").is_none() && !shared.contains_key(name);
        if is_shared {
            shared.insert(name.clone(), part.clone());
        }
        is_shared
    });
    for operation in operations(document) {
        parts(operation, &mut |_, part| {
            if let Some((name, ..)) = found.iter().find(|(_, known, _)| known == part) {
                *part = json!({"$ref": format!("#/components/{kind}/{name}")});
            }
        });
    }
    shared.sort_keys();
    document["components"][kind] = Value::Object(shared);
}

/// Name of a response: by the codes of its problems, or by its schema.
fn response_name(status: &str, response: &Value) -> Option<String> {
    match (status, response.pointer("/content/application~1json/schema").and_then(named)) {
        ("304", _) => Some("NotModified".to_owned()),
        ("201", Some(schema)) => Some(format!("{schema}Created")),
        (_, Some(_)) => None,
        (_, None) => {
            let codes = response["description"].as_str()?.split('`').skip(1).step_by(2).map(pascal);
            Some(codes.collect::<Vec<_>>().join("Or")).filter(|name| !name.is_empty())
        }
    }
}
