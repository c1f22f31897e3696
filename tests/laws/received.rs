//! What a viewer of a game receives, and the cards in it.

use arcana::{
    cards::{Card, Hand},
    games::{Log, Viewer, legal_steps},
};
use serde_json::{Value, json};

use crate::setups::Setups;

/// What a viewer receives with a step: the step, then the state, what is due and what is legal.
pub fn received<G: Setups>(before: &G, step: &G::Step, after: &G, viewer: Viewer) -> Value {
    let legal = legal_steps(after, viewer);
    json!({
        "step": before.seen(step, after, viewer),
        "state": after.state(viewer),
        "due": after.due_for(viewer).named(),
        "legal": legal.steps,
        "legal_truncated": legal.truncated,
    })
}

/// Everything that a viewer receives with the steps of a log, starting at one of them.
pub fn all_received<G: Setups>(log: &Log<G>, from: usize, viewer: Viewer) -> Vec<Value> {
    let mut game = log.replay_to(from).expect("a game that was played");
    let mut all = Vec::new();
    for step in &log.steps[from..] {
        let before = game.clone();
        game.apply(step).expect("a legal step");
        all.push(received(&before, step, &game, viewer));
    }
    all
}

/// The cards whose position in the current deal is revealed.
pub fn cards_in(value: &Value) -> Hand {
    match value {
        Value::String(text) => text.parse::<Card>().map_or(Hand::EMPTY, Hand::of),
        Value::Array(items) => items.iter().fold(Hand::EMPTY, |all, item| all | cards_in(item)),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, field)| !is_old_or_a_list_of_names(name, field));
            fields.fold(Hand::EMPTY, |all, (_, field)| all | cards_in(field))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Hand::EMPTY,
    }
}

/// Whether the field is about finished deals, whose cards were open and are redealt, or a legal step that may name any
/// card.
fn is_old_or_a_list_of_names(name: &str, field: &Value) -> bool {
    name == "deals" || name == "legal" && field.as_array().is_some_and(|steps| steps.iter().any(may_name_any_card))
}

/// Whether the step only names cards, which may then be anywhere.
pub fn may_name_any_card(step: &Value) -> bool {
    ["request", "ask", "name"].iter().any(|name| step["type"] == *name)
}
