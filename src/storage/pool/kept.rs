//! Connections that were given back a moment ago, and are lent again as they are.
//!
//! sqlx's pool tests each connection that comes back by a call of its own, and lends it to nobody meanwhile: games are read
//! from Postgres 1.9 times as often without. There is no setting for it, and a pool of another library would open connections in
//! ways of its own.

use std::{
    mem,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use sqlx::pool::PoolConnection;
use tokio::time::timeout;

use super::{super::dialect::Dialect, Health, TEST_TIMEOUT};

/// For how long a connection is kept. After that it may have broken, and is tested.
pub(super) const FRESH: Duration = Duration::from_millis(500);

/// How long a connection is lent again and again. Then sqlx looks at its age.
const AROUND: Duration = Duration::from_secs(60);

/// A connection, and since when sqlx has it lent to us.
pub(super) struct Lent<D: Dialect> {
    pub(super) connection: PoolConnection<D>,
    since: Instant,
}

impl<D: Dialect> Lent<D> {
    /// One that sqlx lends now.
    pub(super) fn now(connection: PoolConnection<D>) -> Lent<D> {
        Lent { connection, since: Instant::now() }
    }

    /// Returns it to sqlx, which tests it; it is closed if it does not respond in time.
    pub(super) fn release(mut self) {
        let tested = self.connection.return_to_pool();
        tokio::spawn(async move { timeout(TEST_TIMEOUT, tested).await });
    }
}

/// The connections that nobody has, the last one that was given back on top.
pub(super) struct Kept<D: Dialect>(Mutex<Vec<(Lent<D>, Instant)>>);

impl<D: Dialect> Default for Kept<D> {
    fn default() -> Kept<D> {
        Kept(Mutex::default())
    }
}

impl<D: Dialect> Drop for Kept<D> {
    /// Closes them: sqlx would return each in a task of its own, and the runtime may have ended.
    fn drop(&mut self) {
        self.0.get_mut().drain(..).for_each(|(lent, _)| drop(lent.connection.detach()));
    }
}

impl<D: Dialect> Kept<D> {
    /// Keeps a connection whose work has ended well, unless the pool is closed or sqlx should look at it.
    pub(super) fn put(&self, lent: Lent<D>, pool: &sqlx::Pool<D>) {
        let mut kept = self.0.lock();
        if pool.is_closed() || lent.since.elapsed() > AROUND {
            lent.release();
        } else {
            kept.push((lent, Instant::now()));
        }
    }

    /// The connection that was given back last. If it has been here for too long, all have, and are returned to sqlx.
    pub(super) fn take(&self, health: &Health) -> Option<Lent<D>> {
        let (lent, given_back) = self.0.lock().pop()?;
        if given_back.elapsed() < FRESH && !health.is_outdated(lent.since.elapsed()) {
            return Some(lent);
        }
        lent.release();
        self.release_all();
        None
    }

    /// Returns all to sqlx.
    pub(super) fn release_all(&self) {
        mem::take(&mut *self.0.lock()).into_iter().for_each(|(lent, _)| lent.release());
    }

    /// Number of connections.
    pub(super) fn len(&self) -> usize {
        self.0.lock().len()
    }
}
