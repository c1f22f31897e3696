//! Raw requests: bytes on a connection.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::Duration,
};

use reqwest::{
    Method,
    header::{HeaderMap, HeaderName, HeaderValue},
};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    contract::Contract,
};

/// Timeout of a response.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A connection to the app.
pub struct Connection(TcpStream);

impl Connection {
    pub fn open(app: &TestApp) -> Connection {
        let stream = TcpStream::connect(app.address).expect("the app listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        Connection(stream)
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).expect("a connection that takes bytes");
    }

    /// Reads until the connection ends; returns whether it was aborted.
    pub fn rest(&mut self) -> (Vec<u8>, bool) {
        let (mut rest, mut part) = (Vec::new(), [0; 4096]);
        loop {
            match self.0.read(&mut part) {
                Ok(0) => return (rest, false),
                Ok(count) => rest.extend(&part[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe) => {
                    return (rest, true);
                }
                Err(error) => panic!("{error} after {} bytes", rest.len()),
            }
        }
    }

    /// Sends bytes if the connection is still open.
    pub fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.0.write_all(bytes.as_ref()).is_ok()
    }

    /// Reads one head, up to the empty line.
    pub fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            self.0.read_exact(&mut byte).expect("a head");
            head.push(byte[0]);
        }
        String::from_utf8(head).expect("a head in ASCII")
    }

    /// Reads until this has come.
    pub fn until(&mut self, expected: &str) -> String {
        let mut read = Vec::new();
        while !String::from_utf8_lossy(&read).contains(expected) {
            let mut some = [0; 4096];
            let count = self.0.read(&mut some).expect("a connection that gives bytes");
            assert!(count > 0, "the end came before {expected}: {}", String::from_utf8_lossy(&read));
            read.extend_from_slice(&some[..count]);
        }
        String::from_utf8(read).expect("UTF-8")
    }

    /// Reads a whole response.
    pub fn answer(&mut self, asked: &str) -> Answer {
        let head = self.head();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status");
        let header = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?))
        };
        let headers: HeaderMap = lines.filter_map(header).collect();
        let length = headers.get("content-length").and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("a body");
        Answer { asked: asked.to_owned(), status: status.parse().expect("a number"), headers, body }
    }
}

impl TestApp {
    /// Sends raw bytes, and checks the response against the document as one to this method and path.
    pub fn exchange(&self, method: &Method, path: &str, bytes: impl AsRef<[u8]>) -> Answer {
        let mut connection = Connection::open(self);
        connection.send(bytes);
        let answer = connection.answer(&format!("{method} {path}"));
        Contract::get().check(&Request::new(method.clone(), path), &answer);
        answer
    }
}
