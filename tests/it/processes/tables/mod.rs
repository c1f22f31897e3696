//! Tables survive failures of a service: kills, shutdowns, broken connections, and a second service on the same tables.
//! No confirmed step is lost, none is played twice, and watchers see every event once.

mod crash;
mod deal;
mod follower;
mod limits;
mod player;
mod proxy;
mod services;
mod stopping;
mod streams;

use arcana::chance::Chance;
use serde_json::{Value, json};

use crate::processes::{caller, database, program};

/// A table of Fortunes for two persons and two bots without pauses.
fn fortunes() -> Value {
    json!({"ruleset": "fortunes", "clock": {"speak_seconds": 0}, "seats": [
        {"type": "person", "client_seed": "tea leaves"}, {"type": "bot", "bot": "random"},
        {"type": "person", "client_seed": "coffee grounds"}, {"type": "bot", "bot": "random"}]})
}

/// A table of Reversal for two persons, who choose secretly and in any order.
fn reversal() -> Value {
    json!({"ruleset": "reversal", "options": {"target": 12}, "clock": {"speak_seconds": 0}, "seats": [
        {"type": "person", "client_seed": "tea leaves"}, {"type": "person"}]})
}

/// A random item of a non-empty list.
fn any<'a>(list: &'a Value, chance: &mut Chance) -> &'a Value {
    let items = list.as_array().expect("a list");
    &items[chance.below(items.len() as u32) as usize]
}

/// A non-negative number.
fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// A text.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}
