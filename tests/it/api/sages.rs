//! The bot that searches: played with, asked for hints, and made to judge finished games.

use std::{
    num::NonZeroU32,
    time::{Duration, Instant},
};

use arcana::{
    http::{Rate, Settings},
    service::{Class, Scopes, WorkerPool},
};
use reqwest::{Method, header::HeaderName};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    browser::Browser,
    keys::shown,
    on_app,
    plays::{NOBODY, text},
    raw::Connection,
    site::{page, page_with_reading},
    tables::Table,
};

/// A game of dice between sages, which is soon over.
fn dice(efforts: [u8; 2]) -> Value {
    let players = efforts.map(|effort| json!({"bot": "sage", "effort": effort}));
    json!({"ruleset": "fortuna", "seed": "any text", "players": players})
}

/// A game of cards among bots that play anything.
fn cards() -> Value {
    let players = vec![json!({"bot": "random"}); 4];
    json!({"ruleset": "fortunes", "seed": "any text", "players": players})
}

/// A game of cards with a sage, which has a place of its own.
fn cards_of_sage() -> Value {
    let mut game = cards();
    game["players"][0] = json!({"bot": "sage", "effort": 1});
    game
}

fn wrong(pointer: &str) -> Vec<(String, String)> {
    vec![(pointer.to_owned(), "bad_value".to_owned())]
}

/// The analysis of a game with the least effort, by this player.
fn analysis(game: &Value, player: u8) -> String {
    format!("/v1/games/{}/analysis?player={player}&effort=1", text(&game["id"]))
}

/// Makes all analyses that were asked for.
async fn analyse(app: &TestApp) {
    app.aside(async |service| service.finish_analyses().await.expect("analyses")).await;
}

/// Leaves no place for another analysis: those that were asked for become others', and there are more of them.
async fn take_all_places(app: &TestApp) {
    app.database.execute("update analyses set caller = null").await;
    let many = "with recursive places (number) as (select 1 union all select number + 1 from places where number < 16) \
         insert into analyses (created_at, taken_at, done, player, effort, game_id, engine) \
         select created_at, taken_at, done, 19, number, game_id, engine \
         from (select * from analyses limit 1) as one, places";
    app.database.execute(many).await;
}

/// A table with hints, at which a person plays dice against a bot.
fn hinting(hints: bool) -> Value {
    json!({"ruleset": "fortunes", "hints": hints, "clock": {"speak_seconds": 0}, "seats": [
        {"type": "person", "name": "Ada"}, {"type": "bot", "bot": "random", "name": "Bel"},
        {"type": "bot", "bot": "sage", "effort": 1, "name": "Cyd"}, {"type": "bot", "bot": "random", "name": "Dov"}]})
}

on_both! {
    async fn a_sage_is_recorded_with_its_effort(app: &TestApp) {
        let game = app.play(&dice([1, 2])).await;
        assert_eq!(game["players"], json!([
            {"name": "Player 1", "bot": "sage", "bot_version": 2, "effort": 1},
            {"name": "Player 2", "bot": "sage", "bot_version": 2, "effort": 2},
        ]));
        assert_eq!(app.get(text(&game["links"]["self"])).await.is(200)["players"], game["players"]);
        let verification = app.get(format!("/v1/games/{}/verification", text(&game["id"]))).await.is(200);
        assert_eq!((&verification["valid"], &verification["chance_matches"]), (&json!(true), &json!(true)));
        let again = app.play(&dice([1, 2])).await;
        assert_eq!(app.log(&again).await["steps"], app.log(&game).await["steps"], "the same seed gives the same game");
        let log = app.log(&game).await;
        assert_eq!(log["bots"][1], json!({"bot": "sage", "bot_version": 2, "effort": 2}));
        let imported = app.post("/v1/games/import", &log).await.is(201);
        assert_eq!(imported["players"][1], json!(
            {"name": "Player 2", "bot": "foreign:sage", "bot_version": 2, "effort": 2}
        ));
    }

    async fn an_effort_is_refused_unless_a_sage_has_it(app: &TestApp) {
        let play = |player: Value| json!({"ruleset": "fortuna", "players": [player, {}]});
        for player in [
            json!({"bot": "sage", "effort": 0}),
            json!({"bot": "sage", "effort": 11}),
            json!({"bot": "adept", "effort": 4}),
            json!({"effort": 4}),
        ] {
            let answer = app.post("/v1/games", &play(player.clone())).await;
            assert_eq!(answer.wrong(422, "invalid_body"), wrong("/players/0/effort"), "{player}");
            let mut simulation = play(player);
            simulation["games"] = 1.into();
            let answer = app.post("/v1/simulations", &simulation).await;
            assert_eq!(answer.wrong(422, "invalid_body"), wrong("/players/0/effort"));
        }
        let seat = json!({"type": "bot", "bot": "sage", "effort": 11});
        let table = json!({"ruleset": "fortuna", "seats": [{"type": "person"}, seat]});
        assert_eq!(app.post("/v1/tables", &table).await.wrong(422, "invalid_body"), wrong("/seats/1/effort"));
        let bots = json!({"bots": ["sage:11", "adept", "adept", "adept"]});
        let answer = app.post("/v1/readings", &bots).await;
        assert_eq!(answer.wrong(422, "unknown_bot"), [("/bots/0".to_owned(), "unknown_bot".to_owned())]);
        let mut log = app.log(&app.play(&dice([1, 1])).await).await;
        log["bots"][0]["effort"] = 11.into();
        assert_eq!(app.post("/v1/games/import", &log).await.wrong(422, "invalid_body"), wrong("/bots/0/effort"));
        let sage = app.get("/v1/rulesets/fortuna").await.is(200)["bots"][3].clone();
        assert_eq!(sage, json!({"id": "sage", "version": 2, "default": false, "effort": 4}));
    }

    async fn sages_are_simulated_by_their_efforts(app: &TestApp) {
        let mut body = dice([1, 2]);
        body["games"] = 2.into();
        let made = app.post("/v1/simulations", &body).await.is(202);
        assert_eq!(made["players"][1], json!({"bot": "sage", "bot_version": 2, "effort": 2}));
        app.aside(async |service| service.finish_simulations(1).await).await;
        let done = app.get(text(&made["links"]["self"])).await.is(200);
        let bots: Vec<_> = done["result"]["bots"].as_array().expect("bots").iter().map(|bot| text(&bot["bot"])).collect();
        assert_eq!(bots, ["bot:sage:1@2", "bot:sage:2@2"]);
    }

    async fn a_hint_is_a_step_that_can_be_made(app: &TestApp) {
        let table = Table::set_up(app, &hinting(true)).await;
        assert_eq!(table.made["hints"], true);
        assert_eq!(table.made["seats"][2]["effort"], 1);
        let path = format!("{}/hint", table.path);
        for _ in 0..3 {
            let seen = table.seen(app, 0).await;
            let hint = app.send(shown(Request::get(&path), table.token(0))).await.is(200);
            assert_eq!((&hint["after"], &hint["unit"]), (&seen["step_count"], &json!("points")));
            let legal = seen["legal"].as_array().expect("steps");
            let alternatives = hint["alternatives"].as_array().expect("steps");
            for step in alternatives.iter().chain([&hint["best"]]) {
                assert!(legal.contains(&step["step"]), "{step}");
                assert!(text(&step["words"]).starts_with("Ada "), "{step}");
            }
            let value = |step: &Value| step["result"]["value"].as_f64();
            if let Some(next) = alternatives.first() {
                assert!(value(&hint["best"]) >= value(next), "{hint}");
            }
            let step = json!({"after": hint["after"], "step": hint["best"]["step"]});
            app.send(shown(Request::post(format!("{}/steps", table.path), step.to_string()), table.token(0))).await.is(200);
        }
    }

    async fn hints_are_for_the_seat_whose_turn_it_is(app: &TestApp) {
        let table = Table::set_up(app, &hinting(true)).await;
        let path = format!("{}/hint", table.path);
        app.get(&path).await.problem(401, "unauthorized");
        let stranger = format!("seat_{}", "ab".repeat(32));
        app.send(shown(Request::get(&path), &stranger)).await.problem(403, "bad_seat_token");
        app.send(shown(Request::get(format!("/v1/tables/{NOBODY}/hint")), table.token(0))).await.problem(404, "not_found");
        let without = Table::set_up(app, &hinting(false)).await;
        assert_eq!(without.made["hints"], false);
        app.send(shown(Request::get(format!("{}/hint", without.path)), without.token(0))).await.problem(409, "no_hints");
        let two = json!({"ruleset": "fortuna", "hints": true, "seats": [{"type": "person"}, {"type": "open"}]});
        let mut two = Table::set_up(app, &two).await;
        let path = format!("{}/hint", two.path);
        app.send(shown(Request::get(&path), two.token(0))).await.problem(409, "table_not_begun");
        two.join(app, json!({})).await;
        let due = two.seen(app, 0).await["due"]["players"][0].as_u64().expect("a player") as usize;
        app.send(shown(Request::get(&path), two.token(due))).await.is(200);
        app.send(shown(Request::get(&path), two.token(1 - due))).await.problem(409, "not_your_turn");
    }

    async fn an_analysis_is_made_once_and_kept_with_its_game(app: &TestApp) {
        let game = app.play(&cards()).await;
        let path = analysis(&game, 2);
        let first = app.get(&path).await;
        let begun = first.is(202);
        assert_eq!((first.header("retry-after"), first.header("cache-control")), (Some("1"), Some("no-store")));
        assert_eq!((&begun["finished"], &begun["done"], &begun["step_count"]), (&json!(false), &json!(0), &json!(77)));
        assert_eq!((&begun["mean_loss"], &begun["luck"], &begun["would_be"]), (&Value::Null, &Value::Null, &Value::Null));
        app.get(&path).await.is(202);
        analyse(app).await;
        let told = app.get(&path).await.is(200);
        assert_eq!((&told["player"], &told["effort"], &told["unit"]), (&json!(2), &json!(1), &json!("points")));
        assert_eq!((&told["finished"], &told["done"]), (&json!(true), &json!(77)));
        let decisions = told["decisions"].as_array().expect("decisions");
        assert!(decisions.len() > 5 && decisions.len() < 19, "{}", decisions.len());
        let losses: Vec<_> = decisions.iter().map(|decision| decision["loss"].as_f64().expect("a number")).collect();
        let steps = app.log(&game).await["steps"].clone();
        for decision in decisions {
            let after = decision["after"].as_u64().expect("a number") as usize;
            assert_eq!((&decision["played"], &steps[after]["player"]), (&steps[after], &json!(2)));
            let better = decision["best_result"]["value"].as_f64() >= decision["played_result"]["value"].as_f64();
            assert!(better, "{decision}");
        }
        let worst = losses.iter().copied().fold(0.0, f64::max);
        assert_eq!(losses[told["turning_points"][0].as_u64().expect("a place") as usize], worst);
        assert!(worst > 0.0 && told["mean_loss"].as_f64().expect("a number") > 0.0);
        assert!(told["luck"]["value"].is_f64(), "{}", told["luck"]);
        let (would_be, turned) = (&told["would_be"], told["turning_points"][0].as_u64().expect("a place") as usize);
        assert_eq!((&would_be["after"], &would_be["reading"]["player"]), (&decisions[turned]["after"], &json!(2)));
        let about = format!("The fortune that would have been, had Player 3 chosen otherwise at step {}", decisions[turned]["after"].as_u64().expect("a number") + 1);
        assert!(text(&would_be["about"]).starts_with(&about) && text(&would_be["about"]).ends_with("it is not what was played."), "{would_be}");
        let played = app.get(format!("/v1/games/{}/readings/2", text(&game["id"]))).await.is(200);
        assert_ne!(would_be["reading"]["zones"], played["zones"]);
        assert_eq!(app.get(&path).await.is(200), told, "it is kept");

        let svg = format!("/v1/games/{}/analysis.svg?player=2&effort=1", text(&game["id"]));
        let curve = app.send_unchecked(Request::get(&svg)).await;
        assert!(curve.text(200).starts_with("<svg") && curve.content_type() == "image/svg+xml", "{}", curve.body());
        app.get_as(&path, "image/svg+xml").await.text(200);
        assert!(page(app, &format!("/games/{}?analysis=2", text(&game["id"])), 200).await.contains("So far 0 of 77 steps"));
        app.delete(text(&game["links"]["self"])).await.text(204);
        app.get(&path).await.problem(404, "not_found");
    }

    async fn what_would_have_been_is_not_told_where_care_is_needed(app: &TestApp) {
        let asked = json!({"question": "Should I kill myself?", "seed": "any text", "bots": vec!["random"; 4]});
        let reading = app.post("/v1/readings", &asked).await.is(201);
        let path = format!("/v1/games/{}/analysis?effort=1", text(&reading["game"]["id"]));
        app.get(&path).await.is(202);
        analyse(app).await;
        let told = app.get(&path).await.is(200);
        assert!(told["mean_loss"].as_f64() > Some(0.0) && told["luck"]["value"].is_f64(), "{told}");
        assert_eq!(told["would_be"], Value::Null);
        app.delete(text(&reading["links"]["self"])).await.text(204);
        assert_ne!(app.get(&path).await.is(200)["would_be"], Value::Null, "nothing is asked of the game any more");
    }

    async fn an_analysis_is_begun_only_by_who_may_write(app: &TestApp) {
        let game = app.play(&cards()).await;
        let path = analysis(&game, 2);
        let reading = app.another(Settings { anonymous: Scopes::READ, ..Settings::default() });
        reading.send_unchecked(Request::get(&path)).await.problem(401, "unauthorized");
        app.send(Request::new(Method::HEAD, &path)).await.text(403);
        let foreign = HeaderName::from_static("sec-fetch-site");
        app.send(Request::get(&path).with(foreign.clone(), "cross-site")).await.problem(403, "cross_site");
        let address = format!("/games/{}?analysis=2", text(&game["id"]));
        let shown = app.send_unchecked(Request::get(&address).with(foreign.clone(), "cross-site")).await.text(200);
        assert!(shown.contains("page of another site") && shown.contains("Step by step"), "{shown}");
        app.get(&path).await.is(202);
        app.send(Request::get(&path).with(foreign, "cross-site")).await.is(202);
        reading.send_unchecked(Request::get(&path)).await.is(202);
    }

    async fn what_no_bot_searches_is_not_analysed(app: &TestApp) {
        for ruleset in ["fortuna", "reversal"] {
            let game = app.play(&json!({"ruleset": ruleset, "players": [{}, {}]})).await;
            app.get(analysis(&game, 0)).await.problem(409, "no_analysis");
            let address = format!("/games/{}", text(&game["id"]));
            assert!(!page(app, &address, 200).await.contains("name=\"analysis\""));
            assert!(page(app, &format!("{address}?analysis=0"), 200).await.contains("No bot searches in games of this"));
        }
    }

    async fn an_analysis_that_fails_is_given_up(app: &TestApp) {
        let game = app.play(&cards()).await;
        let path = analysis(&game, 0);
        app.get(&path).await.is(202);
        app.database.execute("update games set options = '?' || options").await;
        app.aside(async |service| service.finish_analyses().await.expect_err("what is stored is damaged")).await;
        app.database.execute("update games set options = substr(options, 2)").await;
        app.get(&path).await.is(202);
        analyse(app).await;
        app.get(&path).await.is(200);
    }

    async fn a_page_tells_what_was_better(app: &TestApp) {
        let game = app.play(&cards()).await;
        let address = format!("/games/{}?analysis=0", text(&game["id"]));
        assert!(page(app, &address, 200).await.contains("So far 0 of 77 steps"));
        // What is made with the least effort is shown as if it were more.
        app.database.execute("update analyses set effort = 1").await;
        analyse(app).await;
        let columns =
            "created_at, taken_at, taken_until, finished_at, done, player, game_id, taken_by, caller, engine, fortune";
        let as_more = format!(
            "insert into analyses (effort, {columns}) select 4, {columns} from analyses; \
             update analysis_parts set effort = 4; delete from analyses where effort = 1"
        );
        app.database.execute(&as_more).await;
        let told = app.get(format!("/v1/games/{}/analysis", text(&game["id"]))).await.is(200);
        let shown = page_with_reading(app, &address).await;
        assert!(shown.contains("Turning point: ") && shown.contains("<circle"), "{shown}");
        let worst = &told["decisions"][told["turning_points"][0].as_u64().expect("a place") as usize];
        let step = worst["after"].as_u64().expect("a number") + 1;
        let at = page_with_reading(app, &format!("{address}&step={step}")).await;
        assert!(at.contains("<p class=\"better\">Better was: Player 1 plays "), "{at}");
        assert!(shown.contains("The cards were worth ") && shown.contains("<details class=\"would-be\">"), "{shown}");
        assert!(shown.contains("it is not what was played."), "{shown}");
        let piece = page(app, &format!("/games/{}/table/{step}?analysis=0", text(&game["id"])), 200).await;
        assert!(piece.contains("Better was: "), "{piece}");
    }

    async fn a_table_with_hints_has_a_button_for_them(app: &TestApp) {
        let browser = Browser::new(app);
        let seats = [("seat.0", "me"), ("seat.1", "random"), ("seat.2", "sage:1"), ("seat.3", "random")];
        let form = [&[("ruleset", "fortunes"), ("hints", "yes")][..], &seats].concat();
        let answer = browser.submit("/tables/new", &form).await;
        let table = answer.header("location").expect("a table");
        let shown = browser.open(table).await;
        assert!(shown.contains("name=\"hint\" value=\"yes\">Hint</button>"), "{shown}");
        let hinted = browser.open(&format!("{table}?hint=yes")).await;
        assert!(hinted.contains("<strong>Hint: </strong>Player 1 "), "{hinted}");
    }

    async fn an_analysis_is_refused_by_what_is_wrong(app: &TestApp) {
        let game = app.play(&cards()).await;
        let of = |query: &str| format!("/v1/games/{}/analysis?{query}", text(&game["id"]));
        for (query, parameter) in [("player=4", "player"), ("player=x", "player"), ("effort=0", "effort"), ("effort=11", "effort")] {
            let answer = app.get(of(query)).await;
            assert_eq!(answer.wrong(400, "bad_parameter"), [(parameter.to_owned(), "bad_parameter".to_owned())], "{query}");
        }
        app.get(format!("/v1/games/{NOBODY}/analysis")).await.problem(404, "not_found");
        app.get(of("effort=1")).await.is(202);
        app.get(of("effort=2")).await.is(202);
        app.get(of("effort=3")).await.problem(409, "too_many_analyses");
        let shown = page(app, &format!("/games/{}?analysis=1", text(&game["id"])), 200).await;
        assert!(shown.contains("2 analyses that you asked for are not finished."), "{shown}");
        app.get(of("effort=1")).await.is(202);
        // Others have all places.
        take_all_places(app).await;
        let full = app.get(of("effort=3")).await;
        full.problem(503, "unavailable");
        assert_eq!(full.header("retry-after"), Some("1"));
    }
}

/// Sends a request for a long game of sages without waiting for the response.
fn sent(app: &TestApp, address: &str) -> Connection {
    let body = json!({"ruleset": "fortunes", "options": {"match": {"type": "deals", "deals": 20}},
        "players": vec![json!({"bot": "sage"}); 4]})
    .to_string();
    let mut connection = Connection::open(app);
    connection.send(format!(
        "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nX-Forwarded-For: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    connection
}

async fn until_running(app: &TestApp, expected: usize) {
    let (begun, running) = (Instant::now(), || app.service.load()[Class::Search as usize].running);
    while running() != expected {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} run", running());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn who_is_refused_a_place_pays_nothing_for_it() {
    let number = |number| NonZeroU32::new(number).expect("not 0");
    let settings = Settings { rate: Some(Rate { per_minute: number(1), burst: number(200) }), ..Settings::default() };
    on_app(settings, WorkerPool::new(1), async |app: &TestApp| {
        let game = app.play(&cards()).await;
        let left = async |query: &str| {
            let answer = app.get(format!("/v1/games/{}/analysis?{query}", text(&game["id"]))).await;
            let told = answer.header("ratelimit").and_then(|told| told.split([';', '=']).nth(2)).map(str::to_owned);
            (answer.status, told.and_then(|left| left.parse::<u32>().ok()).expect("what is left"))
        };
        let (first, second) = (left("effort=10").await, left("effort=1").await);
        assert!((first.0, second.0) == (202, 202) && second.1 < 150, "{second:?}");
        assert_eq!(left("effort=9").await, (409, second.1 - 1), "the request itself is counted");
        take_all_places(app).await;
        assert_eq!(left("effort=9").await, (503, second.1 - 2));
    });
}

#[test]
fn games_of_sages_have_places_of_their_own() {
    let settings = Settings { proxies: 1, ..Settings::default() };
    on_app(settings, WorkerPool::new(2), async |app: &TestApp| {
        let from = |address: &str, body: &Value| {
            let forwarded = HeaderName::from_static("x-forwarded-for");
            Request::post("/v1/games", body.to_string()).with(forwarded, address)
        };
        let one = sent(app, "192.0.2.1");
        until_running(app, 1).await;
        let own = app.send(from("192.0.2.1", &cards_of_sage())).await;
        own.problem(503, "unavailable");
        assert_eq!(own.header("retry-after"), Some("1"));
        let other = sent(app, "192.0.2.2");
        until_running(app, 2).await;
        app.send(from("192.0.2.3", &cards_of_sage())).await.problem(503, "unavailable");
        app.send(from("192.0.2.1", &dice([1, 1]))).await.is(201);
        app.send(from("192.0.2.1", &json!({"ruleset": "reversal", "players": [{}, {}]}))).await.is(201);
        drop((one, other));
        until_running(app, 0).await;
        assert_eq!(app.stored().await, (2, 0), "what is abandoned is not stored");
        app.send(from("192.0.2.3", &cards_of_sage())).await.is(201);
    });
}
