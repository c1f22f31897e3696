//! `Idempotency-Key`: a repeated request gets the same response and is carried out once.

use arcana::service::{KeyRequest, Scopes};
use chrono::TimeDelta;
use futures::future::join_all;
use reqwest::header::{AUTHORIZATION, HeaderName};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    plays::{text, with},
};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");

fn marked(path: &str, body: &Value, key: &str) -> Request {
    Request::post(path, body.to_string()).with(KEY, key)
}

async fn sent(app: &TestApp, path: &str, body: &Value, key: &str) -> Answer {
    app.send(marked(path, body, key)).await
}

/// Sends a request twice: the second response equals the first and is marked as a repetition.
async fn comes_again(app: &TestApp, path: &str, body: &Value) -> Value {
    let first = sent(app, path, body, "one").await;
    assert_eq!(first.header("idempotent-replayed"), None);
    let again = sent(app, path, body, "one").await;
    assert_eq!(again.is(201), first.is(201));
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    first.is(201)
}

async fn count(app: &TestApp) -> usize {
    let games = app.get("/v1/games?limit=100").await.is(200);
    games["items"].as_array().map_or(0, Vec::len)
}

on_both! {
    async fn every_creating_route_repeats_its_response(app: &TestApp) {
        let game = comes_again(app, "/v1/games", &json!({"ruleset": "foolery"})).await;
        let log = app.log(&game).await;
        comes_again(app, "/v1/games/import", &with(&log, "external_id", json!("mine"))).await;
        comes_again(app, "/v1/readings", &json!({"question": "Will it rain?"})).await;
        let made = comes_again(app, "/v1/commitments", &json!({})).await;
        // The game of the reading is not listed.
        assert_eq!(count(app).await, 2);
        // Even if it has been used since.
        app.play(&json!({"ruleset": "foolery", "commitment": made["id"], "client_seed": "mine"})).await;
        assert_eq!(sent(app, "/v1/commitments", &json!({}), "one").await.is(201), made);
    }

    async fn another_body_under_the_key_is_refused(app: &TestApp) {
        sent(app, "/v1/games", &json!({"ruleset": "foolery"}), "one").await.is(201);
        let other = sent(app, "/v1/games", &json!({"ruleset": "fortuna"}), "one").await;
        other.problem(422, "idempotency_key_reused");
        assert_eq!(count(app).await, 1);
    }

    async fn a_key_belongs_to_an_address_and_to_an_owner(app: &TestApp) {
        let request = KeyRequest { name: "x".to_owned(), owner: None, scopes: Scopes::READ_WRITE, expires_at: None };
        let key = app.aside(async |service| service.create_key(request).await.expect("a key").1).await;
        let body = json!({});
        let first = sent(app, "/v1/readings", &body, "one").await.is(201);
        sent(app, "/v1/commitments", &body, "one").await.is(201);
        let request = marked("/v1/readings", &body, "one").with(AUTHORIZATION, &format!("Bearer {key}"));
        assert_ne!(app.send(request).await.is(201)["id"], first["id"]);
    }

    async fn a_refused_request_leaves_no_record(app: &TestApp) {
        sent(app, "/v1/games", &json!({"ruleset": "whist"}), "one").await.problem(422, "unknown_ruleset");
        sent(app, "/v1/games", &json!({"ruleset": "foolery"}), "one").await.is(201);
    }

    async fn after_a_day_the_key_can_be_reused(app: &TestApp) {
        let body = json!({"ruleset": "foolery"});
        let first = sent(app, "/v1/games", &body, "one").await.is(201);
        app.clock.advance(TimeDelta::hours(23));
        assert_eq!(sent(app, "/v1/games", &body, "one").await.is(201)["id"], first["id"]);
        app.clock.advance(TimeDelta::hours(1));
        assert_ne!(sent(app, "/v1/games", &body, "one").await.is(201)["id"], first["id"]);
    }

    async fn of_concurrent_requests_one_is_carried_out(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "seed": "x"});
        let answers = join_all((0..10).map(|_| sent(app, "/v1/games", &body, "one"))).await;
        let mut ids = Vec::new();
        for answer in answers {
            match answer.status {
                201 => ids.push(text(&answer.json()["id"]).to_owned()),
                _ => {
                    answer.problem(409, "idempotency_in_progress");
                    assert_eq!(answer.header("retry-after"), Some("1"));
                }
            }
        }
        ids.dedup();
        assert_eq!((ids.len(), count(app).await), (1, 1));
    }

    async fn of_concurrent_requests_to_two_services_one_is_carried_out(app: &TestApp) {
        let other = app.another(Default::default());
        let body = json!({"ruleset": "fortunes", "seed": "x"});
        let answers =
            join_all((0..12).map(|number| sent(if number % 2 == 0 { app } else { &other }, "/v1/games", &body, "one")));
        for answer in answers.await {
            assert!([201, 409].contains(&answer.status), "{}", answer.body());
        }
        assert_eq!(count(app).await, 1);
    }

    async fn a_deleted_resource_is_not_created_again(app: &TestApp) {
        let body = json!({"ruleset": "foolery"});
        let game = sent(app, "/v1/games", &body, "one").await.is(201);
        assert_eq!(app.delete(text(&game["links"]["self"])).await.status, 204);
        sent(app, "/v1/games", &body, "one").await.problem(409, "conflict");
    }

    async fn an_invalid_key_is_refused(app: &TestApp) {
        let body = json!({"ruleset": "foolery"});
        for key in ["", "two words", &"x".repeat(256)] {
            let wrong = sent(app, "/v1/games", &body, key).await.wrong(400, "bad_parameter");
            assert_eq!(wrong[0].0, "Idempotency-Key");
        }
        sent(app, "/v1/games", &body, &"x".repeat(255)).await.is(201);
    }

    async fn a_dry_run_leaves_no_record(app: &TestApp) {
        let game = app.play(&json!({"ruleset": "foolery"})).await;
        let log = app.log(&game).await;
        sent(app, "/v1/games/import?dry_run=true", &log, "one").await.is(200);
        assert_eq!(sent(app, "/v1/games/import", &log, "one").await.header("idempotent-replayed"), None);
    }
}
