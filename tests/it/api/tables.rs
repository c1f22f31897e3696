//! Tables: set up, listed, played to the end and closed.

use std::time::{Duration, Instant};

use reqwest::{
    Method,
    header::{ACCEPT, AUTHORIZATION, HeaderName, IF_NONE_MATCH},
};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    contract::Contract,
    keys::shown,
    plays::{numbers, sha256, text},
};

pub const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A table for one person and three bots without pauses.
pub fn fortunes() -> Value {
    json!({"ruleset": "fortunes", "clock": {"speak_seconds": 0}, "seats": [
        {"type": "person", "name": "Ada", "client_seed": "tea leaves", "question": "What comes of it?",
            "question_kind": "work"},
        {"type": "bot", "bot": "random"}, {"type": "bot", "bot": "random", "name": "Bel"}, {"type": "bot"}]})
}

/// A short game for two people, with one seat open.
pub fn reversal() -> Value {
    json!({"ruleset": "reversal", "options": {"target": 1}, "clock": {"speak_seconds": 0}, "seats": [
        {"type": "person", "name": "Ada", "client_seed": "tea leaves"}, {"type": "open"}]})
}

/// A table and its seats.
pub struct Table {
    pub path: String,
    /// The response to setting it up.
    pub made: Value,
    /// By seat.
    pub tokens: Vec<Option<String>>,
}

impl Table {
    pub async fn set_up(app: &TestApp, body: &Value) -> Table {
        Table::of(app.post("/v1/tables", body).await.is(201))
    }

    pub fn of(made: Value) -> Table {
        let tokens = made["tokens"].as_array().expect("tokens").iter();
        let tokens = tokens.map(|token| token.as_str().map(ToOwned::to_owned)).collect();
        Table { path: text(&made["links"]["self"]).to_owned(), made, tokens }
    }

    pub fn token(&self, seat: usize) -> &str {
        self.tokens[seat].as_deref().expect("a person's seat")
    }

    /// The invitation to the only open seat, with its index.
    pub fn invitation(&self) -> (usize, String) {
        let invitations = self.made["invitations"].as_array().expect("invitations");
        assert_eq!(invitations.len(), 1);
        let seat = invitations[0]["seat"].as_u64().expect("an index") as usize;
        (seat, text(&invitations[0]["invitation"]).to_owned())
    }

    /// Takes the open seat.
    pub async fn join(&mut self, app: &TestApp, who: Value) -> Value {
        let (seat, invitation) = self.invitation();
        let mut body = who;
        body["invitation"] = invitation.into();
        let joined = app.post(format!("{}/seats/{seat}", self.path), &body).await.is(201);
        self.tokens[seat] = Some(text(&joined["tokens"][seat]).to_owned());
        joined
    }

    /// The table as seen from a seat.
    pub async fn seen(&self, app: &TestApp, seat: usize) -> Value {
        app.send(shown(Request::get(&self.path), self.token(seat))).await.is(200)
    }

    /// Makes a step from a seat.
    pub async fn step(&self, app: &TestApp, seat: usize, after: &Value, step: &Value) -> Answer {
        app.send(self.stepping(seat, after, step)).await
    }

    pub fn stepping(&self, seat: usize, after: &Value, step: &Value) -> Request {
        let body = json!({"after": after, "step": step});
        shown(Request::post(format!("{}/steps", self.path), body.to_string()), self.token(seat))
    }

    /// Plays to the end with the first legal steps; returns the table as the first person sees it.
    pub async fn play(&self, app: &TestApp) -> Value {
        let persons: Vec<usize> = (0..self.tokens.len()).filter(|seat| self.tokens[*seat].is_some()).collect();
        for _ in 0..1000 {
            for seat in persons.iter().copied() {
                let table = self.seen(app, seat).await;
                assert_eq!(table["seat"], seat);
                if table["phase"] == "over" {
                    return self.seen(app, persons[0]).await;
                }
                if let Some(step) = table["legal"].get(0) {
                    self.step(app, seat, &table["step_count"], step).await.is(200);
                }
            }
        }
        panic!("the game does not end");
    }
}

on_both! {
    async fn a_person_plays_fortunes_against_bots(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        assert_eq!((&table.made["phase"], &table.made["seat"]), (&json!("playing"), &json!(0)));
        assert_eq!(table.made["invitations"], json!([]));
        let seen = table.seen(app, 0).await;
        let seat = json!({"index": 2, "type": "bot", "name": "Bel", "bot": "random", "bot_version": 1, "away": false, "client_seed": ""});
        assert_eq!((&seen["seats"][2], &seen["seats"][3]["name"]), (&seat, &json!("Bellatrix")));
        assert!(seen["deadline"].is_string() && seen["legal"].get(0).is_some());
        let over = table.play(app).await;
        let game = app.get(text(&over["links"]["game"])).await.is(200);
        assert_eq!((&game["id"], &game["source"]), (&over["game"], &json!("table")));
        assert_eq!((&game["seed_hash"], &game["result"]), (&seen["seed_hash"], &over["result"]));
        assert_eq!(game["client_seed"], sha256("0:tea leaves\n1:\n2:\n3:\n"));
        let proof = app.get(format!("{}/verification", text(&game["links"]["self"]))).await.is(200);
        assert_eq!((&proof["chance_matches"], &proof["result_matches"]), (&json!(true), &json!(true)));
    }

    async fn the_reading_is_visible_only_to_its_seat(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let over = table.play(app).await;
        let reading = app.get(text(&over["links"]["reading"])).await.is(200);
        assert_eq!((&reading["querent"], &reading["question"]), (&json!("Ada"), &json!("What comes of it?")));
        assert_eq!(reading["question_kind"], "work");
        assert_eq!(app.get(&table.path).await.is(200)["links"]["reading"], Value::Null);
    }

    async fn a_deleted_game_takes_its_table_with_it(app: &TestApp) {
        app.sign_in().await;
        let table = Table::set_up(app, &fortunes()).await;
        let over = table.play(app).await;
        app.delete(text(&over["links"]["game"])).await.text(204);
        app.get(&table.path).await.problem(404, "not_found");
        app.get(format!("{}/events", table.path)).await.problem(404, "not_found");
    }

    async fn the_token_of_a_table_deletes_its_game(app: &TestApp) {
        let seats = vec![json!({"type": "bot", "bot": "random"}); 2];
        let body = json!({"ruleset": "reversal", "options": {"target": 1}, "seats": seats});
        let mut made = Vec::new();
        for _ in 0..2 {
            // Sent unchecked, since the app keeps tokens to itself.
            made.push(app.send_unchecked(Request::post("/v1/tables", body.to_string())).await.is(201));
        }
        let game = app.get(text(&made[0]["links"]["self"])).await.is(200)["links"]["game"].clone();
        let delete = |token: &Value| shown(Request::new(Method::DELETE, text(&game)), text(token));
        app.send(delete(&made[1]["delete_token"])).await.problem(403, "forbidden");
        app.send(delete(&made[0]["delete_token"])).await.text(204);
        app.get(text(&game)).await.problem(404, "not_found");
        app.get(text(&made[0]["links"]["self"])).await.problem(404, "not_found");
        app.send(delete(&made[0]["delete_token"])).await.problem(404, "not_found");
    }

    async fn bots_alone_play_to_the_end_at_once(app: &TestApp) {
        let seats = vec![json!({"type": "bot", "bot": "random"}); 2];
        let table = Table::set_up(app, &json!({"ruleset": "reversal", "options": {"target": 1}, "seats": seats})).await;
        let over = app.get(&table.path).await.is(200);
        assert_eq!((&over["phase"], &over["due"]), (&json!("over"), &json!({"over": true})));
        assert_eq!(app.get(text(&over["links"]["game"])).await.is(200)["client_seed"], "");
    }

    async fn by_default_the_caller_plays_against_bots(app: &TestApp) {
        let table = Table::set_up(app, &json!({"ruleset": "foolery"})).await;
        let kinds: Vec<_> = table.made["seats"].as_array().expect("seats").iter().map(|seat| &seat["type"]).collect();
        assert_eq!(kinds, ["person", "bot", "bot", "bot"]);
        assert_eq!(table.made["clock"], json!({"step_seconds": 120, "speak_seconds": 5, "when_out": "bot", "fill_seconds": null}));
        assert!(table.tokens[0].is_some() && table.tokens[1..].iter().all(Option::is_none));
    }

    async fn a_table_is_played_with_a_committed_seed(app: &TestApp) {
        let commitment = app.post("/v1/commitments", &json!({})).await.is(201);
        let mut body = fortunes();
        body["commitment"] = commitment["id"].clone();
        let table = Table::set_up(app, &body).await;
        assert_eq!(table.made["seed_hash"], commitment["seed_hash"]);
        app.post("/v1/tables", &body).await.problem(409, "commitment_used");
        let over = table.play(app).await;
        let known = app.get(format!("/v1/commitments/{}", text(&commitment["id"]))).await.is(200);
        assert_eq!(known["game"], over["game"]);
    }

    async fn tables_that_can_be_joined_are_listed(app: &TestApp) {
        let mut listed = reversal();
        listed["listed"] = json!(true);
        let (first, second) = (Table::set_up(app, &listed).await, Table::set_up(app, &listed).await);
        Table::set_up(app, &reversal()).await;
        Table::set_up(app, &fortunes()).await;
        let page = app.get("/v1/tables?limit=1").await;
        let told = page.is(200);
        assert_eq!(told["items"][0]["id"], second.made["id"]);
        assert_eq!(told["items"][0]["state"], Value::Null);
        let next = text(&told["next_cursor"]);
        assert_eq!(page.header("link"), Some(&*format!("</v1/tables?limit=1&cursor={next}>; rel=\"next\"")));
        let last = app.get(format!("/v1/tables?limit=1&cursor={next}")).await.is(200);
        assert_eq!((&last["items"][0]["id"], &last["next_cursor"]), (&first.made["id"], &Value::Null));
        app.get(format!("/v1/tables?cursor={next}&ruleset=reversal")).await.problem(400, "bad_cursor");
        let count = async |query: &str| {
            let list = app.get(format!("/v1/tables?{query}")).await.is(200);
            list["items"].as_array().expect("items").len()
        };
        assert_eq!((count("ruleset=reversal").await, count("ruleset=fortunes").await, count("phase=playing").await), (2, 0, 0));
        app.get("/v1/tables?mine=true").await.problem(401, "unauthorized");
    }

    async fn a_key_finds_the_tables_that_it_has_set_up(app: &TestApp) {
        Table::set_up(app, &reversal()).await;
        app.sign_in().await;
        let mine = Table::set_up(app, &fortunes()).await;
        assert_eq!(mine.made.get("delete_token"), None);
        let list = app.get("/v1/tables?mine=true").await;
        assert_eq!(list.header("cache-control"), Some("private, no-cache"));
        let list = list.is(200);
        assert_eq!(list["items"].as_array().map(Vec::len), Some(1));
        assert_eq!(list["items"][0]["id"], mine.made["id"]);
        assert_eq!(app.get("/v1/tables?mine=true&phase=over").await.is(200)["items"], json!([]));
    }

    async fn a_table_that_has_not_changed_is_not_sent_again(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let own = || shown(Request::get(&table.path), table.token(0));
        let answer = app.send(own()).await;
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
        let tag = answer.header("etag").expect("a tag").to_owned();
        let again = |tag: &str| own().with(IF_NONE_MATCH, tag);
        assert_eq!(app.send(again(&tag)).await.status, 304);
        let public = app.get(&table.path).await;
        assert_eq!(public.header("cache-control"), Some("no-cache"));
        assert_ne!(public.header("etag"), Some(&*tag), "others see something else");
        let seen = answer.is(200);
        table.step(app, 0, &seen["step_count"], &seen["legal"][0]).await.is(200);
        assert_eq!(app.send(again(&tag)).await.status, 200);
    }

    async fn a_waiting_request_is_answered_when_a_step_is_made(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        let path = format!("{}?after={}&wait=20", table.path, seen["step_count"]);
        let begun = Instant::now();
        let (waited, stepped) = tokio::join!(app.get(&path), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            table.step(app, 0, &seen["step_count"], &seen["legal"][0]).await.is(200)
        });
        assert!(begun.elapsed() > Duration::from_millis(300) && begun.elapsed() < Duration::from_secs(20));
        assert!(waited.is(200)["step_count"].as_u64() > seen["step_count"].as_u64());
        assert!(stepped["step_count"].as_u64() > seen["step_count"].as_u64());
        // Nothing more happens.
        let begun = Instant::now();
        app.get(format!("{}?after={}&wait=1", table.path, stepped["step_count"])).await.is(200);
        assert!(begun.elapsed() >= Duration::from_secs(1));
        let begun = Instant::now();
        app.get(format!("{}?after=0&wait=20", table.path)).await.is(200);
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    async fn a_repeated_request_is_carried_out_once(app: &TestApp) {
        let make = || Request::post("/v1/tables", reversal().to_string()).with(KEY, "make");
        let (first, again) = (app.send(make()).await, app.send(make()).await);
        assert_eq!((again.header("idempotent-replayed"), again.is(201)), (Some("true"), first.is(201)));
        let mut table = Table::of(first.is(201));
        let (seat, invitation) = table.invitation();
        let take = || {
            let body = json!({"invitation": invitation, "name": "Bel"});
            Request::post(format!("{}/seats/{seat}", table.path), body.to_string()).with(KEY, "take")
        };
        let (first, again) = (app.send(take()).await.is(201), app.send(take()).await.is(201));
        assert_eq!(first["tokens"], again["tokens"]);
        table.tokens[seat] = Some(text(&first["tokens"][seat]).to_owned());
        let seen = table.seen(app, 0).await;
        let step = || table.stepping(0, &seen["step_count"], &seen["legal"][0]).with(KEY, "step");
        let (first, again) = (app.send(step()).await, app.send(step()).await);
        assert_eq!((first.header("idempotent-replayed"), again.header("idempotent-replayed")), (None, Some("true")));
        assert_eq!(first.is(200), again.is(200));
    }

    async fn the_documents_examples_make_a_game(app: &TestApp) {
        let of = |path: &str| {
            let document = &Contract::get().document;
            let schema = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
            let place = schema["$ref"].as_str().expect("a named schema").trim_start_matches('#');
            document.pointer(place).expect("a schema")["example"].clone()
        };
        let mut table = Table::set_up(app, &of("/v1/tables")).await;
        table.join(app, of("/v1/tables/{id}/seats/{n}")).await;
        let step = of("/v1/tables/{id}/steps");
        table.step(app, 0, &step["after"], &step["step"]).await.is(200);
        assert_eq!(table.play(app).await["phase"], "over");
    }

    async fn its_owner_closes_a_table(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        // The app sends the delete token that it received.
        app.delete(&table.path).await.text(204);
        let closed = app.get(&table.path).await.is(200);
        assert_eq!((&closed["phase"], &closed["closed"], &closed["game"]), (&json!("closed"), &json!("owner"), &Value::Null));
        app.delete(&table.path).await.problem(409, "table_over");
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn a_table_in_play_is_not_visible_elsewhere(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = table.seen(app, 0).await;
        assert_eq!(app.stored().await, (0, 0));
        let public = app.get(&table.path).await.is(200);
        assert_eq!((&public["legal"], &public["step_count"]), (&json!([]), &seen["step_count"]));
        assert!(!numbers(&seen["due"]["players"]).is_empty());
        let others = app.send(Request::get(&table.path).with(AUTHORIZATION, &format!("Bearer seat_{}", "0".repeat(64)))).await;
        others.problem(403, "bad_seat_token");
    }

    async fn a_table_is_read_as_text_and_played_by_numbers(app: &TestApp) {
        let table = Table::set_up(app, &fortunes()).await;
        let seen = |accept: &'static str| shown(Request::get(&table.path), table.token(0)).with(ACCEPT, accept);
        let choose = |after: &Value, choice: u32| {
            let body = json!({"after": after, "choice": choice});
            shown(Request::post(format!("{}/steps", table.path), body.to_string()), table.token(0))
        };
        let mut plays = 0;
        loop {
            let before = app.send(seen("application/json")).await.is(200);
            let text = app.send(seen("text/plain")).await.text(200);
            assert!(text.starts_with(&format!("Fortunes, step {}\n", before["step_count"])), "{text}");
            if before["phase"] == "over" {
                assert!(text.contains("\nThe game is over. ") && text.contains("\nYour reading: /v1/readings/"), "{text}");
                break;
            }
            let legal = before["legal"].as_array().expect("steps");
            let last = legal.len() as u32;
            assert!(text.contains(&format!("\n{last} ")) && !text.contains(&format!("\n{} ", last + 1)), "{text}");
            let refused = app.send(choose(&before["step_count"], last + 1)).await.problem(422, "invalid_body");
            assert_eq!(refused["errors"][0]["pointer"], "/choice");
            // A number means what it meant in the text: the step is the last of `legal`, as the log will have it.
            let (after, chosen) = (before["step_count"].clone(), legal[last as usize - 1].clone());
            let answer = app.send(choose(&after, last).with(ACCEPT, "text/plain")).await.text(200);
            assert!(answer.starts_with("Fortunes, step "), "{answer}");
            app.send(choose(&after, last)).await.problem(409, if plays < 18 { "table_moved_on" } else { "table_over" });
            plays += 1;
            assert_eq!(chosen["type"], "play");
        }
        assert_eq!(plays, 19);
        let game = app.send(seen("application/json")).await.is(200);
        let state = format!("/v1/games/{}/states/5", text(&game["game"]));
        let told = app.get(format!("{state}.txt?view=0")).await.text(200);
        assert!(told.contains("\nAda holds ") && !told.contains("Bel holds"), "{told}");
        let both = json!({"after": 0, "choice": 1, "step": {"type": "play", "card": "wa02"}});
        let both = shown(Request::post(format!("{}/steps", table.path), both.to_string()), table.token(0));
        assert_eq!(app.send(both).await.problem(422, "invalid_body")["errors"][0]["pointer"], "/choice");
        let spectator = app.send(Request::get(format!("{}.txt", table.path))).await.text(200);
        assert!(!spectator.contains("POST"), "{spectator}");
    }
}
