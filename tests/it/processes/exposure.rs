//! Who can reach the service: hosts, proxies, the metrics listener.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::Value;
use tempfile::TempDir;

use crate::processes::program::{Program, arcana, ended, printed};

/// A service with a new database file and these flags.
fn serving(place: &TempDir, flags: &[&str]) -> Program {
    let url = format!("sqlite://{}", place.path().join("arcana.db").display());
    Program::start(arcana(&[&["--database-url", &url], flags].concat()))
}

fn place() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// Status and body of the response to these lines of a head.
fn asked(address: &str, head: &str) -> (u16, String) {
    exchanged(address, &format!("{head}\r\nConnection: close\r\n\r\n"))
}

/// Status and body of the response to these bytes.
fn exchanged(address: &str, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address.trim_start_matches("http://")).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}

fn got(address: &str, path: &str, further: &str) -> (u16, String) {
    asked(address, &format!("GET {path} HTTP/1.1\r\nHost: localhost{further}"))
}

fn code(body: &str) -> Value {
    serde_json::from_str::<Value>(body).expect("a problem")["code"].clone()
}

#[test]
fn on_loopback_a_page_of_another_site_cannot_call_it_under_its_own_name() {
    let place = place();
    let program = serving(&place, &[]);
    for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080"] {
        let (status, _) = asked(&program.address, &format!("GET /v1/rulesets HTTP/1.1\r\nHost: {host}"));
        assert_eq!(status, 200, "{host}");
    }
    for path in ["/v1/rulesets", "/v1/games", "/", "/metrics", "/openapi.json", "/made/up"] {
        let (status, body) = asked(&program.address, &format!("GET {path} HTTP/1.1\r\nHost: evil.example:8080"));
        assert_eq!((status, code(&body)), (421, "bad_host".into()), "{path}");
    }
    let absolute = "GET http://evil.example/v1/games HTTP/1.1\r\nHost: localhost";
    assert_eq!(asked(&program.address, absolute).0, 421);
    assert_eq!(asked(&program.address, "GET /v1/rulesets HTTP/1.0").0, 200);
    // Monitoring may use any name.
    assert_eq!(asked(&program.address, "GET /readyz HTTP/1.1\r\nHost: 10.0.0.7").0, 200);
}

#[test]
fn the_operator_lists_further_hosts() {
    let place = place();
    let program = serving(&place, &["--allowed-host", "cards.example"]);
    assert_eq!(asked(&program.address, "GET /v1/games HTTP/1.1\r\nHost: Cards.example").0, 200);
    assert_eq!(asked(&program.address, "GET /v1/games HTTP/1.1\r\nHost: other.example").0, 421);
    let (status, said) = ended(arcana(&["--listen", "127.0.0.1:0", "--allowed-host", "https://cards.example"]));
    assert!(status != Some(0) && said.contains("--allowed-host"), "{said}");
}

#[test]
fn an_undeclared_proxy_is_refused_and_logged_once() {
    let place = place();
    let program = serving(&place, &[]);
    for header in ["X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1", "X-Real-IP: 192.0.2.1"] {
        let (status, body) = got(&program.address, "/v1/games", &format!("\r\n{header}"));
        assert_eq!((status, code(&body)), (400, "proxy_not_configured".into()), "{header}");
    }
    assert_eq!(got(&program.address, "/v1/games", "").0, 200);
    let told = |line: &Value| line["message"].as_str().is_some_and(|message| message.contains("through a proxy"));
    program.logged(told);
    assert_eq!(program.log().iter().filter(|line| told(line)).count(), 1);
}

#[test]
fn behind_a_proxy_loopback_is_not_trusted() {
    let place = place();
    let url = format!("sqlite://{}", place.path().join("arcana.db").display());
    let (status, said) = ended(arcana(&["--listen", "127.0.0.1:0", "--forwarded-for", "1", "--database-url", &url]));
    assert!(status != Some(0) && said.contains("there is no key"), "{said}");
    let program = serving(&place, &["--forwarded-for", "1", "--anonymous", "read"]);
    let forwarded = "\r\nX-Forwarded-For: 192.0.2.1:4711";
    assert_eq!(got(&program.address, "/v1/games", forwarded).0, 200);
    assert_eq!(got(&program.address, "/metrics", forwarded).0, 401);
    assert_eq!(asked(&program.address, &format!("GET /v1/games HTTP/1.1\r\nHost: cards.example{forwarded}")).0, 200);
    let mut stream = TcpStream::connect(program.address.trim_start_matches("http://")).expect("it listens");
    let head = format!("GET /v1/games HTTP/1.1\r\nHost: localhost{forwarded}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains("ratelimit-policy: \"default\";q=600"), "{answer}");
}

#[test]
fn metrics_can_have_their_own_listener() {
    let place = place();
    let program = serving(&place, &["--metrics-listen", "127.0.0.1:0", "--anonymous", "none"]);
    let line = program.logged(|line| line["metrics"].is_string());
    let metrics = line["metrics"].as_str().expect("an address").to_owned();
    let (status, body) = got(&metrics, "/metrics", "");
    assert!(status == 200 && body.contains("arcana_build_info"), "{status} {body}");
    assert_eq!(got(&metrics, "/healthz", "").0, 200);
    assert_eq!(got(&metrics, "/readyz", "").0, 200);
    assert_eq!(got(&metrics, "/v1/rulesets", "").0, 404);
    assert_eq!(got(&metrics, "/", "").0, 404);
    assert_eq!(got(&program.address, "/metrics", "").0, 404);
    assert_eq!(got(&program.address, "/%6detrics", "").0, 404);
    assert_eq!(got(&program.address, "/healthz", "").0, 200);
}

#[test]
fn the_log_records_who_did_what_without_secrets() {
    let place = place();
    let url = format!("sqlite://{}", place.path().join("arcana.db").display());
    let key =
        printed(&mut arcana(&["keys", "--database-url", &url, "create", "--name", "me", "--scopes", "admin,write"]));
    let (key, program) = (key.trim(), serving(&place, &[]));
    let body = r#"{"ruleset": "foolery"}"#;
    let post = |further: &str| {
        let length = body.len();
        exchanged(
            &program.address,
            &format!(
                "POST /v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}{further}\r\nConnection: close\r\n\r\n{body}"
            ),
        )
    };
    let game: Value = serde_json::from_str(&post("").1).expect("a game");
    let (id, token) = (game["id"].as_str().expect("an id"), game["delete_token"].as_str().expect("a token"));
    let delete = format!("DELETE /v1/games/{id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}");
    assert_eq!(asked(&program.address, &delete).0, 204);
    let line = program.logged(|line| line["target"] == "audit" && line["message"] == "deleted");
    assert_eq!((&line["id"], &line["kind"], &line["actor"]), (&id.into(), &"game".into(), &"address 127.0.0.1".into()));
    let other_end = if key.ends_with('0') { '1' } else { '0' };
    let wrong = format!("\r\nAuthorization: Bearer {}{other_end}", &key[..key.len() - 1]);
    assert_eq!(got(&program.address, "/v1/games", &wrong).0, 401);
    assert_eq!(got(&program.address, "/v1/keys", &format!("\r\nAuthorization: Bearer {key}")).0, 200);
    let keyed = program.logged(|line| line["message"] == "request completed" && line["key"].is_string());
    assert!(keyed.get("address").is_none() && key.contains(&keyed["key"].as_str().expect("an id").replace('-', "")));
    program.logged(|line| line["message"] == "request completed" && line["address"] == "127.0.0.1");
    program.logged(|line| line["target"] == "audit" && line["message"] == "key rejected");
    let secret = key.rsplit('_').next().expect("a secret");
    assert!(program.log().iter().all(|line| !line.to_string().contains(secret) && !line.to_string().contains(token)));
}
