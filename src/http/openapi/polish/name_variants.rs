//! Unions: every variant has a name, and a tag tells which it is.

use serde_json::{Map, Value, json};

use super::{Schemas, pascal, reference};

/// Gives each variant of a union a name of its own: by its tag `type`, or by its title.
pub fn name_variants(schemas: &mut Schemas) {
    let unions: Vec<_> =
        schemas.iter().filter_map(|(name, schema)| Some((name.clone(), variant_names(name, schema)?))).collect();
    for (union, names) in unions {
        let Some(Value::Array(variants)) = schemas[&union].get_mut("oneOf") else { continue };
        let mut named: Vec<Value> = names.iter().map(|(_, name)| json!({"$ref": reference(name)})).collect();
        named.swap_with_slice(variants);
        let tags: Map<String, Value> =
            names.iter().filter_map(|(tag, name)| Some((tag.clone()?, json!(reference(name))))).collect();
        if !tags.is_empty() {
            schemas[&union]["discriminator"] = json!({"propertyName": "type", "mapping": tags});
        }
        for ((_, name), mut variant) in names.into_iter().zip(named) {
            if let Some(fields) = variant.as_object_mut() {
                fields.shift_remove("title");
            }
            schemas.insert(name, variant);
        }
    }
}

/// The variants' tags and names; none where one has neither tag nor title.
fn variant_names(union: &str, schema: &Value) -> Option<Vec<(Option<String>, String)>> {
    let name = |variant: &Value| match (tag(variant), variant["title"].as_str()) {
        (Some(tag), _) => Some((Some(tag.to_owned()), format!("{union}{}", pascal(tag)))),
        (None, Some(title)) => Some((None, title.to_owned())),
        (None, None) => None,
    };
    schema.get("oneOf")?.as_array()?.iter().map(name).collect()
}

/// The one value of a variant's field `type`.
fn tag(variant: &Value) -> Option<&str> {
    match variant.pointer("/properties/type/enum")?.as_array()?.as_slice() {
        [Value::String(tag)] => Some(tag),
        _ => None,
    }
}
