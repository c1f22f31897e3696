//! Connection limits: no wait is unbounded, and no caller gets all connections.

use std::{
    thread,
    time::{Duration, Instant},
};

use arcana::{
    http::{ConnectionLimits, Settings},
    service::WorkerPool,
};
use reqwest::header::ACCEPT;
use serde_json::json;

use crate::api::{
    app::{Request, TestApp},
    lines_out::store_too_many,
    on_app,
    raw::Connection,
};

const ASK: &str = "GET /healthz HTTP/1.1\r\nHost: arcana\r\n\r\n";
const STREAM: &str = "GET /v1/games HTTP/1.1\r\nHost: arcana\r\nAccept: application/x-ndjson\r\n\r\n";

/// The limits of the tests. The server's clock has steps of half a second, and a time that is over at once is not noticed.
fn limits() -> ConnectionLimits {
    ConnectionLimits { header_timeout: Duration::from_secs(1), ..ConnectionLimits::default() }
}

fn on(limits: ConnectionLimits, test: impl AsyncFn(&TestApp)) {
    on_app(Settings { connections: limits, ..Settings::default() }, WorkerPool::new(1), test);
}

/// Sends a request head byte by byte until it times out.
fn trickles(connection: &mut Connection) {
    let begun = Instant::now();
    for byte in ASK.bytes() {
        if !connection.try_send([byte]) {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let (rest, _) = connection.rest();
    assert!(begun.elapsed() < Duration::from_secs(30));
    let rest = String::from_utf8(rest).expect("ASCII");
    assert!(rest.is_empty() || rest.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{rest}");
}

#[test]
fn the_head_of_the_first_request_has_a_timeout() {
    on(limits(), async |app: &TestApp| trickles(&mut Connection::open(app)));
}

#[test]
fn an_incomplete_head_is_refused_with_a_reason() {
    on(limits(), async |app: &TestApp| {
        let mut connection = Connection::open(app);
        connection.send("GET /healthz HT");
        let (rest, _) = connection.rest();
        assert!(rest.starts_with(b"HTTP/1.1 408 "), "{rest:?}");
        // A connection without a request is closed too.
        Connection::open(app).rest();
    });
}

#[test]
fn a_body_that_never_ends_does_not_keep_its_connection() {
    let settings = Settings { connections: limits(), body_timeout: Duration::from_millis(800), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let mut stalled: Vec<_> = (0..4).map(|_| Connection::open(app)).collect();
        for (connection, (path, media_type)) in stalled.iter_mut().zip([
            ("/v1/games", "application/json"),
            ("/v1/games/import", "application/x-ndjson"),
            ("/v1/draws", "text/plain"),
            ("/tables/new", "application/x-www-form-urlencoded"),
        ]) {
            connection.send(format!(
                "POST {path} HTTP/1.1\r\nHost: arcana\r\nSec-Fetch-Site: same-origin\r\nContent-Type: {media_type}\r\n\
                 Transfer-Encoding: chunked\r\n\r\n5\r\n{{"
            ));
        }
        for connection in &mut stalled {
            let (rest, _) = connection.rest();
            assert!(rest.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&rest));
        }
    });
}

#[test]
fn connections_beyond_the_limit_wait_until_others_end() {
    on(ConnectionLimits { connections: 4, ..ConnectionLimits::default() }, async |app: &TestApp| {
        // The test's own client has one.
        let held: Vec<_> = (0..3).map(|_| Connection::open(app)).collect();
        app.until_metric("arcana_http_connections{state=\"open\"} 4").await;
        let mut beyond = Connection::open(app);
        beyond.send(ASK);
        drop(held);
        assert_eq!(beyond.answer("GET /healthz").status, 200);
        drop(beyond);
        app.until_metric("arcana_http_connections{state=\"open\"} 1").await;
    });
}

#[test]
fn the_number_of_streams_per_caller_is_limited() {
    let limits = ConnectionLimits { streams_per_caller: 1, ..ConnectionLimits::default() };
    on(limits, async |app: &TestApp| {
        store_too_many(app).await;
        let mut first = Connection::open(app);
        first.send(STREAM);
        first.head();
        let asked = || Request::get("/v1/games?limit=1").with(ACCEPT, "application/x-ndjson");
        let second = app.send(asked()).await;
        second.problem(429, "too_many_streams");
        assert_eq!(second.header("retry-after"), Some("1"));
        drop(first);
        app.until_metric("arcana_http_streams 0").await;
        assert_eq!(app.send(asked()).await.lines().len(), 1);
    });
}

#[test]
fn requests_sent_together_are_all_answered() {
    on(ConnectionLimits::default(), async |app| {
        let mut connection = Connection::open(app);
        connection.send(ASK.repeat(6));
        for _ in 0..6 {
            assert_eq!(connection.answer("GET /healthz").status, 200);
        }
    });
}

#[test]
fn a_connection_that_is_to_be_upgraded_ends_and_says_so() {
    on(ConnectionLimits::default(), async |app| {
        let mut connection = Connection::open(app);
        connection.send(
            "GET /healthz HTTP/1.1\r\nHost: arcana\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\
             HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
        );
        let head = connection.head();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.contains("connection: close\r\n"), "{head}");
    });
}

#[test]
fn nothing_follows_a_head() {
    on(ConnectionLimits::default(), async |app| {
        let length = app.get("/v1/rulesets").await.body.len().to_string();
        let mut connection = Connection::open(app);
        connection.send(ASK);
        assert_eq!(connection.answer("GET /healthz").status, 200);
        connection.send("HEAD /v1/rulesets HTTP/1.1\r\nHost: arcana\r\n\r\n");
        let head = connection.head();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(head.contains("connection: close\r\n"), "{head}");
        assert_eq!(head.matches(&format!("content-length: {length}\r\n")).count(), 1, "{head}");
        assert_eq!(connection.rest(), (Vec::new(), false));
    });
}

#[test]
fn a_request_that_follows_leaves_the_response_as_it_is() {
    on(ConnectionLimits::default(), async |app| {
        let game = app.play(&json!({"ruleset": "reversal", "seed": "any text"})).await;
        let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        let body = r#"{"ruleset":"reversal","seed":"any text"}"#;
        let host = "Host: arcana\r\n";
        let get = |path: &str| format!("GET {path} HTTP/1.1\r\n{host}\r\n");
        let post = format!(
            "POST /v1/games HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        // None of these is answered at once, so that the server would read on meanwhile.
        for (first, status) in [(get(&path), 200), (get(&format!("{path}/log")), 200), (post, 201)] {
            let mut connection = Connection::open(app);
            connection.send([first.as_str(), &get("/healthz"), &get("/healthz")].concat());
            let answer = connection.answer("GET /healthz");
            assert_eq!(answer.status, status);
            assert_eq!(answer.json()["ruleset"], "reversal");
            assert_eq!(connection.answer("GET /healthz").status, 200);
            assert_eq!(connection.answer("GET /healthz").status, 200);
        }
    });
}

#[test]
fn an_old_client_gets_no_chunks() {
    on(ConnectionLimits::default(), async |app| {
        store_too_many(app).await;
        for (accept, ends) in [("application/x-ndjson", "}\n"), ("application/json", "}")] {
            let mut connection = Connection::open(app);
            connection.send(format!("GET /v1/games HTTP/1.0\r\nHost: arcana\r\nAccept: {accept}\r\n\r\n"));
            let head = connection.head();
            assert!(!head.contains("transfer-encoding"), "{head}");
            let (body, aborted) = connection.rest();
            let body = String::from_utf8(body).expect("UTF-8");
            assert!(!aborted && body.starts_with('{') && body.ends_with(ends), "{body:.40}");
        }
    });
}
