//! Readings of games, and stored readings.

use arcana::{games::Ruleset, http::Settings};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::api::{
    app::TestApp,
    plays::{NOBODY, numbers, text, with},
};

/// A game of Fortunes of three deals.
async fn three_deals(app: &TestApp) -> Value {
    let options = json!({"match": {"type": "deals", "deals": 3}});
    app.play(&json!({"ruleset": "fortunes", "seed": "arcana", "options": options})).await
}

async fn asked(app: &TestApp, body: &Value) -> Value {
    app.post("/v1/readings", body).await.is(201)
}

fn id(thing: &Value) -> String {
    text(&thing["id"]).to_owned()
}

/// The ids of the readings that match, newest first.
async fn found(app: &TestApp, query: &str) -> Vec<String> {
    let list = app.get(format!("/v1/readings?limit=100&{query}")).await.is(200);
    list["items"].as_array().expect("items").iter().map(id).collect()
}

/// The cards of a reading with their positions, in order.
fn placed(reading: &Value) -> Vec<(String, String)> {
    let zones = reading["zones"].as_array().expect("zones").iter();
    let places = zones.flat_map(|zone| zone["places"].as_array().expect("places"));
    places
        .flat_map(|place| {
            let cards = place["cards"].as_array().expect("cards").iter();
            cards.map(|card| (text(&place["place"]).to_owned(), text(&card["id"]).to_owned()))
        })
        .collect()
}

on_both! {
    async fn a_querent_is_not_called_like_another_seat(app: &TestApp) {
        let answer = app.post("/v1/readings", &json!({"querent": "Player 2"})).await;
        assert_eq!(answer.wrong(422, "invalid_body"), [("/querent".to_owned(), "bad_value".to_owned())]);
    }

    async fn every_deal_can_be_read_for_every_player(app: &TestApp) {
        let game = three_deals(app).await;
        let own = text(&game["links"]["readings"]);
        let detail = &game["result"]["detail"]["deals"];
        for deal in 1..=3 {
            let all = app.get(format!("{own}?deal={deal}")).await.is(200);
            assert_eq!((&all["game"], &all["deal"]), (&game["id"], &json!(deal)));
            let told = &detail[deal - 1];
            for player in 0..4 {
                let answer = app.get(format!("{own}/{player}?deal={deal}")).await;
                assert_eq!(answer.header("cache-control"), Some("no-cache"));
                let reading = answer.is(200);
                assert_eq!(reading, all["readings"][player]);
                assert_eq!((&reading["player"], &reading["partner"]), (&json!(player), &json!((player + 2) % 4)));
                let won = told["tricks"].as_array().expect("tricks").iter().filter(|trick| trick["winner"] == player);
                let first = won.clone().next().map(|trick| ("self".to_owned(), text(&trick["card"]).to_owned()));
                assert_eq!(placed(&reading).first().filter(|(place, _)| place == "self"), first.as_ref());
                let team = numbers(&told["tricks_won"]);
                assert_eq!(reading["summary"]["cards"], team[player] + team[(player + 2) % 4]);
            }
            let dealer = told["dealer"].as_i64().expect("a dealer");
            let teams = all["teams"].as_array().expect("teams");
            assert_eq!((&teams[0]["team"], &teams[1]["team"]), (&json!("high"), &json!("low")));
            assert_eq!(numbers(&teams[0]["players"]), [dealer % 2, dealer % 2 + 2]);
            for team in teams {
                let expected = match told["winner"].as_str() {
                    None => "balance",
                    Some(winner) if winner == text(&team["team"]) => "fortune",
                    Some(_) => "doom",
                };
                assert_eq!(team["verdict"], expected);
                for player in numbers(&team["players"]) {
                    assert_eq!(all["readings"][player as usize]["verdict"], expected);
                }
            }
        }
        assert_eq!(app.get(own).await.is(200)["deal"], 3, "the last one by default");
        assert_eq!(app.get(format!("{own}/1")).await.is(200), app.get(format!("{own}/1?deal=3")).await.is(200));
    }

    async fn every_card_names_the_step_at_which_it_was_won(app: &TestApp) {
        let game = three_deals(app).await;
        let own = text(&game["links"]["self"]);
        for deal in 1..=3 {
            let reading = app.get(format!("{own}/readings/1?deal={deal}")).await.is(200);
            let places = reading["zones"].as_array().expect("zones").iter().flat_map(|zone| zone["places"].as_array());
            let cards = places.flatten().flat_map(|place| place["cards"].as_array()).flatten().collect::<Vec<_>>();
            assert!(!cards.is_empty());
            for card in cards {
                let won = &card["won"];
                assert_eq!(won["deal"], deal);
                let moment = app.get(format!("{own}/states/{}", won["step"])).await.is(200);
                let state = &moment["state"];
                let over = state["deals"].as_array().expect("deals").len() == deal;
                let tricks = if over { &state["deals"][deal - 1]["tricks"] } else { &state["tricks"] };
                let tricks = tricks.as_array().expect("tricks");
                assert_eq!(won["trick"], tricks.len(), "the trick has just been won");
                let last = tricks.last().expect("a trick");
                assert_eq!((&last["card"], &last["disposition"]), (&card["id"], &card["disposition"]));
                assert_eq!(won["lead"].is_null(), last["cards"][0] == card["id"]);
            }
        }
        let body = json!({"own": [{"card": "wa02", "disposition": "well"}], "partner": [], "outcome": "won"});
        let layout = app.post("/v1/layouts", &body).await.is(200);
        assert_eq!(layout["zones"][0]["places"][0]["cards"][0]["won"], Value::Null, "there is no game");
    }

    async fn a_layout_and_a_deck_can_be_requested(app: &TestApp) {
        let game = three_deals(app).await;
        let own = format!("{}/0", text(&game["links"]["readings"]));
        for (layout, zones) in [("simple", 3), ("broad", 4), ("fate", 5)] {
            let reading = app.get(format!("{own}?layout={layout}")).await.is(200);
            assert_eq!(reading["layout"], layout);
            assert_eq!(reading["zones"].as_array().map(Vec::len), Some(zones));
        }
        assert_eq!(app.get(format!("{own}?layout=auto")).await.is(200), app.get(own.as_str()).await.is(200));
        for deck in ["fortunes", "waite-smith", "thoth"] {
            assert_eq!(app.get(format!("{own}?deck={deck}")).await.is(200)["deck"], deck);
        }
    }

    async fn unreadable_deals_are_reported(app: &TestApp) {
        let game = three_deals(app).await;
        let own = text(&game["links"]["readings"]);
        for query in ["deal=0", "deal=4", "deal=x", "deal=-1"] {
            for path in [own.to_owned(), format!("{own}/0")] {
                let wrong = app.get(format!("{path}?{query}")).await.wrong(400, "bad_parameter");
                assert_eq!(wrong, [("deal".to_owned(), "bad_parameter".to_owned())], "{query}");
            }
        }
        for query in ["layout=round", "deck=french", "deck=", "layout=simple&layout=broad"] {
            app.get(format!("{own}/0?{query}")).await.problem(400, "bad_parameter");
        }
        app.get(format!("{own}?layout=simple")).await.problem(400, "unknown_parameter");
        for player in ["4", "255", "256", "99999999999999999999"] {
            app.get(format!("{own}/{player}")).await.problem(404, "not_found");
        }
        for player in ["x", "-1", "+1", "00"] {
            let wrong = app.get(format!("{own}/{player}")).await.wrong(400, "bad_parameter");
            assert_eq!(wrong, [("player".to_owned(), "bad_parameter".to_owned())], "{player}");
        }
        app.get(format!("/v1/games/{NOBODY}/readings")).await.problem(404, "not_found");
    }

    async fn a_ruleset_without_readings_has_none(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "any text").await;
            let own = format!("/v1/games/{}/readings", text(&game["id"]));
            if ruleset.has_readings() {
                assert_eq!(game["links"]["readings"], own);
            } else {
                assert_eq!(game["links"]["readings"], Value::Null);
                app.get(own.as_str()).await.problem(409, "no_reading");
                app.get(format!("{own}/0")).await.problem(409, "no_reading");
            }
        }
    }

    async fn all_fields_of_a_reading_request_are_optional(app: &TestApp) {
        let answer = app.post("/v1/readings", &json!({})).await;
        let reading = answer.is(201);
        assert_eq!(answer.header("location"), Some(text(&reading["links"]["self"])));
        assert_eq!((&reading["type"], &reading["querent"]), (&json!("fortunes"), &json!("Player 1")));
        assert_eq!((&reading["question"], &reading["deck"]), (&json!(""), &json!("fortunes")));
        assert_eq!(reading["game"]["created_at"], reading["created_at"]);
        let bots: Vec<_> = (0..4).map(|seat| text(&reading["game"]["players"][seat]["bot"])).collect();
        assert_eq!(bots, ["adept"; 4]);
        let null = json!({"querent": null, "question": null, "question_kind": null, "deck": null, "options": null, "bots": null, "seed": null,
            "client_seed": null, "commitment": null});
        asked(app, &null).await;
        assert_eq!(app.stored().await, (2, 2));
    }

    async fn a_reading_is_stored_with_its_game(app: &TestApp) {
        let body = json!({"querent": " Ada ", "question": "What comes of it?", "deck": "thoth", "seed": "any text",
            "client_seed": "mine", "options": {"match": {"type": "deals", "deals": 2}},
            "bots": ["random", "adept", "random", "adept"]});
        let reading = asked(app, &body).await;
        assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200), reading);
        assert_eq!((&reading["querent"], &reading["deck"]), (&json!("Ada"), &json!("thoth")));
        let game = app.get(text(&reading["links"]["game"])).await.is(200);
        assert_eq!(reading["game"]["id"], game["id"]);
        assert_eq!((&game["seed"], &game["client_seed"]), (&json!("any text"), &json!("mine")));
        let players = game["players"].as_array().expect("players").iter();
        let seats: Vec<_> = players.map(|player| (text(&player["name"]), text(&player["bot"]))).collect();
        assert_eq!(seats, [("Ada", "random"), ("Player 2", "adept"), ("Player 3", "random"), ("Player 4", "adept")]);
        // The querent is player 0, and the last deal is read.
        let path = format!("{}/0?deck=thoth&deal=2", text(&game["links"]["readings"]));
        let mut of_game = app.get(path).await.is(200);
        // Nothing was asked of the game, so its summary has no answer.
        of_game["summary"]["text"] = reading["reading"]["summary"]["text"].clone();
        assert_eq!(of_game, reading["reading"]);
    }

    async fn a_stored_reading_keeps_its_number_and_is_told_by_the_texts_of_this_release(app: &TestApp) {
        let reading = asked(app, &json!({"question": "Does he love me?", "seed": "first"})).await;
        let own = text(&reading["links"]["self"]);
        assert_eq!(reading["texts_version"], 5);
        for number in [1, 3, 999] {
            app.database.execute(&format!("update readings set texts_version = {number}")).await;
            // This app has cached its response.
            let told = app.another(Settings::default()).get(own).await.is(200);
            assert_eq!(told, with(&reading, "texts_version", json!(number)));
        }
        // Release 0.1.0 stored no kind with its first texts.
        app.database.execute("update readings set texts_version = 1, question_kind = null").await;
        let told = app.another(Settings::default()).get(own).await.is(200);
        assert_eq!((&told["question_kind"], &told["reading"]["question_kind"]), (&json!("open"), &json!("open")));
        assert_eq!(told["reading"]["zones"][0]["about"], reading["reading"]["zones"][0]["about"]);
    }

    async fn the_kind_of_a_question_follows_from_its_words_or_is_given(app: &TestApp) {
        app.sign_in().await;
        let kind = async |body: Value| {
            let reading = asked(app, &body).await;
            assert_eq!(reading["reading"]["question_kind"], reading["question_kind"]);
            assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200), reading);
            let listed = app.get("/v1/readings?limit=1").await.is(200);
            assert_eq!(listed["items"][0]["question_kind"], reading["question_kind"]);
            text(&reading["question_kind"]).to_owned()
        };
        assert_eq!(kind(json!({})).await, "open");
        assert_eq!(kind(json!({"question": "Does he love me?"})).await, "love");
        assert_eq!(kind(json!({"question": "Does he love me?", "question_kind": null})).await, "love");
        assert_eq!(kind(json!({"question": "Does he love me?", "question_kind": "yes_no"})).await, "yes_no");
        assert_eq!(kind(json!({"question_kind": "self"})).await, "self");
        let wrong = app.post("/v1/readings", &json!({"question_kind": "hate"})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/question_kind".to_owned(), "bad_value".to_owned())]);
    }

    async fn a_commitment_can_commit_to_the_cards(app: &TestApp) {
        let made = app.post("/v1/commitments", &json!({})).await.is(201);
        let reading = asked(app, &json!({"commitment": made["id"], "client_seed": "mine"})).await;
        assert_eq!(reading["game"]["seed_hash"], made["seed_hash"]);
        let used = app.get(format!("/v1/commitments/{}", text(&made["id"]))).await.is(200);
        assert_eq!(used["game"], reading["game"]["id"]);
    }

    async fn all_errors_are_reported_together(app: &TestApp) {
        let body = json!({"querent": "", "question": "x".repeat(501), "deck": "french", "options": {"sky": 1},
            "bots": ["adept", "genius"], "seed": "a\u{0}", "hat": 1, "client_seed": 7});
        let mut wrong = app.post("/v1/readings", &body).await.wrong(422, "invalid_body");
        wrong.sort_unstable();
        let wrong: Vec<_> = wrong.iter().map(|(place, code)| (place.as_str(), code.as_str())).collect();
        assert_eq!(wrong, [("/client_seed", "wrong_type"), ("/deck", "bad_value"), ("/hat", "unknown_field"),
            ("/options/sky", "unknown_field"), ("/querent", "bad_value"), ("/question", "bad_value"), ("/seed", "bad_value")]);
        let wrong = app.post("/v1/readings", &json!({"bots": ["adept", "genius"]})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/bots".to_owned(), "bad_value".to_owned()), ("/bots/1".to_owned(), "unknown_bot".to_owned())]);
        let unknown = json!({"bots": ["adept", "genius", "adept", "adept"]});
        app.post("/v1/readings", &unknown).await.problem(422, "unknown_bot");
        app.post("/v1/readings", &json!({"options": {"sky": 1}})).await.problem(422, "bad_options");
        assert_eq!(app.post("/v1/readings", &json!({"options": []})).await.wrong(422, "bad_options")[0].0, "/options");
        asked(app, &json!({"question": "é".repeat(500)})).await;
        assert_eq!(app.stored().await, (1, 1));
    }

    async fn readings_are_listed_newest_first_and_narrowed(app: &TestApp) {
        app.sign_in().await;
        assert_eq!(app.get("/v1/readings").await.is(200), json!({"items": [], "next_cursor": null}));
        let mut all: Vec<Value> = Vec::new();
        for seed in 0..8 {
            let querent = if seed % 2 == 0 { "Ada" } else { "Bel" };
            all.insert(0, asked(app, &json!({"querent": querent, "seed": seed.to_string()})).await);
            app.clock.advance(TimeDelta::hours(1));
        }
        assert_eq!(app.get("/v1/readings").await.is(200), json!({"items": all, "next_cursor": null}));
        let such = |fits: &dyn Fn(&Value) -> bool| all.iter().filter(|reading| fits(reading)).map(id).collect::<Vec<_>>();
        assert_eq!(found(app, "querent=Ada").await, such(&|reading| reading["querent"] == "Ada"));
        assert_eq!(found(app, "querent=Cyd").await, [""; 0]);
        for verdict in ["fortune", "doom", "balance"] {
            let expected = such(&|reading| reading["reading"]["verdict"] == verdict);
            assert_eq!(found(app, &format!("verdict={verdict}")).await, expected, "{verdict}");
        }
        for layout in ["simple", "broad", "fate"] {
            let expected = such(&|reading| reading["reading"]["layout"] == layout && reading["querent"] == "Bel");
            assert_eq!(found(app, &format!("layout={layout}&querent=Bel")).await, expected, "{layout}");
        }
        let (since, until) = (text(&all[5]["created_at"]), text(&all[2]["created_at"]));
        assert_eq!(found(app, &format!("since={since}&until={until}")).await, such(&|reading| {
            (since..until).contains(&text(&reading["created_at"]))
        }));
        for bad in ["verdict=luck", "layout=auto", "querent=", "since=x", "limit=0", "limit=101"] {
            app.get(format!("/v1/readings?{bad}")).await.problem(400, "bad_parameter");
        }
        app.get("/v1/readings?player=Ada").await.problem(400, "unknown_parameter");
    }

    async fn pages_of_readings_follow_each_other(app: &TestApp) {
        app.sign_in().await;
        let mut expected = Vec::new();
        for seed in 0..5 {
            expected.insert(0, id(&asked(app, &json!({"querent": "Ada & Bel", "seed": seed.to_string()})).await));
        }
        let (mut path, mut seen) = ("/v1/readings?querent=Ada+%26+Bel&limit=2".to_owned(), Vec::new());
        loop {
            let answer = app.get(path).await;
            seen.extend(answer.is(200)["items"].as_array().expect("items").iter().map(id));
            asked(app, &json!({"querent": "Ada & Bel"})).await;
            let Some(link) = answer.header("link") else { break };
            path = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")).expect("a link").to_owned();
            assert!(path.ends_with(text(&answer.is(200)["next_cursor"])));
        }
        assert_eq!(seen, expected);
        let cursor = text(&app.get("/v1/readings?limit=1").await.is(200)["next_cursor"]).to_owned();
        app.get(format!("/v1/readings?verdict=doom&cursor={cursor}")).await.problem(400, "bad_cursor");
    }

    async fn a_deleted_reading_leaves_its_game(app: &TestApp) {
        let reading = asked(app, &json!({})).await;
        let own = text(&reading["links"]["self"]);
        assert_eq!(app.delete(own).await.text(204), "");
        app.get(own).await.problem(404, "not_found");
        app.get(format!("{own}.txt")).await.problem(404, "not_found");
        app.delete(own).await.problem(404, "not_found");
        app.get(text(&reading["links"]["game"])).await.is(200);
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn a_deleted_game_deletes_its_readings(app: &TestApp) {
        app.sign_in().await;
        let (gone, left) = (asked(app, &json!({})).await, asked(app, &json!({})).await);
        app.delete(text(&gone["links"]["game"])).await.text(204);
        app.get(text(&gone["links"]["self"])).await.problem(404, "not_found");
        assert_eq!(app.get("/v1/readings").await.is(200)["items"], json!([left]));
    }

    async fn an_id_of_a_reading_is_a_uuid(app: &TestApp) {
        for path in ["/v1/readings/x", "/v1/readings/7.txt", "/v1/readings/%7B%7D"] {
            let wrong = app.get(path).await.wrong(400, "bad_parameter");
            assert_eq!(wrong, [("id".to_owned(), "bad_parameter".to_owned())]);
        }
        app.delete("/v1/readings/x").await.problem(400, "bad_parameter");
        app.get(format!("/v1/readings/{NOBODY}")).await.problem(404, "not_found");
        app.delete(format!("/v1/readings/{NOBODY}")).await.problem(404, "not_found");
    }
}
