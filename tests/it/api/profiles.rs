//! Profiles: names of one's own, and the keys behind them.

use arcana::{
    http::Settings,
    service::{KeyRequest, Scope, Scopes},
};
use chrono::TimeDelta;
use futures::future::join;
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    keys::{key, key_for_an_hour, shown},
    plays::text,
    tables::{Table, reversal},
};

/// Asks for a profile without a key.
pub async fn ask(app: &TestApp, name: &str) -> Answer {
    app.post("/v1/profiles", &json!({"name": name})).await
}

/// Makes a profile; returns its key.
pub async fn profile(app: &TestApp, name: &str) -> String {
    text(&ask(app, name).await.is(201)["key"]).to_owned()
}

/// A game of two, told by a log.
fn duel(one: &str, other: &str) -> Value {
    json!({
        "ruleset": "reversal", "options": {"target": 1}, "players": [{"name": one}, {"name": other}], "steps": [
            {"type": "choose", "player": 1, "action": "store", "amount": 1},
            {"type": "choose", "player": 0, "action": "store", "amount": 3},
            {"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]},
            {"type": "reroll", "dice": [[1, 6, 2], [5]]}
        ]
    })
}

/// The number of games that are counted under a name.
async fn games_of(app: &TestApp, name: &str) -> Value {
    app.service.catch_up().await.expect("up to date");
    let player = app.get(format!("/v1/players/{name}")).await;
    if player.status == 404 { json!(0) } else { player.is(200)["games"].clone() }
}

on_both! {
    async fn a_profile_is_a_key_that_reads_and_writes(app: &TestApp) {
        let closed = app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() });
        let made = ask(&closed, "  Ada ").await;
        assert_eq!(made.header("location"), Some("/v1/profiles/me"));
        assert_eq!(made.header("cache-control"), Some("no-store"));
        let made = made.is(201);
        assert_eq!(made["name"], "Ada");
        let key = text(&made["key"]);
        closed.post_with(key, "/v1/games", &json!({"ruleset": "foolery"})).await.is(201);
        closed.send(shown(Request::get("/v1/keys"), key)).await.problem(403, "forbidden");
        let me = closed.send(shown(Request::get("/v1/profiles/me"), key)).await;
        assert_eq!(me.header("cache-control"), Some("private, no-store"));
        assert_eq!((&me.is(200)["id"], &me.json()["created_at"]), (&made["id"], &made["created_at"]));
    }

    async fn whoever_has_no_profile_is_told_so(app: &TestApp) {
        app.get("/v1/profiles/me").await.problem(401, "unauthorized");
        let key = key(app, &[Scope::Read, Scope::Write]).await;
        app.send(shown(Request::get("/v1/profiles/me"), &key)).await.problem(404, "not_found");
        app.send(shown(Request::new(Method::DELETE, "/v1/profiles/me"), &key)).await.problem(404, "not_found");
    }

    async fn a_name_that_looks_like_another_is_taken(app: &TestApp) {
        profile(app, "Bob").await;
        for other in ["Bob", "BOB", "b0b", "\u{412}ob", "B o b"] {
            let problem = ask(app, other).await.problem(409, "name_taken");
            assert_eq!(problem["free_name"], format!("{other} 2"), "{problem}");
        }
        profile(app, "Bob 2").await;
        assert_eq!(ask(app, "Bob").await.problem(409, "name_taken")["free_name"], "Bob 3");
    }

    async fn names_of_bots_and_seats_cannot_be_had(app: &TestApp) {
        for name in ["adept", "Random", "Player 3", "bot:adept@1", ".."] {
            ask(app, name).await.problem(409, "name_taken");
        }
        for body in [json!({}), json!({"name": ""}), json!({"name": "x".repeat(65)}), json!({"name": 1}), json!({"name": "A", "x": 1})] {
            app.post("/v1/profiles", &body).await.problem(422, "invalid_body");
        }
    }

    async fn a_name_of_games_goes_to_the_owner_of_all_of_them(app: &TestApp) {
        app.post_with(&key(app, &[Scope::Write]).await, "/v1/games/import", &duel("Bel", "Cy")).await.is(201);
        let own = key(app, &[Scope::Read, Scope::Write]).await;
        app.post_with(&own, "/v1/games/import", &duel("Ada", "Bel")).await.is(201);
        for name in ["Ada", "Bel"] {
            ask(app, name).await.problem(409, "name_taken");
        }
        app.post_with(&own, "/v1/profiles", &json!({"name": "Bel"})).await.problem(409, "name_taken");
        app.import(&duel("Eve", "Eve 2")).await;
        assert_eq!(ask(app, "Eve").await.problem(409, "name_taken")["free_name"], "Eve 3");
        let made = app.post_with(&own, "/v1/profiles", &json!({"name": "Ada"})).await.is(201);
        let me = |key: &str| shown(Request::get("/v1/profiles/me"), key);
        assert_eq!(app.send(me(&own)).await.is(200), app.send(me(text(&made["key"]))).await.is(200));
        app.post_with(&own, "/v1/profiles", &json!({"name": "Dora"})).await.problem(409, "conflict");
    }

    async fn a_profile_gives_no_more_than_the_key_that_asked_for_it(app: &TestApp) {
        for scopes in [&[Scope::Read][..], &[Scope::Write], &[Scope::Admin]] {
            let key = key(app, scopes).await;
            app.post_with(&key, "/v1/profiles", &json!({"name": "Ada"})).await.problem(403, "forbidden");
        }
        let admin = key(app, &Scope::ALL).await;
        let made = app.post_with(&admin, "/v1/profiles", &json!({"name": "Ada"})).await.is(201);
        app.send(shown(Request::get("/v1/keys"), text(&made["key"]))).await.problem(403, "forbidden");
        let made = app.post_with(&key_for_an_hour(app).await, "/v1/profiles", &json!({"name": "Bel"})).await.is(201);
        app.clock.advance(TimeDelta::hours(2));
        app.send(shown(Request::get("/v1/games"), text(&made["key"]))).await.problem(401, "unauthorized");
    }

    async fn a_profile_changes_nothing_for_others(app: &TestApp) {
        profile(app, "Ada").await;
        assert!(!app.aside(async |service| service.has_key().await.expect("an answer")).await);
        app.get("/v1/games").await.is(200);
    }

    async fn nobody_makes_a_profile_without_a_key_where_the_operator_closed_it(app: &TestApp) {
        let closed = app.another(Settings { sign_up: false, ..Settings::default() });
        ask(&closed, "Ada").await.problem(403, "sign_up_closed");
        let key = key(app, &[Scope::Read, Scope::Write]).await;
        closed.post_with(&key, "/v1/profiles", &json!({"name": "Ada"})).await.is(201);
    }

    async fn an_address_makes_ten_profiles_in_an_hour(app: &TestApp) {
        for number in 0..10 {
            profile(app, &format!("Ada the {number}th")).await;
            ask(app, &format!("Ada the {number}th")).await.problem(409, "name_taken");
        }
        let refused = ask(app, "Bel").await;
        refused.problem(429, "rate_limited");
        assert!(refused.header("retry-after").and_then(|wait| wait.parse::<u32>().ok()).is_some_and(|wait| wait <= 360));
    }

    async fn a_key_is_shown_once_so_no_request_is_repeated(app: &TestApp) {
        let request = Request::post("/v1/profiles", json!({"name": "Ada"}).to_string());
        let key = reqwest::header::HeaderName::from_static("idempotency-key");
        app.send(request.with(key, "1")).await.problem(400, "bad_parameter");
    }

    async fn of_two_services_one_makes_the_name(app: &TestApp) {
        let other = app.another(Settings::default());
        for number in 0..4 {
            let (name, alike) = (format!("Ada {number}x"), format!("ADA {number}x"));
            let (one, two) = join(ask(app, &name), ask(&other, &alike)).await;
            let mut statuses = [one.status, two.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [201, 409], "{} {}", one.body(), two.body());
        }
    }

    async fn a_deleted_profile_takes_its_own_along(app: &TestApp) {
        let key = profile(app, "Ada").await;
        let game = app.post_with(&key, "/v1/games/import", &duel("Ada", "Bel")).await.is(201);
        let others = app.import(&duel("Bel", "Cy")).await;
        let deleted = app.send(shown(Request::new(Method::DELETE, "/v1/profiles/me"), &key)).await;
        assert_eq!(deleted.status, 204, "{}", deleted.body());
        app.send(shown(Request::get("/v1/profiles/me"), &key)).await.problem(401, "unauthorized");
        app.get(text(&game["links"]["self"])).await.problem(404, "not_found");
        app.get(text(&others["links"]["self"])).await.is(200);
        ask(app, "Ada").await.is(201);
    }

    async fn a_key_of_the_operator_outlasts_the_profile(app: &TestApp) {
        let own = key(app, &[Scope::Read, Scope::Write]).await;
        let made = app.post_with(&own, "/v1/profiles", &json!({"name": "Ada"})).await.is(201);
        app.send(shown(Request::new(Method::DELETE, "/v1/profiles/me"), text(&made["key"]))).await.text(204);
        app.send(shown(Request::get("/v1/profiles/me"), text(&made["key"]))).await.problem(401, "unauthorized");
        app.send(shown(Request::get("/v1/profiles/me"), &own)).await.problem(404, "not_found");
    }

    async fn whoever_uses_the_name_of_a_profile_without_its_key_plays_unrated(app: &TestApp) {
        let key = profile(app, "Ada").await;
        app.import(&duel("Ada", "Bel")).await;
        app.import(&duel("ad\u{430}", "Bel")).await;
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(0), json!(2)));
        assert_eq!(games_of(app, "ad\u{430}").await, 0);
        app.post_with(&key, "/v1/games/import", &duel("Ada", "Bel")).await.is(201);
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(1), json!(3)));
        app.aside(async |service| {
            let mut reindexing = service.reindex().await.expect("it begins");
            while reindexing.run_batch().await.expect("it goes on") {}
        })
        .await;
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(1), json!(3)));
    }

    async fn a_name_is_the_profiles_from_its_making_to_its_end(app: &TestApp) {
        let own = key(app, &[Scope::Read, Scope::Write]).await;
        // A moment before, the name is known to be nobody's.
        app.post_with(&own, "/v1/games/import", &duel("Ada", "Bel")).await.is(201);
        let made = app.post_with(&own, "/v1/profiles", &json!({"name": "Ada"})).await.is(201);
        app.import(&duel("Ada", "Bel")).await;
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(1), json!(2)));
        app.send(shown(Request::new(Method::DELETE, "/v1/profiles/me"), text(&made["key"]))).await.text(204);
        app.import(&duel("Ada", "Cy")).await;
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Cy").await), (json!(1), json!(1)));
    }

    async fn an_unrated_game_that_is_deleted_takes_nothing_away(app: &TestApp) {
        let key = profile(app, "Ada").await;
        app.post_with(&key, "/v1/games/import", &duel("Ada", "Bel")).await.is(201);
        let unrated = app.import(&duel("Ada", "Bel")).await;
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(1), json!(2)));
        app.delete(text(&unrated["links"]["self"])).await.text(204);
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(1), json!(1)));
    }

    async fn a_batch_of_imports_is_marked_game_by_game(app: &TestApp) {
        profile(app, "Ada").await;
        let lines: String = [duel("Ada", "Bel"), duel("Cy", "Bel"), duel("Bel", "ADA")].map(|log| format!("{log}\n")).concat();
        let request = Request::post("/v1/games/import", lines)
            .with(reqwest::header::CONTENT_TYPE, "application/x-ndjson");
        assert_eq!(app.send(request).await.lines().len(), 3);
        assert_eq!((games_of(app, "Ada").await, games_of(app, "ADA").await), (json!(0), json!(0)));
        assert_eq!((games_of(app, "Bel").await, games_of(app, "Cy").await), (json!(3), json!(1)));
    }

    async fn a_seat_taken_with_the_key_of_a_profile_bears_its_name(app: &TestApp) {
        let (ada, bel) = (profile(app, "Ada").await, profile(app, "Bel").await);
        let mut body = reversal();
        body["seats"][0] = json!({"type": "person", "name": "Bel"});
        app.post_with(&ada, "/v1/tables", &body).await.problem(422, "invalid_body");
        body["seats"][0] = json!({"type": "person"});
        let made = app.send_unchecked(shown(Request::post("/v1/tables", body.to_string()), &ada)).await.is(201);
        assert_eq!(made["seats"][0]["name"], "Ada");
        let table = Table::of(made);
        let (seat, invitation) = table.invitation();
        let take = |name: Option<&str>| {
            let body = json!({"invitation": invitation, "name": name});
            let body = if name.is_some() { body } else { json!({"invitation": invitation}) };
            shown(Request::post(format!("{}/seats/{seat}", table.path), body.to_string()), &bel)
        };
        assert_eq!(app.send(take(Some("Cy"))).await.wrong(422, "invalid_body"), [("/name".to_owned(), "bad_value".to_owned())]);
        assert_eq!(app.send(take(None)).await.is(201)["seats"][1]["name"], "Bel");
    }

    async fn a_guest_under_the_name_of_a_profile_plays_unrated(app: &TestApp) {
        profile(app, "Ada").await;
        let bel = profile(app, "Bel").await;
        let mut body = reversal();
        body["seats"][0] = json!({"type": "person", "name": "Ada"});
        let mut table = Table::set_up(app, &body).await;
        *app.key.lock() = Some(bel);
        table.join(app, json!({})).await;
        *app.key.lock() = None;
        table.play(app).await;
        assert_eq!((games_of(app, "Ada").await, games_of(app, "Bel").await), (json!(0), json!(1)));
    }

    async fn keys_of_profiles_are_listed_for_the_operator_without_the_name(app: &TestApp) {
        profile(app, "Ada").await;
        let request = KeyRequest { name: "admin".to_owned(), owner: None, scopes: [Scope::Admin].into_iter().collect(), expires_at: None };
        let admin = app.aside(async |service| service.create_key(request).await.expect("a key").1).await;
        let keys = app.send(shown(Request::get("/v1/keys"), &admin)).await.is(200);
        assert_eq!(keys["items"][1]["name"], "profile");
    }
}
