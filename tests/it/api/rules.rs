//! Pages to read: the rules with the deal calculator, the lessons and the cards.

use std::collections::{BTreeMap, BTreeSet};

use arcana::{
    cards::{Deck, PACK},
    games::Ruleset,
    reading::{Language, Zone, texts::texts},
};
use serde_json::json;

use crate::api::{
    app::{Request, TestApp},
    plays::text,
};

/// Maximum size of a page, in bytes.
const LIMIT: usize = 100_000;

/// A page for people.
async fn page(app: &TestApp, path: &str) -> String {
    let answer = app.send_unchecked(Request::get(path)).await;
    let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path} has no policy"));
    assert!(!policy.contains("unsafe"), "{path}: {policy}");
    assert!(answer.body.len() < LIMIT, "{path}: {} bytes", answer.body.len());
    assert_eq!(answer.content_type(), "text/html; charset=utf-8", "{path}");
    let shown = answer.text(200);
    assert_eq!((shown.matches("<h1>").count(), shown.matches("<main").count()), (1, 1), "{path}");
    shown
}

/// The values of an attribute, anywhere in a page.
fn attributes(page: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    let values = page.split(&start).skip(1).filter_map(|rest| rest.split('"').next());
    values.map(|value| value.replace("&amp;", "&")).collect()
}

/// The pages with these prefixes that are linked from a page, directly or indirectly, with their texts.
async fn reached(app: &TestApp, from: &str, beginnings: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut left = vec![from.to_owned()];
    while let Some(path) = left.pop() {
        if found.contains_key(&path) {
            continue;
        }
        let shown = page(app, &path).await;
        for link in attributes(&shown, "href") {
            let link = link.split('#').next().unwrap_or_default();
            let is_one = beginnings.iter().any(|beginning| link.starts_with(beginning));
            if is_one && !link.ends_with(".md") && !found.contains_key(link) {
                left.push(link.to_owned());
            }
        }
        found.insert(path, shown);
    }
    found
}

/// All links lead to existing pages and anchors.
fn all_lead_somewhere(pages: &BTreeMap<String, String>, beginnings: &[&str]) {
    let ids = pages.iter().map(|(path, shown)| (path.as_str(), attributes(shown, "id").into_iter().collect()));
    let ids: BTreeMap<&str, BTreeSet<String>> = ids.collect();
    for (path, shown) in pages {
        for link in attributes(shown, "href") {
            let (to, place) = link.split_once('#').unwrap_or((&link, ""));
            let to = if to.is_empty() { path } else { to };
            if place.is_empty() || !beginnings.iter().any(|beginning| to.starts_with(beginning)) {
                continue;
            }
            let to = to.split('?').next().unwrap_or_default();
            assert!(ids.get(to).is_some_and(|ids| ids.contains(place)), "{path} links to {link}");
        }
    }
}

on_both! {
    async fn the_guides_are_pages_and_markdown_and_listed_for_models(app: &TestApp) {
        let list = app.send_unchecked(Request::get("/llms.txt")).await;
        assert_eq!((list.status, list.content_type()), (200, "text/plain; charset=utf-8"));
        let body = list.body().to_owned();
        let links: Vec<_> = body.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(links.len() > 20, "{body}");
        for link in links.iter().filter(|link| link.ends_with(".md")) {
            let markdown = app.send_unchecked(Request::get(*link)).await;
            assert_eq!((markdown.status, markdown.content_type()), (200, "text/markdown; charset=utf-8"), "{link}");
            assert!(markdown.body().starts_with("# "), "{link}");
            let page = app.send_unchecked(Request::get(link.trim_end_matches(".md"))).await;
            assert_eq!((page.status, page.content_type()), (200, "text/html; charset=utf-8"), "{link}");
        }
        assert_eq!(app.send_unchecked(Request::get("/docs/nothing")).await.status, 404);
        assert_eq!(app.send_unchecked(Request::get("/docs/operation/nothing")).await.status, 404);
    }

    async fn the_rules_link_to_each_other(app: &TestApp) {
        let pages = reached(app, "/rules/README", &["/rules/"]).await;
        let names: Vec<_> = pages.keys().map(|path| path.trim_start_matches("/rules/")).collect();
        assert_eq!(names, ["README", "chance", "foolery", "fortuna", "fortunes", "fortuno", "reading", "reversal"]);
        all_lead_somewhere(&pages, &["/rules/"]);
        for (path, shown) in &pages {
            assert!(shown.contains("aria-label=\"On this page\""), "{path}");
            assert!(shown.contains(&format!("<a href=\"{path}\" aria-current=\"page\">")), "{path}");
            assert!(!shown.contains(".md\"") && !shown.contains("README.md"), "{path} names a file");
        }
        assert!(pages["/rules/fortuno"].contains("<em><a href=\"#the-call\">The call</a></em>"));
        let index = app.send_unchecked(Request::get("/rules/")).await;
        assert_eq!((index.status, index.header("location")), (303, Some("/rules/README")));
    }

    async fn the_calculator_is_filled_in_by_its_address(app: &TestApp) {
        let shown = page(app, "/rules/chance?seed=a%22%3Cb%3E&client_seed=%26").await;
        assert!(shown.contains("value=\"a&quot;&lt;b&gt;\"") && shown.contains("value=\"&amp;\""));
        assert!(!shown.contains("name=\"game\""));
        assert_eq!(shown.matches("<template id=\"pack-in-order\">").count(), 1);
        let game = app.play(&json!({"ruleset": "fortunes", "seed": "any text", "client_seed": "a&b c"})).await;
        let id = text(&game["id"]);
        let played = app.send_unchecked(Request::get(format!("/games/{id}"))).await.text(200);
        let link = attributes(&played, "href").into_iter().find(|link| link.starts_with("/rules/chance?"));
        let link = link.expect("a link to the calculator");
        assert_eq!(link, format!("/rules/chance?game={id}&seed=any+text&client_seed=a%26b+c#calculator"));
        let shown = page(app, link.split('#').next().expect("a path")).await;
        for part in ["value=\"any text\"", "value=\"a&amp;b c\"", &format!("/v1/games/{id}/verification")] {
            assert!(shown.contains(part), "{part}");
        }
    }

    async fn every_game_has_a_lesson(app: &TestApp) {
        let pages = reached(app, "/learn", &["/learn", "/rules/"]).await;
        all_lead_somewhere(&pages, &["/learn", "/rules/"]);
        for ruleset in Ruleset::ALL {
            let (lesson, name) = (format!("/learn/{}", ruleset.id()), ruleset.info().name);
            assert!(pages[&lesson].contains(&format!("<h1>{name} in five minutes</h1>")));
            assert!(pages[&lesson].contains(&format!("href=\"/rules/{}\"", ruleset.id())));
            assert!(pages[&lesson].contains(&format!("href=\"/tables/new?ruleset={}\"", ruleset.id())));
            for path in [format!("/rules/{}", ruleset.id()), "/rules/README".to_owned(), "/learn".to_owned()] {
                assert!(pages[&path].contains(&format!("href=\"{lesson}\"")), "{path} does not lead to {lesson}");
            }
            assert!(page(app, "/tables/new").await.contains(&format!("href=\"{lesson}\"")));
        }
        app.send_unchecked(Request::get("/learn/whist")).await.text(404);
        app.send_unchecked(Request::get("/learn?colour=red")).await.text(400);
    }

    async fn every_card_has_a_page(app: &TestApp) {
        let pages = reached(app, "/cards", &["/cards"]).await;
        for card in PACK {
            for deck in Deck::ALL {
                let query = if deck == Deck::Fortunes { String::new() } else { format!("?deck={}", deck.id()) };
                let shown = &pages[&format!("/cards/{card}{query}")];
                assert!(shown.contains(&format!("<h1>{}</h1>", deck.card_name(card))), "{card} {deck:?}");
                assert_eq!(shown.matches("<svg").count(), 2, "{card}: upright and reversed");
                let texts = texts(Language::default()).card(card, deck);
                for meaning in [&texts.well, &texts.ill] {
                    let advice = Zone::ALL.iter().flat_map(|zone| meaning.advice.in_zone(*zone));
                    for text in advice.chain(&meaning.keywords).chain(meaning.themes.iter().chain(&meaning.sentences)) {
                        assert!(shown.contains(&text.replace('&', "&amp;").replace('"', "&quot;")), "{card}: {text}");
                    }
                }
                let names = Deck::ALL.map(|deck| deck.card_name(card));
                assert!(names.iter().all(|name| shown.contains(name.as_str())), "{card}: {names:?}");
            }
        }
        let fool = &pages["/cards/ar00"];
        for part in ["Waite", "rel=\"next\" href=\"/cards/ar01\"", "/rules/foolery#plays", "/rules/fortuno#card-functions"] {
            assert!(fool.contains(part), "{part}");
        }
        assert!(!fool.contains("rel=\"prev\"") && !pages["/cards/peki"].contains("rel=\"next\""));
        assert!(pages["/cards/wa05"].contains("counts by suit and rank"));
    }

    async fn cards_are_chosen_by_suit_and_found_by_their_names(app: &TestApp) {
        for (query, count) in [("", 78), ("?arcana=major", 22), ("?arcana=minor", 56), ("?suit=cups&deck=french", 14)] {
            let shown = page(app, &format!("/cards{query}")).await;
            assert_eq!(attributes(&shown, "href").iter().filter(|link| link.starts_with("/cards/")).count(), count, "{query}");
        }
        for (name, to) in [
            ("the-fool", "/cards/ar00"), ("Two%20of%20Cups", "/cards/cu02"), ("knight-of-wands", "/cards/wakn"),
            ("knight-of-wands?deck=thoth", "/cards/waki?deck=thoth"), ("WA02", "/cards/wa02"),
        ] {
            let answer = app.send_unchecked(Request::get(format!("/cards/{name}"))).await;
            assert_eq!((answer.status, answer.header("location")), (303, Some(to)), "{name}");
        }
        for (path, status) in [("/cards/none", 404), ("/cards?suit=hearts", 400), ("/cards/ar00?deck=x", 400)] {
            app.send_unchecked(Request::get(path)).await.text(status);
        }
    }

    async fn the_rules_accept_no_other_parameters(app: &TestApp) {
        for path in ["/rules/chance?colour=red", "/rules/fortunes?colour=red", "/rules/chance.md?colour=red"] {
            app.get(path).await.problem(400, "unknown_parameter");
        }
        // Pages without a calculator ignore its parameters.
        app.get("/rules/fortunes?seed=x").await.text(200);
        app.get("/rules/chance.md?seed=x").await.text(200);
        let long = format!("/rules/chance?seed={}", "x".repeat(129));
        app.send_unchecked(Request::get(&long)).await.problem(400, "bad_parameter");
        app.send_unchecked(Request::get("/rules/chance?game=x")).await.problem(400, "bad_parameter");
    }
}
