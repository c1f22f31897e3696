//! `POST /v1/games`.

use arcana::games::Ruleset;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::api::{
    app::TestApp,
    plays::{sha256, text, with, without},
};

/// The deal of the seed `arcana`: the first 19 cards of the shuffled pack of `chance.md`, in pack order, and so on.
const HANDS_OF_ARCANA: [&str; 4] = [
    "ar03 ar12 wa04 wa06 wa09 wakn waki cu08 cu10 cupa cuqu sw08 swqu pe02 pe04 pe10 pepa pequ peki",
    "ar01 ar04 ar07 ar09 ar10 ar14 ar18 ar20 ar21 wa10 cu02 cu04 cu06 cuki sw03 sw10 swpa pe07 pe09",
    "ar00 ar02 ar05 ar06 ar19 wa02 wa07 wa08 wapa waqu cu07 swac sw05 sw06 sw07 sw09 pe05 ar17 peac",
    "ar08 ar13 ar16 waac wa03 wa05 cu03 cu05 cu09 cukn sw02 sw04 swkn swki pe03 pe08 pekn pe06 cuac",
];

/// The steps of a game's log.
async fn steps(app: &TestApp, game: &Value) -> Vec<Value> {
    app.log(game).await["steps"].as_array().expect("steps").clone()
}

/// The cards of a list, sorted.
fn sorted(cards: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    let mut cards: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    cards.sort_unstable();
    cards
}

fn hand(cards: &Value) -> Vec<String> {
    sorted(cards.as_array().expect("cards").iter().map(text))
}

fn places(places: &[(&str, &str)]) -> Vec<(String, String)> {
    places.iter().map(|(place, code)| (place.to_string(), code.to_string())).collect()
}

on_both! {
    async fn only_the_ruleset_is_required(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let answer = app.post("/v1/games", &json!({"ruleset": ruleset})).await;
            let game = answer.is(201);
            assert_eq!(game["ruleset"], ruleset.id());
            assert_eq!(answer.header("location"), Some(text(&game["links"]["self"])));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert_eq!(app.get(text(&game["links"]["self"])).await.is(200), game);
        }
    }

    async fn a_played_game_has_its_origin(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play(&json!({"ruleset": ruleset})).await;
            let about = app.get(format!("/v1/rulesets/{}", ruleset.id())).await.is(200);
            assert_eq!(game["source"], "played");
            assert_eq!(game["rules_version"], about["rules_version"]);
            assert_eq!(game["played_at"], game["created_at"]);
            assert_eq!(game["external_id"], Value::Null);
            assert_eq!(game["client_seed"], "");
            assert_eq!(game["commitment"], Value::Null);
            assert_eq!(game["deal_given"], false);
            let seed = text(&game["seed"]);
            assert!(seed.len() == 64 && seed.bytes().all(|byte| byte.is_ascii_hexdigit()), "{seed}");
            assert_eq!(game["seed_hash"], sha256(seed));
            let bot = about["bots"].as_array().expect("bots").iter().find(|bot| bot["default"] == true);
            let bot = bot.expect("a default bot");
            let players = game["players"].as_array().expect("players");
            assert_eq!(players.len() as u64, about["players"]["default"]);
            for (index, player) in players.iter().enumerate() {
                let name = format!("Player {}", index + 1);
                assert_eq!(*player, json!({"name": name, "bot": bot["id"], "bot_version": bot["version"]}));
            }
        }
    }

    async fn responses_have_complete_options(app: &TestApp) {
        let game = app.play(&json!({"ruleset": "fortunes", "options": {"betting": {"type": "ante"}}})).await;
        let complete = json!({"match": {"type": "deals", "deals": 1}, "betting": {"type": "ante", "ante": 1, "raise": 1},
            "stars_when_broken": "at_will", "disposition": "ended", "folder_may_win": false});
        assert_eq!(game["options"], complete);
        assert_eq!(app.log(&game).await["options"], complete);
    }

    async fn the_same_seed_gives_the_same_game(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let (one, same) = (app.play_of(ruleset, "same").await, app.play_of(ruleset, "same").await);
            let other = app.play_of(ruleset, "other").await;
            assert_ne!(one["id"], same["id"]);
            assert_eq!(one["result"], same["result"]);
            assert_eq!(app.log(&one).await, app.log(&same).await);
            assert_ne!(app.log(&one).await["steps"], app.log(&other).await["steps"]);
        }
    }

    async fn the_client_seed_changes_the_game(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let plain = json!({"ruleset": ruleset, "seed": "same"});
            let lucky = with(&plain, "client_seed", json!("my lucky words"));
            let (one, other) = (app.play(&plain).await, app.play(&lucky).await);
            assert_eq!(other["client_seed"], "my lucky words");
            assert_eq!(one["seed_hash"], other["seed_hash"]);
            assert_ne!(steps(app, &one).await, steps(app, &other).await);
        }
    }

    async fn the_deal_of_arcana_is_that_of_the_page_on_chance(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "arcana").await;
        let deal = &steps(app, &game).await[0];
        assert_eq!(deal["type"], "deal");
        for (player, expected) in HANDS_OF_ARCANA.iter().enumerate() {
            assert_eq!(hand(&deal["hands"][player]), sorted(expected.split(' ')), "player {player}");
        }
        assert_eq!(hand(&deal["discarded"]), ["ar11", "ar15"]);
        let first = deal["hands"][0].as_array().expect("cards").iter().map(text).collect::<Vec<_>>();
        assert_eq!(first.join(" "), HANDS_OF_ARCANA[0], "hands come in pack order");
    }

    async fn the_players_do_not_change_the_deal(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let seats = usize::from(ruleset.info().players.default);
            let play = async |bot: &str| {
                let players = vec![json!({"bot": bot}); seats];
                let game = app.play(&json!({"ruleset": ruleset, "seed": "arcana", "players": players})).await;
                steps(app, &game).await
            };
            let (random, adept) = (play("random").await, play("adept").await);
            let drawn = |steps: &[Value]| steps.iter().take_while(|step| step.get("player").is_none()).count();
            let first = drawn(&random).min(drawn(&adept));
            assert_eq!(random[..first], adept[..first], "{}", ruleset.id());
        }
    }

    async fn a_given_deal_replaces_the_seeds_deal_without_consuming_it(app: &TestApp) {
        let given = steps(app, &app.play_of(Ruleset::Fortunes, "given").await).await[0].clone();
        let drawn = steps(app, &app.play_of(Ruleset::Fortunes, "drawn").await).await[0].clone();
        let two = json!({"ruleset": "fortunes", "seed": "drawn", "deal": given,
            "options": {"match": {"type": "deals", "deals": 2}}});
        let game = app.play(&two).await;
        assert_eq!(game["deal_given"], true);
        assert_eq!(game["seed"], "drawn");
        let steps = steps(app, &game).await;
        let deals: Vec<_> = steps.iter().filter(|step| step["type"] == "deal").collect();
        assert_eq!(deals, [&given, &drawn]);
    }

    async fn an_impossible_deal_is_reported(app: &TestApp) {
        let deal = steps(app, &app.play_of(Ruleset::Fortunes, "arcana").await).await[0].clone();
        let before = app.stored().await;
        let sent = async |deal: Value| app.post("/v1/games", &json!({"ruleset": "fortunes", "deal": deal})).await;
        let mut unknown = deal.clone();
        unknown["hands"][0][0] = json!("ar99");
        assert_eq!(sent(unknown).await.wrong(422, "unknown_card"), places(&[("/deal", "unknown_card")]));
        let mut double = deal.clone();
        double["hands"][0][0] = double["hands"][0][1].clone();
        for wrong in [double, without(&deal, "discarded"), json!({"type": "deal"}), json!({"type": "play"}), json!(7),
            json!({"type": "play", "player": 0, "card": "wa10"}), with(&deal, "player", json!(0))]
        {
            assert_eq!(sent(wrong).await.wrong(422, "invalid_body"), places(&[("/deal", "bad_value")]));
        }
        assert_eq!(app.stored().await, before);
    }

    async fn a_ruleset_without_a_deal_takes_none(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            if !ruleset.info().steps.contains(&"deal") {
                let deal = json!({"type": "deal"});
                let answer = app.post("/v1/games", &json!({"ruleset": ruleset, "deal": deal})).await;
                assert_eq!(answer.wrong(422, "invalid_body"), places(&[("/deal", "bad_value")]));
            }
        }
    }

    async fn names_are_trimmed_and_normalised(app: &TestApp) {
        let players = json!([{"name": "  Zoe\u{308} "}, {"name": "Zo\u{eb}l"}, {"name": "名"}, {}]);
        let game = app.play(&json!({"ruleset": "fortunes", "players": players})).await;
        let names: Vec<_> = game["players"].as_array().expect("players").iter().map(|p| text(&p["name"])).collect();
        assert_eq!(names, ["Zo\u{eb}", "Zo\u{eb}l", "名", "Player 4"]);
    }

    async fn null_equals_an_omitted_field(app: &TestApp) {
        let nothing = json!({"ruleset": "fortunes", "options": null, "players": null, "seed": null, "client_seed": null,
            "commitment": null, "deal": null, "external_id": null});
        assert_eq!(app.play(&nothing).await["client_seed"], "");
        let seats = json!([{"name": null, "bot": null}, {}, {}, {}]);
        assert_eq!(app.play(&json!({"ruleset": "fortunes", "players": seats})).await["players"][0]["name"], "Player 1");
    }

    async fn every_text_has_its_limits(app: &TestApp) {
        let before = app.stored().await;
        let sent = async |field: &str, content: &str| {
            let body = match field {
                "name" => json!({"ruleset": "fortunes", "players": [{"name": content}, {}, {}, {}]}),
                field => json!({"ruleset": "fortunes", field: content}),
            };
            app.post("/v1/games", &body).await
        };
        for (field, longest) in [("name", 64), ("seed", 128), ("client_seed", 128), ("external_id", 128)] {
            let pointer = if field == "name" { "/players/0/name".to_owned() } else { format!("/{field}") };
            let mut bad = vec!["x".repeat(longest + 1), "a\u{0}b".to_owned(), "a\nb".to_owned(), "\u{7f}".to_owned()];
            bad.extend((field != "client_seed").then(String::new));
            bad.extend((field == "name").then(|| "   ".to_owned()));
            for content in bad {
                let wrong = sent(field, &content).await.wrong(422, "invalid_body");
                assert_eq!(wrong, [(pointer.clone(), "bad_value".to_owned())], "{content:?}");
            }
        }
        assert_eq!(sent("seed", &"é".repeat(65)).await.wrong(422, "invalid_body"), places(&[("/seed", "bad_value")]));
        assert_eq!(app.stored().await, before);
        for (field, longest) in [("name", "é".repeat(64)), ("seed", "é".repeat(64)), ("external_id", "x".repeat(128))] {
            sent(field, &longest).await.is(201);
        }
    }

    async fn all_errors_are_reported_together(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "seed": "", "client_seed": 7, "sky": "blue", "external_id": "\u{1}",
            "options": {"match": {"type": "deals", "deals": 0}, "sun": true},
            "players": [{"bot": 1}, {"name": ""}, {"hat": "red"}]});
        let mut wrong = app.post("/v1/games", &body).await.wrong(422, "invalid_body");
        wrong.sort_unstable();
        assert_eq!(wrong, places(&[
            ("/client_seed", "wrong_type"),
            ("/external_id", "bad_value"),
            ("/options/match/deals", "bad_value"),
            ("/options/sun", "unknown_field"),
            ("/players", "bad_players"),
            ("/players/0/bot", "wrong_type"),
            ("/players/1/name", "bad_value"),
            ("/players/2/hat", "unknown_field"),
            ("/seed", "bad_value"),
            ("/sky", "unknown_field"),
        ]));
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn errors_of_one_kind_share_its_code(app: &TestApp) {
        let sent = async |body: Value| app.post("/v1/games", &body).await;
        let seats = |bots: [&str; 4]| bots.map(|bot| json!({"bot": bot}));
        let wrong = sent(json!({"ruleset": "whist"})).await.wrong(422, "unknown_ruleset");
        assert_eq!(wrong, places(&[("/ruleset", "unknown_ruleset")]));
        let bots = seats(["adept", "genius", "random", "oracle"]);
        let wrong = sent(json!({"ruleset": "fortunes", "players": bots})).await.wrong(422, "unknown_bot");
        assert_eq!(wrong, places(&[("/players/1/bot", "unknown_bot"), ("/players/3/bot", "unknown_bot")]));
        let wrong = sent(json!({"ruleset": "fortunes", "players": [{}, {}, {}]})).await.wrong(422, "bad_players");
        assert_eq!(wrong, places(&[("/players", "bad_players")]));
        let options = json!({"sky": 1, "disposition": "upside"});
        let wrong = sent(json!({"ruleset": "fortunes", "options": options})).await.wrong(422, "bad_options");
        assert_eq!(wrong, places(&[("/options/sky", "unknown_field"), ("/options/disposition", "bad_value")]));
        let wrong = sent(json!({})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, places(&[("/ruleset", "missing_field")]));
        for no_object in [json!([]), json!(null), json!("fortunes"), json!(7)] {
            assert_eq!(sent(no_object).await.wrong(422, "invalid_body"), places(&[("", "wrong_type")]));
        }
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn the_ruleset_limits_the_number_of_players(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let about = ruleset.info().players;
            for count in 0..=usize::from(about.max) + 1 {
                let body = json!({"ruleset": ruleset, "players": vec![json!({}); count]});
                let answer = app.post("/v1/games", &body).await;
                if about.allows(count) {
                    assert_eq!(answer.is(201)["players"].as_array().expect("players").len(), count);
                } else {
                    assert_eq!(answer.wrong(422, "bad_players"), places(&[("/players", "bad_players")]));
                }
            }
        }
    }

    async fn an_external_id_belongs_to_one_game(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "external_id": "table-7"});
        let first = app.play(&body).await;
        assert_eq!(first["external_id"], "table-7");
        let before = app.stored().await;
        assert_eq!(app.post("/v1/games", &body).await.problem(409, "external_id_taken")["game"], first["id"]);
        let log = with(&app.log(&first).await, "external_id", json!("table-7"));
        assert_eq!(app.post("/v1/games/import", &log).await.problem(409, "external_id_taken")["game"], first["id"]);
        assert_eq!(app.stored().await, before);
        app.delete(text(&first["links"]["self"])).await.text(204);
        app.play(&body).await;
    }

    async fn of_concurrent_requests_one_gets_the_external_id(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "external_id": "table-7"});
        let answers = join_all((0..8).map(|_| app.post("/v1/games", &body))).await;
        let (stored, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 201);
        assert_eq!((stored.len(), refused.len()), (1, 7));
        for answer in refused {
            assert_eq!(answer.problem(409, "external_id_taken")["game"], stored[0].is(201)["id"]);
        }
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn a_deleted_game_is_gone(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "any text").await;
        let own = text(&game["links"]["self"]);
        let answer = app.delete(own).await;
        assert_eq!(answer.text(204), "");
        for rest in ["", "/log", "/states/0", "/verification", "/readings", "/readings/0"] {
            app.get(format!("{own}{rest}")).await.problem(404, "not_found");
        }
        app.delete(own).await.problem(404, "not_found");
        assert_eq!(app.stored().await, (0, 0));
    }
}
