//! Every example of the OpenAPI document is requested again. `UPDATE_EXAMPLES=1 scripts/test --test it examples`
//! updates them; then write `openapi/openapi.json` with `arcana openapi`.

use arcana::{
    clock::Clock,
    http::openapi::examples::{Example, all},
    service::Scope,
};
use chrono::Days;
use reqwest::{
    Method,
    header::{ACCEPT, CONTENT_TYPE},
};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    days::profile,
    keys::{key, shown},
    tables::Table,
};

/// A call: method, route, path with placeholders for ids, `Accept`, and the body.
type Call = (&'static str, &'static str, &'static str, &'static str, Option<Value>);

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// The calls, in order.
fn calls() -> Vec<Call> {
    let played = json!({
        "ruleset": "fortunes",
        "players": [{"name": "Ada", "bot": "random"}, {"name": "Bel", "bot": "random"}, {"bot": "random"}, {"bot": "random"}],
        "seed": "any text"
    });
    let asked = json!({"querent": "Ada", "question": "What comes of it?", "bots": ["random", "random", "random", "random"], "seed": "any text"});
    let noted = json!({"text": "The letter came on Friday.", "mood": "hopeful", "people": ["Bel"], "tags": ["work"]});
    let tricks = json!({
        "own": [{"card": "wa02", "disposition": "well"}, {"card": "ar17", "disposition": "ill"}],
        "partner": [{"card": "cuqu", "disposition": "well"}], "outcome": "won"
    });
    let draw = json!({
        "spread": "three-card", "deck": "waite-smith", "querent": "Ada", "question": "What comes of it?", "seed": "any text"
    });
    let unfinished = json!({
        "ruleset": "reversal", "players": [{"name": "Ada"}, {"name": "Bel"}],
        "steps": [{"type": "choose", "player": 0, "action": "spend", "amount": 1}]
    });
    let imported = json!({
        "ruleset": "reversal", "options": {"target": 1}, "players": [{"name": "Ada"}, {"name": "Bel"}], "steps": [
            {"type": "choose", "player": 1, "action": "store", "amount": 1},
            {"type": "choose", "player": 0, "action": "store", "amount": 3},
            {"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]},
            {"type": "reroll", "dice": [[1, 6, 2], [5]]}
        ]
    });
    let table = json!({
        "ruleset": "reversal", "options": {"target": 1}, "listed": true, "hints": true,
        "seats": [{"type": "person", "name": "Ada", "client_seed": "tea leaves"}, {"type": "open"}]
    });
    let joined = json!({"name": "Bel", "client_seed": "coffee grounds", "invitation": "{invitation}"});
    let stepped = json!({"after": 0, "step": {"type": "choose", "player": 0, "action": "store", "amount": 1}});
    let simulated = json!({
        "ruleset": "reversal", "options": {"target": 1}, "players": [{"bot": "random"}, {"bot": "random"}], "games": 20,
        "seed": "any text"
    });
    vec![
        ("POST", "/v1/games", "/v1/games", JSON, Some(played)),
        ("POST", "/v1/games", "/v1/games", JSON, Some(json!({"ruleset": "whist"}))),
        ("POST", "/v1/games/import", "/v1/games/import", JSON, Some(imported.clone())),
        ("POST", "/v1/games/import", "/v1/games/import?dry_run=true", JSON, Some(imported)),
        ("POST", "/v1/games/import", "/v1/games/import", JSON, Some(unfinished)),
        ("GET", "/v1/games", "/v1/games?limit=1", JSON, None),
        ("GET", "/v1/games", "/v1/games?limit=0", JSON, None),
        ("GET", "/v1/statistics/{ruleset}", "/v1/statistics/reversal?player=Ada", JSON, None),
        ("GET", "/v1/games/{id}", "/v1/games/{game}", JSON, None),
        ("GET", "/v1/games/{id}/log", "/v1/games/{game}/log", JSON, None),
        ("GET", "/v1/games/{id}/states/{n}", "/v1/games/{game}/states/3?view=1", JSON, None),
        ("GET", "/v1/games/{id}/verification", "/v1/games/{game}/verification", JSON, None),
        ("GET", "/v1/games/{id}/analysis", "/v1/games/{game}/analysis?player=0&effort=1", JSON, None),
        ("GET", "/v1/games/{id}/analysis", "/v1/games/{game}/analysis?player=0&effort=1", JSON, None),
        ("GET", "/v1/games/{id}/readings", "/v1/games/{game}/readings", JSON, None),
        ("GET", "/v1/games/{id}/readings/{player}", "/v1/games/{game}/readings/0", JSON, None),
        ("GET", "/v1/games/{id}/readings/{player}", "/v1/games/{game}/readings/0", "text/plain", None),
        ("GET", "/v1/leaderboards/{ruleset}", "/v1/leaderboards/reversal?limit=2", JSON, None),
        ("GET", "/v1/players", "/v1/players?q=a", JSON, None),
        ("GET", "/v1/players/{name}", "/v1/players/Ada", JSON, None),
        ("GET", "/v1/players/{name}/versus/{other}", "/v1/players/Ada/versus/Bel", JSON, None),
        ("POST", "/v1/commitments", "/v1/commitments", JSON, Some(json!({}))),
        ("GET", "/v1/commitments", "/v1/commitments?limit=1", JSON, None),
        ("GET", "/v1/commitments/{id}", "/v1/commitments/{commitment}", JSON, None),
        ("POST", "/v1/readings", "/v1/readings", JSON, Some(asked)),
        ("GET", "/v1/readings", "/v1/readings", JSON, None),
        ("GET", "/v1/readings/{id}", "/v1/readings/{reading}", JSON, None),
        ("GET", "/v1/readings/{id}", "/v1/readings/{reading}", "text/plain", None),
        ("POST", "/v1/readings/{id}/notes", "/v1/readings/{reading}/notes", JSON, Some(noted)),
        ("GET", "/v1/readings/{id}/notes", "/v1/readings/{reading}/notes", JSON, None),
        (
            "PATCH",
            "/v1/readings/{id}/notes/{note}",
            "/v1/readings/{reading}/notes/{note}",
            JSON,
            Some(json!({"came_of_it": "A new post in May."})),
        ),
        ("DELETE", "/v1/readings/{id}/notes/{note}", "/v1/readings/{reading}/notes/{note}", JSON, None),
        (
            "POST",
            "/v1/readings",
            "/v1/readings",
            JSON,
            Some(json!({"type": "spread", "spread": "three-card", "seed": "any text"})),
        ),
        (
            "POST",
            "/v1/readings/{id}/clarifiers",
            "/v1/readings/{spread}/clarifiers",
            JSON,
            Some(json!({"place": "future"})),
        ),
        ("GET", "/v1/readings/{id}/clarifiers", "/v1/readings/{spread}/clarifiers", JSON, None),
        ("POST", "/v1/layouts", "/v1/layouts", JSON, Some(tricks)),
        ("POST", "/v1/draws", "/v1/draws", JSON, Some(draw.clone())),
        ("POST", "/v1/draws", "/v1/draws", "text/plain", Some(draw)),
        ("GET", "/v1/spreads", "/v1/spreads", JSON, None),
        ("GET", "/v1/spreads/{spread}", "/v1/spreads/celtic-cross", JSON, None),
        ("GET", "/v1/cards", "/v1/cards?q=peace&suit=cups", JSON, None),
        ("GET", "/v1/explorer/fortunes", "/v1/explorer/fortunes?place=self&card=knight-of-cups", JSON, None),
        ("POST", "/v1/tables", "/v1/tables", JSON, Some(table)),
        ("GET", "/v1/tables", "/v1/tables?limit=1", JSON, None),
        ("GET", "/v1/tables/{id}", "/v1/tables/{table}?after=0&wait=0", JSON, None),
        ("POST", "/v1/tables/{id}/seats/{n}", "/v1/tables/{table}/seats/1", JSON, Some(joined)),
        ("GET", "/v1/tables/{id}/hint", "/v1/tables/{table}/hint", JSON, None),
        ("POST", "/v1/tables/{id}/steps", "/v1/tables/{table}/steps", JSON, Some(stepped)),
        ("DELETE", "/v1/tables/{id}/seats/{n}", "/v1/tables/{table}/seats/0", JSON, None),
        ("DELETE", "/v1/tables/{id}", "/v1/tables/{table}", JSON, None),
        ("GET", "/v1/tables/{id}/events", "/v1/tables/{table}/events?last_event_id=1", "text/event-stream", None),
        ("POST", "/v1/simulations", "/v1/simulations", JSON, Some(simulated)),
        ("GET", "/v1/simulations", "/v1/simulations?limit=1", JSON, None),
        ("GET", "/v1/simulations/{id}", "/v1/simulations/{simulation}", JSON, None),
        ("GET", "/v1/simulations/{id}/events", "/v1/simulations/{simulation}/events", LINES, None),
        ("POST", "/v1/simulations/{id}/cancel", "/v1/simulations/{simulation}/cancel", JSON, None),
        ("DELETE", "/v1/simulations/{id}", "/v1/simulations/{simulation}", JSON, None),
        ("GET", "/v1/rulesets", "/v1/rulesets", JSON, None),
        ("GET", "/v1/rulesets/{ruleset}", "/v1/rulesets/foolery", JSON, None),
        ("GET", "/v1/decks", "/v1/decks", JSON, None),
        ("GET", "/v1/decks/{deck}", "/v1/decks/thoth", JSON, None),
        ("GET", "/v1/decks/{deck}/cards/{card}", "/v1/decks/waite-smith/cards/two-of-cups", JSON, None),
        (
            "PATCH",
            "/v1/games/{id}",
            "/v1/games/{game}",
            JSON,
            Some(json!({"tags": ["club", "season 3"], "external_id": "table-7/2026-11-21"})),
        ),
        ("DELETE", "/v1/readings/{id}", "/v1/readings/{reading}", JSON, None),
        ("DELETE", "/v1/games/{id}", "/v1/games/{game}", JSON, None),
        ("GET", "/v1/games/{id}", "/v1/games/{game}", JSON, None),
        (
            "POST",
            "/v1/keys",
            "/v1/keys",
            JSON,
            Some(json!({"name": "phone app", "scopes": ["read", "write"], "owner": 1})),
        ),
        ("GET", "/v1/keys", "/v1/keys?limit=1", JSON, None),
        ("GET", "/v1/keys/{id}", "/v1/keys/{key}", JSON, None),
        ("DELETE", "/v1/keys/{id}", "/v1/keys/{key}", JSON, None),
        ("GET", "/v1/days", "/v1/days?limit=1", JSON, None),
        ("POST", "/v1/days/{date}/tables", "/v1/days/{today}/tables", JSON, Some(json!({}))),
        ("GET", "/v1/days/{date}", "/v1/days/{yesterday}", JSON, None),
        ("GET", "/v1/days/{date}/board", "/v1/days/{today}/board", JSON, None),
        ("GET", "/v1/days/{date}/result", "/v1/days/{today}/result", JSON, None),
        (
            "PATCH",
            "/v1/days/{date}/result",
            "/v1/days/{today}/result",
            JSON,
            Some(json!({"note": "Rain, and a long letter."})),
        ),
        ("GET", "/v1/days/{date}/reading", "/v1/days/{today}/reading", JSON, None),
        ("GET", "/v1/day-results", "/v1/day-results?limit=1", JSON, None),
        ("POST", "/v1/erasures", "/v1/erasures?dry_run=true", JSON, Some(json!({"name": "Ada"}))),
        ("POST", "/v1/profiles", "/v1/profiles", JSON, Some(json!({"name": "Dora"}))),
        ("GET", "/v1/profiles/me", "/v1/profiles/me", JSON, None),
        ("DELETE", "/v1/profiles/me", "/v1/profiles/me", JSON, None),
        ("POST", "/v1/profiles", "/v1/profiles", JSON, Some(json!({"name": "Adept"}))),
        ("GET", "/healthz", "/healthz", JSON, None),
        ("GET", "/readyz", "/readyz", JSON, None),
    ]
}

/// The first ids in responses, by their placeholders in paths.
#[derive(Default)]
struct Ids(Vec<(&'static str, String)>);

impl Ids {
    fn fill(&self, path: &str) -> String {
        self.0.iter().fold(path.to_owned(), |path, (word, id)| path.replace(&format!("{{{word}}}"), id))
    }

    fn learn(&mut self, route: &str, answer: &Value) {
        let word = match route {
            "/v1/games" => "game",
            "/v1/commitments" => "commitment",
            "/v1/readings" if answer["type"] == "spread" => "spread",
            "/v1/readings" => "reading",
            "/v1/readings/{id}/notes" => "note",
            "/v1/keys" => "key",
            "/v1/simulations" => "simulation",
            "/v1/tables" | "/v1/tables/{id}/seats/{n}" => {
                self.learn_tokens(answer);
                "table"
            }
            _ => return,
        };
        self.note(word, answer.get("about").unwrap_or(answer)["id"].as_str());
    }

    fn learn_tokens(&mut self, answer: &Value) {
        self.note("seat0", answer["tokens"][0].as_str());
        self.note("invitation", answer["invitations"][0]["invitation"].as_str());
    }

    fn note(&mut self, word: &'static str, text: Option<&str>) {
        if let (Some(text), true) = (text, self.0.iter().all(|(known, _)| *known != word)) {
            self.0.push((word, text.to_owned()));
        }
    }

    /// The key sent with a call.
    fn shown(&self, (method, route, ..): &Call, admin: &str) -> Option<String> {
        match *route {
            _ if route.starts_with(OF_DAYS) => Some(self.fill("{profile}")),
            "/v1/tables/{id}/steps" | "/v1/tables/{id}/hint" => Some(self.fill("{seat0}")),
            "/v1/tables/{id}/seats/{n}" if *method == "DELETE" => Some(self.fill("{seat0}")),
            "/v1/tables/{id}" if *method == "GET" => Some(self.fill("{seat0}")),
            _ => {
                let of_admin = ["/v1/keys", "/v1/erasures", "/v1/commitments"].iter().any(|own| route.starts_with(own));
                of_admin.then(|| admin.to_owned())
            }
        }
    }
}

/// How routes of days begin. Each day has a seed of its own, so that its figures differ.
const OF_DAYS: &str = "/v1/day";

/// Routes with counts of stored games, which a worker updates.
const COUNTED: [&str; 3] = ["/v1/players", "/v1/leaderboards", "/v1/explorer"];

async fn ask(app: &TestApp) -> Vec<Example> {
    let mut ids = Ids::default();
    let mut asked = Vec::new();
    let admin = key(app, &Scope::ALL).await;
    let today = app.clock.now().date_naive();
    ids.note("today", Some(&today.to_string()));
    ids.note("yesterday", Some(&(today - Days::new(1)).to_string()));
    ids.note("profile", Some(&profile(app, "Dot").await));
    // Callers without a key cannot list readings.
    app.sign_in().await;
    for call in calls() {
        let shows = ids.shown(&call, &admin);
        let (method, route, path, accept, request) = call;
        if COUNTED.iter().any(|counted| route.starts_with(counted)) {
            app.service.catch_up().await.expect("the games are counted");
        }
        let path = ids.fill(path);
        let verb = Method::from_bytes(method.as_bytes()).expect("a method");
        let mut call = Request::new(verb, path.clone()).with(ACCEPT, accept);
        let request: Option<Value> =
            request.map(|body| serde_json::from_str(&ids.fill(&body.to_string())).expect("JSON"));
        if let Some(body) = &request {
            call = call.with(CONTENT_TYPE, JSON);
            call.body = body.to_string().into_bytes();
        }
        if let Some(shows) = shows {
            call = shown(call, &shows);
        }
        let response = app.send(call).await;
        let media_type = response.content_type().to_owned();
        let answer = if media_type.contains("json") { response.json() } else { response.body().into() };
        ids.learn(route, &answer);
        if route == "/v1/days/{date}/tables" {
            Table::of(answer.clone()).play(app).await;
        }
        if route == "/v1/games/{id}/analysis" {
            app.aside(async |service| service.finish_analyses().await.expect("analyses")).await;
        }
        if route == "/v1/simulations" {
            app.aside(async |service| service.finish_simulations(1).await).await;
        }
        let (method, route) = (method.to_owned(), route.to_owned());
        let (request, answer) = (request.map(without_secrets), without_secrets(answer));
        asked.push(Example { method, route, path, request, status: response.status, media_type, answer });
    }
    asked
}

/// Prefixes of secrets.
const SECRETS: [&str; 3] = ["arcana_", "seat_", "invite_"];

/// Replaces the digits of secrets with zeros: real ones do not belong in a document.
fn without_secrets(value: Value) -> Value {
    match value {
        Value::String(text) => {
            let secret = SECRETS.iter().find_map(|beginning| text.find(beginning).map(|place| place + beginning.len()));
            let (before, secret) = text.split_at(secret.unwrap_or(text.len()));
            format!("{before}{}", secret.replace(|c: char| c.is_ascii_hexdigit(), "0")).into()
        }
        Value::Array(items) => items.into_iter().map(without_secrets).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, without_secrets(field))).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    }
}

/// Normalises ids, times and secrets, which differ each time.
fn alike(value: Value) -> Value {
    match value {
        Value::String(text) => alike_text(&text).into(),
        Value::Array(items) => items.into_iter().map(alike).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, field)| match name.as_str() {
                "next_cursor" if field.is_string() => (name, "(cursor)".into()),
                "created_at" | "changed_at" | "played_at" | "expires_at" | "last_used_at" | "deadline" | "first_at"
                | "last_at" | "stored_at" | "started_at" | "finished_at"
                    if field.is_string() =>
                {
                    (name, "(time)".into())
                }
                "seed_hash" | "chain_hash" if field.is_string() => (name, "(hash)".into()),
                _ => (name, alike(field)),
            })
            .collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    }
}

/// The fields of an answer whose values differ each time.
fn shape(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields.into_iter().map(|(name, _)| (name, Value::Null)).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => other,
    }
}

/// Normalises UUIDs and dates in a text.
fn alike_text(text: &str) -> String {
    let lines = text.lines().map(|line| if line.starts_with("Read on ") { "Read on (day)" } else { line });
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut parts: Vec<String> = Vec::new();
    for part in text.split('/') {
        let stem = part.split(['.', '?']).next().unwrap_or_default();
        let uuid = stem.len() == 36 && stem.bytes().filter(|byte| *byte == b'-').count() == 4;
        parts.push(if uuid { part.replace(stem, "(id)") } else { part.to_owned() });
    }
    parts.join("/")
}

on_both! {
    async fn every_example_is_reproduced(app: &TestApp) {
        let examples = ask(app).await;
        if std::env::var_os("UPDATE_EXAMPLES").is_some() {
            let text = serde_json::to_string_pretty(&examples).expect("JSON") + "\n";
            std::fs::write("openapi/examples.json", text).expect("written");
            return;
        }
        let known = all();
        assert_eq!(examples.len(), known.len(), "update the examples: see the top of tests/it/api/examples.rs");
        for (response, known) in examples.into_iter().zip(known) {
            let place = format!("{} {}", known.method, known.path);
            assert_eq!(response.status, known.status, "{place}");
            assert_eq!(response.media_type, known.media_type, "{place}");
            assert_eq!(response.request, known.request, "{place}");
            let alike = if known.route.starts_with(OF_DAYS) { shape } else { alike };
            assert_eq!(alike(response.answer), alike(known.answer), "{place}: update the examples");
        }
    }
}
