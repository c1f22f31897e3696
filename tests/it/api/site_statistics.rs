//! The statistics pages.

use serde_json::json;

use crate::api::app::{Request, TestApp};

async fn page(app: &TestApp, path: &str, status: u16) -> String {
    let shown = app.send_unchecked(Request::get(path)).await.text(status);
    assert!(shown.len() < 100_000, "{path}: {} bytes", shown.len());
    shown
}

/// The number before a word, as in `<p>12 games`.
fn counted(page: &str) -> u64 {
    let before = page.split(" game").find_map(|part| part.rsplit('>').next()?.replace(',', "").parse().ok());
    before.expect("a number of games")
}

on_both! {
    async fn the_page_shows_the_figures_of_the_api(app: &TestApp) {
        assert!(page(app, "/statistics", 200).await.contains("No games match"));
        for (ruleset, games) in [("fortunes", 5), ("fortuno", 1), ("foolery", 2), ("fortuna", 3), ("reversal", 4)] {
            for game in 0..games {
                app.post("/v1/games", &json!({"ruleset": ruleset, "seed": format!("page {game}")})).await.is(201);
            }
            let told = app.get(format!("/v1/statistics/{ruleset}")).await.is(200);
            let shown = page(app, &format!("/statistics?ruleset={ruleset}"), 200).await;
            assert_eq!(told["games"], counted(&shown), "{ruleset}");
            let seats = told["result"]["seats"].as_array().expect("seats").len();
            assert_eq!(shown.matches("<th scope=\"row\"><bdi>seat ").count(), 2 * seats, "{ruleset}: who wins, and scores");
            let longest = told["result"]["extremes"]["longest"]["id"].as_str().expect("a game");
            assert!(shown.contains(&format!("href=\"/games/{longest}\"")), "{ruleset}");
            for (name, _) in told["result"]["counted"].as_object().expect("what is counted") {
                let words = name.replace('_', " ");
                assert!(name == "places" || shown.to_lowercase().contains(&words), "{ruleset}: {words}");
            }
        }
        let tower = page(app, "/statistics?card=tower", 200).await;
        assert!(tower.contains("The Tower: its share of the cards"));
        let none = page(app, "/statistics?winner=Nobody&played_since=2026-01-01", 200).await;
        assert!(none.contains("No games match"));
    }

    async fn invalid_filters_are_shown_in_the_form(app: &TestApp) {
        for wrong in ["ruleset=whist", "card=joker", "played_since=yesterday", "source=x", "x=1"] {
            assert!(page(app, &format!("/statistics?{wrong}"), 400).await.contains("Please correct"), "{wrong}");
        }
    }
}
