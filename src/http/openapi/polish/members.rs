//! Unions: every variant has a name and, where there is one, a tag that identifies it. Problems are told apart by their
//! `code`, and what differs from ruleset to ruleset by `ruleset`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::schema::{Schemas, every_schema, name_of, named, pascal, reached, reference, within};
use crate::{
    games::Ruleset,
    service::{PROBLEMS, ProblemCode},
    spelling::capital,
};

/// Tidies every union.
pub fn tidy(document: &mut Value) {
    let whole = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    every_schema(document, &mut |schema| {
        for union in ["oneOf", "anyOf"] {
            if let Some(Value::Array(members)) = schema.get_mut(union) {
                let nullable = members.iter().any(is_null);
                let members_of = |member| if nullable { vec![bare(member)] } else { members_of(member, &whole) };
                *members = members.drain(..).flat_map(members_of).collect();
                write_out_words(members, &whole);
            }
        }
    });
}

fn is_null(member: &Value) -> bool {
    *member == json!({"type": "null"})
}

/// A member without a description beside its reference.
fn bare(member: Value) -> Value {
    if named(&member).is_some() { json!({"$ref": member["$ref"]}) } else { member }
}

/// The members of a union within a union, or else the member.
fn members_of(member: Value, schemas: &Schemas) -> Vec<Value> {
    let inner = named(&member).and_then(|name| schemas.get(name)?["oneOf"].as_array());
    match inner {
        Some(members) if members.iter().all(|member| named(member).is_some()) => members.clone(),
        _ => vec![bare(member)],
    }
}

/// An enumeration that is one of several members, not all of which have names, is written out.
fn write_out_words(members: &mut [Value], schemas: &Schemas) {
    if members.iter().all(|member| named(member).is_some() || is_null(member)) {
        return;
    }
    for member in members {
        let word = named(member).and_then(|name| schemas.get(name)).filter(|schema| schema.get("enum").is_some());
        if let Some(word) = word {
            *member = word.clone();
        }
    }
}

/// Fields that tell variants apart.
const TAGS: [&str; 3] = ["type", "event", "is"];

/// Names each variant of a union: by its tag, or by its title.
pub fn name_variants(schemas: &mut Schemas) {
    let unions: Vec<_> =
        schemas.iter().filter_map(|(name, schema)| Some((name.clone(), variant_names(name, schema)?))).collect();
    for (union, names) in unions {
        let Some(Value::Array(variants)) = schemas[&union].get_mut("oneOf") else { continue };
        let mut named: Vec<Value> = names.iter().map(|name| json!({"$ref": reference(name)})).collect();
        named.swap_with_slice(variants);
        for (name, mut variant) in names.into_iter().zip(named) {
            variant.as_object_mut().and_then(|variant| variant.shift_remove("title"));
            schemas.insert(name, variant);
        }
    }
}

/// Adds a discriminator to each union of named schemas with a distinct tag.
pub fn tell_apart(schemas: &mut Schemas) {
    let unions: Vec<_> = schemas
        .iter()
        .filter(|(_, schema)| schema.get("discriminator").is_none())
        .filter_map(|(name, schema)| Some((name.clone(), TAGS.iter().find_map(|tag| mapping(schemas, schema, tag))?)))
        .collect();
    for (union, discriminator) in unions {
        schemas[&union]["discriminator"] = discriminator;
    }
}

/// The discriminator of a union; `None` if a variant does not require this tag.
fn mapping(schemas: &Schemas, union: &Value, tag: &str) -> Option<Value> {
    let told = |variant: &Value| {
        let schema = schemas.get(named(variant)?)?;
        schema["required"].as_array()?.iter().find(|field| *field == tag)?;
        let field = &schema["properties"][tag];
        let field = named(field).and_then(|name| schemas.get(name)).unwrap_or(field);
        Some((only(field)?.to_owned(), variant["$ref"].clone()))
    };
    let mapping: Map<String, Value> = union.get("oneOf")?.as_array()?.iter().map(told).collect::<Option<_>>()?;
    Some(json!({"propertyName": tag, "mapping": mapping}))
}

/// The names of the variants; `None` unless all are objects with a tag or a title.
fn variant_names(union: &str, schema: &Value) -> Option<Vec<String>> {
    let name = |variant: &Value| {
        variant.get("properties")?;
        let tag = TAGS.iter().find_map(|tag| only(&variant["properties"][tag]));
        let tagged = tag.map(|tag| format!("{union}{}", pascal(tag)));
        tagged.or_else(|| variant["title"].as_str().map(ToOwned::to_owned))
    };
    schema.get("oneOf")?.as_array()?.iter().map(name).collect()
}

/// The value of an enumeration of one.
fn only(schema: &Value) -> Option<&str> {
    match schema["enum"].as_array()?.as_slice() {
        [Value::String(only)] => Some(only),
        _ => None,
    }
}

/// The problems with a field of their own: the schema, the field, and the code.
const WITH_FIELD: [(&str, &str, ProblemCode); 3] = [
    ("ExternalIdTakenProblem", "game", ProblemCode::ExternalIdTaken),
    ("TableMovedOnProblem", "step_count", ProblemCode::TableMovedOn),
    ("NameTakenProblem", "free_name", ProblemCode::NameTaken),
];
/// The problems of logs and steps.
const OF_LOGS: [ProblemCode; 2] = [ProblemCode::IllegalLog, ProblemCode::IllegalStep];

/// Makes `Problem` a union.
pub fn part_problems(schemas: &mut Schemas) {
    let Some(mut plain) = schemas.get("Problem").cloned() else { return };
    let description = plain["description"].clone();
    let mut own: Vec<(&str, Vec<ProblemCode>, Value)> = Vec::new();
    for (name, field, code) in WITH_FIELD {
        let mut schema = plain.clone();
        let others = WITH_FIELD.map(|(_, field, _)| field).into_iter().filter(|other| *other != field);
        others.for_each(|other| remove(&mut schema, other));
        if let Some(required) = schema["required"].as_array_mut() {
            required.push(json!(field));
        }
        schema["description"] = json!(format!("The problem `{code}`."));
        own.push((name, vec![code], schema));
    }
    WITH_FIELD.iter().for_each(|(_, field, _)| remove(&mut plain, field));
    let is_plain = |code: &ProblemCode| !OF_LOGS.contains(code) && WITH_FIELD.iter().all(|(.., own)| own != code);
    let rest = PROBLEMS.iter().map(|kind| kind.code).filter(is_plain).collect();
    plain["description"] = json!("A problem without fields of its own.");
    own.insert(0, ("PlainProblem", rest, plain));
    own.push(("IllegalLogProblem", OF_LOGS.to_vec(), schemas["IllegalLogProblem"].take()));
    let mut mapping = Map::new();
    for (name, codes, schema) in &mut own {
        let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
        mapping.extend(codes.iter().map(|code| (code.clone(), json!(reference(name)))));
        schema.as_object_mut().and_then(|schema| schema.shift_remove("example"));
        schema["properties"]["code"] = json!({"type": "string", "description": "The stable code.", "enum": codes});
        schemas.insert((*name).to_owned(), schema.take());
    }
    let union: Vec<Value> = own.iter().map(|(name, ..)| json!({"$ref": reference(name)})).collect();
    let discriminator = json!({"propertyName": "code", "mapping": mapping});
    let example = schemas["Problem"]["example"].take();
    schemas["Problem"] =
        json!({"description": description, "oneOf": union, "discriminator": discriminator, "example": example});
}

fn remove(schema: &mut Value, field: &str) {
    schema["properties"].as_object_mut().and_then(|fields| fields.shift_remove(field));
}

/// The schemas that stand for any ruleset's, and what those are called after the ruleset.
const ANY: [(&str, &str); 6] = [
    ("GameOptions", "Options"),
    ("Step", "Step"),
    ("Deal", "StepDeal"),
    ("State", "State"),
    ("Detail", "Detail"),
    ("Counted", "Counted"),
];

/// Fields with an item for each player.
const SEATED: [&str; 2] = ["players", "seats"];

/// Gives every schema with a field `ruleset` a form for each of them.
pub fn part_rulesets(schemas: &mut Schemas) {
    let whole = schemas.clone();
    let varies = |schema: &Value| {
        let reached = reached(schema, &whole);
        ANY.iter().any(|(any, _)| reached.contains(*any))
    };
    let varying: BTreeSet<String> =
        whole.iter().filter(|(_, schema)| varies(schema)).map(|(name, _)| name.clone()).collect();
    for name in varying.iter().filter(|name| is_told(&whole[*name])) {
        let forms = Ruleset::ALL.map(|ruleset| (ruleset.info().id, form(name, ruleset, &whole, &varying, schemas)));
        let mapping: Map<_, _> = forms.iter().map(|(id, form)| ((*id).to_owned(), json!(reference(form)))).collect();
        schemas[name] = json!({
            "description": whole[name]["description"],
            "oneOf": forms.map(|(_, form)| json!({"$ref": reference(&form)})),
            "discriminator": {"propertyName": "ruleset", "mapping": mapping},
        });
    }
}

/// Whether the schema requires a ruleset.
fn is_told(schema: &Value) -> bool {
    let requires = schema["required"].as_array().is_some_and(|names| names.iter().any(|name| name == "ruleset"));
    requires && named(&schema["properties"]["ruleset"]) == Some("RulesetId")
}

/// The name of a schema's form for a ruleset, which is added unless it is there.
fn form(name: &str, ruleset: Ruleset, whole: &Schemas, varying: &BTreeSet<String>, schemas: &mut Schemas) -> String {
    let of_ruleset = |name: &str| format!("{}{name}", capital(ruleset.info().id));
    if let Some((_, own)) = ANY.iter().find(|(any, _)| *any == name) {
        return of_ruleset(own);
    }
    let own = of_ruleset(name);
    if !varying.contains(name) {
        return name.to_owned();
    }
    if !schemas.contains_key(&own) {
        let mut schema = whole[name].clone();
        tie(name, &mut schema, ruleset);
        within(&mut schema, &mut |part| {
            if let Some(part) = part.get_mut("$ref")
                && let Some(of) = part.as_str().and_then(name_of)
            {
                *part = json!(reference(&form(of, ruleset, whole, varying, schemas)));
            }
        });
        schemas.insert(own.clone(), schema);
    }
    own
}

/// What the ruleset says of the fields that all rulesets have.
fn tie(name: &str, schema: &mut Value, ruleset: Ruleset) {
    if !is_told(schema) {
        return;
    }
    let info = ruleset.info();
    let Some(fields) = schema["properties"].as_object_mut() else { return };
    fields["ruleset"] = json!({"type": "string", "enum": [info.id]});
    if !info.steps.contains(&"deal") {
        fields.shift_remove("deal");
    }
    for (_, seats) in fields.iter_mut().filter(|(name, _)| SEATED.contains(&name.as_str())) {
        seats["minItems"] = info.players.min.into();
        seats["maxItems"] = info.players.max.into();
    }
    // A log of another version is rejected, but a stored game may have been played under an older one.
    if name == "ImportRequest" {
        fields["rules_version"]["minimum"] = info.rules_version.into();
        fields["rules_version"]["maximum"] = info.rules_version.into();
    }
}
