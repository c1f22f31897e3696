//! The six formats of a reading: JSON, images, HTML and texts.

use arcana::games::Ruleset;
use reqwest::{
    Method,
    header::{ACCEPT_LANGUAGE, CONTENT_TYPE},
};
use serde_json::json;

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    plays::{NOBODY, text},
};

/// The formats: extension, media type, and `Content-Type`.
pub const FORMS: [(&str, &str, &str); 6] = [
    ("json", "application/json", "application/json"),
    ("svg", "image/svg+xml", "image/svg+xml"),
    ("png", "image/png", "image/png"),
    ("html", "text/html", "text/html; charset=utf-8"),
    ("txt", "text/plain", "text/plain; charset=utf-8"),
    ("md", "text/markdown", "text/markdown; charset=utf-8"),
];

/// The paths of a game's reading and of a stored one.
async fn both(app: &TestApp) -> [String; 2] {
    let stored = app.post("/v1/readings", &json!({"querent": "Zoë", "question": "What comes of it?"})).await.is(201);
    let game = app.get(text(&stored["links"]["game"])).await.is(200);
    [format!("{}/0", text(&game["links"]["readings"])), text(&stored["links"]["self"]).to_owned()]
}

on_both! {
    async fn each_format_is_selected_by_accept_and_by_extension(app: &TestApp) {
        for path in both(app).await {
            for (ending, media_type, content_type) in FORMS {
                let by_accept = app.get_as(path.as_str(), media_type).await;
                assert_eq!((by_accept.status, by_accept.content_type()), (200, content_type));
                let by_ending = app.get_as(format!("{path}.{ending}"), "image/webp").await;
                assert_eq!((by_ending.status, by_ending.content_type()), (200, content_type));
                assert!(by_accept.body == by_ending.body, "{media_type}: the ending gives another body");
                for answer in [by_accept, by_ending] {
                    assert_eq!(answer.header("vary"), Some("Accept, Accept-Language, Accept-Encoding"));
                    assert_eq!(answer.header("cache-control"), Some("no-cache"));
                    assert_eq!(answer.header("content-language"), Some("en"));
                }
                let head = app.send(Request::new(Method::HEAD, format!("{path}.{ending}"))).await;
                assert_eq!((head.status, head.content_type(), head.body.len()), (200, content_type, 0));
            }
        }
    }

    async fn a_browser_gets_a_page_and_the_default_is_json(app: &TestApp) {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
        for path in both(app).await {
            assert_eq!(app.get_as(path.as_str(), browser).await.content_type(), "text/html; charset=utf-8");
            assert_eq!(app.get_as(path.as_str(), "image/avif, image/*;q=0.9").await.content_type(), "image/svg+xml");
            assert_eq!(app.get(path.as_str()).await.content_type(), "application/json");
        }
    }

    async fn other_formats_are_not_acceptable(app: &TestApp) {
        for path in both(app).await {
            for accept in ["image/webp", "image/svg", "application/xml", "text/*;q=0", "x"] {
                let problem = app.get_as(path.as_str(), accept).await.problem(406, "not_acceptable");
                let detail = text(&problem["detail"]);
                assert!(FORMS.iter().all(|(_, media_type, _)| detail.contains(media_type)), "{detail}");
            }
            for ending in ["exe", "pdf", "jpeg", "SVG", "xml"] {
                app.get(format!("{path}.{ending}")).await.problem(406, "not_acceptable");
            }
        }
    }

    async fn a_png_has_the_requested_width(app: &TestApp) {
        for path in both(app).await {
            assert_eq!(app.get(format!("{path}.png")).await.png_size().0, 1000, "by default");
            for width in [200, 333] {
                let (wide, high) = app.get(format!("{path}.png?width={width}")).await.png_size();
                assert!(wide == width && high > wide, "{wide} × {high}");
            }
            assert_eq!(app.get_as(format!("{path}?width=201"), "image/png").await.png_size().0, 201);
        }
    }

    async fn the_widest_png_can_be_drawn(app: &TestApp) {
        let [_, stored] = both(app).await;
        assert_eq!(app.get(format!("{stored}.png?width=2000")).await.png_size().0, 2000);
    }

    async fn widths_have_bounds_and_only_a_png_has_one(app: &TestApp) {
        let width = [("width".to_owned(), "bad_parameter".to_owned())];
        for path in both(app).await {
            for value in ["199", "2001", "0", "-200", "1e3", "wide", "", "500&width=500"] {
                let wrong = app.get(format!("{path}.png?width={value}")).await.wrong(400, "bad_parameter");
                assert_eq!(wrong, width, "{value}");
            }
            for (ending, ..) in FORMS.iter().filter(|(ending, ..)| *ending != "png") {
                let wrong = app.get(format!("{path}.{ending}?width=500")).await.wrong(400, "bad_parameter");
                assert_eq!(wrong, width, "{ending}");
            }
            app.get(format!("{path}.png?height=500")).await.problem(400, "unknown_parameter");
        }
    }

    async fn the_links_lead_to_the_forms(app: &TestApp) {
        let stored = app.post("/v1/readings", &json!({})).await.is(201);
        let links = stored["links"].as_object().expect("links");
        assert_eq!(links.keys().collect::<Vec<_>>(), ["self", "game", "page", "svg", "png", "html", "txt"]);
        let (page, plain) = ("text/html; charset=utf-8", "text/plain; charset=utf-8");
        for (link, content_type) in [("self", "application/json"), ("game", "application/json"), ("page", page),
            ("svg", "image/svg+xml"), ("png", "image/png"), ("html", page), ("txt", plain)]
        {
            let answer = app.send_unchecked(Request::get(text(&links[link]))).await;
            assert_eq!((answer.status, answer.content_type()), (200, content_type), "{link}");
        }
        let links = &app.get(text(&links["game"])).await.is(200)["links"];
        for (link, content_type) in [("page", page), ("txt", plain)] {
            let answer = app.send_unchecked(Request::get(text(&links[link]))).await;
            assert_eq!((answer.status, answer.content_type()), (200, content_type), "{link}");
        }
        let drawn = app.post("/v1/readings", &json!({"type": "spread", "spread": "three-card"})).await.is(201);
        let (own, links) = (text(&drawn["links"]["self"]), &drawn["links"]);
        assert_eq!((&links["game"], text(&links["txt"])), (&json!(null), &*format!("{own}.txt")));
    }

    async fn names_and_questions_are_text_in_every_form(app: &TestApp) {
        let querent = "<script>alert(1)</script>&\"'";
        for question in ["]]><svg onload='x()'>&amp;\"", "\u{202e}e\u{301}👩‍👩‍👧 ﷽ \u{1f0a1}\u{feff}\u{fffe} Ж漢字 \u{10ffff}?"] {
            let stored = app.post("/v1/readings", &json!({"querent": querent, "question": question})).await.is(201);
            let path = text(&stored["links"]["self"]);
            assert_eq!((&stored["querent"], &stored["question"]), (&json!(querent), &json!(question)));
            for ending in ["svg", "html"] {
                let answer = app.get(format!("{path}.{ending}")).await;
                let markup = answer.markup();
                let title = markup.descendants().find(|node| node.tag_name().name() == "title");
                let title = title.and_then(|node| node.text()).expect("a title");
                assert!(title.ends_with(querent), "{title}");
                for node in markup.descendants() {
                    assert!(node.tag_name().name() != "script", "{}", answer.body());
                    assert!(node.attributes().all(|attribute| !attribute.name().starts_with("on")), "{}", answer.body());
                }
            }
            let markdown = app.get(format!("{path}.md")).await.text(200);
            assert!(!markdown.replace("\\<", "").contains('<'), "{markdown}");
            assert!(app.get(format!("{path}.txt")).await.text(200).contains(querent));
            assert_eq!(app.get(format!("{path}.png?width=200")).await.png_size().0, 200);
        }
    }

    async fn a_page_and_a_picture_may_load_and_run_nothing(app: &TestApp) {
        for path in both(app).await {
            for ending in ["svg", "html"] {
                let answer = app.get(format!("{path}.{ending}")).await;
                let policy = answer.header("content-security-policy").expect("a policy");
                assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline'"), "{policy}");
                // Documents may link to the steps of the game's replay.
                let linked = answer.body().replace("<a href=\"/games/", "");
                assert!(!linked.contains("src=") && !linked.contains("href="), "{}", answer.body());
            }
            let page = app.get(format!("{path}.html")).await.text(200);
            assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"), "{page}");
        }
    }

    async fn a_reading_of_a_game_has_its_players_names(app: &TestApp) {
        let players = json!([{"name": "Ada"}, {"name": "Bel"}, {"name": "Cyd"}, {"name": "Dov"}]);
        let game = app.play(&json!({"ruleset": "fortunes", "seed": "any text", "players": players})).await;
        let told = app.get(format!("{}/3.txt", text(&game["links"]["readings"]))).await.text(200);
        assert_eq!(told.lines().next(), Some("Against you today: a reading for Dov"));
        assert!(told.contains("\nWith Bel\n"), "{told}");
    }

    async fn texts_are_english_whatever_language_is_requested(app: &TestApp) {
        app.sign_in().await;
        let paths = both(app).await;
        let english = app.get(format!("{}.txt", paths[1])).await.text(200);
        for path in [paths[0].as_str(), &paths[1], "/v1/readings", "/v1/decks", "/v1/decks/thoth", "/v1/decks/thoth/cards/lust"] {
            for language in ["fi, en;q=0", "*;q=0", "de", "not a language !"] {
                let answer = app.send(Request::get(path).with(ACCEPT_LANGUAGE, language)).await;
                assert_eq!((answer.status, answer.header("content-language")), (200, Some("en")), "{path}");
            }
        }
        let finnish = app.send(Request::get(format!("{}.txt", paths[1])).with(ACCEPT_LANGUAGE, "fi")).await;
        assert_eq!(finnish.text(200), english);
    }

    async fn unreadable_deals_are_problems_in_every_format(app: &TestApp) {
        let [of_game, _] = both(app).await;
        let other = app.play_of(Ruleset::Foolery, "any text").await;
        let other = format!("/v1/games/{}/readings/0", text(&other["id"]));
        for (ending, media_type, _) in FORMS {
            for query in ["deal=0", "deal=2", "deal=x"] {
                let wrong = app.get(format!("{of_game}.{ending}?{query}")).await.wrong(400, "bad_parameter");
                assert_eq!(wrong, [("deal".to_owned(), "bad_parameter".to_owned())], "{ending} {query}");
            }
            app.get(format!("{other}.{ending}")).await.problem(409, "no_reading");
            let told = |answer: Answer, status, code| match media_type.starts_with("text/html") {
                true => answer.problem_page(status, code),
                false => drop(answer.problem(status, code)),
            };
            told(app.get_as(other.as_str(), media_type).await, 409, "no_reading");
            for gone in [format!("/v1/readings/{NOBODY}"), format!("/v1/games/{NOBODY}/readings/0")] {
                app.get(format!("{gone}.{ending}")).await.problem(404, "not_found");
                told(app.get_as(gone, media_type).await, 404, "not_found");
            }
            app.get(format!("{}4.{ending}", of_game.strip_suffix('0').expect("player 0"))).await.problem(404, "not_found");
            app.get(format!("/v1/readings/7.{ending}")).await.problem(400, "bad_parameter");
        }
    }

    async fn a_requested_reading_is_returned_only_as_json(app: &TestApp) {
        let request = Request::post("/v1/readings", "{}").with(reqwest::header::ACCEPT, "image/png");
        app.send(request).await.problem(406, "not_acceptable");
        assert_eq!(app.stored().await, (0, 0));
        let made = app.post("/v1/readings", &json!({})).await;
        assert_eq!((made.header(CONTENT_TYPE.as_str()), made.header("content-language")), (Some("application/json"), Some("en")));
    }
}
