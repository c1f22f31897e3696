//! Schemas that are written out where they are used, since their names mean nothing to callers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schema::{BASE, Schemas};

/// Number and file types of this crate; every `Between…` is one too.
const PLAIN: [&str; 2] = ["Number", "Picture"];

/// Takes the plain schemas out of the named ones.
pub fn plain(schemas: &mut Schemas) -> BTreeMap<String, Value> {
    let is_plain = |name: &String| name.starts_with("Between") || PLAIN.contains(&name.as_str());
    let names: Vec<String> = schemas.keys().filter(|name| is_plain(name)).cloned().collect();
    names.into_iter().filter_map(|name| schemas.shift_remove(&name).map(|schema| (name, schema))).collect()
}

/// Writes a plain schema out where it is referenced; keywords beside the reference override those of the schema.
pub fn refer(schema: &mut Schemas, plain: &BTreeMap<String, Value>) {
    if let Some(Value::String(reference)) = schema.get("$ref")
        && let Some(Value::Object(found)) = reference.strip_prefix(BASE).and_then(|name| plain.get(name))
    {
        let mut whole = found.clone();
        schema.shift_remove("$ref");
        whole.append(schema);
        *schema = whole;
    }
    unwrap_null(schema, plain);
}

/// Replaces `oneOf` a schema and null by one schema with two types, or moves the description out of it.
fn unwrap_null(schema: &mut Schemas, plain: &BTreeMap<String, Value>) {
    let Some(Value::Array(either)) = schema.get_mut("oneOf") else { return };
    let null = either.iter().position(|one| *one == json!({"type": "null"}));
    let (Some(null), 2) = (null, either.len()) else { return };
    let Some(Value::Object(other)) = either.get_mut(1 - null) else { return };
    refer(other, plain);
    let description = other.shift_remove("description");
    if let Some(Value::String(kind)) = other.get("type").filter(|_| !other.contains_key("enum")) {
        let kinds = json!([kind, "null"]);
        let mut whole = std::mem::take(other);
        whole.insert("type".to_owned(), kinds);
        schema.shift_remove("oneOf");
        whole.append(schema);
        *schema = whole;
    }
    if let Some(description) = description {
        schema.entry("description").or_insert(description);
    }
}
