//! ETags, conditional requests and compression.

use arcana::games::Ruleset;
use reqwest::{
    Method,
    header::{ACCEPT_ENCODING, IF_NONE_MATCH},
};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    plays::{NOBODY, text},
};

/// Paths of a fresh app that may be cached.
const CACHEABLE: [&str; 6] =
    ["/v1/games", "/v1/readings", "/v1/rulesets", "/v1/decks/thoth/cards/ar08", "/rules/chance", "/openapi.json"];

/// The first bytes of a body in gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

async fn if_none_match(app: &TestApp, path: &str, tags: &str) -> Answer {
    app.send(Request::get(path).with(IF_NONE_MATCH, tags)).await
}

fn tag(answer: &Answer) -> String {
    answer.header("etag").expect("a tag").to_owned()
}

on_both! {
    async fn a_client_that_has_the_response_gets_304(app: &TestApp) {
        app.sign_in().await;
        for path in CACHEABLE {
            let first = app.get(path).await;
            let again = if_none_match(app, path, &tag(&first)).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
            for header in ["etag", "cache-control", "vary"] {
                assert_eq!(again.header(header), first.header(header), "{path}: {header}");
            }
        }
    }

    async fn one_tag_of_a_list_is_enough(app: &TestApp) {
        let tag = tag(&app.get("/v1/decks").await);
        let strong = tag.trim_start_matches("W/").to_owned();
        for tags in [format!("\"other\", {tag}"), strong, "*".to_owned()] {
            assert_eq!(if_none_match(app, "/v1/decks", &tags).await.status, 304, "{tags}");
        }
        for tags in ["\"other\"", "", "other, \"more\""] {
            assert_eq!(if_none_match(app, "/v1/decks", tags).await.status, 200, "{tags}");
        }
    }

    async fn an_answer_that_changed_has_another_tag(app: &TestApp) {
        let before = tag(&app.get("/v1/games").await);
        app.play_of(Ruleset::Foolery, "another").await;
        let after = if_none_match(app, "/v1/games", &before).await;
        assert_eq!(after.status, 200);
        assert_ne!(tag(&after), before);
    }

    async fn a_game_and_its_log_are_revalidated_each_time(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortuna, "kept").await;
        for link in ["self", "log"] {
            let answer = app.get(text(&game["links"][link])).await;
            assert_eq!(answer.header("cache-control"), Some("public, max-age=0, must-revalidate"));
            assert_eq!(if_none_match(app, text(&game["links"][link]), &tag(&answer)).await.status, 304);
        }
    }

    async fn each_representation_has_its_own_tag(app: &TestApp) {
        let markdown = app.get_as("/rules/chance", "text/markdown").await;
        let html = app.get_as("/rules/chance", "text/html").await;
        assert_ne!(tag(&markdown), tag(&html));
    }

    async fn responses_valid_only_now_have_no_tag(app: &TestApp) {
        let game = app.play_of(Ruleset::Fortunes, "now").await;
        for path in ["/healthz".to_owned(), "/readyz".to_owned(), format!("{}/verification", text(&game["links"]["self"]))]
        {
            let answer = app.get(&path).await;
            assert_eq!((answer.header("etag"), answer.header("cache-control")), (None, Some("no-store")), "{path}");
            assert_eq!(if_none_match(app, &path, "*").await.status, 200, "{path}");
        }
        let missing = if_none_match(app, &format!("/v1/games/{NOBODY}"), "*").await;
        missing.problem(404, "not_found");
    }

    async fn head_has_the_tag_of_get(app: &TestApp) {
        let got = app.get("/v1/rulesets/foolery").await;
        let head = app.send(Request::new(Method::HEAD, "/v1/rulesets/foolery")).await;
        assert_eq!((head.status, tag(&head)), (200, tag(&got)));
        let request = Request::new(Method::HEAD, "/v1/rulesets/foolery").with(IF_NONE_MATCH, &tag(&got));
        assert_eq!(app.send(request).await.status, 304);
    }

    async fn a_page_without_news_has_the_headers_of_the_page(app: &TestApp) {
        for path in ["/learn", "/cards/ar08"] {
            for encoding in ["identity", "gzip"] {
                let asked = Request::get(path).with(ACCEPT_ENCODING, encoding);
                let first = app.send_unchecked(asked.clone()).await;
                let again = app.send_unchecked(asked.with(IF_NONE_MATCH, &tag(&first))).await;
                let headers = |answer: &Answer| ["cache-control", "vary"].map(|name| answer.header(name).map(str::to_owned));
                assert_eq!((again.status, headers(&again)), (304, headers(&first)), "{path} {encoding}");
                assert_eq!(first.header("vary"), Some("Accept-Encoding"));
            }
        }
    }

    async fn a_quoted_asterisk_is_a_tag_as_any_other(app: &TestApp) {
        assert_eq!(if_none_match(app, "/v1/rulesets", "\"*\"").await.status, 200);
        assert_eq!(if_none_match(app, "/v1/rulesets", "\"a\", *").await.status, 200);
        assert_eq!(if_none_match(app, "/v1/rulesets", " * ").await.status, 304);
    }

    async fn a_tag_is_that_of_the_body_in_every_encoding(app: &TestApp) {
        let asked = |encoding| Request::get("/v1/rulesets").with(ACCEPT_ENCODING, encoding);
        let first = app.send_unchecked(asked("gzip")).await;
        assert!(tag(&first).starts_with("W/\""), "{}", tag(&first));
        for encoding in ["gzip", "br", "identity"] {
            let again = app.send_unchecked(asked(encoding).with(IF_NONE_MATCH, &tag(&first))).await;
            assert_eq!((again.status, tag(&again)), (304, tag(&first)), "{encoding}");
        }
    }

    async fn gzip_is_the_only_encoding(app: &TestApp) {
        for (accepted, encoding) in [
            ("deflate", None),
            ("br, zstd", None),
            ("identity", None),
            ("deflate, gzip;q=0.5", Some("gzip")),
            ("gzip, deflate, br, zstd", Some("gzip")),
        ] {
            let answer = app.send_unchecked(Request::get("/v1/rulesets").with(ACCEPT_ENCODING, accepted)).await;
            assert_eq!((answer.status, answer.header("content-encoding")), (200, encoding), "{accepted}");
        }
    }

    async fn a_body_has_the_requested_encoding(app: &TestApp) {
        let plain = app.get("/rules/fortuno").await;
        assert_eq!(plain.header("content-encoding"), None);
        let asked = Request::get("/rules/fortuno").with(ACCEPT_ENCODING, "gzip");
        let answer = app.send_unchecked(asked).await;
        assert_eq!(answer.header("content-encoding"), Some("gzip"));
        assert!(answer.body.starts_with(GZIP));
        assert!(answer.body.len() * 2 < plain.body.len(), "{} bytes", answer.body.len());
        assert_eq!(tag(&answer), tag(&plain));
    }
}
