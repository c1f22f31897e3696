//! Options: callers send what differs from the defaults, and are answered all of them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::{
    Schemas, allows_null,
    dependent_required::{require_where, required},
    inline_aliases, name_variants, prune_unused, reference, replace, shape, within,
};
use crate::games::{Game, Ruleset, with_game};

/// The name of a ruleset's options, as sent.
pub fn name(ruleset: Ruleset) -> String {
    with_game!(ruleset, G => <G as Game>::Options::name().into())
}

/// The name of a schema of options, as answered.
fn complete_name(name: &str) -> String {
    format!("Complete{name}")
}

/// Makes of every schema of options two: as sent, where defaults may be left out, and complete, as answered.
pub fn complete(schemas: &mut Schemas) {
    for ruleset in Ruleset::ALL {
        let own = name(ruleset);
        let mut tree = prune_unused::reached(&json!(reference(&own)), schemas);
        tree.retain(|name| schemas[name].get("enum").is_none() && differs(name, schemas) || *name == own);
        for name in &tree {
            let mut whole = schemas[name].clone();
            require_where(&mut whole, |_| true);
            for part in &tree {
                replace(&mut whole, &reference(part), &reference(&complete_name(part)));
            }
            if let Some(fields) = whole.as_object_mut() {
                fields.shift_remove("example");
                fields.insert("description".to_owned(), json!("Complete, with defaults."));
            }
            schemas.insert(complete_name(name), whole);
            release(&mut schemas[name]);
        }
    }
}

/// Is it different as sent and as answered, itself or in what it refers to?
fn differs(name: &str, schemas: &Schemas) -> bool {
    let mut parts: BTreeSet<String> = prune_unused::reached(&json!(reference(name)), schemas);
    parts.retain(|part| {
        let mut fields = schemas[part]["properties"].as_object().into_iter().flatten();
        fields.any(|(_, field)| may_be_left_out(field))
    });
    !parts.is_empty()
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

/// A ruleset's options as sent, as a JSON Schema of its own: all is written out, and nothing refers to anything.
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
