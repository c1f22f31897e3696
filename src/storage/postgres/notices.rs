//! Changes of tables, told to all services on a database (`NOTIFY`) and heard from them (`LISTEN`).
//!
//! A transaction that notifies holds a lock of the whole server until it is on the disk. Were each change of a table told
//! in its own transaction, all of them would go to the disk one after another: with 160 at once each took 314 ms, where
//! it takes 6 ms without. So changes are told behind their commits, all that there are by then in one statement, which
//! does not wait for the disk itself. A service that dies between the two leaves the others to find out by themselves.

use std::{
    collections::BTreeSet,
    sync::{Arc, Weak},
    time::Duration,
};

use sqlx::{PgConnection, Postgres, postgres::PgListener};
use tokio::{
    sync::{broadcast, mpsc, watch},
    time::{sleep, timeout},
};

use super::session::{Sessions, names_statements};
use crate::{
    service::{
        records::TableId,
        store::{StoreError, TableChange},
    },
    storage::pool::Pool,
};

/// The channel that services tell each other of tables on.
const CHANNEL: &str = "arcana_tables";

/// Each payload is a message of its own, and no two are the same. Nobody relies on them after a power cut.
const TELL: &str = "select pg_notify('arcana_tables', payload), set_config('synchronous_commit', 'off', true) \
    from unnest($1::text[]) as changed (payload)";

/// How many changes are kept for somebody who does not fetch them: then they are told that they missed some.
const BUFFER: usize = 4096;

/// How long a connection may be silent before it is asked whether it still lives.
const SILENCE: Duration = Duration::from_secs(3);

/// How long it may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// How long nobody listens after the connection was lost: it doubles from the first to the last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// What changes are told and heard by.
#[derive(Debug)]
pub(crate) struct Notices {
    told: mpsc::UnboundedSender<TableChange>,
    heard: broadcast::Sender<TableChange>,
    listening: watch::Sender<Listening>,
    /// Is each connection a session of its own, so that it can listen?
    hears: bool,
}

/// Does anybody want to hear of changes?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listening {
    /// Nobody yet: commands never do.
    NotYet,
    /// Somebody does.
    Wanted,
    /// The database is closed.
    Closed,
}

impl Notices {
    /// Tells changes over these connections, and hears of them over one of its own once somebody wants to.
    pub(crate) fn new(connections: &Arc<Pool<Postgres>>, sessions: Arc<Sessions>) -> Notices {
        let (told, telling) = mpsc::unbounded_channel();
        let (heard, _) = broadcast::channel(BUFFER);
        let (listening, state) = watch::channel(Listening::NotYet);
        tokio::spawn(tell(Arc::downgrade(connections), telling));
        let hears = sessions.can_listen();
        if hears {
            tokio::spawn(listen(sessions, heard.clone(), state));
        }
        Notices { told, heard, listening, hears }
    }

    /// Tells all services of a change that is committed.
    pub(crate) fn tell(&self, change: TableChange) {
        // Nobody takes it any more while the database is being closed.
        let _ = self.told.send(change);
    }

    /// What is heard from now on; `None` behind a pooler that takes sessions apart.
    pub(crate) fn subscribe(&self) -> Option<broadcast::Receiver<TableChange>> {
        let receiver = self.hears.then(|| self.heard.subscribe())?;
        self.listening.send_if_modified(|state| match state {
            Listening::NotYet => {
                *state = Listening::Wanted;
                true
            }
            Listening::Wanted | Listening::Closed => false,
        });
        Some(receiver)
    }

    /// Ends listening.
    pub(crate) fn close(&self) {
        self.listening.send_replace(Listening::Closed);
    }
}

/// A change as the text of a notification.
fn payload(change: TableChange) -> String {
    match change {
        TableChange::One(id, version) => format!("{id} {version}"),
        TableChange::Gone(id) => id.to_string(),
        TableChange::Any => String::new(),
    }
}

/// The change that a notification tells; one that cannot be read may be any.
fn change(payload: &str) -> TableChange {
    let (id, version) = payload.split_once(' ').map_or((payload, None), |(id, version)| (id, Some(version)));
    match (id.parse().map(TableId), version.map(str::parse)) {
        (Ok(id), Some(Ok(version))) => TableChange::One(id, version),
        (Ok(id), None) => TableChange::Gone(id),
        (Ok(_), Some(Err(_))) | (Err(_), _) => TableChange::Any,
    }
}

/// Tells changes as they come, those together that came meanwhile, until nobody makes any more.
async fn tell(connections: Weak<Pool<Postgres>>, mut changes: mpsc::UnboundedReceiver<TableChange>) {
    let mut payloads = BTreeSet::new();
    while let Some(first) = changes.recv().await {
        payloads.insert(payload(first));
        while let Ok(further) = changes.try_recv() {
            payloads.insert(payload(further));
        }
        let Some(connections) = connections.upgrade() else { return };
        let sent = send(&connections, payloads.iter().cloned().collect()).await;
        payloads.clear();
        if let Err(error) = sent {
            tracing::warn!(%error, "cannot report changes of tables to other services");
            payloads.insert(payload(TableChange::Any));
        }
    }
}

async fn send(connections: &Arc<Pool<Postgres>>, payloads: Vec<String>) -> Result<(), StoreError> {
    let mut connection = connections.acquire().await?;
    let bound = connection.bound();
    let done = bound.of(notify(&mut connection, payloads)).await;
    connection.finish(done).await
}

async fn notify(connection: &mut PgConnection, payloads: Vec<String>) -> Result<(), StoreError> {
    let named = names_statements(connection);
    sqlx::query(TELL).bind(payloads).persistent(named).execute(connection).await?;
    Ok(())
}

/// Hears of changes from when somebody wants to until the database is closed.
async fn listen(
    sessions: Arc<Sessions>,
    heard: broadcast::Sender<TableChange>,
    mut listening: watch::Receiver<Listening>,
) {
    if listening.wait_for(|state| *state != Listening::NotYet).await.is_err() {
        return;
    }
    let mut pause = PAUSES.0;
    loop {
        let lost = async {
            let why = hear(&sessions, &heard, &mut pause).await;
            tracing::debug!(?why, "changes of tables cannot be heard of");
            sleep(pause).await;
        };
        tokio::select! {
            () = lost => pause = (2 * pause).min(PAUSES.1),
            _ = listening.wait_for(|state| *state == Listening::Closed) => return,
        }
    }
}

/// Hears of changes until the connection is lost. What happened before it was there is not known.
async fn hear(sessions: &Sessions, heard: &broadcast::Sender<TableChange>, pause: &mut Duration) -> sqlx::Result<()> {
    // Nobody may want to hear it at the moment.
    let pass_on = |change| drop(heard.send(change));
    let mut listener = sessions.listener(CHANNEL).await?;
    pass_on(TableChange::Any);
    *pause = PAUSES.0;
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => pass_on(change(notification.payload())),
            Ok(lost) => return lost.map(drop),
            Err(_) => look_into(sessions, &mut listener).await?,
        }
    }
}

/// Does a connection that has been silent lead to a server that takes writes?
async fn look_into(sessions: &Sessions, listener: &mut PgListener) -> sqlx::Result<()> {
    let read_only = timeout(ANSWER_TIMEOUT, sessions.is_heard_read_only(listener)).await;
    match read_only.unwrap_or(Err(sqlx::Error::PoolTimedOut))? {
        false => Ok(()),
        true => Err(sqlx::Error::PoolClosed),
    }
}
