//! Starting, logging and stopping the service.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    thread,
};

use super::{
    database::database,
    run::{arcana, run},
    service::serve,
};

#[test]
fn folders_of_fonts_and_of_pictures_are_checked_before_it_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ar00.jpg"), "no picture").expect("a file");
    std::fs::write(folder.path().join("wa02.png"), "no picture").expect("a file");
    let path = folder.path().to_str().expect("a path");
    for (arguments, faults) in [
        (&["--fonts", path][..], &["--fonts", "holds no font that can be read"][..]),
        (
            &["--art", path],
            &[
                "--art",
                "ar00.jpg is not a JPEG, PNG or WebP picture",
                "wa02.png is not",
                "76 of 78 cards have no picture: ar01, ar02",
            ],
        ),
        (&["--cards", "art"], &["--cards art: there is no folder, set `--art`"]),
    ] {
        let output =
            run(&[&["serve", "--listen", "127.0.0.1:0", "--database-url", "sqlite::memory:"], arguments].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success());
        assert!(faults.iter().all(|fault| told.contains(fault)), "{told}");
    }
}

#[test]
fn with_default_settings_it_serves_and_stops_on_sigterm() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&[][..], &["serve"]] {
        let served = serve(folder.path(), arguments);
        assert!(folder.path().join("data/arcana.db").exists());
        assert!(run(&["health", "--listen", &served.address]).status.success());
        let address = served.address.clone();
        assert!(served.stop());
        assert_eq!(run(&["health", "--listen", &address]).status.code(), Some(1));
    }
}

#[test]
fn an_invalid_database_is_a_clear_error() {
    let output = run(&["serve", "--listen", "127.0.0.1:0", "--database-url", "mysql://nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("mysql"), "{output:?}");
}

#[test]
fn it_does_not_start_on_a_public_address_without_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(&folder);
    let mut open = arcana(&["--listen", "0.0.0.0:0", "--database-url", &url]);
    let refused = open.env_remove("ARCANA_ANONYMOUS").output().expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    for word in [
        "there is no key",
        concat!("`", env!("CARGO_BIN_EXE_arcana"), " keys create --name NAME`"),
        "--anonymous write",
    ] {
        assert!(told.contains(word), "{word} is missing: {told}");
    }
    // It starts if the database has a key, or if anonymous access is given explicitly.
    let named = serve(folder.path(), &["--listen", "0.0.0.0:0", "--database-url", &url, "--anonymous", "read"]);
    assert!(run(&["health", "--listen", &named.address]).status.success());
    assert!(named.stop());
    assert!(run(&["keys", "create", "--name", "me", "--database-url", &url]).status.success());
    let kept = serve(folder.path(), &["--listen", "0.0.0.0:0", "--database-url", &url]);
    assert!(run(&["health", "--listen", &kept.address]).status.success());
    assert!(kept.stop());
}

#[test]
fn a_stopping_service_is_unready_first_and_still_responds() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut served = serve(folder.path(), &["--drain-seconds", "3600"]);
    assert!(served.ask("GET /readyz HTTP/1.1").starts_with("HTTP/1.1 200 "));
    served.terminate();
    served.hear("draining");
    let unready = served.ask("GET /readyz HTTP/1.1");
    assert!(unready.starts_with("HTTP/1.1 503 ") && unready.contains("\"code\":\"unavailable\""), "{unready}");
    assert_eq!(run(&["health", "--listen", &served.address]).status.code(), Some(1));
    assert!(served.ask("GET /healthz HTTP/1.1").starts_with("HTTP/1.1 200 "));
    let played = served.ask("POST /v1/games HTTP/1.1\n\n{\"ruleset\": \"reversal\"}");
    assert!(played.starts_with("HTTP/1.1 201 "), "{played}");
    // It does not wait after the second signal.
    assert!(served.stop());
}

#[test]
fn every_request_is_logged_and_no_secret_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &["--log", "debug"]);
    let played = served.ask(
        "POST /v1/games HTTP/1.1\n\n{\"ruleset\": \"reversal\", \"seed\": \"sesame\", \"client_seed\": \"sesame\"}",
    );
    assert!(played.starts_with("HTTP/1.1 201 "), "{played}");
    assert!(served.ask("GET /v1/games?seed=sesame HTTP/1.1").starts_with("HTTP/1.1 200 "));
    assert!(served.ask("GET /v1/made/up?key=sesame HTTP/1.1").starts_with("HTTP/1.1 404 "));
    let refused = served.ask("GET /v1/rulesets HTTP/1.1\r\nAuthorization: Bearer sesame");
    assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
    let lines = served.last_lines();
    assert!(!lines.iter().any(|line| line.contains("sesame")), "{lines:#?}");
    let lines = lines.iter().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let told: Vec<_> = lines.filter(|line| line["message"] == "request completed").collect();
    let line = |line: &serde_json::Value| {
        assert_eq!(line["request_id"], "asked");
        assert!(line["micros"].is_u64(), "{line}");
        let text = |name: &str| line[name].as_str().unwrap_or("none").to_owned();
        (text("method"), text("path"), text("route"), line["status"].as_u64().unwrap_or_default())
    };
    let told: Vec<_> = told.iter().map(line).collect();
    let expected =
        |method: &str, path: &str, route: &str, status| (method.to_owned(), path.to_owned(), route.to_owned(), status);
    assert_eq!(
        told,
        [
            expected("POST", "/v1/games", "/v1/games", 201),
            expected("GET", "/v1/games", "/v1/games", 200),
            expected("GET", "/v1/made/up", "none", 404),
            expected("GET", "/v1/rulesets", "/v1/rulesets", 401),
        ]
    );
}

#[test]
fn an_invalid_setting_is_a_clear_error() {
    for (flag, value, told) in [
        ("--cors-origin", "https://example.org/path", "`https://example.org/path` is not an origin"),
        ("--body-memory", "1000", "--body-memory must hold"),
        ("--request-timeout", "0", "--request-timeout"),
        ("--rate-burst", "0", "--rate-burst"),
    ] {
        let output = run(&["serve", "--listen", "127.0.0.1:0", flag, value]);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(told), "{output:?}");
    }
}

#[test]
fn a_service_stopped_under_load_drops_no_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut served = serve(folder.path(), &["--drain-seconds", "3600"]);
    let (unready, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let games = thread::scope(|scope| {
        // Four callers that stop when the service is not ready, like a load balancer.
        let caller = || {
            let mut games = Vec::new();
            while !unready.load(Relaxed) {
                let answer = served.ask("POST /v1/games HTTP/1.1\n\n{\"ruleset\": \"reversal\"}");
                assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
                games.extend(answer.lines().find_map(|line| line.strip_prefix("location: ")).map(ToOwned::to_owned));
                answered.fetch_add(1, Relaxed);
            }
            games
        };
        let callers: Vec<_> = (0..4).map(|_| scope.spawn(caller)).collect();
        let wait_for = |count: usize| {
            while answered.load(Relaxed) < count {
                assert!(callers.iter().all(|caller| !caller.is_finished()), "a request is dropped");
                thread::yield_now();
            }
        };
        wait_for(20);
        served.terminate();
        while served.ask("GET /readyz HTTP/1.1").starts_with("HTTP/1.1 200 ") {
            thread::yield_now();
        }
        wait_for(answered.load(Relaxed) + 20);
        unready.store(true, Relaxed);
        callers.into_iter().flat_map(|caller| caller.join().expect("no request is dropped")).collect::<Vec<_>>()
    });
    served.hear("draining");
    assert!(served.stop());
    assert!(games.len() >= 40);
    let again = serve(folder.path(), &[]);
    for game in games {
        assert!(again.ask(&format!("GET {game} HTTP/1.1")).starts_with("HTTP/1.1 200 "), "{game} is not stored");
    }
    assert!(again.stop());
}

#[test]
fn an_invalid_request_is_not_logged_as_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &["serve"]);
    assert!(served.ask("GET / HTTP/1.1\r\n: x").starts_with("HTTP/1.1 400"));
    assert!(served.ask("GET /healthz HTTP/1.1").starts_with("HTTP/1.1 200"));
    served.terminate();
    let errors: Vec<String> = served.lines.map_while(Result::ok).filter(|line| line.contains("ERROR")).collect();
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn help_lines_are_checked_before_it_starts_and_shown_where_they_are_needed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("help.txt");
    let path = file.to_str().expect("a path");
    let long = "x".repeat(1_001);
    for (text, fault) in [
        (None, "cannot be read"),
        (Some(""), "it is empty"),
        (Some(long.as_str()), "it has 1001 characters, and at most 1000 are shown"),
        (Some("Call\n123\u{7}"), "line 2 has a control character"),
    ] {
        if let Some(text) = text {
            std::fs::write(&file, text).expect("a file");
        }
        let output =
            run(&["serve", "--listen", "127.0.0.1:0", "--database-url", "sqlite::memory:", "--help-lines", path]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success());
        assert!(told.contains("--help-lines") && told.contains(fault), "{told}");
    }
    std::fs::write(&file, "In Freedonia call 123,\nday and night.\n").expect("a file");
    let served = serve(folder.path(), &["--help-lines", path]);
    let answer = served.ask("POST /v1/draws HTTP/1.1\n\n{\"spread\": \"three-card\", \"question\": \"I want to die\"}");
    assert!(answer.contains("\\nIn Freedonia call 123,\\nday and night.\""), "{answer}");
    assert!(served.stop());
}
