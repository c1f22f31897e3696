//! Parts that several routes have in common are written once in the document: problems, parameters and headers.

use serde_json::{Map, Value, json};

use super::polish::pascal;

/// Moves them to `components`; what only one route has stays in place.
pub fn share(document: &mut Value) {
    share_kind(document, "responses", |operation, visit| {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (status, response) in responses.filter(|(status, _)| !status.starts_with('2')) {
            visit(&response_name(status, response), response);
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

fn each_operation(document: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    operations.for_each(|(_, operation)| visit(operation));
}

/// Name of a response: by the codes of its problems and by its headers.
fn response_name(status: &str, response: &Value) -> String {
    if status == "304" {
        return "NotModified".to_owned();
    }
    let empty = Map::new();
    let headers = response["headers"].as_object().unwrap_or(&empty);
    let description = response["description"].as_str().unwrap_or_default();
    let part = |code: &str| match code {
        "forbidden" if headers.contains_key("WWW-Authenticate") => "MissingScope".to_owned(),
        code => pascal(code),
    };
    let codes: Vec<_> = description.split('`').skip(1).step_by(2).map(part).collect();
    let name = codes.join("Or");
    if headers.contains_key("RateLimit") { name } else { name + "Unlimited" }
}
