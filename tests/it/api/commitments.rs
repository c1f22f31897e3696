//! `/v1/commitments`: the proof of fairness in `chance.md`.

use arcana::{games::Ruleset, service::Scope};
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    keys::{key, shown},
    plays::{NOBODY, sha256, text},
};

async fn commitment(app: &TestApp) -> Value {
    app.post("/v1/commitments", &json!({})).await.is(201)
}

fn time(value: &Value) -> DateTime<Utc> {
    text(value).parse().expect("a time")
}

on_both! {
    async fn a_commitment_commits_to_a_seed_without_revealing_it(app: &TestApp) {
        let answer = app.post("/v1/commitments", &json!({})).await;
        let made = answer.is(201);
        let own = format!("/v1/commitments/{}", text(&made["id"]));
        assert_eq!(answer.header("location"), Some(own.as_str()));
        assert_eq!(time(&made["expires_at"]) - time(&made["created_at"]), TimeDelta::days(7));
        assert_eq!(made["game"], Value::Null);
        let again = app.get(own.as_str()).await;
        assert_eq!(again.is(200), made);
        assert_eq!(again.header("cache-control"), Some("no-store"));
        assert_ne!(commitment(app).await["seed_hash"], made["seed_hash"]);
        app.get(format!("{own}.json")).await.is(200);
        app.get(format!("{own}.txt")).await.problem(406, "not_acceptable");
    }

    async fn the_game_reveals_the_committed_seed(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let made = commitment(app).await;
            let body = json!({"ruleset": ruleset, "commitment": made["id"], "client_seed": "my lucky words"});
            let game = app.play(&body).await;
            assert_eq!(game["commitment"], made["id"]);
            assert_eq!(sha256(text(&game["seed"])), text(&made["seed_hash"]));
            assert_eq!(game["seed_hash"], made["seed_hash"]);
            assert_eq!(text(&game["seed"]).len(), 64, "32 bytes in hex");
            let verification = app.get(format!("/v1/games/{}/verification", text(&game["id"]))).await.is(200);
            assert_eq!(verification["chance_matches"], true);
            // Anyone can repeat the game from the published data.
            let again = json!({"ruleset": ruleset, "seed": game["seed"], "client_seed": "my lucky words"});
            assert_eq!(app.log(&app.play(&again).await).await["steps"], app.log(&game).await["steps"]);
            let used = app.get(format!("/v1/commitments/{}", text(&made["id"]))).await.is(200);
            assert_eq!(used["game"], game["id"]);
        }
    }

    async fn a_commitment_can_be_used_once(app: &TestApp) {
        let made = commitment(app).await;
        let body = json!({"ruleset": "fortunes", "commitment": made["id"], "client_seed": "mine"});
        let game = app.play(&body).await;
        let before = app.stored().await;
        app.post("/v1/games", &body).await.problem(409, "commitment_used");
        app.post("/v1/readings", &json!({"commitment": made["id"], "client_seed": "mine"})).await.problem(409, "commitment_used");
        assert_eq!(app.stored().await, before);
        app.delete(text(&game["links"]["self"])).await.text(204);
        app.post("/v1/games", &body).await.problem(409, "commitment_used");
    }

    async fn a_table_that_never_began_gives_its_commitment_back(app: &TestApp) {
        let made = commitment(app).await;
        let seats = json!([{"type": "person"}, {"type": "open"}]);
        let body = json!({"ruleset": "reversal", "commitment": made["id"], "seats": seats});
        let table = app.post("/v1/tables", &body).await.is(201);
        app.post("/v1/tables", &body).await.problem(409, "commitment_used");
        app.delete(text(&table["links"]["self"])).await.text(204);
        let game = app.play(&json!({"ruleset": "reversal", "commitment": made["id"], "client_seed": "mine"})).await;
        assert_eq!(game["commitment"], made["id"]);
        app.post("/v1/tables", &body).await.problem(409, "commitment_used");
    }

    async fn of_concurrent_requests_one_gets_the_commitment(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "commitment": commitment(app).await["id"], "client_seed": "mine"});
        let answers = join_all((0..8).map(|_| app.post("/v1/games", &body))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            answer.problem(409, "commitment_used");
        }
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn a_commitment_expires_after_seven_days(app: &TestApp) {
        let (early, late) = (commitment(app).await, commitment(app).await);
        app.clock.advance(TimeDelta::days(7) - TimeDelta::minutes(1));
        app.play(&json!({"ruleset": "fortunes", "commitment": early["id"], "client_seed": "mine"})).await;
        app.clock.advance(TimeDelta::minutes(1));
        app.post("/v1/games", &json!({"ruleset": "fortunes", "commitment": late["id"], "client_seed": "mine"})).await.problem(409, "commitment_used");
        assert_eq!(app.stored().await, (1, 0));
    }

    async fn a_commitment_goes_with_no_other_seed_and_no_deal(app: &TestApp) {
        let deal = app.log(&app.play_of(Ruleset::Fortunes, "any text").await).await["steps"][0].clone();
        let made = commitment(app).await;
        let before = app.stored().await;
        let body = json!({"ruleset": "fortunes", "commitment": made["id"], "client_seed": "x", "seed": "mine", "deal": deal});
        let wrong = app.post("/v1/games", &body).await.wrong(422, "invalid_body");
        assert_eq!(wrong, ["/seed", "/deal"].map(|place| (place.to_owned(), "bad_value".to_owned())));
        let wrong = app.post("/v1/readings", &json!({"commitment": made["id"], "client_seed": "x", "seed": "mine"})).await;
        assert_eq!(wrong.wrong(422, "invalid_body"), [("/seed".to_owned(), "bad_value".to_owned())]);
        assert_eq!(app.stored().await, before);
        // A refused request does not use up the commitment.
        app.play(&json!({"ruleset": "fortunes", "commitment": made["id"], "client_seed": "mine"})).await;
    }

    async fn the_callers_commitments_are_listed_with_their_numbers(app: &TestApp) {
        let mine = key(app, &[Scope::Read, Scope::Write]).await;
        let mut made = Vec::new();
        for _ in 0..3 {
            made.push(app.send(shown(Request::post("/v1/commitments", "{}"), &mine)).await.is(201));
        }
        commitment(app).await;
        let mut previous = Value::Null;
        for (number, one) in (1..).zip(&made) {
            assert_eq!((&one["number"], &one["previous"]), (&json!(number), &previous));
            let before = previous.as_str().unwrap_or_default();
            let told = format!("{before}\n{number}\n{}\n{}\n", text(&one["id"]), text(&one["seed_hash"]));
            assert_eq!(one["chain_hash"], sha256(&told));
            previous = one["chain_hash"].clone();
        }
        made.reverse();
        let list = |path: String| app.send(shown(Request::get(path), &mine));
        let first = list("/v1/commitments?limit=2".to_owned()).await.is(200);
        assert_eq!(first["items"], json!(made[..2]));
        let rest = list(format!("/v1/commitments?limit=2&cursor={}", text(&first["next_cursor"]))).await.is(200);
        assert_eq!((&rest["items"], &rest["next_cursor"]), (&json!(made[2..]), &Value::Null));
        // Anonymous callers do not see each other's commitments.
        app.get("/v1/commitments").await.problem(401, "unauthorized");
    }

    async fn a_commitment_requires_the_callers_part_of_the_seed(app: &TestApp) {
        let made = commitment(app).await;
        for client_seed in [Value::Null, json!("")] {
            for (route, ruleset) in [("/v1/games", json!("fortunes")), ("/v1/readings", Value::Null)] {
                let mut body = json!({"commitment": made["id"], "client_seed": client_seed});
                if !ruleset.is_null() {
                    body["ruleset"] = ruleset;
                }
                let wrong = app.post(route, &body).await.wrong(422, "invalid_body");
                assert_eq!(wrong, [("/client_seed".to_owned(), "bad_value".to_owned())]);
            }
        }
        assert_eq!(app.stored().await, (0, 0));
        app.play(&json!({"ruleset": "fortunes", "commitment": made["id"], "client_seed": "mine"})).await;
    }

    async fn an_unknown_commitment_cannot_be_used(app: &TestApp) {
        app.post("/v1/games", &json!({"ruleset": "fortunes", "commitment": NOBODY, "client_seed": "mine"})).await.problem(409, "commitment_used");
        for id in ["", "x", &NOBODY.replace('-', "")] {
            let wrong = app.post("/v1/games", &json!({"ruleset": "fortunes", "commitment": id})).await;
            assert_eq!(wrong.wrong(422, "invalid_body"), [("/commitment".to_owned(), "bad_value".to_owned())]);
        }
        app.get(format!("/v1/commitments/{NOBODY}")).await.problem(404, "not_found");
        let wrong = app.get("/v1/commitments/x").await.wrong(400, "bad_parameter");
        assert_eq!(wrong, [("id".to_owned(), "bad_parameter".to_owned())]);
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn the_body_may_be_absent_and_says_nothing(app: &TestApp) {
        app.send(Request::new(reqwest::Method::POST, "/v1/commitments")).await.is(201);
        let wrong = app.post("/v1/commitments", &json!({"seed": "mine"})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/seed".to_owned(), "unknown_field".to_owned())]);
        for no_object in [json!(null), json!([])] {
            app.post("/v1/commitments", &no_object).await.problem(422, "invalid_body");
        }
    }
}
