//! The pages of simulations.

use arcana::service::Scope;
use serde_json::json;

use crate::api::{
    app::Request,
    browser::Browser,
    keys::{key, shown},
};

/// A quick simulation, as form fields.
const QUICK: [(&str, &str); 4] = [("ruleset", "reversal"), ("bots", "both"), ("games", "20"), ("seed", "any text")];

/// Fills in the form; returns the target of the redirect.
async fn started(browser: &Browser<'_>, fields: &[(&str, &str)]) -> String {
    browser.open("/simulations").await;
    let answer = browser.submit("/simulations", fields).await;
    answer.text(303);
    answer.header("location").expect("a location").to_owned()
}

/// An attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// What the fields of a page's form send as they stand there.
fn filled_in(page: &str) -> Vec<(&str, &str)> {
    let (mut fields, mut list) = (Vec::new(), None);
    for tag in page.split('<').filter_map(|rest| rest.split('>').next()) {
        match tag.split(' ').next() {
            Some("select") => list = attribute(tag, "name"),
            Some("option") if tag.ends_with(" selected") => fields.extend(list.zip(attribute(tag, "value"))),
            Some("input") => fields.extend(attribute(tag, "name").zip(attribute(tag, "value"))),
            _ => {}
        }
    }
    fields
}

on_both! {
    async fn a_simulation_is_started_by_a_form_and_watched_to_its_end(app: &TestApp) {
        let browser = Browser::new(app);
        let address = started(&browser, &QUICK).await;
        let made = app.get(format!("/v1{address}")).await.is(200);
        assert_eq!((&made["ruleset"], &made["games"], &made["seed"], &made["rotate"]),
            (&"reversal".into(), &20.into(), &"any text".into(), &true.into()));
        let bots: Vec<_> = made["players"].as_array().expect("players").iter().map(|player| &player["bot"]).collect();
        assert_eq!(bots, ["adept", "random"]);

        let waiting = browser.open(&address).await;
        assert!(waiting.contains("It waits for its turn: 0 of 20 games are counted."));
        assert!(waiting.contains(&format!("http-equiv=\"refresh\" content=\"3;url={address}\"")), "without script");
        let stopped = browser.open(&format!("{address}?refresh=off")).await;
        assert!(!stopped.contains("http-equiv=\"refresh\"") && stopped.contains(">Reload automatically</a>"));
        assert!(waiting.contains(&format!("data-events=\"/v1{address}/events\"")));

        app.aside(async |service| service.finish_simulations(2).await).await;
        let done = browser.open(&address).await;
        assert!(done.len() < 100_000, "{} bytes", done.len());
        assert!(done.contains("It is done: 20 of 20 games are counted."));
        assert!(!done.contains("http-equiv=\"refresh\"") && !done.contains("data-events"));
        assert!(!done.contains("/stop\""), "there is nothing to stop");
        let told = app.get(format!("/v1{address}")).await.is(200);
        let seed = told["result"]["extremes"]["longest"]["seed"].as_str().expect("a seed");
        for part in ["Who wins", "On the same deals", "Steps of a game", "What is counted in", seed, "adept@"] {
            assert!(done.contains(part), "{part}");
        }
    }

    async fn only_the_browser_that_started_it_can_stop_it(app: &TestApp) {
        let (browser, other) = (Browser::new(app), Browser::new(app));
        let address = started(&browser, &QUICK).await;
        let stop = format!("{address}/stop");
        assert!(browser.open(&address).await.contains(&format!("action=\"{stop}\"")));
        assert!(!other.open(&address).await.contains("/stop\""), "nobody else is offered it");
        other.open("/simulations").await;
        other.submit(&stop, &[]).await.text(403);
        app.send_unchecked(Browser::form(&stop, &[])).await.text(403);
        browser.open(&address).await;
        browser.submit(&stop, &[]).await.text(303);
        assert!(browser.open(&address).await.contains("It was stopped: 0 of 20 games are counted."));
        browser.submit(&stop, &[]).await.text(303);
        assert_eq!(app.get(format!("/v1{address}")).await.is(200)["phase"], "cancelled", "it is kept");
        browser.open(&address).await;
        assert!(browser.submit(&format!("{address}/delete"), &[]).await.text(200).contains("The simulation was deleted."));
        browser.send(Request::get(address)).await.text(404);
    }

    async fn errors_are_shown_in_the_form(app: &TestApp) {
        let browser = Browser::new(app);
        assert!(browser.open("/simulations?ruleset=fortuna").await.contains("value=\"fortuna\" selected"));
        let wrong = browser.submit("/simulations", &[("ruleset", "fortunes"), ("players", "3"), ("games", "none")]).await.text(422);
        assert!(wrong.contains("Please correct") && wrong.contains("href=\"#players\"") && wrong.contains("href=\"#games\""));
        app.send_unchecked(Browser::form("/simulations", &QUICK)).await.text(403);
        for (path, status) in [("/simulations?x=1", 400), ("/simulations?ruleset=whist", 400), ("/simulations/x", 404),
            ("/simulations/019a9f1e-0000-7000-8000-000000000001", 404)] {
            app.send_unchecked(Request::get(path)).await.text(status);
        }
        for _ in 0..4 {
            started(&browser, &QUICK).await;
        }
        let refused = browser.submit("/simulations", &QUICK).await.text(409);
        assert!(refused.contains("simulations"), "{refused}");
    }

    async fn a_browser_lists_the_simulations_it_has_started(app: &TestApp) {
        let (browser, other) = (Browser::new(app), Browser::new(app));
        assert!(!browser.open("/simulations").await.contains("Your simulations"));
        let first = started(&browser, &QUICK).await;
        let second = started(&browser, &[("ruleset", "fortunes"), ("bots", "random"), ("games", "3")]).await;
        let page = browser.open("/simulations").await;
        for part in ["Your simulations", "20 games of Reversal of Fortune", "adept, random", "3 games of Fortunes", "waiting"] {
            assert!(page.contains(part), "{part}");
        }
        let place = |address: &str| page.find(&format!("href=\"{address}\"")).expect("a link");
        assert!(place(&second) < place(&first), "the newest is first");
        assert!(!other.open("/simulations").await.contains("Your simulations"), "nobody else sees them");
        app.aside(async |service| service.finish_simulations(2).await).await;
        assert_eq!(browser.open("/simulations").await.matches("<td>done</td>").count(), 2);
        browser.open(&first).await;
        browser.submit(&format!("{first}/delete"), &[]).await.text(200);
        assert!(!browser.open("/simulations").await.contains(&first));
    }

    async fn a_key_lists_its_own_simulations(app: &TestApp) {
        let (mine, theirs) = (key(app, &[Scope::Read, Scope::Write]).await, key(app, &[Scope::Read, Scope::Write]).await);
        let body = json!({"ruleset": "reversal", "games": 7, "players": [{"bot": "random"}, {"bot": "random"}]});
        app.send(shown(Request::post("/v1/simulations", body.to_string()), &mine)).await.is(202);
        let page = async |key: &str| app.send_unchecked(shown(Request::get("/simulations"), key)).await.text(200);
        assert!(page(&mine).await.contains("7 games of Reversal of Fortune"));
        assert!(!page(&theirs).await.contains("Your simulations"));
    }

    async fn a_game_that_stands_out_is_one_click_away_from_being_played(app: &TestApp) {
        let browser = Browser::new(app);
        let body = json!({"ruleset": "fortunes", "games": 8, "rotate": true, "seed": "any text", "options":
            {"match": {"type": "deals", "deals": 2}, "betting": {"type": "wager", "when": "open"}},
            "players": [{"bot": "adept"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]});
        let made = app.post("/v1/simulations", &body).await.is(202);
        app.aside(async |service| service.finish_simulations(2).await).await;
        let id = made["id"].as_str().expect("an id");
        let told = app.get(format!("/v1/simulations/{id}")).await.is(200);
        let page = browser.open(&format!("/simulations/{id}")).await;
        let links: Vec<_> = page.split("href=\"/games/new?").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let extremes = ["longest", "shortest", "highest", "lowest", "closest"].map(|name| &told["result"]["extremes"][name]);
        let links: Vec<_> = links.iter().filter(|link| link.contains("seed=")).collect();
        assert_eq!(links.len(), extremes.len(), "{links:?}");
        for (link, extreme) in links.iter().zip(extremes) {
            let query = link.replace("&amp;", "&");
            let form = browser.open(&format!("/games/new?{query}")).await;
            let answer = browser.submit("/games", &filled_in(&form)).await;
            answer.text(303);
            let game = app.get(format!("/v1{}", answer.header("location").expect("a location"))).await.is(200);
            assert_eq!(game["seed"], extreme["seed"]);
            let bots: Vec<_> = game["players"].as_array().expect("players").iter().map(|player| &player["bot"]).collect();
            assert_eq!(json!(bots), extreme["bots"]);
            assert_eq!(game["options"]["match"]["deals"], 2);
            assert_eq!((&game["options"]["betting"]["type"], &game["options"]["betting"]["when"]), (&json!("wager"), &json!("open")));
        }
        let longest = &told["result"]["extremes"]["longest"];
        let games = app.get(format!("/v1/games?seed={}", longest["seed"].as_str().expect("a seed").replace(' ', "+"))).await.is(200);
        assert!(games["items"].as_array().expect("items").iter().any(|game| game["step_count"] == longest["value"]), "{games}");
    }
}
