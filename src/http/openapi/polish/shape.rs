//! Changes made to every schema by itself.

use serde_json::json;

use super::{integers, schema::Schemas};

/// Closes an object, and bounds an integer.
pub fn shape(schema: &mut Schemas) {
    close(schema);
    integers::bound(schema);
}

/// Closes an object schema: fields that it does not name are neither sent nor accepted.
fn close(schema: &mut Schemas) {
    if schema.get("type") == Some(&json!("object")) {
        schema.entry("additionalProperties").or_insert(json!(false));
    }
}
