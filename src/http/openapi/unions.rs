//! The schemas that differ from ruleset to ruleset.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, Ref, RefOr, Schema,
        schema::{AdditionalProperties, OneOfBuilder},
    },
};

use crate::{
    games::{Game, Observe, Ruleset, with_game},
    service::{ExternalId, Name},
};

macro_rules! any {
    ($($(#[$doc:meta])* $name:ident $called:literal $trait:ident::$part:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let mut any = OneOfBuilder::new();
                for ruleset in Ruleset::ALL {
                    let name = with_game!(ruleset, G => <G as $trait>::$part::name());
                    any = any.item(Ref::from_schema_name(name));
                }
                Schema::OneOf(any.build()).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                $called.into()
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
    /// Options of any ruleset.
    AnyOptions "GameOptions" Game::Options;
    /// The `deal` of any ruleset: `polish` picks it from the steps.
    AnyDeal "Deal" Game::Step;
    /// What a viewer sees, in any ruleset.
    AnyState "State" Observe::State;
    /// Details of a result, in any ruleset.
    AnyDetail "Detail" Game::Detail;
}

/// A step of any ruleset. Where `ruleset` stands beside it, `polish` picks that ruleset's steps.
///
/// Elsewhere nothing tells the rulesets apart, as steps of several have the same `type`.
pub struct AnyStep;

impl PartialSchema for AnyStep {
    fn schema() -> RefOr<Schema> {
        let step = ObjectBuilder::new().description(Some("A step of the ruleset that is played, as in its log."));
        step.additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
    }
}

impl ToSchema for AnyStep {
    fn name() -> Cow<'static, str> {
        "Step".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        for ruleset in Ruleset::ALL {
            with_game!(ruleset, G => {
                schemas.push((<G as Game>::Step::name().into(), <G as Game>::Step::schema()));
                <G as Game>::Step::schemas(schemas);
            });
        }
    }
}

/// A log document to check and store, with fields added by the API.
#[derive(ToSchema)]
#[schema(as = ImportRequest)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
pub struct ImportBody {
    /// What was played.
    ruleset: Ruleset,
    /// Version of the rules, if it matters: a log with another version is rejected.
    #[schema(value_type = u32, required = false)]
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
}

/// A log document, or an exported game with its log.
#[derive(ToSchema)]
#[serde(untagged)]
#[schema(as = Import)]
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
