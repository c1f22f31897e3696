//! Real examples: each is a response of the service, and a test repeats all of them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::polish::{Schemas, named, reached, reference, within};

/// The contents of `openapi/examples.json`.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Maximum length of a list of numbers or texts that is shown whole, such as one of scores. Of other lists the first
/// item is shown.
const SHORT_LIST: usize = 4;
/// Lists that are shown whole: their length is the number of players.
const WHOLE: [&str; 3] = ["hands", "players", "seats"];
/// A field that is not shortened: in a ruleset it is a JSON Schema, and shortening would change it.
const OPTIONS: &str = "options";
/// Maximum number of bytes shown of a longer text.
const LONG_TEXT: usize = 120;

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

/// Adds the examples to a document: requests whole, responses shortened.
///
/// An example stands with the schema that it is of, once for all routes that have it: of several the shortest. A
/// response that contains others, such as a list, has theirs.
pub fn add(document: &mut Value) {
    let answers = answers(document);
    let mut examples = all();
    examples.sort_by_key(|example| example.answer.to_string().len());
    for example in examples {
        let method = example.method.to_lowercase();
        let Some(operation) = document["paths"].get_mut(&example.route).and_then(|item| item.get_mut(&method)) else {
            continue;
        };
        path_examples(operation, &example.route, &example.path);
        let body = operation.pointer_mut("/requestBody/content/application~1json");
        let request = example.request.filter(|_| example.status < 400);
        let requested = body.zip(request).and_then(|(content, request)| place(content, request));
        let response = operation["responses"].get_mut(example.status.to_string());
        let content = response.and_then(|response| response.get_mut("content")?.get_mut(&example.media_type));
        let answered = content.and_then(|content| place(content, shortened(example.answer, "")));
        let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
            continue;
        };
        let answered = answered.filter(|(name, _)| !contains_answers(&schemas[name.as_str()], schemas, &answers));
        requested.into_iter().chain(answered).for_each(|(name, example)| show(schemas, &name, example));
    }
}

/// Adds an example to a body without a named schema; otherwise returns it with the name of the schema.
fn place(content: &mut Value, example: Value) -> Option<(String, Value)> {
    match named(&content["schema"]) {
        Some(name) => Some((name.to_owned(), example)),
        None => {
            content.as_object_mut()?.entry("example").or_insert(example);
            None
        }
    }
}

/// Adds an example to a schema, unless it has one; its fields need none of their own.
fn show(schemas: &mut Schemas, name: &str, example: Value) {
    if schemas[name].get("example").is_some() {
        return;
    }
    for part in reached(&json!(reference(name)), schemas) {
        for field in
            schemas[&part].get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut)
        {
            within(field, &mut |part| {
                part.shift_remove("example");
                part.shift_remove("examples");
            });
        }
    }
    schemas[name]["example"] = example;
}

/// The schemas of whole responses.
fn answers(document: &Value) -> BTreeSet<String> {
    let items = document["paths"].as_object().into_iter().flatten().filter_map(|(_, item)| item.as_object());
    let responses = items.flatten().filter_map(|(_, operation)| operation["responses"].as_object()).flatten();
    let contents = responses.filter_map(|(_, response)| response["content"].as_object()).flatten();
    contents.filter_map(|(_, content)| named(&content["schema"])).map(ToOwned::to_owned).collect()
}

/// Whether a schema has others as fields, or as items of a field, that are whole responses elsewhere.
fn contains_answers(schema: &Value, schemas: &Schemas, answers: &BTreeSet<String>) -> bool {
    let variants = ["oneOf", "anyOf"].into_iter().filter_map(|union| schema[union].as_array()).flatten();
    let mut variants = variants.map(|one| named(one).and_then(|name| schemas.get(name)).unwrap_or(one));
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut fields = required.map(|name| &schema["properties"][name]);
    fields.any(|field| [field, &field["items"]].into_iter().filter_map(named).any(|name| answers.contains(name)))
        || variants.any(|variant| contains_answers(variant, schemas, answers))
}

/// A response as the document shows it: the first item of a list, the beginning of a long text. A test compares the
/// whole response.
fn shortened(value: Value, name: &str) -> Value {
    match value {
        Value::Array(mut items) => {
            let plain = items.iter().all(|item| !item.is_object() && !item.is_array());
            let is_whole = WHOLE.contains(&name) || plain && items.len() <= SHORT_LIST;
            if !is_whole {
                items.truncate(1);
            }
            items.into_iter().map(|item| shortened(item, "")).collect()
        }
        Value::String(ref text) if text.len() > LONG_TEXT => {
            let end = text.floor_char_boundary(LONG_TEXT);
            let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
            json!(format!("{} …", text[..end].trim_end()))
        }
        Value::Object(fields) => {
            let short = |name: &str, field| if name == OPTIONS { field } else { shortened(field, name) };
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
