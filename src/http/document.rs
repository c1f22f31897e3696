//! The complete OpenAPI document: what the routes declare, finished by [`super::openapi`].

use std::sync::LazyLock;

use serde_json::Value;

use super::{openapi, routes};

/// The document, as served at `/openapi.json`.
pub fn document() -> Value {
    openapi::document(routes::describe)
}

/// The document as written to `openapi/openapi.json`.
pub fn written() -> String {
    serde_json::to_string_pretty(&document()).expect("an OpenAPI document is JSON") + "\n"
}

/// The document as served: built on the first request, since that takes longer than the rest of the start.
pub fn served() -> &'static str {
    static SERVED: LazyLock<String> = LazyLock::new(|| document().to_string());
    &SERVED
}
