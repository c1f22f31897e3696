//! `/v1/explorer/fortunes` and the `rarity` of readings.

use serde_json::{Value, json};

use crate::api::{
    app::TestApp,
    plays::{text, with},
};

/// The count in the reference run.
async fn count(app: &TestApp, query: &str) -> u64 {
    let found = app.get(format!("/v1/explorer/fortunes{query}")).await.is(200);
    found["reference"]["share"]["count"].as_u64().expect("a count")
}

/// Five own tricks and one of the partner's.
fn tricks() -> Value {
    let own = ["wa02", "ar16", "cuqu", "sw03", "peki"].map(|card| json!({"card": card, "disposition": "well"}));
    json!({"own": own, "partner": [{"card": "ar17", "disposition": "ill"}], "outcome": "won"})
}

/// The explorer's response once all stored games are counted.
async fn explored(app: &TestApp, query: &str) -> Value {
    app.service.catch_up().await.expect("up to date");
    app.get(format!("/v1/explorer/fortunes{query}")).await.is(200)
}

/// The count in stored games.
async fn stored(app: &TestApp, query: &str) -> Value {
    explored(app, query).await["stored"].take()
}

/// A game of two deals among bots.
fn two_deals(seed: &str) -> Value {
    let bots = ["random"; 4].map(|bot| json!({"bot": bot}));
    json!({"ruleset": "fortunes", "options": {"match": {"type": "deals", "deals": 2}}, "players": bots, "seed": seed})
}

/// A reading given as an example.
async fn reading(app: &TestApp, shown: &Value) -> Value {
    let (game, deal, player) = (text(&shown["game"]), &shown["deal"], &shown["player"]);
    app.get(format!("/v1/games/{game}/readings/{player}?deal={deal}")).await.is(200)
}

/// The positions of a reading with their cards and dispositions.
fn lying(reading: &Value) -> Vec<(&str, &str, &str)> {
    let places =
        reading["zones"].as_array().expect("zones").iter().flat_map(|zone| zone["places"].as_array().expect("places"));
    let cards =
        places.flat_map(|place| place["cards"].as_array().expect("cards").iter().map(move |card| (place, card)));
    cards.map(|(place, card)| (text(&place["place"]), text(&card["id"]), text(&card["disposition"]))).collect()
}

on_both! {
    async fn any_combination_of_filters_is_counted(app: &TestApp) {
        let all = app.get("/v1/explorer/fortunes").await.is(200);
        let (share, table) = (&all["reference"]["share"], &all["reference"]["table"]);
        assert_eq!((&all["counted"], &share["count"], &share["of"]), (&json!("readings"), &table["readings"], &table["readings"]));
        let sum = async |name: &str, words: &[&str]| {
            let mut sum = 0;
            for word in words {
                sum += count(app, &format!("?{name}={word}&place=center&card=tower")).await;
            }
            sum
        };
        let tower = count(app, "?place=center&card=the-tower").await;
        assert!(tower > 0);
        assert_eq!(sum("layout", &["broad", "fate"]).await, tower);
        assert_eq!(sum("verdict", &["fortune", "doom", "balance"]).await, tower);
        assert_eq!(sum("disposition", &["well", "ill"]).await, tower);
        let turned = app.get("/v1/explorer/fortunes?disposition=ill&layout=fate").await.is(200);
        assert_eq!((&turned["counted"], &turned["filter"]["layout"]), (&json!("cards"), &json!("fate")));
    }

    async fn the_example_of_the_explorer_matches_the_filter(app: &TestApp) {
        let found = app.get("/v1/explorer/fortunes?place=outcome&disposition=ill&verdict=doom").await.is(200);
        let (counted, example) = (&found["reference"]["share"]["count"], &found["reference"]["example"]);
        // A small run may have no such reading; then there is no example.
        assert_eq!(*counted == 0, example.is_null());
        let found = app.get("/v1/explorer/fortunes?place=shared_fate&disposition=ill").await.is(200);
        let example = &found["reference"]["example"];
        let game = app.post("/v1/games", &json!({"ruleset": "fortunes", "seed": example["seed"]})).await.is(201);
        let (id, player) = (game["id"].as_str().expect("an id"), &example["player"]);
        let reading = app.get(format!("/v1/games/{id}/readings/{player}")).await.is(200);
        let places = reading["zones"].as_array().expect("zones").iter().flat_map(|zone| zone["places"].as_array().expect("places"));
        let shared = places.filter(|place| place["place"] == "shared_fate").flat_map(|place| place["cards"].as_array().expect("cards"));
        assert!(shared.into_iter().any(|card| card["disposition"] == "ill"), "{reading}");
    }

    async fn an_invalid_filter_is_refused_by_name(app: &TestApp) {
        let wrong = async |query: &str| app.get(format!("/v1/explorer/fortunes{query}")).await.wrong(400, "bad_parameter");
        let all = wrong("?place=hell&card=joker&layout=round&verdict=luck&disposition=up").await;
        let names: Vec<_> = all.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["layout", "place", "card", "disposition", "verdict"]);
        assert_eq!(wrong("?place=hopes&layout=fate").await, [("place".to_owned(), "bad_parameter".to_owned())]);
        assert!(count(app, "?place=hopes&layout=simple").await > 0);
        app.get("/v1/explorer/fortunes?suit=cups").await.wrong(400, "unknown_parameter");
        app.get("/v1/explorer/whist").await.problem(404, "not_found");
    }

    async fn the_stored_part_counts_all_readings_of_listed_games(app: &TestApp) {
        let nothing = json!({"count": 0, "of": 0, "value": 0.0, "low": 0.0, "high": 1.0});
        let none = json!({"share": nothing, "examples": [], "as_of": null});
        assert_eq!(stored(app, "?place=self").await, none);
        let asked = json!({"querent": "Ada", "bots": ["random", "random", "random", "random"]});
        app.post("/v1/readings", &asked).await.is(201);
        assert_eq!(stored(app, "").await["share"], nothing, "a game played for a reading is in no list");
        let game = app.play(&two_deals("any text")).await;
        let all = stored(app, "").await;
        assert_eq!(all["as_of"]["game"], game["id"]);
        // Eight readings of four partnerships.
        assert_eq!((&all["share"]["count"], &all["share"]["of"]), (&json!(8), &json!(8)));
        assert_eq!((all["share"]["low"].as_f64().expect("a bound") * 1000.0).round(), 510.0);
        let mut cards = 0;
        for (deal, player) in (1..=2).flat_map(|deal| (0..4).map(move |player| (deal, player))) {
            let shown = json!({"game": game["id"], "deal": deal, "player": player});
            let reading = reading(app, &shown).await;
            for (place, card, disposition) in lying(&reading) {
                let (layout, verdict) = (text(&reading["layout"]), text(&reading["verdict"]));
                let query = format!("?layout={layout}&verdict={verdict}&place={place}&card={card}&disposition={disposition}");
                let Value::Array(examples) = stored(app, &query).await["examples"].take() else { panic!("{query}") };
                assert_eq!(examples.len(), 1, "one for each game");
                let found = self::reading(app, &examples[0]).await;
                assert!(lying(&found).contains(&(place, card, disposition)), "{query}: {found}");
                cards += 1;
            }
        }
        let [well, ill] = [stored(app, "?disposition=well").await, stored(app, "?disposition=ill").await];
        assert_eq!([&well["share"]["of"], &ill["share"]["of"]], [&json!(cards), &json!(cards)]);
    }

    async fn the_rarity_of_a_reading_matches_the_explorer(app: &TestApp) {
        let rarity = app.post("/v1/layouts", &tricks()).await.is(200)["rarity"].clone();
        let explorer = app.get("/v1/explorer/fortunes?place=astral&card=ar16&disposition=well").await.is(200);
        assert_eq!((&rarity["places"][1]["card"], &rarity["places"][1]["readings"]), (&json!("ar16"), &explorer["reference"]["share"]));
        assert_eq!(rarity["table"], explorer["reference"]["table"]);
        let simple = app.get("/v1/explorer/fortunes?layout=simple").await.is(200);
        assert_eq!(rarity["layout"], simple["reference"]["share"]);
        let by_name = app.post("/v1/layouts", &with(&tricks(), "layout", json!("fate"))).await.is(200);
        assert_eq!(by_name["rarity"], Value::Null);
    }

    async fn a_stored_reading_describes_its_rarity(app: &TestApp) {
        let asked = json!({"seed": "any text", "bots": ["random", "random", "random", "random"]});
        let stored = app.post("/v1/readings", &asked).await.is(201);
        let path = text(&stored["links"]["self"]);
        let words = |told: &str| told.split_whitespace().collect::<Vec<_>>().join(" ");
        let rarity = &stored["reading"]["rarity"];
        assert!(words(&app.get(format!("{path}.txt")).await.text(200)).contains(text(&rarity["text"])));
    }
}
