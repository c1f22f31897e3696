//! Problems: every kind of error, on every route that has it.

use arcana::service::Scope;
use reqwest::{
    Method,
    header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderName},
};
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    contract::{Contract, Operation},
    keys::{key, shown},
    plays::{NOBODY, text},
};

/// Every route that takes a body.
const POSTS: [&str; 5] = ["/v1/games", "/v1/games/import", "/v1/readings", "/v1/layouts", "/v1/commitments"];

/// A path of an operation's route.
pub fn address(operation: &Operation<'_>) -> String {
    operation
        .path
        .replace("{id}", NOBODY)
        .replace("{n}", "0")
        .replace("{date}", "2026-11-28")
        .replace("{player}", "0")
        .replace("{deck}", "thoth")
        .replace("{card}", "ar00")
        .replace("{ruleset}", "fortunes")
        .replace("{code}", "not_found")
        .replace("{page}", "chance")
}

fn operations() -> Vec<(Method, String, Value)> {
    let of = |operation: Operation<'_>| {
        let method = operation.method.to_uppercase().parse().expect("a method");
        (method, address(&operation), operation.declared.clone())
    };
    Contract::get().operations().map(of).collect()
}

/// The credentials that an operation requires: a key or a seat token.
fn expected(declared: &Value, key: &str) -> String {
    // A route that requires a key names the scope.
    match declared["security"] == json!([{"key": []}]) && declared.get("x-scope").is_none() {
        true => format!("seat_{}", "0".repeat(64)),
        false => key.to_owned(),
    }
}

/// A request to play a game, padded with spaces to a size.
fn padded(size: usize) -> String {
    let body = json!({"ruleset": "fortunes"}).to_string();
    body.clone() + &" ".repeat(size - body.len())
}

on_both! {
    async fn an_unknown_route_is_not_found(app: &TestApp) {
        for path in ["/v1", "/v1/", "/v1/nothing", "/v1/games/", "/v1/games//log", "/v1//games", "/v2/games", "/nothing",
            "/v1/games/import/x", "/v1/simulators", "/favicon.png", "/v1/games%2F", "/V1/games"]
        {
            for method in [Method::GET, Method::POST, Method::DELETE, Method::OPTIONS] {
                let answer = app.send(Request::new(method, path)).await;
                answer.problem(404, "not_found");
                assert_eq!(answer.header("cache-control"), Some("no-store"));
            }
        }
    }

    async fn other_methods_of_a_route_are_not_allowed(app: &TestApp) {
        let operations = operations();
        for (_, path, _) in &operations {
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"] {
                let method: Method = method.parse().expect("a method");
                if !operations.iter().any(|(its, other, _)| *its == method && other == path) && path != "/v1/games/import" {
                    // The contract check compares `Allow` with the document.
                    app.send(Request::new(method, path.as_str())).await.problem(405, "method_not_allowed");
                }
            }
        }
        let answer = app.send(Request::new(Method::PUT, "/v1/games")).await;
        assert_eq!(answer.header("allow"), Some("GET, HEAD, POST"));
        assert_eq!(app.get("/v1/games/import").await.header("allow"), Some("POST"));
    }

    async fn a_value_that_is_not_utf8_is_reported(app: &TestApp) {
        let wrong = app.get("/v1/games?player=%FF&name%FE=1").await.wrong(400, "unknown_parameter");
        let value = |name: &str, code: &str| (name.to_owned(), code.to_owned());
        assert!(wrong.contains(&value("player", "bad_parameter")), "{wrong:?}");
        assert_eq!(app.get("/v1/games?player=%C3%A9").await.is(200)["items"], json!([]));
    }

    async fn an_unknown_parameter_is_reported(app: &TestApp) {
        let key = key(app, &Scope::ALL).await;
        for (method, path, declared) in operations() {
            let request = Request::new(method, format!("{path}?sky=1&sky=2&sun"));
            let answer = app.send(shown(request, &expected(&declared, &key))).await;
            let wrong = answer.wrong(400, "unknown_parameter");
            assert_eq!(wrong, ["sky", "sun"].map(|name| (name.to_owned(), "unknown_parameter".to_owned())), "{path}");
        }
    }

    async fn an_unavailable_representation_is_not_acceptable(app: &TestApp) {
        let key = key(app, &Scope::ALL).await;
        for (method, path, declared) in operations() {
            if declared["responses"].get("204").is_none() || method == Method::GET {
                for accept in ["image/webp", "application/json;q=0, text/html;q=0, text/markdown;q=0, text/plain;q=0", "x"] {
                    let request = Request::new(method.clone(), path.as_str()).with(ACCEPT, accept);
                    app.send(shown(request, &expected(&declared, &key))).await.problem(406, "not_acceptable");
                }
            }
        }
        for accept in ["*/*", "application/*", "text/html, application/json;q=0.5", "text/html, */*;q=0.1", "APPLICATION/JSON"] {
            app.get_as("/v1/games", accept).await.is(200);
        }
    }

    async fn a_body_of_another_media_type_is_refused(app: &TestApp) {
        let types = ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/json; charset=latin1",
            "application/problem+json", "application", "json", "", "application/x-ndjson", "multipart/form-data; boundary=x"];
        for path in POSTS {
            for content_type in types {
                let lines = path == "/v1/games/import";
                if lines && ["application/x-ndjson", "text/plain"].contains(&content_type) {
                    continue;
                }
                let answer = app.send(Request::post(path, "{}").with(CONTENT_TYPE, content_type)).await;
                answer.problem(415, "unsupported_media_type");
                let taken = if lines { "application/json, application/x-ndjson, text/plain" } else { "application/json" };
                assert_eq!(answer.header("accept"), Some(taken));
            }
            let mut without = Request::post(path, "{}");
            without.headers.remove(CONTENT_TYPE);
            app.send(without).await.problem(415, "unsupported_media_type");
            for coding in ["br", "deflate", "deflate, gzip", "gzip, gzip"] {
                let answer = app.send(Request::post(path, "{}").with(CONTENT_ENCODING, coding)).await;
                answer.problem(415, "unsupported_media_type");
                assert_eq!(answer.header("accept-encoding"), Some("gzip, zstd, identity"));
            }
        }
        for good in ["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=\"UTF-8\""] {
            app.send(Request::post("/v1/commitments", "{}").with(CONTENT_TYPE, good)).await.is(201);
        }
        let identity = Request::post("/v1/commitments", "{}").with(CONTENT_ENCODING, "identity");
        app.send(identity).await.is(201);
    }

    async fn a_body_that_is_too_large_is_refused(app: &TestApp) {
        let (most, most_of_logs) = (1 << 20, 16 << 20);
        app.send(Request::post("/v1/games", padded(most))).await.is(201);
        for path in ["/v1/games", "/v1/readings", "/v1/layouts", "/v1/commitments"] {
            let problem = app.send(Request::post(path, padded(most + 1))).await.problem(413, "too_large");
            assert_eq!(problem["detail"], "The body may have at most 1048576 bytes.");
        }
        app.send(Request::post("/v1/games/import", padded(most + 1))).await.problem(422, "illegal_log");
        // Rejected by the declared length, before the body is sent.
        for (path, size) in [("/v1/games", most + 1), ("/v1/games/import", most_of_logs + 1), ("/v1/games", usize::MAX)] {
            let head = format!("POST {path} HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n");
            app.exchange(&Method::POST, path, head).problem(413, "too_large");
        }
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn a_body_of_unknown_length_is_counted_as_it_arrives(app: &TestApp) {
        let head = "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        let chunked = |body: &str| format!("{head}{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        app.exchange(&Method::POST, "/v1/games", chunked(&padded(1 << 20))).is(201);
        app.exchange(&Method::POST, "/v1/games", chunked(&padded((1 << 20) + 1))).problem(413, "too_large");
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn invalid_json_is_refused(app: &TestApp) {
        let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        let bad: Vec<Vec<u8>> = [
            "{", "{]", "[1,]", "{'a': 1}", "nul", "NaN", "Infinity", "01", "1.", "+1", "\"a", "{} {}", "{\"a\": 1,}", "// x\n{}",
            "\u{feff}\u{feff}{}", "{}\u{feff}", "\"\\ud800\"", "{\"\\udfff\": 1}", "\"\\u00g0\"", "\"\\x\"", "\"a\u{0}b\"", "\"a\nb\"", "\u{0}{}", "1e999",
            "-1e999", &"9".repeat(400), &deep(128), &deep(50_000), &"{\"a\":".repeat(200), "{\"a\": 1, \"a\": 1}",
            "{\"a\": [{\"b\": {}, \"\\u0062\": 1}]}", " ",
        ].iter().map(|text| text.as_bytes().to_vec()).collect();
        let not_utf8: [&[u8]; 3] = [b"\"\xff\"", b"{\"a\xc3\": 1}", b"\xff\xfe{\0}\0"];
        for path in POSTS {
            for body in bad.iter().cloned().chain(not_utf8.map(<[u8]>::to_vec)) {
                app.send(Request::post(path, body)).await.problem(400, "bad_json");
            }
            if path != "/v1/commitments" {
                app.send(Request::post(path, "")).await.problem(400, "bad_json");
            }
        }
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn unusual_json_is_refused_for_its_actual_fault(app: &TestApp) {
        let nested = "[".repeat(100) + &"]".repeat(100);
        let strange = [nested.as_str(), "123456789012345678901234567890", "1e300", "-0", "\"\\u0000\"", "{\"\\u0000\": 1}", "{\"\": 1}",
            "{\"a/b~c\": 1}"];
        for path in POSTS {
            for body in strange {
                let answer = app.send(Request::post(path, body)).await;
                let code = if path == "/v1/games/import" { "illegal_log" } else { "invalid_body" };
                answer.problem(422, code);
            }
        }
        let answer = app.send(Request::post("/v1/commitments", "{\"a/b~c\": 1}")).await;
        assert_eq!(answer.wrong(422, "invalid_body"), [("/a~1b~0c".to_owned(), "unknown_field".to_owned())]);
        let huge = json!({"ruleset": "fortunes", "options": {"match": {"type": "deals", "deals": 1e300}}});
        app.post("/v1/games", &huge).await.problem(422, "bad_options");
        let huge = json!({"ruleset": "fortunes", "options": {"match": {"type": "deals", "deals": u64::MAX}}});
        app.post("/v1/games", &huge).await.problem(422, "bad_options");
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn options_with_a_duplicate_name_are_invalid_json(app: &TestApp) {
        let twice = r#"{"ruleset": "fortunes", "options": {"disposition": "led", "disposition": "ended"}, "players": [], "steps": []}"#;
        for path in ["/v1/games", "/v1/games/import"] {
            let problem = app.send(Request::post(path, twice)).await.problem(400, "bad_json");
            assert!(problem["detail"].as_str().is_some_and(|text| text.contains("duplicate field `disposition`")), "{problem}");
        }
    }

    async fn a_valid_request_id_of_the_caller_is_used(app: &TestApp) {
        let header = HeaderName::from_static("x-request-id");
        let sent = async |path: &str, id: &str| app.send(Request::get(path).with(header.clone(), id)).await;
        for id in ["x", "0199aa00-0000-7000-8000-000000000000", "!~{}\"", &"x".repeat(128)] {
            assert_eq!(sent("/healthz", id).await.header("x-request-id"), Some(id));
            assert_eq!(sent("/v1/nothing", id).await.problem(404, "not_found")["request_id"], id);
        }
        for id in ["", "a b", "\u{e4}", &"x".repeat(129)] {
            let own = sent("/healthz", id).await.header("x-request-id").expect("an id").to_owned();
            assert_ne!(own, id);
            assert!(uuid::Uuid::try_parse(&own).is_ok_and(|own| own.get_version_num() == 7), "{own}");
        }
        let (one, other) = (app.get("/healthz").await, app.get("/healthz").await);
        assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
    }

    async fn a_problem_says_where_it_happened(app: &TestApp) {
        let problem = app.get("/v1/games?sky=1").await.problem(400, "unknown_parameter");
        assert_eq!(problem["instance"], "/v1/games");
        let problem = app.post("/v1/games/import?dry_run=true", &json!({})).await.problem(422, "illegal_log");
        assert_eq!(problem["instance"], "/v1/games/import");
        for odd in ["/v1/games/%FF", "/v1/games/%00", "/v1/games/ä", "/v1/decks/%F0%9F%83%8F"] {
            assert!((400..=404).contains(&app.get(odd).await.status), "{odd}");
        }
        for odd in ["/v1/games/{x}", "/v1/games/a|b", "/v1/games/\"x\"", "/v1/rulesets/[x]"] {
            let answer = app.exchange(&Method::GET, odd, format!("GET {odd} HTTP/1.1\r\nHost: arcana\r\n\r\n"));
            assert!((400..=404).contains(&answer.status), "{odd}");
        }
    }

    async fn a_parameter_that_is_no_list_may_be_given_only_once(app: &TestApp) {
        let (mut tried, admin) = (0, key(app, &[Scope::Read, Scope::Admin]).await);
        // A hint asks for the token of a seat first.
        let tried_here = |path: &str| path != "/v1/tables/{id}/hint";
        for operation in Contract::get().operations().filter(|one| one.method == "get" && tried_here(one.path)) {
            for (_, parameter) in Contract::get().parameters(&operation, "query") {
                if parameter["schema"]["type"] == "array" {
                    continue;
                }
                let (path, name) = (address(&operation), text(&parameter["name"]));
                for twice in [format!("{name}=&{name}="), format!("{name}=&{name}=x"), format!("{name}=1&{name}=1")] {
                    let told = app.send(shown(Request::get(format!("{path}?{twice}")), &admin)).await.wrong(400, "bad_parameter");
                    assert!(told.contains(&(name.to_owned(), "bad_parameter".to_owned())), "{path}?{twice}: {told:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 100, "{tried}");
        for page in ["/games?ruleset=&ruleset=", "/rules/foolery?seed=x&seed=", "/cards?q=&q=sun", "/daily?for=&for="] {
            let answer = app.send_unchecked(Request::get(page)).await;
            assert!([400, 200].contains(&answer.status) && answer.body().contains("It may be given only once"), "{page}");
        }
    }

    async fn an_internal_error_reveals_no_internals(app: &TestApp) {
        app.sign_in().await;
        app.post("/v1/games", &json!({"ruleset": "foolery"})).await.is(201);
        let reading = app.post("/v1/readings", &json!({})).await.is(201);
        let id = reading["game"]["id"].as_str().expect("an id");
        app.database.execute("update games set options = '{\"sky\": 1}'").await;
        let mut paths = ["", "/log", "/states/0", "/readings", "/readings/0"].map(|part| format!("/v1/games/{id}{part}")).to_vec();
        paths.push(reading["links"]["self"].as_str().expect("a link").to_owned());
        for path in paths {
            let answer = app.get(path).await;
            let problem = answer.problem(500, "internal");
            assert_eq!(problem["detail"], "An unexpected error occurred. It has been logged.");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert!(!answer.body().contains("sky") && !answer.body().contains("options"), "{}", answer.body());
        }
        // Lists and statistics go on without what is damaged.
        for path in ["/v1/games", "/v1/readings"] {
            assert_eq!(app.get(path).await.is(200)["items"], json!([]));
        }
        let counted = app.get("/v1/statistics/foolery").await.is(200);
        assert_eq!((&counted["games"], &counted["truncated"]), (&json!(0), &json!(true)));
        // Its owner can delete it all the same.
        let drawn = app.post("/v1/readings", &json!({"type": "spread", "spread": "one-card"})).await.is(201);
        app.database.execute("update readings set spread = '{\"sky\": 1}' where spread is not null").await;
        let path = drawn["links"]["self"].as_str().expect("a link");
        app.get(path).await.problem(500, "internal");
        assert_eq!(app.delete(path).await.status, 204);
        app.get(path).await.problem(404, "not_found");
    }
}
