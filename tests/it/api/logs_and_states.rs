//! `GET /v1/games/{id}`, `/log` and `/states/{n}`.

use std::collections::BTreeSet;

use arcana::{cards::Card, games::Ruleset};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    plays::{NOBODY, text},
};

/// The state of a game after some steps, as seen by a viewer.
async fn state(app: &TestApp, game: &Value, n: usize, view: &str) -> Value {
    app.get(format!("/v1/games/{}/states/{n}?view={view}", text(&game["id"]))).await.is(200)
}

/// All cards in a value.
fn cards(value: &Value) -> BTreeSet<Card> {
    match value {
        Value::String(text) => text.parse().into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(cards).collect(),
        Value::Object(fields) => fields.values().flat_map(cards).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => BTreeSet::new(),
    }
}

/// The steps of a game's log.
async fn steps(app: &TestApp, game: &Value) -> Vec<Value> {
    app.log(game).await["steps"].as_array().expect("steps").clone()
}

/// The positions of a game to check: all of a short one, every seventh of a long one.
fn moments(steps: usize) -> impl Iterator<Item = usize> {
    (0..=steps).filter(move |n| steps < 120 || n % 7 == 0 || *n == steps)
}

on_both! {
    async fn a_game_has_its_story_as_text(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "a story").await;
            let path = text(&game["links"]["self"]);
            let story = app.get(format!("{path}.txt")).await;
            assert_eq!(story.content_type(), "text/plain; charset=utf-8");
            let story = story.text(200);
            assert_eq!(app.get_as(path, "text/plain").await.text(200), story);
            let last = format!("{}. ", game["step_count"]);
            assert!(story.lines().any(|line| line.starts_with(&last)), "{story}");
            let winner = game["result"]["winners"][0].as_u64().map(|seat| &game["players"][seat as usize]["name"]);
            assert!(winner.is_none_or(|name| story.contains(&format!("Won by {}", text(name)))), "{story}");
            if ruleset == Ruleset::Fortunes {
                assert!(story.len() <= 12_000, "{} bytes", story.len());
            }
        }
        app.get("/v1/games/01a1fde4-5995-7595-b87b-80f70bb81902.txt").await.problem(404, "not_found");
    }

    async fn a_stored_game_is_the_same_each_time(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "any text").await;
            for path in [text(&game["links"]["self"]), text(&game["links"]["log"])] {
                let answer = app.get(path).await;
                assert_eq!(answer.header("cache-control"), Some("public, max-age=0, must-revalidate"));
                assert_eq!(app.get(path).await.is(200), answer.is(200));
            }
        }
    }

    async fn a_log_has_the_game_and_the_names(app: &TestApp) {
        let players = json!([{"name": "Ada", "bot": "random"}, {}, {}, {}]);
        let game = app.play(&json!({"ruleset": "fortunes", "players": players, "seed": "any text"})).await;
        let log = app.log(&game).await;
        let fields: Vec<_> = log.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["ruleset", "rules_version", "options", "players", "bots", "steps"]);
        assert_eq!(log["players"], json!([{"name": "Ada"}, {"name": "Player 2"}, {"name": "Player 3"}, {"name": "Player 4"}]));
        for (bot, player) in log["bots"].as_array().expect("bots").iter().zip(game["players"].as_array().expect("players")) {
            assert_eq!((&bot["bot"], &bot["bot_version"]), (&player["bot"], &player["bot_version"]));
        }
        assert_eq!(log["steps"].as_array().map(Vec::len), game["step_count"].as_u64().map(|count| count as usize));
    }

    async fn unordered_sets_of_a_log_come_in_pack_order(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "any text").await;
        let mut log = app.log(&game).await;
        for list in log["steps"][0]["hands"].as_array_mut().expect("hands") {
            list.as_array_mut().expect("cards").reverse();
        }
        log["steps"][0]["discarded"].as_array_mut().expect("cards").reverse();
        assert_eq!(steps(app, &app.import(&log).await).await, steps(app, &game).await);
    }

    async fn every_step_of_a_game_can_be_viewed(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "moments").await;
            let steps = steps(app, &game).await;
            for n in moments(steps.len()) {
                let seen = state(app, &game, n, "all").await;
                assert_eq!(seen["step"], n);
                match steps.get(n) {
                    None => assert_eq!(seen["due"], json!({"over": true})),
                    Some(step) => match step.get("player") {
                        None => assert_eq!(seen["due"], json!({"table": step["type"]})),
                        Some(player) => {
                            assert!(seen["due"]["players"].as_array().expect("players").contains(player));
                            assert!(seen["due"]["types"].as_array().expect("types").contains(&step["type"]));
                            let legal = seen["legal"].as_array().expect("steps");
                            assert!(legal.contains(step) || seen["legal_truncated"] == true, "{step}");
                        }
                    },
                }
            }
        }
    }

    async fn the_default_view_shows_everything(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "any text").await;
            let answer = app.get(format!("/v1/games/{}/states/1", text(&game["id"]))).await;
            assert_eq!(answer.is(200), state(app, &game, 1, "all").await);
            assert_eq!(answer.header("cache-control"), Some("no-cache"));
        }
    }

    async fn a_view_shows_no_more_than_the_viewer_may_see(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "views").await;
            let (steps, players) = (steps(app, &game).await, game["players"].as_array().expect("players").len());
            for n in moments(steps.len()).step_by(3) {
                let (all, public) = (state(app, &game, n, "all").await, state(app, &game, n, "public").await);
                assert_eq!(public["legal"], json!([]), "the public may do nothing");
                for player in 0..players {
                    let own = state(app, &game, n, &player.to_string()).await;
                    assert!(cards(&public["state"]).is_subset(&cards(&own["state"])));
                    assert!(cards(&own["state"]).is_subset(&cards(&all["state"])));
                    for step in own["legal"].as_array().expect("steps") {
                        assert_eq!(step["player"], player, "what others may do is theirs to know");
                    }
                }
            }
        }
    }

    async fn a_player_of_fortunes_sees_only_their_own_hand(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "arcana").await;
        let deal = &steps(app, &game).await[0];
        for n in 1..77 {
            let all = state(app, &game, n, "all").await;
            let hidden: Vec<BTreeSet<Card>> = (0..4).map(|p| cards(&all["state"]["hands"][p]["cards"])).collect();
            assert_eq!(cards(&all["state"]["discarded"]), cards(&deal["discarded"]));
            for viewer in 0..4 {
                let own = state(app, &game, n, &viewer.to_string()).await;
                assert_eq!(own["state"]["discarded"], Value::Null);
                for (player, hand) in hidden.iter().enumerate() {
                    let seen = &own["state"]["hands"][player];
                    assert_eq!(seen["size"], hand.len());
                    if player == viewer {
                        assert_eq!(cards(&seen["cards"]), *hand);
                    } else {
                        assert_eq!(seen["cards"], Value::Null);
                        assert!(cards(&own).is_disjoint(hand), "step {n}, {viewer} sees cards of {player}");
                    }
                }
            }
            let public = state(app, &game, n, "public").await;
            assert!(hidden.iter().all(|hand| cards(&public).is_disjoint(hand)));
        }
    }

    async fn there_is_no_state_after_the_end(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "any text").await;
        let own = text(&game["links"]["self"]);
        for n in ["78", "200000", "4294967296", "99999999999999999999999999"] {
            app.get(format!("{own}/states/{n}")).await.problem(404, "not_found");
        }
        for n in ["-1", "x", "1.0", "+1", "01", "%31%20"] {
            let wrong = app.get(format!("{own}/states/{n}")).await.wrong(400, "bad_parameter");
            assert_eq!(wrong, [("n".to_owned(), "bad_parameter".to_owned())], "{n}");
        }
        app.get(format!("{own}/states/%37%37")).await.is(200);
        app.get(format!("{own}/states/77.json")).await.is(200);
    }

    async fn the_view_is_all_public_or_a_player(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "any text").await;
        for view in ["4", "nobody", "", "-1", "ALL", "00", "+1", "256", "all&view=public"] {
            let answer = app.get(format!("/v1/games/{}/states/0?view={view}", text(&game["id"]))).await;
            assert_eq!(answer.wrong(400, "bad_parameter"), [("view".to_owned(), "bad_parameter".to_owned())], "{view}");
        }
    }

    async fn unknown_games_are_not_found(app: &TestApp) {
        for rest in ["", ".json", "/log", "/states/0", "/verification"] {
            app.get(format!("/v1/games/{NOBODY}{rest}")).await.problem(404, "not_found");
        }
    }

    async fn an_id_is_a_uuid_with_hyphens(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "any text").await;
        let id = text(&game["id"]);
        app.get(format!("/v1/games/{}", id.to_uppercase())).await.is(200);
        for id in ["x", "7", &id.replace('-', ""), &format!("{{{id}}}"), &format!("urn:uuid:{id}"), &format!("{id}0"), "%20"] {
            for rest in ["", "/log", "/states/0", "/verification", "/readings", "/readings/0"] {
                let wrong = app.get(format!("/v1/games/{id}{rest}")).await.wrong(400, "bad_parameter");
                assert_eq!(wrong, [("id".to_owned(), "bad_parameter".to_owned())], "{id}");
            }
            app.delete(format!("/v1/games/{id}")).await.problem(400, "bad_parameter");
        }
    }

    async fn head_equals_get_without_the_body(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "any text").await;
        for path in ["/v1/games".to_owned(), format!("/v1/games/{}/log", text(&game["id"])), "/v1/games/x".to_owned(),
            "/healthz".to_owned(), "/rules/chance".to_owned()]
        {
            let get = app.get(path.as_str()).await;
            let head = app.send(Request::new(reqwest::Method::HEAD, path)).await;
            assert_eq!((head.status, head.body.len()), (get.status, 0));
            for same in ["content-type", "cache-control", "vary"] {
                assert_eq!(head.header(same), get.header(same), "{same}");
            }
        }
    }
}
