//! The schemas that differ from ruleset to ruleset.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, Schema, schema::AnyOfBuilder},
};

use crate::{
    games::{Game, Ruleset, with_game},
    service::ExternalId,
};

macro_rules! any {
    ($($(#[$doc:meta])* $name:ident $part:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let mut any = AnyOfBuilder::new();
                for ruleset in Ruleset::ALL {
                    let name = with_game!(ruleset, G => <G as Game>::$part::name());
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
                        schemas.push((<G as Game>::$part::name().into(), <G as Game>::$part::schema()));
                        <G as Game>::$part::schemas(schemas);
                    });
                }
            }
        }
    )*};
}

any! {
    /// Some ruleset's options.
    AnyOptions Options;
    /// Some ruleset's step.
    AnyStep Step;
    /// What some ruleset's viewer sees.
    AnyState State;
    /// Some ruleset's detail of a result.
    AnyDetail Detail;
}

/// A log document to be judged and stored, with what the API adds to it.
#[derive(ToSchema)]
#[schema(as = ImportRequest)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
pub struct ImportBody {
    /// What was played.
    ruleset: Ruleset,
    /// The version of the rules, if it matters.
    #[schema(required = false, nullable = false)]
    rules_version: Option<u32>,
    /// The options that differ from the defaults.
    #[schema(value_type = AnyOptions, required = false)]
    options: Value,
    /// Who played.
    #[schema(min_items = 2, max_items = 20)]
    players: Vec<ImportPlayer>,
    /// Every step, from the first to the last.
    #[schema(value_type = Vec<AnyStep>, max_items = 200_000)]
    steps: Vec<Value>,
    /// When it was played.
    #[schema(required = false)]
    played_at: Option<chrono::DateTime<chrono::Utc>>,
    /// The caller's own id for the game.
    #[schema(required = false)]
    external_id: Option<ExternalId>,
}

/// A player of a log to be imported.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes")]
pub struct ImportPlayer {
    /// The name.
    name: crate::service::Name,
}

/// A ruleset's options as a JSON Schema of its own, with defaults.
pub fn options_schema(ruleset: Ruleset) -> Value {
    let (own, parts) = with_game!(ruleset, G => {
        let mut parts = Vec::new();
        <G as Game>::Options::schemas(&mut parts);
        (<G as Game>::Options::schema(), parts)
    });
    let mut schema = serde_json::to_value(own).expect("a schema is JSON");
    let defs: Map<String, Value> =
        parts.into_iter().map(|(name, part)| (name, serde_json::to_value(part).expect("a schema is JSON"))).collect();
    if !defs.is_empty() {
        schema["$defs"] = Value::Object(defs);
    }
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    super::shape::close(&mut schema);
    relocate(&mut schema);
    schema
}

/// Turns references into the document into references into the schema itself.
fn relocate(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace("#/components/schemas/", "#/$defs/");
            }
            fields.values_mut().for_each(relocate);
        }
        Value::Array(items) => items.iter_mut().for_each(relocate),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
