//! Events of tables: the same in both framings, wherever a stream resumes.

use std::time::{Duration, Instant};

use arcana::{
    games::Ruleset,
    http::{ConnectionLimits, Settings},
    service::{
        Authority, Erasure, KeyRequest, ResourceKind, Scope, Scopes, ServiceError, WorkerPool,
        audit::Actor,
        records::{OwnerId, TableId},
        tables::TableEventKind,
    },
};
use chrono::TimeDelta;
use reqwest::{
    Method,
    header::{ACCEPT, ACCEPT_ENCODING, HeaderName},
};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::api::{
    app::{Request, TestApp},
    contract::Contract,
    keys::{key, key_for_an_hour, shown},
    on_app,
    plays::text,
    raw::Connection,
    tables::{Table, fortunes, reversal},
};

const LINES: &str = "application/x-ndjson";
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The events of an event stream: id, name and data.
fn events(stream: &str) -> Vec<Value> {
    let event = |block: &str| {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let data: Value = serde_json::from_str(field("data")?).expect("JSON");
        Some(json!({"id": field("id")?.parse::<u32>().ok()?, "event": field("event")?, "data": data}))
    };
    stream.split("\n\n").filter_map(event).collect()
}

/// All events of a finished table after a version, as seen from a seat or by the public.
async fn received(app: &TestApp, table: &Table, seat: Option<usize>, after: u32) -> Vec<Value> {
    let ask = |accept: &str, query: &str| {
        let request = Request::get(format!("{}/events{query}", table.path)).with(ACCEPT, accept);
        seat.map_or(request.clone(), |seat| shown(request, table.token(seat)))
    };
    let stream = app.send(ask("text/event-stream", &format!("?last_event_id={after}"))).await;
    assert_eq!((stream.content_type(), stream.header("cache-control")), ("text/event-stream", Some("no-store")));
    assert_eq!((stream.header("x-accel-buffering"), stream.header("content-encoding")), (Some("no"), None));
    let stream = stream.text(200);
    assert!(stream.starts_with("retry: 2000\n\n"), "{stream:.100}");
    let lines = app.send(ask(LINES, &format!("?last_event_id={after}"))).await.lines();
    let events = events(&stream);
    assert_eq!(events, lines);
    let by_header = app.send(ask(LINES, "?last_event_id=7").with(LAST_EVENT_ID, &after.to_string())).await.lines();
    assert_eq!(by_header, lines);
    events
}

on_both! {
    async fn a_stream_resumes_after_any_event(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        table.join(app, json!({"name": "Bel"})).await;
        let over = table.play(app).await;
        let version = over["version"].as_u64().expect("a number") as u32;
        for seat in [None, Some(0), Some(1)] {
            let all = received(app, &table, seat, 1).await;
            let ids: Vec<_> = all.iter().map(|event| event["id"].as_u64().expect("an id") as u32).collect();
            assert_eq!(ids, (2..=version).collect::<Vec<_>>(), "an event for each version");
            assert_eq!((&all[0]["event"], &all[0]["data"]["change"]), (&json!("seat"), &json!("taken")));
            let steps: Vec<_> = all.iter().filter(|event| event["event"] == "step").map(|event| &event["data"]["n"]).collect();
            assert_eq!(steps, (1..=over["step_count"].as_u64().expect("a number")).collect::<Vec<_>>());
            for after in 2..version {
                assert_eq!(received(app, &table, seat, after).await, all[after as usize - 1..], "{after}");
            }
            let last = all.last().expect("an end");
            assert_eq!((&last["event"], &last["data"]["game"], &last["data"]["result"]), (&json!("over"), &over["game"], &over["result"]));
            let game = app.get(text(&over["links"]["game"])).await.is(200);
            assert_eq!(last["data"]["seed"], game["seed"]);
        }
    }

    async fn nothing_follows_the_end(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        table.join(app, json!({})).await;
        let over = table.play(app).await;
        app.get(format!("{}/events?last_event_id={}", table.path, over["version"])).await.text(204);
        let closed = Table::set_up(app, &reversal()).await;
        app.delete(&closed.path).await.text(204);
        let events = received(app, &closed, None, 1).await;
        assert_eq!(events, [json!({"id": 2, "event": "closed", "data": {"why": "owner", "version": 2}})]);
    }

    async fn without_an_id_the_whole_table_comes_first(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let over = table.play(app).await;
        let all = app.send(shown(Request::get(format!("{}/events", table.path)).with(ACCEPT, LINES), table.token(0))).await.lines();
        assert_eq!(all.len(), 1);
        assert_eq!((&all[0]["event"], &all[0]["id"], &all[0]["data"]), (&json!("table"), &over["version"], &over));
        // An id from the future of this table.
        let later = over["version"].as_u64().expect("a number") + 1;
        let again = app.send(Request::get(format!("{}/events?last_event_id={later}", table.path)).with(ACCEPT, LINES)).await.lines();
        assert_eq!(again[0]["event"], "table");
    }

    async fn a_seat_sees_its_own_cards_alone_until_the_game_is_over(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let open = |table: &Value| {
            let hands = table["state"]["hands"].as_array().expect("hands").iter();
            hands.map(|hand| hand["cards"].is_array()).collect::<Vec<_>>()
        };
        assert_eq!(open(&table.seen(app, 0).await), [true, false, false, false]);
        assert_eq!(open(&app.get(&table.path).await.is(200)), [false; 4]);
        let id = TableId(text(&table.made["id"]).parse().expect("an id"));
        let mut feed = app.service.table_feed(id, None, Some(1)).await.expect("events").expect("it goes on");
        let events = feed.next().await.expect("events").expect("a deal");
        let dealt = events.iter().find_map(|event| {
            if let TableEventKind::Step { step, .. } = &event.kind { Some(step.get().to_owned()) } else { None }
        });
        let dealt: Value = serde_json::from_str(&dealt.expect("a step")).expect("JSON");
        assert_eq!((&dealt["type"], &dealt["hands"]), (&json!("deal"), &Value::Null));
    }

    async fn once_a_game_is_over_everybody_sees_every_step_of_it(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let seats = vec![json!({"type": "bot"}); usize::from(ruleset.info().players.default)];
            let table = Table::set_up(app, &json!({"ruleset": ruleset, "seats": seats})).await;
            let over = ended(app, &table).await;
            let log = app.get(format!("{}/log", text(&over["links"]["game"]))).await.is(200);
            let events = received(app, &table, None, 1).await;
            let told = events.iter().filter(|event| event["event"] == "step").map(|event| event["data"]["step"].clone());
            assert_eq!(told.collect::<Vec<_>>(), *log["steps"].as_array().expect("steps"), "{ruleset:?}");
            let count = log["steps"].as_array().expect("steps").len();
            let all = app.get(format!("{}/states/{count}", text(&over["links"]["game"]))).await.is(200);
            assert_eq!(over["state"], all["state"], "{ruleset:?}");
            let page = app.send_unchecked(Request::get(format!("/tables/{}", text(&over["id"])))).await.text(200);
            let secret = ["in secret", "Somebody was asked", "gives a card.", "gives 2 cards", "takes a card."];
            assert!(!secret.iter().any(|secret| page.contains(secret)), "{ruleset:?}: {page}");
            assert!(ruleset != Ruleset::Reversal || page.contains(" chooses to "), "{page}");
        }
    }

    async fn a_seat_gets_its_reading(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        table.play(app).await;
        let (own, public) = (received(app, &table, Some(0), 1).await, received(app, &table, None, 1).await);
        assert_eq!(own.len(), public.len());
        let readings = |events: &[Value]| events.last().map(|event| event["data"]["readings"].clone());
        assert_eq!(readings(&public), Some(json!([])));
        app.get(text(&readings(&own).expect("an end")[0])).await.is(200);
        own.iter().chain(&public).for_each(|event| Contract::get().validate("/components/schemas/TableEvent", event, "an event"));
    }

    async fn a_long_game_is_streamed_in_parts_and_completely(app: &TestApp) {
        let (table, over) = played_by_bots(app, 8).await;
        let all = received(app, &table, None, 1).await;
        let ids: Vec<_> = all.iter().map(|event| event["id"].as_u64().expect("an id")).collect();
        assert_eq!(ids, (2..=over["version"].as_u64().expect("a number")).collect::<Vec<_>>());
        let id = TableId(text(&over["id"]).parse().expect("an id"));
        let feed = app.service.table_feed(id, None, Some(1)).await.expect("events");
        let (mut feed, mut parts) = (feed.expect("the table has ended, but not all is told"), Vec::new());
        while let Some(part) = feed.next().await.expect("events") {
            parts.push(part.len());
        }
        assert_eq!(parts.iter().sum::<usize>(), all.len());
        assert!(parts.len() > 2 && parts.iter().all(|part| *part <= 256), "{parts:?}");
    }

    async fn a_head_request_has_no_stream(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let head = app.send(Request::new(Method::HEAD, format!("{}/events", table.path))).await;
        assert_eq!((head.status, head.content_type(), head.body.len()), (200, "text/event-stream", 0));
        assert!(app.get("/metrics").await.text(200).contains("\narcana_http_event_streams 0\n"));
    }

    async fn events_arrive_as_they_happen(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        let mut stream = Connection::open(app);
        stream.send(asked(&table, &format!("?last_event_id={}", seen["version"]), "text/event-stream", "gzip"));
        assert!(!stream.head().contains("content-encoding"));
        stream.until("retry: 2000\n\n");
        table.step(app, 0, &seen["step_count"], &seen["legal"][0]).await.is(200);
        stream.until("event: step\n");
    }

    async fn the_stream_of_an_erased_table_ends(app: &TestApp) {
        let table = Table::set_up(app, &reversal()).await;
        let id = TableId(text(&table.made["id"]).parse().expect("an id"));
        let ended = app.aside(async |service| {
            let mut feed = service.table_feed(id, None, None).await.expect("a table").expect("it goes on");
            feed.next().await.expect("events").expect("it goes on");
            let erased = service.erase(Actor::Command, &Erasure::Name("Ada".to_owned()), None).await.expect("a database");
            assert_eq!(erased.erased.tables, 1);
            tokio::select! {
                () = service.clone().watch_tables() => panic!("it watches as long as the service runs"),
                next = timeout(Duration::from_secs(60), feed.next()) => next.expect("news"),
            }
        });
        assert!(matches!(ended.await, Err(ServiceError::NotFound(ResourceKind::Table))));
    }

    async fn a_change_is_announced_although_its_caller_gave_up(app: &TestApp) {
        let table = Table::set_up(app, &reversal()).await;
        let id = TableId(text(&table.made["id"]).parse().expect("an id"));
        let announced = app.aside(async |service| {
            let mut feed = service.table_feed(id, None, None).await.expect("a table").expect("it goes on");
            feed.next().await.expect("events").expect("it goes on");
            let lock = app.database.lock_writes("tables").await;
            let closing = timeout(Duration::from_secs(2), service.close_table(id, Authority::Admin(OwnerId(0))));
            closing.await.expect_err("nothing can be written");
            lock.release().await;
            // Nothing polls for changes here.
            timeout(Duration::from_secs(60), feed.next()).await.expect("news").expect("events")
        });
        assert_eq!(announced.await.expect("it goes on").len(), 1);
        assert_eq!(app.get(&table.path).await.is(200)["phase"], "closed");
    }
}

/// A table at which bots have played some deals, and its final state.
async fn played_by_bots(app: &TestApp, deals: u32) -> (Table, Value) {
    let options = json!({"match": {"type": "race_exact", "target": 1000, "max_deals": deals}});
    let seats = vec![json!({"type": "bot", "bot": "random"}); 4];
    let table = Table::set_up(app, &json!({"ruleset": "fortunes", "options": options, "seats": seats})).await;
    let over = ended(app, &table).await;
    (table, over)
}

/// A table of bots once its game is over: a long game is played in several parts.
async fn ended(app: &TestApp, table: &Table) -> Value {
    loop {
        let seen = app.get(&table.path).await.is(200);
        if seen["phase"] == "over" {
            return seen;
        }
        app.aside(async |service| service.wake_tables().await).await.expect("a database");
    }
}

/// A request for events, as bytes.
fn asked(table: &Table, query: &str, accept: &str, coding: &str) -> String {
    let path = &table.path;
    format!(
        "GET {path}/events{query} HTTP/1.1\r\nHost: arcana\r\n{ACCEPT}: {accept}\r\n{ACCEPT_ENCODING}: {coding}\r\n\r\n"
    )
}

fn on(settings: Settings, test: impl AsyncFn(&TestApp)) {
    on_app(settings, WorkerPool::new(1), test);
}

#[test]
fn a_silent_stream_shows_that_it_is_there() {
    let connections = ConnectionLimits { header_timeout: Duration::from_secs(2), ..ConnectionLimits::default() };
    let settings = Settings {
        heartbeat: Duration::from_millis(100),
        request_timeout: Duration::from_secs(2),
        connections,
        ..Settings::default()
    };
    on(settings, async |app: &TestApp| {
        let table = Table::set_up(app, &fortunes()).await;
        let (mut stream, mut lines) = (Connection::open(app), Connection::open(app));
        stream.send(asked(&table, "", "text/event-stream", "identity"));
        lines.send(asked(&table, "", LINES, "identity"));
        stream.until("event: table\n");
        // Three seconds, longer than every timeout.
        stream.until(&"3\r\n:\n\n\r\n".repeat(30));
        lines.until(&"1\r\n\n\r\n".repeat(30));
    });
}

#[test]
fn a_waiting_client_is_not_timed_out() {
    let settings = Settings { request_timeout: Duration::from_secs(2), ..Settings::default() };
    on(settings, async |app: &TestApp| {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        app.get(format!("{}?wait=3&after={}", table.path, seen["step_count"])).await.is(200);
    });
}

#[test]
fn the_number_of_event_streams_per_caller_is_limited() {
    let connections = ConnectionLimits { event_streams_per_caller: 2, ..ConnectionLimits::default() };
    on(Settings { connections, ..Settings::default() }, async |app: &TestApp| {
        let table = Table::set_up(app, &fortunes()).await;
        let mut held: Vec<_> = (0..2).map(|_| Connection::open(app)).collect();
        held.iter_mut().for_each(|stream| stream.send(asked(&table, "", LINES, "identity")));
        app.until_metric("arcana_http_event_streams 2").await;
        let refused = app.get(format!("{}/events", table.path)).await;
        refused.problem(429, "too_many_streams");
        assert_eq!(refused.header("retry-after"), Some("1"));
        // Their places are free once the callers have gone, even if nothing happens at the table.
        drop(held);
        app.until_metric("arcana_http_event_streams 0").await;
    });
}

#[test]
fn streams_end_when_the_service_stops() {
    on(Settings::default(), async |app: &TestApp| {
        let table = Table::set_up(app, &fortunes()).await;
        let mut stream = Connection::open(app);
        stream.send(asked(&table, "", "text/event-stream", "identity"));
        stream.until("event: table\n");
        let stopping = app.server.stop(true);
        let (rest, broken_off) = stream.rest();
        let rest = String::from_utf8(rest).expect("UTF-8");
        assert!(!broken_off && rest.ends_with(": the service is shutting down\n\n\r\n0\r\n\r\n"), "{rest}");
        stopping.await;
    });
}

#[test]
fn a_waiting_request_ends_when_its_key_is_revoked_or_expires() {
    let settings = Settings { heartbeat: Duration::from_millis(100), ..Settings::default() };
    on(settings, async |app: &TestApp| {
        let table = Table::set_up(app, &fortunes()).await;
        let path = format!("{}?after=1000&wait=30", table.path);
        let request = KeyRequest {
            name: "waits".to_owned(),
            owner: None,
            scopes: [Scope::Read].into_iter().collect(),
            expires_at: None,
        };
        let (record, sent) = app.aside(async |service| service.create_key(request).await.expect("a key")).await;
        let expiring = key_for_an_hour(app).await;
        for (key, ends) in [(sent, Some(record.id)), (expiring, None)] {
            let begun = Instant::now();
            let waiting = app.send(shown(Request::get(&path), &key));
            let ending = async {
                app.until_metric("arcana_http_requests_in_flight 2").await;
                match ends {
                    Some(id) => {
                        app.aside(async move |service| service.revoke_key(id).await.expect("it is revoked")).await
                    }
                    None => app.clock.advance(TimeDelta::hours(1)),
                }
            };
            let (waited, ()) = tokio::join!(waiting, ending);
            waited.problem(401, "unauthorized");
            assert!(begun.elapsed() < Duration::from_secs(30), "it did not wait to the end: {:?}", begun.elapsed());
        }
        // A caller without a key waits as long as it likes.
        app.get(format!("{}?after=1000&wait=1", table.path)).await.is(200);
    });
}

#[test]
fn a_stream_ends_when_its_key_is_revoked() {
    let settings = Settings { heartbeat: Duration::from_millis(100), anonymous: Scopes::NONE, ..Settings::default() };
    on(settings, async |closed: &TestApp| {
        let writing = key(closed, &[Scope::Write]).await;
        let made = closed
            .post_with(
                &writing,
                "/v1/tables",
                &json!({"ruleset": "reversal", "seats": [{"type": "person"}, {"type": "bot"}]}),
            )
            .await;
        let made = made.is(201);
        let request = KeyRequest {
            name: "watches".to_owned(),
            owner: None,
            scopes: [Scope::Read].into_iter().collect(),
            expires_at: None,
        };
        let (watching, sent) = closed.aside(async |service| service.create_key(request).await.expect("a key")).await;
        let mut stream = Connection::open(closed);
        stream.send(format!(
            "GET {}/events HTTP/1.1\r\nHost: arcana\r\nAuthorization: Bearer {sent}\r\nConnection: close\r\n\r\n",
            text(&made["links"]["self"])
        ));
        stream.until("event: table\n");
        stream.until(":\n\n");
        closed.aside(async move |service| service.revoke_key(watching.id).await.expect("it is revoked")).await;
        let (rest, broken_off) = stream.rest();
        assert!(!broken_off && rest.ends_with(b"0\r\n\r\n"), "{}", String::from_utf8_lossy(&rest));
    });
}
