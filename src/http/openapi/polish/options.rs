//! Options: requests contain those that differ from the defaults, responses contain all.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::{
    inline_aliases, name_variants,
    prune_unused::reached,
    schema::{Schemas, allows_null, reference, required, within},
    shape::shape,
};
use crate::games::{Game, Ruleset, with_game};

/// The name of a ruleset's options.
pub fn name(ruleset: Ruleset) -> String {
    with_game!(ruleset, G => <G as Game>::Options::name().into())
}

/// The schemas that options consist of, which are the same in requests and responses.
pub fn parts(schemas: &Schemas) -> BTreeSet<String> {
    Ruleset::ALL.iter().flat_map(|ruleset| reached(&json!(reference(&name(*ruleset))), schemas)).collect()
}

/// Requires all options of a ruleset, as in responses; the objects within them may omit fields that have a default.
///
/// A request may contain only some options: `Options` also allows any object, and `some` lists the options there are.
pub fn complete(schemas: &mut Schemas) {
    for name in parts(schemas) {
        release(&mut schemas[&name]);
    }
    for ruleset in Ruleset::ALL {
        let own = &mut schemas[&name(ruleset)];
        own["required"] = own["properties"].as_object().into_iter().flat_map(Map::keys).cloned().collect();
        // The example has only some of the options.
        own.as_object_mut().and_then(|own| own.shift_remove("example"));
    }
    let open = json!({"type": "object", "title": "SomeOptions", "description": "Options that differ from the defaults.",
        "additionalProperties": true});
    if let Some(Value::Array(either)) = schemas.get_mut("Options").and_then(|any| any.get_mut("anyOf")) {
        either.push(open.clone());
    }
    // Only Fortunes has readings.
    if let Some(asked) = schemas.get_mut("ReadingRequest") {
        let description = asked["properties"]["options"]["description"].take();
        let own = json!({"$ref": reference(&name(Ruleset::Fortunes))});
        asked["properties"]["options"] = json!({"description": description, "anyOf": [own, open, {"type": "null"}]});
    }
}

/// An object with any of a ruleset's options, or null.
pub fn some(ruleset: Ruleset, schemas: &Schemas) -> Value {
    let name = name(ruleset);
    let fields = schemas[&name]["properties"].as_object().into_iter().flat_map(Map::keys);
    let refer = |field: &String| (field.clone(), json!({"$ref": format!("{}/properties/{field}", reference(&name))}));
    let fields: Map<_, _> = fields.map(refer).collect();
    json!({"type": ["object", "null"], "properties": fields, "additionalProperties": false})
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
