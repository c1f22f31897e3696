//! Deterministic mutations of logs.

use arcana::cards::PACK;
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Numbers derived from a name.
pub struct Numbers<'n> {
    name: &'n str,
    count: u64,
}

impl<'n> Numbers<'n> {
    pub fn of(name: &'n str) -> Numbers<'n> {
        Numbers { name, count: 0 }
    }

    /// The next number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.count += 1;
        (xxh3_64_with_seed(self.name.as_bytes(), self.count) % bound as u64) as usize
    }
}

/// Mutations that mostly keep steps well-formed.
pub const MOVES: [&str; 10] =
    ["drop", "repeat", "swap", "cut", "player", "card", "number", "type", "hands", "hands_and_card"];

/// Mutations that mostly make steps malformed.
pub const FORMS: [&str; 12] = [
    "stranger", "no_card", "negative", "large", "unknown", "null", "object", "no_type", "strip", "remove", "list",
    "word",
];

/// Mutates the steps of a log in one way.
pub fn change(kind: &str, steps: &mut Vec<Value>, types: &[&str], numbers: &mut Numbers<'_>) {
    let (at, other) = (numbers.below(steps.len()), numbers.below(steps.len()));
    let places = leaves(&steps[at]);
    let mut pick = |of: fn(&Value) -> bool| {
        let fit: Vec<_> = places.iter().filter(|place| steps[at].pointer(place).is_some_and(of)).collect();
        if fit.is_empty() { None } else { Some(fit[numbers.below(fit.len())].clone()) }
    };
    let (card, number, any) = (pick(is_card), pick(Value::is_i64), pick(|_| true));
    let (new_card, new_type) = (PACK[numbers.below(PACK.len())], types[numbers.below(types.len())]);
    let mut put = |place: Option<String>, value: Value| {
        if let Some(slot) = place.and_then(|place| steps[at].pointer_mut(&place)) {
            *slot = value;
        }
    };
    match kind {
        "drop" => drop(steps.remove(at)),
        "repeat" => steps.insert(at, steps[other].clone()),
        "swap" => steps.swap(at, other),
        "cut" => steps.truncate(at),
        "player" => put(Some("/player".into()), json!(other % 5)),
        "stranger" => put(Some("/player".into()), json!(250)),
        "card" => put(card, json!(new_card)),
        "no_card" => put(card, json!("xx99")),
        "number" => put(number, json!(other % 9)),
        "negative" => put(number, json!(-1)),
        "large" => put(number, json!(1_000_000_000_000_i64)),
        "unknown" => steps[at]["sky"] = json!(1),
        "null" => put(any, Value::Null),
        "object" => put(any, json!({"sky": []})),
        "type" => steps[at]["type"] = json!(new_type),
        "no_type" => steps[at]["type"] = json!("fly"),
        "strip" => steps[at] = json!({"type": new_type}),
        "remove" => remove(&mut steps[at], other),
        "list" => steps[at] = steps[at].as_object().expect("a step").values().cloned().collect(),
        "word" => steps[at] = json!("pass"),
        "hands" => steps.iter_mut().for_each(without_hands),
        "hands_and_card" => {
            put(card, json!(new_card));
            steps.iter_mut().for_each(without_hands);
        }
        other => panic!("{other} is no change"),
    }
}

/// Steps to try in place of the first of these: later ones, by players who are due, some with another card.
pub fn instead(steps: &[Value], players: &[u64], types: &[&str], numbers: &mut Numbers<'_>) -> Vec<Value> {
    let of_type = |step: &&Value| types.iter().any(|word| step["type"] == *word);
    let own = |step: &&Value| step["player"].as_u64().is_some_and(|player| players.contains(&player));
    let fitting: Vec<_> = steps.iter().filter(of_type).filter(own).collect();
    let mut candidate = |number: usize| {
        let from = if number == 0 || fitting.is_empty() { numbers.below(steps.len()) } else { usize::MAX };
        let mut step = steps.get(from).unwrap_or_else(|| fitting[numbers.below(fitting.len())]).clone();
        if let (Some(player), false) = (step.get_mut("player"), players.is_empty()) {
            *player = json!(players[numbers.below(players.len())]);
        }
        let cards: Vec<_> =
            leaves(&step).into_iter().filter(|place| step.pointer(place).is_some_and(is_card)).collect();
        if number > 1 && !cards.is_empty() {
            let place = &cards[numbers.below(cards.len())];
            *step.pointer_mut(place).expect("a card") = json!(PACK[numbers.below(PACK.len())]);
        }
        step
    };
    (0..4).map(&mut candidate).collect()
}

fn remove(step: &mut Value, number: usize) {
    let fields = step.as_object_mut().expect("a step");
    let name = fields.keys().nth(number % fields.len()).expect("a field").clone();
    fields.shift_remove(&name);
}

fn without_hands(step: &mut Value) {
    step.as_object_mut().map(|fields| fields.shift_remove("hands"));
}

fn is_card(value: &Value) -> bool {
    value.as_str().is_some_and(|text| PACK.iter().any(|card| card.to_string() == text))
}

/// Pointers to all scalar values.
pub fn leaves(value: &Value) -> Vec<String> {
    let below =
        |name: &str, value| leaves(value).into_iter().map(|place| format!("/{name}{place}")).collect::<Vec<_>>();
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(name, value)| below(name, value)).collect(),
        Value::Array(items) => items.iter().enumerate().flat_map(|(at, item)| below(&at.to_string(), item)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => vec![String::new()],
    }
}

/// Documents that are invalid outside their steps.
pub fn documents(document: &Value) -> Vec<String> {
    let with = |name: &str, value: Value| {
        let mut changed = document.clone();
        changed[name] = value;
        changed.to_string()
    };
    let text = document.to_string();
    let player = |value: Value| {
        let mut players = document["players"].clone();
        players[0] = value;
        with("players", players)
    };
    let mut fewer = document["players"].as_array().expect("players").clone();
    fewer.pop();
    let fields = ["ruleset", "options", "players", "steps"];
    let without = |name: &&str| {
        let mut changed = document.clone();
        changed.as_object_mut().map(|fields| fields.shift_remove(*name));
        changed.to_string()
    };
    let mut texts: Vec<_> = fields.iter().map(without).collect();
    texts.extend(fields.iter().map(|name| with(name, json!(7))));
    texts.extend(fields.iter().map(|name| with(name, Value::Null)));
    texts
        .extend([json!(1), json!(2), json!("1"), json!(1.0), json!(-1), Value::Null].map(|v| with("rules_version", v)));
    texts.extend([
        with("played_at", json!(1)),
        with("sky", json!(1)),
        with("players", json!([])),
        with("players", json!(fewer)),
        with("players", json!(vec![json!({"name": "Ada"}); 21])),
        with("players", json!(vec![json!({"name": "Ada"}); 1001])),
        with("steps", json!([])),
        with("steps", json!([7, null])),
        with("options", json!({"sky": 1})),
        with("options", json!([])),
        with("options", json!({"sky": "x".repeat(70_000)})),
    ]);
    texts.extend(
        [json!("Ada"), json!({}), json!({"name": ""}), json!({"name": 7}), json!({"name": "a\u{7}"})].map(player),
    );
    texts.extend([json!({"name": "x".repeat(64)}), json!({"name": "x".repeat(65)}), json!(["Ada"])].map(player));
    texts.push(player(json!({"name": "Ada", "age": 3})));
    texts.extend([text.replacen('{', "{\"steps\":[],", 1), text.clone() + "x", text[..text.len() - 1].to_owned()]);
    texts.extend(["", "[]", "null", "7", "{", "{}"].map(str::to_owned));
    texts
}

/// Options with one error or one valid change each.
pub fn options(good: &Value) -> Vec<Value> {
    let values =
        [json!(0), json!(-1), json!(1), json!(1_000_000_000), json!(1.5), json!("x"), json!(true), json!(null)];
    let values = values.into_iter().chain([json!([]), json!({}), json!({"type": "x"})]);
    let mut all: Vec<_> = [json!({}), json!([]), json!(null), json!({"sky": 1, "sea": 2})].to_vec();
    for place in leaves(good) {
        for value in values.clone() {
            let mut changed = good.clone();
            *changed.pointer_mut(&place).expect("a place") = value;
            all.push(changed.clone());
            changed["sky"] = json!(1);
            all.push(changed);
        }
    }
    all
}
