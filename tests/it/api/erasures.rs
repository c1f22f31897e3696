//! `/v1/erasures`: data of a player or owner is deleted permanently.

use arcana::service::Scope;
use reqwest::{Method, header::HeaderName};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    keys::{key, shown},
    plays::text,
};

async fn erase(app: &TestApp, path: &str, body: &Value) -> crate::api::answer::Answer {
    let admin = key(app, &[Scope::Admin]).await;
    app.send(shown(Request::post(path, body.to_string()), &admin)).await
}

fn counted(games: u64, readings: u64, dry_run: bool) -> Value {
    json!({"dry_run": dry_run, "complete": true, "games": games, "readings": readings, "tables": 0, "simulations": 0, "commitments": 0,
        "idempotency_records": 0, "day_results": 0, "notes": 0, "events": 0})
}

on_both! {
    async fn a_name_is_erased_with_all_its_data(app: &TestApp) {
        let players = json!([{"name": "Zoë"}, {"name": "Bob"}, {"name": "Cy"}]);
        let game = app.play(&json!({"ruleset": "foolery", "players": players})).await;
        let other = app.play(&json!({"ruleset": "foolery"})).await;
        let reading = app.post("/v1/readings", &json!({"querent": "Zoë", "question": "Who reads this?"})).await.is(201);
        let shown = [&game["links"]["self"], &game["links"]["log"], &reading["links"]["self"], &reading["links"]["svg"]];
        // They are cached, and must be removed from the cache as well.
        for address in shown {
            assert_eq!(app.get(text(address)).await.status, 200);
        }
        let dry = erase(app, "/v1/erasures?dry_run=true", &json!({"name": "Zoë"})).await;
        assert_eq!(dry.is(200), counted(2, 1, true));
        assert_eq!(app.stored().await, (3, 1));
        // Names are trimmed and normalised here too.
        let erased = erase(app, "/v1/erasures", &json!({"name": " Zoe\u{308} "})).await;
        assert_eq!(erased.header("cache-control"), Some("no-store"));
        assert_eq!(erased.is(200), counted(2, 1, false));
        for address in shown {
            app.get(text(address)).await.problem(404, "not_found");
        }
        app.get(text(&other["links"]["self"])).await.is(200);
        assert_eq!(app.stored().await, (1, 0));
        assert_eq!(app.get("/v1/games?player=Cy").await.is(200)["items"], json!([]));
        assert_eq!(erase(app, "/v1/erasures", &json!({"name": "Zoë"})).await.is(200), counted(0, 0, false));
    }

    async fn an_owner_is_erased_with_commitments_and_idempotency_records(app: &TestApp) {
        let mine = key(app, &[Scope::Read, Scope::Write]).await;
        let body = json!({"ruleset": "foolery"}).to_string();
        let marked = Request::post("/v1/games", body).with(HeaderName::from_static("idempotency-key"), "one");
        let game = app.send(shown(marked, &mine)).await.is(201);
        app.send(shown(Request::post("/v1/commitments", "{}"), &mine)).await.is(201);
        app.play(&json!({"ruleset": "foolery"})).await;
        let admin = key(app, &[Scope::Admin]).await;
        let keys = app.send(shown(Request::get("/v1/keys"), &admin)).await.is(200);
        let owner = keys["items"].as_array().and_then(|keys| keys.last()).expect("the first key")["owner"].clone();
        let mut all = counted(1, 0, false);
        (all["commitments"], all["idempotency_records"]) = (1.into(), 1.into());
        assert_eq!(erase(app, "/v1/erasures", &json!({"owner": owner})).await.is(200), all);
        app.get(text(&game["links"]["self"])).await.problem(404, "not_found");
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn only_an_admin_erases(app: &TestApp) {
        let body = json!({"name": "Ada"}).to_string();
        app.send(Request::post("/v1/erasures", body.clone())).await.problem(401, "unauthorized");
        let writer = key(app, &[Scope::Read, Scope::Write]).await;
        app.send(shown(Request::post("/v1/erasures", body), &writer)).await.problem(403, "forbidden");
        app.send(Request::new(Method::GET, "/v1/erasures")).await.problem(405, "method_not_allowed");
    }

    async fn a_wrong_erasure_is_refused(app: &TestApp) {
        for (body, pointer) in [
            (json!({}), ""),
            (json!({"name": "Ada", "owner": 7}), "/owner"),
            (json!({"name": " "}), "/name"),
            (json!({"owner": 0}), "/owner"),
            (json!({"owner": 9_007_199_254_740_992_i64}), "/owner"),
            (json!({"who": "Ada"}), "/who"),
            (json!({"owner": "7"}), "/owner"),
        ] {
            let wrong = erase(app, "/v1/erasures", &body).await.wrong(422, "invalid_body");
            assert_eq!(wrong.iter().map(|(pointer, _)| pointer.as_str()).collect::<Vec<_>>(), [pointer], "{body}");
        }
        let admin = key(app, &[Scope::Admin]).await;
        let marked = Request::post("/v1/erasures", "{\"name\": \"Ada\"}");
        let marked = marked.with(HeaderName::from_static("idempotency-key"), "one");
        app.send(shown(marked, &admin)).await.wrong(400, "bad_parameter");
    }
}
