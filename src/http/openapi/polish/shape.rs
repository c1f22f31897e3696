//! What is done to every schema by itself.

use serde_json::json;

use super::{integers, schema::Schemas};

/// Closes an object, and bounds an integer.
pub fn shape(schema: &mut Schemas) {
    close(schema);
    integers::bound(schema);
}

/// Closes an object schema: nothing is answered, and nothing is taken, that it does not name.
fn close(schema: &mut Schemas) {
    if schema.get("type") == Some(&json!("object")) {
        schema.entry("additionalProperties").or_insert(json!(false));
    }
}
