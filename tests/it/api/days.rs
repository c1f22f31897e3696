//! The deal of the day: who plays it, who sees it, what counts, and what becomes of it when the day is over.

use arcana::{
    chance::seed_hash,
    clock::Clock,
    http::Settings,
    service::{
        Authority, Caller, Erasure, Name, Scope, Scopes,
        audit::Actor,
        records::{OwnerId, TableId},
    },
};
use chrono::{Days, NaiveDate, TimeDelta};
use reqwest::{
    Method,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE},
};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    contract::Contract,
    keys::{key, shown},
    plays::{NOBODY, text},
    site::page,
    tables::{KEY, Table},
};

fn today(app: &TestApp) -> NaiveDate {
    app.clock.now().date_naive()
}

/// Moves the clock to this hour of the day after so many days.
pub fn come_to(app: &TestApp, days: u64, hour: i64) -> NaiveDate {
    let date = today(app) + Days::new(days);
    let time = date.and_hms_opt(0, 0, 0).expect("midnight").and_utc() + TimeDelta::hours(hour);
    app.clock.advance(time - app.clock.now());
    date
}

/// Publishes the days to come, and then comes to one that counts; returns it.
pub async fn a_day_that_counts(app: &TestApp) -> NaiveDate {
    app.get("/v1/days").await.is(200);
    come_to(app, 3, 10)
}

/// The key of a new profile.
pub async fn profile(app: &TestApp, name: &str) -> String {
    let name = Name::new(name).expect("a name");
    let caller = Caller::anonymous(Scopes::READ_WRITE);
    app.aside(async |service| service.create_profile(&caller, name).await.expect("a profile").text).await
}

async fn open(app: &TestApp, date: NaiveDate, key: &str) -> Answer {
    app.post_with(key, &format!("/v1/days/{date}/tables"), &json!({})).await
}

async fn opened(app: &TestApp, date: NaiveDate, key: &str) -> Table {
    Table::of(open(app, date, key).await.is(201))
}

async fn get(app: &TestApp, key: &str, path: String) -> Answer {
    app.send(shown(Request::get(path), key)).await
}

/// Opens the day and plays it to its end.
pub async fn play(app: &TestApp, date: NaiveDate, key: &str) -> (Table, Value) {
    let table = opened(app, date, key).await;
    let over = table.play(app).await;
    (table, over)
}

async fn wake(app: &TestApp) {
    app.aside(async |service| service.wake_tables().await.expect("a database")).await;
}

fn id(table: &Table) -> TableId {
    TableId(text(&table.made["id"]).parse().expect("an id"))
}

/// Every route of the document with the id of a table answers as if there were none.
async fn is_hidden_from(app: &TestApp, table: &Table, caller: Option<&str>, what: &str) {
    let mut routes = 0;
    for operation in Contract::get().operations().filter(|one| one.path.starts_with("/v1/tables/{id}")) {
        let path = operation.path.replace("{id}", &id(table).to_string()).replace("{n}", "0");
        let nothing = operation.path.replace("{id}", NOBODY).replace("{n}", "0");
        let method = Method::from_bytes(operation.method.to_uppercase().as_bytes()).expect("a method");
        for query in ["", "?wait=1&after=0"]
            .iter()
            .filter(|query| query.is_empty() || operation.path == "/v1/tables/{id}" && method == Method::GET)
        {
            let ask = async |path: &str| {
                let body = json!({"after": 1, "step": {"type": "play", "card": "ar00"}}).to_string();
                let mut request = Request::new(method.clone(), format!("{path}{query}"));
                if method == Method::POST {
                    let body = if path.ends_with("steps") { body } else { "{}".to_owned() };
                    request = Request { body: body.into_bytes(), ..request.with(CONTENT_TYPE, "application/json") };
                }
                app.send_unchecked(
                    caller.map_or(request.clone(), |key| request.with(AUTHORIZATION, &format!("Bearer {key}"))),
                )
                .await
            };
            let (answer, expected) = (ask(&path).await, ask(&nothing).await);
            assert_eq!(answer.status, expected.status, "{what}: {} as {caller:?}: {}", answer.asked, answer.body());
            assert_eq!(answer.json()["detail"], expected.json()["detail"], "{what}: {}", answer.asked);
            routes += 1;
        }
    }
    assert!(routes >= 8, "{routes}");
}

/// What a caller gets from every list and count that there is, but for how many have finished a day.
async fn everything_listed(app: &TestApp, key: &str) -> Vec<(String, Value)> {
    // The stream of events has no end.
    let without_path = |path: &&str| !path.contains('{') && path.starts_with("/v1/") && *path != "/v1/events";
    let lists = Contract::get().operations().filter(|one| one.method == "get").map(|one| one.path).filter(without_path);
    let known = [
        "/v1/players/Ada",
        "/v1/games?player=Ada",
        "/v1/tables?phase=over",
        "/v1/tables?phase=playing",
        "/v1/leaderboards/fortunes",
        "/v1/statistics?ruleset=fortunes",
    ];
    let mut all = Vec::new();
    for path in lists.chain(known) {
        let answer = app.send_unchecked(shown(Request::get(path), key)).await;
        let mut body = if answer.status < 400 { answer.json() } else { json!(answer.status) };
        for day in body.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
            day.as_object_mut().expect("an object").remove("finished");
        }
        all.push((path.to_owned(), body));
    }
    assert!(all.len() > 15, "{}", all.len());
    all
}

on_both! {
    async fn seeds_are_promised_a_week_ahead_and_shown_after_the_day(app: &TestApp) {
        let first = today(app);
        let days = app.get("/v1/days").await.is(200);
        let dates: Vec<_> = days["items"].as_array().expect("days").iter().map(|day| day["date"].clone()).collect();
        let expected: Vec<_> = (0..9).map(|back| json!(first + Days::new(7) - Days::new(back))).collect();
        assert_eq!(dates, expected, "from a week ahead to yesterday");
        let short: Vec<_> = days["items"].as_array().expect("days").iter().map(|day| day["short_notice"] == true).collect();
        assert_eq!(short, [false, false, false, false, false, false, true, true, true]);
        let promised = app.get(format!("/v1/days/{}", first + Days::new(3))).await.is(200);
        let hidden = |day: &Value| ["seed", "par", "best_line", "best"].iter().all(|field| day[*field].is_null());
        assert!(promised["state"] == "to_come" && hidden(&promised), "{promised}");
        let date = come_to(app, 3, 23);
        let open = app.get(format!("/v1/days/{date}")).await.is(200);
        assert!(open["state"] == "open" && hidden(&open), "{open}");
        assert!(!page(app, &format!("/days/{date}"), 200).await.contains("A sage in your seat"));
        come_to(app, 1, 0);
        let over = app.get(format!("/v1/days/{date}.json")).await.is(200);
        assert_eq!((&over["state"], &over["seed_hash"]), (&json!("over"), &promised["seed_hash"]));
        assert_eq!(over["seed_hash"], seed_hash(text(&over["seed"])));
        // The par is what anybody gets who has the game played from the seed, and so is the best line.
        for (bot, points) in [("adept", &over["par"]), ("sage", &over["best_line"])] {
            let players = [json!({"bot": bot}), json!({}), json!({}), json!({})];
            let game = json!({"ruleset": "fortunes", "seed": over["seed"], "client_seed": date.to_string(), "players": players});
            let game = app.post("/v1/games", &game).await.is(201);
            assert_eq!(&game["result"]["detail"]["team_scores"][0], points, "{bot}");
        }
        let shown = page(app, &format!("/days/{date}"), 200).await;
        assert!(shown.contains(&format!("A sage in your seat made</dt><dd>{}", over["best_line"])), "{shown}");
        let page = app.get("/v1/days?limit=2").await.is(200);
        let next = app.get(format!("/v1/days?limit=2&cursor={}", text(&page["next_cursor"]))).await.is(200);
        assert_eq!(next["items"][0]["date"], json!(date + Days::new(1 + 7 - 2)));
        app.get("/v1/days/2026-11-31").await.problem(400, "bad_parameter");
        app.get("/v1/days/1999-12-31").await.problem(404, "not_found");
    }

    async fn a_day_is_played_compared_and_read(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        get(app, &ada, format!("/v1/days/{date}/board")).await.problem(403, "day_not_finished");
        get(app, &ada, format!("/v1/days/{date}/result")).await.problem(404, "not_found");
        let (table, over) = play(app, date, &ada).await;
        let made = &table.made;
        assert_eq!((&made["day"], &made["seat"], &made["listed"]), (&json!(date), &json!(0), &json!(false)));
        assert_eq!((&made["client_seed"], &made["deadline"]), (&json!(date.to_string()), &Value::Null));
        assert_eq!(made["seats"][0]["name"], "Ada");
        assert_eq!((&over["phase"], &over["game"], &over["links"]["reading"]), (&json!("over"), &Value::Null, &Value::Null));
        let result = get(app, &ada, format!("/v1/days/{date}/result")).await.is(200);
        let scores = &over["result"]["detail"]["team_scores"];
        assert_eq!((&result["points"], &result["against"]), (&scores[0], &scores[1]));
        assert_eq!((&result["counted"], &result["game"], &result["table"]), (&json!(true), &Value::Null, &made["id"]));
        let won = &over["result"]["detail"]["deals"][0]["tricks_won"];
        assert_eq!(result["tricks"], won[0].as_u64().expect("tricks") + won[2].as_u64().expect("tricks"));
        assert_eq!(result["above_par"].as_i64(), Some(result["points"].as_i64().expect("points") - result["par"].as_i64().expect("par")));
        assert_eq!(result["place"]["compared_with"], "adepts");
        let board = get(app, &ada, format!("/v1/days/{date}/board")).await.is(200);
        assert_eq!((&board["place"], &board["finished"]), (&result["place"], &json!(1)));
        assert_eq!(board["distribution"], json!([{"points": result["points"], "players": 1}]));
        app.get(format!("/v1/days/{date}/board")).await.problem(403, "day_not_finished");
        let path = format!("/v1/days/{date}/reading");
        let reading = get(app, &ada, path.clone()).await;
        assert_eq!(reading.header("cache-control"), Some("private, no-store"));
        let reading = reading.is(200);
        let the_self = &reading["zones"].as_array().expect("zones").iter().find_map(|zone| {
            zone["places"].as_array().expect("places").iter().find(|place| place["place"] == "self").cloned()
        }).expect("a self")["cards"][0]["id"];
        assert_eq!(&result["self_card"], the_self);
        for form in ["text/plain", "image/svg+xml", "text/html"] {
            let told = app.send(shown(Request::get(&path).with(ACCEPT, form), &ada)).await;
            assert_eq!((told.status, told.header("cache-control")), (200, Some("private, no-store")), "{form}");
        }
        app.get(&path).await.problem(401, "unauthorized");
        let note = app.send(shown(Request { method: Method::PATCH, ..Request::post(format!("/v1/days/{date}/result"), json!({"note": "Rain."}).to_string()) }, &ada)).await;
        assert_eq!(note.is(200)["note"], "Rain.");
        // The day is over: the same reading is stored with the game.
        come_to(app, 1, 0);
        wake(app).await;
        let after = get(app, &ada, format!("/v1/days/{date}/result")).await.is(200);
        let game = app.get(format!("/v1/games/{}", text(&after["game"]))).await.is(200);
        assert_eq!((&game["client_seed"], &game["source"]), (&json!(date.to_string()), &json!("table")));
        assert_eq!(game["seed_hash"], app.get(format!("/v1/days/{date}")).await.is(200)["seed_hash"]);
        let proof = app.get(format!("/v1/games/{}/verification", text(&after["game"]))).await.is(200);
        assert_eq!((&proof["chance_matches"], &proof["result_matches"]), (&json!(true), &json!(true)));
        assert_eq!(get(app, &ada, path).await.is(200), reading);
        let stored = get(app, &ada, "/v1/readings".to_owned()).await.is(200);
        assert_eq!(stored["items"][0]["reading"]["zones"], reading["zones"]);
        assert_eq!(app.get(format!("/v1/days/{date}/board")).await.is(200)["distribution"], board["distribution"]);
        let day = app.get(format!("/v1/days/{date}")).await.is(200);
        assert_eq!((&day["best"], &day["finished"]), (&result["points"], &json!(1)));
    }

    async fn the_deal_is_the_same_for_all_and_nothing_in_it_is_chosen(app: &TestApp) {
        let (ada, bel) = (profile(app, "Ada").await, profile(app, "Bel").await);
        let date = a_day_that_counts(app).await;
        let (one, other) = (opened(app, date, &ada).await, opened(app, date, &bel).await);
        assert_eq!(one.made["state"]["hands"][0]["cards"], other.made["state"]["hands"][0]["cards"]);
        assert_eq!(one.made["seed_hash"], other.made["seed_hash"]);
        // The same plays give the same game.
        assert_eq!(one.play(app).await["result"], other.play(app).await["result"]);
        come_to(app, 1, 1);
        let late = Table::of(app.post(format!("/v1/days/{date}/tables"), &json!({})).await.is(201));
        assert_eq!(late.made["state"]["hands"][0]["cards"], one.made["state"]["hands"][0]["cards"]);
        let over = late.play(app).await;
        assert!(over["game"].is_string(), "{over}");
        assert_eq!(app.get(format!("/v1/days/{date}")).await.is(200)["finished"], 2);
    }

    async fn nobody_but_its_player_learns_of_a_table_before_the_day_is_over(app: &TestApp) {
        let (ada, bel) = (profile(app, "Ada").await, profile(app, "Bel").await);
        let admin = key(app, &[Scope::Read, Scope::Write, Scope::Admin]).await;
        let date = a_day_that_counts(app).await;
        let table = opened(app, date, &ada).await;
        let others = opened(app, date, &bel).await;
        let foreign = [None, Some(bel.as_str()), Some(admin.as_str()), Some(others.token(0))];
        let is_hidden = async |what: &str| {
            for caller in foreign {
                is_hidden_from(app, &table, caller, what).await;
                for path in ["/v1/tables", "/v1/tables?phase=playing", "/v1/tables?phase=over", "/v1/games", "/v1/games?player=Ada"] {
                    let request = Request::get(path);
                    let list = app.send(caller.filter(|key| key.starts_with("arcana_")).map_or(request.clone(), |key| shown(request, key))).await;
                    assert_eq!(list.is(200)["items"], json!([]), "{what}: {path}");
                }
            }
            let feed = app.get_as("/v1/games", "application/x-ndjson").await;
            assert_eq!(feed.lines(), Vec::<Value>::new(), "{what}");
            assert_eq!(get(app, &ada, "/v1/readings".to_owned()).await.is(200)["items"], json!([]), "{what}");
            app.get("/v1/players/Ada").await.problem(404, "not_found");
            let page = app.get_as(format!("/tables/{}", id(&table)), "text/html").await;
            assert_eq!(page.status, 404, "{what}");
        };
        is_hidden("in play").await;
        table.play(app).await;
        is_hidden("finished").await;
        app.aside(async |service| {
            service.wake_tables().await.expect("a database");
            service.catch_up().await.expect("a database");
        }).await;
        is_hidden("after everything was looked after").await;
    }

    async fn a_cheat_learns_nothing_and_gains_nothing(app: &TestApp) {
        let (ada, bel) = (profile(app, "Ada").await, profile(app, "Bel").await);
        let date = a_day_that_counts(app).await;
        let before = everything_listed(app, &bel).await;
        // The key of a request is its caller's own, and brings the same table again and no other.
        let ask = |key: &str| shown(Request::post(format!("/v1/days/{date}/tables"), "{}"), key).with(KEY, "once");
        let table = Table::of(app.send(ask(&ada)).await.is(201));
        assert_ne!(app.send(ask(&bel)).await.is(201)["id"], table.made["id"]);
        // What may be known of a table of the day does not follow from its hidden cards.
        let hidden = |seen: &Value| seen["state"]["hands"].as_array().expect("hands")[1..].iter().all(|hand| hand["cards"].is_null());
        assert!(hidden(&table.made), "{}", table.made);
        let last = loop {
            let seen = table.seen(app, 0).await;
            let step = table.stepping(0, &seen["step_count"], &seen["legal"][0]).with(KEY, &format!("step-{}", seen["step_count"]));
            if app.send(step.clone()).await.is(200)["phase"] == "over" {
                break step;
            }
        };
        // Neither the last step nor the try counts twice.
        app.send(last).await.is(200);
        app.send(ask(&ada)).await.is(201);
        assert_eq!(get(app, &ada, format!("/v1/days/{date}/board")).await.is(200)["finished"], 1);
        // The seed is shown to nobody, its player included.
        let events = app.send(shown(Request::get(format!("{}/events?last_event_id=0", table.path)).with(ACCEPT, "application/x-ndjson"), table.token(0))).await;
        let over = events.lines().pop().expect("an end");
        assert_eq!((&over["event"], &over["data"]["seed"]), (&json!("over"), &Value::Null));
        let text_of = app.send(shown(Request::get(format!("{}.txt", table.path)), table.token(0))).await.text(200);
        assert!(!text_of.contains("eed"), "{text_of}");
        // No list, statistic or profile's page has changed but for the number of those who have finished.
        app.aside(async |service| service.catch_up().await.expect("a database")).await;
        assert_eq!(everything_listed(app, &bel).await, before);
        // What is played with the date or the hash for a seed, as a simulation does with its number, is another deal.
        let hash = text(&table.made["seed_hash"]).to_owned();
        for seed in [hash, date.to_string(), format!("{date}/0")] {
            let game = app.post_with(&bel, "/v1/games", &json!({"ruleset": "fortunes", "seed": seed, "client_seed": date.to_string()})).await.is(201);
            let log = get(app, &bel, format!("/v1/games/{}/states/1?view=0", text(&game["id"]))).await.is(200);
            assert_ne!(log["state"]["hands"][0]["cards"], table.made["state"]["hands"][0]["cards"]);
        }
        // Who has played as a guest before has one try as well, and on the first day it does not count.
        let yesterday = date - Days::new(1);
        app.post(format!("/v1/days/{yesterday}/tables"), &json!({})).await.is(201);
        app.post(format!("/v1/days/{date}/tables"), &json!({})).await.problem(403, "profile_needed");
        let late = profile(app, "Late").await;
        play(app, date, &late).await;
        open(app, date, &late).await.problem(409, "day_already_played");
        assert_eq!(get(app, &ada, format!("/v1/days/{date}/board")).await.is(200)["finished"], 1);
    }

    async fn a_table_given_up_in_the_middle_is_no_second_try_under_any_key(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let ask = || shown(Request::post(format!("/v1/days/{date}/tables"), "{}"), &ada).with(KEY, "once");
        let table = Table::of(app.send(ask()).await.is(201));
        let seen = table.seen(app, 0).await;
        table.step(app, 0, &seen["step_count"], &seen["legal"][0]).await.is(200);
        app.send(shown(Request::new(Method::DELETE, &table.path), &ada)).await.text(204);
        assert_eq!(app.send(ask()).await.is(201)["phase"], "closed", "the same table again");
        open(app, date, &ada).await.problem(409, "day_already_played");
        get(app, &ada, format!("/v1/days/{date}/board")).await.problem(403, "day_not_finished");
    }

    async fn the_board_of_ten_thousand_is_what_a_statement_by_hand_says(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        play(app, date, &ada).await;
        // As `scripts/bench day` fills it: the owners are nobody's, and every seventh is not counted.
        let many = format!(
            "insert into day_results (owner_id, day, table_id, points, against, tricks, finished_at, counted, note) \
             with recursive players (n) as (select 1 union all select n + 1 from players where n < 10000) \
             select -n, day, table_id, n * 7919 % 39, 38 - n * 7919 % 39, 9, finished_at, n % 7 <> 0, '' \
             from players, day_results where day = '{date}'"
        );
        app.database.execute(&many).await;
        let counts = "insert into day_scores (day, points, players) \
             select day, points, count(*) from day_results where counted and owner_id < 0 group by day, points \
             on conflict (day, points) do update set players = day_scores.players + excluded.players";
        app.database.execute(counts).await;
        let board = get(app, &ada, format!("/v1/days/{date}/board")).await.is(200);
        let own = "(select points from day_results where owner_id > 0)";
        let by_hand = async |which: &str| {
            app.database.number(&format!("select count(*) from day_results where counted and owner_id < 0{which}")).await as f64
        };
        let (below, equal) = (by_hand(&format!(" and points < {own}")).await, by_hand(&format!(" and points = {own}")).await);
        let others = by_hand("").await;
        assert_eq!((others, &board["finished"]), (8572.0, &json!(8573)));
        assert_eq!(board["place"]["better_than"].as_f64(), Some((below + equal / 2.0) / others));
        for entry in board["distribution"].as_array().expect("points") {
            let players = app.database.number(&format!("select count(*) from day_results where counted and points = {}", entry["points"])).await;
            assert_eq!(entry["players"], players, "{entry}");
        }
    }

    async fn no_hint_is_given_at_the_deal_of_a_day(app: &TestApp) {
        let date = a_day_that_counts(app).await;
        let (ada, bel) = (profile(app, "Ada").await, profile(app, "Bel").await);
        let table = opened(app, date, &ada).await;
        assert_eq!(table.made["hints"], false);
        let path = format!("{}/hint", table.path);
        get(app, table.token(0), path.clone()).await.problem(409, "no_hints");
        get(app, &ada, path.clone()).await.problem(401, "unauthorized");
        get(app, &bel, path).await.problem(401, "unauthorized");
    }

    async fn the_reading_of_a_day_is_had_by_suffix(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        play(app, date, &ada).await;
        let endings = [("json", "application/json"), ("svg", "image/svg+xml"), ("png", "image/png"), ("html", "text/html; charset=utf-8"),
            ("txt", "text/plain; charset=utf-8"), ("md", "text/markdown; charset=utf-8")];
        for (ending, media_type) in endings {
            let told = app.send_unchecked(shown(Request::get(format!("/v1/days/{date}/reading.{ending}")), &ada)).await;
            assert_eq!((told.status, told.header("content-type"), told.header("cache-control")), (200, Some(media_type), Some("private, no-store")), "{ending}");
        }
        let path = format!("/v1/days/{date}/reading");
        app.send_unchecked(shown(Request::get(format!("{path}.gif")), &ada)).await.problem(406, "not_acceptable");
        app.send_unchecked(Request::get(format!("{path}.txt"))).await.problem(401, "unauthorized");
    }

    async fn a_profile_has_one_try_a_day(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let other = app.another(Settings::default());
        let path = format!("/v1/days/{date}/tables");
        let body = json!({});
        let (one, two) = tokio::join!(app.post_with(&ada, &path, &body), other.post_with(&ada, &path, &body));
        let (won, lost) = if one.status == 201 { (one, two) } else { (two, one) };
        let table = Table::of(won.is(201));
        assert_eq!(lost.problem(409, "day_already_played")["table"], table.made["id"]);
        other.stop();
        // Giving the table up gives no second try.
        app.send(shown(Request::new(Method::DELETE, &table.path), &ada)).await.text(204);
        open(app, date, &ada).await.problem(409, "day_already_played");
        app.database.execute("delete from tables").await;
        assert_eq!(open(app, date, &ada).await.problem(409, "day_already_played")["table"], table.made["id"]);
        come_to(app, 1, 0);
        open(app, date, &ada).await.problem(409, "day_already_played");
        opened(app, today(app), &ada).await;
    }

    async fn a_repeated_request_gets_its_table_again(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let ask = || shown(Request::post(format!("/v1/days/{date}/tables"), "{}"), &ada).with(KEY, "once");
        let first = app.send(ask()).await.is(201);
        let again = app.send(ask()).await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.is(201), first);
    }

    async fn the_key_of_a_profile_finds_the_seat_again(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let table = opened(app, date, &ada).await;
        let found = get(app, &ada, table.path.clone()).await.is(200);
        assert_eq!((&found["seat"], &found["tokens"]), (&json!(0), &table.made["tokens"]));
        let mine = get(app, &ada, "/v1/tables?mine=true".to_owned()).await.is(200);
        assert_eq!(mine["items"][0]["id"], table.made["id"]);
        let leave = shown(Request::new(Method::DELETE, format!("{}/seats/0", table.path)), table.token(0));
        app.send(leave).await.problem(409, "seat_kept");
    }

    async fn without_a_profile_only_days_that_are_over_are_played(app: &TestApp) {
        let date = a_day_that_counts(app).await;
        let path = format!("/v1/days/{date}/tables");
        app.post(&path, &json!({})).await.problem(403, "profile_needed");
        let nobody = key(app, &[Scope::Read, Scope::Write]).await;
        open(app, date, &nobody).await.problem(403, "profile_needed");
        let yesterday = date - Days::new(1);
        for _ in 0..2 {
            let table = Table::of(app.post(format!("/v1/days/{yesterday}/tables"), &json!({})).await.is(201));
            app.get(&table.path).await.is(200);
        }
        assert_eq!(opened(app, yesterday, &nobody).await.made["day"], json!(yesterday));
        let tomorrow = date + Days::new(1);
        let ada = profile(app, "Ada").await;
        open(app, tomorrow, &ada).await.problem(409, "day_not_open");
        open(app, date + Days::new(30), &ada).await.problem(404, "not_found");
        app.post("/v1/days/today/tables", &json!({})).await.wrong(400, "bad_parameter");
    }

    async fn what_is_finished_after_the_day_is_not_counted(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let table = opened(app, date, &ada).await;
        come_to(app, 1, 0);
        let over = table.play(app).await;
        assert!(over["game"].is_string());
        let result = get(app, &ada, format!("/v1/days/{date}/result")).await.is(200);
        assert_eq!((&result["counted"], &result["game"]), (&json!(false), &over["game"]));
        assert_eq!(app.get(format!("/v1/days/{date}/board")).await.is(200)["finished"], 0);
    }

    async fn a_profile_counts_on_days_that_open_after_it_was_made(app: &TestApp) {
        let date = a_day_that_counts(app).await;
        let ada = profile(app, "Ada").await;
        play(app, date, &ada).await;
        let result = get(app, &ada, format!("/v1/days/{date}/result")).await.is(200);
        assert_eq!((&result["counted"], result["place"]["better_than"].is_f64()), (&json!(false), true));
        let next = come_to(app, 1, 5);
        play(app, next, &ada).await;
        assert_eq!(get(app, &ada, format!("/v1/days/{next}/result")).await.is(200)["counted"], true);
        let own = get(app, &ada, "/v1/day-results".to_owned()).await.is(200);
        assert_eq!((&own["streak"], own["items"].as_array().map(Vec::len)), (&json!(2), Some(2)));
        let page = get(app, &ada, "/v1/day-results?limit=1".to_owned()).await.is(200);
        let rest = get(app, &ada, format!("/v1/day-results?limit=1&cursor={}", text(&page["next_cursor"]))).await.is(200);
        assert_eq!((&page["items"][0], &rest["items"][0]), (&own["items"][0], &own["items"][1]));
        come_to(app, 1, 5);
        assert_eq!(get(app, &ada, "/v1/day-results".to_owned()).await.is(200)["streak"], 2, "today still can be played");
        come_to(app, 1, 5);
        assert_eq!(get(app, &ada, "/v1/day-results".to_owned()).await.is(200)["streak"], 0);
        app.get("/v1/day-results").await.problem(401, "unauthorized");
    }

    async fn a_finished_table_becomes_one_game_when_the_day_is_over(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let (table, _) = play(app, date, &ada).await;
        assert_eq!(app.database.number("select count(*) from games").await, 0);
        come_to(app, 1, 1);
        app.get("/v1/days").await.is(200);
        app.aside(async |one| app.aside(async |other| {
            let (first, second) = tokio::join!(one.wake_tables(), other.wake_tables());
            first.and(second).expect("a database");
        }).await).await;
        assert_eq!(app.database.number("select count(*) from games").await, 1);
        let after = app.get(&table.path).await.is(200);
        assert_eq!((&after["phase"], after["game"].is_string()), (&json!("over"), true));
        assert_eq!(app.database.number("select count(*) from readings").await, 1);
        let game = app.get(format!("/v1/games/{}", text(&after["game"]))).await.is(200);
        assert!(text(&game["played_at"]).starts_with(&date.to_string()), "{game}");
        assert!(text(&game["created_at"]).starts_with(&(date + Days::new(1)).to_string()), "{game}");
        app.aside(async |service| service.catch_up().await.expect("a database")).await;
        assert_eq!(app.get("/v1/players/Ada").await.is(200)["rulesets"][0]["games"], 1);
        // The table is deleted a week later; what was made of the day stays.
        come_to(app, 8, 2);
        wake(app).await;
        app.get(&table.path).await.problem(404, "not_found");
        get(app, &ada, format!("/v1/days/{date}/reading")).await.is(200);
    }

    async fn a_table_that_was_closed_is_public_after_the_day_and_no_game(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        let date = a_day_that_counts(app).await;
        let table = opened(app, date, &ada).await;
        app.send(shown(Request::new(Method::DELETE, &table.path), &ada)).await.text(204);
        app.get(&table.path).await.problem(404, "not_found");
        come_to(app, 1, 0);
        wake(app).await;
        let closed = app.get(&table.path).await.is(200);
        assert_eq!((&closed["phase"], &closed["game"]), (&json!("closed"), &Value::Null));
        get(app, &ada, format!("/v1/days/{date}/result")).await.problem(404, "not_found");
        let refused = app.aside(async |service| service.close_table(id(&table), Authority::Admin(OwnerId(0))).await).await;
        assert!(refused.is_err(), "it has ended");
    }

    async fn an_operator_who_plays_sees_and_gives_up_the_own_table(app: &TestApp) {
        let admin = key(app, &[Scope::Read, Scope::Write, Scope::Admin]).await;
        app.post_with(&admin, "/v1/profiles", &json!({"name": "Operator"})).await.is(201);
        let table = app.post_with(&admin, &format!("/v1/days/{}/tables", today(app)), &json!({})).await.is(201);
        let path = format!("/v1/tables/{}", text(&table["id"]));
        get(app, &admin, path.clone()).await.is(200);
        app.send(shown(Request::new(Method::DELETE, &path), &admin)).await.text(204);
    }

    async fn an_erased_owner_is_counted_no_more(app: &TestApp) {
        let (ada, bel) = (profile(app, "Ada").await, profile(app, "Bel").await);
        let date = a_day_that_counts(app).await;
        play(app, date, &ada).await;
        play(app, date, &bel).await;
        let board = get(app, &bel, format!("/v1/days/{date}/board")).await.is(200);
        assert_eq!(board["distribution"][0]["players"], 2, "the same plays give the same points");
        let owner = app.aside(async |service| service.caller(&ada).await.expect("a key").owner).await;
        let erased = app.aside(async |service| service.erase(Actor::Command, &Erasure::Owner(owner), None).await).await;
        assert_eq!(erased.expect("it is erased").erased.day_results, 1);
        let board = get(app, &bel, format!("/v1/days/{date}/board")).await.is(200);
        assert_eq!(board["distribution"][0]["players"], 1);
        come_to(app, 1, 0);
        wake(app).await;
        assert_eq!(app.database.number("select count(*) from games").await, 1);
    }
}
