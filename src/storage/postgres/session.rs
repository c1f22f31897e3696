//! A connection to Postgres, and the proof that it has what the statements rely on.
//!
//! Without a pooler between, a connection is a session: it names its prepared statements and keeps its settings. Behind a
//! pooler in transaction mode each transaction may meet another session. A name then stands for somebody else's statement,
//! so that nothing is named, all is done in transactions, and settings hold for one transaction.

use std::{io, time::Duration};

use async_trait::async_trait;
use sqlx::{
    Acquire, AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Postgres, Row,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};
use tokio::time::timeout;
use uuid::Uuid;

use super::servers::Servers;
use crate::storage::{
    error,
    pool::{connector::Connector, health::State},
    settings::Pooler,
};

/// How long a server may take to answer when there are others to try.
const ONE_OF_SEVERAL: Duration = Duration::from_secs(2);

/// How long the only server may take to answer.
const ONLY: Duration = Duration::from_secs(5);

/// How often two connections are held against each other at the start.
const ROUNDS: usize = 3;

/// A page of a player's games is found by one index and fetched by another. To Postgres merging the two looks as good,
/// and is not: it goes through all games that are newer than the player's last.
const ENABLE_MERGEJOIN: (&str, &str) = ("enable_mergejoin", "off");

/// The setting by which a session is known again.
const MARK: &str = "arcana.mark";

/// The advice if a pooler in between splits sessions.
const TAKEN_APART: &str = "a pooler between arcana and Postgres gives the transactions of one connection to different \
    sessions (PgBouncer's `pool_mode = transaction`): set `--database-pooler transaction` (ARCANA_DATABASE_POOLER), or \
    let the pooler keep sessions (`pool_mode = session`)";

/// What is said when the settings of a connection do not hold.
const NOT_IN_FORCE: &str = "a connection to Postgres does not keep its settings (statement_timeout is not in force): a \
    pooler stands between: set `--database-pooler transaction` (ARCANA_DATABASE_POOLER), or let the pooler keep sessions \
    (`pool_mode = session`)";

/// What is said when not even a transaction stays in one session.
const NO_TRANSACTIONS: &str = "the statements of a transaction do not stay in one session of Postgres with \
    statement_timeout in force: `--database-pooler transaction` needs a pooler that keeps transactions whole \
    (PgBouncer's `pool_mode = transaction` or `session`, not `statement`)";

/// Opens connections to one of the servers of an address.
#[derive(Debug)]
pub(crate) struct Sessions {
    servers: Servers,
    pooler: Pooler,
    /// In milliseconds.
    statement_timeout: String,
    /// What sets a connection, or a transaction.
    settings: String,
}

/// What a connection says of itself.
#[derive(Debug)]
struct Told {
    /// What was set as its mark, or its session's number.
    mark: String,
    /// Does the statement timeout hold?
    in_force: bool,
    /// Does the server take no writes?
    read_only: bool,
}

/// May statements be named on this connection? Only one that has proved to be a session has prepared one.
pub(crate) fn names_statements(connection: &PgConnection) -> bool {
    connection.cached_statements_size() > 0
}

fn misled(sentence: &str) -> sqlx::Error {
    sqlx::Error::Configuration(sentence.into())
}

impl Sessions {
    /// Sessions with these servers; no statement takes longer than the timeout.
    pub(crate) fn new(servers: Servers, pooler: Pooler, statement_timeout: Duration) -> Sessions {
        let statement_timeout = statement_timeout.as_millis().to_string();
        let local = match pooler {
            Pooler::None => "",
            Pooler::Transaction => "local ",
        };
        let settings = [("statement_timeout", statement_timeout.as_str()), ENABLE_MERGEJOIN];
        let settings = settings.map(|(name, value)| format!("set {local}{name} = {value}")).join("; ");
        Sessions { servers, pooler, statement_timeout, settings }
    }

    /// Proves that connections are what is relied on, with two of them at once.
    ///
    /// # Errors
    /// `Configuration` with a sentence that says what to set.
    pub(crate) async fn prove(&self) -> sqlx::Result<()> {
        let mut one = self.wanted().await?;
        if self.pooler == Pooler::Transaction {
            return Ok(());
        }
        let mut other = self.wanted().await?;
        for _ in 0..ROUNDS {
            let [own, others] = [Uuid::now_v7(), Uuid::now_v7()].map(|mark| mark.to_string());
            set_mark(&mut one, &own).await?;
            set_mark(&mut other, &others).await?;
            // While the other holds on to a session, a pooler has to give this one a second.
            run(&mut other, "begin".to_owned()).await?;
            for (connection, mark) in [(&mut other, &others), (&mut one, &own)] {
                if self.told(connection).await?.mark != *mark {
                    return Err(misled(TAKEN_APART));
                }
            }
            run(&mut other, "commit".to_owned()).await?;
            std::mem::swap(&mut one, &mut other);
        }
        Ok(())
    }

    /// Opens a connection to a matching server; it names no statements yet.
    async fn wanted(&self) -> sqlx::Result<PgConnection> {
        Ok(self.find().await?.0)
    }

    /// Does a connection lead to a server that takes no writes?
    pub(crate) async fn is_read_only(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        Ok(self.told(connection).await?.read_only)
    }

    /// When a key was revoked last, as the database writes it, and how many are.
    pub(crate) async fn latest_revocation(&self, connection: &mut PgConnection) -> sqlx::Result<String> {
        let sql = "select concat(count(revoked_at), ' ', max(revoked_at)) from api_keys";
        connection.fetch_one(sqlx::raw_sql(sql)).await?.try_get(0)
    }

    /// Is a server like this the one that is wanted, so that no other has to be looked for?
    pub(crate) fn is_wanted(&self, read_only: bool) -> bool {
        self.servers.target.is(read_only)
    }

    /// Opens a connection to a matching server, and returns whether it accepts no writes.
    pub(crate) async fn find(&self) -> sqlx::Result<(PgConnection, bool)> {
        let limit = if self.servers.options.len() > 1 { ONE_OF_SEVERAL } else { ONLY };
        let (mut second_best, mut failure) = (None, None);
        for options in &self.servers.options {
            match timeout(limit, self.open(options)).await.unwrap_or(Err(sqlx::Error::PoolTimedOut)) {
                Ok(found @ (_, read_only)) if self.servers.target.is(read_only) => return Ok(found),
                Ok(found) if self.servers.target.allows_others() => {
                    second_best.get_or_insert(found);
                }
                Ok(_) => {}
                Err(error) => {
                    failure.get_or_insert(error);
                }
            }
        }
        let none =
            || sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, "no server matches target_session_attrs"));
        second_best.ok_or_else(|| failure.unwrap_or_else(none))
    }

    /// Can a connection hear notifications? Behind a pooler that takes sessions apart they go to anybody.
    pub(crate) fn can_listen(&self) -> bool {
        match self.pooler {
            Pooler::None => true,
            Pooler::Transaction => false,
        }
    }

    /// Listens on a channel of the first server that lets one: a standby does not.
    pub(crate) async fn listener(&self, channel: &str) -> sqlx::Result<PgListener> {
        let mut failure = None;
        for options in &self.servers.options {
            match timeout(ONE_OF_SEVERAL, listen(options, channel)).await.unwrap_or(Err(sqlx::Error::PoolTimedOut)) {
                Ok(listener) => return Ok(listener),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        Err(failure.unwrap_or(sqlx::Error::PoolClosed))
    }

    /// Does the connection of a listener lead to a server that takes no writes?
    pub(crate) async fn is_heard_read_only(&self, listener: &mut PgListener) -> sqlx::Result<bool> {
        self.is_read_only(listener.acquire().await?).await
    }

    /// Opens a connection to one server; tells whether that takes no writes.
    async fn open(&self, options: &PgConnectOptions) -> sqlx::Result<(PgConnection, bool)> {
        // Poolers refuse what they do not know, and floating-point numbers are in no column.
        let options = options.clone().extra_float_digits(None);
        match self.pooler {
            Pooler::None => self.open_session(options).await,
            Pooler::Transaction => self.open_pooled(options).await,
        }
    }

    async fn open_session(&self, options: PgConnectOptions) -> sqlx::Result<(PgConnection, bool)> {
        let mark = Uuid::now_v7().to_string();
        let settings = [("statement_timeout", self.statement_timeout.as_str()), ENABLE_MERGEJOIN, (MARK, &mark)];
        let mut connection = match options.clone().options(settings).connect().await {
            Err(error) if refuses_settings(&error) => options.connect().await?,
            opened => opened?,
        };
        let mut told = self.told(&mut connection).await?;
        if told.mark != mark || !told.in_force {
            // A pooler that keeps sessions may keep settings from getting through all the same.
            run(&mut connection, self.settings.clone()).await?;
            set_mark(&mut connection, &mark).await?;
            told = self.told(&mut connection).await?;
        }
        if told.mark != mark {
            return Err(misled(TAKEN_APART));
        }
        if !told.in_force {
            return Err(misled(NOT_IN_FORCE));
        }
        Ok((connection, told.read_only))
    }

    async fn open_pooled(&self, options: PgConnectOptions) -> sqlx::Result<(PgConnection, bool)> {
        let mut connection = options.statement_cache_capacity(0).connect().await?;
        self.begin(&mut connection).await?;
        let first = self.told_in_transaction(&mut connection).await?;
        let second = self.told_in_transaction(&mut connection).await?;
        run(&mut connection, "rollback".to_owned()).await?;
        if first.mark != second.mark || !first.in_force || !second.in_force {
            return Err(misled(NO_TRANSACTIONS));
        }
        Ok((connection, first.read_only))
    }

    async fn told(&self, connection: &mut PgConnection) -> sqlx::Result<Told> {
        self.ask(connection, "coalesce(current_setting('arcana.mark', true), '')").await
    }

    async fn told_in_transaction(&self, connection: &mut PgConnection) -> sqlx::Result<Told> {
        self.ask(connection, "pg_backend_pid()::text").await
    }

    /// Asks a connection how it is, without a prepared statement.
    async fn ask(&self, connection: &mut PgConnection, mark: &'static str) -> sqlx::Result<Told> {
        let timeout = &self.statement_timeout;
        let sql = format!(
            "select {mark}, (select setting = '{timeout}' from pg_settings where name = 'statement_timeout'), \
             pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'"
        );
        let row = connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(sql))).await?;
        Ok(Told { mark: row.try_get(0)?, in_force: row.try_get(1)?, read_only: row.try_get(2)? })
    }
}

#[async_trait]
impl Connector<Postgres> for Sessions {
    async fn connect(&self) -> sqlx::Result<PgConnection> {
        let mut connection = self.wanted().await?;
        if self.pooler == Pooler::None {
            // From now on it names its statements.
            let named = sqlx::query("select 1").execute(&mut connection).await;
            named.map_err(|error| if is_anothers_name(&error) { misled(TAKEN_APART) } else { error })?;
        }
        Ok(connection)
    }

    async fn check(&self, connection: &mut PgConnection, state: State) -> sqlx::Result<()> {
        if self.pooler == Pooler::Transaction {
            // Each loan begins with a way to the server and back.
            return Ok(());
        }
        let told = self.told(connection).await?;
        if !told.in_force {
            return Err(misled(NOT_IN_FORCE));
        }
        // The server that takes writes has become another one.
        if told.read_only && state == State::Writable { Err(sqlx::Error::PoolClosed) } else { Ok(()) }
    }

    fn lends_transactions(&self) -> bool {
        self.pooler == Pooler::Transaction
    }

    async fn begin(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        run(connection, format!("begin; {}", self.settings)).await
    }

    /// A transaction in which something failed is rolled back by `commit` without an error: the statement before it
    /// fails then.
    async fn commit(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        run(connection, "select 1; commit".to_owned()).await
    }
}

/// Listens on a channel, over a connection that lasts as long as the listener.
async fn listen(options: &PgConnectOptions, channel: &str) -> sqlx::Result<PgListener> {
    // A listener wants a pool: this one lends its only connection once.
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = pool.connect_with(options.clone().extra_float_digits(None)).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(channel).await?;
    Ok(listener)
}

/// Runs statements without preparing them, all of them in one message.
pub(crate) async fn run(connection: &mut PgConnection, sql: String) -> sqlx::Result<()> {
    connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.map(drop)
}

async fn set_mark(connection: &mut PgConnection, mark: &str) -> sqlx::Result<()> {
    run(connection, format!("set {MARK} = '{mark}'")).await
}

/// Has a pooler refused a connection for the settings that came with it?
fn refuses_settings(error: &sqlx::Error) -> bool {
    // PgBouncer: `unsupported startup parameter: options`, under the code of a protocol violation
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("08P01"))
}

/// Does a statement's name stand for another one, or for none, although this connection has given it?
fn is_anothers_name(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| error::STATEMENT_NAMES.contains(&code.as_ref()))
}
