//! The pages of leaderboards and players.

use serde_json::json;

use crate::api::app::{Request, TestApp};

/// The log of a game of two: the first of them wins.
fn duel(winner: &str, loser: &str) -> serde_json::Value {
    json!({
        "ruleset": "reversal", "options": {"target": 1}, "players": [{"name": winner}, {"name": loser}], "steps": [
            {"type": "choose", "player": 1, "action": "store", "amount": 1},
            {"type": "choose", "player": 0, "action": "store", "amount": 3},
            {"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]},
            {"type": "reroll", "dice": [[1, 6, 2], [5]]}
        ]
    })
}

async fn page(app: &TestApp, path: &str, status: u16) -> String {
    app.send_unchecked(Request::get(path)).await.text(status)
}

on_both! {
    async fn names_are_ranked_and_shown(app: &TestApp) {
        assert!(page(app, "/leaderboards/reversal", 200).await.contains("No name has played"));
        for _ in 0..2 {
            app.import(&duel("Ada & Co", "Bel")).await;
        }
        assert!(!page(app, "/players/Bel", 200).await.contains("Ratings"), "the games are there before they are counted");
        app.service.catch_up().await.expect("up to date");
        let board = page(app, "/leaderboards/reversal", 200).await;
        for entry in app.get("/v1/leaderboards/reversal").await.is(200)["items"].as_array().expect("names") {
            let name = entry["name"].as_str().expect("a name").replace('&', "&amp;");
            assert!(board.contains(&format!("{}. <a href=\"/players/", entry["rank"])), "{name}");
            assert!(board.contains(&format!("<bdi>{name}</bdi>")), "{name}");
        }
        let ada = page(app, "/players/Ada%20&%20Co", 200).await;
        assert_eq!(ada.matches("<path class=\"line\"").count(), 1);
        for part in ["Ratings", "Rating in Reversal of Fortune: from 0 to 2 games: 25, at last", "Games won", "Opponents", "href=\"/players/Bel\"", "href=\"/leaderboards/reversal\"", "<h2>Games</h2>"] {
            assert!(ada.contains(part), "{part}");
        }
        assert!(page(app, "/leaderboards/reversal?min_games=3", 200).await.contains("No name has played"));
    }

    async fn a_wrong_number_of_games_is_shown_in_the_form(app: &TestApp) {
        let shown = page(app, "/leaderboards/fortunes?min_games=0", 400).await;
        assert!(shown.contains("<title>Please correct: Leaderboard of Fortunes"), "{shown}");
        assert!(shown.contains("<a href=\"#min_games\">Games at least: Expected an integer from 1 to "), "{shown}");
        assert!(shown.contains("name=\"min_games\"") && shown.contains("value=\"0\""), "{shown}");
    }

    async fn what_is_not_there_is_not_shown(app: &TestApp) {
        for (path, status) in [("/leaderboards/whist", 404), ("/leaderboards/whist?min_games=0", 404), ("/leaderboards/fortunes?min_games=0", 400),
            ("/leaderboards/fortunes?x=1", 400), ("/players/Nobody", 404), ("/players/%07", 404)] {
            page(app, path, status).await;
        }
    }
}
