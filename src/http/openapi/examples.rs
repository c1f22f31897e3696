//! Real examples: each is a response of the service, and a test repeats all of them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The contents of `openapi/examples.json`.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Maximum number of items shown of a list, and of a list within its items.
const SHOWN_ITEMS: [usize; 2] = [2, 1];
/// Maximum length of a list of numbers or texts that is shown whole, such as one of scores.
const SHORT_LIST: usize = 5;
/// Lists that are shown whole: their length is the number of players.
const WHOLE: [&str; 5] = ["hands", "players", "seats", "readings", "bots"];
/// A field that is not shortened: in a ruleset it is a JSON Schema, and shortening would change it.
const OPTIONS: &str = "options";
/// Maximum number of bytes shown of a longer text.
const LONG_TEXT: usize = 160;

/// A request and its response.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Example {
    /// The method.
    pub method: String,
    /// The path as in the document, with parameters in braces.
    pub route: String,
    /// The path of the request, with its query.
    pub path: String,
    /// The body of the request, if any.
    pub request: Option<Value>,
    /// The status of the response.
    pub status: u16,
    /// The media type of the response.
    pub media_type: String,
    /// The body of the response: JSON, or a text.
    pub answer: Value,
}

/// All examples, in the order of the requests.
pub fn all() -> Vec<Example> {
    serde_json::from_str(EXAMPLES).expect("openapi/examples.json holds examples")
}

/// Adds the examples to a document: for each route the first request, whole, and one of each response, shortened.
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
            content["example"] = shortened(example.answer, "", false);
        }
        path_examples(operation, &example.route, &example.path);
    }
}

/// A response as the document shows it: the first items of a list, the beginning of a long text. A test compares the
/// whole response.
fn shortened(value: Value, name: &str, within: bool) -> Value {
    match value {
        Value::Array(mut items) => {
            let plain = items.iter().all(|item| !item.is_object() && !item.is_array());
            let shown_whole = WHOLE.contains(&name) || (plain && items.len() <= SHORT_LIST);
            if !shown_whole {
                items.truncate(SHOWN_ITEMS[usize::from(within)]);
            }
            items.into_iter().map(|item| shortened(item, "", true)).collect()
        }
        Value::String(ref text) if text.len() > LONG_TEXT => {
            let end = text.floor_char_boundary(LONG_TEXT);
            let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
            json!(format!("{} …", text[..end].trim_end()))
        }
        Value::Object(fields) => {
            let short = |name: &str, field| if name == OPTIONS { field } else { shortened(field, name, within) };
            fields.into_iter().map(|(name, field)| (name.clone(), short(&name, field))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// Gives each path parameter the value of the request.
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
