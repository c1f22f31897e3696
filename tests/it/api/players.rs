//! `/v1/players` and `/v1/leaderboards`: standings from stored games.

use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    plays::text,
};

/// The log of a round of Reversal among 20, which one of them wins.
const ROUND_OF_TWENTY: &str = include_str!("../../data/games/reversal-20-one-round.json");

/// The log of a game of two: the second of them wins.
pub fn duel(loser: &str, winner: &str) -> Value {
    json!({
        "ruleset": "reversal", "options": {"target": 1}, "players": [{"name": loser}, {"name": winner}], "steps": [
            {"type": "choose", "player": 1, "action": "store", "amount": 1},
            {"type": "choose", "player": 0, "action": "store", "amount": 3},
            {"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]},
            {"type": "reroll", "dice": [[1, 6, 2], [5]]}
        ]
    })
}

pub async fn counted(app: &TestApp) {
    app.service.catch_up().await.expect("up to date");
}

on_both! {
    async fn a_player_has_games_rating_and_opponents(app: &TestApp) {
        app.get("/v1/players/Ada").await.problem(404, "not_found");
        let first = app.import(&duel("Ada", "Bel")).await;
        let won = usize::from(first["result"]["winners"] == json!([1]));
        app.import(&duel("Ada", "Bel")).await;
        counted(app).await;
        let answer = app.get("/v1/players/Ada").await;
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        assert!(answer.header("etag").is_some());
        let ada = answer.is(200);
        let (wins, losses) = if won == 0 { (2, 0) } else { (0, 2) };
        assert_eq!((&ada["name"], &ada["bot"], &ada["games"], &ada["wins"]), (&json!("Ada"), &Value::Null, &json!(2), &json!(wins)));
        let reversal = &ada["rulesets"][0];
        assert_eq!(reversal["ruleset"], "reversal");
        assert_eq!(reversal["seats"], json!([{"games": 2, "wins": wins}]));
        assert_eq!(reversal["opponents"], json!([{"name": "Bel", "games": 2, "wins": wins, "losses": losses}]));
        assert_eq!((&reversal["partners"], &reversal["streak"]), (&json!([]), &json!(wins - losses)));
        let (rating, deviation) = (reversal["rating"].as_f64().expect("mu"), reversal["deviation"].as_f64().expect("sigma"));
        let bound = reversal["lower_bound"].as_f64().expect("a bound");
        assert!((rating - 3.0 * deviation - bound).abs() < 1e-5, "{reversal}");
        let course = reversal["course"].as_array().expect("a course");
        assert_eq!(course.iter().map(|point| &point["games"]).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((&course[1]["rating"], &course[1]["deviation"]), (&reversal["rating"], &reversal["deviation"]));
        let versus = app.get("/v1/players/Bel/versus/Ada").await.is(200);
        assert_eq!(versus["as_opponents"], json!({"games": 2, "wins": losses, "losses": wins, "draws": 0}));
        assert_eq!(versus["as_partners"], json!({"games": 0, "wins": 0}));
        assert_eq!((&versus["games"], &versus["rulesets"][0]["games"]), (&json!(2), &json!(2)));
    }

    async fn names_are_decoded_trimmed_and_composed(app: &TestApp) {
        app.import(&duel("Zoë / 100 %.txt", "Bel")).await;
        counted(app).await;
        for path in ["Zo%C3%AB%20%2F%20100%20%25.txt", "%20Zoe%CC%88%20%2F%20100%20%25.txt"] {
            assert_eq!(app.get(format!("/v1/players/{path}")).await.is(200)["name"], "Zoë / 100 %.txt");
            assert_eq!(app.get(format!("/v1/players/Bel/versus/{path}")).await.is(200)["games"], 1);
        }
        for path in ["zo%C3%AB", "%00", "%20", &"x".repeat(65), "Zo%C3%AB"] {
            app.get(format!("/v1/players/{path}")).await.problem(404, "not_found");
        }
    }

    async fn one_game_with_many_players_settles_no_rating(app: &TestApp) {
        let round: Value = serde_json::from_str(ROUND_OF_TWENTY).expect("JSON");
        app.import(&round).await;
        for _ in 0..10 {
            app.import(&duel("Ada", "Bel")).await;
        }
        counted(app).await;
        let rated = async |name: &str| {
            let found = app.get(format!("/v1/players/{name}")).await.is(200);
            ["rating", "deviation", "lower_bound"].map(|figure| found["rulesets"][0][figure].as_f64().expect("a figure"))
        };
        let best_of_ten = rated("Ada").await[2].max(rated("Bel").await[2]);
        for number in 1..=20 {
            let [rating, deviation, bound] = rated(&format!("Player%20{number}")).await;
            assert!((24.0..31.0).contains(&rating) && deviation > 7.8, "Player {number}: {rating} {deviation}");
            assert!(bound < best_of_ten, "Player {number}: {bound}, and {best_of_ten} after ten wins in a row");
        }
    }

    async fn bots_have_their_own_names(app: &TestApp) {
        app.play(&json!({"ruleset": "reversal", "players": [{"name": "Ada", "bot": "random"}, {"bot": "adept"}]})).await;
        counted(app).await;
        app.get("/v1/players/Ada").await.problem(404, "not_found");
        let board = app.get("/v1/leaderboards/reversal").await.is(200);
        let bots: Vec<&str> = board["items"].as_array().expect("items").iter().map(|item| text(&item["bot"])).collect();
        assert!(bots.contains(&"random") && bots.contains(&"adept"), "{board}");
        let name = text(&board["items"][0]["name"]);
        assert!(name.starts_with("bot:"), "{name}");
        assert_eq!(app.get(format!("/v1/players/{name}")).await.is(200)["bot_version"], board["items"][0]["bot_version"]);
    }

    async fn a_leaderboard_has_pages(app: &TestApp) {
        let empty = app.get("/v1/leaderboards/reversal").await.is(200);
        assert_eq!(empty, json!({"items": [], "next_cursor": null, "as_of": null}));
        for (winner, loser) in [("Ada", "Bel"), ("Bel", "Cy"), ("Ada", "Cy"), ("Dov", "Ada")] {
            app.import(&duel(winner, loser)).await;
        }
        counted(app).await;
        let whole = app.get("/v1/leaderboards/reversal").await.is(200);
        let items = whole["items"].as_array().expect("items");
        assert_eq!(items.iter().map(|item| item["rank"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3), Some(4)]);
        let (mut path, mut turned) = ("/v1/leaderboards/reversal?limit=3".to_owned(), Vec::new());
        loop {
            let page = app.get(path.clone()).await.is(200);
            turned.extend(page["items"].as_array().expect("items").clone());
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            path = format!("/v1/leaderboards/reversal?limit=3&cursor={cursor}");
        }
        assert_eq!(&turned, items);
        let frequent = app.get("/v1/leaderboards/reversal?min_games=3").await.is(200);
        let names: Vec<&str> = frequent["items"].as_array().expect("items").iter().map(|item| text(&item["name"])).collect();
        assert_eq!((names, &frequent["items"][0]["rank"]), (vec!["Ada"], &json!(1)));
    }

    async fn equals_share_a_rank_and_come_by_name(app: &TestApp) {
        let round: Value = serde_json::from_str(ROUND_OF_TWENTY).expect("JSON");
        let best = 1 + app.import(&round).await["result"]["winners"][0].as_u64().expect("one winner");
        app.import(&duel("Ada", "Bel")).await;
        counted(app).await;
        let whole = app.get("/v1/leaderboards/reversal?limit=100").await.is(200);
        let ranked = |page: &Value| -> Vec<(u64, String)> {
            let item = |item: &Value| (item["rank"].as_u64().expect("a rank"), text(&item["name"]).to_owned());
            page["items"].as_array().expect("items").iter().map(item).collect()
        };
        let mut others: Vec<_> = (1..=20).filter(|number| *number != best).map(|number| (3, format!("Player {number}"))).collect();
        others.sort();
        let (first, last) = ([(1, format!("Player {best}")), (2, "Bel".to_owned())], [(22, "Ada".to_owned())]);
        assert_eq!(ranked(&whole), [&first[..], &others, &last].concat());
        let page = app.send_unchecked(Request::get("/leaderboards/reversal")).await.text(200);
        assert_eq!(page.matches("3. <a href=\"/players/").count(), 19);
        for limit in [1, 2, 7, 11, 22] {
            let (mut path, mut turned) = (format!("/v1/leaderboards/reversal?limit={limit}"), Vec::new());
            loop {
                let page = app.get(path.clone()).await.is(200);
                turned.extend(ranked(&page));
                let Some(cursor) = page["next_cursor"].as_str() else { break };
                path = format!("/v1/leaderboards/reversal?limit={limit}&cursor={cursor}");
            }
            assert_eq!(turned, ranked(&whole), "pages of {limit}");
        }
    }

    async fn an_invalid_query_is_refused(app: &TestApp) {
        app.import(&duel("Ada", "Bel")).await;
        counted(app).await;
        let page = app.get("/v1/leaderboards/reversal?limit=1").await.is(200);
        let cursor = text(&page["next_cursor"]).to_owned();
        for (query, code) in [
            ("min_games=0", "bad_parameter"),
            ("min_games=x", "bad_parameter"),
            ("limit=101", "bad_parameter"),
            ("games=1", "unknown_parameter"),
            ("cursor=00", "bad_cursor"),
            (&format!("cursor={cursor}&min_games=2"), "bad_cursor"),
        ] {
            app.get(format!("/v1/leaderboards/reversal?{query}")).await.problem(400, code);
        }
        app.get(format!("/v1/leaderboards/fortunes?cursor={cursor}")).await.problem(400, "bad_cursor");
        app.get("/v1/leaderboards/whist").await.problem(404, "not_found");
        app.get("/v1/players/Ada/versus/Ada").await.problem(400, "bad_parameter");
        app.get("/v1/players/Ada/versus/Eve").await.problem(404, "not_found");
        app.get("/v1/players/Eve/versus/Ada").await.problem(404, "not_found");
        app.get("/v1/players/Ada?x=1").await.problem(400, "unknown_parameter");
        let request = Request::get("/v1/players/Ada").with(reqwest::header::ACCEPT, "image/png");
        app.send(request).await.problem(406, "not_acceptable");
    }

    async fn an_erased_name_is_gone_at_once(app: &TestApp) {
        app.import(&duel("Ada", "Bel")).await;
        app.import(&duel("Cy", "Bel")).await;
        counted(app).await;
        let erasure = arcana::service::Erasure::Name("Ada".to_owned());
        app.service.erase(arcana::service::audit::Actor::Command, &erasure, None).await.expect("erased");
        app.get("/v1/players/Ada").await.problem(404, "not_found");
        let bel = app.get("/v1/players/Bel").await.is(200);
        assert_eq!((&bel["games"], &bel["rulesets"][0]["opponents"][0]["name"]), (&json!(1), &json!("Cy")));
        let board = app.get("/v1/leaderboards/reversal").await.is(200);
        assert_eq!(board["items"].as_array().map(Vec::len), Some(2));
    }
}
