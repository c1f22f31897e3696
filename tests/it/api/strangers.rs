//! Anonymous callers are separate: none sees, deletes or repeats what another created.

use arcana::http::Settings;
use arcana::service::Scopes;
use reqwest::{
    Method,
    header::{AUTHORIZATION, HeaderName},
};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    contract::Contract,
    keys::{key, shown},
    plays::text,
};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Sends a request without a key; returns the response with its token.
async fn sent(app: &TestApp, request: Request) -> Answer {
    let answer = app.send_unchecked(request.clone()).await;
    Contract::get().check(&request, &answer);
    answer
}

async fn made(app: &TestApp, path: &str, body: &Value) -> Value {
    sent(app, Request::post(path, body.to_string())).await.is(201)
}

async fn deleted(app: &TestApp, path: &str, token: Option<&str>) -> Answer {
    let request = Request::new(Method::DELETE, path);
    sent(app, token.map_or(request.clone(), |token| shown(request, token))).await
}

fn own(thing: &Value) -> &str {
    text(&thing["links"]["self"])
}

fn token(thing: &Value) -> &str {
    text(&thing["delete_token"])
}

/// The app behind a trusted proxy.
fn behind_proxy(app: &TestApp) -> TestApp {
    app.another(Settings { proxies: 1, ..Settings::default() })
}

on_both! {
    async fn strangers_list_no_readings(app: &TestApp) {
        let reading = made(app, "/v1/readings", &json!({"querent": "Ada", "question": "Will he call?"})).await;
        app.get("/v1/readings").await.problem(401, "unauthorized");
        app.get_as("/v1/readings", "application/x-ndjson").await.problem(401, "unauthorized");
        // Nor is it found through its game.
        for path in ["/v1/games", "/v1/games?player=Ada", "/v1/games?ruleset=fortunes", "/v1/games?source=played"] {
            assert_eq!(app.get(path).await.is(200)["items"], json!([]), "{path}");
        }
        let seed = format!("/v1/games?seed={}", text(&reading["game"]["seed"]));
        assert_eq!(app.get(seed).await.is(200)["items"], json!([]));
        assert!(app.get_as("/v1/games?log=true", "application/x-ndjson").await.lines().is_empty());
        assert_eq!(app.send_unchecked(Request::get("/players/Ada")).await.status, 404);
        // It is visible to anyone with its URL.
        assert_eq!(app.get(own(&reading)).await.is(200)["question"], "Will he call?");
        let game = app.get(text(&reading["links"]["game"])).await.is(200);
        assert_eq!(game["unlisted"], true);
    }

    async fn a_reading_cannot_be_found_from_another_ones_address(app: &TestApp) {
        let number = |id: &Value| u128::from_str_radix(&text(id).replace('-', ""), 16).expect("an id");
        let reading = made(app, "/v1/readings", &json!({})).await;
        let (own, game) = (number(&reading["id"]), number(&reading["game"]["id"]));
        // The timestamps agree, and the other bits are random.
        assert_eq!(own >> 64, game >> 64);
        assert!((own & u128::from(u64::MAX)).abs_diff(game & u128::from(u64::MAX)) > 1 << 40);
    }

    async fn a_game_is_deleted_with_its_token_and_no_other(app: &TestApp) {
        let (mine, theirs) = (made(app, "/v1/games", &json!({"ruleset": "foolery"})).await, made(app, "/v1/games", &json!({"ruleset": "foolery"})).await);
        assert_ne!(token(&mine), token(&theirs));
        deleted(app, own(&mine), None).await.problem(403, "forbidden");
        deleted(app, own(&mine), Some(token(&theirs))).await.problem(403, "forbidden");
        deleted(app, own(&mine), Some(&format!("delete_{}", "0".repeat(64)))).await.problem(403, "forbidden");
        deleted(app, own(&mine), Some("delete_x")).await.problem(401, "unauthorized");
        let keyed = key(app, &[arcana::service::Scope::Write]).await;
        deleted(app, own(&mine), Some(&keyed)).await.problem(403, "forbidden");
        // What was created with a key has no token that could be guessed.
        let owned = sent(app, shown(Request::post("/v1/games", json!({"ruleset": "foolery"}).to_string()), &keyed)).await.is(201);
        assert!(owned.get("delete_token").is_none());
        deleted(app, own(&owned), Some(token(&mine))).await.problem(403, "forbidden");
        // The token is returned once, and not shown elsewhere.
        assert!(app.get(own(&mine)).await.is(200).get("delete_token").is_none());
        assert!(!app.get("/v1/games").await.body().contains("delete_"));
        assert_eq!(deleted(app, own(&mine), Some(token(&mine))).await.status, 204);
        app.get(own(&mine)).await.problem(404, "not_found");
        deleted(app, own(&mine), Some(token(&mine))).await.problem(404, "not_found");
        app.get(own(&theirs)).await.is(200);
    }

    async fn the_token_of_a_reading_deletes_it_or_its_game_with_it(app: &TestApp) {
        for what in ["self", "game"] {
            let (reading, other) = (made(app, "/v1/readings", &json!({})).await, made(app, "/v1/readings", &json!({})).await);
            let path = text(&reading["links"][what]);
            deleted(app, path, None).await.problem(403, "forbidden");
            deleted(app, path, Some(token(&other))).await.problem(403, "forbidden");
            assert_eq!(deleted(app, path, Some(token(&reading))).await.status, 204);
            app.get(own(&reading)).await.problem(404, "not_found");
            app.get(own(&other)).await.is(200);
        }
    }

    async fn every_imported_log_has_a_token(app: &TestApp) {
        let log = app.log(&app.play(&json!({"ruleset": "foolery"})).await).await;
        let one = made(app, "/v1/games/import", &log).await;
        assert_eq!(deleted(app, own(&one), Some(token(&one))).await.status, 204);
        let mut lines = Request::post("/v1/games/import", format!("{log}\n{log}\n"));
        lines.headers.insert("content-type", "application/x-ndjson".parse().expect("a media type"));
        for line in sent(app, lines.clone()).await.lines() {
            let path = format!("/v1/games/{}", text(&line["id"]));
            assert_eq!(deleted(app, &path, Some(token(&line))).await.status, 204);
        }
        let keyed = shown(lines, &key(app, &[arcana::service::Scope::Write]).await);
        assert!(sent(app, keyed).await.lines().iter().all(|line| line.get("delete_token").is_none()));
    }

    async fn a_token_is_good_in_another_service_and_where_strangers_may_do_nothing_more(app: &TestApp) {
        let game = made(app, "/v1/games", &json!({"ruleset": "foolery"})).await;
        let closed = app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() });
        deleted(&closed, own(&game), None).await.problem(401, "unauthorized");
        // The token gives no other access.
        sent(&closed, shown(Request::get("/v1/games"), token(&game))).await.problem(401, "unauthorized");
        assert_eq!(deleted(&closed, own(&game), Some(token(&game))).await.status, 204);
    }

    async fn the_same_caller_gets_the_same_token_again(app: &TestApp) {
        let body = json!({"question": "Will he call?"}).to_string();
        let request = Request::post("/v1/readings", body).with(KEY, "one");
        let first = sent(app, request.clone()).await.is(201);
        let again = sent(app, request).await;
        assert_eq!((again.is(201), again.header("idempotent-replayed")), (first, Some("true")));
    }

    async fn idempotency_keys_of_strangers_are_separate(app: &TestApp) {
        let proxied = behind_proxy(app);
        let request = |address: &str, body: Value| {
            Request::post("/v1/readings", body.to_string()).with(KEY, "one").with(FORWARDED, address)
        };
        let mine = sent(&proxied, request("192.0.2.1", json!({"question": "Mine"}))).await.is(201);
        // Another caller neither sees it nor is affected.
        let other = sent(&proxied, request("192.0.2.2", json!({"question": "Theirs"}))).await.is(201);
        assert_eq!(other["question"], "Theirs");
        let same = sent(&proxied, request("192.0.2.3", json!({"question": "Mine"}))).await;
        assert_ne!(same.is(201)["id"], mine["id"]);
        // Addresses may be shared: another caller from the same one does not get the delete token.
        let again = sent(&proxied, request("192.0.2.1:4711", json!({"question": "Mine"}))).await.is(201);
        assert_eq!((&again["id"], again.get("delete_token")), (&mine["id"], None));
    }

    async fn a_secret_of_the_caller_separates_it_from_all_others(app: &TestApp) {
        let proxied = behind_proxy(app);
        let secret = |digit: &str| format!("Bearer delete_{}", digit.repeat(64));
        let request = |address: &str, secret: &str| {
            let request = Request::post("/v1/games", json!({"ruleset": "foolery"}).to_string()).with(KEY, "one");
            request.with(FORWARDED, address).with(AUTHORIZATION, secret)
        };
        let mine = sent(&proxied, request("192.0.2.1", &secret("1"))).await.is(201);
        let theirs = sent(&proxied, request("192.0.2.1", &secret("2"))).await.is(201);
        assert_ne!(mine["id"], theirs["id"]);
        assert_eq!(sent(&proxied, request("192.0.2.9", &secret("1"))).await.is(201), mine);
    }

    async fn older_anonymous_resources_are_deleted_only_by_an_admin(app: &TestApp) {
        let game = app.play(&json!({"ruleset": "foolery"})).await;
        // A database of an earlier release has no secret for tokens.
        app.database.execute("delete from secrets").await;
        let later = app.another(Settings::default());
        deleted(&later, own(&game), None).await.problem(403, "forbidden");
        let admin = key(app, &[arcana::service::Scope::Admin]).await;
        assert_eq!(deleted(&later, own(&game), Some(&admin)).await.status, 204);
    }
}
