//! What differs from ruleset to ruleset: options, steps, states, details and numbers of players.
//!
//! A schema with a field `ruleset` becomes a union of one form for each ruleset, told apart by this field.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{
    prune_unused::reached,
    schema::{Schemas, name_of, named, reference, within},
};
use crate::{games::Ruleset, spelling::capital};

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
pub fn part(schemas: &mut Schemas) {
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
