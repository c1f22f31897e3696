//! Illegal logs, explained.

use serde_json::{Value, value::RawValue};

use crate::{
    cards::{Card, Deck},
    games::{Code, DealUnknown, Document, Game, Labels, QUOTED, Refusal, Violation, excerpt},
    service::{IllegalLog, ServiceError},
};

/// Maximum size of a step repeated in an error, in bytes.
pub(in crate::service) const MAX_STEP_REPEATED: usize = 4 << 10;

/// The error of a submitted log that was refused, with the card names of this deck, or else of the ruleset's.
pub(super) fn illegal_log<G: Game>(refusal: Refusal, document: &Document<'_>, deck: Option<Deck>) -> ServiceError {
    let deck = deck.or(G::INFO.deck).unwrap_or_default();
    ServiceError::IllegalLog(Box::new(illegal::<G>(refusal, document, deck)))
}

fn illegal<G: Game>(refusal: Refusal, document: &Document<'_>, deck: Deck) -> IllegalLog {
    let step = refusal.index.and_then(|index| document.steps.get(index)).map(|step| step.json());
    let unknown = refusal.deal_unknown.as_deref();
    let cause = unknown.and_then(DealUnknown::slip).map(|slip| Box::new(illegal::<G>(slip.clone(), document, deck)));
    let labels = Labels { deck, players: &document.players };
    let mut detail = sentence::<G>(&refusal.fault, step, labels);
    if let Some(cause) = &cause {
        detail = format!("{detail} By the cards that are played later, this is wrong: {}", cause.detail);
    }
    for fault in unknown.map_or(&[][..], DealUnknown::missing) {
        detail = format!("{detail} {}", sentence::<G>(fault, None, labels));
    }
    IllegalLog {
        ruleset: document.ruleset.parse().ok(),
        index: refusal.index,
        step: step.filter(|step| step.get().len() <= MAX_STEP_REPEATED).map(ToOwned::to_owned),
        reason: refusal.fault.code,
        detail,
        due: refusal.due.map(|due| *due),
        legal: refusal.legal,
        legal_truncated: refusal.legal_truncated,
        cause,
    }
}

/// The sentence of a violation, with the text that is not a card.
fn sentence<G: Game>(fault: &Violation, step: Option<&RawValue>, labels: Labels<'_>) -> String {
    let sentence = fault.sentence(labels);
    // The step is parsed again only for unknown cards.
    match step.filter(|_| fault.code == Code::UnknownCard).and_then(|step| unknown_word(step, G::INFO.card_fields)) {
        Some(word) => format!("{}: `{}`.", sentence.trim_end_matches('.'), excerpt(&word, QUOTED)),
        None => sentence,
    }
}

/// The first text in the card fields of a step that is not a card.
fn unknown_word(step: &RawValue, card_fields: &[&str]) -> Option<String> {
    fn search(value: &Value, card_fields: &[&str]) -> Option<String> {
        match value {
            Value::String(text) => text.parse::<Card>().err().map(|unknown| unknown.0),
            Value::Array(items) => items.iter().find_map(|item| search(item, card_fields)),
            Value::Object(fields) => {
                let holds_cards = |name: &str| card_fields.contains(&name);
                fields.iter().filter(|(name, _)| holds_cards(name)).find_map(|(_, value)| search(value, card_fields))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        }
    }
    search(&serde_json::from_str(step.get()).ok()?, card_fields)
}
