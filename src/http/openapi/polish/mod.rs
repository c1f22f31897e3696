//! What derives cannot express: closed objects, exact bounds, discriminators, and the constraints of each ruleset.

mod members;
mod schema;
mod sides;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use self::schema::{BASE, allows_null, every_schema, required};
use crate::{http::extract::accept::NDJSON, reading::Language};

pub use self::{
    schema::{Schemas, named, operations, pascal, reached, reference, within},
    sides::standalone,
};

/// Finishes a collected document.
pub fn finish(document: &mut Value) {
    every_schema(document, &mut shape);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        let plain = take_plain(schemas);
        every_schema(document, &mut |schema| write_out(schema, &plain));
    }
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        members::name_variants(schemas);
        members::tell_apart(schemas);
        tie_fields(schemas);
        allow_unread(schemas);
        share_descriptions(schemas);
        members::part_problems(schemas);
        members::part_rulesets(schemas);
    }
    members::tidy(document);
    let sides = sides::part(document);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        sides::complete(schemas);
        require(schemas, &sides.answered);
    }
    may_be_absent(document);
    add_headers(document);
    schema::drop_unused(document);
    trim(document);
    for place in ["/components/schemas", "/paths"] {
        if let Some(Value::Object(fields)) = document.pointer_mut(place) {
            fields.sort_keys();
        }
    }
}

/// An exported game may have the other fields of a game besides the log, with any values.
fn allow_unread(schemas: &mut Schemas) {
    let game = schemas.get("Game").and_then(|game| game["properties"].as_object()).cloned().unwrap_or_default();
    let exported = schemas.get_mut("ExportedGame").and_then(|exported| exported["properties"].as_object_mut());
    let Some(fields) = exported else { return };
    for (name, _) in game {
        fields.entry(name).or_insert_with(|| json!({"description": "Ignored."}));
    }
}

/// The parts of a game are described with the whole game.
fn share_descriptions(schemas: &mut Schemas) {
    let Some(game) = schemas.get("Game").cloned() else { return };
    let parts = schemas.get_mut("GameParts").and_then(|parts| parts.get_mut("properties")?.as_object_mut());
    for (_, part) in parts.into_iter().flatten().filter(|(name, part)| **part == game["properties"][name.as_str()]) {
        part.as_object_mut().and_then(|part| part.shift_remove("description"));
    }
}

/// Removes null from bodies that are nullable only because they may be absent.
fn may_be_absent(document: &mut Value) {
    for operation in operations(document) {
        let Some(body) = operation.get_mut("requestBody").filter(|body| body["required"] != true) else { continue };
        if let Some(schema) = body.pointer_mut("/content/application~1json/schema")
            && allows_null(schema)
        {
            *schema = schema["oneOf"][0].take();
        }
    }
}

/// Makes one object of fields and flattened ones, closes it, and bounds an integer.
pub fn shape(schema: &mut Schemas) {
    unite(schema);
    // Fields that a closed object does not name are neither sent nor accepted.
    if schema.get("type") == Some(&json!("object")) {
        schema.entry("additionalProperties").or_insert(json!(false));
    }
    bound_integer(schema);
}

/// Puts the parts of an object together, and those of its parts; of their keywords its own come first.
fn unite(schema: &mut Schemas) {
    while let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
        for (keyword, more) in parts.into_iter().filter_map(|part| part.as_object().cloned()).flatten() {
            match (schema.get_mut(&keyword), more) {
                (Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more),
                (Some(Value::Array(items)), Value::Array(more)) => items.extend(more),
                (Some(_), _) => {}
                (None, more) => drop(schema.insert(keyword, more)),
            }
        }
    }
}

/// What each type becomes: the format, and its bounds where the format is wider. The names are utoipa's spelling.
const FORMATS: [(&str, &str, Option<i64>, Option<i64>); 7] = [
    ("int8", "int32", Some(i8::MIN as i64), Some(i8::MAX as i64)),
    ("int16", "int32", Some(i16::MIN as i64), Some(i16::MAX as i64)),
    ("u-int8", "int32", Some(0), Some(u8::MAX as i64)),
    ("u-int16", "int32", Some(0), Some(u16::MAX as i64)),
    // No number of steps, players or versions comes near the end of either.
    ("u-int32", "int32", Some(0), Some(WIDE)),
    ("u-int64", "int64", Some(0), None),
    // Without a format: the size of something in memory, or a number between bounds.
    ("", "int32", None, None),
];

/// The highest number that 32 bits hold.
const WIDE: i64 = i32::MAX as i64;

/// Sets the format and the bounds of an integer.
fn bound_integer(schema: &mut Schemas) {
    let integer = json!("integer");
    let is_integer = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.contains(&integer),
        kind => kind == Some(&integer),
    };
    if !is_integer {
        return;
    }
    let format = match schema.get("format").and_then(Value::as_str) {
        // A number between wide bounds.
        None if schema.get("maximum").and_then(Value::as_i64).is_some_and(|high| high > WIDE) => "u-int64",
        format => format.unwrap_or_default(),
    };
    if let Some((_, format, low, high)) = FORMATS.iter().find(|(own, ..)| *own == format) {
        schema.insert("format".to_owned(), json!(format));
        for (keyword, bound) in [("minimum", low), ("maximum", high)] {
            if let Some(bound) = bound {
                schema.entry(keyword).or_insert(json!(bound));
            }
        }
    }
}

/// Number and file types of this crate; every `Between…` is one too.
const PLAIN: [&str; 2] = ["Number", "Picture"];

/// Takes the plain schemas out of the named ones.
fn take_plain(schemas: &mut Schemas) -> BTreeMap<String, Value> {
    let is_plain = |name: &String| name.starts_with("Between") || PLAIN.contains(&name.as_str());
    let names: Vec<String> = schemas.keys().filter(|name| is_plain(name)).cloned().collect();
    names.into_iter().filter_map(|name| schemas.shift_remove(&name).map(|schema| (name, schema))).collect()
}

/// Writes a plain schema out where it is referenced; keywords beside the reference override those of the schema.
fn write_out(schema: &mut Schemas, plain: &BTreeMap<String, Value>) {
    if let Some(Value::String(reference)) = schema.get("$ref")
        && let Some(Value::Object(found)) = reference.strip_prefix(BASE).and_then(|name| plain.get(name))
    {
        let mut whole = found.clone();
        schema.shift_remove("$ref");
        whole.append(schema);
        *schema = whole;
    }
    unwrap_null(schema, plain);
}

/// Replaces `oneOf` a schema and null by one schema with two types, or moves the description out of it.
fn unwrap_null(schema: &mut Schemas, plain: &BTreeMap<String, Value>) {
    let Some(Value::Array(either)) = schema.get_mut("oneOf") else { return };
    let null = either.iter().position(|one| *one == json!({"type": "null"}));
    let (Some(null), 2) = (null, either.len()) else { return };
    let Some(Value::Object(other)) = either.get_mut(1 - null) else { return };
    write_out(other, plain);
    let description = other.shift_remove("description");
    if let Some(Value::String(kind)) = other.get("type").filter(|_| !other.contains_key("enum")) {
        let kinds = json!([kind, "null"]);
        let mut whole = std::mem::take(other);
        whole.insert("type".to_owned(), kinds);
        schema.shift_remove("oneOf");
        whole.append(schema);
        *schema = whole;
    }
    if let Some(description) = description {
        schema.entry("description").or_insert(description);
    }
}

/// Fields that are either all present or all absent.
const DEPENDENT: [(&str, [&str; 2]); 1] = [("FortunesStepDeal", ["hands", "discarded"])];

/// A game with selected fields: any field may be absent, even one that may be null.
const PARTS: [&str; 2] = ["GameParts", "GameResultParts"];

/// Declares which fields occur together (JSON Schema, `dependentRequired`), which no derive can.
fn tie_fields(schemas: &mut Schemas) {
    for (name, [one, other]) in DEPENDENT {
        if let Some(schema) = schemas.get_mut(name) {
            schema["dependentRequired"] = json!({one: [other], other: [one]});
        }
    }
}

/// Requires nullable fields in responses, the schemas with these names: a field that may be absent is never null.
fn require(schemas: &mut Schemas, answered: &BTreeSet<String>) {
    for name in answered.iter().filter(|name| !PARTS.contains(&name.as_str())) {
        let Some(fields) = schemas[name].as_object_mut() else { continue };
        let Some(properties) = fields.get("properties").and_then(Value::as_object) else { continue };
        let before = required(fields);
        let always = properties.iter().filter(|(name, field)| before.contains(name) || allows_null(field));
        let names: Vec<Value> = always.map(|(name, _)| json!(name)).collect();
        if !names.is_empty() {
            fields.insert("required".to_owned(), Value::Array(names));
        }
    }
}

/// Responses that are valid only at the moment of the request, and therefore have no entity tag.
const UNTAGGED: [&str; 11] = [
    "/healthz",
    "/readyz",
    "/metrics",
    "/v1/games/{id}/verification",
    "/v1/tables/{id}/hint",
    "/v1/commitments",
    "/v1/commitments/{id}",
    "/v1/keys",
    "/v1/keys/{id}",
    "/v1/tables/{id}/events",
    "/v1/simulations/{id}/events",
];

/// The path whose responses have no tag where nothing says what they are drawn from.
const DRAWN_ANEW: &str = "/v1/draws/{spread}";

/// Documents the headers that only some responses have.
fn add_headers(document: &mut Value) {
    let tag = json!({"description": "Weak tag of this representation; a request with a matching `If-None-Match` gets 304.",
        "required": true, "schema": {"type": "string", "pattern": "^W/\"[0-9a-f]{32}\"$"}});
    let mut perhaps = tag.clone();
    perhaps["required"] = json!(false);
    perhaps["description"] = json!("Weak tag of this representation; a stream and what is drawn anew have none.");
    document["components"]["headers"] = json!({"ETag": tag, "PerhapsETag": perhaps});
    let documented = [
        (
            "Location",
            json!({"description": "URL of the resource.", "required": true,
            "schema": {"type": "string", "format": "uri-reference"}}),
        ),
        (
            "Content-Language",
            json!({"description": "Language of the texts: English, whatever `Accept-Language` requests.",
            "required": true, "schema": {"type": "string", "enum": Language::ALL.map(Language::tag)}}),
        ),
        (
            "Link",
            json!({"description": "Link to the next page (RFC 8288), unless this is the last; of a draw without a seed, its lasting address.",
            "schema": {"type": "string"}}),
        ),
    ];
    tag_answers(document);
    for operation in operations(document) {
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            for (name, header) in &documented {
                if let Some(own) = response.pointer_mut(&format!("/headers/{name}")) {
                    *own = header.clone();
                }
            }
        }
    }
}

/// Documents entity tags, and the response to a request with a matching one.
fn tag_answers(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths.filter(|(path, _)| !UNTAGGED.contains(&path.as_str())) {
        if let Some(responses) = item.pointer_mut("/get/responses").filter(|responses| responses.get("200").is_some()) {
            let tag = json!({"$ref": "#/components/headers/ETag"});
            let streams = responses["200"]["content"].get(NDJSON).is_some();
            let perhaps = json!({"$ref": "#/components/headers/PerhapsETag"});
            responses["200"]["headers"]["ETag"] = if streams || path == DRAWN_ANEW { perhaps } else { tag.clone() };
            responses["304"] = json!({"description": "Not modified: the tag matches `If-None-Match`.",
                "headers": {"ETag": tag}});
        }
    }
}

/// Bounds that are only those of a type.
const OF_TYPES: [u64; 3] = [u8::MAX as u64, u16::MAX as u64, i32::MAX as u64];

/// Leaves out what tells callers nothing.
fn trim(document: &mut Value) {
    let requests = requests(document);
    every_schema(document, &mut |schema| {
        if schema.get("minLength") == Some(&json!(0)) {
            schema.shift_remove("minLength");
        }
        narrow(schema);
        drop_names(schema);
    });
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    let asked = reached(&requests, schemas);
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !asked.contains(*name)) {
        within(schema, &mut unbound);
    }
}

/// Parameters and bodies; of parameters that may be absent it drops that they may.
fn requests(document: &mut Value) -> Value {
    let mut asked = Vec::new();
    for operation in operations(document) {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if parameter["required"] == false {
                parameter.as_object_mut().and_then(|parameter| parameter.shift_remove("required"));
            }
            asked.push(parameter.clone());
        }
        asked.extend(operation.get("requestBody").cloned());
    }
    Value::Array(asked)
}

/// Drops the format of an integer whose bounds say that it is small.
fn narrow(schema: &mut Schemas) {
    let small = |bound: &Value| bound.as_i64().is_some_and(|bound| i32::try_from(bound).is_ok());
    if schema.get("format") == Some(&json!("int32")) || schema.get("maximum").is_some_and(small) {
        schema.shift_remove("format");
    }
}

/// In responses, drops the bounds that an unsigned type has: a count is never negative.
fn unbound(schema: &mut Schemas) {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let (low, high) = (bound("minimum"), bound("maximum"));
    if high.is_none_or(|high| OF_TYPES.contains(&high)) && low == Some(0) {
        schema.shift_remove("minimum");
    }
    if high.is_some_and(|high| OF_TYPES.contains(&high)) {
        schema.shift_remove("maximum");
    }
}

/// Drops the descriptions of fields that only repeat the name of the field or of its schema.
fn drop_names(schema: &mut Schemas) {
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        let words = name.replace('_', " ");
        let of_schema = named(field).unwrap_or_default().to_lowercase();
        let description = field["description"].as_str().and_then(|text| text.strip_suffix('.')).unwrap_or_default();
        let said = description.strip_prefix("The ").or(description.strip_prefix("Its ")).unwrap_or_default();
        if said == words || (!said.is_empty() && said == of_schema) {
            field.as_object_mut().and_then(|field| field.shift_remove("description"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn united(schema: Value) -> Value {
        let mut schema = schema.as_object().expect("an object").clone();
        unite(&mut schema);
        Value::Object(schema)
    }

    #[test]
    fn the_parts_of_parts_are_one_object_too() {
        let parts = json!({"description": "A whole.", "properties": {"a": {}}, "required": ["a"], "allOf": [
            {"type": "object", "description": "A part.", "properties": {"b": {}}, "required": ["b"]},
            {"allOf": [{"properties": {"c": {}}}, {"allOf": [{"required": ["d"]}], "properties": {"d": {}}}]},
        ]});
        let whole = json!({"description": "A whole.", "type": "object", "required": ["a", "b", "d"],
            "properties": {"a": {}, "b": {}, "c": {}, "d": {}}});
        assert_eq!(united(parts), whole);
    }

    #[test]
    fn what_has_no_parts_stays_as_it_is() {
        let schema = json!({"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]});
        assert_eq!(united(schema.clone()), schema);
    }
}
