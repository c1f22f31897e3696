//! Concurrent callers that record what was confirmed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// Timeout of a response.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Delay after a refusal. Each refused request is repeated at the end, so there must not be thousands.
const PAUSE: Duration = Duration::from_millis(20);

/// What callers recorded.
#[derive(Debug, Default)]
pub struct Notes {
    /// Keys of requests with the responses of 201.
    pub promised: Vec<(String, Value)>,
    /// Keys of requests without a response.
    pub unanswered: Vec<String>,
    /// Other responses: status and code.
    pub refused: Vec<(u16, String)>,
}

/// Running callers, until they are stopped or the service no longer responds.
pub struct Callers {
    tasks: JoinSet<()>,
    notes: Arc<Mutex<Notes>>,
    stop: Arc<AtomicBool>,
    count: Arc<AtomicUsize>,
}

/// A client with a long timeout that follows no redirects.
pub fn client() -> Client {
    Client::builder().timeout(TIMEOUT).build().expect("a client")
}

/// The request of a key: every third one is for a reading.
pub fn expected(number: usize) -> (&'static str, Value) {
    match number % 3 {
        0 => ("/v1/readings", json!({"querent": "Ada", "seed": format!("seed {number}")})),
        1 => ("/v1/games", json!({"ruleset": "foolery", "external_id": format!("game {number}")})),
        _ => ("/v1/games", json!({"ruleset": "fortuna"})),
    }
}

/// Sends the request of a key: status and response; `None` if the connection broke.
pub async fn ask(client: &Client, address: &str, number: usize) -> Option<(StatusCode, Value)> {
    let (path, body) = expected(number);
    let request = client.post(format!("{address}{path}")).header("idempotency-key", key(number)).json(&body);
    let response = request.send().await.ok()?;
    Some((response.status(), response.json().await.ok()?))
}

/// The key with this number.
pub fn key(number: usize) -> String {
    format!("key-{number}")
}

/// The lasting part of a response: without the delete token, which only the request's key returns again.
pub fn lasting(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let token = answer.as_object_mut().and_then(|fields| fields.shift_remove("delete_token"));
    assert!(token.is_some_and(|token| token.is_string()), "who has no key is told how to delete it: {answer}");
    answer
}

/// The number of a key.
pub fn number(key: &str) -> usize {
    key.trim_start_matches("key-").parse().expect("a number")
}

impl Callers {
    /// Starts a number of callers.
    pub fn start(address: &str, callers: usize) -> Callers {
        let mut all =
            Callers { tasks: JoinSet::new(), notes: Arc::default(), stop: Arc::default(), count: Arc::default() };
        let next = Arc::new(AtomicUsize::new(0));
        for _ in 0..callers {
            let (next, notes) = (Arc::clone(&next), Arc::clone(&all.notes));
            let (stop, count, address) = (Arc::clone(&all.stop), Arc::clone(&all.count), address.to_owned());
            all.tasks.spawn(async move {
                let client = client();
                while !stop.load(Ordering::SeqCst) {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    let answer = ask(&client, &address, number).await;
                    let refused = answer.as_ref().is_none_or(|(status, _)| !status.is_success());
                    count.fetch_add(1, Ordering::SeqCst);
                    note(&notes, number, answer);
                    if refused {
                        tokio::time::sleep(PAUSE).await;
                    }
                }
            });
        }
        all
    }

    /// Waits until this many requests have been answered or have failed.
    pub async fn after(&self, requests: usize) {
        let target = self.count.load(Ordering::SeqCst) + requests;
        while self.count.load(Ordering::SeqCst) < target {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Waits until the records meet a condition.
    pub async fn until(&self, found: impl Fn(&Notes) -> bool) {
        while !found(&self.notes.lock()) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Number of confirmations.
    pub fn promised(&self) -> usize {
        self.notes.lock().promised.len()
    }

    /// The confirmations so far.
    pub fn promises(&self) -> Vec<(String, Value)> {
        self.notes.lock().promised.clone()
    }

    /// Number of refusals.
    pub fn refused(&self) -> usize {
        self.notes.lock().refused.len()
    }

    /// Stops the callers; returns what they recorded.
    pub async fn stop(mut self) -> Notes {
        self.stop.store(true, Ordering::SeqCst);
        while let Some(ended) = self.tasks.join_next().await {
            ended.expect("no caller panics");
        }
        std::mem::take(&mut *self.notes.lock())
    }
}

fn note(notes: &Mutex<Notes>, number: usize, answer: Option<(StatusCode, Value)>) {
    let mut notes = notes.lock();
    match answer {
        None => notes.unanswered.push(key(number)),
        Some((StatusCode::CREATED, answer)) => notes.promised.push((key(number), answer)),
        Some((status, problem)) => {
            notes.refused.push((status.as_u16(), problem["code"].as_str().unwrap_or_default().to_owned()));
        }
    }
}
