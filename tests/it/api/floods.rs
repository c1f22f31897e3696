//! Requests with thousands of errors get short and quick responses.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::api::app::{Request, TestApp};

/// Maximum response time, also in a debug build on a busy machine: quadratic work would take minutes.
const SOON: Duration = Duration::from_secs(60);

/// Maximum size of a response: a hundred invalid fields.
const SHORT: usize = 64 << 10;

/// Sends a request; its problem, which must be quick and short.
async fn refusal(app: &TestApp, request: Request, status: u16, code: &str) -> Value {
    let start = Instant::now();
    let answer = app.send(request).await;
    assert!(start.elapsed() < SOON, "{code}: {:?}", start.elapsed());
    assert!(answer.body.len() < SHORT, "{code}: {} bytes", answer.body.len());
    answer.problem(status, code)
}

/// The number of errors listed, and whether there are more.
fn named(problem: &Value) -> (usize, bool) {
    let truncated = problem.get("errors_truncated").is_some_and(|truncated| truncated == true);
    (problem["errors"].as_array().map_or(0, Vec::len), truncated)
}

/// An object with many distinct fields.
fn fields(count: usize) -> Value {
    (0..count).map(|number| (format!("field{number}"), json!(number))).collect::<serde_json::Map<_, _>>().into()
}

on_both! {
    async fn an_unknown_field_of_a_log_is_refused_at_once(app: &TestApp) {
        let log = fields(80_000);
        let problem = refusal(app, Request::post("/v1/games/import", log.to_string()), 422, "illegal_log").await;
        assert_eq!((&problem["reason"], &problem["detail"]), (&json!("malformed"), &json!("Unknown field `field0` in the log.")));
        let player = json!({"ruleset": "fortunes", "players": [fields(80_000)], "steps": []});
        refusal(app, Request::post("/v1/games/import", player.to_string()), 422, "illegal_log").await;
        let options = json!({"ruleset": "fortunes", "players": [{"name": "a"}], "steps": [], "options": fields(80_000)});
        refusal(app, Request::post("/v1/games/import", options.to_string()), 422, "illegal_log").await;
        let step = json!({"ruleset": "fortunes", "players": vec![json!({"name": "a"}); 4], "steps": [fields(80_000)]});
        let problem = refusal(app, Request::post("/v1/games/import", step.to_string()), 422, "illegal_log").await;
        assert_eq!((&problem["index"], &problem["step"]), (&json!(0), &json!(null)));
    }

    async fn twenty_wrong_parameters_are_named(app: &TestApp) {
        for path in ["/healthz", "/v1/games", "/v1/rulesets", "/nowhere"] {
            let query: Vec<_> = (0..13_000).map(|number| format!("{number:x}")).collect();
            let answer = app.send_unchecked(Request::get(format!("{path}?{}", query.join("&")))).await;
            assert!(answer.body.len() < SHORT, "{path}: {} bytes", answer.body.len());
            if path != "/nowhere" {
                assert_eq!(named(&answer.problem(400, "unknown_parameter")), (20, true));
            }
        }
        let twenty: Vec<_> = (0..20).map(|number| format!("p{number}=")).collect();
        let problem = refusal(app, Request::get(format!("/healthz?{}", twenty.join("&"))), 400, "unknown_parameter").await;
        assert_eq!(named(&problem), (20, false));
        let long = format!("/healthz?{}", "n".repeat(50_000));
        let problem = app.send_unchecked(Request::get(long)).await;
        assert!(problem.body.len() < 2_000, "{} bytes", problem.body.len());
    }

    async fn a_hundred_wrong_fields_are_named(app: &TestApp) {
        let tricks = |count: usize| json!({"own": vec![json!({}); count], "partner": [], "outcome": "won"});
        let strange = json!({"own": vec![json!({"card": "no card", "disposition": "well"}); 20_000], "partner": [], "outcome": "won"});
        let players = |player: Value| json!({"ruleset": "fortunes", "players": vec![player; 20_000]});
        for (path, body) in [
            ("/v1/layouts", tricks(50_000)),
            ("/v1/layouts", strange),
            ("/v1/layouts", fields(50_000)),
            ("/v1/games", fields(50_000)),
            ("/v1/games", players(json!({"bot": "nobody"}))),
            ("/v1/games", players(json!({"name": "\u{7}"}))),
            ("/v1/games", json!({"ruleset": "fortunes", "options": fields(50_000)})),
            ("/v1/readings", fields(50_000)),
            ("/v1/readings", json!({"bots": vec!["nobody"; 50_000]})),
            ("/v1/readings", json!({"options": fields(50_000)})),
            ("/v1/commitments", fields(50_000)),
        ] {
            let start = Instant::now();
            let answer = app.send(Request::post(path, body.to_string())).await;
            assert!(start.elapsed() < SOON, "{path}: {:?}", start.elapsed());
            assert!(answer.body.len() < SHORT, "{path}: {} bytes", answer.body.len());
            assert_eq!((answer.status, named(&answer.json())), (422, (100, true)), "{path}");
        }
        let exactly = refusal(app, Request::post("/v1/layouts", tricks(50).to_string()), 422, "invalid_body").await;
        assert_eq!(named(&exactly), (100, false));
    }

    async fn a_body_of_too_many_values_is_too_large(app: &TestApp) {
        let body = json!({"own": vec![json!({}); 150_000], "partner": [], "outcome": "won"});
        let problem = refusal(app, Request::post("/v1/layouts", body.to_string()), 413, "too_large").await;
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("131072 values")), "{problem}");
    }

    async fn a_long_text_is_not_repeated(app: &TestApp) {
        let long = "long".repeat(75_000);
        for (path, body) in [
            ("/v1/games", json!({"ruleset": long})),
            ("/v1/games", json!({long.as_str(): 1})),
            ("/v1/games", json!({"ruleset": "fortunes", "options": {long.as_str(): 1}})),
            ("/v1/games", json!({"ruleset": "fortunes", "players": [{"bot": long}]})),
            ("/v1/games", json!({"ruleset": "fortunes", "deal": {"type": long}})),
            ("/v1/games", json!({"ruleset": "fortunes", "deal": {"type": "deal", long.as_str(): 1}})),
            ("/v1/readings", json!({"deck": long})),
            ("/v1/layouts", json!({"own": [{"card": long, "disposition": long}], "partner": [], "outcome": long})),
            ("/v1/games/import", json!({"ruleset": long, "players": [], "steps": []})),
            ("/v1/games/import", json!({long.as_str(): 1})),
            ("/v1/games/import", json!({"ruleset": "fortunes", "players": vec![json!({"name": "a"}); 4],
                "steps": [{"type": long}]})),
        ] {
            let answer = app.send(Request::post(path, body.to_string())).await;
            assert_eq!(answer.status, 422, "{path}");
            assert!(answer.body.len() < 4_000, "{path}: {} bytes", answer.body.len());
        }
    }

    async fn options_and_deals_of_too_many_values_are_refused(app: &TestApp) {
        let many = vec![0; 100_000];
        let options = json!({"ruleset": "fortunes", "options": {"match": many}});
        refusal(app, Request::post("/v1/games", options.to_string()), 422, "bad_options").await;
        let deal = json!({"ruleset": "fortunes", "deal": {"type": "deal", "hands": many}});
        refusal(app, Request::post("/v1/games", deal.to_string()), 422, "invalid_body").await;
    }
}
