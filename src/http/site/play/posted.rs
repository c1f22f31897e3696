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
    let mut nothing_chosen = false;
    for name in of("fill").split(',').filter(|name| !name.is_empty()) {
        if let Some(value) = step.get_mut(name) {
            fill(value, name, fields)?;
            nothing_chosen |= value.as_array().is_some_and(Vec::is_empty);
        }
    }
    step.insert("player".to_owned(), player.0.into());
    serde_json::from_value(Value::Object(step)).map_err(|why| match nothing_chosen {
        true => "Choose cards first.".to_owned(),
        false => format!("The form makes no step: {why}."),
    })
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
