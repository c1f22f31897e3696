//! The members of unions, as generators of clients understand them.

use serde_json::{Value, json};

use super::schema::{Schemas, every_schema, named};

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
