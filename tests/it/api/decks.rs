//! `/v1/decks`.

use std::collections::BTreeSet;

use arcana::cards::PACK;
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    plays::{text, without},
};

/// A card with its names only.
fn without_texts(card: &Value) -> Value {
    ["well", "ill", "source", "correspondence"].iter().fold(card.clone(), |card, field| without(&card, field))
}

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
            let named = json!({"id": "pepa", "name": name, "title": null, "suit": "pentacles", "rank": "pa", "number": null});
            assert_eq!(without_texts(&card), named);
            let suits = app.get(format!("/v1/decks/{deck}")).await.is(200)["suits"].clone();
            assert_eq!((&suits[3]["id"], &suits[3]["name"]), (&json!("pe"), &json!(suit)));
        }
        let fool = app.get("/v1/decks/waite-smith/cards/ar00").await.is(200);
        let named = json!({"id": "ar00", "name": "The Fool", "title": null, "suit": "stars", "rank": null, "number": 0});
        assert_eq!(without_texts(&fool), named);
    }

    async fn a_card_has_its_correspondences_as_its_deck_tells_them(app: &TestApp) {
        let of = async |deck: &str, card: &str| {
            app.get(format!("/v1/decks/{deck}/cards/{card}")).await.is(200)["correspondence"].clone()
        };
        let two = of("waite-smith", "cu02").await;
        assert_eq!((&two["element"], &two["planet"], &two["sign"]), (&json!("water"), &json!("venus"), &json!("cancer")));
        let knight = of("thoth", "waki").await;
        assert_eq!((&knight["element"], &knight["part"], &knight["number"]), (&json!("fire"), &json!("fire"), &Value::Null));
        for (deck, letter, number, source) in [("waite-smith", "he", 15, "Liber T"), ("thoth", "tzaddi", 28, "Book of Thoth")] {
            let emperor = of(deck, "ar04").await;
            assert_eq!((&emperor["letter"], &emperor["number"]), (&json!(letter), &json!(number)), "{deck}");
            assert!(text(&emperor["source"]).contains(source), "{deck}");
        }
        assert_eq!(of("french", "ar04").await, Value::Null);
        let page = app.send_unchecked(Request::get("/cards/cu02")).await.text(200);
        assert!(page.contains("Correspondences") && page.contains("venus in cancer"), "{page}");
        let page = app.send_unchecked(Request::get("/cards/ar04?deck=thoth")).await.text(200);
        assert!(page.contains("tzaddi"), "{page}");
    }

    async fn the_learning_path_goes_through_all_cards(app: &TestApp) {
        let page = app.send_unchecked(Request::get("/learn/cards")).await.text(200);
        assert_eq!(page.matches("href=\"/learn/cards/").count(), 78);
        let first = app.send_unchecked(Request::get("/learn/cards/1")).await.text(200);
        assert!(first.contains("<h1>The Fool</h1>") && first.contains("Day 1 of 78") && !first.contains("Day 0"), "{first}");
        assert!(app.send_unchecked(Request::get("/learn/cards/78")).await.text(200).contains("Day 78 of 78"));
        for wrong in ["0", "79", "01", "x"] {
            app.send_unchecked(Request::get(format!("/learn/cards/{wrong}"))).await.text(404);
        }
    }

    async fn a_card_has_its_meanings_and_their_source(app: &TestApp) {
        let answer = app.get("/v1/decks/fortunes/cards/wa02").await;
        let card = answer.is(200);
        assert_eq!(answer.header("content-language"), Some("en"));
        assert_eq!(card["well"]["keywords"].as_array().map(Vec::len), Some(4));
        assert_eq!(card["well"]["themes"][0], "a plan that looks beyond the horizon");
        for zone in ["man", "clan", "future", "realm", "universe", "fate"] {
            assert!(card["well"]["advice"][zone].as_array().is_some_and(|advice| advice.len() >= 2), "{zone}");
        }
        assert_eq!(card["ill"]["sentences"].as_array().map(Vec::len), Some(3));
        assert_eq!(card["source"], "after A. E. Waite, The Pictorial Key to the Tarot (1911)");
        let strength = app.get("/v1/decks/waite-smith/cards/strength").await.is(200);
        let lust = app.get("/v1/decks/thoth/cards/lust").await.is(200);
        assert_eq!((&strength["id"], &lust["id"]), (&json!("ar08"), &json!("ar11")));
        assert_eq!(strength["well"], lust["well"], "the meanings change places, as the names do");
        let dominion = app.get("/v1/decks/thoth/cards/wa02").await.is(200);
        assert_eq!((&dominion["title"], &dominion["well"]), (&json!("Dominion"), &card["well"]));
    }

    async fn a_deck_has_the_keywords_of_its_cards(app: &TestApp) {
        for id in ["fortunes", "waite-smith", "thoth", "french"] {
            let deck = app.get(format!("/v1/decks/{id}")).await.is(200);
            assert!(text(&deck["about"]).contains("Waite"));
            for listed in deck["cards"].as_array().expect("cards").iter().step_by(7) {
                let card = app.get(format!("/v1/decks/{id}/cards/{}", text(&listed["id"]))).await.is(200);
                let keywords = json!({"well": card["well"]["keywords"], "ill": card["ill"]["keywords"]});
                assert_eq!(listed["keywords"], keywords);
                assert_eq!(without(listed, "keywords"), without_texts(&card));
            }
        }
    }

    async fn a_card_is_available_as_a_picture(app: &TestApp) {
        for (deck, name) in [("waite-smith", "Page of Pentacles"), ("thoth", "Princess of Disks"), ("french", "Jack of Diamonds")] {
            let path = format!("/v1/decks/{deck}/cards/pepa");
            let picture = app.get(format!("{path}.svg")).await;
            assert_eq!(picture.content_type(), "image/svg+xml");
            assert_eq!(picture.header("cache-control"), Some("no-cache"));
            assert_eq!(picture.header("content-language"), Some("en"));
            assert!(picture.header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'none'")));
            let markup = picture.markup();
            let title = markup.descendants().find(|node| node.tag_name().name() == "title").and_then(|node| node.text());
            assert_eq!(title, Some(name));
            assert_eq!(app.get_as(path.as_str(), "image/svg+xml").await.text(200), picture.text(200));
            assert_eq!(app.get_as(path.as_str(), "text/html, */*;q=0.1").await.is(200)["name"], name);
        }
        assert_eq!(app.get("/v1/decks/fortunes/cards/the-fool.svg").await.content_type(), "image/svg+xml");
        let png = app.get("/v1/decks/fortunes/cards/the-fool.png?width=300").await;
        assert_eq!((png.content_type(), png.png_size().0), ("image/png", 300));
        app.get("/v1/decks/fortunes/cards/the-fool.svg?width=300").await.problem(400, "bad_parameter");
        app.get("/v1/decks/fortunes/cards/the-joker.svg").await.problem(404, "not_found");
    }

    async fn every_card_is_found_by_its_id_and_by_its_name(app: &TestApp) {
        let deck = app.get("/v1/decks/waite-smith").await.is(200);
        for card in deck["cards"].as_array().expect("cards").iter().step_by(5) {
            let slug = text(&card["name"]).to_lowercase().replace(' ', "-");
            for name in [text(&card["id"]), &slug] {
                assert_eq!(app.get(format!("/v1/decks/waite-smith/cards/{name}")).await.is(200)["id"], card["id"], "{name}");
            }
        }
        assert_eq!(app.get("/v1/decks/thoth/cards/lust").await.is(200)["id"], "ar11");
        assert_eq!(app.get("/v1/decks/thoth/cards/lust.json").await.is(200)["id"], "ar11");
    }

    async fn a_name_is_a_meaning_and_a_number_is_the_decks(app: &TestApp) {
        for (deck, name, id) in [
            ("thoth", "justice", "ar08"), ("thoth", "strength", "ar11"), ("thoth", "adjustment", "ar08"), ("thoth", "8", "ar08"), ("thoth", "trump%20VIII", "ar08"),
            ("waite-smith", "lust", "ar08"), ("waite-smith", "adjustment", "ar11"), ("waite-smith", "8", "ar08"), ("fortunes", "fortitude", "ar08"),
            ("thoth", "knight-of-cups", "cuki"), ("waite-smith", "knight-of-cups", "cukn"), ("waite-smith", "Knave%20of%20%20Cups", "cupa"),
            ("waite-smith", "two%C2%A0of%C2%A0cups", "cu02"), ("waite-smith", "W3", "wa03"), ("waite-smith", "CK", "cuki"), ("french", "CK", "waki"),
            ("waite-smith", "major_arcana.00", "ar00"), ("waite-smith", "minor_arcana.wands.ace", "waac"), ("waite-smith", "minor_arcana.wands.ace.json", "waac"),
            ("waite-smith", "last-judgment", "ar20"), ("waite-smith", "m00", "ar00"), ("waite-smith", "cups_01.json", "cuac"),
        ] {
            assert_eq!(app.get(format!("/v1/decks/{deck}/cards/{name}")).await.is(200)["id"], id, "{name} in {deck}");
        }
        for (path, detail) in [
            ("waite-smith/cards/heirophant", "`heirophant` is not a card. The nearest names: The Hierophant."),
            ("thoth/cards/CP", "`CP` may be Princess of Cups or Prince of Cups. Write the whole name."),
            ("fortunes/cards/minor_arcana.moons.ace.json", "`minor_arcana.moons.ace` is not a card. Write it as “Two of Cups”, “The Fool” or `cu02`."),
        ] {
            assert_eq!(app.get(format!("/v1/decks/{path}")).await.problem(404, "not_found")["detail"], detail);
        }
        let found = app.get("/v1/cards?q=lust&arcana=major&deck=waite-smith").await.is(200);
        assert!(found["items"].as_array().expect("cards").iter().any(|card| card["id"] == "ar08"), "{found}");
        assert_eq!(app.get("/v1/explorer/fortunes?card=lust").await.is(200)["filter"]["card"], "ar08");
        let page = app.send_unchecked(Request::get("/cards/justice?deck=thoth")).await;
        assert_eq!((page.status, page.header("location")), (303, Some("/cards/ar08?deck=thoth")));
    }

    async fn unknown_decks_and_cards_are_not_found(app: &TestApp) {
        for path in ["/v1/decks/tarot", "/v1/decks/fortunes/cards/ar22", "/v1/decks/fortunes/cards/the-joker",
            "/v1/decks/tarot/cards/ar00", "/v1/decks/fortunes/cards/%20", "/v1/decks/fortunes/cards/%00"]
        {
            app.get(path).await.problem(404, "not_found");
        }
        for path in ["/v1/decks/fortunes.txt", "/v1/decks/fortunes.svg", "/v1/decks/fortunes/cards/ar00.txt"] {
            app.get(path).await.problem(406, "not_acceptable");
        }
        app.get_as("/v1/decks", "text/plain").await.problem(406, "not_acceptable");
        app.get("/v1/decks?limit=2").await.problem(400, "unknown_parameter");
        assert_eq!(app.get("/v1/decks").await.is(200)["next_cursor"], Value::Null);
    }
}
