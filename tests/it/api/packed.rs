//! Compressed bodies: `Content-Encoding`.

use std::io::Write;

use arcana::{games::Ruleset, http::Settings};
use flate2::{Compression, write::GzEncoder};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use serde_json::{Value, json};

use crate::api::{app::Request, plays::text, raw::Connection};

const LINES: &str = "application/x-ndjson";

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(body: &[u8]) -> Vec<u8> {
    zstd_with(20, body)
}

/// With a window of this power of two.
fn zstd_with(window: u32, body: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 3).expect("memory");
    encoder.window_log(window).expect("a window");
    encoder.write_all(body).expect("memory");
    encoder.finish().expect("memory")
}

/// A request with its body in both codings.
fn packed(path: &str, body: &[u8]) -> [Request; 2] {
    [("gzip", gzip(body)), ("zstd", zstd(body))]
        .map(|(coding, body)| Request::post(path, body).with(CONTENT_ENCODING, coding))
}

on_both! {
    async fn every_route_accepts_compressed_bodies(app: &TestApp) {
        let log = app.log(&app.play_of(Ruleset::Reversal, "packed").await).await;
        let layout = json!({"own": [{"card": "wa02", "disposition": "well"}], "partner": [], "outcome": "won"});
        for (path, body, status) in [
            ("/v1/games", json!({"ruleset": "reversal", "seed": "packed"}), 201),
            ("/v1/games/import?dry_run=true", log, 200),
            ("/v1/readings", json!({"seed": "packed"}), 201),
            ("/v1/layouts", layout, 200),
            ("/v1/commitments", json!({}), 201),
        ] {
            for request in packed(path, body.to_string().as_bytes()) {
                app.send_unchecked(request).await.is(status);
            }
        }
    }

    async fn lines_may_be_compressed(app: &TestApp) {
        let log = app.log(&app.play_of(Ruleset::Reversal, "packed").await).await.to_string();
        let lines = format!("{log}\n{{}}\n{log}").repeat(20);
        for request in packed("/v1/games/import", lines.as_bytes()) {
            let verdicts = app.send_unchecked(request.with(CONTENT_TYPE, LINES)).await.lines();
            let statuses: Vec<_> = verdicts.iter().map(|verdict| verdict["status"].as_u64()).collect();
            assert_eq!((statuses.len(), statuses[0], statuses[1]), (41, Some(201), Some(422)));
        }
    }

    async fn the_size_of_a_body_is_its_decompressed_size(app: &TestApp) {
        let wide = format!("{{}}{}", " ".repeat(40 << 20));
        for (path, limit) in [("/v1/games", 1 << 20), ("/v1/layouts", 1 << 20), ("/v1/games/import", 16 << 20)] {
            for request in packed(path, wide.as_bytes()) {
                assert!(request.body.len() < 100_000, "{} bytes", request.body.len());
                let problem = app.send_unchecked(request).await.problem(413, "too_large");
                assert_eq!(problem["detail"], format!("The body may have at most {limit} bytes."));
            }
        }
        let lines = format!("{{}}\n{}\n{{}}\n{}", " ".repeat(17 << 20), " ".repeat(60 << 20));
        for request in packed("/v1/games/import", lines.as_bytes()) {
            let verdicts = app.send_unchecked(request.with(CONTENT_TYPE, LINES)).await.lines();
            let told: Vec<_> = verdicts.iter().map(|verdict| (verdict["line"].as_u64(), verdict["status"].as_u64())).collect();
            assert_eq!(told, [(1, 422), (2, 413), (3, 422), (4, 413), (4, 413)].map(|(line, status)| (Some(line), Some(status))));
        }
    }

    async fn what_unpacks_to_nothing_is_limited_too(app: &TestApp) {
        let nothing = gzip(b"");
        let members = |count| [&nothing.repeat(count)[..], &gzip(b"{}")].concat();
        let sent = async |path: &str, body: Vec<u8>| {
            app.send_unchecked(Request::post(path, body).with(CONTENT_ENCODING, "gzip")).await
        };
        sent("/v1/commitments", members(99)).await.is(201);
        let problem = sent("/v1/commitments", members(100)).await.problem(413, "too_large");
        assert_eq!(problem["detail"], "A gzip body may have at most 100 members.");
        // Stored blocks without content: five bytes each.
        let header = &nothing[..10];
        let empty = [header, &[0, 0, 0, 0xff, 0xff].repeat(300_000)].concat();
        // Without a declared length.
        let mut connection = Connection::open(app);
        connection.send(
            "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\
             Transfer-Encoding: chunked\r\n\r\n",
        );
        for part in empty.chunks(50_000) {
            let chunk = [format!("{:x}\r\n", part.len()).as_bytes(), part, b"\r\n"].concat();
            if !connection.try_send(chunk) {
                break;
            }
        }
        let head = connection.head();
        assert!(head.starts_with("HTTP/1.1 413 "), "{head}");
    }

    async fn a_body_that_does_not_match_its_coding_is_refused(app: &TestApp) {
        let good = gzip(b"{}");
        for (coding, body) in [
            ("gzip", b"{}".to_vec()),
            ("zstd", b"{}".to_vec()),
            ("gzip", zstd(b"{}")),
            ("zstd", good.clone()),
            ("gzip", good[..good.len() - 1].to_vec()),
            ("zstd", zstd(b"{}")[..6].to_vec()),
        ] {
            let request = Request::post("/v1/commitments", body).with(CONTENT_ENCODING, coding);
            let problem = app.send_unchecked(request).await.problem(400, "bad_json");
            assert!(text(&problem["detail"]).starts_with("The body does not match its `Content-Encoding`"), "{problem}");
        }
    }

    async fn the_window_of_a_zstd_body_is_limited(app: &TestApp) {
        let sent = async |window| {
            let request = Request::post("/v1/commitments", zstd_with(window, b"{}"));
            app.send_unchecked(request.with(CONTENT_ENCODING, "zstd")).await
        };
        sent(20).await.is(201);
        for window in [21, 27] {
            let problem = sent(window).await.problem(400, "bad_json");
            assert!(text(&problem["detail"]).contains("a window of at most 1 MiB"), "{problem}");
        }
    }

    async fn what_unpacks_a_body_counts_as_its_memory(app: &TestApp) {
        let tight = app.another(Settings { body_memory: 16 << 20, ..Settings::default() });
        let begun: Vec<_> = (0..16)
            .map(|_| {
                let mut connection = Connection::open(&tight);
                connection.send(
                    "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\nContent-Encoding: zstd\r\n\
                     Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n",
                );
                assert!(connection.head().starts_with("HTTP/1.1 100 "));
                connection
            })
            .collect();
        // All of them count once they are read.
        let packed = || packed("/v1/commitments", b"{}");
        loop {
            let [gzip, zstd] = packed();
            tight.send_unchecked(gzip).await.is(201);
            let answer = tight.send_unchecked(zstd).await;
            if answer.status == 503 {
                answer.problem(503, "unavailable");
                break;
            }
        }
        drop(begun);
        loop {
            let [_, zstd] = packed();
            if tight.send_unchecked(zstd).await.status == 201 {
                break;
            }
        }
    }

    async fn a_body_in_two_parts_is_decompressed_completely(app: &TestApp) {
        for (coding, body) in [
            ("gzip", [gzip(b"{\"ruleset\":"), gzip(b"\"reversal\"}")].concat()),
            ("zstd", [zstd(b"{\"ruleset\":"), zstd(b"\"reversal\"}")].concat()),
            ("x-gzip", gzip(b"{\"ruleset\":\"reversal\"}")),
            ("GZIP", gzip(b"{\"ruleset\":\"reversal\"}")),
        ] {
            let game: Value = app.send_unchecked(Request::post("/v1/games", body).with(CONTENT_ENCODING, coding)).await.is(201);
            assert_eq!(game["ruleset"], "reversal");
        }
    }
}
