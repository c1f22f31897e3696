//! `GET /v1/games`: filters and pages.

use std::collections::BTreeSet;

use arcana::games::Ruleset;
use chrono::TimeDelta;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    plays::{numbers, text, with},
};

/// The ids of the games that match, newest first, on one page.
async fn found(app: &TestApp, query: &str) -> Vec<String> {
    let list = app.get(format!("/v1/games?limit=100&{query}")).await.is(200);
    assert_eq!(list["next_cursor"], Value::Null);
    ids(&list)
}

fn ids(list: &Value) -> Vec<String> {
    list["items"].as_array().expect("items").iter().map(id).collect()
}

fn id(game: &Value) -> String {
    text(&game["id"]).to_owned()
}

/// A game of Fortunes of these players from this seed.
async fn played(app: &TestApp, names: [&str; 4], seed: &str) -> Value {
    let players = names.map(|name| json!({"name": name, "bot": "random"}));
    app.play(&json!({"ruleset": "fortunes", "players": players, "seed": seed})).await
}

/// The names of those who won a game.
fn winners(game: &Value) -> BTreeSet<&str> {
    numbers(&game["result"]["winners"]).iter().map(|index| text(&game["players"][*index as usize]["name"])).collect()
}

/// Stores this number of copies of the latest game.
async fn copy_the_latest(app: &TestApp, count: u32) {
    let id = if app.database.url().starts_with("sqlite") { "randomblob(16)" } else { "gen_random_uuid()" };
    let same = "created_at, owner_id, step_count, ruleset, rules_version, source, deal_given, options, players, winners, \
                places, scores, seed, client_seed, log";
    app.database
        .execute(&format!(
            "insert into games (id, {same}) with recursive numbers (n) as (select 1 union all select n + 1 from numbers \
             where n < {count}) select {id}, {same} from numbers, (select {same} from games order by created_at desc \
             limit 1) as latest"
        ))
        .await;
}

on_both! {
    async fn what_few_of_many_games_match_is_counted_as_far_as_it_is_looked_through(app: &TestApp) {
        app.play_of(Ruleset::Fortuna, "rare").await;
        app.play_of(Ruleset::Reversal, "common").await;
        let count = async |query: &str| app.get(format!("/v1/games?count=true&limit=1&{query}")).await.is(200)["count"].clone();
        let truncated = async || {
            let found = app.get("/v1/statistics/fortuna?since=2020-01-01T00:00:00Z").await.is(200);
            (found["games"].clone(), found["truncated"].clone())
        };
        copy_the_latest(app, 40_000).await;
        let rare = "since=2020-01-01T00:00:00Z&ruleset=fortuna";
        assert_eq!(count(rare).await, json!({"games": 1, "more": false}));
        assert_eq!(truncated().await, (json!(1), json!(false)));
        copy_the_latest(app, 20_000).await;
        // It is the oldest.
        assert_eq!(count(rare).await, json!({"games": 0, "more": true}));
        assert_eq!(truncated().await, (json!(0), json!(true)));
        assert_eq!(count("since=2020-01-01T00:00:00Z&ruleset=reversal").await, json!({"games": 10_000, "more": true}));
        // An index finds these at once.
        assert_eq!(count("ruleset=fortuna").await, json!({"games": 1, "more": false}));
        assert_eq!(count("until=2020-01-01T00:00:00Z").await, json!({"games": 0, "more": false}));
    }

    async fn games_are_listed_newest_first_without_details(app: &TestApp) {
        assert_eq!(app.get("/v1/games").await.is(200), json!({"items": [], "next_cursor": null}));
        let mut games = Vec::new();
        for ruleset in Ruleset::ALL {
            for seed in ["one", "two"] {
                let mut game = app.play_of(ruleset, seed).await;
                game["result"].as_object_mut().expect("a result").shift_remove("detail");
                games.insert(0, game);
            }
        }
        let answer = app.get("/v1/games").await;
        assert_eq!(answer.is(200), json!({"items": games, "next_cursor": null}));
        assert_eq!(answer.header("link"), None);
    }

    async fn games_are_found_by_ruleset_and_source(app: &TestApp) {
        let mut all = Vec::new();
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "any text").await;
            let imported = app.import(&app.log(&game).await).await;
            all.push((ruleset, id(&game), id(&imported)));
        }
        for (ruleset, played, imported) in &all {
            assert_eq!(found(app, &format!("ruleset={}", ruleset.id())).await, [imported.clone(), played.clone()]);
            assert_eq!(found(app, &format!("ruleset={}&source=played", ruleset.id())).await, std::slice::from_ref(played));
            assert_eq!(found(app, &format!("source=imported&ruleset={}", ruleset.id())).await, std::slice::from_ref(imported));
        }
        assert_eq!(found(app, "source=played").await.len(), all.len());
    }

    async fn games_are_found_by_all_their_players(app: &TestApp) {
        let one = id(&played(app, ["Ada", "Bel", "Cyd", "Dov"], "1").await);
        // What an earlier release has exported may have one name twice.
        let mut log = app.log(&played(app, ["Hal", "Ida", "Jon", "Kit"], "2").await).await;
        log["players"] = ["Ada", "Ada", "Eve", "Bel"].iter().map(|name| json!({"name": name})).collect();
        let two = id(&app.import(&json!({"log": log})).await);
        let three = id(&played(app, ["ada", "Eve", "Fay", "Gus"], "3").await);
        assert_eq!(found(app, "player=Ada").await, [two.clone(), one.clone()]);
        assert_eq!(found(app, "player=Ada&player=Eve").await, std::slice::from_ref(&two));
        assert_eq!(found(app, "player=Ada&player=Ada").await, [two.clone(), one.clone()]);
        assert_eq!(found(app, "player=%20ada%20").await, std::slice::from_ref(&three));
        assert_eq!(found(app, "player=Eve").await, [three, two]);
        assert_eq!(found(app, "player=Dov&player=Eve").await, [""; 0]);
        assert_eq!(found(app, "player=Nobody").await, [""; 0]);
    }

    async fn games_are_found_by_winner(app: &TestApp) {
        let mut games = Vec::new();
        for seed in 0..6 {
            games.insert(0, played(app, ["Ada", "Bel", "Cyd", "Eve"], &seed.to_string()).await);
        }
        for name in ["Ada", "Bel", "Cyd", "Eve"] {
            let expected: Vec<_> = games.iter().filter(|game| winners(game).contains(name)).map(id).collect();
            assert_eq!(found(app, &format!("winner={name}")).await, expected, "{name}");
        }
        assert_eq!(found(app, "winner=Dov").await, [""; 0]);
    }

    async fn games_are_found_by_their_seed_given_or_made(app: &TestApp) {
        let given = app.play_of(Ruleset::Fortunes, "any text & more").await;
        let made = app.play(&json!({"ruleset": "fortunes"})).await;
        app.play_of(Ruleset::Fortunes, "other").await;
        assert_eq!(found(app, "seed=any+text+%26+more").await, [id(&given)]);
        assert_eq!(found(app, &format!("seed={}", text(&made["seed"]))).await, [id(&made)]);
        assert_eq!(found(app, "seed=any").await, [""; 0]);
    }

    async fn games_are_found_by_their_external_id(app: &TestApp) {
        let game = app.play(&json!({"ruleset": "fortunes", "external_id": "table-7/2026"})).await;
        app.play(&json!({"ruleset": "fortunes", "external_id": "table-8"})).await;
        assert_eq!(found(app, "external_id=table-7/2026").await, [id(&game)]);
        assert_eq!(found(app, "external_id=table-9").await, [""; 0]);
    }

    async fn games_are_found_by_time_of_storing(app: &TestApp) {
        let mut games = Vec::new();
        for seed in ["one", "two", "three"] {
            games.push(app.play_of(Ruleset::Fortunes, seed).await);
            app.clock.advance(TimeDelta::hours(1));
        }
        let [one, two, three] = [id(&games[0]), id(&games[1]), id(&games[2])];
        let second = text(&games[1]["created_at"]);
        assert_eq!(found(app, &format!("since={second}")).await, [three.clone(), two.clone()]);
        assert_eq!(found(app, &format!("until={second}")).await, std::slice::from_ref(&one));
        let third = text(&games[2]["created_at"]);
        assert_eq!(found(app, &format!("since={second}&until={third}")).await, [two]);
        assert_eq!(found(app, &format!("since={third}&until={second}")).await, [""; 0]);
        assert_eq!(found(app, "since=2000-01-01T00:00:00%2B01:00").await.len(), 3);
        assert_eq!(found(app, "until=9999-12-31T23:59:59.999999Z").await.len(), 3);
        assert_eq!(found(app, "since=0001-01-01T00:00:00Z").await.len(), 3);
    }

    async fn games_are_found_and_sorted_by_time_of_play(app: &TestApp) {
        let played = app.play_of(Ruleset::Fortunes, "any text").await;
        let mut imported = Vec::new();
        for day in ["2020-03-05T12:00:00Z", "2020-03-01T12:00:00Z", "2031-01-01T00:00:00Z"] {
            imported.push(id(&app.import(&with(&app.log(&played).await, "played_at", json!(day))).await));
        }
        let [fifth, first, late] = [&imported[0], &imported[1], &imported[2]].map(Clone::clone);
        let here = id(&played);
        let in_order = [late.clone(), here.clone(), fifth.clone(), first.clone()];
        assert_eq!(found(app, "sort=played_at").await, in_order);
        assert_eq!(found(app, "").await, [late.clone(), first.clone(), fifth.clone(), here.clone()]);
        assert_eq!(found(app, "played_since=2020-03-02T00:00:00Z").await, in_order[..3]);
        let between = "played_since=2020-03-01T12:00:00Z&played_until=2020-03-05T12:00:00Z";
        assert_eq!(found(app, between).await, std::slice::from_ref(&first));
        assert_eq!(found(app, "played_until=2020-03-05T12:00:01Z&player=Player+1").await, [fifth.clone(), first.clone()]);
        assert_eq!(found(app, "played_until=2031-01-01T00:00:00Z&source=imported&sort=played_at").await, [fifth, first]);
        let created = text(&played["created_at"]);
        assert_eq!(found(app, &format!("played_since={created}&source=played")).await, [here]);
        assert_eq!(found(app, &format!("until={created}&sort=played_at")).await, [""; 0]);
        let (mut path, mut seen) = ("/v1/games?sort=played_at&limit=1".to_owned(), Vec::new());
        loop {
            let list = app.get(path.as_str()).await.is(200);
            seen.extend(ids(&list));
            let Some(cursor) = list["next_cursor"].as_str() else { break };
            app.get(format!("/v1/games?limit=1&cursor={cursor}")).await.problem(400, "bad_cursor");
            path = format!("/v1/games?sort=played_at&limit=1&cursor={cursor}");
        }
        assert_eq!(seen, in_order);
    }

    async fn games_that_match_are_counted(app: &TestApp) {
        let counted = async |query: &str| app.get(format!("/v1/games?count=true&{query}")).await.is(200)["count"].clone();
        assert_eq!(counted("").await, json!({"games": 0, "more": false}));
        for seed in 0..5 {
            played(app, ["Ada", "Bel", "Cyd", if seed < 2 { "Dov" } else { "Eve" }], &seed.to_string()).await;
        }
        app.post("/v1/readings", &json!({})).await.is(201);
        for (query, games) in [
            ("limit=1", 5), ("player=Ada", 5), ("player=Dov", 2), ("player=Dov&player=Eve", 0), ("seed=3", 1), ("sort=played_at", 5),
            ("ruleset=fortunes&source=played", 5), ("played_since=2999-01-01T00:00:00Z", 0), ("since=2000-01-01T00:00:00Z", 5),
        ] {
            assert_eq!(counted(query).await, json!({"games": games, "more": false}), "{query}");
        }
        let list = app.get("/v1/games?limit=2&count=true").await.is(200);
        let cursor = text(&list["next_cursor"]);
        assert_eq!(counted(&format!("limit=2&cursor={cursor}")).await["games"], 5, "of all pages");
        assert_eq!(app.get("/v1/games?count=false").await.is(200).get("count"), None);
    }

    async fn items_have_the_requested_parts(app: &TestApp) {
        let game = played(app, ["Ada", "Bel", "Cyd", "Dov"], "one").await;
        let asked = async |fields: &str| app.get(format!("/v1/games?fields={fields}")).await.is(200)["items"][0].clone();
        assert_eq!(asked("id").await, json!({"id": game["id"]}));
        let scores = json!({"id": game["id"], "players": game["players"], "result": {"scores": game["result"]["scores"]}});
        assert_eq!(asked("result.scores,players,id").await, scores);
        let mut result = game["result"].clone();
        assert_eq!(asked("result.detail,result").await, json!({"result": result}));
        result.as_object_mut().expect("a result").shift_remove("detail");
        assert_eq!(asked("result").await, json!({"result": result}));
        let lines = app.send(Request::get("/v1/games?fields=seed,result.team_scores").with(ACCEPT, "application/x-ndjson")).await;
        let line: Value = serde_json::from_str(lines.text(200).trim()).expect("one line");
        let teams = json!({"team_scores": game["result"]["detail"]["team_scores"]});
        assert_eq!(line, json!({"seed": "one", "result": teams, "cursor": line["cursor"]}));
        for bad in ["", "id,", "id,name", "result.x", "log", "id, seed"] {
            app.get(format!("/v1/games?fields={}", bad.replace(' ', "+"))).await.problem(400, "bad_parameter");
        }
    }

    async fn a_list_has_the_team_scores_and_verdicts_of_the_readings(app: &TestApp) {
        let options = json!({"match": {"type": "deals", "deals": 4}});
        let game = app.play(&json!({"ruleset": "fortunes", "seed": "one", "options": options})).await;
        app.play_of(Ruleset::Foolery, "one").await;
        let list = app.get("/v1/games?fields=ruleset,result.team_scores,result.verdicts").await.is(200);
        let none = json!({"team_scores": null, "verdicts": null});
        assert_eq!(list["items"][0], json!({"ruleset": "foolery", "result": none}));
        let result = &list["items"][1]["result"];
        assert_eq!(result["team_scores"], game["result"]["detail"]["team_scores"]);
        let verdicts = result["verdicts"].as_array().expect("verdicts");
        assert_eq!(verdicts.len(), 4);
        for (deal, verdicts) in (1..).zip(verdicts) {
            let readings = app.get(format!("/v1/games/{}/readings?deal={deal}", text(&game["id"]))).await.is(200);
            let of_player = |player: usize| readings["readings"][player]["verdict"].clone();
            assert_eq!(*verdicts, json!([of_player(0), of_player(1)]), "deal {deal}");
            assert_eq!([of_player(2), of_player(3)], [of_player(0), of_player(1)]);
        }
    }

    async fn pages_of_long_games_that_are_replayed_have_fewer_and_follow_each_other(app: &TestApp) {
        let options = json!({"match": {"type": "deals", "deals": 100}});
        let mut games = Vec::new();
        for seed in 0..14 {
            let game = json!({"ruleset": "fortunes", "seed": seed.to_string(), "options": options,
                "players": [{"bot": "random"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]});
            games.insert(0, id(&app.play(&game).await));
        }
        let (mut path, mut pages) = ("/v1/games?fields=id,result.team_scores".to_owned(), Vec::new());
        loop {
            let list = app.get(path.as_str()).await.is(200);
            pages.push(ids(&list));
            let Some(cursor) = list["next_cursor"].as_str() else { break };
            path = format!("/v1/games?fields=id,result.team_scores&cursor={cursor}");
        }
        assert!(pages.len() > 1, "{pages:?}");
        assert_eq!(pages.concat(), games);
    }

    async fn lines_are_neither_counted_nor_sorted(app: &TestApp) {
        for query in ["count=true", "count=false", "sort=played_at"] {
            let request = Request::get(format!("/v1/games?{query}")).with(ACCEPT, "application/x-ndjson");
            app.send(request).await.problem(400, "bad_parameter");
        }
    }

    async fn filters_narrow_together(app: &TestApp) {
        let one = played(app, ["Ada", "Bel", "Cyd", "Dov"], "same").await;
        let log = with(&app.log(&one).await, "external_id", json!("x"));
        let two = app.import(&log).await;
        played(app, ["Bel", "Ada", "Dov", "Cyd"], "other").await;
        let winner = winners(&one).pop_first().expect("a winner").to_owned();
        let query = format!("ruleset=fortunes&player=Ada&player=Dov&winner={winner}&seed=same&source=played");
        assert_eq!(found(app, &query).await, [id(&one)]);
        assert_eq!(found(app, &format!("source=imported&winner={winner}&external_id=x")).await, [id(&two)]);
        assert_eq!(found(app, "source=imported&seed=same").await, [""; 0]);
        assert_eq!(found(app, &format!("{query}&until={}", text(&one["created_at"]))).await, [""; 0]);
    }

    async fn pages_follow_each_other_without_gap_or_double_while_games_come_in(app: &TestApp) {
        let mut expected = Vec::new();
        for seed in 0..7 {
            expected.insert(0, id(&played(app, ["Ada", "Bel", "Cyd", "Dov"], &seed.to_string()).await));
            played(app, ["Bel", "Cyd", "Dov", "Eve"], &seed.to_string()).await;
        }
        let (mut path, mut seen) = ("/v1/games?player=Ada&limit=3".to_owned(), Vec::new());
        for page in 0.. {
            let answer = app.get(path.as_str()).await;
            let list = answer.is(200);
            seen.extend(ids(&list));
            played(app, ["Ada", "Bel", "Cyd", "Dov"], &format!("later {page}")).await;
            let Some(cursor) = list["next_cursor"].as_str() else {
                assert_eq!(answer.header("link"), None);
                break;
            };
            assert_eq!(list["items"].as_array().expect("items").len(), 3);
            let next = format!("/v1/games?player=Ada&limit=3&cursor={cursor}");
            assert_eq!(answer.header("link"), Some(format!("<{next}>; rel=\"next\"").as_str()));
            path = next;
        }
        assert_eq!(seen, expected);
    }

    async fn a_last_page_that_is_full_has_no_next(app: &TestApp) {
        for seed in ["one", "two"] {
            app.play_of(Ruleset::Fortunes, seed).await;
        }
        assert_eq!(app.get("/v1/games?limit=2").await.is(200)["next_cursor"], Value::Null);
        assert_ne!(app.get("/v1/games?limit=1").await.is(200)["next_cursor"], Value::Null);
    }

    async fn a_cursor_is_bound_to_its_list(app: &TestApp) {
        app.sign_in().await;
        for seed in ["one", "two", "three"] {
            app.play(&json!({"ruleset": "fortunes", "seed": seed, "external_id": seed})).await;
        }
        let list = app.get("/v1/games?limit=1&ruleset=fortunes").await.is(200);
        let cursor = text(&list["next_cursor"]).to_owned();
        assert_eq!(ids(&app.get(format!("/v1/games?ruleset=fortunes&cursor={cursor}")).await.is(200)).len(), 2);
        let readings = format!("/v1/readings?cursor={cursor}");
        let mut bad = vec![format!("/v1/games?cursor={cursor}"), readings];
        bad.push(format!("/v1/games?ruleset=fortunes&source=played&cursor={cursor}"));
        bad.push(format!("/v1/games?ruleset=fortunes&cursor={}", cursor.to_uppercase()));
        bad.push(format!("/v1/games?ruleset=fortunes&cursor={}", &cursor[1..]));
        bad.push(format!("/v1/games?ruleset=fortunes&cursor={}", "0".repeat(48)));
        bad.push("/v1/games?ruleset=fortunes&cursor=".to_owned());
        for path in bad {
            let wrong = app.get(path).await.wrong(400, "bad_cursor");
            assert_eq!(wrong, [("cursor".to_owned(), "bad_cursor".to_owned())]);
        }
    }

    async fn all_invalid_filters_are_reported_together(app: &TestApp) {
        let bad = "ruleset=whist&source=elsewhere&limit=0&since=yesterday&until=2026&player=&winner=%00&seed=&external_id=\
            &sky=blue&sun=1&limit=1";
        let mut wrong = app.get(format!("/v1/games?{bad}")).await.wrong(400, "unknown_parameter");
        wrong.sort_unstable();
        let names: Vec<_> = wrong.iter().map(|(name, code)| (name.as_str(), code.as_str())).collect();
        let value = |name| (name, "bad_parameter");
        assert_eq!(names, [value("external_id"), value("limit"), value("player"), value("ruleset"), value("seed"),
            value("since"), ("sky", "unknown_parameter"), value("source"), ("sun", "unknown_parameter"),
            value("until"), value("winner")]);
        for bad in ["limit=101", "limit=-1", "limit=%2B5", "limit=05", "limit=1e1", "limit=x", "limit=", "since=", "seed=a&seed=b",
            "since=2026-01-01T00:00:00+01:00", "since=0000-01-01T00:00:00Z", "until=9999-12-31T23:59:59-23:00",
            "since=2026-01-01", "played_since=2026", "played_until=", "sort=created_at", "sort=", "count=1", "count=", "ruleset=FORTUNES", &format!("winner={}", "x".repeat(65)), &["player=A"; 21].join("&")]
        {
            app.get(format!("/v1/games?{bad}")).await.problem(400, "bad_parameter");
        }
        assert_eq!(found(app, &["player=A"; 20].join("&")).await, [""; 0]);
    }
}
