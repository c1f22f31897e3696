//! Which routes require a key.

use serde_json::{Map, Value, json};

/// Tokens that are accepted instead of a key: the scheme, and in words.
const TOKENS: [(&str, &str); 2] = [("seat", "the token of a seat"), ("delete", "the delete token of the resource")];

/// Documents how keys are sent, and the scope that each route requires.
pub fn document_security(document: &mut Value) {
    // One scheme for all tokens: some clients send the header twice where a route names two that use it.
    document["components"]["securitySchemes"] = json!({
        "key": {"type": "http", "scheme": "bearer", "bearerFormat": "arcana_…",
            "description": "An API key. The operator decides whether callers without one may read or write; by default \
                            they may if the service listens on loopback only.\n\n\
                            Routes that say so accept another token in its place: that of a seat at a table \
                            (`seat_…`), from the response that seated the person and valid for this seat alone, or the \
                            one that deletes a resource which was created without a key (`delete_…`), from the \
                            response that created it."},
    });
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for operation in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten().map(|(_, it)| it)) {
        if operation.get("security").is_none() {
            operation["security"] = json!([]);
            continue;
        }
        let token = TOKENS.into_iter().find(|(scheme, _)| accepts(operation, |one| one.get(scheme).is_some()));
        // The description of such a route says when a key is needed.
        let optional = accepts(operation, |one| one.as_object().is_some_and(Map::is_empty));
        let Some(scopes) = operation["security"][0].get_mut("key").map(Value::take) else {
            describe(operation, "Requires the token of the seat.");
            operation["security"] = json!([{"key": []}]);
            continue;
        };
        // Without a key no caller has the scope `admin`.
        let open = scopes != json!(["admin"]);
        if !optional {
            say(operation, &scopes, open, token.map(|(_, words)| words));
        }
        // A bearer key has no scopes to list here.
        if open {
            operation.as_object_mut().and_then(|operation| operation.shift_remove("security"));
        } else {
            operation["security"] = json!([{"key": []}]);
        }
        operation["x-scope"] = scopes[0].clone();
    }
    // The default for routes without their own. `{}`: without a key, where that is allowed.
    document["security"] = json!([{"key": []}, {}]);
}

/// Whether one of an operation's alternatives is like this.
fn accepts(operation: &Value, is_it: impl Fn(&Value) -> bool) -> bool {
    operation["security"].as_array().is_some_and(|any| any.iter().any(is_it))
}

/// Describes which scope a caller needs. The description of the document says that anonymous access may replace them.
fn say(operation: &mut Value, scopes: &Value, open: bool, token: Option<&str>) {
    let scope = scopes[0].as_str().unwrap_or_default();
    let key = if open { "" } else { "a key with " };
    let or_token = token.map(|token| format!(" or {token}")).unwrap_or_default();
    describe(operation, &format!("Requires {key}the scope `{scope}`{or_token}."));
}

/// Adds a paragraph to an operation's description.
fn describe(operation: &mut Value, paragraph: &str) {
    let existing = operation.get("description").and_then(Value::as_str).filter(|existing| !existing.is_empty());
    operation["description"] =
        existing.map_or_else(|| paragraph.to_owned(), |existing| format!("{existing}\n\n{paragraph}")).into();
}
