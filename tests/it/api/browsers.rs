//! Headers for browsers: security headers and CORS.

use arcana::{
    http::{Origins, Settings},
    service::WorkerPool,
};
use reqwest::{
    Method,
    header::{ACCEPT, ACCEPT_ENCODING, HeaderName, IF_NONE_MATCH, ORIGIN},
};
use serde_json::json;

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    contract::Contract,
    on_app,
    plays::text,
    site::form,
};

const OURS: &str = "https://ours.example";

fn allowed(answer: &Answer) -> Option<&str> {
    answer.header("access-control-allow-origin")
}

fn from(origin: &str, path: &str) -> Request {
    Request::get(path).with(ORIGIN, origin)
}

fn preflight(origin: &str, path: &str, method: &str) -> Request {
    let asked = HeaderName::from_static("access-control-request-method");
    Request::new(Method::OPTIONS, path).with(ORIGIN, origin).with(asked, method)
}

fn settings(origins: &[&str]) -> Settings {
    let list: Vec<_> = origins.iter().map(|origin| (*origin).to_owned()).collect();
    Settings { origins: Origins::read(&list).expect("origins"), ..Settings::default() }
}

on_both! {
    async fn every_response_has_security_headers(app: &TestApp) {
        let reading = app.post("/v1/readings", &json!({"bots": ["random", "random", "random", "random"]})).await.is(201);
        let reading = text(&reading["links"]["self"]).to_owned();
        let (picture, page) = (format!("{reading}.png"), format!("{reading}.html"));
        let pages = ["/", "/games", "/games/x", "/docs/", "/rules/README", "/problems/not_found", &page];
        for path in pages {
            let answer = app.send_unchecked(Request::get(path)).await;
            assert!(answer.content_type().starts_with("text/html"), "{path}");
            let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path} has no policy"));
            assert!(policy.contains("default-src 'none'") && !policy.contains("script-src 'unsafe"), "{path}: {policy}");
            assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        }
        let others = ["/v1/rulesets", "/v1/made/up", "/healthz", "/metrics", "/openapi.json", "/made/up", &reading, &picture];
        for path in others {
            let answer = app.send_unchecked(Request::get(path)).await;
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
        }
        for path in pages.into_iter().chain(others) {
            let answer = app.send_unchecked(Request::get(path)).await;
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
            // The service speaks plain HTTP. A proxy that adds TLS sets this header.
            assert_eq!(answer.header("strict-transport-security"), None, "{path}");
        }
    }

    async fn a_cached_page_keeps_its_security_headers(app: &TestApp) {
        let tag = app.get("/rules/README").await.header("etag").expect("a tag").to_owned();
        let cached = app.send(Request::get("/rules/README").with(IF_NONE_MATCH, &tag)).await;
        assert_eq!(cached.status, 304);
        assert_eq!(cached.header("cross-origin-resource-policy"), None);
    }

    async fn a_client_that_accepts_no_coding_gets_the_body_uncompressed(app: &TestApp) {
        for refusal in ["identity;q=0", "identity;Q=0", "*;q=0", "identity;q=0.000", "gzip;q=0, br;q=0, zstd;q=0, identity;q=0"] {
            let answer = app.send(Request::get("/v1/rulesets").with(ACCEPT_ENCODING, refusal)).await;
            answer.is(200);
            assert_eq!(answer.header("content-encoding"), None, "{refusal}");
        }
        let mut twice = Request::get("/v1/rulesets").with(ACCEPT_ENCODING, "br;q=0");
        twice.headers.append(ACCEPT_ENCODING, reqwest::header::HeaderValue::from_static("identity;q=0"));
        app.send(twice).await.is(200);
        let gzip = app.send_unchecked(Request::get("/v1/rulesets").with(ACCEPT_ENCODING, "identity;q=0, gzip")).await;
        assert_eq!((gzip.status, gzip.header("content-encoding")), (200, Some("gzip")));
    }

    async fn pages_of_other_sites_do_not_write(app: &TestApp) {
        let site = HeaderName::from_static("sec-fetch-site");
        let empty = Request::new(Method::POST, "/v1/commitments");
        for foreign in [empty.clone().with(ORIGIN, OURS), empty.clone().with(site.clone(), "cross-site")] {
            app.send(foreign.clone()).await.problem(403, "cross_site");
            // The same path, written in another way.
            let encoded = Request { path: "/%761/commitments".to_owned(), ..foreign };
            app.send_unchecked(encoded).await.problem(403, "cross_site");
        }
        let call = Request::post("/mcp", "{}".to_owned()).with(ORIGIN, OURS);
        app.send_unchecked(call).await.problem(403, "cross_site");
        app.sign_in().await;
        assert_eq!(app.get("/v1/commitments").await.is(200)["items"], json!([]));
        app.send(Request::get("/v1/rulesets").with(site.clone(), "cross-site")).await.is(200);
        let own = empty.with(site, "same-origin").with(ORIGIN, &format!("http://{}", app.address));
        app.send(own).await.is(201);
    }

    async fn cookies_are_secure_where_a_proxy_received_the_request_over_tls(app: &TestApp) {
        let proxied = app.another(Settings { proxies: 1, ..Settings::default() });
        let scheme = HeaderName::from_static("x-forwarded-proto");
        for (sent, secure) in [("https", true), ("http", false)] {
            let form = form("/games", &[("ruleset", "reversal")]).with(scheme.clone(), sent);
            let answer = proxied.send_unchecked(form).await;
            assert_eq!(answer.header("set-cookie").map(|cookie| cookie.ends_with("; Secure")), Some(secure), "{sent}");
        }
    }

    async fn by_default_no_other_origin_may_call(app: &TestApp) {
        assert_eq!(allowed(&app.send(from(OURS, "/v1/rulesets")).await), None);
        app.send(preflight(OURS, "/v1/rulesets", "GET")).await.problem(405, "method_not_allowed");
    }
}

#[test]
fn pages_of_a_known_origin_may_call() {
    on_app(settings(&[OURS, "http://localhost:3000"]), WorkerPool::new(1), async |app: &TestApp| {
        let agents = app.send_unchecked(preflight(OURS, "/mcp", "POST")).await;
        assert_eq!((agents.status, allowed(&agents)), (204, Some(OURS)));
        for path in ["/v1/rulesets", "/v1/rulesets/whist", "/v1/made/up", "/openapi.json"] {
            let answer = app.send(from(OURS, path)).await;
            assert_eq!(allowed(&answer), Some(OURS), "{path}");
            let exposed = answer.header("access-control-expose-headers").expect("a list");
            for header in [
                "ETag",
                "Location",
                "Link",
                "Retry-After",
                "RateLimit",
                "RateLimit-Policy",
                "x-request-id",
                "Arcana-Stale",
            ] {
                assert!(exposed.split(", ").any(|one| one == header), "{path}: {header}");
            }
            assert_eq!(answer.header("access-control-allow-credentials"), None);
            let vary: Vec<_> = answer.headers.get_all("vary").iter().filter_map(|value| value.to_str().ok()).collect();
            assert!(vary.contains(&"Origin"), "{path}: {vary:?}");
        }
    });
}

#[test]
fn pages_of_other_origins_get_no_cors_headers() {
    on_app(settings(&[OURS]), WorkerPool::new(1), async |app: &TestApp| {
        for origin in ["https://theirs.example", "null", "https://ours.example.theirs.example", "http://ours.example"] {
            let answer = app.send(from(origin, "/v1/rulesets")).await;
            answer.is(200);
            assert_eq!(allowed(&answer), None, "{origin}");
            assert_eq!(answer.header("access-control-expose-headers"), None, "{origin}");
            let refused = app.send(preflight(origin, "/v1/games", "POST")).await;
            refused.problem(405, "method_not_allowed");
            assert_eq!(allowed(&refused), None, "{origin}");
        }
    });
}

#[test]
fn every_route_has_a_preflight() {
    on_app(settings(&[OURS]), WorkerPool::new(1), async |app: &TestApp| {
        for operation in Contract::get().operations().filter(|operation| operation.path.starts_with("/v1/")) {
            let fill = |part: &str| if part.starts_with('{') { "x".to_owned() } else { part.to_owned() };
            let path = operation.path.split('/').map(fill).collect::<Vec<_>>().join("/");
            let method = operation.method.to_uppercase();
            let answer = app.send_unchecked(preflight(OURS, &path, &method)).await;
            assert_eq!((answer.status, allowed(&answer)), (204, Some(OURS)), "{path}");
            let methods = answer.header("access-control-allow-methods").expect("methods");
            assert!(methods.split(", ").any(|one| one == method), "{path}: {methods}");
            let headers = answer.header("access-control-allow-headers").expect("headers");
            for header in [
                "Authorization",
                "Content-Type",
                "Content-Encoding",
                "Idempotency-Key",
                "If-None-Match",
                "Last-Event-ID",
                "x-request-id",
            ] {
                assert!(headers.split(", ").any(|one| one == header), "{header}");
            }
            assert!(answer.header("x-request-id").is_some());
        }
        app.send(preflight(OURS, "/v1/made/up", "GET")).await.problem(404, "not_found");
    });
}

#[test]
fn all_origins_are_allowed_by_a_star() {
    on_app(settings(&["*"]), WorkerPool::new(1), async |app: &TestApp| {
        let answer = app.send(from("https://anybody.example", "/v1/rulesets")).await;
        assert_eq!(allowed(&answer), Some("*"));
        assert_eq!(answer.header("access-control-allow-credentials"), None);
    });
}

#[test]
fn html_pages_are_not_shared_with_other_origins() {
    on_app(settings(&["*"]), WorkerPool::new(1), async |app: &TestApp| {
        for path in ["/", "/games", "/docs/"] {
            let answer = app.send_unchecked(from(OURS, path).with(ACCEPT, "text/html")).await;
            assert_eq!((answer.status, allowed(&answer)), (200, None), "{path}");
        }
    });
}
