//! The OpenAPI document: what handlers declare, and what derives cannot express.

mod common_problems;
pub mod examples;
mod idempotency;
mod links;
mod polish;
mod responses;
mod security;
mod share;
pub mod unions;

use serde_json::{Value, json};
use utoipa::openapi::{
    KnownFormat, ObjectBuilder, OpenApi, SchemaFormat,
    schema::{SchemaType, Type},
};

pub use self::{
    polish::standalone as options_schema,
    responses::{
        CheckReadiness, CloseTable, CreateCommitment, CreateGame, CreateReading, CreateSimulation, CreateTable,
        DeleteStored, GetById, GetGameReading, GetTable, ImportLogs, LeaveSeat, PlayStep, PostBody, ReadTricks,
        RenewInvitation, TakeSeat,
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
        (name = "rulesets", description = "The games that can be played."),
        (name = "readings", description = "Readings of games and of submitted tricks."),
        (name = "spreads", description = "Cards drawn for spreads."),
        (name = "decks", description = "Card names and meanings by deck."),
        (name = "statistics", description = "Statistics of many games, and of the players of stored games."),
        (name = "commitments", description = "Commitments to a secret seed, for provably fair games."),
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
    security::document_security(&mut document);
    idempotency::document_idempotency(&mut document);
    links::add(&mut document);
    polish::finish(&mut document);
    examples::add(&mut document);
    common_problems::add_examples(&mut document);
    share::share(&mut document);
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
