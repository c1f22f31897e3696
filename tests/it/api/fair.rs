//! Fairness: one caller's requests do not delay others, and abandoned work is cancelled.

use std::time::{Duration, Instant};

use arcana::{
    http::Settings,
    service::{Class, WorkerPool},
};
use reqwest::header::HeaderName;
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    on_app,
    raw::Connection,
};

/// A game that takes a second in a release build, and many in a debug build.
fn expensive() -> Value {
    json!({"ruleset": "fortunes", "options": {"match": {"type": "race_exact", "target": 1000, "max_deals": 200}}})
}

fn from(address: &str, request: Request) -> Request {
    request.with(HeaderName::from_static("x-forwarded-for"), address)
}

/// Sends a request without waiting for the response.
fn sent(app: &TestApp, address: &str, body: &Value) -> Connection {
    let body = body.to_string();
    let head = format!(
        "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nX-Forwarded-For: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = Connection::open(app);
    connection.send(head);
    connection
}

fn load(app: &TestApp, class: Class) -> (usize, usize) {
    let load = app.service.load()[class as usize];
    (load.running, load.waiting)
}

/// Waits until a class has this number of running and waiting pieces of work.
async fn until(app: &TestApp, class: Class, expected: (usize, usize)) {
    let begun = Instant::now();
    while load(app, class) != expected {
        assert!(begun.elapsed() < Duration::from_secs(60), "{class:?}: {:?}, not {expected:?}", load(app, class));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn abandoned_work_stops_and_is_not_stored() {
    on_app(Settings { proxies: 1, ..Settings::default() }, WorkerPool::new(1), async |app: &TestApp| {
        let gone = [sent(app, "192.0.2.1", &expensive()), sent(app, "192.0.2.1", &expensive())];
        until(app, Class::Long, (1, 1)).await;
        drop(gone);
        until(app, Class::Long, (0, 0)).await;
        assert_eq!(app.stored().await, (0, 0));
        let metrics = app.get("/metrics").await.text(200);
        assert!(metrics.contains("\narcana_work_cancelled_total{class=\"long\"} 2\n"), "{metrics}");
    });
}

#[test]
fn abandoned_statistics_stop() {
    on_app(Settings::default(), WorkerPool::new(1), async |app: &TestApp| {
        let players = vec![json!({"bot": "random"}); 4];
        let options = json!({"match": {"type": "deals", "deals": 20}});
        let game = app.play(&json!({"ruleset": "fortunes", "players": players, "options": options})).await;
        app.store_many(&game, 400, |_, _| ()).await;
        // A client that disconnects between two pieces of work cancels neither; it is tried again.
        for _ in 0..20 {
            let mut connection = Connection::open(app);
            connection.send("GET /v1/statistics/fortunes HTTP/1.1\r\nHost: arcana\r\n\r\n");
            until(app, Class::Bulk, (1, 0)).await;
            drop(connection);
            until(app, Class::Bulk, (0, 0)).await;
            let metrics = app.get("/metrics").await.text(200);
            if !metrics.contains("\narcana_work_cancelled_total{class=\"bulk\"} 0\n") {
                return;
            }
        }
        panic!("the work went on");
    });
}

#[test]
fn work_beyond_its_time_limit_stops_and_is_not_stored() {
    let settings = Settings { request_timeout: Duration::from_millis(200), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let key = HeaderName::from_static("idempotency-key");
        let play = || Request::post("/v1/games", expensive().to_string()).with(key.clone(), "once");
        app.send(play()).await.problem(503, "unavailable");
        until(app, Class::Long, (0, 0)).await;
        assert_eq!(app.stored().await, (0, 0));
        // Nothing was stored under the key, so the same request is carried out again.
        app.send(play()).await.problem(503, "unavailable");
        until(app, Class::Long, (0, 0)).await;
    });
}

#[test]
fn expensive_games_of_others_do_not_delay_reads_and_small_games() {
    on_app(Settings { proxies: 1, ..Settings::default() }, WorkerPool::new(2), async |app: &TestApp| {
        let small = json!({"ruleset": "reversal", "players": [{}, {}]});
        let stored = app.send(from("203.0.113.1", Request::post("/v1/games", small.to_string()))).await.is(201);
        let log = format!("/v1/games/{}/verification", stored["id"].as_str().expect("an id"));
        let expensive: Vec<_> =
            (0..12).map(|caller| sent(app, &format!("192.0.2.{}", caller % 3), &expensive())).collect();
        until(app, Class::Long, (3, 9)).await;
        for _ in 0..5 {
            app.send(from("203.0.113.1", Request::get(&log))).await.is(200);
            app.send(from("203.0.113.1", Request::post("/v1/games", small.to_string()))).await.is(201);
        }
        assert_eq!(load(app, Class::Long), (3, 9), "they are answered while the others wait");
        drop(expensive);
        until(app, Class::Long, (0, 0)).await;
    });
}
