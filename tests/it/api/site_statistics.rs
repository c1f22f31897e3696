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

    async fn programs_get_the_same_from_the_address_on_the_page(app: &TestApp) {
        for (seed, first) in [("a", "Ada"), ("b", "Ada"), ("c", "Bel")] {
            let players = json!([{"name": first}, {"name": "Cyd & Co"}]);
            app.post("/v1/games", &json!({"ruleset": "reversal", "seed": seed, "players": players})).await.is(201);
        }
        for (filter, games) in [
            ("", 3), ("player=Ada", 2), ("player=Ada&player=Cyd+%26+Co", 2), ("seed=a", 1), ("external_id=x", 0),
            ("since=2000-01-01", 3), ("until=2000-01-01T00:00:00Z", 0), ("played_since=2000-01-01T00:00:00Z&winner=", 3),
            ("played_until=2000-01-01", 0), ("source=imported", 0),
        ] {
            let shown = page(app, &format!("/statistics?ruleset=reversal&{filter}"), 200).await;
            let address = shown.split("Programs get the same from <code>").nth(1).and_then(|rest| rest.split('<').next());
            let told = app.get(address.expect("an address").replace("&amp;", "&")).await.is(200);
            assert_eq!(told["games"], games, "{filter}");
            assert_eq!(if games == 0 { 0 } else { counted(&shown) }, games, "{filter}");
        }
    }

    async fn the_filters_of_a_link_are_in_the_form(app: &TestApp) {
        let times = ["played_since", "played_until", "since", "until"];
        for name in times {
            for (value, kind) in [("2026-01-01", "date"), ("2026-01-01T12:00:00Z", "text")] {
                let shown = page(app, &format!("/statistics?{name}={value}"), 200).await;
                assert!(shown.contains(&format!("name=\"{name}\" type=\"{kind}\" value=\"{value}\"")), "{name}: {shown}");
            }
        }
        let shown = page(app, "/statistics?seed=x&external_id=y", 200).await;
        assert!(shown.contains("name=\"seed\" type=\"text\" maxlength=\"128\" value=\"x\""), "{shown}");
        assert!(shown.contains("name=\"external_id\" type=\"text\" maxlength=\"128\" value=\"y\""), "{shown}");
        // Games with all of several players are counted and listed.
        for path in ["/statistics", "/games"] {
            let shown = page(app, &format!("{path}?player=Ada&player=Cyd+%26+Co&external_id=y"), 200).await;
            assert_eq!(shown.matches("name=\"player\"").count(), 2, "{path}: {shown}");
            assert!(shown.contains("id=\"player\"") && shown.contains("value=\"Ada\""), "{path}: {shown}");
            assert!(shown.contains("id=\"player-2\"") && shown.contains("value=\"Cyd &amp; Co\""), "{path}: {shown}");
            assert!(shown.contains("name=\"external_id\""), "{path}: {shown}");
        }
        let plain = page(app, "/statistics", 200).await;
        assert_eq!(plain.matches("name=\"player\"").count(), 1, "{plain}");
        assert!(!plain.contains("name=\"since\"") && !plain.contains("name=\"seed\""), "{plain}");
    }

    async fn invalid_filters_are_shown_in_the_form(app: &TestApp) {
        for wrong in ["ruleset=whist", "card=joker", "played_since=yesterday", "source=x", "x=1"] {
            assert!(page(app, &format!("/statistics?{wrong}"), 400).await.contains("Please correct"), "{wrong}");
        }
    }
}
