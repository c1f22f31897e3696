//! Options: requests contain those that differ from the defaults, responses contain all.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::{
    inline_aliases, name_variants,
    prune_unused::reached,
    schema::{Schemas, allows_null, reference, required, within},
    shape::shape,
    sides::INPUT,
};
use crate::games::{Game, Ruleset, with_game};

/// The name of a ruleset's options.
fn name(ruleset: Ruleset) -> String {
    with_game!(ruleset, G => <G as Game>::Options::name().into())
}

/// The schemas that options consist of in responses.
fn parts(schemas: &Schemas) -> BTreeSet<String> {
    Ruleset::ALL.iter().flat_map(|ruleset| reached(&json!(reference(&name(*ruleset))), schemas)).collect()
}

/// In responses requires all options of a ruleset; in requests none that has a default.
pub fn complete(schemas: &mut Schemas) {
    for name in parts(schemas) {
        let answered = &mut schemas[&name];
        if let Some(fields) = answered["properties"].as_object() {
            answered["required"] = fields.keys().cloned().collect();
        }
        // The example has only some of the options.
        answered.as_object_mut().and_then(|own| own.shift_remove("example"));
        if let Some(asked) = schemas.get_mut(&format!("{name}{INPUT}")) {
            release(asked);
            let fields = asked.get_mut("properties").and_then(Value::as_object_mut);
            fields.into_iter().flat_map(Map::values_mut).for_each(say_default);
        }
    }
}

/// Says the default of an option in words. Some clients would send what is written as one, or require it.
fn say_default(field: &mut Value) {
    let Some(default) = field.as_object_mut().and_then(|field| field.shift_remove("default")) else { return };
    let description = field["description"].as_str().unwrap_or_default();
    field["description"] = json!(format!("{description} By default `{default}`.").trim_start());
}

fn may_be_left_out(field: &Value) -> bool {
    field.get("default").is_some() || allows_null(field)
}

/// No longer requires the fields that have a default.
fn release(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    let mut names = required(fields);
    if let Some(properties) = fields.get("properties") {
        names.retain(|name| !may_be_left_out(&properties[name]));
    }
    if names.is_empty() {
        fields.shift_remove("required");
    } else {
        fields.insert("required".to_owned(), json!(names));
    }
}

/// A ruleset's options as sent, as a standalone JSON Schema without references.
pub fn standalone(ruleset: Ruleset) -> Value {
    let mut schemas: Schemas = collected(ruleset);
    schemas.values_mut().for_each(|schema| within(schema, &mut shape));
    let plain = inline_aliases::plain(&mut schemas);
    schemas.values_mut().for_each(|schema| within(schema, &mut |schema| inline_aliases::refer(schema, &plain)));
    name_variants::name_variants(&mut schemas);
    schemas.values_mut().for_each(release);
    let mut schema = schemas.shift_remove(&name(ruleset)).unwrap_or_default();
    let parts = schemas.into_iter().collect();
    within(&mut schema, &mut |schema| {
        inline_aliases::refer(schema, &parts);
        schema.shift_remove("discriminator");
    });
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema
}

fn collected(ruleset: Ruleset) -> Map<String, Value> {
    let parts = with_game!(ruleset, G => {
        let mut parts = vec![(<G as Game>::Options::name().into(), <G as Game>::Options::schema())];
        <G as Game>::Options::schemas(&mut parts);
        parts
    });
    let written = |part| serde_json::to_value(part).expect("a schema is JSON");
    parts.into_iter().map(|(name, part)| (name, written(part))).collect()
}
