//! The problems that routes have in common: their `default` response.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{
    polish::{named, reference},
    share::each_operation,
};
use crate::{
    http::extract::accept::PROBLEM_JSON,
    service::{PROBLEMS, ProblemCode},
};

/// What most routes can respond with besides their own problems. A route with a response for such a status lists there
/// which of these it has.
const COMMON: [ProblemCode; 18] = [
    ProblemCode::BadJson,
    ProblemCode::UnknownParameter,
    ProblemCode::BadParameter,
    ProblemCode::BadCursor,
    ProblemCode::ProxyNotConfigured,
    ProblemCode::Unauthorized,
    ProblemCode::Forbidden,
    ProblemCode::CrossSite,
    ProblemCode::MethodNotAllowed,
    ProblemCode::NotAcceptable,
    ProblemCode::RequestTimeout,
    ProblemCode::TooLarge,
    ProblemCode::UnsupportedMediaType,
    ProblemCode::BadHost,
    ProblemCode::RateLimited,
    ProblemCode::TooManyStreams,
    ProblemCode::Internal,
    ProblemCode::Unavailable,
];

/// The response of any problem, with its place in the document.
const ANY: (&str, &str) = ("Problem", "#/components/responses/Problem");

/// Where the schema of a problem stands in a response.
const SCHEMA: &str = "/content/application~1problem+json/schema";

/// Maximum number of routes whose own problems are described where they occur.
const FEW: usize = 2;

/// Adds them to every route.
pub fn add_examples(document: &mut Value) {
    document["components"]["responses"] = json!({ANY.0: any()});
    let mut routes: HashMap<Value, usize> = HashMap::new();
    each_own(document, |response| *routes.entry(response.clone()).or_default() += 1);
    each_own(document, |response| {
        if routes.get(response).is_some_and(|routes| *routes <= FEW) {
            *response = json!({"$ref": ANY.1, "description": response["description"]});
        }
    });
    each_operation(document, &mut |operation| {
        if let Some(responses) = operation["responses"].as_object_mut() {
            responses.insert("default".to_owned(), json!({"$ref": ANY.1}));
            responses.sort_keys();
        }
    });
}

/// Visits the problems of single routes that have no schema of their own.
fn each_own(document: &mut Value, mut visit: impl FnMut(&mut Value)) {
    each_operation(document, &mut |operation| {
        for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            if response.pointer(SCHEMA).is_some_and(|schema| named(schema) == Some(ANY.0)) {
                visit(response);
            }
        }
    });
}

/// Any problem: what the common ones are, and the headers that problems have.
fn any() -> Value {
    let common = PROBLEMS.iter().filter(|kind| COMMON.contains(&kind.code));
    let titles: Vec<_> = common.map(|kind| format!("{} `{}`: {}.", kind.status, kind.id, kind.title)).collect();
    let seconds = json!({"type": "string", "pattern": "^[0-9]+$"});
    let text = json!({"type": "string"});
    json!({
        "description": titles.join(" "),
        "headers": {
            "x-request-id": {"description": "Id of the request.", "required": true,
                "schema": {"type": "string", "minLength": 1, "maxLength": 128}},
            "RateLimit-Policy": {"description": "The rate limit, if there is one: `q` requests in `w` seconds.", "schema": text},
            "RateLimit": {"description": "Requests left (`r`) and seconds until all are back (`t`); expensive requests \
                count as several.", "schema": text},
            "Retry-After": {"description": "How many seconds to wait: with 429, 503 and `idempotency_in_progress`.",
                "schema": seconds},
            "WWW-Authenticate": {"description": "How to send a key, and the scope that it lacks: with 401 and `forbidden`.",
                "schema": text},
        },
        "content": {PROBLEM_JSON: {"schema": {"$ref": reference(ANY.0)}}},
    })
}
