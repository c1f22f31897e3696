//! Constraints that `ruleset` puts on the other fields: options, steps, detail and number of players.

use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{
    options,
    schema::{Schemas, reference},
};
use crate::games::{Game, Ruleset, with_game};

/// The schema with these constraints.
const NAME: &str = "ByRuleset";

/// The fields that are constrained.
const TIED: [&str; 5] = ["options", "players", "deal", "steps", "result"];

/// Adds the constraints to every schema with a field `ruleset` and one of these.
///
/// `dependentSchemas` is for validators. Client generators ignore it and use the unions.
pub fn tie(schemas: &mut Schemas) {
    if let Some(Value::Array(either)) = schemas.get_mut("Deal").and_then(|any| any.get_mut("anyOf")) {
        either.retain(|step| Ruleset::ALL.into_iter().any(|own| *step == step_of(own) && has_deal(own)));
        for ruleset in Ruleset::ALL {
            either.iter_mut().filter(|step| **step == step_of(ruleset)).for_each(|step| *step = deal_of(ruleset));
        }
    }
    let id = json!(reference("RulesetId"));
    let tied = |schema: &Value| {
        let fields = &schema["properties"];
        fields["ruleset"]["$ref"] == id && TIED.iter().any(|name| fields.get(name).is_some())
    };
    for (_, schema) in schemas.iter_mut().filter(|(_, schema)| tied(schema)) {
        schema["dependentSchemas"] = json!({"ruleset": {"$ref": reference(NAME)}});
    }
    // Only Fortunes has readings, and it is the first ruleset.
    if let Some(asked) = schemas.get_mut("ReadingRequest") {
        let own = json!({"$ref": reference(&format!("{NAME}/then/properties/options"))});
        asked["dependentSchemas"] = json!({"options": {"properties": {"options": own}}});
    }
    // A log of another version is rejected, but a stored game may have been played under an older one.
    let versions = || Ruleset::ALL.into_iter().map(|ruleset| ruleset.info().rules_version);
    if let Some(version) = schemas.get_mut("ImportRequest").map(|import| &mut import["properties"]["rules_version"]) {
        version["minimum"] = versions().min().into();
        version["maximum"] = versions().max().into();
    }
    let said = Ruleset::ALL.into_iter().rfold(None, |others, ruleset| Some(said_by(ruleset, schemas, others)));
    schemas.extend(said.map(|said| (NAME.to_owned(), said)));
}

/// The constraints of this ruleset, or else those of the others.
fn said_by(ruleset: Ruleset, schemas: &Schemas, others: Option<Value>) -> Value {
    let info = ruleset.info();
    let absent = json!({"type": "null"});
    let deal = if has_deal(ruleset) { json!({"anyOf": [deal_of(ruleset), absent]}) } else { absent.clone() };
    let detail = with_game!(ruleset, G => reference(&<G as Game>::Detail::name()));
    let mut schema = json!({
        "if": {"properties": {"ruleset": {"const": info.id}}},
        "then": {"properties": {
            "options": options::some(ruleset, schemas),
            "players": {"minItems": info.players.min, "maxItems": info.players.max},
            "deal": deal,
            "steps": {"items": step_of(ruleset)},
            "result": {"properties": {"detail": {"$ref": detail}}},
        }},
    });
    if let Some(others) = others {
        schema["else"] = others;
    }
    schema
}

fn has_deal(ruleset: Ruleset) -> bool {
    ruleset.info().steps.contains(&"deal")
}

fn step_of(ruleset: Ruleset) -> Value {
    with_game!(ruleset, G => json!({"$ref": reference(&<G as Game>::Step::name())}))
}

fn deal_of(ruleset: Ruleset) -> Value {
    with_game!(ruleset, G => json!({"$ref": reference(&format!("{}Deal", <G as Game>::Step::name()))}))
}
