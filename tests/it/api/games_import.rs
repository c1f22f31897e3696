//! `POST /v1/games/import`.

use arcana::{cards::Deck, games::Ruleset};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, STEP_LIMIT, TestApp},
    plays::{text, with, without},
};

const LINES: &str = "application/x-ndjson";

fn players(game: &Value) -> &[Value] {
    game["players"].as_array().expect("players")
}

/// A log of Fortunes, dealt from `arcana`.
pub async fn a_log(app: &TestApp) -> Value {
    let game = app.play_of(Ruleset::Fortunes, "arcana").await;
    app.log(&game).await
}

/// The log with another step at this index.
fn with_step(log: &Value, index: usize, step: Value) -> Value {
    let mut log = log.clone();
    log["steps"][index] = step;
    log
}

/// Sends a log that is refused. Nothing may be stored.
async fn refused(app: &TestApp, log: &Value) -> Value {
    let before = app.stored().await;
    let problem = app.post("/v1/games/import", log).await.problem(422, "illegal_log");
    let dry = app.post("/v1/games/import?dry_run=true", log).await.problem(422, "illegal_log");
    let unstable = |problem: &Value| without(problem, "request_id");
    assert_eq!(unstable(&problem), unstable(&dry));
    assert_eq!(app.stored().await, before);
    problem
}

/// The score sheet of a log of one deal, with the names of cards in the deck of Waite and Smith.
pub fn sheet_of(log: &Value) -> String {
    let names = players(log).iter().map(|player| text(&player["name"])).collect::<Vec<_>>().join(", ");
    let plays = log["steps"].as_array().expect("steps").iter().filter(|step| step["type"] == "play");
    let card = |step: &Value| Deck::WaiteSmith.card_name(text(&step["card"]).parse().expect("a card"));
    let tricks = plays.map(card).collect::<Vec<_>>().chunks(4).map(|trick| trick.join(", ")).collect::<Vec<_>>();
    format!("Fortunes, Waite-Smith\n{names}\n{}\n", tricks.join("\n"))
}

/// Sends a score sheet.
pub async fn send_sheet(app: &TestApp, path: &str, sheet: &str) -> Answer {
    app.send(Request::post(path, sheet).with(CONTENT_TYPE, "text/plain")).await
}

/// The requests and expected responses of a case file.
fn cases(ruleset: Ruleset) -> Vec<Value> {
    let path = format!("{}/tests/data/cases/{}.ndjson", env!("CARGO_MANIFEST_DIR"), ruleset.id());
    let lines = std::fs::read_to_string(&path).expect("a file of cases");
    lines.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

on_both! {
    async fn the_log_of_a_played_game_gives_an_equal_game(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            for seed in ["one", "two", "three"] {
                let played = app.play_of(ruleset, seed).await;
                let log = app.log(&played).await;
                let answer = app.post("/v1/games/import", &log).await;
                let imported = answer.is(201);
                assert_eq!(answer.header("location"), Some(text(&imported["links"]["self"])));
                for same in ["ruleset", "rules_version", "options", "step_count", "result"] {
                    assert_eq!(imported[same], played[same], "{same}");
                }
                assert_eq!(app.log(&imported).await, log);
                assert_eq!(app.get(text(&imported["links"]["self"])).await.is(200), imported);
            }
        }
    }

    async fn cards_of_a_log_may_have_names(app: &TestApp) {
        for (ruleset, deck) in [(Ruleset::Fortunes, Deck::Thoth), (Ruleset::Fortuno, Deck::WaiteSmith)] {
            let log = app.log(&app.play_of(ruleset, "names").await).await;
            let mut named = log.clone();
            for step in named["steps"].as_array_mut().expect("steps") {
                if let Some(card) = step["card"].as_str().and_then(|id| id.parse().ok()) {
                    step["card"] = json!(deck.card_name(card));
                }
                for card in step.get_mut("cards").and_then(Value::as_array_mut).into_iter().flatten() {
                    let id = card.as_str().and_then(|id| id.parse().ok()).expect("a card");
                    *card = json!(deck.card_name(id));
                }
            }
            assert_ne!(named, log);
            let path = format!("/v1/games/import?deck={}", deck.id());
            let stored = app.post(path, &named).await.is(201);
            assert_eq!(app.log(&stored).await["steps"], log["steps"]);
        }
        let log = a_log(app).await;
        let index = log["steps"].as_array().expect("steps").iter().position(|step| step["type"] == "play").expect("a play");
        let step = json!({"type": "play", "player": log["steps"][index]["player"], "card": "Tow of Cups"});
        let problem = refused(app, &with_step(&log, index, step)).await;
        assert_eq!(problem["reason"], "unknown_card");
        assert!(text(&problem["detail"]).contains("`Tow of Cups`. The nearest names: Two of Cups"), "{problem}");
    }

    async fn a_score_sheet_is_the_game_that_was_written_down(app: &TestApp) {
        let log = a_log(app).await;
        let sheet = sheet_of(&log);
        let judged = send_sheet(app, "/v1/games/import?dry_run=true", &sheet).await.is(200);
        let stored = send_sheet(app, "/v1/games/import", &sheet).await.is(201);
        let steps = |log: &Value| log["steps"].as_array().expect("steps")[1..].to_vec();
        for understood in [&judged["log"], &stored["log"]] {
            assert_eq!((&understood["players"], steps(understood)), (&log["players"], steps(&log)));
        }
        assert_eq!(app.log(&stored).await["steps"], log["steps"]);
        assert_eq!(judged["result"], stored["result"]);
        assert!(app.get(text(&stored["links"]["self"])).await.is(200)["log"].is_null());
    }

    async fn a_score_sheet_that_does_not_fit_is_told_by_line_trick_and_name(app: &TestApp) {
        let log = a_log(app).await;
        let (sheet, before) = (sheet_of(&log), app.stored().await);
        let shorter = sheet.lines().take(20).collect::<Vec<_>>().join("\n").replacen("of Cups", "of Cupps", 1);
        let answer = send_sheet(app, "/v1/games/import", &shorter).await;
        let wrong = answer.wrong(422, "invalid_body");
        assert_eq!(wrong.last(), Some(&("/lines/20".to_owned(), "bad_value".to_owned())));
        assert_eq!(wrong.len(), 2);
        // The first cards of the first trick and of the last change places: hands and suits differ then.
        let (start, last) = sheet.trim_end().rsplit_once('\n').expect("lines");
        let first_trick = start.lines().nth(2).expect("a trick");
        let (one, other) = (first_trick.split(", ").next().expect("a card"), last.split(", ").next().expect("a card"));
        let swapped = sheet.replace(one, "#").replace(other, one).replace('#', other);
        let problem = send_sheet(app, "/v1/games/import", &swapped).await.problem(422, "illegal_log");
        assert!(text(&problem["detail"]).contains("in trick "), "{problem}");
        assert!(text(&problem["detail"]).contains(" of ") || text(&problem["detail"]).contains("The "), "{problem}");
        assert_eq!(app.stored().await, before);
    }

    async fn a_byte_order_mark_at_the_start_is_passed_over(app: &TestApp) {
        let marked = include_str!("../../data/games/bom.json");
        assert!(marked.starts_with('\u{feff}'));
        let stored = app.send(Request::post("/v1/games/import", marked)).await.is(201);
        assert_eq!((text(&stored["ruleset"]), &stored["step_count"]), ("fortunes", &json!(77)));
        for path in ["/v1/games", "/v1/tables"] {
            app.send(Request::post(path, "\u{feff}{\"ruleset\": \"reversal\"}")).await.is(201);
        }
    }

    async fn an_imported_game_has_no_seeds_and_its_bots_are_foreign(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let played = app.play_of(ruleset, "any text").await;
            let game = app.import(&app.log(&played).await).await;
            assert_eq!(game["source"], "imported");
            for nothing in ["played_at", "external_id", "seed", "client_seed", "seed_hash", "commitment"] {
                assert_eq!(game[nothing], Value::Null, "{nothing}");
            }
            assert_eq!(game["deal_given"], false);
            for (player, before) in players(&game).iter().zip(players(&played)) {
                assert_eq!(player["bot"], format!("foreign:{}", text(&before["bot"])));
                assert_eq!((&player["name"], &player["bot_version"]), (&before["name"], &before["bot_version"]));
            }
        }
    }

    async fn games_of_bots_that_are_exported_and_imported_are_no_games_of_people(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            app.play_of(ruleset, "any text").await;
        }
        let lines = async |query: &str| {
            let path = format!("/v1/games?source=played&log=true{query}");
            app.send(Request::get(path).with(ACCEPT, LINES)).await.body().to_owned()
        };
        // Whole, with only some fields, and as log documents, of the lines and by themselves.
        let whole = lines("").await;
        let logs: Vec<String> = whole.lines().map(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            line["log"].to_string()
        }).collect();
        let mut exports = vec![whole.clone(), lines("&fields=id").await, lines("&fields=players").await, logs.join("\n")];
        for game in whole.lines() {
            let game: Value = serde_json::from_str(game).expect("JSON");
            exports.push(app.log(&game).await.to_string());
        }
        for export in &exports {
            let answer = app.send(Request::post("/v1/games/import", export.clone()).with(CONTENT_TYPE, LINES)).await;
            for verdict in answer.lines() {
                let game = app.get(format!("/v1/games/{}", text(&verdict["id"]))).await.is(200);
                assert!(players(&game).iter().all(|player| player["bot"] == "foreign:adept"), "{game}");
                // Exported again, they are as foreign as before.
                let again = app.import(&json!({"players": game["players"], "log": app.log(&game).await})).await;
                assert_eq!(again["players"], game["players"]);
            }
        }
        app.service.catch_up().await.expect("up to date");
        for ruleset in Ruleset::ALL {
            let board = app.get(format!("/v1/leaderboards/{}", ruleset.id())).await.is(200);
            let names: Vec<&str> = board["items"].as_array().expect("items").iter().map(|item| text(&item["name"])).collect();
            assert_eq!(names.len(), 1, "{board}");
            assert!(names[0].starts_with("bot:adept@"), "{board}");
            assert_eq!(board["items"][0]["games"], 1, "what was imported counts for nobody");
        }
        for name in ["Player%203", "bot:foreign:adept@1"] {
            app.get(format!("/v1/players/{name}")).await.problem(404, "not_found");
        }
        // A log alone that says nothing is one of people, as before.
        let game = app.import(&without(&serde_json::from_str(&logs[0]).expect("JSON"), "bots")).await;
        assert!(players(&game).iter().all(|player| player["bot"] == Value::Null), "{game}");
        let counted = app.get("/v1/statistics/reversal?source=imported").await.is(200);
        let labels: Vec<&str> = counted["result"]["bots"].as_array().expect("bots").iter().map(|bot| text(&bot["bot"])).collect();
        assert_eq!(labels, ["foreign"]);
    }

    async fn a_page_shows_a_foreign_bot_as_a_bot(app: &TestApp) {
        let played = app.play_of(Ruleset::Reversal, "any text").await;
        let game = app.import(&app.log(&played).await).await;
        let page = app.send_unchecked(Request::get(format!("/games/{}", text(&game["id"])))).await.text(200);
        assert_eq!(page.matches("a bot elsewhere, adept (version ").count(), 2, "{page}");
    }

    async fn whoever_claims_to_be_a_bot_has_no_rating_and_spoils_none(app: &TestApp) {
        let log = app.log(&app.play_of(Ruleset::Reversal, "any text").await).await;
        let claims = json!([{"bot": "adept", "bot_version": 1}, {"bot": null, "bot_version": null}]);
        let log = with(&with(&log, "players", json!([{"name": "Ada"}, {"name": "Bel"}])), "bots", claims);
        let game = app.import(&log).await;
        assert_eq!((&players(&game)[0]["bot"], &players(&game)[1]["bot"]), (&json!("foreign:adept"), &Value::Null));
        app.service.catch_up().await.expect("up to date");
        app.get("/v1/players/Ada").await.problem(404, "not_found");
        assert_eq!(app.get("/v1/players/Bel").await.is(200)["games"], 1);
        let board = app.get("/v1/leaderboards/reversal").await.is(200);
        assert_eq!(board["items"].as_array().map(Vec::len), Some(2), "Bel, and the bot that played here: {board}");
    }

    async fn a_claim_of_another_form_is_refused(app: &TestApp) {
        let log = without(&app.log(&app.play_of(Ruleset::Reversal, "any text").await).await, "bots");
        let bot = |id: &str| json!({"bot": id, "bot_version": 1});
        for (claims, pointer, code) in [
            (json!("adept"), "", "wrong_type"),
            (json!(["adept", null]), "", "wrong_type"),
            (json!([{"bot": 7, "bot_version": 1}, bot("x")]), "", "wrong_type"),
            (json!([{"bot": "x", "bot_version": -1}, bot("x")]), "", "wrong_type"),
            (json!([bot("x")]), "", "bad_value"),
            (json!([bot("x"), bot("x"), bot("x")]), "", "bad_value"),
            (json!([bot("x"), bot("")]), "/1/bot", "bad_value"),
            (json!([bot(&"x".repeat(65)), bot("x")]), "/0/bot", "bad_value"),
            (json!([bot("foreign:"), bot("x")]), "/0/bot", "bad_value"),
            (json!([bot("a\u{7}"), bot("x")]), "/0/bot", "bad_value"),
        ] {
            let wrong = app.post("/v1/games/import", &with(&log, "bots", claims.clone())).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [(format!("/bots{pointer}"), code.to_owned())], "{claims}");
            let wrong = app.post("/v1/games/import", &json!({"players": claims, "log": log})).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [(format!("/players{pointer}"), code.to_owned())], "{claims}");
        }
        for claims in [json!([{"bot": "x"}, bot("x")]), json!([{"name": "Ada", "bot": "x", "bot_version": 1}, bot("x")])] {
            let wrong = app.post("/v1/games/import", &with(&log, "bots", claims)).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [("/bots".to_owned(), "wrong_type".to_owned())]);
        }
        let coloured = json!([{"name": "Ada", "bot": "x", "bot_version": 1, "colour": "red"}, bot("x")]);
        for field in ["players", "bots"] {
            let import = match field {
                "bots" => with(&log, field, coloured.clone()),
                _ => json!({"players": coloured, "log": log}),
            };
            let wrong = app.post("/v1/games/import", &import).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [(format!("/{field}"), "wrong_type".to_owned())]);
        }
        let longest = json!([{"bot": format!("foreign:{}", "x".repeat(64))}, {"name": "Eve"}]);
        let game = app.import(&json!({"players": longest, "log": log})).await;
        assert_eq!((&players(&game)[0]["bot"], &players(&game)[0]["bot_version"]), (&json!(format!("foreign:{}", "x".repeat(64))), &json!(0)));
    }

    async fn an_export_of_release_0_1_0_gives_the_same_games(app: &TestApp) {
        let export = include_str!("../../data/games/exported-0.1.0.ndjson");
        let answer = app.send(Request::post("/v1/games/import", export).with(CONTENT_TYPE, LINES)).await;
        let verdicts = answer.lines();
        assert_eq!(verdicts.len(), 8);
        for (verdict, line) in verdicts.iter().zip(export.lines()) {
            let before: Value = serde_json::from_str(line).expect("JSON");
            let game = app.get(format!("/v1/games/{}", text(&verdict["id"]))).await.is(200);
            for same in ["winners", "places", "scores"] {
                assert_eq!(game["result"][same], before["result"][same], "{line}");
            }
            assert_eq!(without(&app.log(&game).await, "bots"), before["log"]);
            for (player, then) in players(&game).iter().zip(players(&before)) {
                let bot = then["bot"].as_str().map(|bot| format!("foreign:{bot}"));
                assert_eq!((&player["name"], &player["bot"]), (&then["name"], &json!(bot)), "{line}");
            }
        }
    }

    async fn every_case_of_the_pages_has_its_verdict(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            for (number, case) in cases(ruleset).iter().enumerate() {
                let answer = app.post("/v1/games/import?dry_run=true", &case["log"]).await;
                if case.get("result").is_some() {
                    assert_eq!(answer.is(200)["result"], case["result"], "line {}", number + 1);
                } else {
                    let problem = answer.problem(422, "illegal_log");
                    let found = json!({"index": problem["index"], "code": problem["reason"]});
                    assert_eq!(found, case["refused"], "line {}", number + 1);
                }
            }
        }
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn the_time_of_play_and_the_external_id_are_stored(app: &TestApp) {
        let log = with(&a_log(app).await, "played_at", json!("2025-12-31T23:30:00.1234567-01:30"));
        let game = app.import(&with(&log, "external_id", json!("night 7"))).await;
        assert_eq!(game["played_at"], "2026-01-01T01:00:00.123456Z");
        assert_eq!(game["external_id"], "night 7");
        let empty = with(&with(&log, "played_at", Value::Null), "external_id", Value::Null);
        assert_eq!(app.import(&empty).await["played_at"], Value::Null);
    }

    async fn a_dry_run_checks_and_stores_nothing(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "dry").await;
            let log = app.log(&game).await;
            let before = app.stored().await;
            let verdict = app.post("/v1/games/import?dry_run=true", &log).await;
            assert_eq!(verdict.header("cache-control"), Some("no-store"));
            assert_eq!(verdict.is(200), json!({"ruleset": ruleset, "options": game["options"],
                "players": log["players"], "step_count": game["step_count"], "result": game["result"]}));
            assert_eq!(app.stored().await, before);
            app.post("/v1/games/import?dry_run=false", &log).await.is(201);
            app.delete(text(&game["links"]["self"])).await.text(204);
        }
    }

    async fn an_illegal_step_is_reported_with_the_legal_steps(app: &TestApp) {
        let log = a_log(app).await;
        // Player 0 leads. He does not hold the other players' cards, and a Star may not be led yet.
        let held = log["steps"][0]["hands"][1][9].clone();
        let sent = json!({"type": "play", "player": 0, "card": held});
        let problem = refused(app, &with_step(&log, 1, sent.clone())).await;
        assert_eq!(problem["index"], 1);
        assert_eq!(problem["step"], sent);
        assert_eq!(problem["reason"], "card_not_held");
        assert_eq!(problem["due"], json!({"players": [0], "types": ["play"]}));
        assert_eq!(problem["legal_truncated"], false);
        let legal = problem["legal"].as_array().expect("steps");
        assert_eq!(legal.len(), 17, "19 cards less two Stars");
        assert!(legal.contains(&log["steps"][1]));
        assert!(text(&problem["detail"]).contains("Player 1 ") && !text(&problem["detail"]).contains("(player"), "{}", problem["detail"]);
        let hands = log["steps"][0]["hands"].as_array().expect("hands");
        let queen = hands[1..].iter().flat_map(|hand| hand.as_array().expect("cards")).find(|card| text(card).ends_with("qu"));
        let wrong = with_step(&log, 1, json!({"type": "play", "player": 0, "card": queen}));
        let named = app.post("/v1/games/import?deck=waite-smith", &wrong).await.problem(422, "illegal_log");
        assert!(text(&named["detail"]).starts_with("Player 1 does not hold Queen of "), "{named}");
        assert!(text(&refused(app, &wrong).await["detail"]).starts_with("Player 1 does not hold Riga of "));
        app.post("/v1/games/import?deck=french", &wrong).await.problem(400, "bad_parameter");
        let star = refused(app, &with_step(&log, 1, json!({"type": "play", "player": 0, "card": "ar03"}))).await;
        assert_eq!(star["reason"], "stars_not_broken");
    }

    async fn every_step_reported_as_legal_is_legal(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let log = app.log(&app.play_of(ruleset, "legal").await).await;
            let steps = log["steps"].as_array().expect("steps");
            for count in [1, steps.len() / 2, steps.len() - 1] {
                let mut short = log.clone();
                short["steps"] = json!(steps[..count]);
                let legal = refused(app, &short).await["legal"].as_array().expect("steps").clone();
                for step in legal.iter().take(3) {
                    let mut longer = short.clone();
                    longer["steps"].as_array_mut().expect("steps").push(step.clone());
                    let answer = app.post("/v1/games/import?dry_run=true", &longer).await;
                    if answer.status != 200 {
                        assert_eq!(answer.problem(422, "illegal_log")["reason"], "incomplete", "{step}");
                    }
                }
            }
        }
    }

    async fn a_log_that_ends_too_early_is_incomplete(app: &TestApp) {
        let mut log = a_log(app).await;
        log["steps"].as_array_mut().expect("steps").pop();
        let problem = refused(app, &log).await;
        assert_eq!((&problem["index"], &problem["reason"]), (&json!(76), &json!("incomplete")));
        assert_eq!(problem["step"], Value::Null);
        assert_eq!(problem["legal"].as_array().expect("steps").len(), 1, "the last card");
        log["steps"] = json!([]);
        let problem = refused(app, &log).await;
        assert_eq!((&problem["index"], &problem["due"]), (&json!(0), &json!({"table": "deal"})));
        assert_eq!(problem["legal"], json!([]));
    }

    async fn a_step_after_the_end_is_too_many(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let mut log = app.log(&app.play_of(ruleset, "any text").await).await;
            let count = log["steps"].as_array().expect("steps").len();
            log["steps"].as_array_mut().expect("steps").push(json!({"what": ["ever"]}));
            let problem = refused(app, &log).await;
            assert_eq!((&problem["index"], &problem["reason"]), (&json!(count), &json!("game_over")));
            assert_eq!(problem["step"], json!({"what": ["ever"]}));
            assert_eq!(problem["due"], json!({"over": true}));
        }
    }

    async fn a_step_is_shown_as_it_was_sent(app: &TestApp) {
        let log = a_log(app).await;
        for sent in ["17", "\"play\"", "null", "[]", "{\"type\":\"play\", \"player\" : 0,\"card\":\"wa99\"}", "{\"a\":1.50}",
            "{\"type\": \"play\", \"player\": 4, \"card\": \"wa10\"}", "{\"type\": \"sing\"}", "1e5"]
        {
            let body = log.to_string().replacen(&log["steps"][1].to_string(), sent, 1);
            let answer = app.send(Request::post("/v1/games/import", body)).await;
            let problem = answer.problem(422, "illegal_log");
            assert_eq!(problem["index"], 1);
            assert!(answer.body().contains(&format!("\"step\":{sent},")), "{}", answer.body());
            let unknown = sent.contains("wa99");
            assert_eq!(problem["reason"], if unknown { "unknown_card" } else { "malformed" });
            assert!(!unknown || text(&problem["detail"]).contains("`wa99`"), "{}", problem["detail"]);
        }
    }

    async fn at_most_a_hundred_legal_steps_are_reported(app: &TestApp) {
        let options = json!({"betting": {"type": "wager", "when": "blind", "limit": 1_000_000}});
        let log = json!({"ruleset": "fortunes", "options": options, "players": vec![json!({"name": "Ada"}); 4],
            "steps": [{"type": "wager", "player": 1, "amount": -1}]});
        let problem = refused(app, &log).await;
        assert_eq!(problem["reason"], "bad_amount");
        assert_eq!(problem["legal"].as_array().expect("steps").len(), 100);
        assert_eq!(problem["legal_truncated"], true);
    }

    async fn a_fault_of_the_document_has_no_index(app: &TestApp) {
        let log = a_log(app).await;
        let three = json!([{"name": "Ada"}, {"name": "Bel"}, {"name": "Cyd"}]);
        for (wrong, reason) in [
            (without(&log, "players"), "malformed"),
            (without(&log, "steps"), "malformed"),
            (without(&log, "ruleset"), "malformed"),
            (with(&log, "sky", json!(1)), "malformed"),
            (with(&log, "rules_version", json!(99)), "malformed"),
            (with(&log, "rules_version", Value::Null), "malformed"),
            (with(&log, "options", Value::Null), "malformed"),
            (with(&log, "options", json!([])), "malformed"),
            (with(&log, "steps", json!({})), "malformed"),
            (with(&log, "ruleset", json!(5)), "malformed"),
            (with(&log, "players", json!([["Ada"], ["Bel"], ["Cyd"], ["Dov"]])), "malformed"),
            (with(&log, "players", three), "bad_players"),
            (with(&log, "options", json!({"sky": 1})), "bad_options"),
            (json!([]), "malformed"),
            (json!(null), "malformed"),
        ] {
            let problem = refused(app, &wrong).await;
            assert_eq!(problem["reason"], reason, "{problem}");
            for nothing in ["index", "step", "due"] {
                assert_eq!(problem[nothing], Value::Null);
            }
            assert_eq!(problem["legal"], json!([]));
        }
    }

    async fn fields_of_a_log_are_checked_although_the_object_around_it_has_them_too(app: &TestApp) {
        let log = a_log(app).await;
        let before = app.stored().await;
        for inner in ["a\u{9b}b", "a\u{1f}b", "a\u{7f}b", ""] {
            let exported = json!({"log": with(&log, "external_id", json!(inner)), "external_id": "outer"});
            let told = app.post("/v1/games/import", &exported).await.wrong(422, "invalid_body");
            assert_eq!(told, [("/external_id".to_owned(), "bad_value".to_owned())], "{inner:?}");
        }
        assert_eq!(app.stored().await, before);
        let both = json!({"log": with(&log, "external_id", json!("inner")), "external_id": "outer"});
        assert_eq!(app.post("/v1/games/import", &both).await.is(201)["external_id"], "outer");
        let neither = json!({"log": with(&log, "external_id", json!("inner")), "external_id": null});
        assert_eq!(app.post("/v1/games/import", &neither).await.is(201)["external_id"], Value::Null);
    }

    async fn errors_in_added_fields_are_reported_together(app: &TestApp) {
        let log = a_log(app).await;
        let before = app.stored().await;
        let wrong = with(&with(&log, "played_at", json!("yesterday")), "external_id", json!(""));
        let mut wrong = with(&wrong, "ruleset", json!("whist"));
        wrong["players"][2]["name"] = json!("  ");
        let mut told = app.post("/v1/games/import", &wrong).await.wrong(422, "invalid_body");
        told.sort_unstable();
        let places = [("/external_id", "bad_value"), ("/played_at", "bad_value"), ("/players/2/name", "bad_value"),
            ("/ruleset", "unknown_ruleset")];
        assert_eq!(told, places.map(|(place, code)| (place.to_owned(), code.to_owned())));
        for (field, value) in [("played_at", json!(7)), ("external_id", json!([]))] {
            let told = app.post("/v1/games/import", &with(&log, field, value)).await.wrong(422, "invalid_body");
            assert_eq!(told, [(format!("/{field}"), "wrong_type".to_owned())]);
        }
        app.post("/v1/games/import", &with(&log, "ruleset", json!("whist"))).await.problem(422, "unknown_ruleset");
        for time in ["2026-01-01", "2026-01-01 00:00:00Z", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59-01:00", "+12026-01-01T00:00:00Z", "2026-01-01T00:00:00"]
        {
            let told = app.post("/v1/games/import", &with(&log, "played_at", json!(time))).await;
            assert_eq!(told.wrong(422, "invalid_body")[0].0, "/played_at", "{time}");
        }
        assert_eq!(app.stored().await, before);
    }

    async fn a_log_has_a_limit_of_steps(app: &TestApp) {
        let log = with(&a_log(app).await, "steps", json!(vec![0; STEP_LIMIT + 1]));
        let answer = app.post("/v1/games/import", &log).await;
        assert_eq!(answer.wrong(422, "invalid_body"), [("/steps".to_owned(), "bad_value".to_owned())]);
        let most = with(&log, "steps", json!(vec![0; STEP_LIMIT]));
        assert_eq!(app.post("/v1/games/import", &most).await.problem(422, "illegal_log")["reason"], "malformed");
    }

    async fn a_log_without_hands_gives_an_equal_game(app: &TestApp) {
        let log = a_log(app).await;
        let complete = app.import(&log).await;
        let bare = app.import(&with_step(&log, 0, json!({"type": "deal"}))).await;
        assert_eq!(bare["result"], complete["result"]);
        assert_eq!(app.log(&bare).await, app.log(&complete).await);
    }

    async fn names_are_trimmed_and_options_may_be_left_out(app: &TestApp) {
        let mut log = without(&without(&a_log(app).await, "options"), "rules_version");
        log["players"][0]["name"] = json!("  Zoe\u{308} ");
        let game = app.import(&log).await;
        assert_eq!(game["players"][0]["name"], "Zo\u{eb}");
        assert_eq!(game["options"]["match"], json!({"type": "deals", "deals": 1}));
    }

    async fn the_flag_is_true_or_false(app: &TestApp) {
        let log = a_log(app).await;
        for wrong in ["1", "TRUE", "yes", ""] {
            let answer = app.post(format!("/v1/games/import?dry_run={wrong}"), &log).await;
            assert_eq!(answer.wrong(400, "bad_parameter"), [("dry_run".to_owned(), "bad_parameter".to_owned())]);
        }
        app.post("/v1/games/import?dry_run=true&dry_run=true", &log).await.problem(400, "bad_parameter");
    }
}
