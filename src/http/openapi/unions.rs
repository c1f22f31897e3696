//! The schemas that differ from ruleset to ruleset.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, Ref, RefOr, Schema,
        schema::{AnyOfBuilder, Type},
    },
};

use crate::{
    games::{Game, Observe, Ruleset, with_game},
    service::{ExternalId, Name},
};

macro_rules! any {
    ($($(#[$doc:meta])* $name:ident $trait:ident::$part:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let mut any = AnyOfBuilder::new();
                for ruleset in Ruleset::ALL {
                    let name = with_game!(ruleset, G => <G as $trait>::$part::name());
                    any = any.item(Ref::from_schema_name(name));
                }
                Schema::AnyOf(any.build()).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                for ruleset in Ruleset::ALL {
                    with_game!(ruleset, G => {
                        schemas.push((<G as $trait>::$part::name().into(), <G as $trait>::$part::schema()));
                        <G as $trait>::$part::schemas(schemas);
                    });
                }
            }
        }
    )*};
}

any! {
    /// Some ruleset's options, as sent.
    AnyOptions Game::Options;
    /// Some ruleset's options, complete, as answered: `polish` makes them out of those as sent.
    AnyCompleteOptions Game::Options;
    /// The `deal` among some ruleset's steps: `polish` finds it there.
    AnyDeal Game::Step;
    /// Some ruleset's step.
    AnyStep Game::Step;
    /// What some ruleset's viewer sees.
    AnyState Observe::State;
    /// Some ruleset's detail of a result.
    AnyDetail Game::Detail;
}

/// A game in a list: `polish` makes it out of a game.
#[derive(ToSchema)]
pub struct ListedGame {}

/// A game on a line of its own: `polish` makes it out of a game in a list.
#[derive(ToSchema)]
pub struct GameLine {}

/// A reading on a line of its own: `polish` makes it out of a reading.
#[derive(ToSchema)]
pub struct ReadingLine {}

/// A log document to check and store, with fields added by the API.
#[derive(ToSchema)]
#[schema(as = ImportRequest)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
pub struct ImportBody {
    /// What was played.
    ruleset: Ruleset,
    /// The version of the rules, if it matters: a log of other rules is refused.
    #[schema(required = false, schema_with = this_version)]
    rules_version: Option<u32>,
    /// Options that differ from the defaults.
    #[schema(value_type = AnyOptions, required = false)]
    options: Value,
    /// The players.
    #[schema(min_items = 2, max_items = 20)]
    players: Vec<LogPlayer>,
    /// All steps in order; by default at most 1,000,000.
    #[schema(value_type = Vec<AnyStep>)]
    steps: Vec<Value>,
    /// Time at which the game was played.
    #[schema(required = false)]
    played_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Caller-defined id of the game.
    #[schema(required = false)]
    external_id: Option<ExternalId>,
}

/// An exported game with its log. The log is checked and stored. Other fields of the game are allowed but ignored: they
/// either follow from the log or are assigned anew.
#[derive(ToSchema)]
#[schema(as = ExportedGame)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
pub struct ExportedBody {
    /// Log of the game.
    log: ImportBody,
    /// Time at which the game was played.
    #[schema(required = false)]
    played_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Caller-defined id of the game.
    #[schema(required = false)]
    external_id: Option<ExternalId>,
    /// Ignored.
    #[schema(required = false)]
    id: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    ruleset: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    rules_version: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    source: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    created_at: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    options: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    players: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    step_count: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    seed: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    client_seed: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    seed_hash: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    commitment: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    deal_given: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    result: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    unlisted: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    delete_token: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    links: Option<Value>,
    /// Ignored.
    #[schema(required = false)]
    cursor: Option<Value>,
}

/// A log document, or an exported game with its log.
#[derive(ToSchema)]
#[serde(untagged)]
#[schema(as = Import)]
#[expect(clippy::large_enum_variant, reason = "it is described and never made")]
pub enum AnyImport {
    /// A log document.
    Log(ImportBody),
    /// An exported game.
    Exported(ExportedBody),
}

/// A player of a log.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogPlayer {
    /// Name, stored trimmed and NFC-normalized.
    #[schema(value_type = Name)]
    pub name: String,
}

/// The version that a ruleset has now; `polish` says which that is.
fn this_version() -> Schema {
    let description = "Version of the rules, if it matters: a log with another version is rejected.";
    let number = ObjectBuilder::new().schema_type(Type::Integer).description(Some(description)).minimum(Some(1.0));
    Schema::from(number.build())
}
