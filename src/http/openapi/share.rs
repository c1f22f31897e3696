//! Parts that several routes have in common are written once in the document: responses, parameters and headers.

use serde_json::{Value, json};

use super::polish::{named, pascal};

/// Moves them to `components`; what only one route has stays in place.
pub fn share(document: &mut Value) {
    share_kind(document, "responses", |operation, visit| {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (status, response) in responses {
            if let Some(name) = response_name(status, response) {
                visit(&name, response);
            }
        }
    });
    share_kind(document, "parameters", |operation, visit| {
        let group = operation["tags"][0].as_str().unwrap_or_default().trim_end_matches('s').to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let name = if parameter["in"] == "path" { format!("{group}_{name}") } else { name.to_owned() };
            visit(&pascal(&name), parameter);
        }
    });
    share_kind(document, "headers", |operation, visit| {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (_, response) in responses {
            for (name, header) in response.get_mut("headers").and_then(Value::as_object_mut).into_iter().flatten() {
                visit(&pascal(name), header);
            }
        }
    });
}

/// Visits a part of an operation, with its name as a shared component.
type Visit<'a> = dyn FnMut(&str, &mut Value) + 'a;

/// Shares the parts of this kind that occur more than once.
fn share_kind(document: &mut Value, kind: &str, parts: impl Fn(&mut Value, &mut Visit<'_>)) {
    let mut found: Vec<(String, Value, usize)> = Vec::new();
    each_operation(document, &mut |operation| {
        parts(operation, &mut |name, part| match found.iter_mut().find(|(_, known, _)| known == part) {
            Some((.., times)) => *times += 1,
            None => found.push((name.to_owned(), part.clone(), 1)),
        });
    });
    let mut shared = document["components"][kind].as_object().cloned().unwrap_or_default();
    found.retain(|(name, part, times)| {
        let is_shared = *times > 1 && part.get("$ref").is_none() && !shared.contains_key(name);
        if is_shared {
            shared.insert(name.clone(), part.clone());
        }
        is_shared
    });
    each_operation(document, &mut |operation| {
        parts(operation, &mut |_, part| {
            if let Some((name, ..)) = found.iter().find(|(_, known, _)| known == part) {
                *part = json!({"$ref": format!("#/components/{kind}/{name}")});
            }
        });
    });
    shared.sort_keys();
    document["components"][kind] = Value::Object(shared);
}

/// Visits every operation.
pub fn each_operation(document: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    operations.for_each(|(_, operation)| visit(operation));
}

/// Name of a response: by the codes of its problems, or by its schema.
fn response_name(status: &str, response: &Value) -> Option<String> {
    match (status, response.pointer("/content/application~1json/schema").and_then(named)) {
        ("304", _) => Some("NotModified".to_owned()),
        ("201", Some(schema)) => Some(format!("{schema}Created")),
        (_, Some(_)) => None,
        (_, None) => {
            let codes = response["description"].as_str()?.split('`').skip(1).step_by(2).map(pascal);
            Some(codes.collect::<Vec<_>>().join("Or")).filter(|name| !name.is_empty())
        }
    }
}
