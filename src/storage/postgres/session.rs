//! Connections to Postgres, and checks that they have the properties that the statements rely on.
//!
//! Without a pooler, a connection is a session that keeps prepared statements and settings. Behind a pooler in
//! transaction mode, each transaction may use a different session. Prepared statements could then be mixed up, so none
//! are named, everything runs in transactions, and settings are made per transaction.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::{
    Acquire, AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Postgres, Row,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};
use tokio::time::timeout;
use uuid::Uuid;

use super::{
    session_faults::{
        SESSIONS_SPLIT, SETTINGS_LOST, TRANSACTIONS_SPLIT, is_full, is_mixed_up, misconfigured, rejects_settings,
    },
    session_settings::{SETTINGS, set},
};
use crate::storage::{
    pool::{connector::Connector, health::State},
    settings::{Pooler, Settings},
};

/// Timeout of opening a connection.
const OPEN_TIMEOUT: Duration = Duration::from_secs(5);

/// How many times two connections are compared at startup.
const ROUNDS: usize = 3;

/// The setting that identifies a session.
const MARK: &str = "arcana.mark";

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
    /// The statement that applies the settings to a connection or transaction.
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
    /// Is a transaction open? The driver does not know of one whose `BEGIN` was dropped before its answer.
    in_transaction: bool,
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

    /// Opens a connection without naming statements yet; returns whether the server is read-only.
    pub(crate) async fn find(&self) -> sqlx::Result<(PgConnection, bool)> {
        let opened = async {
            match self.pooler {
                Pooler::None => self.open_session().await,
                Pooler::Transaction => self.open_pooled().await,
            }
        };
        timeout(OPEN_TIMEOUT, opened).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
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

    async fn open_session(&self) -> sqlx::Result<(PgConnection, bool)> {
        let mark = Uuid::now_v7().to_string();
        let own = [("statement_timeout", self.statement_timeout.as_str()), (MARK, mark.as_str())];
        let settings = own.into_iter().chain(SETTINGS);
        let mut connection = match self.address.clone().options(settings).connect().await {
            Err(error) if rejects_settings(&error) => self.address.connect().await?,
            opened => opened?,
        };
        let mut observed = self.observe(&mut connection).await?;
        if observed.mark != mark || !observed.in_force {
            // A pooler that keeps sessions may still drop startup parameters.
            run(&mut connection, self.settings.clone()).await?;
            set_mark(&mut connection, &mark).await?;
            observed = self.observe(&mut connection).await?;
        }
        if observed.mark != mark {
            return Err(misconfigured(SESSIONS_SPLIT));
        }
        if !observed.in_force {
            return Err(misconfigured(SETTINGS_LOST));
        }
        Ok((connection, observed.read_only))
    }

    async fn open_pooled(&self) -> sqlx::Result<(PgConnection, bool)> {
        let mut connection = self.address.clone().statement_cache_capacity(0).connect().await?;
        self.begin(&mut connection).await?;
        let first = self.observe_in_transaction(&mut connection).await?;
        let second = self.observe_in_transaction(&mut connection).await?;
        run(&mut connection, "rollback".to_owned()).await?;
        if first.mark != second.mark || !first.in_force || !second.in_force {
            return Err(misconfigured(TRANSACTIONS_SPLIT));
        }
        Ok((connection, first.read_only))
    }

    async fn observe(&self, connection: &mut PgConnection) -> sqlx::Result<Observed> {
        self.query_state(connection, "coalesce(current_setting('arcana.mark', true), '')").await
    }

    async fn observe_in_transaction(&self, connection: &mut PgConnection) -> sqlx::Result<Observed> {
        self.query_state(connection, "pg_backend_pid()::text").await
    }

    /// Queries the state of a connection without a prepared statement. Sent as one message, a statement that is not in a
    /// transaction begins at the time of its own transaction.
    async fn query_state(&self, connection: &mut PgConnection, mark: &'static str) -> sqlx::Result<Observed> {
        let timeout = &self.statement_timeout;
        let sql = format!(
            "select {mark}, (select setting = '{timeout}' from pg_settings where name = 'statement_timeout'), \
             pg_is_in_recovery() or current_setting('transaction_read_only') = 'on', now() <> statement_timestamp()"
        );
        let row = connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(sql))).await?;
        let (mark, in_force, read_only) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        Ok(Observed { mark, in_force, read_only, in_transaction: row.try_get(3)? })
    }
}

#[async_trait]
impl Connector<Postgres> for Sessions {
    async fn connect(&self) -> sqlx::Result<PgConnection> {
        let mut connection = self.find().await?.0;
        if self.pooler == Pooler::None {
            // Statements are named from now on.
            let named = sqlx::query("select 1").execute(&mut connection).await;
            named.map_err(|error| if is_mixed_up(&error) { misconfigured(SESSIONS_SPLIT) } else { error })?;
        }
        Ok(connection)
    }

    async fn check(&self, connection: &mut PgConnection, state: State) -> sqlx::Result<()> {
        if self.pooler == Pooler::Transaction {
            // Each loan begins with a round trip.
            return Ok(());
        }
        let observed = self.observe(connection).await?;
        if !observed.in_force {
            return Err(misconfigured(SETTINGS_LOST));
        }
        // What is written on it next would never be committed.
        if observed.in_transaction {
            return Err(sqlx::Error::PoolClosed);
        }
        // The role of primary has moved to another server.
        if observed.read_only && state == State::Writable { Err(sqlx::Error::PoolClosed) } else { Ok(()) }
    }

    fn lends_transactions(&self) -> bool {
        self.pooler == Pooler::Transaction
    }

    /// A server without a free place is alive, and connections that are in use will be returned.
    fn is_full(&self, error: &sqlx::Error) -> bool {
        is_full(error)
    }

    async fn begin(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        run(connection, format!("begin; {}", self.settings)).await
    }

    /// Postgres turns the commit of a failed transaction into a rollback without an error. The statement before it
    /// makes that case fail.
    async fn commit(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        run(connection, "select 1; commit".to_owned()).await
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
