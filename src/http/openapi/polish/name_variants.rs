//! Unions: every variant has a name, and a tag that identifies it.

use serde_json::{Map, Value, json};

use super::schema::{Schemas, named, pascal, reference};

/// Names each variant of a tagged union, and maps each tag to its variant.
pub fn name_variants(schemas: &mut Schemas) {
    let unions: Vec<_> =
        schemas.iter().filter_map(|(name, schema)| Some((name.clone(), variant_names(name, schema)?))).collect();
    for (union, names) in unions {
        let Some(Value::Array(variants)) = schemas[&union].get_mut("oneOf") else { continue };
        let mut named: Vec<Value> = names.iter().map(|(_, name)| json!({"$ref": reference(name)})).collect();
        named.swap_with_slice(variants);
        let tags: Map<String, Value> = names.iter().map(|(tag, name)| (tag.clone(), json!(reference(name)))).collect();
        schemas[&union]["discriminator"] = json!({"propertyName": "type", "mapping": tags});
        schemas.extend(names.into_iter().map(|(_, name)| name).zip(named));
    }
}

/// Adds a discriminator to each union of named schemas that have a distinct `kind`.
pub fn tell_kinds(schemas: &mut Schemas) {
    let unions: Vec<_> =
        schemas.iter().filter_map(|(name, schema)| Some((name.clone(), kinds(schemas, schema)?))).collect();
    for (union, kinds) in unions {
        schemas[&union]["discriminator"] = json!({"propertyName": "kind", "mapping": kinds});
    }
}

/// The kind of each variant, with the reference to it; `None` if a variant does not require `kind`.
fn kinds(schemas: &Schemas, union: &Value) -> Option<Map<String, Value>> {
    let kind = |variant: &Value| {
        let schema = schemas.get(named(variant)?)?;
        let tagged = schema["required"].as_array()?.iter().any(|field| field == "kind");
        let kind = &schema["properties"]["kind"];
        let kind = named(kind).and_then(|kind| schemas.get(kind)).unwrap_or(kind);
        match kind["enum"].as_array()?.as_slice() {
            [Value::String(kind)] if tagged => Some((kind.clone(), variant["$ref"].clone())),
            _ => None,
        }
    };
    union.get("oneOf")?.as_array()?.iter().map(kind).collect()
}

/// The variants' tags and names; `None` if one has no tag.
fn variant_names(union: &str, schema: &Value) -> Option<Vec<(String, String)>> {
    let name = |variant: &Value| tag(variant).map(|tag| (tag.to_owned(), format!("{union}{}", pascal(tag))));
    schema.get("oneOf")?.as_array()?.iter().map(name).collect()
}

/// The single value of a variant's field `type`.
fn tag(variant: &Value) -> Option<&str> {
    match variant.pointer("/properties/type/enum")?.as_array()?.as_slice() {
        [Value::String(tag)] => Some(tag),
        _ => None,
    }
}
