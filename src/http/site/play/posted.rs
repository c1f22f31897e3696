//! Parses a submitted form into a step.

use serde_json::{Map, Value};

use crate::games::{GameStep, Player};

/// The step of a form: that of its button, with the listed fields filled in, made by this player.
///
/// # Errors
/// Why the form makes no step.
pub fn posted<S: GameStep>(fields: &[(String, String)], player: Player) -> Result<S, String> {
    let of = |name: &str| fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let mut step: Map<String, Value> =
        serde_json::from_str(of("step")).map_err(|_| "The form does not say which step to make.".to_owned())?;
    let mut missing = None;
    for name in of("fill").split(',').filter(|name| !name.is_empty()) {
        if let Some(value) = step.get_mut(name) {
            fill(value, name, fields)?;
            missing = missing.or(what_is_missing(value));
        }
    }
    step.insert("player".to_owned(), player.0.into());
    let step = serde_json::from_value(Value::Object(step));
    step.map_err(|why| missing.map_or_else(|| format!("The form makes no step: {why}."), ToOwned::to_owned))
}

/// What to do about a field that is still empty.
fn what_is_missing(value: &Value) -> Option<&'static str> {
    match value {
        Value::Array(cards) => cards.is_empty().then_some("Choose cards first."),
        Value::Object(terms) => terms.is_empty().then_some("Choose what to ask for first."),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Fills in a field of a step. Its blank value determines the type.
fn fill(value: &mut Value, name: &str, fields: &[(String, String)]) -> Result<(), String> {
    let mut sent =
        fields.iter().filter(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_str());
    match value {
        Value::Array(list) => *list = sent.map(Value::from).collect(),
        Value::Bool(flag) => *flag = sent.next().is_some(),
        Value::Number(_) => {
            let text = sent.next().unwrap_or_default().trim();
            *value = text.parse::<u32>().map_err(|_| format!("Expected a number in the field `{name}`."))?.into();
        }
        Value::String(text) => sent.next().unwrap_or_default().clone_into(text),
        Value::Object(terms) => {
            let within = |key: &str| key.strip_prefix(name)?.strip_prefix('.').map(ToOwned::to_owned);
            let sent = fields.iter().filter(|(_, value)| !value.is_empty());
            terms.extend(sent.filter_map(|(key, value)| Some((within(key)?, Value::from(value.as_str())))));
        }
        Value::Null => {}
    }
    Ok(())
}
