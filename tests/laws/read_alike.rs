//! A step is parsed the same wherever its `type` is: first, where it is read field by field, or last.

use arcana::games::{GameStep, RawStep};
use serde_json::{Map, Value, json, value::to_raw_value};

/// Number of steps tried per game, spread over all of it.
const SAMPLES: usize = 8;

/// Parses steps, and variants with a missing, invalid or additional field, in both orders.
pub fn are_parsed_alike<S: GameStep>(steps: &[S]) {
    for step in steps.iter().step_by(steps.len().div_ceil(SAMPLES).max(1)) {
        let Ok(Value::Object(fields)) = serde_json::to_value(step) else { panic!("{step:?} is an object") };
        assert_eq!(read_in_both_orders::<S>(&fields).as_ref(), Some(step));
        for spoilt in spoilt(&fields) {
            read_in_both_orders::<S>(&spoilt);
        }
    }
}

/// Parses the step in either order; both results must be equal.
fn read_in_both_orders<S: GameStep>(fields: &Map<String, Value>) -> Option<S> {
    let mut last = fields.clone();
    if let Some(word) = last.shift_remove("type") {
        last.insert("type".to_owned(), word);
    }
    let [first, last] = [fields, &last].map(|fields| {
        let text = to_raw_value(fields).expect("JSON");
        RawStep::new(&text).read::<S>().ok()
    });
    assert_eq!(first, last, "{fields:?}");
    first
}

fn spoilt(fields: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let strange = [
        json!(null),
        json!(-1),
        json!(1),
        json!(1.0),
        json!(300),
        json!(1e30),
        json!(true),
        json!("x"),
        json!("wa10"),
        json!([]),
        json!([["wa10"], []]),
        json!({}),
        json!({"type": "play"}),
    ];
    let mut all = Vec::new();
    for name in fields.keys() {
        let mut without = fields.clone();
        without.shift_remove(name);
        all.push(without);
        all.extend(strange.iter().map(|value| {
            let mut other = fields.clone();
            other[name] = value.clone();
            other
        }));
    }
    all.extend(["player", "card", "unknown"].map(|name| {
        let mut more = fields.clone();
        more.insert(name.to_owned(), json!(0));
        more
    }));
    all
}
