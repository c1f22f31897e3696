//! Headers of responses.

use serde_json::{Value, json};

use crate::{
    http::names::{EXEMPT, NDJSON},
    reading::Language,
};

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

/// Documents the headers of every response, and those of certain statuses.
pub fn tell(document: &mut Value) {
    let id = json!({"description": "Id of the request.", "required": true,
        "schema": {"type": "string", "minLength": 1, "maxLength": 128}});
    let retry = json!({"description": "How many seconds to wait before retrying.", "required": true,
        "schema": {"type": "string", "pattern": "^[0-9]+$"}});
    let language = json!({"description": "Language of the texts: English, whatever `Accept-Language` requests.",
        "required": true, "schema": {"type": "string", "enum": Language::ALL.map(Language::tag)}});
    let tag = json!({"description": "Strong tag of this representation; a request with a matching `If-None-Match` gets 304.",
        "required": true, "schema": {"type": "string", "pattern": "^\"[0-9a-f]{32}(-(gzip|br|zstd))?\"$"}});
    let mut perhaps = tag.clone();
    perhaps["required"] = json!(false);
    perhaps["description"] = json!("Strong tag of a page; a stream has none.");
    let policy = json!({"description": "The rate limit, if there is one: `q` requests in `w` seconds.",
        "schema": {"type": "string"}});
    let left = json!({"description": "Requests left (`r`) and seconds until all are back (`t`); expensive requests count as several.",
        "schema": {"type": "string"}});
    document["components"]["headers"] = json!({"ContentLanguage": language, "RequestId": id, "RetryAfter": retry, "ETag": tag, "PageETag": perhaps, "RateLimit": left, "RateLimit-Policy": policy});
    let rated = ["RateLimit", "RateLimit-Policy"];
    tag_answers(document);
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object_mut().into_iter().flatten().map(move |(_, operation)| (path, operation))
    });
    for (path, operation) in operations {
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if let Some(location) = response.pointer_mut("/headers/Location") {
                *location = json!({"description": "URL of the resource.", "required": true,
                    "schema": {"type": "string", "format": "uri-reference"}});
            }
            if let Some(language) = response.pointer_mut("/headers/Content-Language") {
                *language = json!({"$ref": "#/components/headers/ContentLanguage"});
            }
            if let Some(link) = response.pointer_mut("/headers/Link") {
                *link = json!({"description": "Link to the next page (RFC 8288), unless this is the last.",
                    "schema": {"type": "string"}});
            }
            for name in rated.iter().filter(|_| !EXEMPT.contains(&path.as_str())) {
                response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
            }
            response["headers"]["x-request-id"] = json!({"$ref": "#/components/headers/RequestId"});
            if status == "503" || status == "429" {
                response["headers"]["Retry-After"] = json!({"$ref": "#/components/headers/RetryAfter"});
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
