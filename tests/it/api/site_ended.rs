//! What a table's page offers when a game is over: the score card, and the rematch.

use futures::future::join;
use serde_json::Value;

use crate::api::{
    browser::Browser,
    site_tables::{after, led_to, steps, values},
};

/// The address of a table without the query of its page.
fn table_of(address: &str) -> String {
    address.split('?').next().expect("a path").to_owned()
}

/// Plays a game to its end, each of these browsers by the first step that its page offers.
async fn play_out(browsers: &[&Browser<'_>], table: &str) {
    while browsers[0].open(table).await.contains("data-phase=\"playing\"") {
        for browser in browsers {
            let page = browser.open(table).await;
            if let Some(step) = steps(&page).first() {
                browser.submit(&format!("{table}/steps"), &[("step", step), ("after", &after(&page))]).await.text(303);
            }
        }
    }
}

on_both! {
    async fn a_rematch_has_the_same_seats_and_rules(app: &TestApp) {
        let browser = Browser::new(app);
        let seats = [("seat.0", "adept"), ("seat.1", "me")];
        let fields = [("ruleset", "reversal"), ("name", "Ada"), ("option.target", "1"), ("step_seconds", "600")];
        let table = browser.sits_down(&[&seats[..], &fields[..]].concat()).await;
        browser.submit(&format!("{table}/rematch"), &[]).await.text(409);
        play_out(&[&browser], &table).await;
        let page = browser.open(&table).await;
        let order: Vec<_> = ["aria-label=\"Score\"", "/rematch", "Watch the game again"].map(|what| page.find(what)).into();
        assert!(order.is_sorted() && order[0].is_some(), "{order:?} {page}");
        let path = format!("{table}/rematch");
        let (first, again) = join(browser.submit(&path, &[]), browser.submit(&path, &[])).await;
        let next = first.header("location").expect("a location").to_owned();
        assert_eq!((first.status, again.status, again.header("location")), (303, 303, Some(next.as_str())));
        assert_ne!(next, table);
        let (old, new) = (app.get(&format!("/v1{table}")).await, app.get(&format!("/v1{next}")).await);
        for field in ["ruleset", "options", "clock"] {
            assert_eq!(old.json()[field], new.json()[field], "{field}");
        }
        let names = |table: &Value| table["seats"].as_array().expect("seats").iter().map(|seat| seat["name"].clone()).collect::<Vec<_>>();
        assert_eq!(names(&new.json()), names(&old.json()));
        assert!(browser.open(&next).await.contains(">you</span>"), "the reader has the seat");
        // Who has no seat at the table sets up one for others.
        let stranger = Browser::new(app);
        assert!(!stranger.open(&table).await.contains("/rematch"));
    }

    async fn the_score_card_tells_what_a_game_did_to_ones_rating_while_it_is_the_last(app: &TestApp) {
        let browser = Browser::new(app);
        let played_by = async |name: &str| {
            let fields = [("ruleset", "reversal"), ("seat.0", "adept"), ("seat.1", "me"), ("name", name), ("option.target", "1")];
            let table = browser.sits_down(&fields).await;
            play_out(&[&browser], &table).await;
            table
        };
        let first = played_by("Ada").await;
        assert!(!browser.open(&first).await.contains("Your rating"), "it is not counted yet");
        app.service.catch_up().await.expect("up to date");
        let rating = async || {
            let standings = app.get("/v1/players/Ada").await.json()["rulesets"].clone();
            standings[0]["rating"].as_f64().expect("a number")
        };
        let told = |before: f64, after: f64| format!("{before:.1} before this game, {after:.1} after it.");
        let after_first = rating().await;
        assert_ne!(after_first, 25.0);
        assert!(browser.open(&first).await.contains(&told(25.0, after_first)));
        let second = played_by("Ada").await;
        app.service.catch_up().await.expect("up to date");
        assert!(browser.open(&second).await.contains(&told(after_first, rating().await)));
        assert!(!browser.open(&first).await.contains("Your rating"), "another game has come since");
        let nameless = played_by("").await;
        app.service.catch_up().await.expect("up to date");
        assert!(!browser.open(&nameless).await.contains("Your rating"), "the rating of a seat's name is nobody's");
    }

    async fn whoever_was_at_the_table_joins_its_rematch(app: &TestApp) {
        let (host, friend) = (Browser::new(app), Browser::new(app));
        let fields = [("ruleset", "reversal"), ("name", "Ada"), ("option.target", "1"), ("with", "friend"), ("step_seconds", "none")];
        let table = host.sits_down(&fields).await;
        let page = host.open(&table).await;
        let link = values(&page, "readonly value=\"").remove(0);
        let proof = link.split("invitation=").last().expect("an invitation");
        friend.open(&link[link.find("/tables/").expect("a path")..]).await;
        friend.submit(&format!("{table}/seats/1"), &[("name", "Bel"), ("invitation", proof)]).await.text(303);
        play_out(&[&host, &friend], &table).await;
        let path = format!("{table}/rematch");
        Browser::new(app).submit(&path, &[]).await.text(403);
        assert!(host.open(&table).await.contains("Whoever looks at this page is told of it."));
        friend.open(&table).await;
        let asked = led_to(&friend.submit(&path, &[]).await);
        assert!(friend.open(&asked).await.contains("You have asked for a rematch. The others see it"));
        let next = table_of(&asked);
        assert!(host.open(&table).await.contains("Bel asked for a rematch."));
        assert_eq!(led_to(&host.submit(&path, &[]).await), next, "one rematch for both");
        for (browser, is_maker) in [(&friend, true), (&host, false), (&friend, true)] {
            let page = browser.open(&next).await;
            assert!(page.contains("data-phase=\"playing\"") && page.contains(">you</span>"), "{page}");
            assert_eq!(page.contains("/close"), is_maker, "only who has set it up closes it");
            assert_eq!(table_of(&led_to(&browser.submit(&path, &[]).await)), next, "asked again");
        }
        let seats = app.get(format!("/v1{next}")).await.is(200)["seats"].clone();
        let names: Vec<_> = seats.as_array().expect("seats").iter().map(|seat| seat["name"].clone()).collect();
        assert_eq!(names, ["Ada", "Bel"], "each in the same seat");
    }
}
