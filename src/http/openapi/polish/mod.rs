//! What derives cannot express: closed objects, exact bounds, discriminators, and the constraints of each ruleset.

mod by_ruleset;
mod dependent_required;
mod headers;
mod inline_aliases;
mod inline_once;
mod integers;
mod name_variants;
mod options;
mod prune_unused;
mod schema;
mod shape;
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
        name_variants::tell_kinds(schemas);
        dependent_required::tie(schemas);
        options::complete(schemas);
        by_ruleset::tie(schemas);
        allow_unread(schemas);
        share_descriptions(schemas);
    }
    dependent_required::require(document);
    may_be_absent(document);
    headers::add_headers(document);
    prune_unused::drop_unused(document);
    inline_once::inline(document);
    every_schema(document, &mut name_constant);
    trim::trim(document);
    for place in ["/components/schemas", "/paths"] {
        if let Some(Value::Object(fields)) = document.pointer_mut(place) {
            fields.sort_keys();
        }
    }
}

/// An exported game may have the other fields of a game besides the log, with any values.
fn allow_unread(schemas: &mut Schemas) {
    let fields = schemas.get("Game").and_then(|game| game["properties"].as_object()).cloned().unwrap_or_default();
    let Some(exported) = schemas.get_mut("ExportedGame") else { return };
    let unread: Vec<_> =
        fields.keys().filter(|name| exported["properties"].get(name).is_none()).map(|name| &**name).collect();
    exported["patternProperties"] = json!({format!("^({})$", unread.join("|")): {"description": "Ignored."}});
}

/// The parts of a game are described with the whole game.
fn share_descriptions(schemas: &mut Schemas) {
    let Some(game) = schemas.get("Game").cloned() else { return };
    let parts = schemas.get_mut("GameParts").and_then(|parts| parts.get_mut("properties")?.as_object_mut());
    for (_, part) in parts.into_iter().flatten().filter(|(name, part)| **part == game["properties"][name.as_str()]) {
        part.as_object_mut().and_then(|part| part.shift_remove("description"));
    }
}

/// Turns an enumeration of one text into a constant.
fn name_constant(schema: &mut Schemas) {
    if let Some([only @ Value::String(_)]) = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice) {
        let only = only.clone();
        schema.shift_remove("enum");
        schema.insert("const".to_owned(), only);
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
