//! What derives cannot express: closed objects, exact bounds, discriminators, and the constraints of each ruleset.

mod by_ruleset;
mod codes;
mod dependent_required;
mod headers;
mod inline_aliases;
mod integers;
mod members;
mod name_variants;
mod options;
mod prune_unused;
mod schema;
mod shape;
mod sides;
mod trim;

use serde_json::{Value, json};

use self::{
    schema::{allows_null, every_schema},
    shape::shape,
};

pub use self::{
    options::standalone,
    prune_unused::reached,
    schema::{Schemas, named, pascal, reference, within},
};

/// Finishes a collected document.
pub fn finish(document: &mut Value) {
    every_schema(document, &mut shape);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        let plain = inline_aliases::plain(schemas);
        every_schema(document, &mut |schema| inline_aliases::refer(schema, &plain));
    }
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        name_variants::name_variants(schemas);
        name_variants::tell_apart(schemas);
        dependent_required::tie(schemas);
        allow_unread(schemas);
        share_descriptions(schemas);
        codes::part(schemas);
        by_ruleset::part(schemas);
    }
    members::tidy(document);
    let sides = sides::part(document);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        options::complete(schemas);
        dependent_required::require(schemas, &sides.answered);
    }
    may_be_absent(document);
    headers::add_headers(document);
    prune_unused::drop_unused(document);
    trim::trim(document);
    for place in ["/components/schemas", "/paths"] {
        if let Some(Value::Object(fields)) = document.pointer_mut(place) {
            fields.sort_keys();
        }
    }
}
/// An exported game may have the other fields of a game besides the log, with any values.
fn allow_unread(schemas: &mut Schemas) {
    let game = schemas.get("Game").and_then(|game| game["properties"].as_object()).cloned().unwrap_or_default();
    let exported = schemas.get_mut("ExportedGame").and_then(|exported| exported["properties"].as_object_mut());
    let Some(fields) = exported else { return };
    for (name, _) in game {
        fields.entry(name).or_insert_with(|| json!({"description": "Ignored."}));
    }
}

/// The parts of a game are described with the whole game.
fn share_descriptions(schemas: &mut Schemas) {
    let Some(game) = schemas.get("Game").cloned() else { return };
    let parts = schemas.get_mut("GameParts").and_then(|parts| parts.get_mut("properties")?.as_object_mut());
    for (_, part) in parts.into_iter().flatten().filter(|(name, part)| **part == game["properties"][name.as_str()]) {
        part.as_object_mut().and_then(|part| part.shift_remove("description"));
    }
}

/// Removes null from bodies that are nullable only because they may be absent.
fn may_be_absent(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for operation in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
        let Some(body) = operation.1.get_mut("requestBody").filter(|body| body["required"] != true) else { continue };
        if let Some(schema) = body.pointer_mut("/content/application~1json/schema")
            && allows_null(schema)
        {
            *schema = schema["oneOf"][0].take();
        }
    }
}
