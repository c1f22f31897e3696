//! Readings that need care, over HTTP: every form of a stored reading, its pages, and its place in lists.

use arcana::{http::Settings, reading::Care};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    plays::text,
};

const GRAVE: &str = "Should I kill myself?";
const ILL: &str = "Will my chemo work?";

/// A form of the API, or a page of the site, which the document does not describe.
async fn shown(app: &TestApp, path: &str) -> Answer {
    match path.starts_with("/v1/") {
        true => app.get(path).await,
        false => app.send_unchecked(Request::get(path)).await,
    }
}

async fn asked(app: &TestApp, body: &Value) -> Value {
    app.post("/v1/readings", body).await.is(201)
}

/// The visible words of a page or a text.
fn words(shown: &str) -> String {
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every form and page of a stored reading but the PNG pictures, which are drawn from the SVG.
async fn forms(app: &TestApp, reading: &Value) -> Vec<(String, String)> {
    let own = text(&reading["links"]["self"]);
    let page = own.strip_prefix("/v1").expect("a path").to_owned();
    let mut shown = Vec::new();
    for path in [format!("{own}.txt"), format!("{own}.md"), format!("{own}.html"), format!("{own}.svg"), page] {
        shown.push((path.clone(), words(&self::shown(app, &path).await.text(200))));
    }
    shown
}

on_both! {
    async fn a_stored_reading_says_whom_to_turn_to_and_nothing_else(app: &TestApp) {
        for (question, care) in [(GRAVE, Care::SelfHarm), (ILL, Care::Illness)] {
            let plain = asked(app, &json!({"seed": "care", "querent": "Ada"})).await;
            let reading = asked(app, &json!({"seed": "care", "querent": "Ada", "question": question, "question_kind": "yes_no"})).await;
            assert_eq!((&reading["care"], &reading["reading"]["care"]), (&json!(care.id()), &json!(care.id())));
            assert_eq!((&plain["care"], &plain["reading"]["care"]), (&Value::Null, &Value::Null));
            for field in ["verdict", "layout", "player"] {
                assert_eq!(reading["reading"][field], plain["reading"][field], "{field}");
            }
            let card = text(&plain["reading"]["zones"][0]["places"][0]["cards"][0]["name"]);
            let app = app.another(Settings::default());
            let told = app.get(text(&reading["links"]["self"])).await.is(200);
            assert_eq!(told["reading"]["summary"]["text"], care.sentence());
            for (path, shown) in forms(&app, &reading).await {
                assert!(shown.contains(&care.sentence()[..40]), "{path}: {shown}");
                for word in ["Doom for", "Against you today", "Fortune for", "Balance for", "lean to", ", turned"] {
                    assert!(!shown.contains(word), "{path}, {word}: {shown}");
                }
                assert_eq!(shown.contains(card), care == Care::Illness, "{path}: {shown}");
            }
            shown(&app, &format!("{}/preview.png", text(&reading["links"]["self"]).replace("/v1", ""))).await.png_size();
            app.get(format!("{}.png", text(&reading["links"]["self"]))).await.png_size();
        }
    }

    async fn a_name_at_the_table_needs_care_in_everybodys_reading(app: &TestApp) {
        let bot = json!({"bot": "random"});
        let players = json!([{"name": "kill my self", "bot": "random"}, bot, bot, bot]);
        let game = app.post("/v1/games", &json!({"ruleset": "fortunes", "seed": "care", "players": players})).await.is(201);
        for player in 0..4 {
            let path = format!("{}/{player}", text(&game["links"]["readings"]));
            assert_eq!(app.get(&path).await.is(200)["care"], "self_harm", "{path}");
        }
    }

    async fn no_list_tells_which_readings_need_care(app: &TestApp) {
        app.sign_in().await;
        let game = asked(app, &json!({"question": GRAVE})).await;
        let spread = asked(app, &json!({"type": "spread", "spread": "three-card", "question": ILL})).await;
        assert_eq!((&game["care"], &spread["care"]), (&json!("self_harm"), &json!("illness")));
        let list = app.get("/v1/readings").await.is(200);
        let lines = app.get_as("/v1/readings", "application/x-ndjson").await.lines();
        let items = list["items"].as_array().expect("items").iter().chain(&lines);
        let care = items.map(|item| (item["care"].clone(), item["reading"]["care"].clone())).collect::<Vec<_>>();
        assert_eq!(care, vec![(Value::Null, Value::Null); 4]);
    }

    async fn a_draw_and_tricks_by_hand_need_care_too(app: &TestApp) {
        let spread = json!({"name": "Mine", "places": [{"id": "one", "name": "I want to die", "x": 0, "y": 0}]});
        let draw = app.post("/v1/draws", &json!({"spread": spread, "question": "What now?", "question_kind": "yes_no"})).await.is(200);
        assert_eq!((&draw["care"], &draw["reading"]["care"]), (&json!("self_harm"), &json!("self_harm")));
        assert_eq!(draw["reading"]["places"][0]["text"], "");
        let won = json!({"card": "wa02", "disposition": "well"});
        let read = app.post("/v1/layouts", &json!({"own": [won], "partner": [], "outcome": "lost", "question": GRAVE})).await.is(200);
        assert_eq!((&read["care"], &read["verdict"]), (&json!("self_harm"), &json!("doom")));
        assert_eq!(read["summary"]["text"], Care::SelfHarm.sentence());
        let page = shown(app, "/readings/by-hand?own=wa02&partner=&outcome=lost&name=Ada&question=Should%20I%20kill%20myself%3F").await.text(200);
        assert!(words(&page).contains(Care::SelfHarm.sentence()), "{page}");
        for word in ["Doom", "doom", "Against you today", "Two of Wands"] {
            assert!(!page.contains(word), "{word}: {page}");
        }
        let daily = shown(app, "/daily?for=I%20want%20to%20die&date=2026-01-02").await.text(200);
        assert!(words(&daily).contains(Care::SelfHarm.sentence()) && !daily.contains("It stands for"), "{daily}");
    }

    async fn a_lost_deal_is_told_in_milder_words_than_the_data_have(app: &TestApp) {
        let won = json!({"card": "wa02", "disposition": "well"});
        let lost = json!({"own": [won], "partner": [], "outcome": "lost", "question": "Will he love me?"});
        assert_eq!(app.post("/v1/layouts", &lost).await.is(200)["verdict"], "doom");
        let page = shown(app, "/readings/by-hand?own=wa02&partner=&outcome=lost&name=Ada&question=Will%20he%20love%20me%3F").await;
        let page = words(&page.text(200));
        assert!(page.contains("<bdi>Against you today: a reading for Ada</bdi></h1>"), "{page}");
        assert!(page.contains("<p>In the words of the rules the verdict is doom: the deal was lost.</p>"), "{page}");
        assert!(!page.contains("Doom"), "{page}");
    }

    async fn a_draw_without_words_has_no_care(app: &TestApp) {
        let draw = app.post("/v1/draws", &json!({"spread": "one-card", "seed": "arcana", "when": "2026-01-02"})).await.is(200);
        assert_eq!((&draw["care"], &draw["reading"]["care"]), (&Value::Null, &Value::Null));
        assert_ne!(draw["reading"]["places"][0]["text"], "");
    }
}
