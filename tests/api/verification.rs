//! `GET /v1/games/{id}/verification`.

use arcana::games::Ruleset;
use serde_json::{Value, json};

use crate::{
    app::TestApp,
    plays::{sha256, text},
};

async fn verification(app: &TestApp, game: &Value) -> Value {
    let answer = app.get(format!("/v1/games/{}/verification", text(&game["id"]))).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.is(200)
}

on_both! {
    async fn a_played_game_holds_good_from_its_seeds_to_its_result(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let players = vec![json!({"bot": "random"}); usize::from(ruleset.about().players.default)];
            for body in [
                json!({"ruleset": ruleset}),
                json!({"ruleset": ruleset, "seed": "any text"}),
                json!({"ruleset": ruleset, "seed": "any text", "client_seed": "my lucky words", "players": players}),
            ] {
                let game = app.play(&body).await;
                let hash = sha256(text(&game["seed"]));
                assert_eq!(verification(app, &game).await,
                    json!({"valid": true, "result_matches": true, "chance_matches": true, "seed_hash": hash}));
            }
        }
    }

    async fn an_imported_game_tells_nothing_of_chance(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let log = app.log(&app.play_of(ruleset, "any text").await).await;
            assert_eq!(verification(app, &app.import(&log).await).await,
                json!({"valid": true, "result_matches": true, "chance_matches": null, "seed_hash": null}));
        }
    }

    async fn a_deal_that_was_given_tells_nothing_of_chance(app: &TestApp) {
        let deal = app.log(&app.play_of(Ruleset::Fortunes, "one").await).await["steps"][0].clone();
        let game = app.play(&json!({"ruleset": "fortunes", "seed": "two", "deal": deal})).await;
        assert_eq!(verification(app, &game).await,
            json!({"valid": true, "result_matches": true, "chance_matches": null, "seed_hash": sha256("two")}));
    }

    async fn another_seed_than_the_one_that_dealt_is_found_out(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "any text").await;
            app.database.execute("update games set seed = 'another text'").await;
            let found = verification(app, &game).await;
            assert_eq!((&found["valid"], &found["chance_matches"]), (&json!(true), &json!(false)));
            assert_eq!(found["seed_hash"], sha256("another text"));
            app.database.execute("update games set seed = 'any text', client_seed = 'x'").await;
            assert_eq!(verification(app, &game).await["chance_matches"], false);
            app.delete(text(&game["links"]["self"])).await.text(204);
        }
    }
}
