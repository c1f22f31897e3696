//! What happens at tables without a request: bots' pauses end, deadlines pass, abandoned tables are closed.

use std::{panic::AssertUnwindSafe, time::Duration};

use chrono::{DateTime, Utc};
use futures::{FutureExt, StreamExt, channel::mpsc::unbounded, stream};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{interval, sleep, timeout},
};

use super::{changes::AutoPlay, live::Live, waking::Wake};
use crate::service::{
    Service, ServiceError, Unavailable,
    background::BackgroundErrors,
    records::{CloseReason, TableId, TablePhase, TableRecord},
    store::TableChange,
};

/// Maximum time between two checks for due tables: another service may have set an earlier wake-up.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Minimum time between two checks.
const MIN_WAIT: Duration = Duration::from_millis(20);

/// Number of tables woken per check.
const BATCH: u32 = 200;

/// How often watched tables are polled for changes made by other services. A database that notifies is polled only in
/// case a notice was lost.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const POLL_INTERVAL_WITH_NOTICES: Duration = Duration::from_secs(10);

impl Service {
    /// Wakes tables as they fall due, until the task is dropped. No table waits for another one that takes long.
    pub async fn tend_tables(self) {
        let (sender, due) = unbounded();
        let checks = async {
            let mut errors = BackgroundErrors::default();
            loop {
                self.shared.tables.alarm.clear();
                let checked_at = self.clock.now();
                match self.due_tables().await {
                    Ok((due, more)) => {
                        errors.clear();
                        // They are received as long as this task exists.
                        due.into_iter().for_each(|wake| drop(sender.unbounded_send(wake)));
                        if !more {
                            let (next, now) = (self.until_next_wake(checked_at).await, self.clock.now());
                            self.shared.tables.alarm.set(now + next);
                            let _ = timeout(next, self.shared.tables.alarm.earlier()).await;
                        }
                        sleep(if self.shared.tables.waking.take_outage() { MAX_WAIT } else { MIN_WAIT }).await;
                    }
                    Err(error) => {
                        errors.log("cannot look after tables", &error);
                        sleep(MAX_WAIT).await;
                    }
                }
            }
        };
        tokio::join!(checks, due.for_each_concurrent(None, |wake| self.wake_table(wake)));
    }

    /// Follows the changes that other services make to tables watched here.
    pub async fn watch_tables(self) {
        let Some(mut changes) = self.store.table_changes() else { return self.poll_tables(POLL_INTERVAL).await };
        let notices = async {
            loop {
                match changes.recv().await {
                    Ok(TableChange::One(id, version)) => self.shared.tables.note_version(id, version),
                    Ok(TableChange::Perhaps(id)) => self.shared.tables.note_doubt(id),
                    Ok(TableChange::Gone(id)) => {
                        self.shared.tables.forget(id);
                        self.shared.tables.notify(id);
                    }
                    // Some notices may have been lost.
                    Ok(TableChange::Any) | Err(RecvError::Lagged(_)) => self.shared.tables.note_gap(),
                    Err(RecvError::Closed) => return,
                }
            }
        };
        tokio::join!(notices, self.poll_tables(POLL_INTERVAL_WITH_NOTICES));
    }

    async fn poll_tables(&self, every: Duration) {
        let (mut polls, mut errors) = (interval(every), BackgroundErrors::default());
        loop {
            polls.tick().await;
            let watched = self.shared.tables.watched();
            if watched.is_empty() {
                continue;
            }
            match self.store.table_revisions(&watched).await {
                Ok(revisions) => {
                    errors.clear();
                    self.shared.tables.note_revisions(&watched, &revisions);
                }
                Err(error) => errors.log("cannot look for changed tables", &error.into()),
            }
        }
    }

    /// Time until the next table is due, given the time of the last check.
    async fn until_next_wake(&self, checked_at: DateTime<Utc>) -> Duration {
        // A table that was due at the last check and still is cannot go on, and is not retried in a loop.
        match self.store.next_wake(checked_at).await {
            Ok(Some(next)) => (next - self.clock.now()).to_std().unwrap_or_default().min(MAX_WAIT),
            Ok(None) | Err(_) => MAX_WAIT,
        }
    }

    /// Wakes the tables that are due; true if there may be more.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn wake_tables(&self) -> Result<bool, ServiceError> {
        let (due, more) = self.due_tables().await?;
        stream::iter(due).for_each_concurrent(None, |wake| self.wake_table(wake)).await;
        Ok(more)
    }

    /// The tables that are due and not being woken; the flag is true if there may be more.
    async fn due_tables(&self) -> Result<(Vec<Wake>, bool), ServiceError> {
        let (now, stuck, waking) = (self.clock.now(), &self.shared.tables.stuck, &self.shared.tables.waking);
        let others = u32::try_from(stuck.count() + waking.count()).unwrap_or(u32::MAX);
        let limit = BATCH.saturating_add(others);
        let due = self.store.tables_to_wake(now, limit).await?;
        if due.len() < limit as usize {
            stuck.retain(&due);
        }
        let due = due.into_iter().filter(|id| !stuck.waits(*id, now));
        let due: Vec<_> = due.filter_map(|id| waking.begin(id)).collect();
        let more = due.len() >= BATCH as usize;
        Ok((due, more))
    }

    async fn wake_table(&self, wake: Wake) {
        let id = wake.id;
        // One table must not stop the task that looks after all of them.
        let woken = AssertUnwindSafe(self.try_wake(id)).catch_unwind().await;
        let woken = woken.unwrap_or_else(|_| Err(ServiceError::Internal("waking it panicked".to_owned())));
        match woken {
            // Another service was faster, or the table was closed or deleted in between.
            Ok(()) | Err(ServiceError::NotFound(_)) => self.shared.tables.stuck.remove(id),
            Err(error @ ServiceError::Internal(_)) => {
                if self.shared.tables.stuck.add(id, self.clock.now()) {
                    tracing::error!(%error, table = %id, "a table cannot go on");
                }
            }
            // Other services wake it as well.
            Err(ServiceError::Unavailable(Unavailable::TableContended)) => {}
            // The database or the worker pool has no room now.
            Err(error @ ServiceError::Unavailable(_)) => {
                self.shared.tables.waking.note_outage();
                tracing::debug!(%error, table = %id, "a table waits");
            }
            Err(error) => tracing::error!(%error, table = %id, "a table cannot go on"),
        }
    }

    async fn try_wake(&self, id: TableId) -> Result<(), ServiceError> {
        let permit = self.shared.tables.waking.quick.acquire().await;
        let now = self.clock.now();
        let is_outdated =
            |record: &TableRecord| record.phase.has_ended() && record.wake_at <= now && !record.awaits_storing();
        match self.live(id).await {
            Ok(live) if is_outdated(&live.record) => self.delete_outdated(&live.record).await,
            Ok(live) if live.is_among_bots() => {
                drop(permit);
                let _permit = self.shared.tables.waking.among_bots.acquire().await;
                self.change_table(id, None, wake).await.map(drop)
            }
            Ok(_) => self.change_table(id, None, wake).await.map(drop),
            // Its game cannot be opened, which nobody needs any more if it has ended.
            Err(error @ ServiceError::Internal(_)) => match self.store.table(id, None).await? {
                Some(stored) if is_outdated(&stored.record) => self.delete_outdated(&stored.record).await,
                Some(_) | None => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    async fn delete_outdated(&self, table: &TableRecord) -> Result<(), ServiceError> {
        self.store.delete_table(table.id, table.revision()).await?;
        // Not before: a reader would cache it again before it is deleted.
        self.shared.tables.forget(table.id);
        self.shared.tables.notify(table.id);
        Ok(())
    }
}

/// What a table does at its wake-up time.
pub(super) fn wake(live: &mut Live, now: DateTime<Utc>) -> Result<AutoPlay, ServiceError> {
    if live.record.phase.has_ended() || now < live.record.wake_at {
        return Ok(AutoPlay::Off);
    }
    if live.time_out(now) {
        return Ok(if live.record.phase.has_ended() { AutoPlay::Off } else { AutoPlay::Now });
    }
    if live.abandoned_at() <= now {
        live.close(CloseReason::Abandoned, now);
        return Ok(AutoPlay::Off);
    }
    if live.fills_at().is_some_and(|at| at <= now) {
        live.seat_bots(None, now)?;
        live.touch(now);
        live.begin()?;
        return Ok(AutoPlay::Now);
    }
    Ok(match live.record.phase {
        TablePhase::Playing => AutoPlay::Waited,
        TablePhase::Waiting | TablePhase::Over | TablePhase::Closed => AutoPlay::Off,
    })
}
