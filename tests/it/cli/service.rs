//! A service started by a test.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
};

use super::run::arcana;

/// A service on a free port, in its own folder.
pub struct Served {
    pub child: Child,
    pub address: String,
    pub lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

pub fn serve(folder: &std::path::Path, arguments: &[&str]) -> Served {
    let mut child = arcana(arguments)
        .env("ARCANA_LISTEN", "127.0.0.1:0")
        .env("ARCANA_LOG_FORMAT", "json")
        .env_remove("ARCANA_ANONYMOUS")
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let line =
        lines.find_map(|line| line.ok().filter(|line| line.contains("\"address\""))).expect("the address is logged");
    let line: serde_json::Value = serde_json::from_str(&line).expect("a line of JSON");
    let address = line["address"].as_str().expect("an address").to_owned();
    Served { child, address, lines }
}

/// Sends a request on a new connection; returns the response.
pub fn ask(address: &str, request: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
    let length = body.len();
    let text = format!(
        "{head}\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: {length}\r\nConnection: close\r\nx-request-id: asked\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

impl Served {
    /// Sends SIGTERM.
    pub fn terminate(&self) {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().expect("kill runs");
        assert!(told.success());
    }

    /// Sends a request on a new connection; returns the response.
    pub fn ask(&self, request: &str) -> String {
        ask(&self.address, request)
    }

    /// Waits for a log line with this word.
    pub fn hear(&mut self, word: &str) {
        let heard = self.lines.by_ref().map_while(Result::ok).any(|line| line.contains(word));
        assert!(heard, "{word} was not logged");
    }

    /// Stops it; returns everything that it logged since.
    pub fn last_lines(mut self) -> Vec<String> {
        self.terminate();
        let lines = self.lines.by_ref().map_while(Result::ok).collect();
        assert!(self.child.wait().expect("it ends").success());
        lines
    }

    /// Stops it; did it exit successfully?
    pub fn stop(mut self) -> bool {
        self.terminate();
        let status = self.child.wait().expect("it ends");
        let last = self.lines.map_while(Result::ok).last().unwrap_or_default();
        status.success() && last.contains("stopped")
    }
}
