//! Headers of responses.

use serde_json::{Value, json};

use crate::{http::extract::accept::NDJSON, reading::Language};

/// Responses that are valid only at the moment of the request, and therefore have no entity tag.
const UNTAGGED: [&str; 10] = [
    "/healthz",
    "/readyz",
    "/metrics",
    "/v1/games/{id}/verification",
    "/v1/commitments",
    "/v1/commitments/{id}",
    "/v1/keys",
    "/v1/keys/{id}",
    "/v1/tables/{id}/events",
    "/v1/simulations/{id}/events",
];

/// Documents the headers that only some responses have.
pub fn add_headers(document: &mut Value) {
    let tag = json!({"description": "Weak tag of this representation; a request with a matching `If-None-Match` gets 304.",
        "required": true, "schema": {"type": "string", "pattern": "^W/\"[0-9a-f]{32}\"$"}});
    let mut perhaps = tag.clone();
    perhaps["required"] = json!(false);
    perhaps["description"] = json!("Weak tag of a page; a stream has none.");
    document["components"]["headers"] = json!({"ETag": tag, "PageETag": perhaps});
    let documented = [
        (
            "Location",
            json!({"description": "URL of the resource.", "required": true,
            "schema": {"type": "string", "format": "uri-reference"}}),
        ),
        (
            "Content-Language",
            json!({"description": "Language of the texts: English, whatever `Accept-Language` requests.",
            "required": true, "schema": {"type": "string", "enum": Language::ALL.map(Language::tag)}}),
        ),
        (
            "Link",
            json!({"description": "Link to the next page (RFC 8288), unless this is the last.",
            "schema": {"type": "string"}}),
        ),
    ];
    tag_answers(document);
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations {
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            for (name, header) in &documented {
                if let Some(own) = response.pointer_mut(&format!("/headers/{name}")) {
                    *own = header.clone();
                }
            }
        }
    }
}

/// Documents entity tags, and the response to a request with a matching one.
fn tag_answers(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, item) in paths.filter(|(path, _)| !UNTAGGED.contains(&path.as_str())) {
        if let Some(responses) = item.pointer_mut("/get/responses").filter(|responses| responses.get("200").is_some()) {
            let tag = json!({"$ref": "#/components/headers/ETag"});
            let streams = responses["200"]["content"].get(NDJSON).is_some();
            let of_page = json!({"$ref": "#/components/headers/PageETag"});
            responses["200"]["headers"]["ETag"] = if streams { of_page } else { tag.clone() };
            responses["304"] = json!({"description": "Not modified: the tag matches `If-None-Match`.",
                "headers": {"ETag": tag}});
        }
    }
}
