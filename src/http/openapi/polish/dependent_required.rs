//! Fields that are always present are required, even if they may be null.

use serde_json::{Value, json};

use super::{
    options, prune_unused,
    schema::{Schemas, allows_null, required},
};

/// Fields that are either all present or all absent.
const DEPENDENT: [(&str, [&str; 2]); 1] = [("FortunesStepDeal", ["hands", "discarded"])];

/// A game with selected fields: any field may be absent, even one that may be null.
const PARTS: &str = "GameParts";

/// Declares which fields occur together (JSON Schema, `dependentRequired`), which no derive can.
pub fn tie(schemas: &mut Schemas) {
    for (name, [one, other]) in DEPENDENT {
        if let Some(schema) = schemas.get_mut(name) {
            schema["dependentRequired"] = json!({one: [other], other: [one]});
        }
    }
}

/// Requires nullable fields in every response: a field that may be absent is never null.
pub fn require(document: &mut Value) {
    let operations = document["paths"].as_object().into_iter().flatten().filter_map(|(_, item)| item.as_object());
    let answers: Vec<Value> = operations.flatten().map(|(_, operation)| operation["responses"].clone()).collect();
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    // Options are used in requests too.
    let options = options::parts(schemas);
    let reached = prune_unused::reached(&Value::Array(answers), schemas);
    for name in reached.difference(&options).filter(|name| *name != PARTS) {
        require_where(&mut schemas[name], allows_null);
    }
}

/// Requires the fields of an object for which `such` holds.
fn require_where(schema: &mut Value, such: impl Fn(&Value) -> bool) {
    let Some(fields) = schema.as_object_mut() else { return };
    let Some(properties) = fields.get("properties").and_then(Value::as_object) else { return };
    let before = required(fields);
    let names: Vec<_> = properties.iter().filter(|(name, field)| before.contains(name) || such(field)).collect();
    let names: Vec<Value> = names.into_iter().map(|(name, _)| json!(name)).collect();
    if !names.is_empty() {
        fields.insert("required".to_owned(), Value::Array(names));
    }
}
