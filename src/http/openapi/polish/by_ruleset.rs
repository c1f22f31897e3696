//! What is one thing for each ruleset: a schema for each, and a union of them.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{Schemas, options, pascal, reference, replace};
use crate::games::{Game, Observe, Ruleset, with_game};

/// Schemas that name what differs from ruleset to ruleset; those with a `ruleset` field become unions.
const TEMPLATES: [&str; 10] = [
    "GameResult",
    "Game",
    "ListedGame",
    "GameLine",
    "Log",
    "LogVerdict",
    "PlayRequest",
    "ImportRequest",
    "StoredReading",
    "ReadingLine",
];

/// Of these only Fortunes has any.
const READINGS: [&str; 2] = ["StoredReading", "ReadingLine"];

/// Makes of every template one schema for each ruleset.
pub fn specialise(schemas: &mut Schemas) {
    list(schemas);
    line(schemas);
    for template in TEMPLATES {
        if let Some(general) = schemas.get(template).cloned() {
            if general["properties"].get("ruleset").is_some() {
                unite(schemas, template, &general);
            } else if READINGS.contains(&template) {
                schemas.insert(template.to_owned(), special(template, &general, Ruleset::Fortunes));
            } else {
                for ruleset in Ruleset::ALL {
                    schemas.insert(own_name(ruleset, template), special(template, &general, ruleset));
                }
            }
        }
    }
}

/// A game in a list is a game whose result has no detail.
fn list(schemas: &mut Schemas) {
    let (Some(mut game), Some(mut result)) = (schemas.get("Game").cloned(), schemas.get("GameResult").cloned()) else {
        return;
    };
    if let Some(fields) = result["properties"].as_object_mut() {
        fields.shift_remove("detail");
    }
    if let Some(names) = result["required"].as_array_mut() {
        names.retain(|name| name != "detail");
    }
    replace(&mut game, &reference("GameResult"), &reference("ListedResult"));
    game["description"] = json!("A stored game in a list, without the detail of its result.");
    schemas.insert("ListedResult".to_owned(), result);
    schemas.insert("ListedGame".to_owned(), game);
}

/// What stands on a line is what stands in a list, with its cursor; a game perhaps with its log.
fn line(schemas: &mut Schemas) {
    let cursor = json!({"type": "string", "pattern": "^([0-9a-f]{16})?[0-9a-f]{48}$", "description": "Cursor that resumes after this line."});
    for (listed, name) in [("ListedGame", "GameLine"), ("StoredReading", "ReadingLine")] {
        let Some(mut line) = schemas.get(listed).cloned() else { continue };
        line["description"] = json!("An item of an NDJSON list, with its cursor.");
        line["properties"]["cursor"] = cursor.clone();
        if let Some(names) = line["required"].as_array_mut() {
            names.push(json!("cursor"));
        }
        if name == "GameLine" {
            line["properties"]["log"] = json!({"$ref": reference("Log")});
        }
        schemas.insert(name.to_owned(), line);
    }
}

/// Makes a schema for each ruleset, and a union that the field `ruleset` tells apart.
fn unite(schemas: &mut Schemas, template: &str, general: &Value) {
    let mut mapping = Map::new();
    for ruleset in Ruleset::ALL {
        let name = own_name(ruleset, template);
        mapping.insert(ruleset.id().to_owned(), json!(reference(&name)));
        schemas.insert(name, special(template, general, ruleset));
    }
    let variants: Vec<Value> = mapping.values().map(|place| json!({"$ref": place})).collect();
    let discriminator = json!({"propertyName": "ruleset", "mapping": mapping});
    let description = &general["description"];
    schemas[template] = json!({"description": description, "oneOf": variants, "discriminator": discriminator});
}

/// The schema as it is for this ruleset.
fn special(template: &str, general: &Value, ruleset: Ruleset) -> Value {
    let mut schema = general.clone();
    for (any, own) in parts(ruleset) {
        replace(&mut schema, &reference(any), &reference(&own));
    }
    let info = ruleset.info();
    let Some(fields) = schema.as_object_mut() else { return schema };
    fields.shift_remove("example");
    let Some(properties) = fields.get_mut("properties").and_then(Value::as_object_mut) else { return schema };
    if let Some(own) = properties.get_mut("ruleset") {
        *own = json!({"type": "string", "enum": [info.id], "description": "Ruleset of the game."});
    }
    if let Some(Value::Object(players)) = properties.get_mut("players") {
        players.insert("minItems".to_owned(), info.players.min.into());
        players.insert("maxItems".to_owned(), info.players.max.into());
    }
    if !info.steps.contains(&"deal")
        && let Some(deal) = properties.get_mut("deal")
    {
        *deal = json!({"type": "null", "description": "This game accepts no deal."});
    }
    // A log of other rules is refused; what is stored may have been played by older ones.
    if let Some(Value::Object(version)) = properties.get_mut("rules_version").filter(|_| template == "ImportRequest") {
        version.insert("minimum".to_owned(), info.rules_version.into());
        version.insert("maximum".to_owned(), info.rules_version.into());
    }
    schema
}

/// The names of what differs from ruleset to ruleset, for any and for this one.
fn parts(ruleset: Ruleset) -> [(&'static str, String); 9] {
    let options = options::name(ruleset);
    with_game!(ruleset, G => [
        ("AnyCompleteOptions", format!("Complete{options}")),
        ("AnyOptions", options),
        ("AnyDeal", format!("{}Deal", <G as Game>::Step::name())),
        ("AnyStep", <G as Game>::Step::name().into()),
        ("AnyState", <G as Observe>::State::name().into()),
        ("AnyDetail", <G as Game>::Detail::name().into()),
        ("GameResult", own_name(ruleset, "GameResult")),
        ("ListedGame", own_name(ruleset, "ListedGame")),
        ("Log", own_name(ruleset, "Log")),
    ])
}

/// What a template is called for this ruleset.
fn own_name(ruleset: Ruleset, template: &str) -> String {
    pascal(ruleset.id()) + template
}
