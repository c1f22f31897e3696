//! Examples that really work: each was answered by the service, and a test asks for all of them again.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What `openapi/examples.json` holds.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// How many items of a list the document shows, and of a list within its items.
const SHOWN_ITEMS: [usize; 2] = [2, 1];
/// How many numbers and texts a list may have to be shown whole, such as one of the scores.
const SHORT_LIST: usize = 5;
/// The lists that are shown whole: their length says how many play.
const WHOLE: [&str; 5] = ["hands", "players", "seats", "readings", "bots"];
/// The field that is shown as it is: a ruleset's is a JSON Schema, which would be another one.
const OPTIONS: &str = "options";
/// How many bytes of a longer text the document shows at most.
const LONG_TEXT: usize = 160;

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

/// Adds the examples to a document: the first of a route for its request, whole, and one for each answer, shortened.
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

/// An answer as the document shows it: of a list the first items, of a long text the beginning. The whole answer is what
/// a test compares.
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
