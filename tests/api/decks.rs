//! `/v1/decks`.

use std::collections::BTreeSet;

use arcana::cards::PACK;
use serde_json::{Value, json};

use crate::plays::text;

on_both! {
    async fn four_decks_name_all_the_cards(app: &TestApp) {
        let list = app.get("/v1/decks").await.is(200);
        let decks = list["items"].as_array().expect("items");
        let ids: Vec<_> = decks.iter().map(|deck| text(&deck["id"])).collect();
        assert_eq!(ids, ["fortunes", "waite-smith", "thoth", "french"]);
        for deck in decks {
            let answer = app.get(format!("/v1/decks/{}", text(&deck["id"]))).await;
            assert_eq!(answer.is(200), *deck);
            assert_eq!(answer.header("cache-control"), Some("no-cache"));
            let cards = deck["cards"].as_array().expect("cards");
            let ids: Vec<_> = cards.iter().map(|card| text(&card["id"]).to_owned()).collect();
            assert_eq!(ids, PACK.map(|card| card.to_string()), "in pack order");
            let names: BTreeSet<_> = cards.iter().map(|card| text(&card["name"])).collect();
            assert_eq!(names.len(), 78, "no name is used twice");
        }
    }

    async fn a_card_has_the_name_that_the_deck_gives_it(app: &TestApp) {
        for (deck, name, suit) in [
            ("fortunes", "Herald of Pentacles", "Pentacles"),
            ("waite-smith", "Page of Pentacles", "Pentacles"),
            ("thoth", "Princess of Disks", "Disks"),
            ("french", "Jack of Diamonds", "Diamonds"),
        ] {
            let card = app.get(format!("/v1/decks/{deck}/cards/pepa")).await.is(200);
            assert_eq!(card, json!({"id": "pepa", "name": name, "suit": "pentacles", "rank": "pa", "number": null}));
            let suits = app.get(format!("/v1/decks/{deck}")).await.is(200)["suits"].clone();
            assert_eq!((&suits[3]["id"], &suits[3]["name"]), (&json!("pe"), &json!(suit)));
        }
        let fool = app.get("/v1/decks/waite-smith/cards/ar00").await.is(200);
        assert_eq!(fool, json!({"id": "ar00", "name": "The Fool", "suit": "stars", "rank": null, "number": 0}));
    }

    async fn every_card_is_found_by_its_id_and_by_its_name(app: &TestApp) {
        let deck = app.get("/v1/decks/waite-smith").await.is(200);
        for card in deck["cards"].as_array().expect("cards").iter().step_by(5) {
            let slug = text(&card["name"]).to_lowercase().replace(' ', "-");
            for name in [text(&card["id"]), &slug] {
                assert_eq!(app.get(format!("/v1/decks/waite-smith/cards/{name}")).await.is(200), *card, "{name}");
            }
        }
        assert_eq!(app.get("/v1/decks/thoth/cards/lust").await.is(200)["id"], "ar11");
        assert_eq!(app.get("/v1/decks/thoth/cards/lust.json").await.is(200)["id"], "ar11");
    }

    async fn what_is_no_deck_and_what_is_no_card_is_not_found(app: &TestApp) {
        for path in ["/v1/decks/tarot", "/v1/decks/fortunes/cards/ar22", "/v1/decks/fortunes/cards/the-joker",
            "/v1/decks/tarot/cards/ar00", "/v1/decks/fortunes/cards/%20", "/v1/decks/fortunes/cards/%00"]
        {
            app.get(path).await.problem(404, "not_found");
        }
        for path in ["/v1/decks/fortunes.txt", "/v1/decks/fortunes/cards/ar00.svg"] {
            app.get(path).await.problem(406, "not_acceptable");
        }
        app.get_as("/v1/decks", "text/plain").await.problem(406, "not_acceptable");
        app.get("/v1/decks?limit=2").await.problem(400, "unknown_parameter");
        assert_eq!(app.get("/v1/decks").await.is(200)["next_cursor"], Value::Null);
    }
}
