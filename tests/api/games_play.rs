//! `POST /v1/games`.

use arcana::games::Ruleset;
use serde_json::json;

use crate::plays::text;

on_both! {
    async fn only_the_ruleset_is_needed(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let answer = app.post("/v1/games", &json!({"ruleset": ruleset})).await;
            let game = answer.is(201);
            assert_eq!(game["ruleset"], ruleset.id());
            assert_eq!(answer.header("location"), Some(text(&game["links"]["self"])));
            assert_eq!(app.get(text(&game["links"]["self"])).await.is(200), game);
        }
    }
}
