//! `PATCH /v1/games/{id}`: what its owner corrects of a game.

use arcana::{games::Ruleset, service::Scope};
use reqwest::{Method, header::IF_NONE_MATCH};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    keys::{key, shown},
    players::{counted, duel},
    plays::{NOBODY, text, with, without},
    profiles::profile,
    tables::{Table, fortunes},
};

fn patch(path: &str, body: &Value) -> Request {
    Request { method: Method::PATCH, ..Request::post(path, body.to_string()) }
}

/// Corrects a game with the key that is shown.
async fn correct(app: &TestApp, game: &Value, body: Value) -> Answer {
    app.send(patch(text(&game["links"]["self"]), &body)).await
}

/// New names by player; null leaves one.
fn named(names: &[Option<&str>]) -> Value {
    let player = |name: &Option<&str>| name.map_or(json!({}), |name| json!({"name": name}));
    json!({"players": names.iter().map(player).collect::<Vec<_>>()})
}

/// Games and wins of a name; none if it is unknown.
async fn standing(app: &TestApp, name: &str) -> Option<(i64, i64)> {
    let player = app.get(format!("/v1/players/{name}")).await;
    (player.status == 200).then(|| {
        let player = player.json();
        (player["games"].as_i64().expect("a number"), player["wins"].as_i64().expect("a number"))
    })
}

async fn found(app: &TestApp, query: &str) -> usize {
    app.get(format!("/v1/games?{query}")).await.is(200)["items"].as_array().expect("items").len()
}

on_both! {
    async fn time_tags_and_external_id_are_corrected(app: &TestApp) {
        app.sign_in().await;
        let log = with(&with(&duel("Ada", "Bel"), "external_id", json!("one")), "tags", json!(["club"]));
        let game = app.import(&log).await;
        let path = text(&game["links"]["self"]);
        let before = app.get(path).await;
        assert_eq!(before.header("cache-control"), Some("public, max-age=0, must-revalidate"));
        let body = json!({"played_at": "2026-01-10T21:00:00+01:00", "tags": ["season 3", "cup", "cup"], "external_id": "two"});
        let answer = correct(app, &game, body.clone()).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let mut expected = with(&with(&game, "tags", json!(["season 3", "cup"])), "external_id", json!("two"));
        expected["played_at"] = json!("2026-01-10T20:00:00Z");
        assert_eq!(answer.is(200), expected);
        let tag = before.header("etag").expect("a tag");
        let after = app.send(Request::get(path).with(IF_NONE_MATCH, tag)).await;
        assert_eq!(after.is(200), expected, "no cache has the game as it was");
        assert_eq!([found(app, "tag=club").await, found(app, "tag=cup&tag=season+3").await], [0, 1]);
        assert_eq!([found(app, "external_id=one").await, found(app, "external_id=two").await], [0, 1]);
        assert_eq!(found(app, "played_until=2026-01-11T00:00:00Z").await, 1);
        let removed = correct(app, &game, json!({"played_at": null, "tags": [], "external_id": null})).await.is(200);
        assert_eq!((&removed["played_at"], &removed["tags"], &removed["external_id"]), (&Value::Null, &json!([]), &Value::Null));
        assert_eq!(correct(app, &game, json!({"tags": []})).await.is(200), removed, "nothing more changes");
        app.import(&with(&log, "external_id", json!("two"))).await;
    }

    async fn the_spelling_of_names_is_corrected_wherever_they_stand(app: &TestApp) {
        app.sign_in().await;
        let first = app.import(&duel("zoe", "Bel")).await;
        app.import(&duel("zoe", "Bel")).await;
        counted(app).await;
        let corrected = correct(app, &first, named(&[Some("Zo\u{eb}"), None])).await.is(200);
        assert_eq!(corrected["players"], json!([{"name": "Zo\u{eb}", "bot": null, "bot_version": null}, first["players"][1]]));
        assert_eq!(app.log(&first).await["players"], json!([{"name": "Zo\u{eb}"}, {"name": "Bel"}]));
        assert!(app.get(format!("{}.txt", text(&first["links"]["self"]))).await.text(200).contains("Zo\u{eb}"));
        assert_eq!([found(app, "player=zoe").await, found(app, "player=Zo%C3%AB").await, found(app, "player=Bel").await], [1, 1, 2]);
        assert_eq!([found(app, "winner=Bel").await, found(app, "winner=Bel&player=Zo%C3%AB").await], [2, 1]);
        assert_eq!(standing(app, "zoe").await, Some((1, 0)));
        assert_eq!(standing(app, "Zo%C3%AB").await, Some((1, 0)));
        assert_eq!(standing(app, "Bel").await, Some((2, 2)));
        let versus = app.get("/v1/players/Zo%C3%AB/versus/Bel").await.is(200);
        assert_eq!(versus["as_opponents"], json!({"games": 1, "wins": 0, "losses": 1, "draws": 0}));
        assert_eq!(app.get("/v1/players/Bel/versus/zoe").await.is(200)["games"], 1);
        assert_eq!(app.get("/v1/players?q=zo").await.is(200)["items"].as_array().expect("items").len(), 2);
        app.delete(text(&first["links"]["self"])).await.text(204);
        assert_eq!([standing(app, "Zo%C3%AB").await, standing(app, "Bel").await], [None, Some((1, 1))]);
        assert_eq!(found(app, "player=Zo%C3%AB").await, 0);
    }

    async fn a_name_that_is_only_spelled_anew_keeps_its_rating(app: &TestApp) {
        app.sign_in().await;
        let game = app.import(&duel("ada", "Bel")).await;
        counted(app).await;
        let figures = async |name: &str| without(&app.get(format!("/v1/players/{name}")).await.is(200), "name");
        let (before, other) = (figures("ada").await, figures("Bel").await);
        correct(app, &game, named(&[Some("Ada"), None])).await.is(200);
        assert_eq!(figures("Ada").await, before);
        assert_eq!(without(&figures("Bel").await, "rulesets"), without(&other, "rulesets"));
        app.get("/v1/players/ada").await.problem(404, "not_found");
        let (followed, board) = (figures("Bel").await, app.get("/v1/leaderboards/reversal").await.is(200));
        app.aside(async |service| {
            let mut reindexing = service.reindex().await.expect("it begins");
            while reindexing.run_batch().await.expect("it goes on") {}
        }).await;
        assert_eq!((figures("Ada").await, figures("Bel").await), (before, followed), "as when they are counted anew");
        assert_eq!(app.get("/v1/leaderboards/reversal").await.is(200)["items"], board["items"]);
    }

    async fn a_game_that_is_corrected_before_it_is_counted_is_counted_once(app: &TestApp) {
        app.sign_in().await;
        let game = app.import(&duel("ada", "Bel")).await;
        correct(app, &game, named(&[Some("Ada"), Some("BEL")])).await.is(200);
        counted(app).await;
        assert_eq!([standing(app, "ada").await, standing(app, "Ada").await], [None, Some((1, 0))]);
        assert_eq!([standing(app, "Bel").await, standing(app, "BEL").await], [None, Some((1, 1))]);
    }

    async fn readings_and_bots_and_long_tables_follow(app: &TestApp) {
        app.sign_in().await;
        let reading = app.post("/v1/readings", &json!({"querent": "zoe"})).await.is(201);
        let game = app.get(text(&reading["links"]["game"])).await.is(200);
        correct(app, &game, named(&[Some("Zo\u{eb}"), None, None, None])).await.is(200);
        assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200)["querent"], "Zo\u{eb}");
        let players: Vec<_> = (1..=6).map(|number| json!({"name": format!("player {number}"), "bot": "random"})).collect();
        let game = app.play(&json!({"ruleset": "fortuno", "players": players})).await;
        let names: Vec<_> = (1..=6).map(|number| format!("Player {number}")).collect();
        correct(app, &game, named(&names.iter().map(|name| Some(name.as_str())).collect::<Vec<_>>())).await.is(200);
        assert_eq!([found(app, "player=Player+6").await, found(app, "player=player+6").await], [1, 0]);
    }

    async fn all_that_is_wrong_with_a_correction_is_told_and_nothing_changes(app: &TestApp) {
        app.sign_in().await;
        let game = app.import(&duel("Ada", "Bel")).await;
        let taken = app.import(&with(&duel("Ada", "Bel"), "external_id", json!("one"))).await;
        for (body, places) in [
            (json!({}), vec![""]),
            (json!({"tags": null}), vec!["/tags"]),
            (json!({"players": null, "external_id": "two"}), vec!["/players"]),
            (json!({"played_at": "yesterday", "tags": [""], "external_id": "", "x": 1}), vec!["/played_at", "/tags/0", "/external_id", "/x"]),
            (json!({"played_at": "yesterday"}), vec!["/played_at"]),
            (json!({"tags": ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "played_at": 7}), vec!["/played_at"]),
            (json!({"tags": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]}), vec!["/tags"]),
            (named(&[Some("Ada")]), vec!["/players"]),
            (named(&[Some("Adam"), Some("Cyd")]), vec!["/players/0/name", "/players/1/name"]),
            (json!({"players": [{"name": ""}, {"bot": "adept"}]}), vec!["/players/0/name", "/players/1/bot"]),
            (json!({"ruleset": "reversal"}), vec!["/ruleset"]),
        ] {
            let mut wrong: Vec<_> = correct(app, &game, body.clone()).await.wrong(422, "invalid_body").into_iter().map(|(place, _)| place).collect();
            wrong.retain(|place| places.contains(&place.as_str()));
            wrong.sort_unstable();
            let mut places = places;
            places.sort_unstable();
            assert!(!wrong.is_empty() && wrong.iter().all(|place| places.contains(&place.as_str())), "{body}: {wrong:?}");
        }
        let problem = correct(app, &game, json!({"external_id": "one", "tags": ["club"]})).await.problem(409, "external_id_taken");
        assert_eq!(problem["game"], taken["id"]);
        let played = app.play_of(Ruleset::Reversal, "one").await;
        let wrong = correct(app, &played, json!({"played_at": "2026-01-10T20:00:00Z"})).await.wrong(422, "invalid_body");
        assert_eq!(wrong[0].0, "/played_at");
        correct(app, &played, json!({"played_at": played["played_at"]})).await.is(200);
        app.send(patch(&format!("{}?x=1", text(&game["links"]["self"])), &json!({"tags": []}))).await.problem(400, "unknown_parameter");
        for unchanged in [game, taken, played] {
            assert_eq!(app.get(text(&unchanged["links"]["self"])).await.is(200), unchanged);
        }
    }

    async fn names_of_one_game_stay_told_apart(app: &TestApp) {
        app.sign_in().await;
        let line = json!({"log": duel("Zoe", "Zo\u{eb}")});
        let game = app.import(&line).await;
        let wrong = correct(app, &game, named(&[Some("Zo\u{eb}"), None])).await.wrong(422, "invalid_body");
        assert_eq!(wrong[0].0, "/players/0/name");
        let swapped = correct(app, &game, named(&[Some("Zo\u{eb}"), Some("Zoe")])).await.is(200);
        assert_eq!((&swapped["players"][0]["name"], &swapped["players"][1]["name"]), (&json!("Zo\u{eb}"), &json!("Zoe")));
        assert_eq!([found(app, "winner=Zoe").await, found(app, "winner=Zo%C3%AB").await], [1, 0]);
    }

    async fn nobody_takes_the_name_of_a_profile_by_a_correction(app: &TestApp) {
        app.sign_in().await;
        let earlier = app.import(&duel("zo\u{eb}", "Bel")).await;
        let ours = app.key.lock().take();
        let zoe = profile(app, "Zo\u{eb}").await;
        *app.key.lock() = ours;
        let game = app.import(&duel("zoe", "Bel")).await;
        let wrong = correct(app, &game, named(&[Some("Zo\u{eb}"), None])).await.wrong(422, "invalid_body");
        assert_eq!(wrong[0].0, "/players/0/name");
        let unrated = app.import(&duel("zo\u{eb}", "Bel")).await;
        for (game, name) in [(&earlier, "Zo\u{eb}"), (&unrated, "Zo\u{eb}"), (&unrated, "zoe")] {
            let wrong = correct(app, game, named(&[Some(name), None])).await.wrong(422, "invalid_body");
            assert_eq!(wrong[0].0, "/players/0/name");
        }
        correct(app, &unrated, named(&[None, Some("bel")])).await.is(200);
        counted(app).await;
        assert_eq!(standing(app, "Zo%C3%AB").await, None, "nothing is counted for the profile");
        let own = app.post_with(&zoe, "/v1/games/import", &duel("zoe", "Bel")).await.is(201);
        app.send(shown(patch(text(&own["links"]["self"]), &named(&[Some("Zo\u{eb}"), None])), &zoe)).await.is(200);
        counted(app).await;
        assert_eq!(standing(app, "Zo%C3%AB").await, Some((1, 0)));
    }

    async fn names_of_a_game_that_was_played_at_a_table_stay(app: &TestApp) {
        app.sign_in().await;
        let over = Table::set_up(app, &fortunes()).await.play(app).await;
        let game = app.get(text(&over["links"]["game"])).await.is(200);
        let wrong = correct(app, &game, named(&[Some("ADA"), None, None, None])).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/players".to_owned(), "bad_value".to_owned())]);
        correct(app, &game, named(&[Some("Ada"), None, None, None])).await.is(200);
        let tagged = correct(app, &game, json!({"tags": ["club"]})).await.is(200);
        assert_eq!(tagged, with(&game, "tags", json!(["club"])));
    }

    async fn only_who_may_delete_a_game_corrects_it(app: &TestApp) {
        let (owner, other) = (key(app, &[Scope::Read, Scope::Write]).await, key(app, &[Scope::Read, Scope::Write]).await);
        let game = app.post_with(&owner, "/v1/games/import", &duel("Ada", "Bel")).await.is(201);
        let path = text(&game["links"]["self"]);
        let body = json!({"tags": ["club"]});
        app.send(shown(patch(path, &body), &other)).await.problem(403, "forbidden");
        app.send(patch(path, &body)).await.problem(403, "forbidden");
        app.send(shown(patch(path, &body), &key(app, &[Scope::Read]).await)).await.problem(403, "forbidden");
        app.send(shown(patch(&format!("/v1/games/{NOBODY}"), &body), &other)).await.problem(404, "not_found");
        app.send(shown(patch("/v1/games/x", &body), &owner)).await.problem(400, "bad_parameter");
        assert_eq!(app.get(path).await.is(200)["tags"], json!([]));
        app.send(shown(patch(path, &body), &key(app, &[Scope::Admin]).await)).await.is(200);
        app.send(shown(patch(path, &json!({"tags": []})), &owner)).await.is(200);
        let anonymous = app.send_unchecked(Request::post("/v1/games", json!({"ruleset": "reversal"}).to_string())).await.is(201);
        let path = text(&anonymous["links"]["self"]);
        app.send(shown(patch(path, &body), &owner)).await.problem(403, "forbidden");
        app.send(shown(patch(path, &body), text(&anonymous["delete_token"]))).await.is(200);
    }

    async fn corrections_of_one_game_at_the_same_time_all_hold(app: &TestApp) {
        app.sign_in().await;
        let game = app.import(&duel("ada", "bel")).await;
        counted(app).await;
        let bodies = [json!({"tags": ["club"]}), json!({"external_id": "one"}), named(&[Some("Ada"), None]), named(&[None, Some("Bel")])];
        let answers = futures::future::join_all(bodies.map(|body| correct(app, &game, body))).await;
        answers.iter().for_each(|answer| _ = answer.is(200));
        let after = app.get(text(&game["links"]["self"])).await.is(200);
        assert_eq!((&after["tags"], &after["external_id"]), (&json!(["club"]), &json!("one")));
        assert_eq!((&after["players"][0]["name"], &after["players"][1]["name"]), (&json!("Ada"), &json!("Bel")));
        counted(app).await;
        assert_eq!([standing(app, "Ada").await, standing(app, "Bel").await, standing(app, "ada").await], [Some((1, 0)), Some((1, 1)), None]);
    }
}
