//! Clarifiers and follow-ups: one more card of the same shuffle, and a reading that names the one before.

use arcana::service::Scope;
use futures::future::join_all;
use reqwest::header::{AUTHORIZATION, HeaderName};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    browser::Browser,
    keys::{key, shown},
    plays::{text, with},
};

fn three() -> Value {
    json!({"type": "spread", "spread": "three-card", "querent": "Ada", "question": "What comes of it?", "seed": "arcana"})
}

fn id_of_card(reading: &Value) -> &str {
    text(&reading["reading"]["places"][0]["card"]["id"])
}

async fn owned(app: &TestApp, body: &Value) -> (String, Value) {
    let key = key(app, &[Scope::Read, Scope::Write]).await;
    let reading = app.post_with(&key, "/v1/readings", body).await.is(201);
    (key, reading)
}

async fn clarify(app: &TestApp, key: &str, reading: &Value, place: &str) -> crate::api::answer::Answer {
    let path = format!("{}/clarifiers", text(&reading["links"]["self"]));
    app.post_with(key, &path, &json!({"place": place})).await
}

on_both! {
    async fn a_clarifier_is_the_next_card_of_the_same_shuffle(app: &TestApp) {
        let (key, reading) = owned(app, &three()).await;
        let five = json!({"spread": "five-card-cross", "seed": "arcana"});
        let all = app.post("/v1/draws", &five).await.is(200);
        for (place, skip) in [("future", 3), ("past", 4)] {
            let made = clarify(app, &key, &reading, place).await;
            let clarifier = made.is(201);
            assert_eq!(made.header("location"), clarifier["links"]["self"].as_str());
            assert_eq!(clarifier["former"], json!({"id": reading["id"], "place": place}));
            assert_eq!((&clarifier["draw"]["skip"], &clarifier["draw"]["seed"]), (&json!(skip), &json!("arcana")));
            assert_eq!(clarifier["reading"]["places"][0]["card"]["id"], all["reading"]["places"][skip]["card"]["id"]);
            assert_eq!((&clarifier["reading"]["spread"]["id"], &clarifier["care"]), (&json!("one-card"), &Value::Null));
            assert_eq!((&clarifier["question"], &clarifier["querent"]), (&reading["question"], &json!("Ada")));
            assert_eq!(app.get(text(&clarifier["links"]["self"])).await.is(200), clarifier);
            // Anybody draws it again.
            let again = json!({"spread": "one-card", "seed": "arcana", "skip": skip});
            assert_eq!(id_of_card(&app.post("/v1/draws", &again).await.is(200)), id_of_card(&clarifier));
        }
        let path = format!("{}/clarifiers", text(&reading["links"]["self"]));
        let listed = app.get(path).await.is(200);
        let places: Vec<_> = listed["items"].as_array().expect("items").iter().map(|item| &item["former"]["place"]).collect();
        assert_eq!(places, ["future", "past"]);
        assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200), reading, "the reading itself stays");
    }

    async fn clarifiers_drawn_at_one_moment_are_different_cards(app: &TestApp) {
        let (key, reading) = owned(app, &three()).await;
        let drawn = join_all((0..6).map(|_| clarify(app, &key, &reading, "past"))).await;
        let mut skips: Vec<_> = drawn.iter().map(|made| made.is(201)["draw"]["skip"].as_u64().expect("a number")).collect();
        skips.sort_unstable();
        assert_eq!(skips, [3, 4, 5, 6, 7, 8]);
    }

    async fn a_clarifier_of_a_committed_draw_stays_proven(app: &TestApp) {
        let key = key(app, &[Scope::Read, Scope::Write]).await;
        let promise = app.post_with(&key, "/v1/commitments", &json!({})).await.is(201);
        let body = json!({"type": "spread", "spread": "one-card", "commitment": promise["id"], "client_seed": "tea"});
        let reading = app.post_with(&key, "/v1/readings", &body).await.is(201);
        let clarifier = clarify(app, &key, &reading, "card").await.is(201);
        for field in ["seed", "client_seed", "commitment", "chance_origin"] {
            assert_eq!(clarifier["draw"][field], reading["draw"][field], "{field}");
        }
        assert_eq!(clarifier["draw"]["skip"], 1);
    }

    async fn what_cannot_be_clarified_is_told(app: &TestApp) {
        let (key, reading) = owned(app, &three()).await;
        let path = format!("{}/clarifiers", text(&reading["links"]["self"]));
        let wrong = app.post_with(&key, &path, &json!({"place": "luck"})).await.problem(422, "invalid_body");
        assert_eq!(wrong["errors"][0]["pointer"], "/place");
        assert_eq!(wrong["detail"], "`/place`: Expected the id of a place of the reading: `past`, `present`, `future`.");
        app.post_with(&key, &path, &json!({})).await.wrong(422, "invalid_body");
        // Of others, or of nobody.
        let stranger = self::key(app, &[Scope::Read, Scope::Write]).await;
        app.post_with(&stranger, &path, &json!({"place": "past"})).await.problem(403, "forbidden");
        app.post(&path, &json!({"place": "past"})).await.problem(403, "forbidden");
        // Without a seed.
        let given = json!({"type": "spread", "spread": "one-card", "given": [{"card": "the-fool"}]});
        let by_hand = app.post_with(&key, "/v1/readings", &given).await.is(201);
        clarify(app, &key, &by_hand, "card").await.problem(409, "no_seed");
        let won = app.post_with(&key, "/v1/readings", &json!({"bots": ["random", "random", "random", "random"]})).await.is(201);
        clarify(app, &key, &won, "card").await.problem(409, "no_seed");
        // Without a card left.
        let all = with(&with(&three(), "spread", json!("one-card")), "cards", json!(["ar00", "ar01"]));
        let two = app.post_with(&key, "/v1/readings", &all).await.is(201);
        let clarifier = clarify(app, &key, &two, "card").await.is(201);
        let wrong = clarify(app, &key, &two, "card").await.problem(422, "invalid_body");
        assert_eq!(wrong["detail"], "`/place`: No card of the shuffle is left.");
        clarify(app, &key, &clarifier, "card").await.problem(422, "invalid_body");
        // Where care is needed.
        let care = app.post_with(&key, "/v1/readings", &with(&three(), "question", json!("I want to die"))).await.is(201);
        clarify(app, &key, &care, "past").await.problem(422, "invalid_body");
    }

    async fn a_reading_without_a_key_is_clarified_with_its_delete_token_and_once(app: &TestApp) {
        let reading = app.send_unchecked(Request::post("/v1/readings", three().to_string())).await.is(201);
        let token = format!("Bearer {}", text(&reading["delete_token"]));
        let path = format!("{}/clarifiers", text(&reading["links"]["self"]));
        let request = Request::post(path, r#"{"place": "past"}"#)
            .with(AUTHORIZATION, &token)
            .with(HeaderName::from_static("idempotency-key"), "one-more-card-please-once");
        let first = app.send(request.clone()).await.is(201);
        let again = app.send(request).await;
        assert_eq!((again.header("idempotent-replayed"), &again.is(201)["id"]), (Some("true"), &first["id"]));
    }

    async fn a_follow_up_names_the_reading_before(app: &TestApp) {
        let (key, reading) = owned(app, &three()).await;
        let body = with(&with(&three(), "follows", reading["id"].clone()), "question", json!("And then?"));
        let next = app.post_with(&key, "/v1/readings", &body).await.is(201);
        assert_eq!(next["former"], json!({"id": reading["id"], "place": null}));
        let page = |reading: &Value| text(&reading["links"]["self"]).trim_start_matches("/v1").to_owned();
        let browser = Browser::new(app);
        assert!(browser.open(&page(&next)).await.contains(&format!("href=\"{}\"", page(&reading))));
        assert!(browser.open(&page(&reading)).await.contains("And then?"));
        // A follow-up of a stranger is not shown beside it.
        let stranger = self::key(app, &[Scope::Read, Scope::Write]).await;
        app.post_with(&stranger, "/v1/readings", &with(&body, "question", json!("Mine?"))).await.is(201);
        assert!(!browser.open(&page(&reading)).await.contains("Mine?"));
        for (follows, why) in [
            (json!("x"), "`/follows`: Expected a UUID."),
            (json!("0199aa00-0000-7000-8000-000000000000"), "`/follows`: There is no such reading."),
        ] {
            let wrong = app.post_with(&key, "/v1/readings", &with(&three(), "follows", follows)).await.problem(422, "invalid_body");
            assert_eq!((&wrong["errors"][0]["pointer"], &wrong["detail"]), (&json!("/follows"), &json!(why)));
        }
        let care = app.post_with(&key, "/v1/readings", &with(&three(), "question", json!("I want to die"))).await.is(201);
        let wrong = app.post_with(&key, "/v1/readings", &with(&three(), "follows", care["id"].clone())).await;
        assert_eq!(wrong.wrong(422, "invalid_body"), [("/follows".to_owned(), "bad_value".to_owned())]);
        app.post("/v1/draws", &json!({"spread": "one-card", "follows": reading["id"]})).await.wrong(422, "invalid_body");
        app.send(shown(Request::new(reqwest::Method::DELETE, text(&reading["links"]["self"])), &key)).await.text(204);
        assert_eq!(app.get(text(&next["links"]["self"])).await.is(200)["former"]["id"], reading["id"]);
    }

    async fn pages_draw_one_more_card_and_ask_further(app: &TestApp) {
        let browser = Browser::new(app);
        let kept = browser.submit("/readings/spread/three-card?question=What%3F&seed=arcana", &[]).await;
        let page = kept.header("location").expect("its page").to_owned();
        let shown = browser.open(&page).await;
        assert!(shown.contains("One more card") && shown.contains("<option value=\"past\">Past</option>"), "{shown}");
        let id = page.trim_start_matches("/readings/");
        assert!(shown.contains(&format!("/spreads/three-card?follows={id}")), "{shown}");
        let drawn = browser.submit(&format!("{page}/clarifiers"), &[("place", "past")]).await;
        let clarifier = drawn.header("location").expect("its page").to_owned();
        assert!(browser.open(&clarifier).await.contains("One more card beside a place of"));
        assert!(browser.open(&page).await.contains("Beside <bdi>Past</bdi>"));
        let stranger = Browser::new(app);
        assert!(!stranger.open(&page).await.contains("Draw it"));
        assert_eq!(stranger.submit(&format!("{page}/clarifiers"), &[("place", "past")]).await.status, 403);
        let form = browser.open(&format!("/spreads/one-card?follows={id}")).await;
        assert!(form.contains(&format!("name=\"follows\" value=\"{id}\"")), "{form}");
        let next = browser.submit(&format!("/readings/spread/one-card?question=Why%3F&follows={id}&seed=y"), &[]).await;
        let next = next.header("location").expect("its page").to_owned();
        assert!(browser.open(&next).await.contains("It follows "));
    }

    async fn forms_take_a_significator_and_cards_laid_by_hand(app: &TestApp) {
        let browser = Browser::new(app);
        let drawn = browser.open("/spreads/three-card/reading?deck=waite-smith&significator=Queen+of+Cups&seed=arcana").await;
        assert!(drawn.contains("Significator") && drawn.contains("Queen of Cups"), "{drawn}");
        let file = browser.send(Request::get("/spreads/three-card/reading.json?deck=waite-smith&significator=cuqu&seed=arcana")).await.is(200);
        assert_eq!(file["reading"]["significator"]["id"], "cuqu");
        let plain = browser.send(Request::get("/spreads/three-card/reading.txt?deck=waite-smith&significator=cuqu&seed=arcana")).await.text(200);
        assert!(plain.contains("Significator: Queen of Cups"), "{plain}");
        let laid = "/spreads/three-card/reading.json?cards=The+Fool%0ATwo+of+Cups%2C+reversed%0Awa03%27";
        let file = browser.send(Request::get(laid)).await.is(200);
        let places = file["reading"]["places"].as_array().expect("places");
        let cards: Vec<_> = places.iter().map(|place| (text(&place["card"]["id"]), &place["card"]["reversed"])).collect();
        assert_eq!(cards, [("ar00", &json!(false)), ("cu02", &json!(true)), ("wa03", &json!(true))]);
        assert_eq!(file["draw"], Value::Null);
        let page = laid.replace(".json", "");
        assert!(browser.open(&page).await.contains("laid by hand"));
        let kept = browser.submit(&page.replace("/spreads/three-card/reading", "/readings/spread/three-card"), &[]).await;
        assert!(browser.open(kept.header("location").expect("its page")).await.contains("drawn by hand"));
        for (query, why) in [
            ("significator=joker", "joker"),
            ("cards=The+Fool", "Name 3 cards"),
            ("cards=The+Fool%0AThe+Fool%0Awa03", "The Fool lies twice."),
            ("cards=The+Fool%0Awa02%0Awa03&significator=wa02", "lies twice"),
            ("follows=x", "Expected a UUID."),
        ] {
            let wrong = browser.send(Request::get(format!("/spreads/three-card/reading?{query}"))).await.text(400);
            assert!(wrong.contains("Please correct") && wrong.contains(why), "{query}: {wrong}");
        }
    }
}
