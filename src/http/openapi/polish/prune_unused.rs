//! Finds the schemas that are referenced, directly or indirectly.

use std::collections::BTreeSet;

use serde_json::Value;

use super::schema::{BASE, Schemas};

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
