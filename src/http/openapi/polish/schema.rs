//! The schemas of a document: how to visit them, and which are referenced.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::spelling::capital;

/// Named schemas.
pub type Schemas = Map<String, Value>;

/// Prefix of a reference to a schema of the document.
pub const BASE: &str = "#/components/schemas/";

/// Visits every schema of a document, the outer ones first.
pub fn every_schema(document: &mut Value, visit: &mut impl FnMut(&mut Schemas)) {
    for (place, part) in document.as_object_mut().into_iter().flatten() {
        if place == "components" {
            let schemas = part.get_mut("schemas").and_then(Value::as_object_mut).into_iter().flatten();
            schemas.for_each(|(_, schema)| within(schema, visit));
        } else {
            in_operations(part, visit);
        }
    }
}

/// Every operation.
pub fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()).map(|(_, operation)| operation)
}

/// Visits the schemas of operations, which are in fields called `schema`.
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

/// Visits a schema and those within it; examples and defaults are not schemas.
pub fn within(schema: &mut Value, visit: &mut impl FnMut(&mut Schemas)) {
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
pub fn reference(name: &str) -> String {
    format!("{BASE}{name}")
}

/// The name of the schema that a reference leads to.
pub fn named(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(name_of)
}

/// The name of a schema of the document in a reference.
pub fn name_of(reference: &str) -> Option<&str> {
    reference.strip_prefix(BASE)
}

/// Whether a schema allows null.
pub fn allows_null(schema: &Value) -> bool {
    let null = json!("null");
    match schema["type"].as_array() {
        Some(types) => types.contains(&null),
        None => {
            schema["type"] == null || schema["oneOf"].as_array().is_some_and(|either| either.iter().any(allows_null))
        }
    }
}

/// A name in the style of types, as in `RaceExact` and `IdempotencyKey`.
pub fn pascal(words: &str) -> String {
    words.split(['_', '-']).filter(|word| !word.is_empty()).map(capital).collect()
}

/// The names of the fields that an object requires.
pub fn required(fields: &Schemas) -> Vec<String> {
    let names = fields.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(ToOwned::to_owned).collect()
}

/// The names of all schemas that a part references, directly or indirectly.
pub fn reached(part: &Value, schemas: &Schemas) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = Vec::new();
    collect(part, &mut open);
    while let Some(name) = open.pop() {
        if let Some(schema) = schemas.get(&name).filter(|_| !found.contains(&name)) {
            collect(schema, &mut open);
            found.insert(name);
        }
    }
    found
}

fn collect(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::String(text) => names.extend(text.strip_prefix(BASE).map(ToOwned::to_owned)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, names)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Drops the schemas that nothing references.
pub fn drop_unused(document: &mut Value) {
    let paths = document["paths"].clone();
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        let used = reached(&paths, schemas);
        schemas.retain(|name, _| used.contains(name));
    }
}
