//! Problems, told apart by their `code`.

use serde_json::{Map, Value, json};

use super::schema::{Schemas, reference};
use crate::service::{PROBLEMS, ProblemCode};

/// The problems with a field of their own: the schema, the field, and the code.
const WITH_FIELD: [(&str, &str, ProblemCode); 2] = [
    ("ExternalIdTakenProblem", "game", ProblemCode::ExternalIdTaken),
    ("TableMovedOnProblem", "step_count", ProblemCode::TableMovedOn),
];
/// The problems of logs and steps.
const OF_LOGS: [ProblemCode; 2] = [ProblemCode::IllegalLog, ProblemCode::IllegalStep];

/// Makes `Problem` a union.
pub fn part(schemas: &mut Schemas) {
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
