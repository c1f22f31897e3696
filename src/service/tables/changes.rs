//! Changing a table: the change is applied to a copy, which shares the steps so far. What happened is stored if the table
//! has not changed in between, and then announced to those who watch the table.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{finish::Ended, live::Live, token::TableTokens};
use crate::service::{
    Cancel, Class, IdempotencyKey, ResourceKind, Service, ServiceError, Unavailable,
    detached::detached,
    records::{FinishedTable, Revision, TableId, TablePhase, TableWrite},
    store::{StoreError, TableWriteError},
};

/// How often a change is retried after another writer changed the table first.
const MAX_ATTEMPTS: usize = 5;

/// Tables of up to this many steps are opened, followed and finished on the current thread.
pub(super) const INLINE_OPEN_STEPS: usize = 400;

impl Service {
    /// Token generator for a request, seeded with the text of its idempotency key or else with random bytes.
    pub(in crate::service) async fn tokens(&self, nonce: Option<&str>) -> Result<TableTokens, ServiceError> {
        let secret = self.token_secret().await?;
        Ok(match nonce {
            Some(nonce) => TableTokens::new(secret, nonce),
            None => TableTokens::new(secret, self.shared.ids.secret()),
        })
    }

    /// A table as it is stored now.
    pub(in crate::service) async fn live(&self, id: TableId) -> Result<Arc<Live>, ServiceError> {
        if let Some(known) = self.shared.tables.cached(id) {
            let revisions = match self.store.table_revisions(&[id]).await {
                // The replica has nothing later.
                Err(StoreError::Unavailable(_)) if self.store.is_stale() => return Ok(known),
                revisions => revisions?,
            };
            match revisions.first() {
                Some((_, revision)) if *revision == known.record.revision() => return Ok(known),
                Some(_) => {}
                None => {
                    self.shared.tables.forget(id);
                    return Err(ServiceError::NotFound(ResourceKind::Table));
                }
            }
        }
        let known = self.shared.tables.known(id);
        let revision = known.as_ref().map(|known| known.record.revision());
        let stored = self.store.table(id, revision).await?.ok_or(ServiceError::NotFound(ResourceKind::Table))?;
        let is_small = stored.changes.steps.lines().nth(INLINE_OPEN_STEPS).is_none();
        let open = move |_: &_| Live::open(known.as_deref(), stored);
        let live = self.work.run_inline_if(is_small, Class::Read, open).await??;
        Ok(self.shared.tables.put(live))
    }

    /// A table at the latest version that this service knows of.
    pub(in crate::service) async fn latest_known(&self, id: TableId) -> Result<Arc<Live>, ServiceError> {
        if let Some(known) = self.shared.tables.cached(id) {
            return Ok(known);
        }
        let _lock = self.shared.tables.load_lock(id).await;
        match self.shared.tables.cached(id) {
            Some(known) => Ok(known),
            None => self.live(id).await,
        }
    }

    /// Changes a table. `change` is applied to a copy of the latest version, and again if another writer was first.
    ///
    /// # Errors
    /// Those of `change`; `Unavailable`, `Internal`. The table has not changed then.
    pub(super) async fn change_table(
        &self,
        id: TableId,
        idempotency_key: Option<IdempotencyKey>,
        change: impl Fn(&mut Live, DateTime<Utc>) -> Result<AutoPlay, ServiceError>,
    ) -> Result<Arc<Live>, ServiceError> {
        for attempt in 0..MAX_ATTEMPTS {
            // The cached table is usually the latest. If it is not, storing it fails; if `change` fails, the
            // stored table decides.
            let cached = self.shared.tables.cached(id).filter(|_| attempt == 0);
            let is_current = cached.is_none();
            let known = match cached {
                Some(known) => known,
                None => self.live(id).await?,
            };
            let now = self.clock.now();
            let mut live = Live::clone(&known);
            let auto_play = match change(&mut live, now) {
                Err(_) if !is_current => continue,
                changed => changed?,
            };
            let (mut live, over) = self.play_on(live, now, auto_play).await?;
            let is_due = over || live.record.awaits_storing() && !live.record.is_sealed(now);
            let ended;
            (live, ended) = if is_due { self.finish_now(live, now).await? } else { (live, Ended::default()) };
            if live.record.version == known.record.version {
                return Ok(known);
            }
            match self.write_table(live, known.record.revision(), ended, idempotency_key.clone()).await? {
                Err(TableWriteError::VersionConflict) => {}
                Err(TableWriteError::Repeated) => return Err(ServiceError::Repeated),
                Err(TableWriteError::ExternalIdTaken) => {
                    return Err(ServiceError::Internal(
                        "the external id of a table is in use, although it was removed".to_owned(),
                    ));
                }
                Err(TableWriteError::Store(error)) => return Err(error.into()),
                Ok(live) => return Ok(live),
            }
        }
        Err(ServiceError::Unavailable(Unavailable::TableContended))
    }

    /// Stores a changed table and announces it. A caller that gives up in between cancels neither.
    async fn write_table(
        &self,
        live: Live,
        before: Revision,
        ended: Ended,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Result<Arc<Live>, TableWriteError>, ServiceError> {
        let service = self.clone();
        let writing = async move {
            let id = live.record.id;
            let written = service.try_to_write(live, before, ended, idempotency_key).await;
            if written.is_err() {
                // Another writer was first, or it may have been stored nevertheless.
                service.shared.tables.note_refused(id, before);
            }
            written
        };
        detached(writing).await
    }

    async fn try_to_write(
        &self,
        mut live: Live,
        before: Revision,
        Ended { game: finished, score }: Ended,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Arc<Live>, TableWriteError> {
        live.record.mark = self.shared.ids.mark();
        let changes = std::mem::take(&mut live.unstored);
        let mut write = TableWrite { table: live.record.clone(), before, changes, finished, score, idempotency_key };
        let mut stored = self.store.update_table(&write).await;
        if let (Err(TableWriteError::ExternalIdTaken), Some(finished)) = (&stored, &mut write.finished) {
            // Another game has taken the external id since the table was set up. Losing the id is better than losing
            // the game.
            finished.game.record.external_id = None;
            stored = self.store.update_table(&write).await;
        }
        stored?;
        if let Some(FinishedTable { game, readings }) = &write.finished {
            self.shared.counters.stored(game.record.ruleset, game.record.source, readings.len());
            self.announce_game(game.record.owner);
        }
        Ok(self.publish(live))
    }

    /// Caches a changed table and notifies those who watch it.
    pub(super) fn publish(&self, live: Live) -> Arc<Live> {
        let live = self.shared.tables.put(live);
        self.shared.tables.alarm.report(live.record.wake_at);
        live.record.followers().into_iter().for_each(|owner| self.announce(owner));
        live
    }

    /// What is stored when the game is over. The readings replay it.
    async fn finish_now(&self, mut live: Live, now: DateTime<Utc>) -> Result<(Live, Ended), ServiceError> {
        let (service, is_small) = (self.clone(), live.step_count() <= INLINE_OPEN_STEPS);
        let finish = move |_: &Cancel| service.finish(&mut live, now).map(|ended| (live, ended));
        let (live, mut ended) = self.work.run_inline_if(is_small, Class::Read, finish).await??;
        if let Some(FinishedTable { game, .. }) = &mut ended.game {
            let owners: Vec<_> = live.record.seats.iter().map(|seat| seat.owner).collect();
            game.record.unrated = self.unrated_at_table(&game.record, &owners).await?;
        }
        Ok((live, ended))
    }

    /// Plays the steps that need no person, if they are to be played. The flag is true when the game is over.
    pub(super) async fn play_on(
        &self,
        mut live: Live,
        now: DateTime<Utc>,
        auto_play: AutoPlay,
    ) -> Result<(Live, bool), ServiceError> {
        if auto_play == AutoPlay::Off || live.record.phase != TablePhase::Playing {
            return Ok((live, false));
        }
        let class = if live.is_among_bots() || live.thinks() { Class::Long } else { Class::Quick };
        self.work
            .run_next(class, move |_| {
                let over = live.advance(now, auto_play == AutoPlay::Waited);
                (live, over)
            })
            .await
    }
}

/// Whether the steps that need no person are played after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoPlay {
    /// No.
    Off,
    /// Yes.
    Now,
    /// Yes, and bots have already waited for people who may speak.
    Waited,
}
