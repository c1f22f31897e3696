//! The OpenAPI document in the repository.

use std::collections::BTreeSet;

use arcana::http::document;
use serde_json::Value;

/// Calls `visit` with every value of the document except examples.
fn walk(value: &Value, visit: &mut impl FnMut(&Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
        Value::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != "example").for_each(|(_, field)| walk(field, visit));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every operation with its path and method.
fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().expect("paths");
    let methods = |item: &'_ Value| item.as_object().expect("operations").keys().cloned().collect::<Vec<_>>();
    paths
        .iter()
        .flat_map(|(path, item)| {
            methods(item).into_iter().map(move |method| (path.clone(), method.clone(), &paths[path][&method]))
        })
        .collect()
}

/// A value, after following a reference.
fn resolved<'a>(document: &'a Value, place: &'a Value) -> &'a Value {
    let elsewhere = place["$ref"].as_str().and_then(|place| document.pointer(place.trim_start_matches('#')));
    elsewhere.unwrap_or(place)
}

/// The parameters of an operation.
fn parameters<'a>(document: &'a Value, operation: &'a Value) -> Vec<&'a Value> {
    operation["parameters"].as_array().into_iter().flatten().map(|one| resolved(document, one)).collect()
}

#[test]
fn the_document_is_small() {
    let schemas = document::document()["components"]["schemas"].as_object().expect("schemas").len();
    assert!(schemas <= 218, "{schemas} schemas");
    let lines = document::written().lines().count();
    assert!(lines <= 18_100, "{lines} lines");
    let bytes = document::served().len();
    assert!(bytes <= 300_000, "{bytes} bytes");
}

#[test]
fn a_problem_of_several_routes_is_written_once() {
    let document = document::document();
    let mut said = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        let errors = responses.iter().filter(|(status, _)| !status.starts_with('2')).map(|(_, response)| response);
        for part in errors.filter(|part| part.get("$ref").is_none()) {
            assert!(said.insert(part.to_string()), "{method} {path}: {part} stands elsewhere too");
        }
    }
}

#[test]
fn the_written_document_is_the_one_the_code_describes() {
    let kept = include_str!("../openapi/openapi.json");
    assert!(kept == document::written(), "write it anew: cargo run -- openapi > openapi/openapi.json");
}

#[test]
fn every_operation_has_a_unique_id_a_summary_and_a_known_tag() {
    let document = document::document();
    let tags: BTreeSet<_> = document["tags"].as_array().expect("tags").iter().map(|tag| tag["name"].as_str()).collect();
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        let id = operation["operationId"].as_str().expect("an id").to_owned();
        assert!(ids.insert(id), "{method} {path}: the id is taken");
        assert!(operation["summary"].is_string(), "{method} {path} has no summary");
        let own = operation["tags"].as_array().expect("tags");
        assert!(own.len() == 1 && tags.contains(&own[0].as_str()), "{method} {path}: {own:?}");
    }
    assert!(ids.len() > 25);
}

#[test]
fn every_reference_resolves_and_every_path_parameter_is_described() {
    let document = document::document();
    walk(&document, &mut |value| {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let place = reference.strip_prefix('#').expect("within the document");
            assert!(document.pointer(place).is_some(), "{reference} is nowhere");
        }
    });
    for (path, method, operation) in operations(&document) {
        for name in path.split(['{', '}']).skip(1).step_by(2) {
            let mine = |parameter: &&Value| parameter["name"] == name && parameter["in"] == "path";
            assert_eq!(parameters(&document, operation).into_iter().filter(mine).count(), 1, "{method} {path}: {name}");
        }
    }
}

/// Whether a body has an example: its own, that of its schema, or those of the schemas in it.
fn has_example(document: &Value, part: &Value) -> bool {
    part.get("example").is_some()
        || part.get("$ref").is_some_and(|_| has_example(document, resolved(document, part)))
        || match part {
            Value::Array(parts) => parts.iter().any(|part| has_example(document, part)),
            Value::Object(parts) => ["schema", "oneOf", "anyOf", "properties", "items"]
                .into_iter()
                .filter_map(|keyword| parts.get(keyword))
                .any(|part| match part {
                    Value::Object(fields) if part.get("type").is_none() && part.get("$ref").is_none() => {
                        fields.values().any(|field| has_example(document, field)) || has_example(document, part)
                    }
                    Value::Object(_) | Value::Array(_) => has_example(document, part),
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
                }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
}

#[test]
fn every_route_that_answers_json_has_an_example() {
    let document = document::document();
    for (path, method, operation) in operations(&document) {
        let answers = operation["responses"].as_object().expect("responses");
        let good = answers.iter().filter(|(status, _)| status.starts_with('2'));
        for (status, answer) in good.filter(|_| path != "/openapi.json") {
            let answer = resolved(&document, answer);
            let Some(content) = answer.pointer("/content/application~1json") else { continue };
            assert!(has_example(&document, content), "{method} {path} {status} has no example");
        }
        if let Some(body) = operation.pointer("/requestBody/content/application~1json") {
            assert!(has_example(&document, body), "{method} {path} has no example of a request");
        }
    }
}

#[test]
fn every_link_leads_to_an_operation_that_takes_its_parameters() {
    let document = document::document();
    let all = operations(&document);
    let mut links = 0;
    for (path, method, operation) in &all {
        let answers = operation["responses"].as_object().expect("responses");
        let answers = answers.values().map(|answer| resolved(&document, answer));
        for (name, link) in answers.filter_map(|answer| answer["links"].as_object()).flatten() {
            let (_, _, next) =
                all.iter().find(|(_, _, next)| next["operationId"] == link["operationId"]).expect("an operation");
            let parameters = parameters(&document, next);
            for expected in link["parameters"].as_object().expect("parameters").keys() {
                assert!(
                    parameters.iter().any(|taken| taken["name"] == **expected),
                    "{method} {path}: {name} takes no {expected}"
                );
            }
            links += 1;
        }
    }
    assert_eq!(links, 23);
}
