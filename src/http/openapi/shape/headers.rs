//! Headers of answers.

use serde_json::{Value, json};

/// Tells of the headers that every answer has, and those that come with a status.
pub fn tell(document: &mut Value) {
    let id = json!({"description": "The request's id.", "required": true,
        "schema": {"type": "string", "minLength": 1, "maxLength": 128}});
    let retry = json!({"description": "How many seconds to wait before trying again.", "required": true,
        "schema": {"type": "string", "pattern": "^[0-9]+$"}});
    document["components"]["headers"] = json!({"RequestId": id, "RetryAfter": retry});
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for operation in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
        for (status, response) in operation.1["responses"].as_object_mut().into_iter().flatten() {
            if let Some(location) = response.pointer_mut("/headers/Location") {
                *location = json!({"description": "Its address.", "required": true,
                    "schema": {"type": "string", "format": "uri-reference"}});
            }
            if let Some(link) = response.pointer_mut("/headers/Link") {
                *link = json!({"description": "The next page (RFC 8288), unless this is the last.",
                    "schema": {"type": "string"}});
            }
            response["headers"]["x-request-id"] = json!({"$ref": "#/components/headers/RequestId"});
            if status == "503" {
                response["headers"]["Retry-After"] = json!({"$ref": "#/components/headers/RetryAfter"});
            }
        }
    }
}
