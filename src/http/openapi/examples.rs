//! Examples that really work: each was answered by the service, and a test asks for all of them again.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What `openapi/examples.json` holds.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// A call and its answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Example {
    /// The method.
    pub method: String,
    /// The path as the document has it, parameters in braces.
    pub route: String,
    /// The path that was asked for, with its query.
    pub path: String,
    /// The body that was sent, if one was.
    pub request: Option<Value>,
    /// The status that was answered.
    pub status: u16,
    /// The media type that was answered.
    pub media_type: String,
    /// What was answered: JSON, or a text.
    pub answer: Value,
}

/// All examples, in the order in which they were asked for.
pub fn all() -> Vec<Example> {
    serde_json::from_str(EXAMPLES).expect("openapi/examples.json holds examples")
}

/// Adds the examples to a document: the first of a route for its request, and one for each answer.
pub fn add(document: &mut Value) {
    for example in all() {
        let method = example.method.to_lowercase();
        let Some(operation) = document["paths"].get_mut(&example.route).and_then(|item| item.get_mut(&method)) else {
            continue;
        };
        let body = operation.pointer_mut("/requestBody/content/application~1json");
        if let (Some(Value::Object(content)), Some(request)) = (body, example.request) {
            content.entry("example").or_insert(request);
        }
        let answers = operation["responses"].get_mut(example.status.to_string());
        let content = answers.and_then(|answer| answer.get_mut("content")).and_then(Value::as_object_mut);
        if let Some(content) = content.and_then(|content| content.get_mut(&example.media_type)) {
            content["example"] = example.answer;
        }
        path_examples(operation, &example.route, &example.path);
    }
}

/// Gives each parameter of a path the value that was asked for.
fn path_examples(operation: &mut Value, route: &str, path: &str) {
    let path = path.split('?').next().unwrap_or_default();
    let Some(Value::Array(parameters)) = operation.get_mut("parameters") else { return };
    for (part, value) in route.split('/').zip(path.split('/')) {
        let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else { continue };
        let mine = parameters.iter_mut().filter(|parameter| parameter["name"] == name && parameter["in"] == "path");
        for parameter in mine {
            let value = value.parse::<u32>().map_or_else(|_| json!(value), |number| json!(number));
            parameter["example"] = value;
        }
    }
}
