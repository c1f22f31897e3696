//! Refusals at tables: the right problem, and no change.

use arcana::{
    cards::{Card, Deck},
    http::Settings,
    service::Scopes,
};
use reqwest::{Method, header::AUTHORIZATION};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    keys::shown,
    plays::{NOBODY, text},
    tables::{Table, fortunes, reversal},
};

/// A table in play with two people.
async fn of_two(app: &TestApp) -> Table {
    let mut table = Table::set_up(app, &reversal()).await;
    table.join(app, json!({"name": "Bel"})).await;
    table
}

/// The version of a table.
async fn version(app: &TestApp, table: &Table) -> Value {
    app.get(&table.path).await.is(200)["version"].clone()
}

on_both! {
    async fn a_token_is_valid_only_for_its_seat(app: &TestApp) {
        let (mine, other) = (of_two(app).await, of_two(app).await);
        let before = version(app, &mine).await;
        let seen = mine.seen(app, 0).await;
        let step = json!({"after": seen["step_count"], "step": seen["legal"][0]}).to_string();
        let steps = format!("{}/steps", mine.path);
        for token in [other.token(0), &format!("seat_{}", "0".repeat(64))] {
            app.send(shown(Request::post(&steps, step.clone()), token)).await.problem(403, "bad_seat_token");
            app.send(shown(Request::get(&mine.path), token)).await.problem(403, "bad_seat_token");
            app.send(shown(Request::get(format!("{}/events", mine.path)), token)).await.problem(403, "bad_seat_token");
            let leave = Request::new(Method::DELETE, format!("{}/seats/0", mine.path));
            app.send(shown(leave, token)).await.problem(403, "bad_seat_token");
        }
        let leave = Request::new(Method::DELETE, format!("{}/seats/0", mine.path));
        app.send(shown(leave, mine.token(1))).await.problem(403, "bad_seat_token");
        app.post(&steps, &json!({"after": 0, "step": {"type": "choose"}})).await.problem(401, "unauthorized");
        for no_token in ["seat_", "seat_xyz", "invite_"] {
            app.send(shown(Request::get(&mine.path), no_token)).await.problem(401, "unauthorized");
        }
        assert_eq!(version(app, &mine).await, before);
    }

    async fn an_invitation_is_valid_until_its_seat_is_taken(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        let (seat, invitation) = table.invitation();
        let path = format!("{}/seats/{seat}", table.path);
        let before = version(app, &table).await;
        app.post(&path, &json!({})).await.problem(403, "bad_invitation");
        app.post(&path, &json!({"invitation": format!("invite_{}", "0".repeat(64))})).await.problem(403, "bad_invitation");
        let wrong = app.post(&path, &json!({"invitation": "x", "sky": 1})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/sky".to_owned(), "unknown_field".to_owned())]);
        let wrong = app.post(&path, &json!({"invitation": "x"})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/invitation".to_owned(), "bad_value".to_owned())]);
        app.post(format!("{}/seats/7", table.path), &json!({})).await.problem(404, "not_found");
        app.post(format!("{}/seats/999", table.path), &json!({})).await.problem(404, "not_found");
        app.post(format!("{}/seats/x", table.path), &json!({})).await.problem(400, "bad_parameter");
        assert_eq!(version(app, &table).await, before);
        table.join(app, json!({})).await;
        app.post(&path, &json!({"invitation": invitation})).await.problem(409, "seat_taken");
        app.post(format!("{}/seats/0", table.path), &json!({})).await.problem(409, "seat_taken");
    }

    async fn a_listed_table_cannot_be_joined_without_the_scope_write(app: &TestApp) {
        let mut body = reversal();
        body["listed"] = json!(true);
        let table = Table::set_up(app, &body).await;
        let reading = app.another(Settings { anonymous: Scopes::READ, ..Settings::default() });
        reading.post(format!("{}/seats/1", table.path), &json!({})).await.problem(401, "unauthorized");
        let invitation = format!("invite_{}", "0".repeat(64));
        let guessed = json!({"invitation": invitation});
        reading.post(format!("{}/seats/1", table.path), &guessed).await.problem(403, "bad_invitation");
        reading.post("/v1/tables", &body).await.problem(401, "unauthorized");
    }

    async fn a_step_applies_only_to_the_state_that_the_player_saw(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        let count = seen["step_count"].as_u64().expect("a number");
        let after = table.step(app, 0, &seen["step_count"], &seen["legal"][0]).await.is(200);
        let before = version(app, &table).await;
        let stale = table.step(app, 0, &json!(count), &after["legal"][0]).await.problem(409, "table_moved_on");
        assert_eq!(stale["step_count"], after["step_count"]);
        table.step(app, 0, &json!(1_000_000), &after["legal"][0]).await.problem(409, "table_moved_on");
        assert_eq!(version(app, &table).await, before);
    }

    async fn an_illegal_step_is_explained(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        let before = version(app, &table).await;
        let refuse = async |step: Value| {
            let problem = table.step(app, 0, &seen["step_count"], &step).await.problem(422, "illegal_step");
            assert_eq!(problem["due"], seen["due"]);
            assert_eq!(problem["legal"], seen["legal"], "{problem}");
            text(&problem["reason"]).to_owned()
        };
        let mut others = seen["legal"][0].clone();
        others["player"] = json!(1);
        assert_eq!(refuse(others).await, "wrong_player");
        assert_eq!(refuse(json!({"type": "dance"})).await, "malformed");
        // A step of the table has no player, and is none of a seat.
        assert_eq!(refuse(json!({"type": "deal"})).await, "wrong_step");
        assert_eq!(refuse(json!({"type": "play", "card": "zz99"})).await, "unknown_card");
        let misspelt = json!({"type": "play", "card": "Tow of Cups"});
        let problem = table.step(app, 0, &seen["step_count"], &misspelt).await.problem(422, "illegal_step");
        assert!(text(&problem["detail"]).ends_with(": `Tow of Cups`. The nearest names: Two of Cups, Ten of Cups."), "{problem}");
        // The card names are those of the deck that the caller has.
        let held: Vec<_> = seen["state"]["hands"][0]["cards"].as_array().expect("a hand").iter().map(text).collect();
        let court = ["waqu", "cuqu", "swqu", "pequ", "waki", "cuki"].into_iter().find(|card| !held.contains(card));
        let court: Card = court.expect("another's").parse().expect("a card");
        for (deck, name) in [(None, Deck::Fortunes), (Some("waite-smith"), Deck::WaiteSmith), (Some("thoth"), Deck::Thoth)] {
            let mut body = json!({"after": seen["step_count"], "step": {"type": "play", "card": court}});
            deck.iter().for_each(|deck| body["deck"] = json!(deck));
            let sent = shown(Request::post(format!("{}/steps", table.path), body.to_string()), table.token(0));
            let problem = app.send(sent).await.problem(422, "illegal_step");
            assert_eq!(problem["detail"], format!("Ada (player 0) does not hold {} ({court}) in trick 1.", name.card_name(court)));
        }
        // So do names in a step: Justice is VIII in one deck and XI, as Lust is, in the other.
        let (justice, lust) = ("ar08", "ar11");
        for (deck, meant) in [("thoth", justice), ("waite-smith", lust)] {
            let body = json!({"after": seen["step_count"], "step": {"type": "play", "card": "Justice"}, "deck": deck}).to_string();
            if !held.contains(&meant) {
                let problem = app.send(shown(Request::post(format!("{}/steps", table.path), body), table.token(0))).await;
                let told = text(&problem.problem(422, "illegal_step")["detail"]).to_owned();
                assert!(told.contains(&format!("({meant})")), "{deck}: {told}");
            }
        }
        let body = json!({"after": seen["step_count"], "step": seen["legal"][0], "deck": "french"}).to_string();
        let sent = shown(Request::post(format!("{}/steps", table.path), body), table.token(0));
        assert_eq!(app.send(sent).await.wrong(422, "invalid_body"), [("/deck".to_owned(), "bad_value".to_owned())]);
        assert_eq!(version(app, &table).await, before);
    }

    async fn the_player_of_the_seat_may_be_omitted(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        let mut step = seen["legal"][0].clone();
        step.as_object_mut().expect("a step").shift_remove("player").expect("a player's step");
        table.step(app, 0, &seen["step_count"], &step).await.is(200);
    }

    async fn before_the_beginning_and_after_the_end_there_are_no_steps(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        let step = json!({"type": "choose", "action": "store", "amount": 1});
        table.step(app, 0, &json!(0), &step).await.problem(409, "table_not_begun");
        table.join(app, json!({})).await;
        let over = table.play(app).await;
        table.step(app, 0, &over["step_count"], &step).await.problem(409, "table_over");
        let leave = shown(Request::new(Method::DELETE, format!("{}/seats/0", table.path)), table.token(0));
        app.send(leave).await.problem(409, "table_over");
        app.delete(&table.path).await.problem(409, "table_over");
    }

    async fn errors_in_the_fields_of_a_step_are_reported(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let steps = |body: Value| shown(Request::post(format!("{}/steps", table.path), body.to_string()), table.token(0));
        let wrong = app.send(steps(json!({"sky": 1, "after": -1}))).await.wrong(422, "invalid_body");
        let told = [("/sky", "unknown_field"), ("/after", "wrong_type"), ("/step", "missing_field")];
        let mut wrong: Vec<_> = wrong.iter().map(|(pointer, code)| (&**pointer, &**code)).collect();
        wrong.sort_unstable();
        let mut told = told.to_vec();
        told.sort_unstable();
        assert_eq!(wrong, told);
    }

    async fn all_errors_of_a_table_are_reported(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "options": {"sky": 1}, "listed": "yes", "clock": {"step_seconds": 4, "speak_seconds": 61},
            "seats": [{"type": "person", "bot": "adept"}, {"type": "bot", "question": "?", "bot": "x"}, {"type": "open", "name": "Ada"}]});
        let told = |mut wrong: Vec<(String, String)>| {
            wrong.sort_unstable();
            wrong.into_iter().map(|(pointer, code)| format!("{pointer} {code}")).collect::<Vec<_>>()
        };
        let wrong = app.post("/v1/tables", &body).await.wrong(422, "invalid_body");
        assert_eq!(told(wrong), ["/listed wrong_type", "/options/sky unknown_field", "/seats bad_players"]);
        let mut body = body;
        body["listed"] = json!(true);
        let wrong = app.post("/v1/tables", &body).await.wrong(422, "invalid_body");
        assert_eq!(
            told(wrong),
            [
                "/clock/speak_seconds bad_value", "/clock/step_seconds bad_value", "/options/sky unknown_field",
                "/seats bad_players", "/seats/0/bot bad_value", "/seats/1/bot unknown_bot", "/seats/1/question bad_value",
                "/seats/2/name bad_value"
            ]
        );
        app.post("/v1/tables", &json!({"ruleset": "whist"})).await.problem(422, "unknown_ruleset");
        app.post("/v1/tables", &json!({"ruleset": "reversal", "seats": []})).await.problem(422, "bad_players");
        let unlimited = json!({"ruleset": "reversal", "clock": {"step_seconds": null}});
        assert_eq!(app.post("/v1/tables", &unlimited).await.is(201)["clock"]["step_seconds"], Value::Null);
    }

    async fn only_games_with_readings_accept_questions(app: &TestApp) {
        let mut body = reversal();
        body["seats"][0]["question"] = json!("Why?");
        body["seats"][0]["question_kind"] = json!("love");
        let wrong = app.post("/v1/tables", &body).await.wrong(422, "invalid_body");
        let both = ["/seats/0/question", "/seats/0/question_kind"];
        assert_eq!(wrong, both.map(|pointer| (pointer.to_owned(), "bad_value".to_owned())));
        let table = Table::set_up(app, &reversal()).await;
        let body = json!({"invitation": table.made["invitations"][0]["invitation"], "question": "Why?"});
        let wrong = app.post(format!("{}/seats/1", table.path), &body).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/question".to_owned(), "bad_value".to_owned())]);
    }

    async fn an_unknown_table_is_not_found(app: &TestApp) {
        let path = format!("/v1/tables/{NOBODY}");
        let token = format!("Bearer seat_{}", "0".repeat(64));
        for request in [
            Request::get(&path),
            Request::get(format!("{path}/events")),
            Request::post(format!("{path}/seats/0"), "{}"),
            Request::post(format!("{path}/steps"), json!({"after": 0, "step": {"type": "play"}}).to_string()),
            Request::new(Method::DELETE, format!("{path}/seats/0")),
        ] {
            app.send(request.with(AUTHORIZATION, &token)).await.problem(404, "not_found");
        }
        app.get("/v1/tables/x").await.problem(400, "bad_parameter");
    }

    async fn a_stranger_does_not_close_a_table(app: &TestApp) {
        let table = Table::set_up(app, &reversal()).await;
        let delete = || Request::new(Method::DELETE, &*table.path);
        let forged = format!("Bearer delete_{}", "0".repeat(64));
        for token in [forged, format!("Bearer {}", table.token(0))] {
            app.send(delete().with(AUTHORIZATION, &token)).await.problem(403, "forbidden");
        }
        assert_eq!(app.get(&table.path).await.is(200)["phase"], "waiting");
    }

    async fn queries_of_tables_are_checked(app: &TestApp) {
        let table = Table::set_up(app, &reversal()).await;
        for wrong in ["wait=31", "after=-1", "after=x", "wait="] {
            app.get(format!("{}?{wrong}", table.path)).await.problem(400, "bad_parameter");
        }
        app.get(format!("{}/events?last_event_id=x", table.path)).await.problem(400, "bad_parameter");
        app.get_as(format!("{}/events", table.path), "application/json").await.problem(406, "not_acceptable");
        app.get("/v1/tables?phase=done").await.problem(400, "bad_parameter");
    }
}
