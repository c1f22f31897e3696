//! Tags of games: given when a game is played or imported, and found by.

use arcana::games::Ruleset;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    browser::Browser,
    games_import::{a_log, send_sheet, sheet_of},
    plays::{text, with},
};

const LINES: &str = "application/x-ndjson";

/// The tags of the games that match, newest first.
async fn found(app: &TestApp, query: &str) -> Vec<Value> {
    let list = app.get(format!("/v1/games?{query}")).await.is(200);
    list["items"].as_array().expect("items").iter().map(|game| game["tags"].clone()).collect()
}

on_both! {
    async fn a_game_has_the_tags_it_was_played_with(app: &TestApp) {
        let tags = json!([" Zoe\u{308}s club ", "season 3", "season 3"]);
        let game = app.play(&json!({"ruleset": "fortunes", "tags": tags})).await;
        assert_eq!(game["tags"], json!(["Zoës club", "season 3"]), "tidied, and each once");
        assert_eq!(app.get(text(&game["links"]["self"])).await.is(200)["tags"], game["tags"]);
        assert_eq!(app.play_of(Ruleset::Fortunes, "one").await["tags"], json!([]));
        assert_eq!(found(app, "tag=season+3").await, [game["tags"].clone()]);
        assert_eq!(found(app, "tag=season+3&tag=Zo%C3%ABs+club").await, [game["tags"].clone()]);
        assert_eq!(found(app, "tag=season+3&tag=season+4").await, [Value::Null; 0]);
        assert_eq!(found(app, "fields=tags").await, [json!([]), game["tags"].clone()]);
    }

    async fn all_that_is_wrong_with_tags_is_told(app: &TestApp) {
        let nine: Vec<_> = (0..9).map(|number| number.to_string()).collect();
        for (tags, place) in [
            (json!(["ok", ""]), "/tags/1"), (json!(["x".repeat(65)]), "/tags/0"), (json!(["a\nb"]), "/tags/0"),
            (json!([7]), "/tags/0"), (json!("club"), "/tags"), (json!(nine), "/tags"),
        ] {
            let wrong = app.post("/v1/games", &json!({"ruleset": "fortunes", "tags": tags})).await.wrong(422, "invalid_body");
            assert_eq!(wrong[0].0, place);
        }
        let log = a_log(app).await;
        for (tags, place) in [(json!([""]), "/tags/0"), (json!("club"), "/tags"), (json!([null]), "/tags"), (json!(nine), "/tags")] {
            let wrong = app.post("/v1/games/import", &with(&log, "tags", tags)).await.wrong(422, "invalid_body");
            assert_eq!(wrong[0].0, place);
        }
        let eight: Vec<_> = (0..8).map(|number| format!("tag={number}")).collect();
        let answer = app.post(format!("/v1/games/import?{}", eight.join("&")), &with(&log, "tags", json!(["9"]))).await;
        assert_eq!(answer.wrong(422, "invalid_body")[0].0, "/tags");
        for query in ["tag=", "tag=%00", &["tag=x"; 9].join("&")] {
            app.get(format!("/v1/games?{query}")).await.problem(400, "bad_parameter");
            app.post(format!("/v1/games/import?{query}"), &log).await.problem(400, "bad_parameter");
        }
        assert_eq!(app.stored().await.0, 1);
    }

    async fn tags_come_with_logs_sheets_and_lines(app: &TestApp) {
        let log = a_log(app).await;
        assert_eq!(app.import(&with(&log, "tags", json!(null))).await["tags"], json!([]));
        assert_eq!(app.import(&with(&log, "tags", json!(["club"]))).await["tags"], json!(["club"]));
        let sheet = send_sheet(app, "/v1/games/import?tag=club&tag=season,3", &sheet_of(&log)).await.is(201);
        assert_eq!(sheet["tags"], json!(["club", "season,3"]));
        let again: Vec<_> = (0..8).map(|number| number.to_string()).collect();
        let twice = app.post("/v1/games/import?tag=7", &with(&log, "tags", json!(again))).await.is(201);
        assert_eq!(twice["tags"].as_array().map(Vec::len), Some(8), "the same tag twice is one");
        let body = format!("{}\n{}\n", with(&log, "tags", json!(["club", "cup"])), log);
        let request = Request::post("/v1/games/import?tag=club&tag=evening", body).with(CONTENT_TYPE, LINES);
        assert_eq!(app.send(request).await.lines().len(), 2);
        assert_eq!(found(app, "tag=evening").await, [json!(["club", "evening"]), json!(["club", "evening", "cup"])]);
        assert_eq!(found(app, "tag=club&source=imported&ruleset=fortunes").await.len(), 4);
    }

    async fn the_game_of_a_table_has_the_tables_tags(app: &TestApp) {
        let seats = vec![json!({"type": "bot", "bot": "random"}); 2];
        let set_up = json!({"ruleset": "reversal", "options": {"target": 1}, "seats": seats, "tags": [" club ", "cup", "cup"]});
        let table = app.post("/v1/tables", &set_up).await.is(201);
        assert_eq!(table["tags"], json!(["club", "cup"]));
        let over = app.get(text(&table["links"]["self"])).await.is(200);
        assert_eq!((&over["phase"], &over["tags"]), (&json!("over"), &table["tags"]));
        assert_eq!(found(app, "tag=club&tag=cup").await, [table["tags"].clone()]);
        assert_eq!(app.post("/v1/tables", &json!({"ruleset": "reversal"})).await.is(201)["tags"], json!([]));
        let nine: Vec<_> = (0..9).map(|number| number.to_string()).collect();
        for (tags, place) in [(json!([""]), "/tags/0"), (json!("club"), "/tags"), (json!(nine), "/tags")] {
            let wrong = app.post("/v1/tables", &with(&set_up, "tags", tags)).await.wrong(422, "invalid_body");
            assert_eq!(wrong[0].0, place);
        }
    }

    async fn forms_take_tags_between_commas(app: &TestApp) {
        let browser = Browser::new(app);
        let bots = [("ruleset", "reversal"), ("seat.0", "random"), ("seat.1", "random"), ("tags", "club, season 3,,club")];
        for (page, action) in [("/tables/new?ruleset=reversal", "/tables/new"), ("/games/new?ruleset=reversal", "/games")] {
            assert!(browser.open(page).await.contains(r#"name="tags""#), "{page}");
            browser.submit(action, &bots).await.text(303);
        }
        assert_eq!(found(app, "tag=season+3").await, vec![json!(["club", "season 3"]); 2]);
        let many = [&bots[..3], &[("tags", "1,2,3,4,5,6,7,8,9")]].concat();
        for action in ["/tables/new", "/games"] {
            let page = browser.submit(action, &many).await.text(422);
            assert!(page.contains("<a href=\"#tags\">Tags: Expected at most 8, not 9.") && page.contains("value=\"1,2,"), "{page}");
        }
    }

    async fn an_exported_line_is_imported_with_its_tags(app: &TestApp) {
        app.play(&json!({"ruleset": "fortunes", "seed": "one", "tags": ["club", "season 3"]})).await;
        let lines = app.get_as("/v1/games?log=true&tag=club", LINES).await.lines();
        assert_eq!(lines.len(), 1);
        assert_eq!(app.import(&lines[0]).await["tags"], json!(["club", "season 3"]));
        assert_eq!(app.get_as("/v1/games?tag=season+3", LINES).await.lines().len(), 2);
        assert!(app.get_as("/v1/games?tag=season", LINES).await.text(200).is_empty());
    }

    async fn games_of_a_tag_are_listed_counted_and_followed_page_by_page(app: &TestApp) {
        for seed in 0..7 {
            let tags = if seed % 2 == 0 { json!(["club"]) } else { json!(["club", "cup"]) };
            app.play(&json!({"ruleset": "reversal", "seed": seed.to_string(), "tags": tags})).await;
            app.play_of(Ruleset::Reversal, &format!("another {seed}")).await;
        }
        let count = app.get("/v1/games?tag=club&count=true&limit=1").await.is(200)["count"].clone();
        assert_eq!(count, json!({"games": 7, "more": false}));
        let (mut path, mut seeds) = ("/v1/games?tag=club&limit=3".to_owned(), Vec::new());
        loop {
            let list = app.get(path.as_str()).await.is(200);
            seeds.extend(list["items"].as_array().expect("items").iter().map(|game| text(&game["seed"]).to_owned()));
            let Some(cursor) = list["next_cursor"].as_str() else { break };
            app.get(format!("/v1/games?tag=cup&cursor={cursor}")).await.problem(400, "bad_cursor");
            path = format!("/v1/games?tag=club&limit=3&cursor={cursor}");
        }
        assert_eq!(seeds, ["6", "5", "4", "3", "2", "1", "0"]);
        let counted = async |query: &str| app.get(format!("/v1/statistics/reversal?{query}")).await.is(200)["games"].clone();
        assert_eq!([counted("tag=club").await, counted("tag=cup").await, counted("").await], [7, 3, 14].map(|n| json!(n)));
    }

    async fn pages_filter_by_tag(app: &TestApp) {
        let players = json!([{"name": "Ada"}, {"name": "Bel"}]);
        app.play(&json!({"ruleset": "reversal", "tags": ["club"], "players": players})).await;
        app.play(&json!({"ruleset": "reversal", "players": [{"name": "Cyd"}, {"name": "Dov"}]})).await;
        let page = async |path: &str| app.send_unchecked(Request::get(path)).await.text(200);
        let games = page("/games?tag=club").await;
        assert!(games.contains("Ada") && !games.contains("Cyd"), "{games}");
        assert!(games.contains(r#"name="tag" type="text" maxlength="64" value="club""#), "{games}");
        assert!(page("/statistics?ruleset=reversal&tag=club").await.contains("1 game"));
    }
}
