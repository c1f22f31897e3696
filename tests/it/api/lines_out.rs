//! Lists as NDJSON: everything that matches, oldest first.

use std::io::Read;

use arcana::{
    games::Ruleset,
    http::api::bulk_export as written,
    service::{Range, Scope, records::Seed, store::GameFilter},
};
use chrono::TimeDelta;
use flate2::read::MultiGzDecoder;
use reqwest::{
    Method, Response,
    header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_ENCODING, HeaderMap},
};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    keys::{key, key_for_an_hour, shown},
    plays::{sha256, text, with, without},
};

const LINES: &str = "application/x-ndjson";

/// The lines of a path.
async fn lines(app: &TestApp, path: &str) -> Vec<Value> {
    app.get_as(path, LINES).await.lines()
}

fn ids(lines: &[Value]) -> Vec<&str> {
    lines.iter().map(|line| text(&line["id"])).collect()
}

/// More games than fit into buffers between app and client: 20 MB of incompressible data.
const MANY: usize = 300;

/// Stores that many games with long texts.
pub async fn store_too_many(app: &TestApp) -> Vec<String> {
    let like = app.play_of(Ruleset::Reversal, "like").await;
    let noise = |number: usize| (0..1024).map(|part| sha256(&format!("{number} {part}"))).collect::<String>();
    app.store_many(&like, MANY, |number, game| {
        let drawn = game.record.seed_record.as_mut().expect("a game that was played");
        drawn.client_seed = noise(number);
        drawn.seed = Seed::Made([number as u8; 32]);
    })
    .await
}

/// Requests lines without reading them.
async fn begun(app: &TestApp, encoding: &str) -> Response {
    begun_with(app, encoding, HeaderMap::new()).await
}

async fn begun_with(app: &TestApp, encoding: &str, headers: HeaderMap) -> Response {
    let address = format!("http://{}/v1/games", app.address);
    let asked = reqwest::Client::new().get(address).headers(headers);
    let asked = asked.header(ACCEPT, LINES).header(ACCEPT_ENCODING, encoding);
    let response = asked.send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    response
}

/// Reads until the bytes contain a whole line.
async fn first_line(response: &mut Response, bytes: &mut Vec<u8>, whole: impl Fn(&[u8]) -> Vec<u8>) -> Value {
    loop {
        bytes.extend(response.chunk().await.expect("no error").expect("more to come"));
        let read = whole(bytes);
        if let Some(end) = read.iter().position(|byte| *byte == b'\n') {
            return serde_json::from_slice(&read[..end]).expect("a line of JSON");
        }
    }
}

/// The content of a partial gzip stream.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut read = Vec::new();
    // The rest has not arrived.
    let _ = MultiGzDecoder::new(bytes).read_to_end(&mut read);
    read
}

/// Reads the first line, has the last game deleted, and reads on: games are fetched only when they can be sent.
async fn is_read_as_it_is_fetched(app: &TestApp, encoding: &str, whole: impl Fn(&[u8]) -> Vec<u8>) {
    let ids = store_too_many(app).await;
    let mut response = begun(app, encoding).await;
    let told = response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().expect("a word").to_owned());
    assert_eq!(told.as_deref(), Some(encoding).filter(|encoding| *encoding != "identity"));
    let mut bytes = Vec::new();
    let first = first_line(&mut response, &mut bytes, &whole).await;
    assert_eq!(first["source"], "played");
    let last = ids.last().expect("many");
    let delete = Request::new(Method::DELETE, format!("/v1/games/{last}"));
    app.send(shown(delete, &key(app, &[Scope::Admin]).await)).await.text(204);
    while let Some(chunk) = response.chunk().await.expect("no error") {
        bytes.extend(chunk);
    }
    let read = String::from_utf8(whole(&bytes)).expect("UTF-8");
    assert_eq!(read.lines().count(), MANY, "the one they are like, and all but the last");
    assert!(!read.contains(last.as_str()));
}

/// Reads to the end; returns whether the stream was aborted.
async fn is_aborted(mut response: Response) -> bool {
    loop {
        match response.chunk().await {
            Ok(Some(_)) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

on_both! {
    async fn games_are_streamed_oldest_first_with_their_cursors(app: &TestApp) {
        let mut games = Vec::new();
        for ruleset in Ruleset::ALL {
            let game = app.play_of(ruleset, "one").await;
            games.push(with(&game, "result", without(&game["result"], "detail")));
        }
        let answer = app.get_as("/v1/games", LINES).await;
        assert_eq!((answer.header("cache-control"), answer.header("etag")), (Some("no-store"), None));
        let lines = answer.lines();
        assert_eq!(lines.iter().map(|line| without(line, "cursor")).collect::<Vec<_>>(), games);
        assert!(lines.iter().all(|line| text(&line["cursor"]).len() == 64));
    }

    async fn an_empty_database_has_no_lines(app: &TestApp) {
        app.sign_in().await;
        assert_eq!(lines(app, "/v1/games").await, [Value::Null; 0]);
        assert_eq!(lines(app, "/v1/readings").await, [Value::Null; 0]);
    }

    async fn logs_are_included_on_request(app: &TestApp) {
        for ruleset in Ruleset::ALL {
            app.play_of(ruleset, "with a log").await;
        }
        for line in lines(app, "/v1/games?log=true").await {
            assert_eq!(line["log"], app.log(&line).await);
        }
        assert!(lines(app, "/v1/games?log=false").await.iter().all(|line| line.get("log").is_none()));
    }

    async fn a_long_log_goes_out_in_pieces_and_whole(app: &TestApp) {
        let short = app.play_of(Ruleset::Reversal, "before").await;
        let options = json!({"max_turns": 9000});
        let order = json!({"ruleset": "fortuno", "seed": "g", "options": options, "players": vec![json!({}); 8]});
        let long = app.play(&order).await;
        assert!(long["step_count"].as_u64().is_some_and(|count| count > 20_000), "{}", long["step_count"]);
        let filter = GameFilter::default();
        let mut export = app.service.export_games(filter.clone(), Range { after: None, limit: None }, true);
        let (mut all, mut longest) = (Vec::new(), 0);
        while let Some(page) = export.next().await.expect("the games") {
            for piece in written::games(page, &filter, None).expect("lines") {
                let piece = piece.expect("a piece");
                longest = longest.max(piece.len());
                all.extend(piece);
            }
        }
        assert!(longest <= 256 << 10 && all.len() > 2 * longest, "{longest} of {}", all.len());
        let answer = app.get_as("/v1/games?log=true", LINES).await;
        assert!(answer.body == all, "the same, whoever writes it");
        let read = answer.lines();
        assert_eq!(ids(&read), [text(&short["id"]), text(&long["id"])]);
        assert_eq!((&read[0]["log"], &read[1]["log"]), (&app.log(&short).await, &app.log(&long).await));
    }

    async fn filters_hold_for_lines_too(app: &TestApp) {
        let mut played = Vec::new();
        for ruleset in [Ruleset::Fortunes, Ruleset::Reversal, Ruleset::Fortunes] {
            played.push(text(&app.play_of(ruleset, "any").await["id"]).to_owned());
        }
        assert_eq!(ids(&lines(app, "/v1/games?ruleset=fortunes").await), [&played[0], &played[2]]);
        assert_eq!(ids(&lines(app, "/v1/games?player=Player%201&ruleset=reversal").await), [&played[1]]);
        assert_eq!(ids(&lines(app, "/v1/games?source=imported").await), [""; 0]);
    }

    async fn there_is_no_bound_on_lines_but_the_callers_own(app: &TestApp) {
        let like = app.play_of(Ruleset::Reversal, "like").await;
        let mut all = vec![text(&like["id"]).to_owned()];
        all.extend(app.store_many(&like, 499, |_, _| ()).await);
        assert_eq!(ids(&lines(app, "/v1/games").await), all);
        for limit in [1, 20, 21, 220, 300, 500, 1000] {
            let found = lines(app, &format!("/v1/games?limit={limit}")).await;
            assert_eq!(ids(&found), all[..limit.min(500)], "{limit}");
        }
    }

    async fn a_cursor_resumes_after_its_line(app: &TestApp) {
        let like = app.play_of(Ruleset::Reversal, "like").await;
        app.store_many(&like, 29, |_, _| ()).await;
        let all = lines(app, "/v1/games").await;
        for place in [0, 19, 20, 28] {
            let rest = lines(app, &format!("/v1/games?cursor={}", text(&all[place]["cursor"]))).await;
            assert_eq!(rest, all[place + 1..], "{place}");
        }
        let last = format!("/v1/games?cursor={}", text(&all[29]["cursor"]));
        assert_eq!(lines(app, &last).await, [Value::Null; 0]);
        let next = app.play_of(Ruleset::Reversal, "next").await;
        assert_eq!(ids(&lines(app, &last).await), [text(&next["id"])]);
        let two = lines(app, &format!("/v1/games?limit=2&log=true&cursor={}", text(&all[3]["cursor"]))).await;
        assert_eq!(ids(&two), ids(&all[4..6]));
    }

    async fn a_cursor_is_bound_to_its_kind_of_list(app: &TestApp) {
        app.sign_in().await;
        app.play_of(Ruleset::Reversal, "one").await;
        app.play_of(Ruleset::Reversal, "two").await;
        let page = app.get("/v1/games?limit=1").await.is(200);
        let line = lines(app, "/v1/games?limit=1").await.remove(0);
        let (of_page, of_line) = (text(&page["next_cursor"]), text(&line["cursor"]));
        app.get(format!("/v1/games?cursor={of_line}")).await.problem(400, "bad_cursor");
        for wrong in [format!("cursor={of_page}"), format!("source=played&cursor={of_line}"), "cursor=x".to_owned()] {
            app.get_as(format!("/v1/games?{wrong}"), LINES).await.problem(400, "bad_cursor");
        }
        app.get_as(format!("/v1/readings?cursor={of_line}"), LINES).await.problem(400, "bad_cursor");
    }

    async fn errors_are_reported_before_the_first_line(app: &TestApp) {
        for path in ["/v1/games", "/v1/readings"] {
            let wrong = app.get_as(format!("{path}?sky=blue&limit=0"), LINES).await.wrong(400, "unknown_parameter");
            assert_eq!(wrong, [("sky".to_owned(), "unknown_parameter".to_owned()), ("limit".to_owned(), "bad_parameter".to_owned())]);
            app.get_as(format!("{path}?since=yesterday"), LINES).await.problem(400, "bad_parameter");
        }
        app.get_as("/v1/readings", "text/csv").await.problem(406, "not_acceptable");
        app.get_as("/v1/games?log=maybe", LINES).await.problem(400, "bad_parameter");
        app.get_as("/v1/readings?log=true", LINES).await.problem(400, "unknown_parameter");
    }

    async fn only_lines_have_logs(app: &TestApp) {
        for log in ["true", "false"] {
            let wrong = app.get(format!("/v1/games?log={log}")).await.wrong(400, "bad_parameter");
            assert_eq!(wrong, [("log".to_owned(), "bad_parameter".to_owned())]);
        }
    }

    async fn head_describes_lines_without_sending_any(app: &TestApp) {
        app.sign_in().await;
        app.play_of(Ruleset::Reversal, "one").await;
        for path in ["/v1/games?log=true", "/v1/readings"] {
            let answer = app.send(Request::new(Method::HEAD, path).with(ACCEPT, LINES)).await;
            assert_eq!((answer.status, answer.content_type(), answer.body.len()), (200, LINES, 0));
        }
    }

    async fn readings_are_streamed_oldest_first_with_their_cursors(app: &TestApp) {
        app.sign_in().await;
        let mut readings = Vec::new();
        for querent in ["Ada", "Bel", "Ada"] {
            let asked = json!({"querent": querent, "bots": ["random", "random", "random", "random"]});
            readings.push(app.post("/v1/readings", &asked).await.is(201));
        }
        let answer = app.get_as("/v1/readings", LINES).await;
        assert_eq!(answer.header("content-language"), Some("en"));
        let all = answer.lines();
        assert_eq!(all.iter().map(|line| without(line, "cursor")).collect::<Vec<_>>(), readings);
        assert_eq!(ids(&lines(app, "/v1/readings?querent=Ada").await), [text(&readings[0]["id"]), text(&readings[2]["id"])]);
        assert_eq!(lines(app, &format!("/v1/readings?cursor={}", text(&all[0]["cursor"]))).await, all[1..]);
        assert_eq!(lines(app, "/v1/readings?limit=2").await, all[..2]);
    }

    async fn unread_lines_are_not_fetched(app: &TestApp) {
        is_read_as_it_is_fetched(app, "identity", <[u8]>::to_vec).await;
    }

    async fn a_compressed_line_arrives_before_the_end(app: &TestApp) {
        is_read_as_it_is_fetched(app, "gzip", unpacked).await;
    }

    async fn a_database_failure_aborts_the_stream(app: &TestApp) {
        store_too_many(app).await;
        let mut response = begun(app, "identity").await;
        first_line(&mut response, &mut Vec::new(), <[u8]>::to_vec).await;
        app.database.execute("alter table games rename to gone").await;
        assert!(is_aborted(response).await, "the stream seems to be whole");
        app.get_as("/v1/games", LINES).await.problem(500, "internal");
    }
    async fn a_stream_ends_when_its_key_expires(app: &TestApp) {
        store_too_many(app).await;
        let key = format!("Bearer {}", key_for_an_hour(app).await);
        let headers = HeaderMap::from_iter([(AUTHORIZATION, key.parse().expect("a header"))]);
        let mut response = begun_with(app, "identity", headers).await;
        first_line(&mut response, &mut Vec::new(), <[u8]>::to_vec).await;
        app.clock.advance(TimeDelta::hours(1));
        assert!(is_aborted(response).await, "the stream seems to be whole");
    }
}
