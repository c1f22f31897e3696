//! Fuzzing: each route gets arbitrary methods, headers, queries and bodies, and connections get bytes that are not
//! HTTP.

use std::{
    io::{ErrorKind, Read, Write},
    net::{Shutdown, TcpStream},
};

use arcana::service::Scope;
use reqwest::{
    Method,
    header::{self, HeaderName, HeaderValue},
};
use serde_json::json;

use crate::api::{
    app::{Request, TestApp},
    arbitrary::{Arbitrary, sent},
    contract::{Contract, Operation},
    keys::key,
    plays::{NOBODY, text},
    raw::TIMEOUT,
};

/// Number of requests for each route.
const ROUNDS: usize = 40;
/// Number of connections that get bytes.
const CONNECTIONS: usize = 200;

/// Known and unknown methods.
const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"];

/// Headers that are used somewhere, with meaningful values.
const HEADERS: [(&str, &[&str]); 12] = [
    ("accept", &["application/json", "text/html;q=0.5, image/png", "*/*;q=0", "application/x-ndjson", "a/b/c", ","]),
    ("content-type", &["application/json", "application/json; charset=latin1", "text/plain", "application/", "x"]),
    ("idempotency-key", &["x", "another", "with space", "\t"]),
    ("authorization", &["Bearer arcana_x", "Bearer", "Basic ???", "Basic OmFyY2FuYV94", "Digest x", "bearer  "]),
    ("if-none-match", &["*", "\"x\"", "W/\"x\", \"y\"", "\"", "x"]),
    ("range", &["bytes=0-", "bytes=5-2", "bytes=-1,0-0", "lines=1", "bytes"]),
    ("accept-language", &["en", "de;q=1, en;q=0", "*", "x-y-z;q=2"]),
    ("accept-encoding", &["identity", "identity;q=0", "x", ";q=1"]),
    ("x-request-id", &["mine", "with space", "\u{e9}"]),
    ("origin", &["https://example.org", "null", "x"]),
    ("x-forwarded-for", &["1.2.3.4", "::1, x", ","]),
    ("cookie", &["a=b", "="]),
];

impl Arbitrary {
    /// The value of a header: a meaningful one, or arbitrary allowed bytes.
    fn header(&mut self, known: &[&str]) -> HeaderValue {
        let bytes: Vec<u8> = match self.below(3) {
            0 => (0..self.below(300))
                .map(|_| self.below(256) as u8)
                .filter(|byte| *byte >= b' ' && *byte != 127)
                .collect(),
            _ => self.one(known).as_bytes().to_vec(),
        };
        HeaderValue::from_bytes(&bytes).expect("bytes that may stand in a header")
    }

    /// A URL of this route, often of an existing resource and often with a query.
    fn address(&mut self, operation: &Operation<'_>, ids: &[String]) -> String {
        let parts = operation.path.split('/').map(|part| match (part.starts_with('{'), self.below(4)) {
            (false, _) => part.to_owned(),
            (true, 0) => self.parameter(),
            (true, 1) => self.one(&["0", "1", "fortunes", "thoth", "ar00", "chance", "not_found"]).to_owned(),
            (true, _) => self.one(ids),
        });
        let path = parts.collect::<Vec<_>>().join("/");
        let taken = Contract::get().parameters(operation, "query");
        let names: Vec<&str> =
            taken.into_iter().map(|(_, parameter)| text(&parameter["name"])).chain(["sky"]).collect();
        let pairs: Vec<_> = (0..self.below(3)).map(|_| format!("{}={}", self.one(&names), self.parameter())).collect();
        if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) }
    }

    /// A request to this route, with or without the key.
    fn request(&mut self, operation: &Operation<'_>, ids: &[String], key: &str) -> Request {
        let own = operation.method.to_uppercase();
        let method = if self.below(3) == 0 { self.one(&METHODS) } else { &own };
        let mut request = Request::new(method.parse().expect("a method"), self.address(operation, ids));
        if self.below(2) == 0 {
            request = request.with(header::CONTENT_TYPE, "application/json");
            request.body = self.value(3).to_string().into_bytes();
        } else if self.below(2) == 0 {
            request.body = (0..self.below(200)).map(|_| self.below(256) as u8).collect();
        }
        if self.below(2) == 0 {
            request = request.with(header::AUTHORIZATION, &format!("Bearer {key}"));
        }
        for _ in 0..self.below(4) {
            let (name, known) = self.one(&HEADERS);
            request.headers.insert(HeaderName::from_static(name), self.header(known));
        }
        request
    }

    /// Bytes that resemble a request, or do not.
    fn bytes(&mut self) -> Vec<u8> {
        let body = json!({"ruleset": "reversal"}).to_string();
        let good = format!(
            "POST /v1/games HTTP/1.1\r\nHost: arcana\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut bytes = good.into_bytes();
        match self.below(4) {
            0 => return (0..self.below(2000)).map(|_| self.below(256) as u8).collect(),
            1 => bytes.truncate(self.below(bytes.len())),
            2 => bytes.extend_from_within(self.below(bytes.len())..),
            _ => {}
        }
        for _ in 0..self.below(4) {
            let place = self.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(place) {
                *byte = self.below(256) as u8;
            }
        }
        bytes
    }
}

/// Sends bytes, shuts down the sending side, and reads until the connection is closed.
fn exchanged(app: &TestApp, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(app.address).expect("the app listens");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let mut answer = Vec::new();
    // The service may close the connection before it has read everything.
    let said = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
    match said.and_then(|()| stream.read_to_end(&mut answer)) {
        Ok(_) => {}
        Err(why) => assert!(
            matches!(why.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::NotConnected),
            "{why}: {bytes:?}"
        ),
    }
    answer
}

on_both! {
    async fn every_route_answers_arbitrary_requests_as_the_document_says(app: &TestApp) {
        let mut arbitrary = Arbitrary::fresh("requests");
        let key = key(app, &[Scope::Read, Scope::Write, Scope::Admin]).await;
        // The stream of a key's events has no end.
        for operation in Contract::get().operations().filter(|operation| operation.path != "/v1/events") {
            let reading = app.post("/v1/readings", &json!({"bots": ["random", "random", "random", "random"]})).await.is(201);
            let commitment = app.post("/v1/commitments", &json!({})).await.is(201);
            let ids = [text(&reading["id"]), text(&reading["game"]["id"]), text(&commitment["id"]), NOBODY].map(ToOwned::to_owned);
            for _ in 0..ROUNDS {
                sent(app, arbitrary.request(&operation, &ids, &key)).await;
            }
        }
    }

    async fn bytes_that_are_not_a_request_do_no_harm(app: &TestApp) {
        let mut arbitrary = Arbitrary::fresh("connections");
        for _ in 0..CONNECTIONS {
            let bytes = arbitrary.bytes();
            let answer = exchanged(app, &bytes);
            let status = answer.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.first());
            assert!(answer.is_empty() || status.is_some_and(|digit| (b'1'..b'5').contains(digit)), "{bytes:?}: {answer:?}");
        }
        app.get("/healthz").await.is(200);
        app.send(Request::new(Method::HEAD, "/v1/games")).await.text(200);
    }
}
