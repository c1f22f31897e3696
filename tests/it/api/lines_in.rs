//! `POST /v1/games/import` with NDJSON.

use arcana::{games::Ruleset, http::Settings, service::WorkerPool};
use chrono::TimeDelta;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    keys::key_for_an_hour,
    on_app,
    plays::{text, with, without},
    raw::Connection,
};

const LINES: &str = "application/x-ndjson";
const IMPORT: &str = "/v1/games/import";

fn of_lines(path: &str, body: impl Into<Vec<u8>>) -> Request {
    Request::post(path, body).with(CONTENT_TYPE, LINES)
}

/// Sends lines; returns the verdicts.
async fn sent(app: &TestApp, path: &str, lines: &[String]) -> Vec<Value> {
    let answer = app.send(of_lines(path, lines.join("\n"))).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.lines()
}

/// A log of every ruleset.
async fn logs(app: &TestApp) -> Vec<Value> {
    let mut logs = Vec::new();
    for ruleset in Ruleset::ALL {
        logs.push(app.log(&app.play_of(ruleset, "a line").await).await);
    }
    logs
}

/// A short log with this external id.
fn called(log: &Value, external_id: &str) -> String {
    with(log, "external_id", json!(external_id)).to_string()
}

/// A short log.
async fn short(app: &TestApp) -> Value {
    app.log(&app.play_of(Ruleset::Reversal, "short").await).await
}

/// The line and outcome of a verdict.
fn outcome(verdict: &Value) -> (u64, String) {
    let problem = &verdict["problem"];
    let word = if problem.is_null() {
        verdict["status"].to_string()
    } else {
        assert_eq!(problem["status"], verdict["status"]);
        text(&problem["code"]).to_owned()
    };
    (verdict["line"].as_u64().expect("a number"), word)
}

fn problem(answer: &Answer) -> Value {
    without(&answer.json(), "request_id")
}

on_both! {
    async fn every_line_is_stored_and_reported(app: &TestApp) {
        let logs = logs(app).await;
        let lines: Vec<String> = logs.iter().map(ToString::to_string).collect();
        let verdicts = sent(app, IMPORT, &lines).await;
        assert_eq!(verdicts.len(), logs.len());
        for (number, (verdict, log)) in verdicts.iter().zip(&logs).enumerate() {
            assert_eq!((&verdict["line"], &verdict["status"]), (&json!(number + 1), &json!(201)));
            let game = app.get(format!("/v1/games/{}", text(&verdict["id"]))).await.is(200);
            assert_eq!((game["source"].clone(), app.log(&game).await), (json!("imported"), log.clone()));
        }
        assert_eq!(app.stored().await, (10, 0));
    }

    async fn a_dry_run_of_lines_checks_and_stores_nothing(app: &TestApp) {
        let mut lines: Vec<String> = logs(app).await.iter().map(ToString::to_string).collect();
        lines.insert(1, "{}".to_owned());
        let before = app.stored().await;
        let verdicts = sent(app, "/v1/games/import?dry_run=true", &lines).await;
        for (line, verdict) in lines.iter().zip(&verdicts) {
            if line != "{}" {
                let alone = app.send(Request::post("/v1/games/import?dry_run=true", line.as_str())).await.is(200);
                assert_eq!((&verdict["status"], &verdict["verdict"]), (&json!(200), &alone));
            }
        }
        assert_eq!(outcome(&verdicts[1]), (2, "illegal_log".to_owned()));
        assert_eq!(app.stored().await, before);
    }

    async fn an_invalid_line_does_not_affect_others_and_is_reported_as_if_alone(app: &TestApp) {
        let log = short(app).await;
        let first = app.import(&with(&log, "external_id", json!("taken"))).await;
        let bad = [
            "{".to_owned(),
            r#"{"ruleset": "reversal", "ruleset": "reversal"}"#.to_owned(),
            "[]".to_owned(),
            with(&log, "ruleset", json!("whist")).to_string(),
            with(&log, "played_at", json!("yesterday")).to_string(),
            with(&log, "steps", json!([])).to_string(),
            called(&log, "taken"),
        ];
        let lines: Vec<String> = bad.iter().flat_map(|bad| [bad.clone(), log.to_string()]).collect();
        let before = app.stored().await.0;
        let verdicts = sent(app, IMPORT, &lines).await;
        let codes = ["bad_json", "bad_json", "illegal_log", "unknown_ruleset", "invalid_body", "illegal_log",
            "external_id_taken"];
        for (number, (bad, code)) in bad.iter().zip(codes).enumerate() {
            assert_eq!(outcome(&verdicts[2 * number]), (2 * number as u64 + 1, code.to_owned()));
            assert_eq!(outcome(&verdicts[2 * number + 1]), (2 * number as u64 + 2, "201".to_owned()));
            let alone = problem(&app.send(Request::post(IMPORT, bad.as_str())).await);
            let mut line = without(&verdicts[2 * number]["problem"], "request_id");
            line["detail"] = text(&line["detail"]).replace("The line", "The body").into();
            assert_eq!(line, alone);
        }
        assert_eq!(verdicts[12]["problem"]["game"], first["id"]);
        assert_eq!(app.stored().await.0, before + 7);
    }

    async fn a_problem_of_a_line_has_the_id_of_the_request(app: &TestApp) {
        let request = of_lines(IMPORT, "{").with(HeaderName::from_static("x-request-id"), "line-7");
        assert_eq!(app.send(request).await.lines()[0]["problem"]["request_id"], "line-7");
    }

    async fn of_lines_with_the_same_external_id_the_first_is_stored(app: &TestApp) {
        let log = short(app).await;
        let lines: Vec<String> = (0..250).map(|number| called(&log, &format!("night {}", number % 125))).collect();
        let verdicts = sent(app, IMPORT, &lines).await;
        for (number, verdict) in verdicts.iter().enumerate() {
            let expected = if number < 125 { "201" } else { "external_id_taken" };
            assert_eq!(outcome(verdict), (number as u64 + 1, expected.to_owned()));
            if number >= 125 {
                assert_eq!(verdict["problem"]["game"], verdicts[number - 125]["id"]);
            }
        }
    }

    async fn lines_that_are_sent_again_are_stored_once(app: &TestApp) {
        let log = short(app).await;
        let lines = [called(&log, "one"), called(&log, "two")];
        sent(app, IMPORT, &lines[..1]).await;
        let words: Vec<_> = sent(app, IMPORT, &lines).await.iter().map(|verdict| outcome(verdict).1).collect();
        assert_eq!(words, ["external_id_taken", "201"]);
        assert_eq!(app.stored().await.0, 3);
    }

    async fn a_byte_order_mark_at_the_start_of_the_first_line_is_passed_over(app: &TestApp) {
        let log = short(app).await.to_string();
        let verdicts = app.send(of_lines(IMPORT, format!("\u{feff}{log}\r\n{log}"))).await.lines();
        assert_eq!(verdicts.iter().map(outcome).collect::<Vec<_>>(), [(1, "201".to_owned()), (2, "201".to_owned())]);
        let verdicts = app.send(of_lines(IMPORT, format!("\u{feff}\n{log}\n\u{feff}{log}"))).await.lines();
        assert_eq!(verdicts.iter().map(outcome).collect::<Vec<_>>(), [(2, "201".to_owned()), (3, "bad_json".to_owned())]);
    }

    async fn empty_lines_count_but_are_not_checked(app: &TestApp) {
        let log = short(app).await.to_string();
        let body = format!("\r\n\n{log}\r\n  \n{{}}\n\n{log}");
        let verdicts = app.send(of_lines(IMPORT, body)).await.lines();
        let expected = [(3, "201"), (5, "illegal_log"), (7, "201")].map(|(line, word)| (line, word.to_owned()));
        assert_eq!(verdicts.iter().map(outcome).collect::<Vec<_>>(), expected);
        for nothing in ["", "\n \n"] {
            assert_eq!(app.send(of_lines(IMPORT, nothing)).await.lines(), [Value::Null; 0]);
        }
    }

    async fn a_line_that_is_not_utf8_does_not_affect_others(app: &TestApp) {
        let log = short(app).await.to_string();
        let body = [b"{\"\xff\"}\n", log.as_bytes()].concat();
        let verdicts = app.send(of_lines(IMPORT, body)).await.lines();
        assert_eq!(verdicts.iter().map(outcome).collect::<Vec<_>>(), [(1, "bad_json".to_owned()), (2, "201".to_owned())]);
    }

    async fn too_many_lines_or_bytes_are_refused_whole(app: &TestApp) {
        let before = app.stored().await;
        let problem = app.send(of_lines(IMPORT, "{}\n".repeat(10_001))).await.problem(413, "too_large");
        assert_eq!(problem["detail"], "A request may have at most 10000 lines.");
        app.send_unchecked(of_lines(IMPORT, vec![b'\n'; (16 << 20) + 1])).await.problem(413, "too_large");
        assert_eq!(app.stored().await, before);
    }

    async fn ten_thousand_lines_are_accepted(app: &TestApp) {
        let verdicts = app.send(of_lines(IMPORT, "{}\n".repeat(10_000))).await.lines();
        assert_eq!(verdicts.len(), 10_000);
        assert_eq!(outcome(&verdicts[9_999]), (10_000, "illegal_log".to_owned()));
    }

    async fn lines_are_only_answered_with_lines(app: &TestApp) {
        for accept in ["application/json", "image/webp"] {
            app.send(of_lines(IMPORT, "{}").with(ACCEPT, accept)).await.problem(406, "not_acceptable");
        }
        for accept in ["*/*", "application/*", LINES] {
            assert_eq!(app.send(of_lines(IMPORT, "{}").with(ACCEPT, accept)).await.lines().len(), 1);
        }
        app.send(Request::post(IMPORT, "{}").with(ACCEPT, LINES)).await.problem(406, "not_acceptable");
        let other = Request::post(IMPORT, "{}").with(CONTENT_TYPE, "application/ndjson");
        let answer = app.send(other).await;
        answer.problem(415, "unsupported_media_type");
        assert_eq!(answer.header("accept"), Some("application/json, application/x-ndjson, text/plain"));
        let elsewhere = app.send(of_lines("/v1/games", "{}")).await;
        elsewhere.problem(415, "unsupported_media_type");
        assert_eq!(elsewhere.header("accept"), Some("application/json"));
    }

    async fn lines_accept_no_idempotency_key(app: &TestApp) {
        let log = short(app).await.to_string();
        let before = app.stored().await;
        let request = of_lines(IMPORT, log).with(HeaderName::from_static("idempotency-key"), "once");
        let wrong = app.send(request).await.wrong(400, "bad_parameter");
        assert_eq!(wrong, [("Idempotency-Key".to_owned(), "bad_parameter".to_owned())]);
        assert_eq!(app.stored().await, before);
    }

    async fn lines_are_refused_once_their_key_has_expired(app: &TestApp) {
        let log = short(app).await.to_string();
        let key = key_for_an_hour(app).await;
        let (games, readings) = app.stored().await;
        let chunk = |text: &str| format!("{:x}\r\n{text}\r\n", text.len());
        let mut connection = Connection::open(app);
        connection.send(format!(
            "POST {IMPORT} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\ncontent-type: {LINES}\r\n\
             transfer-encoding: chunked\r\n\r\n"
        ));
        connection.send(chunk(&format!("{log}\n{}\n{}", " ".repeat(1 << 20), "{}\n".repeat(200))));
        connection.until("{\"line\":1,\"status\":201");
        app.clock.advance(TimeDelta::hours(1));
        connection.send(chunk(&format!("{log}\n{{}}\n")));
        connection.send("0\r\n\r\n");
        let read = connection.until("{\"line\":204,\"status\":422");
        assert!(read.contains("{\"line\":203,\"status\":401"), "{read}");
        assert_eq!(app.stored().await, (games + 1, readings));
    }

    async fn lines_are_checked_while_more_arrive(app: &TestApp) {
        let log = short(app).await.to_string();
        let chunk = |text: &str| format!("{:x}\r\n{text}\r\n", text.len());
        let mut connection = Connection::open(app);
        connection.send(format!(
            "POST {IMPORT} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {LINES}\r\ntransfer-encoding: chunked\r\n\r\n"
        ));
        connection.send(chunk(&format!("{log}\n{}\n{}", " ".repeat(1 << 20), "{}\n".repeat(200))));
        connection.until("{\"line\":1,\"status\":201");
        connection.send(chunk(&format!("{log}\n")));
        connection.send("0\r\n\r\n");
        connection.until("{\"line\":203,\"status\":201");
    }

    async fn ten_thousand_lines_of_ordinary_size_are_accepted(app: &TestApp) {
        let line = format!("{{{}}}\n", " ".repeat(4_000));
        let verdicts = app.send(of_lines(IMPORT, line.repeat(10_000))).await.lines();
        assert_eq!(verdicts.len(), 10_000);
        assert_eq!(outcome(&verdicts[9_999]), (10_000, "illegal_log".to_owned()));
        let too_large = line.repeat(17_000);
        app.send_unchecked(of_lines(IMPORT, too_large)).await.problem(413, "too_large");
    }

    async fn an_exported_line_can_be_imported(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            let game = app.play(&json!({"ruleset": ruleset, "seed": "back", "external_id": format!("from {}", ruleset.id())})).await;
            let path = format!("/v1/games?log=true&external_id=from%20{}", ruleset.id());
            let line = app.get_as(path, LINES).await.lines().remove(0);
            let taken = app.send(Request::post(IMPORT, line.to_string())).await.problem(409, "external_id_taken");
            assert_eq!(taken["game"], game["id"]);
            app.delete(text(&game["links"]["self"])).await;
            let back = app.import(&line).await;
            for field in ["ruleset", "options", "external_id", "step_count", "result"] {
                assert_eq!(back[field], game[field], "{field}");
            }
            // The whole game with its log, alone and on a line, as the command reads it.
            let whole = without(&with(&game, "log", app.log(&back).await), "external_id");
            assert_eq!(app.import(&whole).await["result"], game["result"]);
            let verdicts = sent(app, "/v1/games/import?dry_run=true", &[whole.to_string(), line.to_string()]).await;
            assert!(verdicts.iter().all(|verdict| verdict["status"] == 200), "{verdicts:?}");
        }
        let bad = json!({"log": {}, "colour": "red"});
        let problem = app.send(Request::post(IMPORT, bad.to_string())).await.problem(422, "illegal_log");
        assert_eq!(problem["detail"], "Unknown field `colour` in the log.");
    }

    async fn an_unknown_parameter_is_reported_before_any_line_is_checked(app: &TestApp) {
        app.send(of_lines("/v1/games/import?dry=true", "{}")).await.problem(400, "unknown_parameter");
    }
}

#[test]
fn ten_thousand_lines_may_be_sent_before_any_verdict_is_read() {
    on_app(Settings::default(), WorkerPool::new(2), async |app: &TestApp| {
        let names = ["a", "b"].map(|name| json!({"name": name.repeat(64)}));
        let body = format!("{}\n", with(&short(app).await, "players", json!(names))).repeat(10_000);
        let mut connection = Connection::open(app);
        connection.send(format!(
            "POST {IMPORT}?dry_run=true HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: {LINES}\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        ));
        let (verdicts, broken_off) = connection.rest();
        let verdicts = String::from_utf8(verdicts).expect("UTF-8");
        assert!(
            verdicts.len() > 4 << 20,
            "more than a connection buffers, and than is kept for anybody: {}",
            verdicts.len()
        );
        assert_eq!((verdicts.matches("\"status\":200").count(), broken_off), (10_000, false));
        assert!(verdicts.ends_with("\r\n0\r\n\r\n"), "it is complete");
    });
}
