//! Error pages: the same content as the JSON problem, on every path.

use std::num::NonZeroU32;

use arcana::{
    http::{Rate, Settings},
    service::WorkerPool,
};
use reqwest::{
    Method,
    header::{ACCEPT, HeaderName, HeaderValue},
};
use serde_json::json;

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    browser::from_own_page,
    on_app,
};

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/// The same request by a program and by a browser.
async fn both(app: &TestApp, request: Request) -> (Answer, Answer) {
    (app.send(request.clone()).await, app.send(request.with(ACCEPT, BROWSER)).await)
}

/// The page has the content of the problem.
fn same(problem: &Answer, page: &Answer) {
    let asked = &page.asked;
    assert_eq!(problem.content_type(), "application/problem+json", "{asked}");
    assert_eq!(page.content_type(), "text/html; charset=utf-8", "{asked}");
    let facts = problem.json();
    assert_eq!((page.status, u64::from(page.status)), (problem.status, facts["status"].as_u64().expect("a status")));
    for name in ["allow", "accept", "retry-after", "www-authenticate"] {
        assert_eq!(page.header(name), problem.header(name), "{asked}: {name}");
    }
    for answer in [problem, page] {
        assert_eq!(
            (answer.header("cache-control"), answer.header("vary")),
            (Some("no-store"), Some("Accept")),
            "{asked}"
        );
    }
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
    let said = |text: &str| page.body().contains(&text.replace('&', "&amp;").replace('"', "&quot;"));
    assert!(said(&format!("<h1>{}</h1>", facts["title"].as_str().expect("a title"))), "{asked}");
    assert!(
        said(&format!("/problems/{}", facts["code"].as_str().expect("a code")))
            && said(facts["instance"].as_str().expect("a path"))
    );
    let id = page.headers.get("x-request-id").map(HeaderValue::to_str).expect("an id").expect("ASCII");
    assert!(said(id), "{asked}");
    for error in facts["errors"].as_array().into_iter().flatten() {
        let name = error["parameter"].as_str().map_or_else(
            || error["pointer"].as_str().expect("a place").trim_start_matches('/').replace('/', "."),
            ToOwned::to_owned,
        );
        assert!(said(&format!("<li><strong>{name}</strong>: ")), "{asked}: {name}");
    }
    if facts["errors"].is_null() && facts["index"].is_null() {
        let plain = page.body().replace("<code>", "`").replace("</code>", "`");
        assert!(plain.contains(facts["detail"].as_str().expect("a detail")), "{asked}: {facts}");
    }
}

#[test]
fn a_page_that_costs_too_much_says_when_to_try_again() {
    let number = |number| NonZeroU32::new(number).expect("not 0");
    let settings = Settings { rate: Some(Rate { per_minute: number(1), burst: number(5) }), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let asked = Request::get("/statistics").with(HeaderName::from_static("x-request-id"), "mine");
        app.send_unchecked(asked.clone()).await.text(200);
        // It costs two units beside that of every request, of which the first has left two.
        for accept in [BROWSER, "*/*"] {
            let page = app.send_unchecked(asked.clone().with(ACCEPT, accept)).await;
            page.problem_page(429, "rate_limited");
            let wait: u64 = page.header("retry-after").and_then(|wait| wait.parse().ok()).expect("seconds");
            assert!((1..=180).contains(&wait), "{wait}");
            assert!(page.header("ratelimit").is_some());
            assert!(page.body().contains("<dt>Request</dt><dd><code>mine</code></dd>"), "{}", page.body());
        }
    });
}

on_both! {
    async fn error_pages_show_the_id_of_the_request(app: &TestApp) {
        let none = "01990000-0000-7000-8000-000000000000";
        for (method, path, status) in [
            (Method::GET, format!("/games/{none}"), 404), (Method::GET, "/games/x".to_owned(), 404),
            (Method::POST, format!("/games/{none}/delete"), 415),
            (Method::GET, "/spreads?x=1".to_owned(), 400), (Method::DELETE, "/games".to_owned(), 405),
        ] {
            let asked = Request::new(method, path).with(HeaderName::from_static("x-request-id"), "mine");
            let page = app.send_unchecked(from_own_page(asked)).await;
            assert_eq!((page.header("x-request-id"), page.header("cache-control")), (Some("mine"), Some("no-store")));
            let shown = page.text(status);
            assert!(shown.contains("<dt>Request</dt><dd><code>mine</code></dd>"), "{}: {shown}", page.asked);
        }
    }

    async fn a_browser_gets_every_problem_as_a_page(app: &TestApp) {
        let none = "01990000-0000-7000-8000-000000000000";
        let mut requests: Vec<_> = [
            "/made/up", "/v1/made/up", "/v1/games/x", "/v1/games?limit=0&colour=red", "/rules/whist", "/problems/none",
            "/v1/decks/tarot", "/openapi.json?x=1", "/healthz?x=1",
        ].map(Request::get).to_vec();
        requests.extend([format!("/v1/readings/{none}"), format!("/v1/games/{none}/log")].map(Request::get));
        requests.push(Request::new(Method::DELETE, "/v1/rulesets"));
        requests.push(Request::post("/v1/games", "{"));
        requests.push(Request::post("/v1/games", json!({"ruleset": "fortuna", "players": [{"name": ""}], "seed": 1}).to_string()));
        for request in requests {
            let (problem, page) = both(app, request).await;
            same(&problem, &page);
        }
    }

    async fn a_slash_behind_a_page_leads_to_the_page(app: &TestApp) {
        for (path, page) in [("/games/", "/games"), ("/cards/ar00/?deck=thoth", "/cards/ar00?deck=thoth"), ("/rules/fortunes/", "/rules/fortunes"), ("/tables/new/", "/tables/new")] {
            let answer = app.send_unchecked(Request::get(path)).await;
            assert_eq!((answer.status, answer.header("location")), (308, Some(page)), "{path}");
        }
        for path in ["/v1/games/", "//evil.example/", "/made/up/", "/games//"] {
            assert_eq!(app.send_unchecked(Request::get(path)).await.status, 404, "{path}");
        }
        for method in [Method::POST, Method::OPTIONS] {
            assert_eq!(app.send_unchecked(Request::new(method, "/games/")).await.status, 404);
        }
    }

    async fn routes_with_only_pages_are_refused_with_a_page(app: &TestApp) {
        let page = app.get_as("/v1/rulesets", "text/html").await;
        assert_eq!((page.status, page.content_type()), (406, "text/html; charset=utf-8"));
        assert!(page.body().contains("Available by <code>Accept</code> or the ending of the URL: application/json."));
    }

    async fn an_illegal_log_is_explained_in_words(app: &TestApp) {
        let log = json!({"ruleset": "fortunes", "rules_version": 1, "options": {},
            "players": [{"name": "Ada"}, {"name": "Bel"}, {"name": "Cyd"}, {"name": "Dov"}],
            "steps": [{"type": "play", "player": 0, "card": "ar00"}]});
        let (problem, page) = both(app, Request::post("/v1/games/import", log.to_string())).await;
        same(&problem, &page);
        for part in ["Step 1 of the log", "<code>wrong_step</code>", "/rules/README#what-is-refused", "A step of the table: deal."] {
            assert!(page.body().contains(part), "{part}: {}", page.body());
        }
    }

    async fn quoted_input_is_escaped(app: &TestApp) {
        let (_, page) = both(app, Request::get("/v1/games?%3Cscript%3E=%3Cb%3E&limit=%3Ci%3E")).await;
        assert!(page.body().contains("&lt;script&gt;") && !page.body().contains("<script>"), "{}", page.body());
        let (_, page) = both(app, Request::get("/v1/%3Cscript%3E/%22")).await;
        assert!(!page.body().contains("<script>"), "{}", page.body());
    }

    async fn a_page_with_wrong_parameters_names_each(app: &TestApp) {
        let page = app.send_unchecked(Request::get("/tables/new?ruleset=chess&colour=red")).await;
        assert_eq!(page.header("cache-control"), Some("no-store"));
        let page = page.text(400);
        assert!(page.contains("<strong>ruleset</strong>: ") && page.contains("<strong>colour</strong>: "), "{page}");
        assert!(!page.contains("`errors`"));
    }
}
