//! `GET /v1/games/{id}/verification`.

use arcana::games::Ruleset;
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    plays::{sha256, text},
};

async fn verification(app: &TestApp, game: &Value) -> Value {
    let answer = app.get(format!("/v1/games/{}/verification", text(&game["id"]))).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.is(200)
}

/// A page for people.
async fn page(app: &TestApp, path: &str) -> String {
    app.send_unchecked(Request::get(path)).await.text(200).to_owned()
}

on_both! {
    async fn a_played_game_is_verified_from_its_seeds_to_its_result(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let players = vec![json!({"bot": "random"}); usize::from(ruleset.info().players.default)];
            for body in [
                json!({"ruleset": ruleset}),
                json!({"ruleset": ruleset, "seed": "any text"}),
                json!({"ruleset": ruleset, "seed": "any text", "client_seed": "my lucky words", "players": players}),
            ] {
                let game = app.play(&body).await;
                let hash = sha256(text(&game["seed"]));
                assert_eq!(verification(app, &game).await,
                    json!({"valid": true, "result_matches": true, "chance_matches": true, "seed_hash": hash,
                        "committed": false, "chance_origin": if body["seed"].is_null() { "service" } else { "caller" }}));
            }
        }
    }

    async fn an_imported_game_has_no_chance_to_verify(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let log = app.log(&app.play_of(ruleset, "any text").await).await;
            assert_eq!(verification(app, &app.import(&log).await).await,
                json!({"valid": true, "result_matches": true, "chance_matches": null, "seed_hash": null,
                    "committed": false, "chance_origin": "unknown"}));
        }
    }

    async fn a_given_deal_has_no_chance_to_verify(app: &TestApp) {
        let deal = app.log(&app.play_of(Ruleset::Fortunes, "one").await).await["steps"][0].clone();
        let game = app.play(&json!({"ruleset": "fortunes", "seed": "two", "deal": deal})).await;
        assert_eq!(verification(app, &game).await,
            json!({"valid": true, "result_matches": true, "chance_matches": null, "seed_hash": sha256("two"),
                "committed": false, "chance_origin": "caller"}));
    }

    async fn a_game_reports_who_could_have_influenced_its_chance(app: &TestApp) {
        let commitment = app.post("/v1/commitments", &json!({})).await.is(201);
        let body = json!({"ruleset": "reversal", "commitment": commitment["id"], "client_seed": "mine"});
        let game = app.play(&body).await;
        let told = verification(app, &game).await;
        assert_eq!((&told["committed"], &told["chance_origin"]), (&json!(true), &json!("committed")));
        let own = format!("/games/{}", text(&game["id"]));
        assert!(page(app, &own).await.contains("Proof of fairness"));
        assert!(page(app, "/games").await.contains("committed"));
        // As stored by earlier releases: the service alone chose the seed.
        app.database.execute("update games set client_seed = ''").await;
        let told = verification(app, &game).await;
        assert_eq!((&told["committed"], &told["chance_origin"]), (&json!(false), &json!("service")));
        app.database.execute("update games set client_seed = 'mine'").await;
        app.database.execute("update commitments set game_id = null").await;
        assert_eq!(verification(app, &game).await["committed"], false);
        let page = page(app, &own).await;
        assert!(!page.contains("Proof of fairness") && page.contains("not that the seed was not hand-picked"), "{page}");
    }

    async fn a_wrong_seed_is_detected(app: &TestApp) {
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
