//! People at tables, who continue when the service is back.

use std::time::Duration;

use arcana::chance::Chance;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use super::{any, caller, number, text};

/// Delay before a retry.
const PAUSE: Duration = Duration::from_millis(10);

/// A client of a service.
#[derive(Clone)]
pub struct Player {
    pub client: Client,
    pub address: String,
}

/// A table with the tokens of its persons by seat.
#[derive(Clone)]
pub struct Table {
    pub path: String,
    /// The response to setting it up.
    pub made: Value,
    pub tokens: Vec<Option<String>>,
}

/// A game that was played to its end from the persons' seats.
pub struct Played {
    pub table: Table,
    /// Seats and confirmed steps, in order. An unconfirmed step is included if it turned out to be stored.
    pub steps: Vec<(usize, Value)>,
    /// The final table.
    pub over: Value,
    /// Number of requests without a response.
    pub unanswered: usize,
}

impl Table {
    fn of(made: Value) -> Table {
        let tokens = made["tokens"].as_array().expect("tokens").iter();
        let tokens = tokens.map(|token| token.as_str().map(ToOwned::to_owned)).collect();
        Table { path: text(&made["links"]["self"]).to_owned(), made, tokens }
    }

    /// The seats of persons.
    pub fn persons(&self) -> Vec<usize> {
        (0..self.tokens.len()).filter(|seat| self.tokens[*seat].is_some()).collect()
    }

    pub fn token(&self, seat: usize) -> &str {
        self.tokens[seat].as_deref().expect("a person's seat")
    }
}

impl Player {
    pub fn of(address: &str) -> Player {
        Player { client: caller::client(), address: address.to_owned() }
    }

    /// Sets up a table, retrying until confirmed.
    pub async fn set_up(&self, key: &str, body: &Value) -> Table {
        let request = || self.client.post(format!("{}/v1/tables", self.address)).header("idempotency-key", key);
        Table::of(until_answered(|| request().json(body), StatusCode::CREATED).await)
    }

    /// The table as seen from a seat, with retries.
    pub async fn seen(&self, table: &Table, seat: usize) -> Value {
        let request = || self.client.get(format!("{}{}", self.address, table.path)).bearer_auth(table.token(seat));
        until_answered(request, StatusCode::OK).await
    }

    /// A public resource, with retries.
    pub async fn get(&self, path: &str) -> Value {
        let request = || self.client.get(format!("{}{path}", self.address));
        until_answered(request, StatusCode::OK).await
    }

    /// Plays a step; the status and the response, if there was one. A busy machine's 503 does not say whether the step was
    /// stored either.
    pub async fn step(
        &self,
        table: &Table,
        seat: usize,
        after: &Value,
        step: &Value,
        key: Option<&str>,
    ) -> Option<(StatusCode, Value)> {
        let request = self.client.post(format!("{}{}/steps", self.address, table.path)).bearer_auth(table.token(seat));
        let request = key.into_iter().fold(request, |request, key| request.header("idempotency-key", key));
        let answer = answered(request.json(&json!({"after": after, "step": step}))).await;
        answer.filter(|(status, _)| *status != StatusCode::SERVICE_UNAVAILABLE)
    }

    /// Plays random legal steps to the end from every person's seat.
    pub async fn play(&self, table: Table, keyed: bool, chance: &mut Chance) -> Played {
        let mut played = Played { table, steps: Vec::new(), over: Value::Null, unanswered: 0 };
        loop {
            for seat in played.table.persons() {
                let mut seen = self.seen(&played.table, seat).await;
                while seen["legal"].get(0).is_some() {
                    let known = number(&seen["step_count"]);
                    seen = match keyed {
                        true => self.insist(&mut played, seat, &seen, chance).await,
                        false => self.attempt(&mut played, seat, &seen, chance).await,
                    };
                    assert!(number(&seen["step_count"]) > known, "an answered step is there: {seen}");
                }
                if seen["phase"] == "over" {
                    played.over = seen;
                    return played;
                }
            }
        }
    }

    /// Retries a step with the same key until it is confirmed.
    async fn insist(&self, played: &mut Played, seat: usize, seen: &Value, chance: &mut Chance) -> Value {
        let step = any(&seen["legal"], chance);
        let key = format!("{}-{seat}-{}", played.table.path, played.steps.len());
        loop {
            match self.step(&played.table, seat, &seen["step_count"], step, Some(&key)).await {
                Some((StatusCode::OK, after)) => {
                    played.steps.push((seat, step.clone()));
                    return after;
                }
                Some((_, problem)) => assert_eq!(problem["code"], "idempotency_in_progress", "{problem}"),
                None => played.unanswered += 1,
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Plays a step without a key. Without a response it checks whether the step was stored, and retries if it was not.
    /// Only for games in which one player at a time acts.
    async fn attempt(&self, played: &mut Played, seat: usize, seen: &Value, chance: &mut Chance) -> Value {
        let step = any(&seen["legal"], chance);
        let before = played.unanswered;
        loop {
            let answer = self.step(&played.table, seat, &seen["step_count"], step, None).await;
            let now = match answer {
                Some((StatusCode::OK, now)) => now,
                // The unconfirmed step may have been stored after the check, but before this attempt.
                Some((_, problem)) => {
                    assert_eq!(problem["code"], "table_moved_on", "{problem}");
                    assert!(played.unanswered > before, "nobody else acts: {problem}");
                    self.seen(&played.table, seat).await
                }
                None => {
                    played.unanswered += 1;
                    self.seen(&played.table, seat).await
                }
            };
            if now["step_count"] != seen["step_count"] {
                played.steps.push((seat, step.clone()));
                return now;
            }
        }
    }
}

/// Status and response; `None` if the connection broke.
async fn answered(request: RequestBuilder) -> Option<(StatusCode, Value)> {
    let response = request.send().await.ok()?;
    Some((response.status(), response.json().await.ok()?))
}

/// Retries until there is a response, which must have this status.
async fn until_answered(request: impl Fn() -> RequestBuilder, expected: StatusCode) -> Value {
    loop {
        match answered(request()).await {
            Some((status, answer)) if status == expected => return answer,
            Some((StatusCode::SERVICE_UNAVAILABLE, _)) | None => {}
            Some((status, problem)) => assert_eq!(problem["code"], "idempotency_in_progress", "{status}: {problem}"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
