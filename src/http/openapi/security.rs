//! Which routes require a key, and their responses without one.

use serde_json::{Map, Value, json};

use super::responses;

/// Tokens that are accepted instead of a key: the scheme, and in words.
const TOKENS: [(&str, &str); 2] = [("seat", "the token of a seat"), ("delete", "the delete token of the resource")];

/// Documents how keys are sent, that an invalid key is always refused, and the refusals of each route that requires a
/// scope.
pub fn tell(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({
        "key": {"type": "http", "scheme": "bearer", "bearerFormat": "arcana_…",
            "description": "An API key. The operator decides whether callers without one may read or write; by default \
                            they may if the service listens on loopback only."},
        "seat": {"type": "http", "scheme": "bearer", "bearerFormat": "seat_…",
            "description": "The token of a seat at a table, from the response that seated the person. It is valid for \
                            this seat alone and needs no key beside it."},
        "delete": {"type": "http", "scheme": "bearer", "bearerFormat": "delete_…",
            "description": "The token that deletes a resource which was created without a key, from the response that \
                            created it."},
    });
    let refusals = serde_json::to_value(responses::of_keys()).expect("responses are JSON");
    let cross_site = serde_json::to_value(responses::of_other_sites()).expect("responses are JSON");
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (method, operation) in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
        let secured = operation.get("security").is_some();
        // An invalid key is refused everywhere.
        let refusals = refusals.as_object().into_iter().flatten().filter(|(status, _)| secured || *status == "401");
        for (status, refusal) in refusals {
            let mut refusal = refusal.clone();
            refusal["headers"]["WWW-Authenticate"] = json!({"description": "How to send a key, and the scope that it lacks.",
                "required": status == "401" || method == "get", "schema": {"type": "string"}});
            add(&mut operation["responses"], status, refusal);
        }
        if method != "get" {
            add(&mut operation["responses"], "403", cross_site["403"].clone());
        }
        if !secured {
            operation["security"] = json!([]);
            continue;
        }
        let token = TOKENS.into_iter().find(|(scheme, _)| accepts(operation, |one| one.get(scheme).is_some()));
        // The description of such a route says when a key is needed.
        let optional = accepts(operation, |one| one.as_object().is_some_and(Map::is_empty));
        let Some(scopes) = operation["security"][0].get_mut("key").map(Value::take) else {
            describe(operation, "Requires the token of the seat.");
            continue;
        };
        // Without a key no caller has the scope `admin`.
        let open = scopes != json!(["admin"]);
        if !optional {
            say(operation, &scopes, open, token.map(|(_, words)| words));
        }
        // A bearer key has no scopes to list here.
        match (open, token) {
            (true, Some((scheme, _))) => operation["security"] = json!([{"key": []}, {scheme: []}, {}]),
            (true, None) => {
                operation.as_object_mut().and_then(|operation| operation.shift_remove("security"));
            }
            (false, _) => operation["security"] = json!([{"key": []}]),
        }
        operation["x-scopes"] = scopes;
    }
    // The default for routes without their own. `{}`: without a key, where that is allowed.
    document["security"] = json!([{"key": []}, {}]);
}

/// Whether one of an operation's alternatives is like this.
fn accepts(operation: &Value, is_it: impl Fn(&Value) -> bool) -> bool {
    operation["security"].as_array().is_some_and(|any| any.iter().any(is_it))
}

/// Describes which scopes a caller needs.
fn say(operation: &mut Value, scopes: &Value, open: bool, token: Option<&str>) {
    let names: Vec<_> = scopes.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let unless = if open { ", unless anonymous access is allowed" } else { "" };
    let or_token = token.map(|token| format!(" or {token}")).unwrap_or_default();
    describe(operation, &format!("Requires a key with the scope `{}`{or_token}{unless}.", names.join("`, `")));
}

/// Adds a paragraph to an operation's description.
fn describe(operation: &mut Value, paragraph: &str) {
    let existing = operation.get("description").and_then(Value::as_str).filter(|existing| !existing.is_empty());
    operation["description"] =
        existing.map_or_else(|| paragraph.to_owned(), |existing| format!("{existing}\n\n{paragraph}")).into();
}

/// Adds a response, or extends the route's own response with the same status.
fn add(responses: &mut Value, status: &str, refusal: Value) {
    let Some(own) = responses.get_mut(status) else {
        responses[status] = refusal;
        return;
    };
    let (existing, more) =
        (own["description"].as_str().unwrap_or_default(), refusal["description"].as_str().unwrap_or_default());
    if !existing.contains(more) {
        own["description"] = format!("{existing} {more}").into();
    }
}
