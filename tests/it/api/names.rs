//! Names of the players of one game: each is told from the others, and can be asked for.

use arcana::service::{Purpose, check_document};
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    plays::{text, with},
    tables::Table,
};

/// Pairs of names that look the same.
const ALIKE: [[&str; 2]; 6] = [
    ["Ada", "Ada"],
    ["Ada", "Ada\u{200b}"],
    ["Zo\u{eb}", "Zoe\u{308}"],
    ["Ada", "\u{ff21}da"],
    ["Ada Bel", "ada\u{a0}bel"],
    ["\u{2060}Cy\u{ad}d", "Cyd\u{fe0f}"],
];

/// A game whose players are called `.` and `..`.
const DOTS: &str = include_str!("../../data/games/dots.json");

fn named(names: &[&str]) -> Value {
    names.iter().map(|name| json!({"name": name})).collect()
}

/// The log of a game of two with these names.
fn log(names: &[&str]) -> Value {
    with(&serde_json::from_str(DOTS).expect("JSON"), "players", named(names))
}

on_both! {
    async fn players_of_a_requested_game_do_not_look_alike(app: &TestApp) {
        let before = app.stored().await;
        for names in ALIKE {
            let request = json!({"ruleset": "reversal", "players": named(&names)});
            let wrong = app.post("/v1/games", &request).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [("/players/1/name".to_owned(), "bad_value".to_owned())], "{names:?}");
        }
        let request = json!({"ruleset": "reversal", "players": [{"name": "player 2"}, {}]});
        let wrong = app.post("/v1/games", &request).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/players/0/name".to_owned(), "bad_value".to_owned())], "the second has the name of its seat");
        let request = json!({"ruleset": "reversal", "players": named(&[".", " .. "])});
        let wrong = app.post("/v1/games", &request).await.wrong(422, "invalid_body");
        assert_eq!(wrong.iter().map(|(pointer, _)| pointer.as_str()).collect::<Vec<_>>(), ["/players/0/name", "/players/1/name"]);
        assert_eq!(app.stored().await, before);
        app.play(&json!({"ruleset": "reversal", "players": named(&["Ada", "Adam"])})).await;
    }

    async fn players_at_a_table_do_not_look_alike(app: &TestApp) {
        for names in ALIKE {
            let seats = json!([{"type": "person", "name": names[0]}, {"type": "bot", "name": names[1]}]);
            let wrong = app.post("/v1/tables", &json!({"ruleset": "reversal", "seats": seats})).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [("/seats/1/name".to_owned(), "bad_value".to_owned())], "{names:?}");
            let seats = json!([{"type": "person", "name": names[0]}, {"type": "open"}]);
            let mut table = Table::set_up(app, &json!({"ruleset": "reversal", "seats": seats})).await;
            let (seat, invitation) = table.invitation();
            let path = format!("{}/seats/{seat}", table.path);
            for name in [names[1], ".."] {
                let wrong = app.post(&path, &json!({"name": name, "invitation": invitation})).await.wrong(422, "invalid_body");
                assert_eq!(wrong, [("/name".to_owned(), "bad_value".to_owned())], "{name:?}");
            }
            table.join(app, json!({"name": "Eve"})).await;
        }
        let seats = json!([{"type": "person", "name": "Player 2"}, {"type": "open"}]);
        let wrong = app.post("/v1/tables", &json!({"ruleset": "reversal", "seats": seats})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/seats/0/name".to_owned(), "bad_value".to_owned())], "a guest without a name is called so");
        // Nor may a guest take the name of a seat that is open yet.
        let seats = json!([{"type": "person", "name": "Ada"}, {"type": "open"}, {"type": "open"}, {"type": "bot"}]);
        let table = Table::set_up(app, &json!({"ruleset": "fortunes", "seats": seats})).await;
        let guest = json!({"name": "player 3", "invitation": table.made["invitations"][0]["invitation"]});
        let wrong = app.post(format!("{}/seats/1", table.path), &guest).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/name".to_owned(), "bad_value".to_owned())]);
    }

    async fn players_of_an_imported_game_do_not_look_alike(app: &TestApp) {
        let before = app.stored().await;
        let import = async |body: String, kind: &str| {
            app.send(Request::post("/v1/games/import", body).with(CONTENT_TYPE, kind)).await
        };
        for names in ALIKE {
            let body = log(&names).to_string();
            for path in ["/v1/games/import", "/v1/games/import?dry_run=true"] {
                let wrong = app.send(Request::post(path, body.clone())).await.wrong(422, "invalid_body");
                assert_eq!(wrong, [("/players/1/name".to_owned(), "bad_value".to_owned())], "{names:?}");
            }
            let line = import(body.clone(), "application/x-ndjson").await.lines().remove(0);
            assert_eq!(line["problem"]["errors"][0]["pointer"], "/players/1/name", "{line}");
            assert!(check_document(&body, 1_000, None, Purpose::Judge).is_ok(), "the rules do not say that names differ");
        }
        let wrong = import(DOTS.to_owned(), "application/json").await.wrong(422, "invalid_body");
        assert_eq!(wrong.iter().map(|(pointer, _)| pointer.as_str()).collect::<Vec<_>>(), ["/players/0/name", "/players/1/name"]);
        assert_eq!(app.stored().await, before);
    }

    async fn what_was_exported_with_names_that_look_alike_is_taken_back(app: &TestApp) {
        let exported = json!({"id": "0199aa00-0000-7000-8000-000000000000", "log": log(&["Ada", "Ada\u{200b}"])});
        let game = app.import(&exported).await;
        assert_eq!((text(&game["players"][0]["name"]), text(&game["players"][1]["name"])), ("Ada", "Ada\u{200b}"));
        let dots = json!({"id": "0199aa00-0000-7000-8000-000000000000", "log": log(&["Ada", ".."])});
        let wrong = app.post("/v1/games/import", &dots).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/players/1/name".to_owned(), "bad_value".to_owned())], "nobody could ask for this player");
    }

    async fn every_name_that_is_taken_can_be_asked_for(app: &TestApp) {
        for name in ["...", ".a", "%2E%2E", "%2e", "a/b", "../x", "a\\b", "?x=1", "#x", "a%", "a+b", "versus", "Ada.json", ";a=b", "~", "*", "&", "\"", ":"] {
            app.import(&log(&[name, "Bel"])).await;
            app.service.catch_up().await.expect("up to date");
            let escaped: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
            assert_eq!(app.get(format!("/v1/players/{escaped}")).await.is(200)["name"], name);
            assert_eq!(app.get(format!("/v1/players/Bel/versus/{escaped}")).await.is(200)["games"], 1, "{name}");
            let page = app.send_unchecked(Request::get(format!("/players/{escaped}"))).await;
            assert_eq!(page.status, 200, "{name}");
        }
    }
}
