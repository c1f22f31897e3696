//! Fields that are always present are required, even if they may be null.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::schema::{Schemas, allows_null, required};

/// Fields that are either all present or all absent.
const DEPENDENT: [(&str, [&str; 2]); 1] = [("FortunesStepDeal", ["hands", "discarded"])];

/// A game with selected fields: any field may be absent, even one that may be null.
const PARTS: [&str; 2] = ["GameParts", "GameResultParts"];

/// Declares which fields occur together (JSON Schema, `dependentRequired`), which no derive can.
pub fn tie(schemas: &mut Schemas) {
    for (name, [one, other]) in DEPENDENT {
        if let Some(schema) = schemas.get_mut(name) {
            schema["dependentRequired"] = json!({one: [other], other: [one]});
        }
    }
}

/// Requires nullable fields in responses, the schemas with these names: a field that may be absent is never null.
pub fn require(schemas: &mut Schemas, answered: &BTreeSet<String>) {
    for name in answered.iter().filter(|name| !PARTS.contains(&name.as_str())) {
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
