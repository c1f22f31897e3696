//! `/v1/simulations`: games played and counted in the background.

use arcana::{
    games::Ruleset,
    players::Skill,
    service::Scope,
    statistics::{Simulation, SimulationSpec},
};
use chrono::TimeDelta;
use futures::future::join_all;
use reqwest::{
    Method,
    header::{ACCEPT, AUTHORIZATION, HeaderName},
};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    keys::{key, shown},
    plays::text,
};

const LINES: &str = "application/x-ndjson";
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// A number of quick games.
fn quick(games: u32) -> Value {
    json!({"ruleset": "reversal", "options": {"target": 1}, "players": [{"bot": "random"}, {"bot": "random"}],
        "games": games, "seed": "any text"})
}

/// Creates a simulation; returns it and its path.
async fn made(app: &TestApp, body: &Value) -> (Value, String) {
    let answer = app.post("/v1/simulations", body).await;
    let made = answer.is(202);
    let path = text(&made["links"]["self"]).to_owned();
    assert_eq!(answer.header("location"), Some(path.as_str()));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    (made, path)
}

/// Plays all simulations to the end.
async fn finish(app: &TestApp) {
    app.aside(async |service| service.finish_simulations(2).await).await;
}

/// The library's report on the same games.
fn report(body: &Value, rotate: bool) -> Value {
    let bots = body["players"].as_array().expect("players").iter();
    let spec = SimulationSpec {
        ruleset: body["ruleset"].as_str().expect("a text").parse::<Ruleset>().expect("a ruleset"),
        options: body.get("options").cloned().unwrap_or_else(|| json!({})),
        bots: bots.map(|player| Skill::from_id(text(&player["bot"])).expect("a bot")).collect(),
        games: body["games"].as_u64().expect("a number"),
        seed: text(&body["seed"]).to_owned(),
        rotate,
    };
    let simulation = Simulation::new(spec).expect("games that can be played");
    let tally = simulation.play(0..simulation.spec().games, &|| true).expect("nobody stops it");
    serde_json::to_value(simulation.report(&tally)).expect("JSON")
}

/// All events of a simulation until the stream ends.
async fn events(app: &TestApp, path: &str, after: Option<&str>) -> Vec<Value> {
    let mut request = Request::get(format!("{path}/events")).with(ACCEPT, LINES);
    if let Some(after) = after {
        request = request.with(LAST_EVENT_ID, after);
    }
    app.send(request).await.lines()
}

on_both! {
    async fn games_are_simulated_and_reported(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "players": vec![json!({"bot": "random"}); 4], "games": 30, "seed": "any text"});
        let (made, path) = made(app, &body).await;
        assert_eq!((&made["phase"], &made["done"], &made["games"]), (&json!("waiting"), &json!(0), &json!(30)));
        assert_eq!((&made["result"], &made["eta"], &made["started_at"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!(made["players"][3], json!({"bot": "random", "bot_version": 1}));
        let waiting = app.get(&path).await;
        assert_eq!(waiting.header("cache-control"), Some("no-cache"));
        assert_eq!(waiting.is(200), made);
        finish(app).await;
        let answer = app.get(&path).await;
        let done = answer.is(200);
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        assert!(answer.header("etag").is_some());
        assert_eq!((&done["phase"], &done["done"], &done["eta"]), (&json!("done"), &json!(30), &Value::Null));
        assert_eq!(done["result"].to_string(), report(&body, false).to_string(), "byte for byte");
        let time = |field: &str| text(&done[field]).parse::<chrono::DateTime<chrono::Utc>>().expect("a time");
        assert!(time("created_at") <= time("started_at") && time("started_at") <= time("finished_at"));
        assert_eq!(time("expires_at") - time("finished_at"), TimeDelta::days(30));

        // The longest game can be replayed.
        let longest = &done["result"]["extremes"]["longest"];
        let game = app.play(&json!({"ruleset": "fortunes", "players": body["players"], "seed": longest["seed"]})).await;
        assert_eq!(game["step_count"], longest["value"]);
    }

    async fn bots_are_compared_on_the_same_deals(app: &TestApp) {
        let mut body = quick(21);
        body["rotate"] = json!(true);
        body["players"] = json!([{"bot": "random"}, {"bot": "adept"}]);
        let (_, path) = made(app, &body).await;
        finish(app).await;
        let done = app.get(&path).await.is(200);
        assert_eq!(done["result"].to_string(), report(&body, true).to_string());
        assert_eq!(done["result"]["differences"][0]["deals"], 10, "of the last one a game is missing");
    }

    async fn only_ruleset_and_games_are_required(app: &TestApp) {
        let (made, _) = made(app, &json!({"ruleset": "foolery", "games": 10_000_000})).await;
        let players = made["players"].as_array().expect("players");
        assert!(players.len() == 4 && players.iter().all(|player| player["bot"] == "adept"), "{players:?}");
        assert_eq!(text(&made["seed"]).len(), 64, "a random one");
        assert_eq!(made["rotate"], false);
    }

    async fn all_errors_are_reported_together(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "games": 0, "seed": "", "options": {"talking": 1},
            "players": [{"bot": "wizard"}, {"name": "Ada"}, {}], "deal": null});
        let wrong = app.post("/v1/simulations", &body).await.wrong(422, "invalid_body");
        let pointers: Vec<_> = wrong.iter().map(|(pointer, _)| pointer.as_str()).collect();
        for pointer in ["/seed", "/options/talking", "/players", "/players/1/name", "/deal"] {
            assert!(pointers.contains(&pointer), "{pointer}: {wrong:?}");
        }
        let wrong = app.post("/v1/simulations", &json!({"ruleset": "fortunes", "games": 0,
            "players": [{"bot": "wizard"}, {}, {}, {}]})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/games".to_owned(), "bad_value".to_owned()), ("/players/0/bot".to_owned(), "unknown_bot".to_owned())]);
        for (field, value, code) in [
            ("games", json!(0), "invalid_body"), ("games", json!(10_000_001), "invalid_body"),
            ("games", json!(-1), "invalid_body"), ("games", json!("many"), "invalid_body"),
            ("games", json!(u64::MAX), "invalid_body"), ("seed", json!("x".repeat(121)), "invalid_body"),
            ("seed", json!("x\ny"), "invalid_body"), ("rotate", json!(1), "invalid_body"),
            ("ruleset", json!("chess"), "unknown_ruleset"), ("options", json!({"target": 0}), "bad_options"),
            ("players", json!([]), "bad_players"), ("players", json!([{"bot": "wizard"}, {}]), "unknown_bot"),
            ("commitment", json!(null), "invalid_body"),
        ] {
            let mut body = quick(1);
            body[field] = value;
            let wrong = app.post("/v1/simulations", &body).await.wrong(422, code);
            assert!(wrong[0].0.starts_with(&format!("/{field}")), "{wrong:?}");
        }
        app.post("/v1/simulations", &json!({"ruleset": "fortunes"})).await.wrong(422, "invalid_body");
        app.get("/v1/simulations/nonsense").await.problem(400, "bad_parameter");
        let nobodys = "/v1/simulations/0199aa00-0000-7000-8000-000000000000";
        app.get(nobodys).await.problem(404, "not_found");
        app.get_as(format!("{nobodys}/events"), LINES).await.problem(404, "not_found");
        app.delete(nobodys).await.problem(404, "not_found");
    }

    async fn a_caller_may_have_four_unfinished_simulations(app: &TestApp) {
        let body = quick(5);
        let answers = join_all((0..6).map(|_| app.post("/v1/simulations", &body))).await;
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 202).collect();
        assert_eq!(refused.len(), 2);
        refused[0].problem(409, "too_many_simulations");
        let other = key(app, &[Scope::Read, Scope::Write]).await;
        let theirs = shown(Request::post("/v1/simulations", body.to_string()), &other);
        app.send(theirs).await.is(202);
        finish(app).await;
        made(app, &body).await;
    }

    async fn the_same_request_is_the_same_simulation(app: &TestApp) {
        let ask = || Request::post("/v1/simulations", quick(5).to_string()).with(KEY, "mine");
        let first = app.send(ask()).await.is(202);
        finish(app).await;
        let again = app.send(ask()).await;
        assert_eq!((&again.is(202)["id"], again.header("idempotent-replayed")), (&first["id"], Some("true")));
        assert_eq!(again.is(202)["phase"], "done");
        app.send(Request::post("/v1/simulations", quick(6).to_string()).with(KEY, "mine")).await
            .problem(422, "idempotency_key_reused");
    }

    async fn a_cancelled_simulation_keeps_its_counts_until_deleted(app: &TestApp) {
        let (_, path) = made(app, &quick(5)).await;
        let stranger = "Bearer delete_".to_owned() + &"0".repeat(64);
        let cancel = Request::new(Method::POST, format!("{path}/cancel"));
        for theirs in [cancel.clone().with(AUTHORIZATION, &stranger), Request::new(Method::DELETE, &path).with(AUTHORIZATION, &stranger)] {
            app.send(theirs).await.problem(403, "forbidden");
        }
        let cancel = async || app.send(cancel.clone()).await;
        let cancelled = cancel().await.is(200);
        assert_eq!((&cancelled["phase"], &cancelled["done"]), (&json!("cancelled"), &json!(0)));
        assert_eq!(app.get(&path).await.is(200), cancelled);
        finish(app).await;
        assert_eq!(cancel().await.is(200), cancelled, "nobody plays it, and it is not cancelled again");
        app.delete(&path).await.text(204);
        app.get(&path).await.problem(404, "not_found");
        app.delete(&path).await.problem(404, "not_found");
        cancel().await.problem(404, "not_found");

        let (owner, admin) = (key(app, &[Scope::Read, Scope::Write]).await, key(app, &Scope::ALL).await);
        let spec = shown(Request::post("/v1/simulations", quick(5).to_string()), &owner);
        let path = text(&app.send(spec).await.is(202)["links"]["self"]).to_owned();
        let other = key(app, &[Scope::Read, Scope::Write]).await;
        let cancel = |key| shown(Request::new(Method::POST, format!("{path}/cancel")), key);
        app.send(shown(Request::new(Method::DELETE, &path), &other)).await.problem(403, "forbidden");
        app.send(cancel(&other)).await.problem(403, "forbidden");
        app.send(cancel(&owner)).await.is(200);
        app.send(cancel(&other)).await.problem(403, "forbidden");
        app.send(shown(Request::new(Method::DELETE, &path), &admin)).await.text(204);
        app.get(&path).await.problem(404, "not_found");
    }

    async fn a_simulation_that_has_not_ended_is_deleted_and_makes_room(app: &TestApp) {
        let mut paths = Vec::new();
        for _ in 0..4 {
            paths.push(made(app, &quick(5)).await.1);
        }
        app.send(Request::post("/v1/simulations", quick(5).to_string())).await.problem(409, "too_many_simulations");
        app.delete(&paths[0]).await.text(204);
        app.get(&paths[0]).await.problem(404, "not_found");
        made(app, &quick(5)).await;
        finish(app).await;
        assert_eq!(app.get(&paths[1]).await.is(200)["phase"], "done");
        app.get(&paths[0]).await.problem(404, "not_found");
    }

    async fn callers_list_their_own(app: &TestApp) {
        made(app, &quick(1)).await;
        app.get("/v1/simulations").await.problem(401, "unauthorized");
        app.sign_in().await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.insert(0, made(app, &quick(3)).await.0["id"].clone());
        }
        finish(app).await;
        let page = app.get("/v1/simulations?limit=2").await.is(200);
        let listed: Vec<_> = page["items"].as_array().expect("items").iter().map(|one| one["id"].clone()).collect();
        assert_eq!(listed, ids[..2]);
        assert_eq!((&page["items"][0]["phase"], &page["items"][0]["result"]), (&json!("done"), &Value::Null));
        let rest = app.get(format!("/v1/simulations?limit=2&cursor={}", text(&page["next_cursor"]))).await.is(200);
        assert_eq!((&rest["items"][0]["id"], &rest["next_cursor"]), (&ids[2], &Value::Null));
    }

    async fn events_report_progress_until_it_is_done(app: &TestApp) {
        let (_, path) = made(app, &quick(40)).await;
        let (received, ()) = tokio::join!(events(app, &path, None), async {
            app.until_metric("arcana_http_event_streams 1").await;
            finish(app).await;
        });
        let (first, last) = (received.first().expect("a first"), received.last().expect("a last"));
        assert_eq!((&first["event"], &first["data"]["phase"]), (&json!("progress"), &json!("waiting")));
        assert_eq!((&last["event"], &last["data"]), (&json!("done"), &app.get(&path).await.is(200)));
        let ids: Vec<_> = received.iter().map(|event| event["id"].as_u64().expect("an id")).collect();
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");

        let all = app.send(Request::get(format!("{path}/events")).with(ACCEPT, "text/event-stream")).await;
        assert_eq!((all.content_type(), all.header("cache-control")), ("text/event-stream", Some("no-store")));
        let all = all.text(200);
        assert!(all.contains("\nevent: done\ndata: {\"id\":"), "{all:.200}");
        assert_eq!(events(app, &path, Some(&first["id"].to_string())).await, std::slice::from_ref(last), "a stream resumes");
        let known = Request::get(format!("{path}/events?last_event_id={}", last["id"])).with(ACCEPT, LINES);
        app.send(known).await.text(204);
    }

    async fn watchers_are_notified_of_a_cancellation(app: &TestApp) {
        let (_, path) = made(app, &quick(40)).await;
        let (received, _) = tokio::join!(events(app, &path, None), async {
            app.until_metric("arcana_http_event_streams 1").await;
            app.send(Request::new(Method::POST, format!("{path}/cancel"))).await.is(200)
        });
        let last = received.last().expect("a last");
        assert_eq!((&last["event"], &last["data"]["phase"]), (&json!("cancelled"), &json!("cancelled")));
    }

    async fn a_stream_ends_when_its_simulation_is_deleted(app: &TestApp) {
        let (_, path) = made(app, &quick(40)).await;
        let (received, _) = tokio::join!(events(app, &path, None), async {
            app.until_metric("arcana_http_event_streams 1").await;
            app.delete(&path).await.text(204)
        });
        assert!(received.iter().all(|event| event["event"] == "progress"), "{received:?}");
    }

    async fn simulated_games_are_counted_in_metrics(app: &TestApp) {
        made(app, &quick(7)).await;
        let metrics = app.aside(async |service| {
            service.finish_simulations(1).await;
            let games = service.counters().games_simulated().find(|(ruleset, _)| *ruleset == Ruleset::Reversal);
            (games.map(|(_, games)| games), service.simulation_load())
        }).await;
        assert_eq!(metrics, (Some(7), (0, 0)));
        let text = app.get("/metrics").await.text(200);
        for line in ["arcana_games_simulated_total{ruleset=\"reversal\"} 0", "arcana_simulations_running 0"] {
            assert!(text.contains(line), "{line}");
        }
    }
}
