//! Fuzzing: arbitrary bodies, queries and URLs get only documented responses.

use std::{collections::BTreeSet, env, thread};

use arcana::chance::Chance;
use reqwest::{Method, header::ACCEPT};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::api::{
    app::{Request, TestApp},
    contract::{Contract, Operation},
    plays::{NOBODY, text},
};

/// Number of bodies and of URLs for each route.
const ROUNDS: usize = 150;

/// Number of attempts; `ROUNDS` overrides it for longer runs.
fn rounds() -> usize {
    env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS)
}

/// Words with a meaning somewhere.
const WORDS: [&str; 44] = [
    "ruleset",
    "options",
    "players",
    "steps",
    "seed",
    "client_seed",
    "commitment",
    "deal",
    "external_id",
    "played_at",
    "name",
    "bot",
    "type",
    "player",
    "card",
    "hands",
    "discarded",
    "own",
    "partner",
    "outcome",
    "layout",
    "deck",
    "disposition",
    "querent",
    "question",
    "bots",
    "match",
    "betting",
    "rules_version",
    "fortunes",
    "play",
    "won",
    "well",
    "simple",
    "adept",
    "random",
    "wa10",
    "the-fool",
    "2026-01-01T00:00:00Z",
    NOBODY,
    "",
    "\u{0}",
    "Zoe\u{308}",
    "🂏",
];

/// A stream of arbitrary values, reproducible by its seed.
pub struct Arbitrary(Chance);

impl Arbitrary {
    /// A new stream, of the seed in `ARCANA_TEST_SEED` if there is one. What is printed is shown by a test that fails.
    pub fn fresh(what: &str) -> Arbitrary {
        let seed = env::var("ARCANA_TEST_SEED").unwrap_or_else(|_| Uuid::now_v7().to_string());
        let test = thread::current().name().unwrap_or(what).to_owned();
        println!("to repeat it: ARCANA_TEST_SEED={seed} scripts/test --test it {test}");
        Arbitrary(Chance::of_table(&seed, what))
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u32) as usize
    }

    pub fn one<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn text(&mut self) -> String {
        match self.below(4) {
            0 => (0..self.below(12)).filter_map(|_| char::from_u32(self.0.below(0x11_0000))).collect(),
            1 => "x".repeat(self.below(200)),
            _ => self.one(&WORDS).to_owned(),
        }
    }

    fn number(&mut self) -> Value {
        match self.below(6) {
            0 => json!(self.below(5)),
            1 => json!(-1),
            2 => json!(1.5),
            3 => json!(u64::MAX),
            4 => json!(1e300),
            _ => json!(self.below(1 << 31)),
        }
    }

    pub fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => self.number(),
            3 => json!(self.text()),
            4 => (0..self.below(5)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object((0..self.below(6)).map(|_| (self.text(), self.value(depth - 1))).collect::<Map<_, _>>()),
        }
    }

    /// A value changed at one place.
    fn changed(&mut self, value: &Value) -> Value {
        let mut value = value.clone();
        let places = places(&value, String::new());
        let place = self.one(&places);
        let found = value.pointer_mut(&place).expect("a place of the value");
        match (self.below(4), found) {
            (0, Value::Object(fields)) if !fields.is_empty() => {
                let name = fields.keys().nth(self.below(fields.len())).expect("a field").clone();
                fields.shift_remove(&name);
            }
            (0, Value::Array(items)) if !items.is_empty() => {
                items.remove(self.below(items.len()));
            }
            (1, Value::Object(fields)) => {
                fields.insert(self.text(), self.value(2));
            }
            (1, Value::Array(items)) => items.push(self.value(2)),
            (_, found) => *found = self.value(2),
        }
        value
    }

    /// The value of a parameter, escaped.
    pub fn parameter(&mut self) -> String {
        let text = match self.below(3) {
            0 => self.number().to_string(),
            _ => self.text(),
        };
        escaped(&text)
    }
}

/// Percent-encodes a text.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// All places of a value, as JSON pointers.
fn places(value: &Value, here: String) -> Vec<String> {
    let mut all = vec![here.clone()];
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                all.extend(places(field, format!("{here}/{}", name.replace('~', "~0").replace('/', "~1"))));
            }
        }
        Value::Array(items) => {
            // A few cards of a hand suffice.
            for (index, item) in items.iter().enumerate().take(3) {
                all.extend(places(item, format!("{here}/{index}")));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    all
}

/// Valid bodies for each route.
async fn valid_bodies(app: &TestApp) -> [(&'static str, Value); 5] {
    let options =
        json!({"match": {"type": "race", "target": 20, "max_deals": 3}, "betting": {"type": "ante", "raise": 2}});
    let players = json!([{"name": "Ada", "bot": "adept"}, {}, {"bot": "random"}, {}]);
    let play = json!({"ruleset": "fortunes", "options": options, "players": players, "seed": "any text", "client_seed": "",
        "commitment": null, "deal": null});
    let log = app.log(&app.play(&play).await).await;
    let ask = json!({"querent": "Ada", "question": "What comes of it?", "deck": "thoth", "options": {"disposition": "led"},
        "bots": ["adept", "random", "adept", "random"], "seed": "any text", "client_seed": "x"});
    let own = json!([{"card": "wa02", "disposition": "well"}, {"card": "the-fool", "disposition": "ill"}]);
    let lay = json!({"own": own, "partner": [{"card": "cuqu", "disposition": "well"}], "outcome": "won", "layout": "auto",
        "deck": "waite-smith"});
    [
        ("/v1/games", play),
        ("/v1/games/import", log),
        ("/v1/readings", ask),
        ("/v1/layouts", lay),
        ("/v1/commitments", json!({})),
    ]
}

/// Sends a request; the contract check knows the documented responses, and server errors fail.
pub async fn sent(app: &TestApp, request: Request) -> u16 {
    let answer = app.send(request).await;
    assert!(answer.status < 500, "{}: {}", answer.asked, answer.body());
    answer.status
}

on_both! {
    async fn arbitrary_bodies_get_documented_answers(app: &TestApp) {
        let mut arbitrary = Arbitrary::fresh("bodies");
        for (path, _) in valid_bodies(app).await {
            for _ in 0..rounds() {
                sent(app, Request::post(path, arbitrary.value(5).to_string())).await;
            }
        }
    }

    async fn slightly_wrong_bodies_are_checked_as_their_schema_says(app: &TestApp) {
        let mut arbitrary = Arbitrary::fresh("changes");
        for (path, good) in valid_bodies(app).await {
            let mut statuses = BTreeSet::from([sent(app, Request::post(path, good.to_string())).await]);
            for _ in 0..rounds() {
                statuses.insert(sent(app, Request::post(path, arbitrary.changed(&good).to_string())).await);
            }
            assert!(statuses.contains(&422), "{path}: {statuses:?}");
        }
    }

    async fn bodies_cut_short_or_garbled_get_documented_answers(app: &TestApp) {
        let mut arbitrary = Arbitrary::fresh("bytes");
        for (path, good) in valid_bodies(app).await {
            for _ in 0..rounds() / 3 {
                let mut bytes = good.to_string().into_bytes();
                let place = arbitrary.below(bytes.len());
                if arbitrary.below(3) == 0 {
                    bytes.truncate(place);
                } else {
                    bytes[place] = arbitrary.below(256) as u8;
                }
                sent(app, Request::post(path, bytes)).await;
            }
        }
    }

    async fn arbitrary_addresses_get_documented_answers(app: &TestApp) {
        let mut arbitrary = Arbitrary::fresh("addresses");
        let reading = app.post("/v1/readings", &json!({})).await.is(201);
        let ids = [text(&reading["id"]), text(&reading["game"]["id"]), NOBODY].map(ToOwned::to_owned);
        let gets: Vec<Operation<'_>> = Contract::get().operations().filter(|operation| operation.method == "get").collect();
        let names: BTreeSet<&str> = gets.iter().flat_map(|operation| Contract::get().parameters(operation, "query"))
            .map(|(_, parameter)| text(&parameter["name"])).collect();
        let names: Vec<&str> = names.into_iter().chain(["sky"]).collect();
        for operation in &gets {
            for _ in 0..rounds() / 3 {
                let part = |part: &str| match (part.starts_with('{'), arbitrary.below(3)) {
                    (true, 0) => arbitrary.one(&ids),
                    (true, 1) => arbitrary.parameter() + arbitrary.one(&["", "", ".txt", ".json", ".svg", ".html", ".exe", "."]),
                    (true, _) => arbitrary.one(&["0", "1", "fortunes", "thoth", "ar00", "the-fool", "chance"]).to_owned(),
                    (false, _) => part.to_owned(),
                };
                // Clients resolve "." and ".." before sending.
                let resolved = |part: &String| [".", ".."].contains(&part.replace("%2E", ".").as_str());
                let parts = operation.path.split('/').map(part).map(|part| if resolved(&part) { "dots".to_owned() } else { part });
                let path = parts.collect::<Vec<_>>().join("/");
                let pairs: Vec<_> = (0..arbitrary.below(4))
                    .map(|_| format!("{}={}", arbitrary.one(&names), arbitrary.parameter()))
                    .collect();
                let mut request = Request::new(Method::GET, format!("{path}?{}", pairs.join("&")));
                if arbitrary.below(4) == 0 {
                    request = request.with(ACCEPT, arbitrary.one(&["text/plain", "text/html", "image/*", "*/*", "x", "application/json"]));
                }
                sent(app, request).await;
            }
        }
    }
}
