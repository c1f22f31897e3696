//! Requests are closed, so that nothing sent is ignored, and responses open, so that fields can be added. What both
//! contain has a second schema for requests. Options differ most: requests contain those that differ from the defaults,
//! responses contain all. Cards differ too: whoever reads them gets ids, whoever sends them may use names.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::{
    members,
    schema::{BASE, Schemas, allows_null, operations, reached, reference, required, within},
    shape, take_plain, write_out,
};
use crate::games::{Game, Ruleset, with_game};

/// The end of the name of a schema for requests that responses contain too.
const INPUT: &str = "Input";

/// Cards are answered by their ids, and read by any of their names.
const CARD: &str = "Card";

/// A card in a request.
fn card_as_read() -> Value {
    json!({
        "type": "string",
        "description": "A card: its id, or one of its common names (`the-fool`, `Two of Cups`).",
        "examples": ["wa10"],
    })
}

/// Names of the schemas in requests, and of those in responses.
pub struct Sides {
    /// Schemas of parameters and bodies.
    pub asked: BTreeSet<String>,
    /// Schemas of responses.
    pub answered: BTreeSet<String>,
}

/// Splits what requests and responses contain, and opens the responses.
pub fn part(document: &mut Value) -> Sides {
    let whole = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    let Sides { asked, answered } = sides(document, &whole);
    let both: BTreeSet<String> =
        asked.intersection(&answered).filter(|name| *name == CARD || has_fields(name, &whole)).cloned().collect();
    each_request(document, &mut |part| rename(part, &both));
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
        return Sides { asked, answered };
    };
    for name in &asked {
        let mut schema = if name == CARD { card_as_read() } else { whole[name].clone() };
        rename(&mut schema, &both);
        let own = if both.contains(name) { format!("{name}{INPUT}") } else { name.clone() };
        schemas.insert(own, schema);
    }
    for name in &answered {
        within(&mut schemas[name], &mut open);
    }
    let whole = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    sides(document, &whole)
}

fn sides(document: &mut Value, schemas: &Schemas) -> Sides {
    let mut requests = Vec::new();
    each_request(document, &mut |part| requests.push(part.clone()));
    let operations = document["paths"].as_object().into_iter().flatten().filter_map(|(_, item)| item.as_object());
    let responses: Vec<Value> = operations.flatten().map(|(_, operation)| operation["responses"].clone()).collect();
    Sides { asked: reached(&json!(requests), schemas), answered: reached(&json!(responses), schemas) }
}

/// Visits the parameters and the body of each operation.
fn each_request(document: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    for operation in operations(document) {
        ["parameters", "requestBody"].into_iter().for_each(|part| {
            if let Some(part) = operation.get_mut(part) {
                visit(part);
            }
        });
    }
}

/// Whether a schema, or one that it contains, is an object with fields.
fn has_fields(name: &str, schemas: &Schemas) -> bool {
    let mut found = false;
    for name in reached(&json!(reference(name)), schemas) {
        within(&mut schemas[&name].clone(), &mut |part| found |= part.contains_key("properties"));
    }
    found
}

/// Lets references to these schemas lead to those for requests.
fn rename(value: &mut Value, both: &BTreeSet<String>) {
    match value {
        Value::String(text) if text.strip_prefix(BASE).is_some_and(|name| both.contains(name)) => *text += INPUT,
        Value::Object(fields) => fields.values_mut().for_each(|field| rename(field, both)),
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, both)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Allows further fields. A response has no defaults: whatever it leaves out is not there.
fn open(schema: &mut Schemas) {
    if schema.get("additionalProperties") == Some(&json!(false)) {
        schema.shift_remove("additionalProperties");
    }
    schema.shift_remove("default");
}

/// The name of a ruleset's options.
fn name(ruleset: Ruleset) -> String {
    with_game!(ruleset, G => <G as Game>::Options::name().into())
}

/// The schemas that options consist of in responses.
fn parts(schemas: &Schemas) -> BTreeSet<String> {
    Ruleset::ALL.iter().flat_map(|ruleset| reached(&json!(reference(&name(*ruleset))), schemas)).collect()
}

/// In responses requires all options of a ruleset; in requests none that has a default.
pub fn complete(schemas: &mut Schemas) {
    for name in parts(schemas) {
        let answered = &mut schemas[&name];
        if let Some(fields) = answered["properties"].as_object() {
            answered["required"] = fields.keys().cloned().collect();
        }
        // The example has only some of the options.
        answered.as_object_mut().and_then(|own| own.shift_remove("example"));
        if let Some(asked) = schemas.get_mut(&format!("{name}{INPUT}")) {
            release(asked);
            let fields = asked.get_mut("properties").and_then(Value::as_object_mut);
            fields.into_iter().flat_map(Map::values_mut).for_each(say_default);
        }
    }
}

/// Says the default of an option in words. Some clients would send what is written as one, or require it.
fn say_default(field: &mut Value) {
    let Some(default) = field.as_object_mut().and_then(|field| field.shift_remove("default")) else { return };
    let description = field["description"].as_str().unwrap_or_default();
    field["description"] = json!(format!("{description} By default `{default}`.").trim_start());
}

fn may_be_left_out(field: &Value) -> bool {
    field.get("default").is_some() || allows_null(field)
}

/// No longer requires the fields that have a default.
fn release(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    let mut names = required(fields);
    if let Some(properties) = fields.get("properties") {
        names.retain(|name| !may_be_left_out(&properties[name]));
    }
    if names.is_empty() {
        fields.shift_remove("required");
    } else {
        fields.insert("required".to_owned(), json!(names));
    }
}

/// A ruleset's options as sent, as a standalone JSON Schema without references.
pub fn standalone(ruleset: Ruleset) -> Value {
    let mut schemas: Schemas = collected(ruleset);
    schemas.values_mut().for_each(|schema| within(schema, &mut shape));
    let plain = take_plain(&mut schemas);
    schemas.values_mut().for_each(|schema| within(schema, &mut |schema| write_out(schema, &plain)));
    members::name_variants(&mut schemas);
    schemas.values_mut().for_each(release);
    let mut schema = schemas.shift_remove(&name(ruleset)).unwrap_or_default();
    let parts = schemas.into_iter().collect();
    within(&mut schema, &mut |schema| {
        write_out(schema, &parts);
        schema.shift_remove("discriminator");
    });
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema
}

fn collected(ruleset: Ruleset) -> Map<String, Value> {
    let parts = with_game!(ruleset, G => {
        let mut parts = vec![(<G as Game>::Options::name().into(), <G as Game>::Options::schema())];
        <G as Game>::Options::schemas(&mut parts);
        parts
    });
    let written = |part| serde_json::to_value(part).expect("a schema is JSON");
    parts.into_iter().map(|(name, part)| (name, written(part))).collect()
}
