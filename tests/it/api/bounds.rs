//! Limits: too much, too often or too slow is rejected, and does not affect other callers.

use std::{num::NonZeroU32, sync::mpsc, time::Duration};

use arcana::{
    http::{Rate, Settings},
    service::{CallerId, Cancel, Class, Scope, WorkerPool},
};
use reqwest::{
    Method,
    header::{ACCEPT, CONTENT_TYPE, HeaderName},
};
use serde_json::json;
use tokio::{sync::oneshot, task::JoinHandle};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    browser::from_own_page,
    contract::Contract,
    keys::{key, shown},
    on_app,
    plays::{NOBODY, text},
    raw::Connection,
};

/// Occupies all places for quick work until dropped.
struct Busy(Vec<(mpsc::Sender<()>, JoinHandle<()>)>);

impl Busy {
    /// Occupies the two places of each pool.
    async fn keep(work: &WorkerPool) -> Busy {
        let mut busy = Vec::new();
        for caller in 0..2 {
            let ((begun, has_begun), (release, released)) = (oneshot::channel(), mpsc::channel());
            let work = work.on_behalf_of(CallerId::of(&caller));
            let done = tokio::spawn(async move {
                let wait = move |_: &Cancel| {
                    begun.send(()).expect("the test waits");
                    released.recv().expect("the test releases it");
                };
                work.run(Class::Quick, wait).await.expect("there is room");
            });
            has_begun.await.expect("it begins");
            busy.push((release, done));
        }
        Busy(busy)
    }

    async fn release(self) {
        for (release, done) in self.0 {
            release.send(()).expect("it waits");
            done.await.expect("it ends");
        }
    }
}

fn rate(per_minute: u32, burst: u32) -> Option<Rate> {
    let number = |number| NonZeroU32::new(number).expect("not 0");
    Some(Rate { per_minute: number(per_minute), burst: number(burst) })
}

fn forwarded(path: &str, address: &str) -> Request {
    Request::get(path).with(HeaderName::from_static("x-forwarded-for"), address)
}

fn head(length: usize) -> String {
    format!("POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n")
}

fn checked(answer: Answer) -> Answer {
    Contract::get().check(&Request::new(Method::POST, "/v1/games"), &answer);
    answer
}

#[test]
fn work_beyond_the_limit_is_refused_until_there_is_room() {
    let work = WorkerPool::bounded(1, 0);
    on_app(Settings::default(), work.clone(), async |app: &TestApp| {
        let busy = Busy::keep(&work).await;
        let body = json!({"ruleset": "reversal"});
        for _ in 0..2 {
            let answer = app.post("/v1/games", &body).await;
            answer.problem(503, "unavailable");
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
        let metrics = app.get("/metrics").await.text(200);
        assert!(metrics.contains("\narcana_work_running{class=\"quick\"} 2\n"));
        assert!(metrics.contains("\narcana_work_refused_total{class=\"quick\"} 2\n"));
        busy.release().await;
        assert_eq!(app.stored().await, (0, 0));
        app.post("/v1/games", &body).await.is(201);
    });
}

#[test]
fn a_response_that_takes_too_long_is_aborted() {
    let work = WorkerPool::bounded(1, 1);
    let settings = Settings { request_timeout: Duration::from_millis(50), ..Settings::default() };
    on_app(settings, work.clone(), async |app: &TestApp| {
        let busy = Busy::keep(&work).await;
        let id = HeaderName::from_static("x-request-id");
        let answer = app.send(Request::post("/v1/games", r#"{"ruleset": "reversal"}"#).with(id, "mine")).await;
        let problem = answer.problem(503, "unavailable");
        assert_eq!((problem["request_id"].as_str(), problem["instance"].as_str()), (Some("mine"), Some("/v1/games")));
        assert_eq!(answer.header("retry-after"), Some("1"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        busy.release().await;
    });
}

#[test]
fn a_body_that_takes_too_long_is_refused_with_a_reason() {
    let settings = Settings { body_timeout: Duration::from_millis(50), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let mut connection = Connection::open(app);
        connection.send(head(100) + "\r\n{\"ruleset\":");
        checked(connection.answer("POST /v1/games")).problem(408, "request_timeout");
        assert_eq!(app.stored().await, (0, 0));
    });
}

#[test]
fn while_a_body_comes_in_the_answer_has_time() {
    let work = WorkerPool::bounded(1, 1);
    let settings = Settings { request_timeout: Duration::from_secs(2), ..Settings::default() };
    on_app(settings, work.clone(), async |app: &TestApp| {
        let busy = Busy::keep(&work).await;
        let mut connection = Connection::open(app);
        connection.send(head(2) + "Expect: 100-continue\r\n\r\n");
        assert!(connection.head().starts_with("HTTP/1.1 100 "));
        // Another request, which started later, has timed out.
        app.post("/v1/games", &json!({"ruleset": "reversal"})).await.problem(503, "unavailable");
        connection.send("{}");
        checked(connection.answer("POST /v1/games")).problem(422, "invalid_body");
        busy.release().await;
    });
}

#[test]
fn bodies_that_take_too_much_memory_are_refused() {
    let settings = Settings { body_memory: 8 << 10, ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let padded = |size: usize| r#"{"ruleset": "reversal"}"#.to_owned() + &" ".repeat(size);
        for _ in 0..3 {
            let answer = app.send(Request::post("/v1/games", padded(25 << 10))).await;
            answer.problem(503, "unavailable");
            assert_eq!(answer.header("retry-after"), Some("1"));
            // The memory is released, and the first 16 KiB are not counted.
            app.send(Request::post("/v1/games", padded(23 << 10))).await.is(201);
        }
    });
}

#[test]
fn long_lines_in_a_row_are_all_checked_and_one_that_is_too_long_is_skipped() {
    let limits = Settings { body_memory: 8 << 20, log_limit: 4 << 20, ..Settings::default() };
    on_app(limits, WorkerPool::new(1), async |app: &TestApp| {
        let game = app.post("/v1/games", &json!({"ruleset": "reversal"})).await.is(201);
        let log = app.get(&format!("/v1/games/{}/log", text(&game["id"]))).await.body;
        let padded = |size: usize| {
            let mut line = log.clone();
            line.resize(size.max(line.len()), b' ');
            [line, vec![b'\n']].concat()
        };
        for (sizes, expected) in
            [([4000; 6], [201; 6]), ([1, 9000, 4000, 20_000, 4000, 1], [201, 413, 201, 413, 201, 201])]
        {
            let body = sizes.map(|size| padded(size << 10)).concat();
            let request = Request::post("/v1/games/import", body).with(CONTENT_TYPE, "application/x-ndjson");
            let statuses = app.send(request).await.lines().into_iter().map(|line| line["status"].as_u64());
            assert_eq!(statuses.collect::<Vec<_>>(), expected.map(Some));
        }
    });
}

#[test]
fn slow_bodies_do_not_hold_up_ordinary_ones() {
    let limits = Settings { body_memory: 256 << 10, body_limit: 64 << 10, log_limit: 64 << 10, ..Settings::default() };
    on_app(limits, WorkerPool::new(1), async |app: &TestApp| {
        let padded = |size: usize| r#"{"ruleset": "reversal"}"#.to_owned() + &" ".repeat(size);
        let slow: Vec<_> = (0..12)
            .map(|_| {
                let mut connection = Connection::open(app);
                connection.send(head(64 << 10) + "\r\n" + &" ".repeat(40 << 10));
                connection
            })
            .collect();
        let begun = std::time::Instant::now();
        // They take all memory for large bodies as soon as they have arrived.
        while app.send(Request::post("/v1/games", padded(60 << 10))).await.status != 503 {
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
        for _ in 0..3 {
            app.send(Request::post("/v1/games", padded(15 << 10))).await.is(201);
        }
        drop(slow);
    });
}

#[test]
fn a_body_that_a_route_does_not_take_is_not_waited_for() {
    on_app(Settings::default(), WorkerPool::new(1), async |app: &TestApp| {
        let nobody = format!("/v1/games/{NOBODY}");
        for (method, path, status) in [("GET", "/healthz", 200), ("GET", "/v1/rulesets", 200), ("DELETE", &nobody, 404)]
        {
            let bytes = format!("{method} {path} HTTP/1.1\r\nHost: arcana\r\nContent-Length: 1000000000\r\n\r\nx");
            let answer = app.exchange(&method.parse().expect("a method"), path, bytes);
            assert_eq!(answer.status, status, "{method} {path}");
        }
    });
}

#[test]
fn a_form_that_is_too_large_is_refused_with_a_page() {
    on_app(Settings::default(), WorkerPool::new(1), async |app: &TestApp| {
        for path in ["/games", "/readings"] {
            let form = "seed=".to_owned() + &"x".repeat(64 << 10);
            let mut request = Request::post(path, form);
            request = request.with(reqwest::header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            let answer = app.send_unchecked(from_own_page(request)).await;
            assert!(answer.text(413).contains("The form is too large."));
            assert_eq!(answer.content_type(), "text/html; charset=utf-8");
        }
    });
}

#[test]
fn a_rate_limited_caller_gets_a_retry_time() {
    let settings = Settings { rate: rate(1, 2), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let first = app.get("/v1/rulesets").await;
        first.is(200);
        assert_eq!(first.header("ratelimit-policy"), Some("\"default\";q=2;w=120"));
        assert_eq!(first.header("ratelimit"), Some("\"default\";r=1;t=60"));
        let second = app.get(format!("/v1/games/{NOBODY}")).await;
        second.problem(404, "not_found");
        assert_eq!(second.header("ratelimit"), Some("\"default\";r=0;t=120"));
        for path in ["/v1/rulesets", "/v1/games", "/openapi.json"] {
            let third = app.get(path).await;
            third.problem(429, "rate_limited");
            let wait: u64 = third.header("retry-after").and_then(|wait| wait.parse().ok()).expect("seconds");
            assert!((1..=60).contains(&wait), "{wait}");
            assert_eq!(third.header("ratelimit"), Some("\"default\";r=0;t=120"));
            assert_eq!(third.header("ratelimit-policy"), Some("\"default\";q=2;w=120"));
        }
        for path in ["/healthz", "/readyz", "/metrics"] {
            let watching = app.get(path).await;
            assert_eq!((watching.status, watching.header("ratelimit")), (200, None), "{path}");
        }
    });
}

#[test]
fn a_valid_key_has_its_own_rate_and_an_invalid_one_has_not() {
    let settings = Settings { rate: rate(1, 1), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let (one, other) = (key(app, &[Scope::Read]).await, key(app, &[Scope::Read]).await);
        for key in [&one, &other] {
            app.send(shown(Request::get("/v1/rulesets"), key)).await.is(200);
            app.send(shown(Request::get("/v1/rulesets"), key)).await.problem(429, "rate_limited");
        }
        // Guessing keys counts as requests of the address.
        app.send_unchecked(shown(Request::get("/v1/rulesets"), "arcana_guess")).await.problem(401, "unauthorized");
        app.send_unchecked(shown(Request::get("/v1/rulesets"), "arcana_guest")).await.problem(429, "rate_limited");
    });
}

#[test]
fn wrong_keys_never_keep_a_valid_one_out() {
    for rate in [None, rate(1, 1)] {
        on_app(Settings { rate, ..Settings::default() }, WorkerPool::new(1), async |app: &TestApp| {
            // Not seen by this service before: another one made it.
            let key = key(app, &[Scope::Read]).await;
            let (id, secret) = (&key[..key.len() - 8], "00000000");
            for number in 0..200 {
                let wrong = if number % 2 == 0 { format!("{id}{secret}") } else { format!("arcana_{number}") };
                let refused = app.send_unchecked(shown(Request::get("/v1/rulesets"), &wrong)).await;
                assert!([401, 429].contains(&refused.status), "{}", refused.status);
            }
            app.send(shown(Request::get("/v1/rulesets"), &key)).await.is(200);
        });
    }
}

#[test]
fn behind_a_proxy_callers_are_distinguished_by_the_forwarded_address() {
    let settings = Settings { rate: rate(1, 1), proxies: 1, ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        app.send(forwarded("/v1/rulesets", "192.0.2.1")).await.is(200);
        app.send(forwarded("/v1/rulesets", "192.0.2.2")).await.is(200);
        app.send(forwarded("/v1/rulesets", "203.0.113.9, 192.0.2.1")).await.problem(429, "rate_limited");
        app.send(forwarded("/v1/rulesets", "2001:db8::1")).await.is(200);
        app.send(forwarded("/v1/rulesets", "2001:db8::2")).await.problem(429, "rate_limited");
    });
}

#[test]
fn without_a_trusted_proxy_forwarded_addresses_are_ignored() {
    let settings = Settings { rate: rate(1, 1), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        app.send(forwarded("/v1/rulesets", "192.0.2.1")).await.is(200);
        app.send(forwarded("/v1/rulesets", "192.0.2.2")).await.problem(429, "rate_limited");
    });
}

#[test]
fn without_a_limit_there_are_no_rate_limit_headers() {
    on_app(Settings::default(), WorkerPool::new(1), async |app: &TestApp| {
        let answer = app.get("/v1/rulesets").await;
        assert_eq!((answer.header("ratelimit"), answer.header("ratelimit-policy")), (None, None));
    });
}

#[test]
fn expensive_requests_count_for_more() {
    let settings = Settings { rate: rate(1, 15), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        // It may take 200 deals, and ends with the first.
        let options = json!({"match": {"type": "race", "target": 1, "max_deals": 200}});
        let long = json!({"ruleset": "fortunes", "options": options});
        let first = app.post("/v1/games", &long).await;
        first.is(201);
        assert_eq!(first.header("ratelimit"), Some("\"default\";r=6;t=540"));
        let second = app.post("/v1/games", &long).await;
        second.problem(429, "rate_limited");
        assert_eq!(second.header("ratelimit"), Some("\"default\";r=5;t=600"));
        let wait: u64 = second.header("retry-after").and_then(|wait| wait.parse().ok()).expect("seconds");
        assert!((160..=180).contains(&wait), "{wait}");
        // Cheap requests are served all the while.
        app.post("/v1/games", &json!({"ruleset": "reversal"})).await.is(201);
        assert_eq!(app.get("/v1/games").await.header("ratelimit"), Some("\"default\";r=3;t=720"));
    });
}

/// What is left of a quota of 1,000 after a request.
async fn left(app: &TestApp, request: Request) -> u32 {
    let answer = app.send(request).await;
    assert!(answer.status < 300, "{}", answer.body());
    let left = answer.header("ratelimit").and_then(|text| text.split(";r=").nth(1)?.split(';').next()?.parse().ok());
    left.expect("a number")
}

#[test]
fn what_is_stored_is_charged_by_its_bytes() {
    let settings = Settings { rate: rate(1, 1000), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let place = |n: usize| json!({"id": format!("p{n}"), "name": format!("Place {n}"), "asks": "\u{1d11e}".repeat(200), "x": n % 10 * 2, "y": n / 10 * 2});
        let own = json!({"name": "Mine", "places": (0..70).map(place).collect::<Vec<_>>()});
        let body = json!({"type": "spread", "spread": own}).to_string();
        assert_eq!(body.len() / 8192, 7);
        assert_eq!(left(app, Request::post("/v1/readings", body)).await, 1000 - 8);
        assert_eq!(left(app, Request::post("/v1/games", r#"{"ruleset": "reversal"}"#)).await, 992 - 1);
        let padded = r#"{"ruleset": "reversal", "seats": [{"type": "bot"}, {"type": "open"}]}"#.to_owned()
            + &" ".repeat(20 << 10);
        assert_eq!(left(app, Request::post("/v1/tables", padded)).await, 991 - 3);
        let log = app.send_unchecked(Request::get("/v1/games")).await.json()["items"][0]["links"]["log"].clone();
        let log = app.send(Request::get(text(&log))).await.body().to_owned();
        let lines =
            |path: &str| Request::post(path, format!("{log}\n").repeat(64)).with(CONTENT_TYPE, "application/x-ndjson");
        let sent = lines("").body.len() / (256 << 10);
        assert_eq!(sent, 0, "less than one unit");
        let before = left(app, lines("/v1/games/import?dry_run=true")).await;
        app.send(lines("/v1/games/import")).await;
        // 64 games count as four times 256 KiB, one of which the request itself pays.
        assert_eq!(left(app, Request::get("/v1/rulesets")).await, before - 1 - 4 - 1 + 1);
    });
}

#[test]
fn simulations_and_pictures_are_charged_by_what_they_cost() {
    let settings = Settings { rate: rate(1, 1000), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let simulation = |games: u32| json!({"ruleset": "fortunes", "games": games}).to_string();
        assert_eq!(left(app, Request::post("/v1/simulations", simulation(1000))).await, 1000 - 41);
        let drawn = |question: &str| {
            let body = json!({"spread": "one-card", "question": question, "given": [{"card": "wa02"}]}).to_string();
            Request::post("/v1/draws", body).with(ACCEPT, "image/png")
        };
        let first = left(app, drawn("Why?")).await;
        let second = left(app, drawn("Why? Because it’s “so” — or not…")).await;
        let third = left(app, drawn(&"a\u{300}\u{301}\u{302}\u{303}".repeat(100))).await;
        assert_eq!(first - second, 959 - first, "usual signs cost nothing");
        assert_eq!(second - third, (first - second) + 10, "400 marks");
    });
}

#[test]
fn the_most_expensive_request_is_allowed_with_a_full_quota() {
    let settings = Settings { rate: rate(1, 5), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let options = json!({"match": {"type": "race", "target": 1, "max_deals": 200}});
        let answer = app.post("/v1/games", &json!({"ruleset": "fortunes", "options": options})).await;
        answer.is(201);
        assert_eq!(answer.header("ratelimit"), Some("\"default\";r=0;t=300"));
    });
}
