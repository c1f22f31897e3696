//! Statistics, leaderboards and lists of games as plain text and as CSV.

use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    players::{counted, duel},
    plays::{text, with},
};

const CSV: &str = "text/csv; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";

/// The rows of a table without quotes.
fn rows(text: &str) -> Vec<Vec<&str>> {
    assert!(text.ends_with("\r\n"), "{text:?}");
    text.split_terminator("\r\n").map(|row| row.split(',').collect()).collect()
}

on_both! {
    async fn games_are_rows_in_commit_order_and_run_no_formula(app: &TestApp) {
        let log = with(&duel("=Ada", "Bel, \"the\" one"), "played_at", json!("2026-01-10T20:00:00Z"));
        let first = app.import(&with(&with(&log, "tags", json!(["@club", "b"])), "external_id", json!("-1+1"))).await;
        app.play(&json!({"ruleset": "fortunes", "seed": "=1", "tags": ["club"]})).await;
        let answer = app.get_as("/v1/games", "text/csv").await;
        assert_eq!(answer.content_type(), CSV);
        let body = answer.text(200);
        let mut lines = body.split_terminator("\r\n");
        assert_eq!(lines.next(), Some("id,ruleset,source,created_at,played_at,external_id,tags,step_count,players,winners,places,scores"));
        let scores: Vec<_> = first["result"]["scores"].as_array().expect("scores").iter().map(Value::to_string).collect();
        let expected = format!(
            "{},reversal,imported,{},2026-01-10T20:00:00Z,'-1+1,'@club; b,4,\"'=Ada; Bel, \"\"the\"\" one\",\"Bel, \"\"the\"\" one\",2; 1,{}",
            text(&first["id"]), text(&first["created_at"]), scores.join("; ")
        );
        assert_eq!(lines.next(), Some(expected.as_str()));
        assert_eq!(lines.count(), 1);
        let asked = async |path: &str| app.send_unchecked(Request::get(path)).await;
        assert_eq!(asked("/v1/games.csv").await.text(200), body);
        assert_eq!(rows(&asked("/v1/games.csv?tag=club&limit=1").await.text(200)).len(), 2);
        assert_eq!(rows(&asked("/v1/games.csv?player=Nobody").await.text(200)).len(), 1, "the header");
        for parameter in ["fields=id", "count=true", "log=true", "sort=played_at", &format!("cursor={}", "0".repeat(48))] {
            asked(&format!("/v1/games.csv?{parameter}")).await.problem(400, "bad_parameter");
        }
        asked("/v1/games.csv?x=1").await.problem(400, "unknown_parameter");
        app.get_as("/v1/readings", "text/csv").await.problem(406, "not_acceptable");
    }

    async fn a_leaderboard_is_text_and_rows(app: &TestApp) {
        app.import(&duel("+Ada", "Bel")).await;
        counted(app).await;
        for path in ["/v1/leaderboards/reversal.txt", "/v1/leaderboards/reversal.txt?bots=false"] {
            let board = app.get(path).await;
            assert_eq!(board.content_type(), PLAIN);
            let board = board.text(200);
            let lines: Vec<_> = board.lines().collect();
            assert_eq!(lines[..3], ["Leaderboard of Reversal of Fortune", "", " rank   rating deviation    bound   games     won    points  name"]);
            assert!(lines[3].starts_with("    1    27.64      8.07     3.44       1       1 ") && lines[3].ends_with("  Bel"), "{board}");
            assert_eq!(lines.len(), 5);
        }
        assert!(app.get("/v1/leaderboards/reversal.txt?since=2020-01-01T00:00:00Z").await.text(200).contains("\n1 games.\n"));
        let board = app.get_as("/v1/leaderboards/reversal?limit=1", "text/csv").await;
        assert_eq!(board.content_type(), CSV);
        assert!(board.header("link").is_some_and(|link| link.contains("rel=\"next\"")));
        let board = board.text(200);
        let found = rows(&board);
        assert_eq!(found[0], ["rank", "name", "bot", "bot_version", "effort", "rating", "deviation", "lower_bound", "games", "wins", "points"]);
        assert_eq!((found.len(), &found[1][..10]), (2, &["1", "Bel", "", "", "", "27.635231", "8.065506", "3.438712", "1", "1"][..]));
        assert!(app.get("/v1/leaderboards/reversal.csv").await.text(200).contains("\r\n2,'+Ada,,,"));
        app.get_as("/v1/leaderboards/reversal", "image/png").await.problem(406, "not_acceptable");
        app.get("/v1/leaderboards/reversal.svg").await.problem(406, "not_acceptable");
        app.get("/v1/leaderboards/whist.txt").await.problem(404, "not_found");
    }

    async fn statistics_are_text_and_rows(app: &TestApp) {
        app.import(&duel("Ada", "Bel")).await;
        let statistics = app.send(Request::get("/v1/statistics/reversal").with(ACCEPT, "text/plain")).await;
        assert_eq!(statistics.content_type(), PLAIN);
        let statistics = statistics.text(200);
        assert!(statistics.starts_with("Reversal of Fortune, 1 games\n") && statistics.contains("\nseat 1 "), "{statistics}");
        assert!(statistics.contains("longest: 4, game "), "{statistics}");
        let table = app.get("/v1/statistics/reversal.csv").await.text(200);
        let found = rows(&table);
        assert_eq!(found[0][..7], ["seat", "bot", "player", "games", "wins", "shared_wins", "win_rate"]);
        assert_eq!((found[1][..7].to_vec(), &found[2][..7]), (vec!["0", "", "", "1", "0", "0", "0"], &["1", "", "", "1", "1", "0", "1"][..]));
    }
}
