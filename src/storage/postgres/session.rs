//! Connections to Postgres, and checks that they have the properties that the statements rely on.
//!
//! Without a pooler, a connection is a session that keeps prepared statements and settings. Behind a pooler in
//! transaction mode, each transaction may use a different session. Prepared statements could then be mixed up, so none
//! are named, everything runs in transactions, and settings are made per transaction.

use std::time::Duration;

use sqlx::{
    Acquire, AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Row,
    pool::PoolConnectionMetadata,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};
use tokio::time::timeout;
use uuid::Uuid;

use crate::storage::{
    error,
    opening::{Pooler, Settings},
    pool::{Health, State, TEST_TIMEOUT},
};

/// Timeout of opening a connection.
const OPEN_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections that were idle for longer are tested before use.
const TEST_AFTER: Duration = Duration::from_secs(1);

/// How many times two connections are compared at startup.
const ROUNDS: usize = 3;

/// The setting that identifies a session.
const MARK: &str = "arcana.mark";

/// Settings on which statements and their results rely, whatever the server, the database or the role have set.
///
/// Planner: its cost estimates grow with the tables, while the results stay small. A page of a player's games is found
/// with one index and fetched with another. Postgres estimates a merge join to be as fast, but it reads all games newer
/// than the player's last. With 20 million games, Postgres started two parallel workers for a page of 20, which took
/// longer than the page itself (14 ms instead of 0.1 for two frequent names); no statement got faster. JIT compilation
/// is off for the same reason.
///
/// Transactions wait for each other's changes to a row instead of failing, and bytes come as hex in text.
const SETTINGS: [(&str, &str); 5] = [
    ("enable_mergejoin", "off"),
    ("max_parallel_workers_per_gather", "0"),
    ("jit", "off"),
    ("default_transaction_isolation", "read committed"),
    ("bytea_output", "hex"),
];

/// The advice if a pooler in between splits sessions.
const SESSIONS_SPLIT: &str = "a pooler between arcana and Postgres gives the transactions of one \
    connection to different sessions (PgBouncer's `pool_mode = transaction`): set `--database-pooler transaction` \
    (ARCANA_DATABASE_POOLER), or let the pooler keep sessions (`pool_mode = session`)";

/// The error if the settings of a connection have no effect.
const SETTINGS_LOST: &str = "a connection to Postgres does not keep its settings (statement_timeout is \
    not in force): a pooler stands between: set `--database-pooler transaction` (ARCANA_DATABASE_POOLER), or let the \
    pooler keep sessions (`pool_mode = session`)";

/// The error if even a transaction does not stay in one session.
const TRANSACTIONS_SPLIT: &str = "the statements of a transaction do not stay in one session of Postgres \
    with statement_timeout in force: `--database-pooler transaction` needs a pooler that keeps transactions whole \
    (PgBouncer's `pool_mode = transaction` or `session`, not `statement`)";

/// What a server is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It stores what is written.
    Primary,
    /// It follows a primary.
    Replica,
}

/// Opens connections to the server at an address.
#[derive(Debug)]
pub(crate) struct Sessions {
    address: PgConnectOptions,
    role: Role,
    pooler: Pooler,
    /// In milliseconds.
    statement_timeout: String,
    /// The statement that applies the settings to a connection, or to the transaction that has just begun.
    settings: String,
}

/// The observed state of a connection.
#[derive(Debug)]
struct Observed {
    /// The mark that was set, or the id of the session.
    mark: String,
    /// Has the statement timeout taken effect?
    in_force: bool,
    /// Is the server read-only?
    read_only: bool,
}

/// May prepared statements be named on this connection? Only on one that was verified to be a session, and has prepared
/// one.
pub(crate) fn names_statements(connection: &PgConnection) -> bool {
    connection.cached_statements_size() > 0
}

impl Sessions {
    /// Sessions at an address.
    pub(crate) fn new(address: PgConnectOptions, role: Role, given: &Settings) -> Sessions {
        let (pooler, statement_timeout) = (given.pooler, given.statement_timeout);
        let statement_timeout = statement_timeout.as_millis().to_string();
        let settings = [("statement_timeout", statement_timeout.as_str())].into_iter().chain(SETTINGS);
        let settings: Vec<_> = settings.map(|(name, value)| set(pooler, name, value)).collect();
        let settings = settings.join("; ");
        // Poolers reject unknown parameters, and without this one floating-point numbers are exact since Postgres 12.
        let address = address.extra_float_digits(None);
        let address = match pooler {
            Pooler::None => address,
            Pooler::Transaction => address.statement_cache_capacity(0),
        };
        Sessions { address, role, pooler, statement_timeout, settings }
    }

    /// Checks, with two simultaneous connections, that they have the required properties.
    ///
    /// # Errors
    /// `Configuration` with a sentence that says what to change.
    pub(crate) async fn verify(&self) -> sqlx::Result<()> {
        let mut one = self.find().await?.0;
        if self.pooler == Pooler::Transaction {
            return Ok(());
        }
        let mut other = self.find().await?.0;
        for _ in 0..ROUNDS {
            let [own, others] = [Uuid::now_v7(), Uuid::now_v7()].map(|mark| mark.to_string());
            set_mark(&mut one, &own).await?;
            set_mark(&mut other, &others).await?;
            // While the other connection holds a session, a pooler must give this one a second session.
            run(&mut other, "begin".to_owned()).await?;
            for (connection, mark) in [(&mut other, &others), (&mut one, &own)] {
                if self.observe(connection).await?.mark != *mark {
                    return Err(misconfigured(SESSIONS_SPLIT));
                }
            }
            run(&mut other, "commit".to_owned()).await?;
            std::mem::swap(&mut one, &mut other);
        }
        Ok(())
    }

    /// Is the server of a connection read-only?
    pub(crate) async fn is_read_only(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        Ok(self.observe(connection).await?.read_only)
    }

    /// The time of the latest revocation of a key, as text, and the number of revocations. The server gives up after
    /// `limit`, as when the table is locked: a connection that says so is alive.
    pub(crate) async fn latest_revocation(
        &self,
        connection: &mut PgConnection,
        limit: Duration,
    ) -> sqlx::Result<String> {
        let limit = limit.as_millis();
        let sql = format!(
            "begin; set local statement_timeout = {limit}; \
             select concat(count(revoked_at), ' ', max(revoked_at)) from api_keys; commit"
        );
        match connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(sql))).await {
            Ok(row) => row.try_get(0),
            Err(error) => {
                run(connection, "rollback".to_owned()).await?;
                Err(error)
            }
        }
    }

    /// What the server is for.
    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// Does the server have the expected role? If not, a new connection may lead to another one: a proxy, or a name in
    /// DNS, moves.
    pub(crate) fn matches(&self, read_only: bool) -> bool {
        read_only == (self.role == Role::Replica)
    }

    /// The address to which connections are opened.
    pub(crate) fn address(&self) -> PgConnectOptions {
        self.address.clone()
    }

    /// Opens a connection without naming statements yet; returns whether the server is read-only.
    pub(crate) async fn find(&self) -> sqlx::Result<(PgConnection, bool)> {
        let opened = async {
            let mut connection = self.address.connect().await?;
            let read_only = self.prepare(&mut connection).await?;
            Ok((connection, read_only))
        };
        timeout(OPEN_TIMEOUT, opened).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// Prepares a new connection of the pool.
    pub(crate) async fn prepare_to_lend(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        self.prepare(connection).await?;
        if self.pooler == Pooler::None {
            // Statements are named from now on.
            let named = sqlx::query("select 1").execute(connection).await;
            named.map_err(|error| if is_mixed_up(&error) { misconfigured(SESSIONS_SPLIT) } else { error })?;
        }
        Ok(())
    }

    /// Can an idle connection of the pool be lent?
    pub(crate) async fn can_lend(
        &self,
        connection: &mut PgConnection,
        idle: PoolConnectionMetadata,
        health: &Health,
    ) -> bool {
        if health.is_outdated(idle.age) {
            return false;
        }
        // Behind a pooler each loan begins with a round trip.
        if idle.idle_for < TEST_AFTER || self.pooler == Pooler::Transaction {
            return true;
        }
        let found = timeout(TEST_TIMEOUT, self.observe(connection)).await;
        if found.is_err() {
            // Connections that have been idle as long are suspect too.
            health.renew();
        }
        // On a server that has become read-only, the role of primary has moved to another one.
        found.is_ok_and(|found| {
            found.is_ok_and(|found| found.in_force && !(found.read_only && health.state() == State::Writable))
        })
    }

    /// The statement that begins the transaction of a loan, if connections keep no state between transactions.
    pub(crate) fn begin(&self) -> Option<String> {
        match self.pooler {
            Pooler::None => None,
            Pooler::Transaction => Some(self.begin_transaction()),
        }
    }

    fn begin_transaction(&self) -> String {
        format!("begin; {}", self.settings)
    }

    /// Can a connection receive notifications? Behind a pooler that splits sessions they may reach any session.
    pub(crate) fn can_listen(&self) -> bool {
        match self.pooler {
            Pooler::None => true,
            Pooler::Transaction => false,
        }
    }

    /// Listens on a channel, with a connection of its own. Standbys do not allow it.
    pub(crate) async fn listener(&self, channel: &str) -> sqlx::Result<PgListener> {
        timeout(OPEN_TIMEOUT, listen(&self.address, channel)).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// Is the server of a listener read-only?
    pub(crate) async fn is_listener_read_only(&self, listener: &mut PgListener) -> sqlx::Result<bool> {
        self.is_read_only(listener.acquire().await?).await
    }

    /// Applies the settings to a new connection, and checks that they last; returns whether the server is read-only.
    async fn prepare(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        match self.pooler {
            Pooler::None => self.prepare_session(connection).await,
            Pooler::Transaction => self.check_transactions(connection).await,
        }
    }

    async fn prepare_session(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        let mark = Uuid::now_v7().to_string();
        run(connection, self.settings.clone()).await?;
        set_mark(connection, &mark).await?;
        let observed = self.observe(connection).await?;
        if observed.mark != mark {
            return Err(misconfigured(SESSIONS_SPLIT));
        }
        if !observed.in_force {
            return Err(misconfigured(SETTINGS_LOST));
        }
        Ok(observed.read_only)
    }

    async fn check_transactions(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        run(connection, self.begin_transaction()).await?;
        let first = self.observe_in_transaction(connection).await?;
        let second = self.observe_in_transaction(connection).await?;
        run(connection, "rollback".to_owned()).await?;
        if first.mark != second.mark || !first.in_force || !second.in_force {
            return Err(misconfigured(TRANSACTIONS_SPLIT));
        }
        Ok(first.read_only)
    }

    async fn observe(&self, connection: &mut PgConnection) -> sqlx::Result<Observed> {
        self.query_state(connection, "coalesce(current_setting('arcana.mark', true), '')").await
    }

    async fn observe_in_transaction(&self, connection: &mut PgConnection) -> sqlx::Result<Observed> {
        self.query_state(connection, "pg_backend_pid()::text").await
    }

    /// Queries the state of a connection without a prepared statement.
    async fn query_state(&self, connection: &mut PgConnection, mark: &'static str) -> sqlx::Result<Observed> {
        let timeout = &self.statement_timeout;
        let sql = format!(
            "select {mark}, (select setting = '{timeout}' from pg_settings where name = 'statement_timeout'), \
             pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'"
        );
        let row = connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(sql))).await?;
        Ok(Observed { mark: row.try_get(0)?, in_force: row.try_get(1)?, read_only: row.try_get(2)? })
    }
}

/// Listens on a channel with a dedicated connection.
async fn listen(address: &PgConnectOptions, channel: &str) -> sqlx::Result<PgListener> {
    // A listener requires a pool, here of one connection.
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = pool.connect_with(address.clone()).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(channel).await?;
    Ok(listener)
}

/// Runs statements in one message, without preparing them.
pub(crate) async fn run(connection: &mut PgConnection, sql: String) -> sqlx::Result<()> {
    connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.map(drop)
}

async fn set_mark(connection: &mut PgConnection, mark: &str) -> sqlx::Result<()> {
    run(connection, format!("set {MARK} = '{mark}'")).await
}

/// The statement that makes a setting, behind a pooler for the transaction that has just begun.
fn set(pooler: Pooler, name: &str, value: &str) -> String {
    match (pooler, name) {
        (Pooler::None, _) => format!("set {name} = '{value}'"),
        // The default would be that of the next transaction.
        (Pooler::Transaction, "default_transaction_isolation") => {
            format!("set local transaction_isolation = '{value}'")
        }
        (Pooler::Transaction, _) => format!("set local {name} = '{value}'"),
    }
}

/// The error of a connection without the required properties.
fn misconfigured(sentence: &str) -> sqlx::Error {
    sqlx::Error::Configuration(sentence.into())
}

/// Does the server, the database or the role have no free place for another connection?
pub(super) fn is_full(error: &sqlx::Error) -> bool {
    const TOO_MANY_CONNECTIONS: &str = "53300";
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some(TOO_MANY_CONNECTIONS))
}

/// Was a prepared statement of this connection mixed up with another one?
fn is_mixed_up(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| error::STATEMENT_NAMES.contains(&code.as_ref()))
}
