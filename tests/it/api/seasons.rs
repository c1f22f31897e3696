//! Leaderboards of a season, and names by how they begin.

use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    players::{counted, duel},
    plays::{text, with},
};

/// Names, games, wins and points of a leaderboard.
async fn board(app: &TestApp, query: &str) -> Vec<(String, i64, i64, i64)> {
    let board = app.get(format!("/v1/leaderboards/reversal?{query}")).await.is(200);
    let row = |row: &Value| {
        let [games, wins, points] = ["games", "wins", "points"].map(|field| row[field].as_i64().expect("a number"));
        (text(&row["name"]).to_owned(), games, wins, points)
    };
    board["items"].as_array().expect("items").iter().map(row).collect()
}

/// A duel that was played on a day, with tags.
async fn played(app: &TestApp, loser: &str, winner: &str, day: &str, tags: &[&str]) -> Value {
    let log = with(&duel(loser, winner), "played_at", json!(format!("{day}T20:00:00Z")));
    app.import(&with(&log, "tags", json!(tags))).await
}

fn names(rows: &[(String, i64, i64, i64)]) -> Vec<&str> {
    rows.iter().map(|(name, ..)| name.as_str()).collect()
}

on_both! {
    async fn a_season_counts_its_games_alone(app: &TestApp) {
        played(app, "Ada", "Bel", "2026-01-10", &["club"]).await;
        played(app, "Ada", "Bel", "2026-01-11", &[]).await;
        let third = played(app, "Bel", "Ada", "2026-02-10", &["club", "cup"]).await;
        played(app, "Cyd", "Dov", "2026-03-01", &["club"]).await;
        counted(app).await;
        let scores: Vec<i64> = third["result"]["scores"].as_array().expect("scores").iter().map(|score| score.as_i64().expect("a score")).collect();
        let (lost, won) = (scores[0], scores[1]);
        let cup = app.get("/v1/leaderboards/reversal?tag=cup").await.is(200);
        assert_eq!((&cup["games"], &cup["truncated"], &cup["as_of"]["game"]), (&json!(1), &json!(false), &third["id"]));
        assert_eq!(board(app, "tag=cup&tag=club").await, [("Ada".to_owned(), 1, 1, won), ("Bel".to_owned(), 1, 0, lost)]);
        let newcomers: Vec<_> = cup["items"].as_array().expect("items").iter().map(|item| item["rating"].clone()).collect();
        assert_eq!(newcomers, [json!(27.635231), json!(22.364769)], "as after a first game");
        assert_eq!(names(&board(app, "since=2026-02-10T00:00:00Z&until=2026-03-01T00:00:00Z").await), ["Ada", "Bel"]);
        assert_eq!(board(app, "until=2026-02-01T00:00:00Z").await[0], ("Bel".to_owned(), 2, 2, 2 * won));
        assert_eq!(board(app, "tag=club&since=2026-02-01T00:00:00Z").await.len(), 4);
        assert_eq!(board(app, "tag=nobody").await, []);
        let all = board(app, "").await;
        assert!(all.contains(&("Ada".to_owned(), 3, 1, won + 2 * lost)), "{all:?}");
        assert_eq!(app.get("/v1/leaderboards/reversal").await.is(200).get("games"), None);
    }

    async fn points_of_a_deleted_game_are_taken_back(app: &TestApp) {
        let first = played(app, "Ada", "Bel", "2026-01-10", &[]).await;
        let once = board(app, "since=2026-01-01T00:00:00Z").await;
        played(app, "Ada", "Bel", "2026-01-11", &[]).await;
        counted(app).await;
        app.delete(text(&first["links"]["self"])).await.text(204);
        let mut rest = board(app, "").await;
        rest.sort();
        assert_eq!(rest, [("Ada".to_owned(), 1, 0, once[1].3), ("Bel".to_owned(), 1, 1, once[0].3)]);
    }

    async fn a_season_has_pages_and_ranks(app: &TestApp) {
        for (loser, winner) in [("Ada", "Bel"), ("Bel", "Cyd"), ("Cyd", "Dov"), ("Ada", "Dov"), ("Eve", "Fay")] {
            played(app, loser, winner, "2026-01-10", &["club"]).await;
        }
        let whole = app.get("/v1/leaderboards/reversal?tag=club").await.is(200)["items"].clone();
        for limit in 1..=6 {
            let (mut path, mut turned) = (format!("/v1/leaderboards/reversal?tag=club&limit={limit}"), Vec::new());
            loop {
                let page = app.get(path.clone()).await.is(200);
                turned.extend(page["items"].as_array().expect("items").clone());
                let Some(cursor) = page["next_cursor"].as_str() else { break };
                app.get(format!("/v1/leaderboards/reversal?cursor={cursor}")).await.problem(400, "bad_cursor");
                path = format!("/v1/leaderboards/reversal?tag=club&limit={limit}&cursor={cursor}");
            }
            assert_eq!(json!(turned), whole, "pages of {limit}");
        }
        let twice = board(app, "tag=club&min_games=2").await;
        let mut frequent = names(&twice);
        frequent.sort_unstable();
        assert_eq!(frequent, ["Ada", "Bel", "Cyd", "Dov"]);
    }

    async fn bots_are_left_out(app: &TestApp) {
        let players = json!([{"name": "Ada", "bot": "random"}, {"bot": "adept"}]);
        app.play(&json!({"ruleset": "reversal", "players": players, "tags": ["club"]})).await;
        played(app, "bob", "Bot", "2026-01-10", &["club"]).await;
        counted(app).await;
        for query in ["bots=false", "bots=false&tag=club"] {
            let rows = board(app, query).await;
            assert_eq!(names(&rows), ["Bot", "bob"], "{query}");
        }
        assert_eq!((board(app, "bots=true").await.len(), board(app, "tag=club").await.len()), (4, 4));
        for bad in ["bots=no", "since=yesterday", "until=2026-01-01", "tag=", "played_since=2026-01-01T00:00:00Z"] {
            let code = if bad.starts_with("played") { "unknown_parameter" } else { "bad_parameter" };
            app.get(format!("/v1/leaderboards/reversal?{bad}")).await.problem(400, code);
        }
    }

    async fn a_page_shows_a_season(app: &TestApp) {
        played(app, "Ada", "Bel", "2026-01-10", &["club"]).await;
        played(app, "Cyd", "Dov", "2026-02-10", &["club"]).await;
        let page = app.send_unchecked(Request::get("/leaderboards/reversal?tag=club&since=2026-02-01&bots=false&until=")).await.text(200);
        assert!(page.contains("Cyd") && !page.contains("Ada") && page.contains("Counted of these games: 1"), "{page}");
        assert!(app.send_unchecked(Request::get("/leaderboards/reversal?since=x")).await.text(400).contains("Played from"));
    }

    async fn names_are_found_by_how_they_begin(app: &TestApp) {
        for (loser, winner) in [("Zo\u{eb} Ada", "zora"), ("ZO\u{cb}  ada", "Adam"), ("Zo\u{eb} Ada", "adept"), ("100%", "a_a")] {
            app.import(&duel(loser, winner)).await;
        }
        app.play(&json!({"ruleset": "fortunes", "players": [{"bot": "random"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]})).await;
        counted(app).await;
        let found = async |query: &str| -> Vec<(String, i64)> {
            let list = app.get(format!("/v1/players?{query}")).await.is(200);
            let row = |row: &Value| (text(&row["name"]).to_owned(), row["games"].as_i64().expect("a number"));
            list["items"].as_array().expect("items").iter().map(row).collect()
        };
        let row = |name: &str, games| (name.to_owned(), games);
        assert_eq!(found("q=ZO").await, [row("zora", 1), row("ZO\u{cb}  ada", 1), row("Zo\u{eb} Ada", 2)]);
        assert_eq!(found("q=zoe").await, []);
        assert_eq!(found("q=zo%C3%AB+a").await.len(), 2);
        assert_eq!(found("q=ad").await, [row("Adam", 1), row("adept", 1)]);
        assert_eq!(found("q=a%25").await, []);
        assert_eq!(found("q=bot:").await, [row("bot:random@1", 1)]);
        let bots = app.get("/v1/players?q=bot:").await.is(200);
        assert_eq!((&bots["items"][0]["bot"], &bots["items"][0]["bot_version"]), (&json!("random"), &json!(1)));
        let whole = found("").await;
        assert_eq!(whole.len(), 8);
        let (mut path, mut turned) = ("/v1/players?limit=3".to_owned(), 0);
        loop {
            let answer = app.get(path.as_str()).await;
            let page = answer.is(200);
            for item in page["items"].as_array().expect("items") {
                assert_eq!(item["name"], whole[turned].0);
                turned += 1;
            }
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            app.get(format!("/v1/players?q=a&cursor={cursor}")).await.problem(400, "bad_cursor");
            path = format!("/v1/players?limit=3&cursor={cursor}");
            assert_eq!(answer.header("link"), Some(format!("<{path}>; rel=\"next\"").as_str()));
        }
        assert_eq!(turned, 8);
        for bad in ["q=", "q=%00", "limit=0", "name=Ada"] {
            assert_eq!(app.get(format!("/v1/players?{bad}")).await.status, 400, "{bad}");
        }
        let page = app.send_unchecked(Request::get("/statistics?ruleset=reversal&player=zo")).await.text(200);
        assert!(page.contains(r#"<datalist id="names"><option value="zora"></option>"#), "{page}");
        assert!(page.contains(r#"list="names""#) && !page.contains("bot:random@1\""), "{page}");
    }
}
