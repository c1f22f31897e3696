//! Cards by name in logs and steps, where ids are meant: what has the form of an id is one, known or not.

use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

use crate::{
    cards::{Card, Deck, Refusal, by_name},
    games::{Code, Labels, QUOTED, Violation, excerpt},
};

/// Maximum length of a step with names, in bytes; a deal of the whole pack has some thousand.
const MAX_STEP: usize = 16 << 10;

/// A step with ids in place of the names of cards in a deck; `None` if it has no such name. `fields` hold cards.
pub fn with_ids(step: &RawValue, fields: &[&str], deck: Deck) -> Option<Box<RawValue>> {
    if step.get().len() > MAX_STEP {
        return None;
    }
    let mut value = serde_json::from_str(step.get()).ok()?;
    let mut replaced = false;
    each_card(&mut value, fields, &mut |text| {
        let card = by_name(text, deck).ok().filter(|_| !is_like_an_id(text) && text.parse::<Card>().is_err());
        if let Some(card) = card {
            *text = card.id();
            replaced = true;
        }
    });
    to_raw_value(&value).ok().filter(|_| replaced)
}

/// The sentence of a violation, with the text that is not a card in these fields of the step.
pub fn sentence(fault: &Violation, step: Option<&RawValue>, fields: &[&str], labels: Labels<'_>) -> String {
    let sentence = fault.sentence(labels);
    // The step is parsed again only for unknown cards.
    let step = step.filter(|_| fault.code == Code::UnknownCard);
    match step.and_then(|step| unknown(step, fields, labels.deck)) {
        Some(word) => format!("{}: {word}", sentence.trim_end_matches('.')),
        None => sentence,
    }
}

/// The first text in the card fields of a step that names no card, as part of a sentence.
fn unknown(step: &RawValue, fields: &[&str], deck: Deck) -> Option<String> {
    let mut value = serde_json::from_str(step.get()).ok()?;
    let mut first = None;
    each_card(&mut value, fields, &mut |text| {
        if first.is_none() && text.parse::<Card>().is_err() {
            first = Some(text.clone());
        }
    });
    first.map(|word| {
        let told = excerpt(&word, QUOTED);
        match by_name(&word, deck) {
            Err(Refusal::Unknown(near)) if !near.is_empty() => {
                format!("`{told}`. The nearest names: {}.", near.join(", "))
            }
            Err(Refusal::Ambiguous(readings)) => format!("`{told}`, which may be {}.", readings.join(" or ")),
            Ok(_) | Err(Refusal::Unknown(_)) => format!("`{told}`."),
        }
    })
}

/// Two letters and digits: no name of a card is written so.
fn is_like_an_id(text: &str) -> bool {
    let (letters, digits) = text.as_bytes().split_at(text.len().min(2));
    letters.iter().all(u8::is_ascii_alphabetic) && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Visits the texts in the fields of a value that hold cards. A wish may name a rank or a suit as well, which numbers of
/// cards would be mistaken for.
fn each_card(value: &mut Value, fields: &[&str], visit: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_card(item, fields, visit)),
        Value::Object(all) => {
            let cards = all.iter_mut().filter(|(name, _)| fields.contains(&name.as_str()) && *name != "wants");
            cards.for_each(|(_, value)| each_card(value, fields, visit));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [&str; 4] = ["card", "cards", "hands", "request"];

    fn step(text: &str) -> Box<RawValue> {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn names_are_ids_and_what_looks_like_an_id_is_one() {
        let replaced = |text: &str, deck| with_ids(&step(text), &FIELDS, deck).map(|step| step.get().to_owned());
        assert_eq!(
            replaced(r#"{"type":"play","player":0,"card":"Two of Cups"}"#, Deck::Fortunes).as_deref(),
            Some(r#"{"type":"play","player":0,"card":"cu02"}"#)
        );
        assert_eq!(
            replaced(r#"{"hands":[["the fool","wa02"]],"player":1}"#, Deck::Fortunes).as_deref(),
            Some(r#"{"hands":[["ar00","wa02"]],"player":1}"#)
        );
        assert_eq!(replaced(r#"{"card":"knight of cups"}"#, Deck::Thoth).as_deref(), Some(r#"{"card":"cuki"}"#));
        for same in [
            r#"{"card":"WA02"}"#,
            r#"{"card":"wa01"}"#,
            r#"{"card":"zz99"}"#,
            r#"{"wants":["king"]}"#,
            r#"{"request":{"rank":"8"}}"#,
            r#"{"card":"wa02"}"#,
            r#"{"card":"no card"}"#,
        ] {
            assert_eq!(replaced(same, Deck::Fortunes), None, "{same}");
        }
    }

    #[test]
    fn an_unknown_name_is_told_with_the_nearest_ones() {
        let told = |text: &str| unknown(&step(text), &FIELDS, Deck::WaiteSmith);
        assert_eq!(
            told(r#"{"card":"Tow of Cups"}"#).as_deref(),
            Some("`Tow of Cups`. The nearest names: Two of Cups, Ten of Cups.")
        );
        assert_eq!(told(r#"{"cards":["wa02","zz99"]}"#).as_deref(), Some("`zz99`."));
        assert_eq!(told(r#"{"cards":["wa02"]}"#), None);
    }
}
