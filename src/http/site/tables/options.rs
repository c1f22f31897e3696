//! House rules as a form: one input for each option that the ruleset's schema describes.

use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::{
    games::Ruleset,
    http::{openapi::options_schema, site::form::Form},
};

/// Begins the name of every field of an option.
const PREFIX: &str = "option.";

/// One input.
struct OptionField {
    /// Where the option stands, as in `betting.limit`.
    path: String,
    schema: Value,
}

impl OptionField {
    fn name(&self) -> String {
        format!("{PREFIX}{}", self.path)
    }

    fn text(&self, key: &str) -> &str {
        self.schema[key].as_str().unwrap_or_default()
    }

    /// What may be chosen, where that is a list.
    fn choices(&self) -> Vec<String> {
        let words = |value: &Value| {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
        };
        match (&self.schema["oneOf"], self.text("type")) {
            (Value::Array(variants), _) => variants
                .iter()
                .filter_map(|one| one["properties"]["type"]["enum"][0].as_str())
                .map(ToOwned::to_owned)
                .collect(),
            (_, "boolean") => vec!["true".to_owned(), "false".to_owned()],
            _ => words(&self.schema["enum"]),
        }
    }

    /// A text as a value of this option.
    fn value(&self, text: &str) -> Value {
        if self.text("type") == "string" {
            text.into()
        } else {
            serde_json::from_str(text).unwrap_or_else(|_| text.into())
        }
    }
}

/// The inputs of a ruleset: an option that has variants is one for the variant, and one for each of its fields.
fn fields(ruleset: Ruleset) -> Vec<OptionField> {
    let mut fields: Vec<OptionField> = Vec::new();
    let schema = options_schema(ruleset);
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        fields.push(OptionField { path: name.clone(), schema: schema.clone() });
        let variants = schema["oneOf"].as_array().into_iter().flatten();
        for (field, schema) in variants.filter_map(|one| one["properties"].as_object()).flatten() {
            let path = format!("{name}.{field}");
            if field != "type" && !fields.iter().any(|field| field.path == path) {
                fields.push(OptionField { path, schema: schema.clone() });
            }
        }
    }
    fields
}

/// The names of all fields.
pub fn names(ruleset: Ruleset) -> Vec<String> {
    fields(ruleset).iter().map(OptionField::name).collect()
}

/// The options that a form sends; what is left empty is left to its default.
pub fn read(ruleset: Ruleset, form: &Form) -> Value {
    let mut options = Map::new();
    for field in fields(ruleset) {
        let (name, text) = (field.name(), form.text(&field.name()).trim().to_owned());
        if text.is_empty() {
            continue;
        }
        match name.trim_start_matches(PREFIX).split_once('.') {
            Some((outer, inner)) => {
                if let Some(Value::Object(variant)) = options.get_mut(outer) {
                    variant.insert(inner.to_owned(), field.value(&text));
                }
            }
            None if field.schema["oneOf"].is_array() => {
                drop(options.insert(field.path, Value::Object(Map::from_iter([("type".to_owned(), text.into())]))));
            }
            None => drop(options.insert(field.path.clone(), field.value(&text))),
        }
    }
    Value::Object(options)
}

/// The inputs.
pub fn inputs(ruleset: Ruleset, form: &Form) -> Markup {
    html! {
        @for field in fields(ruleset) {
            @let (name, choices, chosen) = (field.name(), field.choices(), form.text(&field.name()));
            label.field {
                span { (field.path.replace(['_', '.'], " ")) }
                @if choices.is_empty() {
                    input type="number" name=(name) min=[field.schema["minimum"].as_i64()] max=[field.schema["maximum"].as_i64()]
                        value=(chosen) placeholder=[field.schema["default"].as_i64()];
                } @else {
                    select name=(name) {
                        option value="" { "by default" @if !field.schema["default"].is_null() { " (" (said(&field.schema["default"])) ")" } }
                        @for choice in choices { option value=(choice) selected[choice == chosen] { (said(&field.value(&choice))) } }
                    }
                }
                span.hint { (field.text("description")) }
            }
        }
    }
}

/// A value in words.
fn said(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(word) => word.replace('_', " "),
        Value::Object(variant) => variant.get("type").map_or_else(String::new, said),
        Value::Null | Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{games::with_game, service::GameSetup};

    fn form(pairs: &[(&str, &str)]) -> Form {
        Form::from(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
    }

    #[test]
    fn every_option_has_an_input_and_each_choice_is_legal() {
        for ruleset in Ruleset::ALL {
            let defaults =
                with_game!(ruleset, G => serde_json::to_value(<G as crate::games::Game>::Options::default()));
            let all = fields(ruleset);
            for name in defaults.expect("JSON").as_object().expect("an object").keys() {
                assert!(all.iter().any(|field| field.path == *name), "{} {name}", ruleset.id());
            }
            for field in all.iter().filter(|field| field.schema["oneOf"].is_null()) {
                for choice in field.choices() {
                    let read = read(ruleset, &form(&[(&field.name(), &choice)]));
                    // Some rules are for four and more.
                    assert!(GameSetup::parse(ruleset, read.clone(), Some(4), None).is_ok(), "{read}");
                }
            }
        }
    }

    #[test]
    fn an_option_with_variants_has_an_input_for_each_of_their_fields() {
        let sent = [
            ("option.betting", "wager"),
            ("option.betting.when", "open"),
            ("option.betting.limit", "30"),
            ("option.disposition", "led"),
        ];
        let expected = json!({"betting": {"type": "wager", "when": "open", "limit": 30}, "disposition": "led"});
        assert_eq!(read(Ruleset::Fortunes, &form(&sent)), expected);
        assert_eq!(read(Ruleset::Fortunes, &form(&[("option.betting.limit", "30"), ("option.match", "")])), json!({}));
    }
}
