//! Following: lists that wait for what is stored next.

use std::time::Duration;

use arcana::{
    clock::Clock,
    games::Ruleset,
    http::{ConnectionLimits, Settings},
    service::WorkerPool,
};
use chrono::{Days, NaiveTime, TimeDelta};
use reqwest::{
    Method,
    header::{ACCEPT, HeaderName},
};
use serde_json::{Value, json};
use tokio::{join, time::timeout};

use crate::api::{
    app::{Request, TestApp},
    days::{a_day_that_counts, come_to, play, profile},
    on_app,
    plays::{NOBODY, text},
};

const LINES: &str = "application/x-ndjson";

/// The games stored after a cursor, as soon as there are any, and the cursor that goes on.
async fn next(app: &TestApp, wait: u32, cursor: &str) -> (Vec<String>, String) {
    let page = app.get(format!("/v1/games?limit=2&wait={wait}&cursor={cursor}")).await.is(200);
    let ids = page["items"].as_array().expect("items").iter().map(|game| text(&game["id"]).to_owned());
    (ids.collect(), text(&page["next_cursor"]).to_owned())
}

/// The cursor after all that is stored by now.
async fn now(app: &TestApp) -> String {
    let page = app.get("/v1/games?wait=0").await.is(200);
    assert_eq!(page["items"], json!([]));
    text(&page["next_cursor"]).to_owned()
}

#[test]
fn a_stream_counts_towards_the_limit_of_its_caller() {
    let connections = ConnectionLimits { event_streams_per_caller: 1, ..ConnectionLimits::default() };
    on_app(Settings { connections, ..Settings::default() }, WorkerPool::new(1), async |app| {
        app.sign_in().await;
        let _open = Reader::of(app, None).await;
        app.get(EVENTS).await.problem(429, "too_many_streams");
    });
}

/// Where an owner's news are streamed.
const EVENTS: &str = "/v1/events";

/// A reader of the events of the signed-in key, a line each.
struct Reader {
    response: reqwest::Response,
    bytes: Vec<u8>,
}

impl Reader {
    /// Follows after an event, or from now on.
    async fn of(app: &TestApp, after: Option<&str>) -> Reader {
        let key = app.key.lock().clone().expect("a key");
        let address = format!("http://{}{EVENTS}", app.address);
        let mut request = reqwest::Client::new().get(address).bearer_auth(key).header(ACCEPT, LINES);
        if let Some(after) = after {
            request = request.header("last-event-id", after);
        }
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        Reader { response, bytes: Vec::new() }
    }

    /// The next event.
    async fn next(&mut self) -> Value {
        timeout(Duration::from_secs(60), self.line()).await.expect("an event")
    }

    async fn line(&mut self) -> Value {
        loop {
            while let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.bytes.drain(..=end).collect();
                if line.len() > 1 {
                    return serde_json::from_slice(&line).expect("JSON");
                }
            }
            self.bytes.extend(self.response.chunk().await.expect("no error").expect("more to come"));
        }
    }

    /// What the next events tell of, up to this one, and the id of the last.
    async fn until(&mut self, last: &(String, String)) -> (Vec<(String, String)>, String) {
        let mut met = Vec::new();
        loop {
            let event = self.next().await;
            met.push(told(&event));
            if met.last() == Some(last) {
                return (met, text(&event["id"]).to_owned());
            }
        }
    }
}

/// The kind of an event and the id of what it tells of.
fn told(event: &Value) -> (String, String) {
    let data = &event["data"];
    let version = data["version"].as_u64().map(|version| format!(" {version}")).unwrap_or_default();
    let subject = data["id"].as_str().or(data["date"].as_str()).unwrap_or_default();
    (text(&event["event"]).to_owned(), format!("{subject}{version}"))
}

/// The game that the signed-in key has played at a service, as an event tells of it.
async fn played(app: &TestApp, seed: &str) -> (String, String) {
    ("game".to_owned(), text(&app.play_of(Ruleset::Reversal, seed).await["id"]).to_owned())
}

on_both! {
    async fn a_list_waits_for_the_next_game_and_goes_on_after_it(app: &TestApp) {
        app.play_of(Ruleset::Reversal, "before").await;
        let cursor = now(app).await;
        assert_eq!(next(app, 0, &cursor).await, (vec![], cursor.clone()));
        let ((ids, cursor), played) = join!(next(app, 30, &cursor), app.play_of(Ruleset::Reversal, "meanwhile"));
        assert_eq!(ids, [text(&played["id"])]);
        let mut stored = Vec::new();
        for seed in ["a", "b", "c"] {
            stored.push(text(&app.play_of(Ruleset::Reversal, seed).await["id"]).to_owned());
        }
        let (first, cursor) = next(app, 30, &cursor).await;
        let (second, cursor) = next(app, 30, &cursor).await;
        assert_eq!([first, second], [stored[..2].to_vec(), stored[2..].to_vec()]);
        assert_eq!(next(app, 0, &cursor).await, (vec![], cursor));
    }

    async fn two_services_are_followed_as_one(app: &TestApp) {
        let other = app.another(Settings::default());
        let mut cursor = now(app).await;
        let play = async |app: &TestApp, of: &str| {
            let mut ids = Vec::new();
            for number in 0..8 {
                ids.push(text(&app.play_of(Ruleset::Reversal, &format!("{of} {number}")).await["id"]).to_owned());
            }
            ids
        };
        let follow = async {
            let mut met = Vec::new();
            for turn in 0.. {
                let (ids, next) = next([app, &other][turn % 2], 30, &cursor).await;
                met.extend(ids);
                cursor = next;
                if met.len() >= 16 {
                    break;
                }
            }
            met
        };
        let all = async { join!(play(app, "one"), play(&other, "two"), follow) };
        let (one, two, mut met) = timeout(Duration::from_secs(60), all).await.expect("nothing is missed");
        let mut stored = [one, two].concat();
        met.sort();
        stored.sort();
        assert_eq!(met, stored);
        other.stop();
    }

    async fn what_is_stored_while_a_list_waits_is_told_when_the_service_stops(app: &TestApp) {
        let round = async |number: u32| {
            let stopping = app.another(Settings::default());
            let play = async {
                stopping.until_metric("arcana_http_requests_in_flight 2").await;
                let played = app.play_of(Ruleset::Reversal, &number.to_string()).await;
                drop(stopping.server.stop(true));
                played["id"].clone()
            };
            let (page, played) = join!(stopping.get("/v1/games?wait=30"), play);
            page.is(200)["items"].as_array().expect("items").first().is_some_and(|game| game["id"] == played)
        };
        // A request is in progress a moment before it waits.
        for number in 0..5 {
            if round(number).await {
                return;
            }
        }
        panic!("the game is never told");
    }

    async fn filters_fields_and_cursors_of_lines_go_with_it(app: &TestApp) {
        for (ruleset, seed) in [(Ruleset::Foolery, "1"), (Ruleset::Reversal, "2"), (Ruleset::Reversal, "3")] {
            app.play_of(ruleset, seed).await;
        }
        let lines = app.get_as("/v1/games?ruleset=reversal", LINES).await.lines();
        let page = |line: &Value| format!("/v1/games?ruleset=reversal&fields=seed&wait=30&cursor={}", text(&line["cursor"]));
        let after = app.get(page(&lines[0])).await.is(200);
        assert_eq!(after["items"], json!([{"seed": "3"}]));
        assert_eq!(after["next_cursor"], lines[1]["cursor"]);
    }

    async fn what_does_not_go_with_waiting_is_refused(app: &TestApp) {
        for (query, parameter) in [("wait=31", "wait"), ("wait=x", "wait"), ("wait=1&sort=played_at", "sort"), ("wait=1&count=true", "count")] {
            let wrong = app.get(format!("/v1/games?{query}")).await.wrong(400, "bad_parameter");
            assert_eq!(wrong[0].0, parameter, "{query}");
        }
        let lines = app.get_as("/v1/games?wait=1", LINES).await;
        assert_eq!(lines.wrong(400, "bad_parameter")[0].0, "wait");
        app.get(format!("/v1/games?wait=1&cursor={}", NOBODY.replace('-', ""))).await.problem(400, "bad_cursor");
    }

    async fn a_key_follows_what_it_has_and_nothing_else(app: &TestApp) {
        app.play_of(Ruleset::Reversal, "anonymous").await;
        app.sign_in().await;
        app.play_of(Ruleset::Reversal, "before").await;
        let mut reader = Reader::of(app, None).await;
        let begin = reader.next().await;
        assert_eq!((&begin["event"], &begin["data"]), (&json!("begin"), &json!({})));
        let game = played(app, "after").await;
        assert_eq!(told(&reader.next().await), game);
        let reading = app.post("/v1/readings", &json!({"type": "spread", "spread": "three-card"})).await.is(201);
        let event = reader.next().await;
        assert_eq!((&event["event"], &event["data"]["id"]), (&json!("reading"), &reading["id"]));
        let own = app.key.lock().take();
        app.play_of(Ruleset::Reversal, "of another").await;
        app.sign_in().await;
        let elsewhere = app.post("/v1/tables", &json!({"ruleset": "reversal", "seats": [{"type": "open"}, {"type": "open"}]})).await.is(201);
        *app.key.lock() = own;
        // It sits at a table that another key has set up.
        let invitation = elsewhere["invitations"][0]["invitation"].clone();
        let path = format!("{}/seats/0", text(&elsewhere["links"]["self"]));
        app.post(path, &json!({"name": "Ada", "invitation": invitation})).await.is(201);
        let event = reader.next().await;
        assert_eq!(told(&event), ("table".to_owned(), format!("{} 2", text(&elsewhere["id"]))));
        assert_eq!((&event["data"]["game"], &event["data"]["links"]), (&Value::Null, &json!({"self": elsewhere["links"]["self"]})));
    }

    async fn a_table_is_told_from_its_first_change_to_its_end(app: &TestApp) {
        app.sign_in().await;
        let mut reader = Reader::of(app, None).await;
        reader.next().await;
        let bots = json!({"ruleset": "reversal", "seats": [{"type": "bot"}, {"type": "bot"}]});
        let made = app.post("/v1/tables", &bots).await.is(201);
        let closed = app.post("/v1/tables", &json!({"ruleset": "reversal"})).await.is(201);
        app.delete(text(&closed["links"]["self"])).await.text(204);
        let (mut over, mut ended) = (None, None);
        while over.is_none() || ended.is_none() {
            let event = reader.next().await;
            match text(&event["event"]) {
                "table_over" => over = Some(event["data"].clone()),
                "table_closed" => ended = Some(event["data"]["id"].clone()),
                _ => {}
            }
        }
        let (over, table) = (over.expect("an end"), app.get(text(&made["links"]["self"])).await.is(200));
        assert_eq!((&over["id"], &over["version"], &over["game"]), (&made["id"], &table["version"], &table["game"]));
        assert_eq!(ended, Some(closed["id"].clone()));
    }

    async fn the_end_of_a_simulation_is_told(app: &TestApp) {
        app.sign_in().await;
        let mut reader = Reader::of(app, None).await;
        reader.next().await;
        let made = app.post("/v1/simulations", &json!({"ruleset": "reversal", "games": 1000})).await.is(202);
        let path = text(&made["links"]["self"]).to_owned();
        app.send(Request::new(Method::POST, format!("{path}/cancel"))).await.is(200);
        let event = reader.next().await;
        assert_eq!((&event["event"], &event["data"]["id"]), (&json!("simulation"), &made["id"]));
        assert_eq!(event["data"]["phase"], app.get(path).await.is(200)["phase"]);
    }

    async fn nothing_is_missed_or_doubled_through_restarts_and_beside_another_service(app: &TestApp) {
        app.sign_in().await;
        let other = app.another(Settings::default());
        *other.key.lock() = app.key.lock().clone();
        let first = app.another(Settings::default());
        *first.key.lock() = app.key.lock().clone();
        let mut reader = Reader::of(&first, None).await;
        let begin = reader.next().await;
        let mut stored = vec![played(app, "1").await, played(&other, "2").await];
        let (mut met, mut after) = reader.until(&stored[1]).await;
        assert_eq!(told(&begin).0, "begin");
        first.stop();
        for restart in 0..2 {
            // Nobody follows meanwhile.
            stored.push(played(&other, &format!("{restart} while it is away")).await);
            let again = app.another(Settings::default());
            *again.key.lock() = app.key.lock().clone();
            let mut reader = Reader::of(&again, Some(&after)).await;
            let writers = async {
                let mut ids = Vec::new();
                for number in 0..5 {
                    let seeds = ["a", "b"].map(|of| format!("{restart} {number} {of}"));
                    let both = join!(played(&other, &seeds[0]), played(&again, &seeds[1]));
                    ids.extend([both.0, both.1]);
                }
                ids
            };
            stored.extend(writers.await);
            let last = played(app, &format!("{restart} last")).await;
            stored.push(last.clone());
            let (more, next) = reader.until(&last).await;
            met.extend(more);
            after = next;
            again.stop();
        }
        met.sort();
        stored.sort();
        assert_eq!(met, stored);
        other.stop();
    }

    async fn without_a_key_there_is_no_stream_and_ids_are_those_of_one_key(app: &TestApp) {
        app.get(EVENTS).await.problem(401, "unauthorized");
        app.sign_in().await;
        let id = text(&Reader::of(app, None).await.next().await["id"]).to_owned();
        assert_eq!(app.get(format!("{EVENTS}?last_event_id=7")).await.wrong(400, "bad_parameter")[0].0, "last_event_id");
        app.sign_in().await;
        let wrong = app.send(Request::get(EVENTS).with(HeaderName::from_static("last-event-id"), &id)).await;
        assert_eq!(wrong.wrong(400, "bad_parameter")[0].0, "Last-Event-ID");
        app.get_as(EVENTS, "application/json").await.problem(406, "not_acceptable");
    }

    async fn a_day_is_told_to_be_over_however_late_a_try_is_stored(app: &TestApp) {
        let key = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        *app.key.lock() = Some(key.clone());
        let midnight = (date + Days::new(1)).and_time(NaiveTime::MIN).and_utc();
        app.clock.advance(midnight - TimeDelta::seconds(5) - app.clock.now());
        let late = Reader::of(app, None).await;
        app.clock.advance(TimeDelta::seconds(15));
        let mut later = Reader::of(app, None).await;
        later.next().await;
        // By a service with a slower clock.
        app.clock.advance(TimeDelta::seconds(-15));
        play(app, date, &key).await;
        app.clock.advance(TimeDelta::seconds(60));
        for mut reader in [late, later] {
            while reader.next().await["event"] != "day_over" {}
        }
    }

    async fn a_day_is_told_when_it_is_finished_and_when_it_is_over(app: &TestApp) {
        let key = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        *app.key.lock() = Some(key.clone());
        let mut reader = Reader::of(app, None).await;
        reader.next().await;
        play(app, date, &key).await;
        let mut days = Vec::new();
        while days.len() < 2 {
            let event = reader.next().await;
            if event["data"]["date"] == json!(date) {
                days.push(text(&event["event"]).to_owned());
                come_to(app, 1, 1);
            }
        }
        assert_eq!(days, ["day_finished", "day_over"]);
    }
}
