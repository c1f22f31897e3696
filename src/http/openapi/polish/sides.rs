//! Requests are closed, so that nothing sent is ignored, and responses open, so that fields can be added. What both
//! contain has a second schema for requests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    prune_unused::reached,
    schema::{BASE, Schemas, reference, within},
};

/// The end of the name of a schema for requests that responses contain too.
pub const INPUT: &str = "Input";

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
        asked.intersection(&answered).filter(|name| has_fields(name, &whole)).cloned().collect();
    each_request(document, &mut |part| rename(part, &both));
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
        return Sides { asked, answered };
    };
    for name in &asked {
        let mut schema = whole[name].clone();
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
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operation) in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
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
