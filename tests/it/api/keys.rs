//! API keys: scopes and ownership.

use std::time::{Duration, Instant};

use arcana::{
    http::Settings,
    service::{KeyRequest, PageSize, Scope, Scopes, records::OwnerId},
};
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::{Method, header::AUTHORIZATION};
use serde_json::{Value, json};

use crate::{
    api::{
        answer::Answer,
        app::{Request, TestApp},
        contract::Contract,
        plays::{NOBODY, text},
        problems::address,
    },
    database::patient,
};

/// A second app that requires a key for everything.
fn closed(app: &TestApp) -> TestApp {
    app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() })
}

/// A key of a new owner with these scopes.
pub async fn key(app: &TestApp, scopes: &[Scope]) -> String {
    key_of(app, None, scopes).await
}

async fn key_of(app: &TestApp, owner: Option<i64>, scopes: &[Scope]) -> String {
    let scopes = scopes.iter().copied().collect();
    let request = KeyRequest { name: "test".to_owned(), owner: owner.map(OwnerId), scopes, expires_at: None };
    app.aside(async |service| service.create_key(request).await.expect("a key").1).await
}

/// A key that reads and writes, and expires after an hour.
pub async fn key_for_an_hour(app: &TestApp) -> String {
    let expires_at = Some(arcana::clock::Clock::now(&*app.clock) + TimeDelta::hours(1));
    let request = KeyRequest { name: "short".to_owned(), owner: None, scopes: Scopes::READ_WRITE, expires_at };
    app.aside(async |service| service.create_key(request).await.expect("a key").1).await
}

/// The request with this key.
pub fn shown(request: Request, key: &str) -> Request {
    request.with(AUTHORIZATION, &format!("Bearer {key}"))
}

impl TestApp {
    async fn get_with(&self, key: &str, path: &str) -> Answer {
        self.send(shown(Request::get(path), key)).await
    }

    pub async fn post_with(&self, key: &str, path: &str, body: &Value) -> Answer {
        self.send(shown(Request::post(path, body.to_string()), key)).await
    }

    async fn delete_with(&self, key: &str, path: &str) -> Answer {
        self.send(shown(Request::new(Method::DELETE, path), key)).await
    }
}

on_both! {
    async fn without_a_key_only_routes_that_require_none_respond(app: &TestApp) {
        let closed = closed(app);
        for operation in Contract::get().operations() {
            let method = Method::from_bytes(operation.method.to_uppercase().as_bytes()).expect("a method");
            let mut request = Request::post(address(&operation), "{}");
            request.method = method;
            let answer = closed.send_unchecked(request).await;
            let wants_one = operation.declared["security"] != json!([]);
            assert_eq!(answer.status == 401, wants_one, "{}: {}", answer.asked, answer.status);
            if wants_one {
                answer.problem(401, "unauthorized");
                assert_eq!(answer.header("www-authenticate"), Some("Bearer realm=\"arcana\""), "{}", answer.asked);
            }
        }
    }

    async fn a_key_is_limited_to_its_scopes(app: &TestApp) {
        let closed = closed(app);
        for operation in Contract::get().operations() {
            let Some(scope) = operation.declared["x-scope"].as_str() else { continue };
            let method = Method::from_bytes(operation.method.to_uppercase().as_bytes()).expect("a method");
            // The stream of a key's events has no end, but one after no event does not begin.
            let query = if operation.path == "/v1/events" { "?last_event_id=0" } else { "" };
            for held in Scope::ALL {
                let mut request = Request::post(address(&operation) + query, "{}");
                request.method = method.clone();
                let answer = closed.send_unchecked(shown(request, &key(app, &[held]).await)).await;
                // Somebody else cannot delete a profile by its own address. Whoever may delete a game corrects it.
                let ends = operation.method == "delete" && operation.path != "/v1/profiles/me"
                    || operation.method == "patch" && operation.path == "/v1/games/{id}"
                    || ["/cancel", "/bots"].iter().any(|end| operation.path.ends_with(end));
                let enough = held.id() == scope || held == Scope::Admin && ends;
                assert_eq!(answer.status != 403, enough, "{} with {held}: {}", answer.asked, answer.status);
                if !enough {
                    answer.problem(403, "forbidden");
                    let challenge = answer.header("www-authenticate").expect("a challenge");
                    assert!(challenge.contains("error=\"insufficient_scope\""), "{challenge}");
                    assert!(challenge.contains(scope), "{challenge}");
                }
            }
        }
    }

    async fn reads_may_be_open_while_writes_require_a_key(app: &TestApp) {
        let half = app.another(Settings { anonymous: Scopes::READ, ..Settings::default() });
        half.get("/v1/games").await.is(200);
        half.post("/v1/games", &json!({"ruleset": "foolery"})).await.problem(401, "unauthorized");
        let key = key(app, &[Scope::Write]).await;
        half.post_with(&key, "/v1/games", &json!({"ruleset": "foolery"})).await.is(201);
    }

    async fn an_invalid_key_is_refused_everywhere(app: &TestApp) {
        let good = key(app, &[Scope::Read]).await;
        let mut wrong = good.clone();
        wrong.replace_range(good.len() - 1.., if good.ends_with('0') { "1" } else { "0" });
        for value in [&*format!("Bearer {wrong}"), "Bearer x", "Bearer ", "Digest x", "Basic eA=="] {
            for path in ["/v1/games", "/healthz"] {
                let answer = app.send_unchecked(Request::get(path).with(AUTHORIZATION, value)).await;
                answer.problem(401, "unauthorized");
                let challenge = answer.header("www-authenticate").expect("a challenge");
                assert!(challenge.starts_with("Bearer realm=\"arcana\", error=\"invalid_"), "{challenge}");
            }
        }
        app.get_with(&good, "/v1/games").await.is(200);
    }

    async fn resources_belong_to_the_owner_of_the_key(app: &TestApp) {
        let (mine, yours) = (key(app, &[Scope::Read, Scope::Write]).await, key(app, &[Scope::Read, Scope::Write]).await);
        let body = json!({"ruleset": "foolery", "external_id": "the first"});
        let game = app.post_with(&mine, "/v1/games", &body).await.is(201);
        // Unique per owner.
        let other = app.post_with(&yours, "/v1/games", &body).await.is(201);
        let taken = app.post_with(&mine, "/v1/games", &body).await.problem(409, "external_id_taken");
        assert_eq!(taken["game"], game["id"]);
        let own = text(&game["links"]["self"]);
        app.get_with(&yours, own).await.is(200);
        let refused = app.delete_with(&yours, own).await.problem(403, "forbidden");
        assert_eq!(refused["detail"], "The game belongs to another caller. Send the key of its owner, or the `delete_token` from the response that created it.");
        app.delete(own).await.problem(403, "forbidden");
        assert_eq!(app.delete_with(&mine, own).await.status, 204);
        app.delete_with(&mine, own).await.problem(404, "not_found");
        app.get_with(&mine, text(&other["links"]["self"])).await.is(200);
    }

    async fn an_admin_deletes_resources_of_any_owner(app: &TestApp) {
        let (mine, admin) = (key(app, &[Scope::Write]).await, key(app, &[Scope::Admin]).await);
        let reading = app.post_with(&mine, "/v1/readings", &json!({})).await.is(201);
        assert_eq!(app.delete_with(&admin, text(&reading["links"]["self"])).await.status, 204);
        assert_eq!(app.delete_with(&admin, text(&reading["links"]["game"])).await.status, 204);
    }

    async fn a_reading_is_listed_to_its_owner_and_visible_to_anyone_with_its_url(app: &TestApp) {
        let closed = closed(app);
        let (mine, yours) = (key(app, &[Scope::Read, Scope::Write]).await, key(app, &[Scope::Read, Scope::Write]).await);
        let reading = closed.post_with(&mine, "/v1/readings", &json!({"querent": "Ada"})).await.is(201);
        assert_eq!(closed.get_with(&mine, "/v1/readings").await.is(200)["items"], json!([reading]));
        assert_eq!(closed.get_with(&yours, "/v1/readings").await.is(200)["items"], json!([]));
        let own = text(&reading["links"]["self"]);
        assert_eq!(closed.get(own).await.is(200), reading);
        closed.delete_with(&yours, own).await.problem(403, "forbidden");
    }

    async fn two_keys_of_one_owner_share_its_resources(app: &TestApp) {
        let one = key_of(app, Some(77), &[Scope::Write]).await;
        let two = key_of(app, Some(77), &[Scope::Write]).await;
        let game = app.post_with(&one, "/v1/games", &json!({"ruleset": "foolery"})).await.is(201);
        assert_eq!(app.delete_with(&two, text(&game["links"]["self"])).await.status, 204);
    }

    async fn somebody_elses_commitment_cannot_be_used(app: &TestApp) {
        let mine = key(app, &[Scope::Write]).await;
        let made = app.post_with(&mine, "/v1/commitments", &json!({})).await.is(201);
        let body = json!({"ruleset": "foolery", "commitment": made["id"], "client_seed": "mine"});
        app.post("/v1/games", &body).await.problem(409, "commitment_used");
        app.post_with(&mine, "/v1/games", &body).await.is(201);
    }

    async fn an_admin_makes_lists_and_revokes_keys(app: &TestApp) {
        let closed = closed(app);
        let admin = key(app, &[Scope::Admin]).await;
        let body = json!({"name": " phone  app ", "scopes": ["write", "read", "write"]});
        let answer = closed.post_with(&admin, "/v1/keys", &body).await;
        let made = answer.is(201);
        let about = &made["about"];
        assert_eq!(about["scopes"], json!(["read", "write"]));
        assert_eq!((&about["expires_at"], &about["revoked_at"], &about["last_used_at"]), (&Value::Null, &Value::Null, &Value::Null));
        let own = format!("/v1/keys/{}", text(&about["id"]));
        assert_eq!(answer.header("location"), Some(own.as_str()));
        assert_eq!(answer.header("cache-control"), Some("no-store"));

        let fresh = text(&made["key"]);
        closed.post_with(fresh, "/v1/games", &json!({"ruleset": "foolery"})).await.is(201);
        let listed = closed.get_with(&admin, "/v1/keys").await.is(200);
        let first = &listed["items"][0];
        assert_eq!(first["id"], about["id"]);
        assert!(first["last_used_at"].is_string(), "{first}");
        assert!(!listed.to_string().contains(fresh), "no key is shown twice");

        assert_eq!(closed.delete_with(&admin, &own).await.status, 204);
        closed.get_with(fresh, "/v1/games").await.problem(401, "unauthorized");
        let revoked = closed.get_with(&admin, &own).await.is(200);
        assert!(revoked["revoked_at"].is_string(), "{revoked}");
        closed.delete_with(&admin, &format!("/v1/keys/{NOBODY}")).await.problem(404, "not_found");
    }

    async fn the_list_of_keys_has_pages(app: &TestApp) {
        let admin = key(app, &[Scope::Admin]).await;
        for _ in 0..2 {
            key(app, &[Scope::Read]).await;
        }
        let first = app.get_with(&admin, "/v1/keys?limit=2").await.is(200);
        assert_eq!(first["items"].as_array().map(Vec::len), Some(2));
        let path = format!("/v1/keys?limit=2&cursor={}", text(&first["next_cursor"]));
        let last = app.get_with(&admin, &path).await.is(200);
        assert_eq!((last["items"].as_array().map(Vec::len), &last["next_cursor"]), (Some(1), &Value::Null));
        app.get_with(&admin, "/v1/keys?cursor=x").await.problem(400, "bad_cursor");
    }

    async fn all_errors_of_a_key_are_reported_together(app: &TestApp) {
        let admin = key(app, &[Scope::Admin]).await;
        let body = json!({"name": "", "scopes": ["read", "rule"], "owner": 0, "expires_at": "soon"});
        let wrong = app.post_with(&admin, "/v1/keys", &body).await.wrong(422, "invalid_body");
        let pointers: Vec<_> = wrong.iter().map(|(pointer, _)| pointer.as_str()).collect();
        assert_eq!(pointers, ["/name", "/scopes/1", "/owner", "/expires_at"]);
        let past = json!({"name": "x", "scopes": ["read"], "expires_at": "2000-01-01T00:00:00Z"});
        let wrong = app.post_with(&admin, "/v1/keys", &past).await.wrong(422, "invalid_body");
        assert_eq!(wrong[0].0, "/expires_at");
        let none = json!({"name": "x", "scopes": []});
        app.post_with(&admin, "/v1/keys", &none).await.problem(422, "invalid_body");
        let request = Request::post("/v1/keys", json!({"name": "x", "scopes": ["read"]}).to_string());
        let request = request.with(reqwest::header::HeaderName::from_static("idempotency-key"), "x");
        app.send(shown(request, &admin)).await.problem(400, "bad_parameter");
    }

    async fn a_key_expires(app: &TestApp) {
        let key = key_for_an_hour(app).await;
        app.get_with(&key, "/v1/games").await.is(200);
        app.clock.advance(TimeDelta::hours(1));
        app.get_with(&key, "/v1/games").await.problem(401, "unauthorized");
    }

    async fn another_services_revocation_is_seen_after_five_seconds(app: &TestApp) {
        let key = key(app, &[Scope::Read]).await;
        app.get_with(&key, "/v1/games").await.is(200);
        app.aside(async |service| {
            let id = service.keys(None, PageSize::new(1)).await.expect("keys").items[0].id;
            service.revoke_key(id).await.expect("it is revoked");
        })
        .await;
        app.clock.advance(TimeDelta::seconds(5));
        app.get_with(&key, "/v1/games").await.problem(401, "unauthorized");
    }

    async fn the_last_use_is_stored_to_the_minute(app: &TestApp) {
        let key = key(app, &[Scope::Read]).await;
        // It is written after the response.
        let used = async |since: Option<DateTime<Utc>>| {
            app.aside(async |service| loop {
                let used = service.keys(None, PageSize::new(1)).await.expect("keys").items[0].last_used_at;
                if used > since {
                    break used.expect("it is later than nothing");
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            })
            .await
        };
        app.get_with(&key, "/v1/games").await.is(200);
        let first = used(None).await;
        app.get_with(&key, "/v1/games").await.is(200);
        app.clock.advance(TimeDelta::minutes(1));
        app.get_with(&key, "/v1/games").await.is(200);
        assert!(used(Some(first)).await >= first + TimeDelta::minutes(1));
    }

    async fn reads_with_a_key_do_not_wait_for_writes(app: &TestApp) {
        let key = key(app, &[Scope::Read]).await;
        let lock = app.database.lock_writes("api_keys").await;
        let start = Instant::now();
        app.get_with(&key, "/v1/games").await.is(200);
        assert!(start.elapsed() < patient().acquire_timeout / 2, "{:?}", start.elapsed());
        lock.release().await;
    }

    async fn responses_that_require_a_key_are_private(app: &TestApp) {
        let key = key(app, &[Scope::Read]).await;
        let game = app.play(&json!({"ruleset": "foolery"})).await;
        let own = text(&game["links"]["self"]);
        let answer = closed(app).get_with(&key, own).await;
        assert_eq!(answer.header("cache-control"), Some("private, max-age=0, must-revalidate"));
        assert_eq!(app.get(own).await.header("cache-control"), Some("public, max-age=0, must-revalidate"));
    }

    async fn a_browser_is_asked_for_the_key_as_a_password(app: &TestApp) {
        use base64::{Engine, engine::general_purpose::STANDARD};
        let closed = closed(app);
        assert_eq!(closed.send_unchecked(Request::get("/")).await.status, 200);
        let answer = closed.send_unchecked(Request::get("/games")).await;
        assert_eq!((answer.status, answer.content_type()), (401, "text/html; charset=utf-8"));
        assert!(answer.header("www-authenticate").is_some_and(|challenge| challenge.starts_with("Basic realm=")));
        let credentials = STANDARD.encode(format!("me:{}", key(app, &[Scope::Read]).await));
        let request = Request::get("/games").with(AUTHORIZATION, &format!("Basic {credentials}"));
        assert_eq!(closed.send_unchecked(request).await.status, 200);
    }
}
