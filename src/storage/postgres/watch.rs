//! Health checks of a Postgres database, twice a second, so that requests need not time out to find out.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use sqlx::{PgConnection, Postgres};
use tokio::time::{sleep, timeout};

use super::session::{Role, Sessions, is_full};
use crate::storage::pool::{Pool, State};

/// Interval of checks while the database is healthy.
const INTERVAL: Duration = Duration::from_millis(500);

/// Interval of checks while it is not.
const UNWELL_INTERVAL: Duration = Duration::from_millis(250);

/// Timeout for reading the latest revocation, on a connection that has just responded.
const REVOCATION_TIMEOUT: Duration = Duration::from_millis(500);

/// Timeout of the statement itself.
const REVOCATION_STATEMENT_TIMEOUT: Duration = Duration::from_millis(300);

/// Checks the database as long as its pool exists. A check has this time on an open connection.
pub(crate) async fn watch(connections: Weak<Pool<Postgres>>, sessions: Arc<Sessions>, answer_timeout: Duration) {
    let mut watcher = Watcher { sessions, answer_timeout, connection: None, revocation: None };
    while let Some(connections) = connections.upgrade().filter(|connections| !connections.is_closed()) {
        let state = watcher.check(&connections).await;
        let before = connections.health().note(state);
        if before != state {
            log_change(watcher.sessions.role(), before, state);
        }
        if !watcher.check_revocations(&connections).await {
            // The connection may have failed since its response.
            continue;
        }
        let health = Arc::clone(connections.health());
        drop(connections);
        let interval = if state == State::Writable { INTERVAL } else { UNWELL_INTERVAL };
        tokio::select! {
            () = sleep(interval) => (),
            () = health.check_requested(), if state == State::Writable => (),
        }
    }
}

/// Of a replica is logged, when it is asked for, whether it is used.
fn log_change(role: Role, before: State, state: State) {
    match (role, state) {
        (Role::Primary, State::Down) => tracing::error!("the database is unreachable"),
        (Role::Primary, State::ReadOnly) => tracing::warn!("the database does not accept writes"),
        (Role::Primary, State::Writable) if before != State::Unknown => {
            tracing::info!("the database accepts writes again");
        }
        (Role::Primary, State::Unknown | State::Writable)
        | (Role::Replica, State::Unknown | State::Writable | State::ReadOnly | State::Down) => {}
    }
}

/// The state of the checks, which use their own connection.
struct Watcher {
    sessions: Arc<Sessions>,
    answer_timeout: Duration,
    connection: Option<PgConnection>,
    /// The latest revocation of a key, as text.
    revocation: Option<String>,
}

impl Watcher {
    async fn check(&mut self, connections: &Pool<Postgres>) -> State {
        let alive = self.is_read_only().await;
        if let Some(read_only) = alive.filter(|read_only| self.sessions.matches(*read_only)) {
            return state(read_only);
        }
        // A proxy may have to look for a server.
        let open_timeout = self.answer_timeout * 3 / 2;
        let found = timeout(open_timeout, self.sessions.find()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        match (alive, found) {
            (Some(read_only), Ok((_, other))) if !self.sessions.matches(other) => state(read_only),
            (Some(read_only), Err(_)) => state(read_only),
            (_, Ok((connection, read_only))) => {
                // The other connections may be dead as well, or lead to a server that has become read-only.
                if self.connection.replace(connection).is_some() || connections.health().state() == State::Down {
                    connections.health().renew();
                }
                state(read_only)
            }
            // The server is alive, and so may be the other connections.
            (None, Err(error)) if is_full(&error) => {
                tracing::debug!(%error, "no connection for checks");
                self.connection = None;
                connections.health().state()
            }
            (None, Err(error)) => {
                tracing::debug!(%error, "no connection to the database");
                connections.health().renew();
                self.connection = None;
                State::Down
            }
        }
    }

    /// Reads the latest revocation, so that services on the same database drop revoked keys from their caches. Returns
    /// false if the server did not respond in time, not even that the statement takes too long.
    async fn check_revocations(&mut self, connections: &Pool<Postgres>) -> bool {
        let Some(connection) = &mut self.connection else { return true };
        let found =
            timeout(REVOCATION_TIMEOUT, self.sessions.latest_revocation(connection, REVOCATION_STATEMENT_TIMEOUT))
                .await;
        match &found {
            Ok(Ok(latest)) => {
                if self.revocation.replace(latest.clone()).is_some_and(|before| before != *latest) {
                    connections.health().note_revocation();
                }
            }
            Ok(Err(error)) => tracing::warn!(%error, "cannot read which keys were revoked"),
            Err(_) => {}
        }
        found.is_ok()
    }

    /// Is the server of the open connection read-only? `None` if it does not respond.
    async fn is_read_only(&mut self) -> Option<bool> {
        let connection = self.connection.as_mut()?;
        timeout(self.answer_timeout, self.sessions.is_read_only(connection)).await.ok()?.ok()
    }
}

fn state(read_only: bool) -> State {
    if read_only { State::ReadOnly } else { State::Writable }
}
