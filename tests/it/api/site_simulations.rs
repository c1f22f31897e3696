//! The pages of simulations.

use crate::api::{app::Request, browser::Browser};

/// A quick simulation, as form fields.
const QUICK: [(&str, &str); 4] = [("ruleset", "reversal"), ("bots", "both"), ("games", "20"), ("seed", "any text")];

/// Fills in the form; returns the target of the redirect.
async fn started(browser: &Browser<'_>, fields: &[(&str, &str)]) -> String {
    browser.open("/simulations").await;
    let answer = browser.submit("/simulations", fields).await;
    answer.text(303);
    answer.header("location").expect("a location").to_owned()
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
        assert!(waiting.contains("<noscript><meta http-equiv=\"refresh\""), "it is looked at again without script");
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

    async fn what_is_wrong_with_the_form_is_said_in_it(app: &TestApp) {
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
}
