//! The service as a whole: health, documents, shutdown.

use std::{collections::BTreeSet, fs, net::TcpStream};

use arcana::service::PROBLEMS;
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    contract::Contract,
    plays::{NOBODY, text},
    raw::Connection,
};

/// All URLs in attributes and style sheets of a page.
fn addresses(page: &str) -> BTreeSet<String> {
    let starts = ["src=\"", "href=\"", "action=\"", "url(", "@import "];
    let of = |start: &'static str| {
        page.split(start).skip(1).map(|rest| rest.chars().take_while(|c| !"\"')> ;".contains(*c)).collect::<String>())
    };
    starts.into_iter().flat_map(of).collect()
}

/// The rules pages in the repository.
fn rules() -> Vec<(String, String)> {
    let folder = format!("{}/docs/rules", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(folder).expect("the rules").map(|file| file.expect("a file").path());
    let page = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a page"))
    };
    files.map(page).collect()
}

on_both! {
    async fn a_running_service_is_healthy_and_ready(app: &TestApp) {
        for path in ["/healthz", "/readyz"] {
            let answer = app.get(path).await;
            assert_eq!(answer.is(200), json!({"status": "ok"}));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
        }
    }

    async fn a_service_without_its_database_is_up_but_not_ready(app: &TestApp) {
        app.service.close().await;
        app.get("/healthz").await.is(200);
        let answer = app.get("/readyz").await;
        answer.problem(503, "unavailable");
        assert_eq!(answer.header("retry-after"), Some("1"));
        for path in ["/v1/rulesets", "/v1/decks", "/openapi.json", "/rules/chance", "/problems/unavailable"] {
            assert_eq!(app.get(path).await.status, 200, "{path}");
        }
    }

    async fn routes_that_need_the_database_are_unavailable_without_it(app: &TestApp) {
        app.service.close().await;
        let posts = [("/v1/games", json!({"ruleset": "fortunes"})), ("/v1/readings", json!({})), ("/v1/commitments", json!({}))];
        for (path, body) in posts {
            app.post(path, &body).await.problem(503, "unavailable");
        }
        let mut gets = vec!["/v1/games".to_owned()];
        gets.extend(["games", "readings", "commitments"].map(|kind| format!("/v1/{kind}/{NOBODY}")));
        gets.extend(["log", "states/0", "verification", "readings", "readings/0"].map(|part| format!("/v1/games/{NOBODY}/{part}")));
        for path in gets {
            let answer = app.get(path).await;
            let problem = answer.problem(503, "unavailable");
            assert_eq!(problem["detail"], "The service is temporarily unavailable. Retry later.");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
        }
        for path in [format!("/v1/games/{NOBODY}"), format!("/v1/readings/{NOBODY}")] {
            app.delete(path).await.problem(503, "unavailable");
        }
    }

    async fn the_document_is_served_as_it_is_written(app: &TestApp) {
        let answer = app.get("/openapi.json").await;
        assert_eq!(answer.is(200), Contract::get().document);
        assert_eq!(answer.is(200)["openapi"], "3.1.0");
    }

    async fn the_docs_need_no_other_host(app: &TestApp) {
        let start = app.get("/docs").await;
        assert_eq!((start.status, start.header("location")), (307, Some("/docs/")));
        let page = app.send_unchecked(Request::get("/docs/")).await.text(200);
        let parts: Vec<_> = addresses(&page).into_iter().filter(|one| one.contains(".css") || one.contains(".js")).collect();
        assert!(parts.iter().filter(|one| one.starts_with("/assets/swagger-ui.")).count() == 2, "{parts:?}");
        for address in parts {
            assert!(!address.contains("//"), "{address}");
            let part = app.send_unchecked(Request::get(&address)).await;
            assert_eq!(part.status, 200, "{address}");
            if part.content_type().starts_with("text/css") {
                let outside: Vec<_> = addresses(part.body()).into_iter().filter(|one| one.contains("//")).collect();
                assert_eq!(outside, [""; 0]);
            }
        }
        let start = app.send_unchecked(Request::get("/assets/docs.js")).await.text(200);
        assert!(start.contains("/openapi.json") && !start.contains("http"), "{start}");
        assert!(start.contains("validatorUrl: \"none\""), "{start}");
        assert_eq!(app.get("/docs/nothing.js").await.status, 404);
    }

    async fn the_docs_have_the_frame_of_the_site(app: &TestApp) {
        let answer = app.send_unchecked(Request::get("/docs/")).await;
        assert!(!answer.header("content-security-policy").expect("a policy").contains("unsafe"));
        let page = answer.text(200);
        assert!(page.len() < 100_000, "{} bytes", page.len());
        assert!(page.contains("<header class=\"top\">") && page.contains("<h1>API documentation</h1>"));
        // Without script there is a list of operations with descriptions.
        let operations = Contract::get().operations();
        for operation in operations {
            let call = format!("<code>{} {}</code>", operation.method.to_uppercase(), operation.path);
            assert!(page.contains(&call), "{call}");
        }
        let other = app.send_unchecked(Request::get("/docs/index.html")).await;
        assert_eq!((other.status, other.header("location")), (303, Some("/docs/")));
    }

    async fn the_rules_are_served_as_they_are_written(app: &TestApp) {
        let rules = rules();
        assert!(rules.len() >= 8);
        for (name, written) in rules {
            let markdown = app.get(format!("/rules/{name}.md")).await;
            assert_eq!(markdown.content_type(), "text/markdown; charset=utf-8");
            assert_eq!(markdown.text(200), written);
            assert_eq!(app.get_as(format!("/rules/{name}"), "text/markdown").await.text(200), written);
            let page = app.get_as(format!("/rules/{name}"), "text/html").await;
            assert_eq!(page.content_type(), "text/html; charset=utf-8");
            assert!(page.text(200).contains("<h1>"));
            assert_eq!(addresses(page.body()).iter().filter(|one| one.contains("//")).count(), 0);
        }
        let index = app.get("/rules").await;
        assert_eq!((index.status, index.header("location")), (302, Some("/rules/README")));
        assert!(app.get("/rules/README").await.text(200).contains("<h1>The rules, made exact</h1>"));
        app.get("/rules/whist").await.problem(404, "not_found");
        app.get("/rules/chance.txt").await.problem(406, "not_acceptable");
        app.get_as("/rules/chance", "application/json").await.problem(406, "not_acceptable");
    }

    async fn every_problem_has_a_page(app: &TestApp) {
        for kind in PROBLEMS {
            let page = app.get(format!("/problems/{}", kind.id)).await;
            assert_eq!(page.content_type(), "text/html; charset=utf-8");
            let page = page.text(200);
            assert!(page.contains(&format!("<code>{}</code>", kind.id)) && page.contains(kind.title), "{page}");
            assert!(page.contains(&format!("status {}", kind.status)));
            assert_eq!(addresses(&page).iter().filter(|one| one.contains("//")).count(), 0);
        }
        app.get("/problems/bad_luck").await.problem(404, "not_found");
    }

    async fn every_url_in_a_response_resolves(app: &TestApp) {
        let reading = app.post("/v1/readings", &json!({})).await.is(201);
        let game = app.get(text(&reading["links"]["game"])).await.is(200);
        for links in [&reading["links"], &reading["game"]["links"], &game["links"]] {
            for link in links.as_object().expect("links").values().filter_map(Value::as_str) {
                let is_described = link.starts_with("/v1/");
                let answer = if is_described { app.get(link).await } else { app.send_unchecked(Request::get(link)).await };
                assert_eq!(answer.status, 200, "{link}");
            }
        }
        let problem = app.get("/v1/games/x").await.problem(400, "bad_parameter");
        assert_eq!(app.get(text(&problem["type"])).await.status, 200);
    }

    async fn a_request_in_progress_is_answered_at_shutdown(app: &TestApp) {
        let body = json!({"ruleset": "fortunes"}).to_string();
        let mut connection = Connection::open(app);
        connection.send(format!("POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\n\
            Content-Length: {}\r\nExpect: 100-continue\r\n\r\n", body.len()));
        // The app has started to read, so the request is in progress.
        assert!(connection.head().starts_with("HTTP/1.1 100 "));
        let stopped = app.server.stop(true);
        while TcpStream::connect(app.address).is_ok() {
            std::thread::yield_now();
        }
        connection.send(&body);
        let answer = connection.answer("POST /v1/games");
        Contract::get().check(&Request::post("/v1/games", body), &answer);
        let id = answer.is(201)["id"].clone();
        stopped.await;
        // What was confirmed is stored.
        let store = app.database.open().await;
        let games = store.games(&Default::default(), None, 10).await.expect("games").items;
        assert_eq!(games.iter().map(|game| json!(game.id)).collect::<Vec<_>>(), [id]);
        store.close().await;
    }
}
