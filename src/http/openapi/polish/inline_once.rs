//! Small schemas that are referenced only once are written out in place.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{
    inline_aliases,
    schema::{BASE, Schemas, allows_null, every_schema, pascal},
};

/// Maximum number of fields of a small schema.
const FIELDS: usize = 8;
/// Maximum number of places in which a schema without fields, such as an enumeration, is written out.
const PLACES: usize = 2;
/// Maximum number of values of an enumeration that is written out more than once.
const VALUES: usize = 12;

/// Where a schema is referenced.
#[derive(Default)]
struct Uses {
    /// By fields and items of others.
    fields: usize,
    /// By routes, and as one of several in a union.
    others: usize,
}

/// Writes them out; keywords beside the reference override those of the schema.
pub fn inline(document: &mut Value) {
    let mut uses = BTreeMap::new();
    count(&document["paths"], false, &mut uses);
    count(&document["components"]["schemas"], true, &mut uses);
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    let is_small = |(name, schema): &(String, Value)| uses.get(name).is_some_and(|uses| is_small(schema, uses));
    let (small, others): (Vec<_>, Vec<_>) = std::mem::take(schemas).into_iter().partition(is_small);
    schemas.extend(others);
    let small = small.into_iter().collect();
    every_schema(document, &mut |schema| inline_aliases::refer(schema, &small));
    every_schema(document, &mut name_fields);
}

/// Gives items and nullable fields the title of their field, and variants that of their tag `is`: generators of clients
/// have no better name for them. Other fields they name themselves.
fn name_fields(schema: &mut Schemas) {
    if let Some(Value::Array(variants)) = schema.get_mut("oneOf") {
        join_bare(variants);
    }
    for variant in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(tag) = variant.pointer("/properties/is/enum/0").and_then(Value::as_str)
            && variant.get("title").is_none()
        {
            variant["title"] = json!(pascal(tag));
        }
    }
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        let plain = field["type"].is_string();
        match field.get_mut("items") {
            Some(items) => entitle(items, &singular(name)),
            None if plain => {}
            None => entitle(field, name),
        }
    }
}

/// Makes one variant of those that have nothing but their tag `is`.
fn join_bare(variants: &mut Vec<Value>) {
    let tag = |variant: &Value| variant.pointer("/properties/is/enum/0").cloned();
    let is_bare =
        |variant: &Value| tag(variant).is_some() && variant["properties"].as_object().is_some_and(|all| all.len() == 1);
    let bare: Vec<Value> = variants.extract_if(.., |variant| is_bare(variant)).collect();
    let Some(mut joined) = bare.first().cloned() else { return };
    let tags: Vec<Value> = bare.iter().filter_map(tag).collect();
    let descriptions =
        bare.iter().filter_map(|one| Some(format!("`{}`: {}", tag(one)?.as_str()?, one["description"].as_str()?)));
    joined["title"] = json!("Bare");
    joined["description"] = json!(descriptions.collect::<Vec<_>>().join(" "));
    joined["properties"]["is"]["enum"] = json!(tags);
    variants.insert(0, joined);
}

fn entitle(schema: &mut Value, name: &str) {
    let either = schema.get("oneOf").is_some();
    let one = if either { schema["oneOf"].get_mut(0) } else { Some(schema) };
    if let Some(Value::Object(one)) = one
        && (one.contains_key("properties") || one.contains_key("enum"))
    {
        one.entry("title").or_insert(json!(pascal(name)));
    }
}

/// The singular of a name.
fn singular(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}

fn is_small(schema: &Value, uses: &Uses) -> bool {
    let fields = schema["properties"].as_object().map_or(0, Map::len);
    let values = schema["enum"].as_array().map_or(0, Vec::len);
    let places = if fields == 0 && values <= VALUES { PLACES } else { 1 };
    uses.others == 0 && uses.fields <= places && fields <= FIELDS && schema.get("discriminator").is_none()
}

/// Counts the references to each schema; `field`: by a field or its items.
fn count(value: &Value, field: bool, uses: &mut BTreeMap<String, Uses>) {
    match value {
        Value::Object(parts) => {
            if let Some(name) = parts.get("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix(BASE)) {
                let uses = uses.entry(name.to_owned()).or_default();
                if field { uses.fields += 1 } else { uses.others += 1 }
            }
            let nullable = parts.contains_key("oneOf") && allows_null(value);
            for (keyword, part) in
                parts.iter().filter(|(keyword, _)| !["discriminator", "example"].contains(&&***keyword))
            {
                let union = ["oneOf", "anyOf", "allOf", "dependentSchemas", "if", "then"].contains(&&**keyword);
                count(part, field && (nullable || !union), uses);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| count(item, field, uses)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
