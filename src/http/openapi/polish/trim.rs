//! What tells callers nothing is left out.

use serde_json::{Value, json};

use super::{
    prune_unused::reached,
    schema::{Schemas, every_schema, named, within},
};

/// Bounds that are only those of a type.
const OF_TYPES: [u64; 3] = [u8::MAX as u64, u16::MAX as u64, i32::MAX as u64];

/// Leaves it out.
pub fn trim(document: &mut Value) {
    let asked = asked(document);
    every_schema(document, &mut |schema| {
        if schema.get("minLength") == Some(&json!(0)) {
            schema.shift_remove("minLength");
        }
        narrow(schema);
        drop_names(schema);
    });
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
    let asked = reached(&asked, schemas);
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !asked.contains(*name)) {
        within(schema, &mut unbound);
    }
}

/// Parameters and bodies; of parameters that may be absent it drops that they may.
fn asked(document: &mut Value) -> Value {
    let mut asked = Vec::new();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operation) in paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()) {
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
