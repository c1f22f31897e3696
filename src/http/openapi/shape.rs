//! What derives leave open: closed objects, discriminators, and a schema per ruleset.

use serde_json::{Map, Value, json};

use crate::games::{Game, Ruleset, with_game};
use utoipa::ToSchema;

/// Schemas with a `ruleset` field that are one thing for each ruleset.
const BY_RULESET: [&str; 5] = ["Game", "Log", "Verdict", "PlayRequest", "ImportRequest"];

/// Finishes a collected document.
pub fn finish(document: &mut Value) {
    close(document);
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    lift_variants(schemas);
    for template in BY_RULESET {
        specialise(schemas, template);
    }
    schemas.sort_keys();
    if let Some(paths) = document.pointer_mut("/paths").and_then(Value::as_object_mut) {
        paths.sort_keys();
    }
}

/// Closes every object schema: nothing is answered, and nothing is taken, that it does not name.
pub fn close(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.get("type") == Some(&json!("object")) && fields.get("properties").is_some_and(Value::is_object) {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
            for (name, field) in fields.iter_mut() {
                if name != "example" && name != "examples" && name != "default" {
                    close(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Gives each variant of a union tagged by `type` a name, and the union a discriminator.
fn lift_variants(schemas: &mut Map<String, Value>) {
    let unions: Vec<String> =
        schemas.iter().filter(|(_, schema)| tagged(schema).is_some()).map(|(name, _)| name.clone()).collect();
    for union in unions {
        let Some(tags) = schemas.get(&union).and_then(tagged) else { continue };
        let Some(Value::Array(variants)) = schemas.get_mut(&union).and_then(|schema| schema.get_mut("oneOf")) else {
            continue;
        };
        let mut mapping = Map::new();
        let mut lifted = Vec::new();
        for (tag, variant) in tags.iter().zip(variants.iter_mut()) {
            let name = format!("{union}{}", pascal(tag));
            let reference = format!("#/components/schemas/{name}");
            mapping.insert(tag.clone(), json!(reference));
            lifted.push((name, std::mem::replace(variant, json!({"$ref": reference}))));
        }
        schemas[&union]["discriminator"] = json!({"propertyName": "type", "mapping": mapping});
        schemas.extend(lifted);
    }
}

/// The tags of a union all of whose variants are objects with a `type` of one value.
fn tagged(schema: &Value) -> Option<Vec<String>> {
    let variants = schema.get("oneOf")?.as_array()?;
    let tag = |variant: &Value| match variant.pointer("/properties/type/enum")?.as_array()?.as_slice() {
        [Value::String(tag)] => Some(tag.clone()),
        _ => None,
    };
    variants.iter().map(tag).collect()
}

/// Makes of a schema with a `ruleset` field one for each ruleset, and a union that the field tells apart.
fn specialise(schemas: &mut Map<String, Value>, template: &str) {
    let Some(general) = schemas.get(template).cloned() else { return };
    let mut mapping = Map::new();
    let mut variants = Vec::new();
    for ruleset in Ruleset::ALL {
        let mut schema = general.clone();
        schema["properties"]["ruleset"] = json!({"type": "string", "enum": [ruleset.id()]});
        for (any, own) in parts(ruleset) {
            replace(&mut schema, &format!("#/components/schemas/{any}"), &format!("#/components/schemas/{own}"));
        }
        let seats = ruleset.about().players;
        if let Some(players) = schema.pointer_mut("/properties/players").and_then(Value::as_object_mut) {
            players.insert("minItems".into(), seats.min.into());
            players.insert("maxItems".into(), seats.max.into());
        }
        if let Some(fields) = schema.as_object_mut() {
            fields.shift_remove("example");
        }
        let name = format!("{}{template}", pascal(ruleset.id()));
        let reference = format!("#/components/schemas/{name}");
        mapping.insert(ruleset.id().to_owned(), json!(reference));
        variants.push(json!({"$ref": reference}));
        schemas.insert(name, schema);
    }
    let description = general["description"].clone();
    let discriminator = json!({"propertyName": "ruleset", "mapping": mapping});
    schemas[template] = json!({"description": description, "oneOf": variants, "discriminator": discriminator});
}

/// The names of what differs from ruleset to ruleset, for any and for this one.
fn parts(ruleset: Ruleset) -> [(&'static str, String); 4] {
    with_game!(ruleset, G => [
        ("AnyOptions", <G as Game>::Options::name().into()),
        ("AnyStep", <G as Game>::Step::name().into()),
        ("AnyState", <G as Game>::State::name().into()),
        ("AnyDetail", <G as Game>::Detail::name().into()),
    ])
}

fn replace(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) if text == from => *text = to.to_owned(),
        Value::Object(fields) => fields.values_mut().for_each(|field| replace(field, from, to)),
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, from, to)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn pascal(words: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}
