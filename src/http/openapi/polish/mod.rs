//! What derives leave open: closed objects, true bounds, discriminators, and what a ruleset says of the fields beside it.

mod by_ruleset;
mod common_responses;
mod dependent_required;
mod headers;
mod inline_aliases;
mod inline_once;
mod integers;
mod name_variants;
mod options;
mod prune_unused;

use serde_json::{Map, Value, json};

pub use self::options::standalone;

/// Named schemas.
type Schemas = Map<String, Value>;

/// Where a reference to a schema of the document begins.
const BASE: &str = "#/components/schemas/";

/// Finishes a collected document.
pub fn finish(document: &mut Value) {
    every_schema(document, &mut shape);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        let plain = inline_aliases::plain(schemas);
        every_schema(document, &mut |schema| inline_aliases::refer(schema, &plain));
    }
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        name_variants::name_variants(schemas);
        dependent_required::tie(schemas);
        options::complete(schemas);
        by_ruleset::tie(schemas);
        allow_unread(schemas);
    }
    dependent_required::require(document);
    may_be_absent(document);
    common_responses::tell(document);
    headers::tell(document);
    prune_unused::drop_unused(document);
    inline_once::inline(document);
    every_schema(document, &mut name_constant);
    for place in ["/components/schemas", "/paths"] {
        if let Some(Value::Object(fields)) = document.pointer_mut(place) {
            fields.sort_keys();
        }
    }
}

/// Beside the log of an exported game its other fields may stand, whatever they are.
fn allow_unread(schemas: &mut Schemas) {
    let fields = schemas.get("Game").and_then(|game| game["properties"].as_object()).cloned().unwrap_or_default();
    let Some(exported) = schemas.get_mut("ExportedGame") else { return };
    let unread: Vec<_> =
        fields.keys().filter(|name| exported["properties"].get(name).is_none()).map(|name| &**name).collect();
    exported["patternProperties"] = json!({format!("^({})$", unread.join("|")): {"description": "Ignored."}});
}

/// An enumeration of one text is that text.
fn name_constant(schema: &mut Schemas) {
    if let Some([only @ Value::String(_)]) = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice) {
        let only = only.clone();
        schema.shift_remove("enum");
        schema.insert("const".to_owned(), only);
    }
}

/// A body that may be absent is not null for that.
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

/// What is done to every schema by itself.
fn shape(schema: &mut Schemas) {
    close(schema);
    integers::bound(schema);
}

/// Closes an object schema: nothing is answered, and nothing is taken, that it does not name.
fn close(schema: &mut Schemas) {
    if schema.get("type") == Some(&json!("object")) {
        schema.entry("additionalProperties").or_insert(json!(false));
    }
}

/// Visits every schema of a document, the outer ones first.
fn every_schema(document: &mut Value, visit: &mut impl FnMut(&mut Schemas)) {
    for (place, part) in document.as_object_mut().into_iter().flatten() {
        if place == "components" {
            let schemas = part.get_mut("schemas").and_then(Value::as_object_mut).into_iter().flatten();
            schemas.for_each(|(_, schema)| within(schema, visit));
        } else {
            in_operations(part, visit);
        }
    }
}

/// Visits the schemas of operations, which stand in fields called `schema`.
fn in_operations(part: &mut Value, visit: &mut impl FnMut(&mut Schemas)) {
    match part {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == "schema" { within(field, visit) } else { in_operations(field, visit) }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| in_operations(item, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Visits a schema and those within it; examples and defaults are none.
fn within(schema: &mut Value, visit: &mut impl FnMut(&mut Schemas)) {
    let Some(fields) = schema.as_object_mut() else { return };
    visit(fields);
    for (keyword, part) in fields {
        match (keyword.as_str(), part) {
            ("properties" | "$defs", Value::Object(named)) => {
                named.values_mut().for_each(|schema| within(schema, visit));
            }
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(items)) => {
                items.iter_mut().for_each(|schema| within(schema, visit));
            }
            ("items" | "additionalProperties" | "not", part) => within(part, visit),
            _ => {}
        }
    }
}

/// A reference to a schema of the document.
fn reference(name: &str) -> String {
    format!("{BASE}{name}")
}

/// Does a schema allow null?
fn allows_null(schema: &Value) -> bool {
    let null = json!("null");
    match schema["type"].as_array() {
        Some(types) => types.contains(&null),
        None => {
            schema["type"] == null || schema["oneOf"].as_array().is_some_and(|either| either.iter().any(allows_null))
        }
    }
}

/// A name in the manner of types, as in `RaceExact` and `IdempotencyKey`.
pub fn pascal(words: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split(['_', '-']).filter(|word| !word.is_empty()).map(capital).collect()
}
