//! Looks at a database of Postgres twice a second, so that callers need not find out by waiting.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use sqlx::{PgConnection, Postgres};
use tokio::time::{sleep, timeout};

use super::session::Sessions;
use crate::storage::pool::{Pool, health::State};

/// How long it is left alone after it was found well.
const INTERVAL: Duration = Duration::from_millis(500);

/// How long it is left alone after it was found unwell.
const UNWELL_INTERVAL: Duration = Duration::from_millis(250);

/// How long a connection that is open may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// How long it may take to tell which key was revoked last, on a connection that has answered just now.
const REVOCATION_TIMEOUT: Duration = Duration::from_millis(500);

/// How long opening a connection may take: a proxy may have to look for a server.
const OPEN_TIMEOUT: Duration = Duration::from_millis(1500);

/// Looks at the database until nobody needs it any more.
pub(crate) async fn watch(connections: Weak<Pool<Postgres>>, sessions: Arc<Sessions>) {
    let mut watcher = Watcher { sessions, connection: None, revocation: None };
    while let Some(connections) = connections.upgrade().filter(|connections| !connections.is_closed()) {
        let state = watcher.look(&connections).await;
        let before = connections.health().note(state);
        if before != state {
            tell(before, state);
        }
        if !watcher.look_for_revocations(&connections).await {
            // It may have fallen silent since it answered.
            continue;
        }
        let health = Arc::clone(connections.health());
        drop(connections);
        let interval = if state == State::Writable { INTERVAL } else { UNWELL_INTERVAL };
        tokio::select! {
            () = sleep(interval) => (),
            () = health.doubted(), if state == State::Writable => (),
        }
    }
}

fn tell(before: State, state: State) {
    match state {
        State::Down => tracing::error!("the database is unreachable"),
        State::ReadOnly => tracing::warn!("the database does not accept writes"),
        State::Writable if before != State::Unknown => tracing::info!("the database accepts writes again"),
        State::Writable | State::Unknown => (),
    }
}

/// Who looks, over a connection of its own.
struct Watcher {
    sessions: Arc<Sessions>,
    connection: Option<PgConnection>,
    /// When a key was revoked last, as the database writes it.
    revocation: Option<String>,
}

impl Watcher {
    async fn look(&mut self, connections: &Pool<Postgres>) -> State {
        let alive = self.ask().await;
        if let Some(read_only) = alive.filter(|read_only| self.sessions.is_wanted(*read_only)) {
            return state(read_only);
        }
        let found = timeout(OPEN_TIMEOUT, self.sessions.find()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        match (alive, found) {
            (Some(read_only), Ok((_, other))) if !self.sessions.is_wanted(other) => state(read_only),
            (Some(read_only), Err(_)) => state(read_only),
            (_, Ok((connection, read_only))) => {
                // The others may be as silent as the one before, or lead to a server that takes no writes any more.
                if self.connection.replace(connection).is_some() || connections.health().state() == State::Down {
                    connections.renew();
                }
                state(read_only)
            }
            (None, Err(error)) => {
                tracing::debug!(%error, "no connection to the database");
                connections.renew();
                State::Down
            }
        }
    }

    /// Looks whether a key was revoked since: services on the same database believe in it no longer then. Tells
    /// whether there was an answer in time, if anybody could be asked.
    async fn look_for_revocations(&mut self, connections: &Pool<Postgres>) -> bool {
        let Some(connection) = &mut self.connection else { return true };
        let found = timeout(REVOCATION_TIMEOUT, self.sessions.latest_revocation(connection)).await;
        if let Ok(Ok(latest)) = &found
            && self.revocation.replace(latest.clone()).is_some_and(|before| before != *latest)
        {
            connections.health().note_revocation();
        }
        found.is_ok()
    }

    /// Does the server of the open connection take no writes? `None` when it does not answer.
    async fn ask(&mut self) -> Option<bool> {
        let connection = self.connection.as_mut()?;
        timeout(ANSWER_TIMEOUT, self.sessions.is_read_only(connection)).await.ok()?.ok()
    }
}

fn state(read_only: bool) -> State {
    if read_only { State::ReadOnly } else { State::Writable }
}
