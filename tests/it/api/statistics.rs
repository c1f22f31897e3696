//! `GET /v1/statistics/{ruleset}`: statistics of stored games.

use arcana::games::Ruleset;
use serde_json::{Value, json};

use crate::api::{
    app::TestApp,
    plays::{numbers, text},
};

/// Games of Fortunes between two adepts and two random bots, with these seeds.
async fn played(app: &TestApp, seeds: std::ops::Range<u32>) -> Vec<Value> {
    let mut games = Vec::new();
    for seed in seeds {
        let players = ["adept", "random", "adept 2", "random 2"];
        let players = players.map(|name| json!({"name": name, "bot": name.trim_end_matches(" 2")}));
        games.push(app.play(&json!({"ruleset": "fortunes", "players": players, "seed": seed.to_string()})).await);
    }
    games
}

async fn statistics(app: &TestApp, path: &str) -> Value {
    app.get(format!("/v1/statistics/{path}")).await.is(200)
}

fn winners(game: &Value) -> Vec<i64> {
    numbers(&game["result"]["winners"])
}

on_both! {
    async fn stored_games_are_counted_as_they_ended(app: &TestApp) {
        let games = played(app, 0..12).await;
        app.play_of(Ruleset::Reversal, "another").await;
        app.post("/v1/readings", &json!({"seed": "unlisted"})).await.is(201);
        let statistics = statistics(app, "fortunes").await;
        assert_eq!((&statistics["ruleset"], &statistics["games"], &statistics["truncated"]), (&json!("fortunes"), &json!(12), &json!(false)));
        let result = &statistics["result"];
        for seat in 0..4 {
            let wins = games.iter().filter(|game| winners(game).contains(&seat)).count();
            let seat = &result["seats"][seat as usize];
            assert_eq!((&seat["games"], &seat["wins"]), (&json!(12), &json!(wins)));
        }
        let of_adepts = games.iter().filter(|game| winners(game).contains(&0)).count();
        let bots = result["bots"].as_array().expect("bots");
        let adept = bots.iter().find(|bot| text(&bot["bot"]).starts_with("bot:adept@")).expect("the adepts");
        assert_eq!((bots.len(), &adept["games"], &adept["wins"]), (2, &json!(12), &json!(of_adepts)));
        let longest = games.iter().max_by_key(|game| game["step_count"].as_u64()).expect("a game");
        let steps = &result["extremes"]["longest"];
        assert_eq!(steps["value"], longest["step_count"]);
        let named = games.iter().find(|game| game["id"] == steps["id"]).expect("one of the games");
        assert_eq!(named["step_count"], longest["step_count"]);
        assert_eq!((steps.get("game"), steps.get("seed")), (None, None));
    }

    async fn filters_of_the_history_narrow_what_is_counted(app: &TestApp) {
        let games = played(app, 0..4).await;
        let imported = app.import(&app.log(&games[0]).await).await;
        for (query, count) in [
            ("source=played", 4), ("source=imported", 1), ("player=adept&player=random", 5), ("player=Ada", 0), ("seed=2", 1),
            ("since=2999-01-01T00:00:00Z", 0), ("played_since=2000-01-01T00:00:00Z&played_until=2999-01-01T00:00:00Z", 5),
            ("external_id=none", 0), ("limit=5", 5),
        ] {
            let statistics = statistics(app, &format!("fortunes?{query}")).await;
            assert_eq!((&statistics["games"], &statistics["truncated"]), (&json!(count), &json!(false)), "{query}");
        }
        let foreign = statistics(app, "fortunes?source=imported").await["result"]["bots"].clone();
        assert_eq!((foreign.as_array().map(Vec::len), &foreign[0]["bot"]), (Some(1), &json!("foreign")));
        let newest = statistics(app, "fortunes?limit=1").await;
        assert_eq!((&newest["games"], &newest["truncated"]), (&json!(1), &json!(true)));
        assert_eq!(newest["result"]["extremes"]["longest"]["id"], imported["id"]);
    }

    async fn every_ruleset_has_the_counts_of_its_page_and_none_without_games(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let empty = statistics(app, ruleset.id()).await;
            assert_eq!((&empty["games"], &empty["truncated"]), (&json!(0), &json!(false)));
            assert_eq!(empty["result"]["extremes"]["longest"], Value::Null);
            app.play_of(ruleset, "any text").await;
            let one = statistics(app, ruleset.id()).await;
            assert_eq!(one["games"], 1);
            assert!(one["result"]["counted"].as_object().is_some_and(|counted| !counted.is_empty()), "{one}");
        }
    }

    async fn invalid_queries_of_statistics_are_refused(app: &TestApp) {
        app.get("/v1/statistics/whist").await.problem(404, "not_found");
        for query in ["limit=0", "limit=100001", "since=yesterday", "player=", "source=elsewhere"] {
            app.get(format!("/v1/statistics/fortunes?{query}")).await.problem(400, "bad_parameter");
        }
        for query in ["ruleset=fortunes", "sort=played_at", "cursor=x", "fields=id", "count=true"] {
            app.get(format!("/v1/statistics/fortunes?{query}")).await.problem(400, "unknown_parameter");
        }
    }
}
