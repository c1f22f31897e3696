//! `POST /v1/layouts`: readings of tricks sent by the caller, as `reading.md` specifies.

use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    forms::FORMS,
    plays::{text, with},
};

/// The tricks of these cards, all well-disposed.
fn tricks(cards: &[&str]) -> Value {
    cards.iter().map(|card| json!({"card": card, "disposition": "well"})).collect()
}

/// A number of tricks of a suit, from its ace.
fn suit(suit: &str, count: usize) -> Value {
    let ranks = ["ac", "02", "03", "04", "05", "06", "07", "08", "09", "10", "pa", "kn", "qu", "ki"];
    let cards: Vec<String> = ranks[..count].iter().map(|rank| format!("{suit}{rank}")).collect();
    tricks(&cards.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The reading of a number of own Wands and of the partner's Cups.
async fn reading(app: &TestApp, own: usize, partner: usize) -> Value {
    let body = json!({"own": suit("wa", own), "partner": suit("cu", partner), "outcome": "won"});
    app.post("/v1/layouts", &body).await.is(200)
}

/// The cards at a position.
fn at(reading: &Value, place: &str) -> Vec<String> {
    let zones = reading["zones"].as_array().expect("zones").iter();
    let mut places = zones.flat_map(|zone| zone["places"].as_array().expect("places"));
    let place = places.find(|one| one["place"] == place).unwrap_or_else(|| panic!("no {place}"));
    ids(&place["cards"])
}

fn ids(cards: &Value) -> Vec<String> {
    cards.as_array().expect("cards").iter().map(|card| text(&card["id"]).to_owned()).collect()
}

on_both! {
    async fn example_1_the_numbers_of_tricks_make_the_layout(app: &TestApp) {
        let four = reading(app, 4, 4).await;
        assert_eq!(four["layout"], "simple");
        assert_eq!(at(&four, "house_of_illusion"), ["wa04"]);
        assert_eq!(at(&four, "house_of_consciousness"), [""; 0]);
        assert_eq!(at(&four, "allies"), ["cu04"]);
        assert_eq!(at(&reading(app, 5, 4).await, "house_of_consciousness"), ["wa05"]);
        let broad = reading(app, 4, 5).await;
        assert_eq!(broad["layout"], "broad");
        assert_eq!((at(&broad, "center"), at(&broad, "union")), (vec!["cu05".to_owned()], vec!["cuac".to_owned()]));
    }

    async fn example_2_eight_own_and_five_of_the_partners(app: &TestApp) {
        let fate = reading(app, 8, 5).await;
        assert_eq!(fate["layout"], "fate");
        assert_eq!(at(&fate, "gift_given"), ["wa08"]);
        for empty in ["shared_fate", "gift_received", "outcome", "partner_outcome"] {
            assert_eq!(at(&fate, empty), [""; 0]);
        }
        assert_eq!((at(&fate, "center"), at(&fate, "abyss")), (vec!["cu05".to_owned()], vec!["cu04".to_owned()]));
    }

    async fn example_3_a_shared_fate_holds_two_cards_and_an_eleventh_lies_beyond(app: &TestApp) {
        let shared = reading(app, 9, 9).await;
        assert_eq!(at(&shared, "shared_fate"), ["wa09", "cu09"]);
        assert_eq!((at(&shared, "gift_given"), at(&shared, "gift_received")), (vec!["wa08".to_owned()], vec!["cu08".to_owned()]));
        let twelve = reading(app, 12, 0).await;
        assert_eq!(at(&twelve, "outcome"), ["wa10"]);
        assert_eq!(ids(&twelve["beyond"]), ["wapa", "wakn"]);
    }

    async fn example_4_a_layout_by_name_may_leave_cards_without_a_place(app: &TestApp) {
        let body = json!({"own": suit("wa", 3), "partner": suit("cu", 6), "outcome": "lost", "layout": "simple"});
        let simple = app.post("/v1/layouts", &body).await.is(200);
        assert_eq!(ids(&simple["unplaced"]), ["cu05", "cu06"]);
        assert_eq!(simple["verdict"], "doom");
    }

    async fn example_5_no_tricks_at_all(app: &TestApp) {
        let body = json!({"own": [], "partner": [], "outcome": "drawn"});
        let empty = app.post("/v1/layouts", &body).await.is(200);
        assert_eq!((&empty["layout"], &empty["verdict"]), (&json!("simple"), &json!("balance")));
        assert_eq!((&empty["summary"]["element"], &empty["summary"]["cards"]), (&Value::Null, &json!(0)));
        assert_eq!((&empty["player"], &empty["partner"]), (&Value::Null, &Value::Null));
    }

    async fn cards_are_named_by_ids_and_common_names(app: &TestApp) {
        let names = tricks(&["the-fool", "two-of-cups", "wa10", "strength"]);
        let body = json!({"own": names, "partner": [], "outcome": "won"});
        let fortunes = app.post("/v1/layouts", &body).await.is(200);
        assert_eq!(at(&fortunes, "self"), ["ar00"]);
        assert_eq!(at(&fortunes, "astral"), ["cu02"]);
        assert_eq!(at(&fortunes, "house_of_illusion"), ["ar08"]);
        let card = &fortunes["zones"][0]["places"][1]["cards"][0];
        let keywords = json!(["union", "friendship", "affinity", "concord"]);
        assert_eq!(*card, json!({"id": "cu02", "name": "Two of Cups", "title": null, "suit": "cups", "disposition": "well", "from": "own",
            "trick": 2, "keywords": keywords, "won": null}));
    }

    async fn the_deck_gives_the_names(app: &TestApp) {
        let body = json!({"own": tricks(&["wapa"]), "partner": [], "outcome": "won"});
        for (deck, name) in [("fortunes", "Herald of Wands"), ("waite-smith", "Page of Wands"), ("thoth", "Princess of Wands")] {
            let reading = app.post("/v1/layouts", &with(&body, "deck", json!(deck))).await.is(200);
            assert_eq!(reading["zones"][0]["places"][0]["cards"][0]["name"], name);
            assert_eq!(reading["deck"], deck);
        }
        assert_eq!(app.post("/v1/layouts", &body).await.is(200)["deck"], "fortunes");
        let justice = json!({"own": tricks(&["lust"]), "partner": [], "outcome": "won", "deck": "thoth"});
        assert_eq!(at(&app.post("/v1/layouts", &justice).await.is(200), "self"), ["ar11"]);
    }

    async fn a_question_is_taken_up_and_shown(app: &TestApp) {
        let body = json!({"own": suit("wa", 9), "partner": suit("cu", 9), "outcome": "won", "question": "Does he love me?"});
        let kind = async |body: &Value| app.post("/v1/layouts", body).await.is(200)["question_kind"].clone();
        assert_eq!(kind(&with(&body, "question", Value::Null)).await, "open");
        assert_eq!(kind(&body).await, "love");
        assert_eq!(kind(&with(&body, "question_kind", json!("timing"))).await, "timing");
        let sent = Request::post("/v1/layouts", body.to_string()).with(ACCEPT, "text/plain");
        assert!(app.send(sent).await.body().contains("Does he love me?"));
        let wrong = app.post("/v1/layouts", &with(&body, "question_kind", json!("hate"))).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/question_kind".to_owned(), "bad_value".to_owned())]);
    }

    async fn a_card_of_thoth_has_its_title(app: &TestApp) {
        let body = json!({"own": tricks(&["wa02", "ar00"]), "partner": [], "outcome": "won", "deck": "thoth"});
        let reading = app.post("/v1/layouts", &body).await.is(200);
        let title = |place: usize| reading["zones"][0]["places"][place]["cards"][0]["title"].clone();
        assert_eq!((title(0), title(1)), (json!("Dominion"), Value::Null));
    }

    async fn the_same_tricks_give_the_same_reading_and_nothing_is_stored(app: &TestApp) {
        assert_eq!(reading(app, 9, 7).await, reading(app, 9, 7).await);
        assert_eq!(app.stored().await, (0, 0));
    }

    async fn a_reading_is_available_in_every_format(app: &TestApp) {
        let body = json!({"own": suit("wa", 2), "partner": [], "outcome": "won"}).to_string();
        let sent = async |path: &str, accept| app.send(Request::post(path, body.clone()).with(ACCEPT, accept)).await;
        for (_, media_type, content_type) in FORMS {
            let told = sent("/v1/layouts", media_type).await;
            assert_eq!((told.status, told.content_type()), (200, content_type));
            assert_eq!(told.header("content-language"), Some("en"));
            match media_type {
                "image/png" => assert_eq!(told.png_size().0, 1000),
                _ => assert!(told.body().contains("Ace of Wands"), "{}", told.body()),
            }
        }
        assert_eq!(sent("/v1/layouts?width=320", "image/png").await.png_size().0, 320);
        sent("/v1/layouts", "image/webp").await.problem(406, "not_acceptable");
        for (path, accept) in [("width=199", "image/png"), ("width=2001", "image/png"), ("width=320", "image/svg+xml")] {
            let wrong = sent(&format!("/v1/layouts?{path}"), accept).await.wrong(400, "bad_parameter");
            assert_eq!(wrong, [("width".to_owned(), "bad_parameter".to_owned())]);
        }
        app.post("/v1/layouts.svg", &json!({})).await.problem(404, "not_found");
    }

    async fn impossible_tricks_are_reported_in_every_format(app: &TestApp) {
        let body = json!({"own": tricks(&["wa02", "wa02"]), "partner": [], "outcome": "won"}).to_string();
        for (_, media_type, _) in FORMS {
            let sent = app.send(Request::post("/v1/layouts", body.clone()).with(ACCEPT, media_type)).await;
            if media_type.starts_with("text/html") {
                sent.problem_page(422, "invalid_body");
                assert!(sent.body().contains("own.1.card"), "{}", sent.body());
                continue;
            }
            assert_eq!(sent.wrong(422, "invalid_body"), [("/own/1/card".to_owned(), "duplicate_card".to_owned())]);
        }
    }

    async fn impossible_tricks_are_reported(app: &TestApp) {
        let sent = async |body: Value| app.post("/v1/layouts", &body).await;
        let place = |place: &str, code: &str| (place.to_owned(), code.to_owned());
        let unknown = json!({"own": tricks(&["wa02", "wa99"]), "partner": tricks(&["the-joker"]), "outcome": "won"});
        let wrong = sent(unknown).await.wrong(422, "unknown_card");
        assert_eq!(wrong, [place("/own/1/card", "unknown_card"), place("/partner/0/card", "unknown_card")]);
        let double = json!({"own": tricks(&["wa02", "cu02"]), "partner": tricks(&["sw02", "two-of-wands"]), "outcome": "won"});
        assert_eq!(sent(double).await.wrong(422, "invalid_body"), [place("/partner/1/card", "duplicate_card")]);
        let many = json!({"own": suit("wa", 14), "partner": suit("cu", 6), "outcome": "won"});
        assert_eq!(sent(many).await.wrong(422, "invalid_body")[0].1, "too_many_tricks");
        let mut wrong = sent(json!({"own": [{"card": 7}, {}], "partner": {}, "outcome": "win", "layout": "round", "deck": "french",
            "sky": 1})).await.wrong(422, "invalid_body");
        wrong.sort_unstable();
        assert_eq!(wrong, [place("/deck", "bad_value"), place("/layout", "bad_value"), place("/outcome", "bad_value"),
            place("/own/0/card", "wrong_type"), place("/own/0/disposition", "missing_field"),
            place("/own/1/card", "missing_field"), place("/own/1/disposition", "missing_field"),
            place("/partner", "wrong_type"), place("/sky", "unknown_field")]);
        let wrong = sent(json!({})).await.wrong(422, "invalid_body");
        assert_eq!(wrong.len(), 3, "{wrong:?}");
    }
}
