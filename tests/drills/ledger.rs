//! The record of all responses, the figures of a drill, and checks for lost or duplicated data.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use reqwest::StatusCode;
use serde_json::Value;

use crate::load::{Caller, block_on};

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Stores a game or a reading.
    Write,
    /// Reads what was stored last, possibly from a cache.
    Read,
    /// Lists what was stored last.
    List,
    /// `/readyz`.
    Readiness,
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success.
    Done,
    /// Refused, with status and code.
    Refused(u16, String),
    /// Sent, but without a response.
    Unanswered,
    /// It could not be sent.
    Unreachable,
    /// Confirmed data was missing or different.
    Lost(String),
}

/// A response, or the lack of one.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The kind of the request.
    pub what: What,
    /// When it was sent.
    pub sent: Instant,
    /// How long it took.
    pub took: Duration,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The records of all callers.
#[derive(Debug, Default)]
pub struct Ledger {
    /// All responses in order of arrival.
    pub answers: Vec<Answer>,
    /// The responses of 201, by the number of the key.
    pub created: BTreeMap<usize, Value>,
    /// Keys of requests that were refused or not answered at least once.
    pub uncertain: BTreeSet<usize>,
    /// Games stored by others, which lists contain too.
    pub of_others: BTreeSet<String>,
}

/// What a busy machine may add to any time: a drill tells whether a service comes back by itself, and whether it refuses
/// instead of waiting for ever. How soon it does on an idle machine is in the lines that it prints.
pub const BUSY: Duration = Duration::from_secs(30);

/// The figures of a drill for one kind of request.
#[derive(Debug)]
pub struct Figures {
    /// Number of successes.
    pub done: usize,
    /// Number of refusals, by status and code.
    pub refused: BTreeMap<String, usize>,
    /// Number of requests without a response.
    pub unanswered: usize,
    /// Number of requests that could not be sent.
    pub unreachable: usize,
    /// Longest time between two successive successes.
    pub outage: Duration,
    /// Longest response time.
    pub slowest: Duration,
}

impl Figures {
    /// Whether something was refused for another reason than that there is no place or connection for it now (503), which
    /// a busy machine answers now and then.
    pub fn refused_for_good(&self) -> bool {
        self.refused.keys().any(|why| !why.starts_with("503 "))
    }
}

impl Outcome {
    /// Whether it succeeded.
    pub fn is_done(&self) -> bool {
        matches!(self, Outcome::Done)
    }

    /// Whether it was refused.
    pub fn is_refused(&self) -> bool {
        matches!(self, Outcome::Refused(..))
    }

    /// A refusal with this problem.
    pub fn refused(status: StatusCode, problem: &Value) -> Outcome {
        Outcome::Refused(status.as_u16(), problem["code"].as_str().unwrap_or_default().to_owned())
    }
}

impl Ledger {
    /// The figures for one kind of request.
    pub fn figures(&self, what: What) -> Figures {
        let answers: Vec<_> = self.answers.iter().filter(|answer| answer.what == what).collect();
        let mut figures = Figures {
            done: 0,
            refused: BTreeMap::new(),
            unanswered: 0,
            unreachable: 0,
            outage: Duration::ZERO,
            slowest: answers.iter().map(|answer| answer.took).max().unwrap_or_default(),
        };
        let mut last: Option<Instant> = None;
        for answer in answers {
            match &answer.outcome {
                Outcome::Done => {
                    let end = answer.sent + answer.took;
                    let pause = last.map_or(Duration::ZERO, |last| end.saturating_duration_since(last));
                    figures.outage = figures.outage.max(pause);
                    figures.done += 1;
                    last = Some(end);
                }
                Outcome::Refused(status, code) => {
                    *figures.refused.entry(format!("{status} {code}")).or_default() += 1;
                }
                Outcome::Unanswered => figures.unanswered += 1,
                Outcome::Unreachable => figures.unreachable += 1,
                Outcome::Lost(what) => panic!("lost: {what}"),
            }
        }
        figures
    }

    /// The number of the next key.
    pub fn next(&self) -> usize {
        let last = self.created.last_key_value().map(|(number, _)| *number).max(self.uncertain.last().copied());
        last.map_or(0, |last| last + 1)
    }

    /// Adds later records.
    pub fn add(&mut self, later: Ledger) {
        self.answers.extend(later.answers);
        self.created.extend(later.created);
        self.uncertain.extend(later.uncertain);
        self.of_others.extend(later.of_others);
    }

    /// Prints the figures of a drill, checks what must always hold, and returns the figures of writes and of lists.
    pub fn report(&self, drill: &str) -> (Figures, Figures) {
        let figures = [What::Write, What::List, What::Read, What::Readiness].map(|what| self.figures(what));
        for (name, figures) in ["writes", "lists", "reads", "readiness"].iter().zip(&figures) {
            eprintln!(
                "drill {drill}: {name}: {} done, {} unanswered, {} unreachable, refused {:?}, out for {} ms, slowest answer {} \
                 ms",
                figures.done,
                figures.unanswered,
                figures.unreachable,
                figures.refused,
                figures.outage.as_millis(),
                figures.slowest.as_millis()
            );
        }
        let [writes, lists, reads, _] = figures;
        for refused in writes.refused.keys() {
            assert!(
                ["503 unavailable", "409 idempotency_in_progress"].contains(&refused.as_str()),
                "writes: {refused}"
            );
        }
        for refused in lists.refused.keys().chain(reads.refused.keys()) {
            assert_eq!(refused, "503 unavailable", "reads");
        }
        (writes, lists)
    }

    /// Checks what is stored against what was confirmed: everything is there, unchanged and once.
    pub fn hold(mut self, caller: &Caller) {
        block_on(async {
            for number in self.uncertain.clone() {
                // It was carried out or not. Requested again, it is there.
                let (status, body) = caller.create(number).await.expect("an answer");
                assert_eq!(status, StatusCode::CREATED, "key {number}: {body}");
                if let Some(before) = self.created.insert(number, body.clone()) {
                    assert_eq!(body, before, "key {number}");
                }
            }
            for (number, body) in &self.created {
                let own = body["links"]["self"].as_str().expect("an address");
                assert_eq!(caller.get(own).await, Ok((StatusCode::OK, body.clone())), "key {number}");
            }
            // The first and the last few are requested again with their keys.
            let numbers: Vec<_> = self.created.keys().copied().collect();
            for number in numbers.iter().take(20).chain(numbers.iter().rev().take(20)) {
                let again = caller.create(*number).await.expect("an answer");
                assert_eq!(again, (StatusCode::CREATED, self.created[number].clone()), "key {number}");
            }
            self.nothing_twice(caller).await;
        });
    }

    /// The lists contain exactly what was confirmed.
    async fn nothing_twice(&self, caller: &Caller) {
        let id = |body: &Value| body["id"].as_str().expect("an id").to_owned();
        let is_reading = |body: &&Value| body["links"]["self"].as_str().is_some_and(|own| own.contains("/readings/"));
        let readings: BTreeSet<_> = self.created.values().filter(is_reading).map(id).collect();
        let of_readings: BTreeSet<_> = self.created.values().filter(is_reading).map(|body| id(&body["game"])).collect();
        let games: BTreeSet<_> = self.created.values().filter(|body| !is_reading(body)).map(id).collect();
        assert_eq!(games.len() + readings.len(), self.created.len(), "each key made its own");
        let listed = list(caller, "/v1/games").await;
        let known = |id: &&String| of_readings.contains(*id) || self.of_others.contains(*id);
        let listed: BTreeSet<_> = listed.iter().filter(|id| !known(id)).cloned().collect();
        assert_eq!(difference(&listed, &games), (0, 0), "games: duplicated, lost");
        assert_eq!(difference(&list(caller, "/v1/readings").await, &readings), (0, 0), "readings: duplicated, lost");
    }
}

/// The number of extra and of missing ids.
fn difference(found: &BTreeSet<String>, promised: &BTreeSet<String>) -> (usize, usize) {
    (found.difference(promised).count(), promised.difference(found).count())
}

/// All ids of a list.
async fn list(caller: &Caller, list: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut path = format!("{list}?limit=100");
    loop {
        let (status, page) = caller.get(&path).await.expect("an answer");
        assert_eq!(status, StatusCode::OK, "{path}: {page}");
        for item in page["items"].as_array().expect("items") {
            found.insert(item["id"].as_str().expect("an id").to_owned());
        }
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("{list}?limit=100&cursor={cursor}"),
            None => return found,
        }
    }
}
