//! The OpenAPI document in the repository.

use std::collections::BTreeSet;

use arcana::http::{document, served_document, written_document};
use serde_json::Value;

/// Calls `visit` with every value of the document except examples. Fields may be called like keywords.
fn walk(value: &Value, visit: &mut impl FnMut(&Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
        Value::Object(fields) => {
            for (name, field) in fields.iter().filter(|(name, _)| *name != "example") {
                match (name.as_str(), field) {
                    ("properties", Value::Object(named)) => named.values().for_each(|schema| walk(schema, visit)),
                    _ => walk(field, visit),
                }
            }
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
    let schemas = document()["components"]["schemas"].as_object().expect("schemas").len();
    assert!(schemas <= 575, "{schemas} schemas");
    let lines = written_document().lines().count();
    assert!(lines <= 30_000, "{lines} lines");
    let bytes = served_document().len();
    assert!(bytes <= 520_000, "{bytes} bytes");
}

#[test]
fn a_problem_of_several_routes_is_written_once() {
    let document = document();
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
    assert!(kept == written_document(), "write it anew: cargo run -- openapi > openapi/openapi.json");
}

#[test]
fn a_route_sends_its_key_in_one_way() {
    // Clients that know two ways with the same header send it twice.
    let document = document();
    assert_eq!(document["components"]["securitySchemes"].as_object().expect("schemes").len(), 1);
    for (path, method, operation) in operations(&document) {
        let ways = operation.get("security").unwrap_or(&document["security"]).as_array().expect("ways");
        let named = ways.iter().filter(|way| way.as_object().is_some_and(|way| !way.is_empty())).count();
        assert!(named <= 1, "{method} {path}: {ways:?}");
    }
}

#[test]
fn every_operation_has_a_unique_id_a_summary_and_a_known_tag() {
    let document = document();
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
    let document = document();
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
            Value::Object(parts) => {
                let fields = parts.get("properties").and_then(Value::as_object);
                let named = fields.into_iter().flat_map(|fields| fields.values());
                let others = ["schema", "oneOf", "anyOf", "items"].into_iter().filter_map(|keyword| parts.get(keyword));
                named.chain(others).any(|part| has_example(document, part))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
}

#[test]
fn every_route_that_answers_json_has_an_example() {
    let document = document();
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
    let document = document();
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
    assert_eq!(links, 26);
}

/// The named schemas of a document.
fn schemas(document: &Value) -> &serde_json::Map<String, Value> {
    document["components"]["schemas"].as_object().expect("schemas")
}

/// The name of the schema that a reference leads to.
fn named(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}

/// The names of all schemas that a part leads to.
fn reached(document: &Value, part: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![part];
    while let Some(part) = open.pop() {
        walk(part, &mut |value| {
            let place = value.get("$ref").and_then(Value::as_str).unwrap_or_default().trim_start_matches('#');
            if let Some(next) = document.pointer(place).filter(|_| !place.is_empty() && found.insert(place.to_owned()))
            {
                open.push(next);
            }
        });
    }
    found.iter().filter_map(|place| place.strip_prefix("/components/schemas/")).map(ToOwned::to_owned).collect()
}

/// The names of the schemas in requests and in responses.
fn sides(document: &Value) -> [BTreeSet<String>; 2] {
    let mut sides = [BTreeSet::new(), BTreeSet::new()];
    for (.., operation) in operations(document) {
        sides[0].extend(["parameters", "requestBody"].iter().flat_map(|part| reached(document, &operation[*part])));
        sides[1].extend(reached(document, &operation["responses"]));
    }
    assert!(sides.iter().all(|side| side.len() > 100));
    sides
}

/// The members of a union.
fn members(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or(schema["anyOf"].as_array())
}

fn is_null(schema: &Value) -> bool {
    schema["type"] == "null"
}

#[test]
fn null_stands_only_beside_one_named_schema() {
    // As a type of its own it has no name in most languages, and some generators stop at it.
    let document = document();
    walk(&document, &mut |schema| {
        if let Some(members) = members(schema).filter(|members| members.iter().any(is_null)) {
            assert!(members.len() == 2 && named(&members[0]).is_some() && is_null(&members[1]), "{schema}");
        }
    });
    let (mut nulls, mut nullable) = (0, 0);
    walk(&document, &mut |schema| {
        nulls += usize::from(is_null(schema));
        nullable += usize::from(members(schema).is_some_and(|members| members.iter().any(is_null)));
    });
    assert_eq!(nulls, nullable);
    assert!(nullable > 50);
}

#[test]
fn a_reference_leads_to_a_component_and_stands_alone_in_a_union() {
    walk(&document(), &mut |value| {
        if let Some(place) = value.get("$ref").and_then(Value::as_str) {
            let inner = place.strip_prefix("#/components/").expect("a component");
            assert_eq!(inner.matches('/').count(), 1, "{place}");
        }
        for member in members(value).into_iter().flatten().filter(|member| named(member).is_some()) {
            assert_eq!(member.as_object().map(serde_json::Map::len), Some(1), "{member}");
        }
    });
}

#[test]
fn objects_and_enumerations_are_named() {
    // Generators name those without a name after their field, and take them for another schema of that name. A tag, an
    // enumeration of one, needs no name; nor does a word that stands beside something else.
    let document = document();
    let mut tags = BTreeSet::new();
    walk(&document, &mut |schema| {
        let tag = &schema["discriminator"]["propertyName"];
        tags.extend(tag.as_str().map(ToOwned::to_owned));
    });
    for (name, whole) in schemas(&document) {
        let words: Vec<&Value> = members(whole).into_iter().flatten().collect();
        let own_tags: Vec<&Value> = tags.iter().map(|tag| &whole["properties"][tag]).collect();
        walk(whole, &mut |part| {
            let is_object = part["properties"].is_object();
            let is_choice = part["enum"].as_array().is_some_and(|values| values.len() > 1);
            let is_free = [words.as_slice(), own_tags.as_slice()].concat().iter().any(|free| std::ptr::eq(*free, part));
            assert!(!(is_object || is_choice) || std::ptr::eq(part, whole) || (is_choice && is_free), "{name}: {part}");
        });
    }
}

#[test]
fn what_generators_do_not_know_is_not_used() {
    let unknown =
        ["const", "if", "then", "else", "dependentSchemas", "patternProperties", "allOf", "not", "prefixItems"];
    walk(&document(), &mut |schema| {
        for keyword in unknown {
            assert!(schema.get(keyword).is_none(), "{keyword}: {schema}");
        }
    });
}

#[test]
fn requests_are_closed_and_responses_open() {
    let document = document();
    let [asked, answered] = sides(&document);
    let closed = |schema: &Value| schema["additionalProperties"] == false;
    for (name, schema) in schemas(&document) {
        walk(schema, &mut |part| {
            let has_fields = part["properties"].is_object();
            assert!(!asked.contains(name) || !has_fields || closed(part), "{name} is asked for, but open");
            assert!(!answered.contains(name) || !closed(part), "{name} is a response, but closed");
        });
    }
}

#[test]
fn responses_have_no_defaults_and_show_every_option() {
    let document = document();
    let [_, answered] = sides(&document);
    for name in &answered {
        let schema = &schemas(&document)[name];
        walk(schema, &mut |part| assert!(part.get("default").is_none(), "{name}: {part}"));
        if name.ends_with("Options") {
            let fields = schema["properties"].as_object().map_or(0, serde_json::Map::len);
            assert_eq!(schema["required"].as_array().map_or(0, Vec::len), fields, "{name}");
        }
    }
}

#[test]
fn whatever_has_options_is_told_by_its_ruleset() {
    let document = document();
    let mut told = BTreeSet::new();
    for (name, schema) in schemas(&document) {
        if schema["discriminator"]["propertyName"] != "ruleset" {
            // Without a ruleset there are options of Fortunes, and parts of a game that may lack it.
            let is_free = ["ReadingRequest", "GameParts", "Ruleset", "ExportedGame"].contains(&name.as_str());
            let of_one = schema["properties"]["ruleset"]["enum"].as_array().is_some_and(|ids| ids.len() == 1);
            assert!(schema["properties"].get("options").is_none() || of_one || is_free, "{name}");
            continue;
        }
        let ids: Vec<_> = schema["discriminator"]["mapping"].as_object().expect("a mapping").keys().collect();
        assert_eq!(ids, ["fortunes", "fortuno", "foolery", "fortuna", "reversal"], "{name}");
        told.insert(name.as_str());
    }
    let expected = [
        "Game",
        "GameState",
        "ImportRequest",
        "Log",
        "LogVerdict",
        "PlayRequest",
        "Simulation",
        "SimulationRequest",
        "Statistics",
        "Table",
        "TableRequest",
    ];
    assert_eq!(told, BTreeSet::from(expected));
    // A ruleset's form has nothing of another.
    let games = ["Fortunes", "Fortuno", "Foolery", "Fortuna", "Reversal"];
    for name in told {
        for game in games {
            let place = format!("/components/schemas/{game}{name}");
            for part in reached(&document, document.pointer(&place).expect(&place)) {
                let of = games.iter().find(|other| part.starts_with(**other) && part != "FortunesType");
                assert!(of.is_none_or(|other| *other == game), "{place} leads to {part}");
            }
        }
    }
}

#[test]
fn every_discriminator_leads_to_a_schema_that_requires_its_tag() {
    let document = document();
    let mut unions = 0;
    walk(&document, &mut |schema| {
        let Some(mapping) = schema["discriminator"]["mapping"].as_object() else { return };
        let tag = schema["discriminator"]["propertyName"].as_str().expect("a tag");
        let targets: BTreeSet<_> = mapping.values().map(ToString::to_string).collect();
        let members: BTreeSet<_> =
            members(schema).expect("a union").iter().map(|one| one["$ref"].to_string()).collect();
        assert_eq!(targets, members);
        for (value, target) in mapping {
            let target =
                document.pointer(target.as_str().expect("a reference").trim_start_matches('#')).expect("a schema");
            assert!(target["required"].as_array().expect("required").iter().any(|name| name == tag), "{target}");
            let values = &resolved(&document, &target["properties"][tag])["enum"];
            assert!(values.as_array().expect("values").contains(&Value::from(value.as_str())), "{value}: {target}");
        }
        unions += 1;
    });
    assert!(unions > 20, "{unions} unions");
}

#[test]
fn a_union_without_a_discriminator_is_told_by_what_its_members_require() {
    // Clients take the first member in which nothing is missing. Some sort them by name before.
    let document = document();
    let required = |member: &Value| -> BTreeSet<String> {
        let names = resolved(&document, member)["required"].as_array().into_iter().flatten();
        names.filter_map(Value::as_str).map(ToOwned::to_owned).collect()
    };
    let mut unions = 0;
    walk(&document, &mut |schema| {
        if schema.get("discriminator").is_some() || schema["oneOf"].as_array().is_none_or(|all| all.iter().any(is_null))
        {
            return;
        }
        let members: Vec<_> = members(schema).expect("a union").iter().filter(|one| named(one).is_some()).collect();
        let mut by_name = members.clone();
        by_name.sort_by(|one, other| named(one).cmp(&named(other)));
        for members in [members, by_name] {
            for (place, one) in members.iter().enumerate() {
                for later in &members[place + 1..] {
                    let tag = |member: &Value| resolved(&document, member)["properties"]["ruleset"].clone();
                    let told = !required(one).is_subset(&required(later))
                        || (tag(one) != tag(later) && tag(one)["enum"].is_array());
                    assert!(told, "{one} takes what is meant for {later}");
                }
            }
        }
        unions += 1;
    });
    assert!(unions >= 5, "{unions} unions");
}

#[test]
fn problems_are_told_by_their_code() {
    let document = document();
    let problem = &schemas(&document)["Problem"];
    let leads = |code: &str| problem["discriminator"]["mapping"][code].as_str().expect(code).to_owned();
    assert_eq!(problem["discriminator"]["mapping"].as_object().expect("codes").len(), arcana::service::PROBLEMS.len());
    for (code, schema) in [
        ("not_found", "PlainProblem"),
        ("external_id_taken", "ExternalIdTakenProblem"),
        ("table_moved_on", "TableMovedOnProblem"),
        ("name_taken", "NameTakenProblem"),
        ("illegal_log", "IllegalLogProblem"),
        ("illegal_step", "IllegalLogProblem"),
    ] {
        assert_eq!(leads(code), format!("#/components/schemas/{schema}"));
    }
}

#[test]
fn patterns_fit_on_a_line() {
    // Generators write them into sources, where U+2028 and U+2029 end a line.
    walk(&document(), &mut |schema| {
        let pattern = schema["pattern"].as_str().unwrap_or_default().to_lowercase();
        let ends_line = |text: &str| pattern.contains(text);
        assert!(!["\\u2028", "\\u2029", "\u{2028}", "\u{2029}", "\n"].into_iter().any(ends_line), "{pattern}");
    });
}

#[test]
fn integers_are_small_unless_they_count_many_games() {
    // Clients in JavaScript may take those of 64 bits for `bigint`.
    let document = document();
    let mut large = BTreeSet::new();
    for (name, schema) in schemas(&document) {
        walk(schema, &mut |part| {
            if part["format"] == "int64" {
                large.insert(name.as_str());
            }
        });
    }
    // Sums over many games, and the owner of a key.
    let many = [
        "AsOpponents",
        "AsPartners",
        "Commitment",
        "Counted",
        "Erasure",
        "Histogram",
        "Key",
        "Leaderboard",
        "Player",
        "RatedAfter",
        "Share",
        "Statistics",
        "Summary",
        "Versus",
    ];
    for name in large {
        assert!(many.iter().any(|many| name.contains(many)), "{name}");
    }
    for (path, method, operation) in operations(&document) {
        for parameter in parameters(&document, operation) {
            assert_ne!(parameter["schema"]["format"], "int64", "{method} {path}: {parameter}");
        }
    }
}
