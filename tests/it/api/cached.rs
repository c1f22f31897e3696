//! Ready answers are invisible, except that responses are faster.

use arcana::{
    http::Settings,
    service::{Scope, Scopes},
};
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, IF_NONE_MATCH};
use serde_json::json;

use crate::api::{
    app::Request,
    keys::{key, shown},
    plays::{NOBODY, text},
};

on_both! {
    async fn a_second_response_equals_the_first_except_for_its_request_id(app: &TestApp) {
        let game = app.play(&json!({"ruleset": "fortunes"})).await;
        let own = text(&game["links"]["self"]);
        for path in [own.to_owned(), format!("{own}/log"), format!("{own}/readings/0.svg"), "/v1/decks/thoth".to_owned()] {
            for encoding in ["identity", "gzip"] {
                let request = Request::get(&path).with(ACCEPT_ENCODING, encoding);
                let (first, second) = (app.send_unchecked(request.clone()).await, app.send_unchecked(request.clone()).await);
                assert_eq!((first.status, &first.body), (second.status, &second.body), "{path}");
                let told = |name: &str| (first.header(name).map(str::to_owned), second.header(name).map(str::to_owned));
                for name in ["etag", "cache-control", "vary", "content-type", "content-encoding", "content-language",
                    "content-security-policy", "x-content-type-options"] {
                    let (before, after) = told(name);
                    assert_eq!(before, after, "{name} of {path}");
                }
                let (before, after) = told("x-request-id");
                assert_ne!(before, after);
                let tag = second.header("etag").expect("a tag").to_owned();
                let known = app.send(request.with(IF_NONE_MATCH, &tag)).await;
                assert_eq!((known.status, known.header("etag")), (304, Some(tag.as_str())));
            }
        }
    }

    async fn deleted_resources_are_gone_at_once(app: &TestApp) {
        let reading = app.post("/v1/readings", &json!({})).await.is(201);
        let (own, game) = (text(&reading["links"]["self"]), text(&reading["links"]["game"]));
        for path in [own, game, own, game] {
            app.get(path).await.is(200);
        }
        assert_eq!(app.delete(game).await.status, 204);
        app.get(game).await.problem(404, "not_found");
        app.get(own).await.problem(404, "not_found");
    }

    async fn a_ready_answer_is_not_given_to_unauthorized_callers(app: &TestApp) {
        let closed = app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() });
        let key = key(app, &[Scope::Read]).await;
        let game = app.play(&json!({"ruleset": "foolery"})).await;
        let own = text(&game["links"]["self"]);
        for _ in 0..2 {
            closed.send(shown(Request::get(own), &key)).await.is(200);
            closed.get(own).await.problem(401, "unauthorized");
        }
    }

    async fn each_representation_is_an_answer_of_its_own(app: &TestApp) {
        let reading = app.post("/v1/readings", &json!({})).await.is(201);
        let own = text(&reading["links"]["self"]);
        for _ in 0..2 {
            for accept in ["application/json", "text/plain", "image/svg+xml"] {
                let answer = app.send(Request::get(own).with(ACCEPT, accept)).await;
                assert!(answer.content_type().starts_with(accept), "{}", answer.content_type());
            }
        }
    }

    async fn a_deletion_leaves_what_it_does_not_concern(app: &TestApp) {
        let reading = app.post("/v1/readings", &json!({})).await.is(201);
        let (own, game) = (text(&reading["links"]["self"]), text(&reading["links"]["game"]));
        let other = app.play(&json!({"ruleset": "reversal"})).await;
        let other = text(&other["links"]["self"]);
        for path in [own, game, other] {
            app.get(path).await.is(200);
        }
        app.delete(format!("/v1/games/{NOBODY}")).await.problem(404, "not_found");
        app.get(own).await.is(200);
        app.delete(game).await.text(204);
        app.get(own).await.problem(404, "not_found");
        app.get(other).await.is(200);
    }

    async fn lists_are_never_answered_from_before(app: &TestApp) {
        for count in 0..3 {
            let listed = app.get("/v1/games").await.is(200);
            assert_eq!(listed["items"].as_array().map(Vec::len), Some(count));
            app.play(&json!({"ruleset": "foolery"})).await;
        }
    }
}
