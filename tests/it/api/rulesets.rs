//! `/v1/rulesets`.

use arcana::games::Ruleset;
use serde_json::{Value, json};

use crate::api::plays::text;

on_both! {
    async fn every_ruleset_describes_itself(app: &TestApp) {
        let list = app.get("/v1/rulesets").await.is(200);
        let items = list["items"].as_array().expect("items");
        assert_eq!(list["next_cursor"], Value::Null);
        assert_eq!(items.iter().map(|item| text(&item["id"])).collect::<Vec<_>>(), Ruleset::ALL.map(Ruleset::id));
        for item in items {
            let answer = app.get(format!("/v1/rulesets/{}", text(&item["id"]))).await;
            assert_eq!(answer.is(200), *item);
            assert_eq!(answer.header("cache-control"), Some("no-cache"));
            let players = &item["players"];
            assert!(players["min"].as_u64() <= players["default"].as_u64());
            assert!(players["default"].as_u64() <= players["max"].as_u64());
            let bots = item["bots"].as_array().expect("bots");
            assert_eq!(bots.iter().filter(|bot| bot["default"] == true).count(), 1);
            let page = app.get(text(&item["rules"])).await;
            assert_eq!((page.status, page.content_type()), (200, "text/html; charset=utf-8"));
        }
    }

    async fn the_bots_of_a_ruleset_play_it(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let about = app.get(format!("/v1/rulesets/{}", ruleset.id())).await.is(200);
            for bot in about["bots"].as_array().expect("bots") {
                let mut players = vec![json!({"bot": "random"}); usize::from(ruleset.info().players.default)];
                players[0] = json!({"bot": bot["id"]});
                if bot.get("effort").is_some() {
                    players[0]["effort"] = 1.into();
                }
                let game = app.play(&json!({"ruleset": ruleset, "players": players})).await;
                assert_eq!(game["players"][0]["bot"], bot["id"]);
                assert_eq!(game["players"][0]["bot_version"], bot["version"]);
            }
        }
    }

    async fn the_schema_of_the_options_matches_the_parser(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let about = app.get(format!("/v1/rulesets/{}", ruleset.id())).await.is(200);
            let schema = jsonschema::draft202012::new(&about["options"]).expect("a JSON Schema");
            assert!(!about["options"].to_string().contains("\"$ref\""), "a schema that is all in one piece");
            assert!(schema.is_valid(&json!({})));
            assert!(!schema.is_valid(&json!({"sky": 1})));
            let game = app.play(&json!({"ruleset": ruleset, "options": {}})).await;
            assert!(schema.is_valid(&game["options"]));
            for (name, option) in about["options"]["properties"].as_object().expect("options") {
                if let Some(default) = option.get("default") {
                    assert_eq!(game["options"][name], *default, "{} {name}", ruleset.id());
                    app.play(&json!({"ruleset": ruleset, "options": {name: default}})).await;
                }
            }
        }
    }

    async fn an_unknown_ruleset_is_not_found(app: &TestApp) {
        for id in ["whist", "FORTUNES", "%20", "fortunes%2F"] {
            app.get(format!("/v1/rulesets/{id}")).await.problem(404, "not_found");
        }
        app.get("/v1/rulesets/fortunes.md").await.problem(406, "not_acceptable");
        app.get("/v1/rulesets/fortunes.json").await.is(200);
        app.get("/v1/rulesets?sky=1").await.problem(400, "unknown_parameter");
        app.get_as("/v1/rulesets", "image/webp").await.problem(406, "not_acceptable");
    }
}
