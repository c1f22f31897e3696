//! Unions: every variant has a name, and where there is one a tag that identifies it.

use serde_json::{Map, Value, json};

use super::schema::{Schemas, named, pascal, reference};

/// Fields that tell variants apart.
const TAGS: [&str; 4] = ["type", "kind", "event", "is"];

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
