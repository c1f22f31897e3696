//! Those who watch a table: whenever their stream ends before the table does, they resume behind the last event they
//! have.

use std::time::Duration;

use reqwest::{Client, StatusCode, header::ACCEPT};
use serde_json::Value;
use tokio::{sync::mpsc, task::JoinHandle};

use super::{number, player::Table};

/// Delay before a stream is resumed.
const PAUSE: Duration = Duration::from_millis(10);

/// Framing of a stream.
#[derive(Clone, Copy)]
pub enum Framing {
    EventStream,
    Lines,
}

impl Framing {
    /// Alternates between the framings.
    pub fn of(number: usize) -> Framing {
        if number.is_multiple_of(2) { Framing::EventStream } else { Framing::Lines }
    }

    const fn media_type(self) -> &'static str {
        match self {
            Framing::EventStream => "text/event-stream",
            Framing::Lines => "application/x-ndjson",
        }
    }

    const fn end(self) -> &'static str {
        match self {
            Framing::EventStream => "\n\n",
            Framing::Lines => "\n",
        }
    }

    /// The event in a part of a stream; `None` for keep-alives.
    fn event(self, part: &str) -> Option<Value> {
        match self {
            Framing::Lines => (!part.is_empty()).then(|| serde_json::from_str(part).expect("JSON")),
            Framing::EventStream => {
                let field = |name: &str| part.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
                let data: Value = serde_json::from_str(field("data")?).expect("JSON");
                let id: u64 = field("id").expect("an id").parse().expect("a number");
                Some(serde_json::json!({"id": id, "event": field("event").expect("a name"), "data": data}))
            }
        }
    }
}

/// A watcher of a table.
pub struct Follower {
    /// Receives the events, and ends after the table's last.
    pub events: mpsc::UnboundedReceiver<Value>,
    following: JoinHandle<usize>,
}

impl Follower {
    /// Watches a table from a seat after a version. The service may differ from that where the table was set up.
    pub fn start(address: &str, table: &Table, seat: usize, after: u64, framing: Framing) -> Follower {
        let (told, events) = mpsc::unbounded_channel();
        let (url, token) = (format!("{address}{}/events", table.path), table.token(seat).to_owned());
        let following = tokio::spawn(async move {
            let (client, mut last, mut streams) = (Client::new(), after, 0);
            loop {
                let asked = client.get(&url).bearer_auth(&token).header(ACCEPT, framing.media_type());
                let stream = asked.header("last-event-id", last).send().await;
                match stream.map(|response| (response.status(), response)) {
                    Ok((StatusCode::OK, response)) => {
                        streams += 1;
                        last = read(response, framing, last, &told).await;
                    }
                    Ok((StatusCode::NO_CONTENT, _)) => return streams,
                    Ok((status, _)) => panic!("{status}"),
                    Err(_) => {}
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
        Follower { events, following }
    }

    /// All events until the table's end, and the number of streams.
    pub async fn all(mut self) -> (Vec<Value>, usize) {
        let mut all = Vec::new();
        while let Some(event) = self.events.recv().await {
            all.push(event);
        }
        (all, self.following.await.expect("who follows does not panic"))
    }

    /// Waits for the next event of this kind.
    pub async fn next(&mut self, kind: &str) -> Value {
        loop {
            let event = self.events.recv().await.expect("a table that goes on");
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Stops watching.
    pub fn leave(self) {
        self.following.abort();
    }
}

/// Reads a stream until it ends or breaks; returns the id of the last complete event.
async fn read(
    mut response: reqwest::Response,
    framing: Framing,
    mut last: u64,
    told: &mpsc::UnboundedSender<Value>,
) -> u64 {
    let mut unread = Vec::new();
    while let Ok(Some(bytes)) = response.chunk().await {
        unread.extend_from_slice(&bytes);
        while let Some(end) = unread.windows(framing.end().len()).position(|part| part == framing.end().as_bytes()) {
            let part: Vec<u8> = unread.drain(..end + framing.end().len()).collect();
            let part = String::from_utf8(part).expect("UTF-8");
            let Some(event) = framing.event(part.trim_end()) else { continue };
            assert_eq!(number(&event["id"]), last + 1, "each version has one event: {event}");
            last += 1;
            // The watcher may have stopped.
            let _ = told.send(event);
        }
    }
    last
}
