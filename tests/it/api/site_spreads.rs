//! The pages of spreads and of the card search.

use reqwest::Method;
use serde_json::json;

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    browser::{Browser, from_own_page},
    site::plain_form,
};

const CROSS: &str = "/spreads/celtic-cross/reading?name=Ada&question=What%3F&seed=arcana";

async fn asked(app: &TestApp, path: &str) -> Answer {
    app.send_unchecked(Request::get(path)).await
}

async fn page(app: &TestApp, path: &str, status: u16) -> String {
    let shown = asked(app, path).await.text(status);
    assert!(shown.len() < 100_000, "{path}: {} bytes", shown.len());
    shown
}

on_both! {
    async fn every_spread_has_a_page_and_draws(app: &TestApp) {
        let shown = page(app, "/spreads", 200).await;
        let list = app.get("/v1/spreads").await.is(200);
        for spread in list["items"].as_array().expect("spreads") {
            let (id, name) = (spread["id"].as_str().expect("an id"), spread["name"].as_str().expect("a name"));
            assert!(shown.contains(&format!("href=\"/spreads/{id}\"")), "{id}");
            assert!(page(app, &format!("/spreads/{id}"), 200).await.contains(&format!("<h1>{name}</h1>")));
            let drawn = page(app, &format!("/spreads/{id}/reading?seed=x"), 200).await;
            let places = spread["places"].as_array().expect("places").len();
            assert_eq!(drawn.matches("<section class=\"place\"").count(), places, "{id}");
            assert_eq!(drawn.matches("href=\"#card-back\"").count(), places, "{id}");
        }
    }

    async fn a_draw_without_a_seed_is_sent_on_to_one_with_a_seed(app: &TestApp) {
        let address = async || {
            let answer = asked(app, "/spreads/three-card/reading?name=&question=Stay%3F&seed=&reversals=").await;
            assert_eq!(answer.status, 303);
            answer.header("location").expect("an address").to_owned()
        };
        let (one, other) = (address().await, address().await);
        assert!(one.starts_with("/spreads/three-card/reading?question=Stay%3F&seed="), "{one}");
        assert_ne!(one, other);
        assert!(page(app, &one, 200).await.contains("Asked: Stay?"));
    }

    async fn the_pages_draw_the_same_cards_as_the_api(app: &TestApp) {
        let body = json!({"spread": "celtic-cross", "querent": "Ada", "question": "What?", "seed": "arcana", "deck": "waite-smith"});
        let drawn = app.post("/v1/draws", &body).await.is(200);
        let file = asked(app, &CROSS.replace("reading?", "reading.json?")).await;
        assert_eq!(file.json(), drawn);
        let shown = page(app, CROSS, 200).await;
        let article = |page: &str| page.split("</article>").next().map(str::to_owned);
        assert_eq!(article(&shown), article(&page(app, CROSS, 200).await), "the same address has the same reading");
        for place in drawn["reading"]["places"].as_array().expect("places") {
            assert!(shown.contains(&format!("<p class=\"told\">{}</p>", place["text"].as_str().expect("a text"))));
        }
        for (ending, kind) in [("svg", "image/svg+xml"), ("png", "image/png"), ("html", "text/html; charset=utf-8"),
            ("txt", "text/plain; charset=utf-8"), ("md", "text/markdown; charset=utf-8")] {
            let file = asked(app, &CROSS.replace("reading?", &format!("reading.{ending}?"))).await;
            assert_eq!((file.status, file.content_type()), (200, kind), "{ending}");
        }
    }

    async fn a_draw_is_stored_as_a_reading(app: &TestApp) {
        let answer = asked(app, CROSS).await;
        let drawn = answer.text(200);
        let (_, query) = CROSS.split_once('?').expect("a query");
        let path = format!("/readings/spread/celtic-cross?{query}");
        assert!(drawn.contains(&format!("action=\"{}\"", path.replace('&', "&amp;"))), "{drawn}");
        let form = plain_form(&path, &[]);
        let stored = app.send_unchecked(from_own_page(form.clone())).await;
        assert_eq!(stored.status, 303);
        let address = stored.header("location").expect("an address").to_owned();
        assert!(address.starts_with("/readings/"), "{address}");
        let shown = page(app, &address, 200).await;
        for part in ["Celtic Cross for Ada", "Asked: What?", "<code>arcana</code>"] {
            assert!(shown.contains(part), "{part}");
        }
        let text = drawn.split("<p class=\"told\">").nth(1).and_then(|rest| rest.split("</p>").next()).expect("a text");
        assert!(shown.contains(text));
        app.send_unchecked(form).await.text(403);
    }

    async fn the_address_of_the_form_that_stores_a_draw_leads_back_to_it(app: &TestApp) {
        let (_, query) = CROSS.split_once('?').expect("a query");
        let back = asked(app, &format!("/readings/spread/celtic-cross?{query}")).await;
        assert_eq!((back.status, back.header("location")), (303, Some(CROSS)));
        assert!(page(app, "/readings/spread/one-card?reversals=2", 400).await.contains("Please correct"));
        page(app, "/readings/spread/none", 404).await;
        let other = app.send_unchecked(Request::new(Method::DELETE, "/readings/spread/one-card")).await;
        assert_eq!((other.status, other.header("allow")), (405, Some("GET, HEAD, POST")));
    }

    async fn a_browser_can_delete_every_reading_that_it_has_stored(app: &TestApp) {
        let browser = Browser::new(app);
        browser.open("/").await;
        let asked = browser.submit("/readings", &[("querent", "Ada")]).await;
        let mut stored = vec![asked.header("location").expect("an address").to_owned()];
        for seed in ["x", "y"] {
            let drawn = browser.submit(&format!("/readings/spread/one-card?seed={seed}"), &[]).await;
            assert_eq!(drawn.status, 303);
            stored.push(drawn.header("location").expect("an address").to_owned());
        }
        for address in stored {
            let deletion = format!("{address}/delete");
            assert!(browser.open(&address).await.contains(&format!("action=\"{deletion}\"")), "{address}");
            browser.submit(&deletion, &[]).await.text(200);
        }
    }

    async fn a_share_that_is_no_choice_is_shown_as_it_is(app: &TestApp) {
        for (share, status) in [("0.3", 200), ("2", 400)] {
            let shown = page(app, &format!("/spreads/one-card?reversals={share}"), status).await;
            assert!(shown.contains(&format!("<option value=\"{share}\" selected>{share}</option>")), "{shown}");
        }
        let shown = page(app, "/spreads/one-card?reversals=0.25", 200).await;
        assert!(shown.contains("<option value=\"0.25\" selected>One in four</option>"), "{shown}");
    }

    async fn errors_in_a_url_are_shown_in_the_form(app: &TestApp) {
        for (path, said) in [
            ("three-card/reading?frame=x", "Expected one of past-present-future"),
            ("one-card/reading?reversals=2&deck=x", "Expected a number from 0 to 1."),
            ("own/reading?places=%0A", "Name at least one place."),
            ("own/reading?seed=x", "Name at least one place."),
            ("own/reading?places=%3A%0A", "Expected 1 to 64 characters"),
            ("own/reading.svg?places=%3A", "Expected 1 to 64 characters"),
        ] {
            let shown = page(app, &format!("/spreads/{path}"), 400).await;
            assert!(shown.contains("Please correct") && shown.contains(said), "{path}");
        }
        for path in ["none", "none/reading", "one-card/reading.xml", "one-card/reading.svgx?seed=x"] {
            page(app, &format!("/spreads/{path}"), 404).await;
        }
        page(app, "/spreads?x=1", 400).await;
    }

    async fn cards_can_be_searched(app: &TestApp) {
        for (query, count) in [("", "78 cards"), ("?q=&suit=&rank=&arcana=", "78 cards"), ("?arcana=major", "22 cards"),
            ("?rank=qu", "4 cards"), ("?rank=qu&suit=cups&deck=thoth", "1 card"), ("?arcana=major&suit=cups", "No card matches")] {
            let shown = page(app, &format!("/cards{query}"), 200).await;
            assert!(shown.contains(&format!("<p class=\"count\">{count}")), "{query}");
        }
        let found = page(app, "/cards?q=tower&arcana=major", 200).await;
        assert!(found.contains("The Tower") && found.contains("Reversed: "));
        assert!(page(app, "/cards?suit=hearts", 400).await.contains("Please correct"));
    }
}
