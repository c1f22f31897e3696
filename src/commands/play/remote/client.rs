//! A client of the service that runs the table.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

use anyhow::{Context, anyhow};
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::{Agent, Body, http::Response};
use uuid::Uuid;

use super::table_json::ProblemJson;
use crate::{commands::output, hex::hex, service::Ids};

/// Maximum wait for a change of the table, in seconds, below the timeouts of services.
pub const MAX_WAIT: u32 = 25;
/// Timeout of a response.
const TIMEOUT: Duration = Duration::from_secs(MAX_WAIT as u64 + 20);
/// Timeout of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an unreachable service is retried while the person has a seat.
const RETRY_TIMEOUT: Duration = Duration::from_secs(60);
/// Statuses that are retried.
const RETRIED_STATUSES: [u16; 4] = [429, 502, 503, 504];
/// First retry delay; doubled with each retry.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// A response of the service.
pub enum Reply<T> {
    /// Success.
    Success(T),
    /// A problem.
    Problem(ProblemJson),
}

impl<T> Reply<T> {
    /// The result, or an error with the problem.
    ///
    /// # Errors
    /// The service returned a problem.
    pub fn success(self) -> anyhow::Result<T> {
        match self {
            Reply::Success(value) => Ok(value),
            Reply::Problem(problem) => Err(refusal(&problem)),
        }
    }
}

/// A client of a service, and of one table there.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    service: String,
    table: Uuid,
    authorization: Option<String>,
    /// Has the person a seat?
    seated: bool,
}

impl Client {
    /// A client of the service with this base URL.
    pub fn new(service: String) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // Redirects could send the token to another service.
            .max_redirects(0)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(TIMEOUT))
            .timeout_recv_body(Some(TIMEOUT));
        Client { agent: config.build().into(), service, table: Uuid::nil(), authorization: None, seated: false }
    }

    /// Sets the table that is played at.
    pub const fn set_table(&mut self, table: Uuid) {
        self.table = table;
    }

    /// Sets the key that is sent until there is a seat token.
    pub fn set_key(&mut self, key: &str) {
        self.authorization = Some(format!("Bearer {key}"));
    }

    /// Sets the seat token that is sent from now on.
    pub fn set_token(&mut self, token: &str) {
        self.authorization = Some(format!("Bearer {token}"));
        self.seated = true;
    }

    /// The URL of a path at the service.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.service)
    }

    /// The path of the table or of a part of it.
    fn table_path(&self, more: &str) -> String {
        format!("/v1/tables/{}{more}", self.table)
    }

    /// A resource of the service.
    ///
    /// # Errors
    /// The service does not respond, or returns a problem.
    pub fn json<T: DeserializeOwned>(&self, path: &str) -> anyhow::Result<T> {
        let address = self.address(path);
        read(&self.attempt(|| whole(self.get(&address, "application/json")?))?)?.success()
    }

    /// The table as soon as more than `after` steps have been played, or after `wait` seconds.
    ///
    /// # Errors
    /// The service does not respond, or returns a problem.
    pub fn table<T: DeserializeOwned>(&self, after: u32, wait: u32) -> anyhow::Result<T> {
        self.json(&self.table_path(&format!("?after={after}&wait={wait}")))
    }

    /// Posts to the table, as [`post_to`](Client::post_to).
    ///
    /// # Errors
    /// The service does not respond.
    pub fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> anyhow::Result<Reply<T>> {
        self.post_to(&self.table_path(path), body)
    }

    /// Posts to the service with an idempotency key, so that retries have no further effect.
    ///
    /// # Errors
    /// The service does not respond.
    pub fn post_to<T: DeserializeOwned>(&self, path: &str, body: &Value) -> anyhow::Result<Reply<T>> {
        let (address, body, key) = (self.address(path), body.to_string(), hex(&Ids::default().secret()));
        read(&self.attempt(|| {
            let mut request = self.agent.post(&address).header("content-type", "application/json");
            if let Some(authorization) = &self.authorization {
                request = request.header("authorization", authorization);
            }
            whole(request.header("idempotency-key", &key).send(&body)?)
        })?)
    }

    /// The table in plain text.
    ///
    /// # Errors
    /// As [`text`](Client::text).
    pub fn table_text(&self, query: &str) -> anyhow::Result<String> {
        self.text(&self.table_path(&format!(".txt{query}")))
    }

    /// A text resource of the service.
    ///
    /// # Errors
    /// The service does not respond, or returns a problem.
    pub fn text(&self, path: &str) -> anyhow::Result<String> {
        let response = self.attempt(|| whole(self.get(&self.address(path), "text/plain")?))?;
        if !response.status().is_success() {
            return Err(refusal(&problem(&response)?));
        }
        Ok(response.into_body())
    }

    fn get(&self, address: &str, accept: &str) -> Result<Response<Body>, ureq::Error> {
        let mut request = self.agent.get(address).header("accept", accept);
        if let Some(authorization) = &self.authorization {
            request = request.header("authorization", authorization);
        }
        request.call()
    }

    /// Sends a request, with retries while the person has a seat.
    fn attempt<T>(&self, send: impl Fn() -> Result<Response<T>, ureq::Error>) -> anyhow::Result<Response<T>> {
        let (start, mut delay) = (Instant::now(), RETRY_DELAY);
        loop {
            let response = send();
            let wait = match &response {
                Ok(response) if is_temporary(response) => {
                    Some(retry_after(response).map_or(delay, |wait| wait.max(delay)))
                }
                Err(error) if is_transient(error) => Some(delay),
                Ok(_) | Err(_) => None,
            };
            match wait {
                Some(wait) if self.seated && start.elapsed().saturating_add(wait) < RETRY_TIMEOUT => {
                    if delay == RETRY_DELAY {
                        let why = if response.is_ok() { "is busy" } else { "does not answer" };
                        output::note(&format!("The service {why}; trying again…"));
                    }
                    sleep(wait);
                }
                Some(_) | None => return response.with_context(|| format!("{} cannot be reached", self.service)),
            }
            delay *= 2;
        }
    }
}

/// May another try succeed?
fn is_transient(error: &ureq::Error) -> bool {
    use ureq::Error::{ConnectionFailed, HostNotFound, Io, Protocol, Timeout};
    matches!(error, ConnectionFailed | HostNotFound | Io(_) | Protocol(_) | Timeout(_))
}

fn is_temporary<T>(response: &Response<T>) -> bool {
    RETRIED_STATUSES.contains(&response.status().as_u16())
}

/// How long the service asks to wait.
fn retry_after<T>(response: &Response<T>) -> Option<Duration> {
    let seconds = response.headers().get("retry-after")?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// The response with its whole body.
fn whole(response: Response<Body>) -> Result<Response<String>, ureq::Error> {
    let (parts, mut body) = response.into_parts();
    Ok(Response::from_parts(parts, body.read_to_string()?))
}

/// Parses a response.
fn read<T: DeserializeOwned>(response: &Response<String>) -> anyhow::Result<Reply<T>> {
    if !response.status().is_success() {
        return problem(response).map(Reply::Problem);
    }
    Ok(Reply::Success(serde_json::from_str(response.body()).context("the response is not what was expected")?))
}

/// The error with a problem.
pub fn refusal(problem: &ProblemJson) -> anyhow::Error {
    anyhow!("the service refuses: {}", problem.sentence())
}

fn problem(response: &Response<String>) -> anyhow::Result<ProblemJson> {
    serde_json::from_str(response.body())
        .with_context(|| format!("the service answers with status {}", response.status()))
}
