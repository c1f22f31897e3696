//! Fonts of all scripts, and card images from a folder.

use arcana::{
    cards::PACK,
    reading::{CardLook, Pictures, art},
};
use image::{Rgb, RgbImage};
use serde_json::{Value, json};

use crate::api::app::{Request, TestApp};

/// Requests a reading of the same game for a name; returns its path.
async fn asked(app: &TestApp, name: &str) -> String {
    let reading = app.post("/v1/readings", &json!({"querent": name, "seed": "x"})).await.is(201);
    reading["links"]["self"].as_str().expect("an address").to_owned()
}

/// Images of all cards, used on pages by default.
fn with_art() -> Pictures {
    let folder = tempfile::tempdir().expect("a folder");
    for card in PACK {
        let picture = RgbImage::from_pixel(100, 170, Rgb([200, card.byte(), 40]));
        picture.save(folder.path().join(format!("{card}.png"))).expect("a file");
    }
    let loaded = art::load(folder.path()).expect("art");
    assert!(loaded.unknown.is_empty());
    Pictures { art: Some(loaded.art), on_pages: CardLook::Art, ..Pictures::default() }
}

/// Number of cards on the table of a reading.
fn placed(reading: &Value) -> usize {
    let zones = reading["reading"]["zones"].as_array().expect("zones").iter();
    let places = zones.flat_map(|zone| zone["places"].as_array().expect("places"));
    places.map(|place| place["cards"].as_array().expect("cards").len()).sum()
}

on_both! {
    async fn names_in_scripts_without_a_font_are_drawn_differently(app: &TestApp) {
        let mut pictures = std::collections::BTreeSet::new();
        for name in ["王小明", "李小龍", "김민준", "नमस्ते", "🦊", "🦉"] {
            let path = asked(app, name).await;
            for picture in [format!("{path}.png?width=200"), format!("{}/preview.png", path.trim_start_matches("/v1"))] {
                let answer = app.send_unchecked(Request::get(&picture)).await;
                answer.png_size();
                assert!(pictures.insert(answer.body), "{name}: {picture}");
            }
        }
    }

    async fn pictures_of_cards_are_shown_on_request(app: &TestApp) {
        let app = app.another_with(with_art());
        let path = asked(&app, "Ada").await;
        let cards = placed(&app.get(&path).await.is(200));
        let drawn = app.get(format!("{path}.svg")).await.text(200);
        assert!(!drawn.contains("<image"), "as always unless asked for");
        for ending in ["svg", "html"] {
            let shown = app.get(format!("{path}.{ending}?cards=art")).await;
            assert!(shown.header("content-security-policy").expect("a policy").contains("img-src data:"));
            assert_eq!(shown.text(200).matches("href=\"data:image/jpeg;base64,").count(), cards, "{ending}");
        }
        let png = |query: &str| app.get(format!("{path}.png?width=200{query}"));
        let (art, drawn) = (png("&cards=art").await, png("&cards=drawn").await);
        assert_eq!((art.png_size(), drawn.body == png("").await.body), (drawn.png_size(), true));
        assert_ne!(art.body, drawn.body);
        let card = app.get("/v1/decks/thoth/cards/ar08.svg?cards=art").await;
        assert_eq!(card.markup().descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "image"))).count(), 1);
        let french = app.get("/v1/decks/french/cards/wa02.svg?cards=art").await.text(200);
        assert!(!french.contains("<image"), "a French card is drawn");
        app.stop();
    }

    async fn pages_link_pictures_that_can_be_cached(app: &TestApp) {
        let app = app.another_with(with_art());
        let path = asked(&app, "Ada").await.replace("/v1", "");
        let page = app.send_unchecked(Request::get(&path)).await.text(200);
        let address = page.split("<image").nth(1).and_then(|image| image.split("href=\"").nth(1));
        let address = address.and_then(|rest| rest.split('"').next()).expect("a picture");
        assert!(address.starts_with("/art/") && page.contains("?cards=drawn\""), "{address}");
        let picture = app.send_unchecked(Request::get(address)).await;
        assert_eq!((picture.status, picture.content_type()), (200, "image/jpeg"));
        assert_eq!(picture.header("cache-control"), Some("public, max-age=31536000, immutable"));
        let drawn = app.send_unchecked(Request::get(format!("{path}?cards=drawn"))).await.text(200);
        assert!(!drawn.contains("<image") && drawn.contains("?cards=art\""));
        let game = app.post("/v1/games", &json!({"ruleset": "fortunes", "seed": "x"})).await.is(201);
        let game = format!("/games/{}?cards=art", game["id"].as_str().expect("an id"));
        assert!(app.send_unchecked(Request::get(&game)).await.text(200).contains("/assets/cards-art.css"));
        let style = app.send_unchecked(Request::get("/assets/cards-art.css")).await.text(200);
        assert_eq!(style.matches("--art:url(/art/").count(), PACK.len());
        app.stop();
    }

    async fn missing_pictures_are_not_found(app: &TestApp) {
        let path = asked(app, "Ada").await;
        let wrong = [("cards".to_owned(), "bad_parameter".to_owned())];
        for query in [".svg?cards=art", ".png?cards=painted", "?cards=drawn", ".txt?cards=drawn"] {
            assert_eq!(app.get(format!("{path}{query}")).await.wrong(400, "bad_parameter"), wrong, "{query}");
        }
        assert_eq!(app.get("/v1/decks/thoth/cards/ar08?cards=drawn").await.wrong(400, "bad_parameter"), wrong);
        for address in ["/art/wa02-160.jpg", "/assets/cards-art.css"] {
            app.send_unchecked(Request::get(address)).await.text(404);
        }
    }
}
