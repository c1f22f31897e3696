//! Routes that accept an idempotency key: the header of the request, and that of a replayed response.

use serde_json::{Value, json};

use crate::service::ProblemCode;

/// Describes the header of a request with an idempotency key, and that of its replayed response.
pub fn document_idempotency(document: &mut Value) {
    let in_progress = format!("`{}`", ProblemCode::IdempotencyInProgress);
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operation) in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
        let conflicts = operation.pointer("/responses/409/description").and_then(Value::as_str);
        if !conflicts.is_some_and(|description| description.contains(&in_progress)) {
            continue;
        }
        let marks = json!({"name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Repeats with this key within 24 hours get the first response again and create nothing.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}});
        match operation.get_mut("parameters").and_then(Value::as_array_mut) {
            Some(parameters) => parameters.push(marks),
            None => operation["parameters"] = json!([marks]),
        }
        let done = ["201", "202"].into_iter().find(|status| operation["responses"].get(status).is_some());
        let done = done.unwrap_or("200");
        operation["responses"][done]["headers"]["Idempotent-Replayed"] = json!({"description": "`true` if the response is replayed.",
                "schema": {"type": "string", "enum": ["true"]}});
    }
}
