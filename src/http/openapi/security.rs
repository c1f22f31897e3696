//! Which routes want a key, and what they answer without one.

use serde_json::{Value, json};

use super::problems;

/// Tells how keys are shown, and of each route that wants a scope that it can be refused.
pub fn tell(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({
        "key": {"type": "http", "scheme": "bearer", "bearerFormat": "arcana_…",
            "description": "An API key. Whether callers without one may read or write is up to who runs the service: \
                            by default they may where it listens on loopback alone."},
    });
    let refusals = serde_json::to_value(problems::of_keys()).expect("responses are JSON");
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operation) in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
        if operation.get("security").is_none() {
            continue;
        }
        for (status, refusal) in refusals.as_object().into_iter().flatten() {
            let mut refusal = refusal.clone();
            refusal["headers"]["WWW-Authenticate"] = json!({"description": "How a key is shown, and what it lacks.",
                "required": true, "schema": {"type": "string"}});
            add(&mut operation["responses"], status, refusal);
        }
        let open = operation["tags"][0] != "keys";
        if let Some(Value::Array(ways)) = operation.get_mut("security").filter(|_| open) {
            // Without a key, where that is allowed.
            ways.push(json!({}));
        }
    }
}

/// Adds an answer; what the route answers by itself with the same status stays.
fn add(responses: &mut Value, status: &str, refusal: Value) {
    match responses.get_mut(status) {
        None => responses[status] = refusal,
        Some(own) => own["description"] = refusal["description"].clone(),
    }
}
