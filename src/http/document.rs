//! The OpenAPI document, put together: what the routes say of themselves, finished by [`super::openapi`].

use std::sync::LazyLock;

use serde_json::Value;

use super::{openapi, routes};

/// The document, as served at `/openapi.json`.
pub fn document() -> Value {
    openapi::document(routes::describe)
}

/// The document as it is written to `openapi/openapi.json`.
pub fn written() -> String {
    serde_json::to_string_pretty(&document()).expect("an OpenAPI document is JSON") + "\n"
}

/// The document as it is served: written when it is first asked for, since that takes longer than all else at the start.
pub fn served() -> &'static str {
    static SERVED: LazyLock<String> = LazyLock::new(|| document().to_string());
    &SERVED
}
