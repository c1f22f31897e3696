//! The problems that any route can respond with.

use serde_json::{Map, Value, json};

use super::schema::reference;
use crate::{
    http::names::{EXEMPT, PROBLEM_JSON},
    service::ProblemCode,
};

/// Adds them to the routes that do not document them.
pub fn tell(document: &mut Value) {
    for (path, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (_, operation) in item.as_object_mut().into_iter().flatten() {
            let takes_a_body = operation.get("requestBody").is_some();
            let Some(responses) = operation["responses"].as_object_mut() else { continue };
            add(responses, ProblemCode::Unavailable);
            if takes_a_body {
                add(responses, ProblemCode::RequestTimeout);
            }
            if !EXEMPT.contains(&path.as_str()) {
                add(responses, ProblemCode::RateLimited);
            }
            responses.sort_keys();
        }
    }
}

fn add(responses: &mut Map<String, Value>, code: ProblemCode) {
    let kind = code.kind();
    let problem = json!({"$ref": reference("Problem")});
    responses.entry(kind.status.to_string()).or_insert_with(|| {
        json!({"description": format!("`{}`: {}.", kind.id, kind.title), "content": {PROBLEM_JSON: {"schema": problem}}})
    });
}
