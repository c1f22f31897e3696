//! Batches of games: counted in memory, then written in one transaction.

use super::{
    fold::Fold,
    records::{Advance, NextGame, Progress, Standing, StandingKey},
};
use crate::service::{Class, Service, ServiceError, store::GameFilter};

/// Number of games read at once, and of a batch while games are stored.
pub(super) const BATCH: u32 = 2_000;

/// The result of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batched {
    /// This many games were counted, and there may be more.
    Some(usize),
    /// There were no games to count.
    Nothing,
    /// The projection was changed by another writer in between, and nothing was written.
    Changed,
}

/// Number of games per batch. It shrinks while games are deleted often, since each deletion discards a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchSize {
    current: u32,
    largest: u32,
}

impl BatchSize {
    pub(super) const fn new(largest: u32) -> BatchSize {
        BatchSize { current: largest, largest }
    }

    pub(super) const fn get(self) -> u32 {
        self.current
    }

    /// The size of the next batch.
    pub(super) fn after(self, batched: Batched) -> BatchSize {
        let current = match batched {
            Batched::Changed => (self.current / 4).max(1),
            Batched::Some(_) | Batched::Nothing => self.current.saturating_mul(2).min(self.largest),
        };
        BatchSize { current, ..self }
    }
}

impl Service {
    /// Counts all games committed so far, independent of the lease.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn catch_up(&self) -> Result<(), ServiceError> {
        let all = GameFilter { unlisted: true, ..GameFilter::default() };
        loop {
            let progress = self.store.progress().await?;
            // A transaction that has just ended may hide committed games from a batch; this list waits for them.
            if self.count_next(&progress, BATCH).await? == Batched::Nothing
                && self.store.games_after(&all, progress.position, 1).await?.items.is_empty()
            {
                return Ok(());
            }
        }
    }

    /// Counts and writes up to `limit` games after this progress.
    pub(super) async fn count_next(&self, progress: &Progress, limit: u32) -> Result<Batched, ServiceError> {
        let fold = self.fold_next(progress, &[], limit).await?;
        self.write_fold(progress, fold).await
    }

    /// Counts up to `limit` games after this progress in memory. `unwritten` are standings at this progress that the
    /// database may not have yet, in the order of their keys.
    pub(super) async fn fold_next(
        &self,
        progress: &Progress,
        unwritten: &[Standing],
        limit: u32,
    ) -> Result<Fold, ServiceError> {
        let mut fold = Fold::default();
        let mut position = progress.position;
        while fold.games() < limit as usize {
            let games = self.store.next_games(position, BATCH.min(limit)).await?;
            let Some(last) = games.last() else { break };
            position = Some(last.position);
            fold = self.fold_games(progress, unwritten, fold, games).await?;
        }
        Ok(fold)
    }

    /// Adds games to a fold.
    pub(super) async fn fold_games(
        &self,
        progress: &Progress,
        unwritten: &[Standing],
        mut fold: Fold,
        games: Vec<NextGame>,
    ) -> Result<Fold, ServiceError> {
        let (mut before, stored) = split(fold.missing(&games), unwritten);
        before.extend(self.store.standings(progress.generation, &stored).await?);
        let add = move |_: &_| {
            fold.add(&games, before);
            fold
        };
        self.work.run_next(Class::Bulk, add).await
    }

    /// Writes what a fold changes.
    pub(super) async fn write_fold(&self, progress: &Progress, fold: Fold) -> Result<Batched, ServiceError> {
        match self.finish_fold(fold).await? {
            Some(advance) => self.write(progress, &advance).await,
            None => Ok(Batched::Nothing),
        }
    }

    /// The changes of a fold; `None` without games.
    pub(super) async fn finish_fold(&self, fold: Fold) -> Result<Option<Advance>, ServiceError> {
        self.work.run_next(Class::Bulk, move |_| fold.finish()).await
    }

    /// Writes changes, unless the generation was changed by another writer since this progress.
    pub(super) async fn write(&self, progress: &Progress, advance: &Advance) -> Result<Batched, ServiceError> {
        let written = self.store.advance_projection(progress, advance).await?;
        Ok(if written { Batched::Some(advance.games) } else { Batched::Changed })
    }
}

/// Splits keys into the standings that are found among the unwritten ones, and the keys of the others.
fn split(keys: Vec<StandingKey>, unwritten: &[Standing]) -> (Vec<Standing>, Vec<StandingKey>) {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for key in keys {
        match unwritten.binary_search_by(|standing| standing.key.cmp(&key)) {
            Ok(index) => found.push(unwritten[index].clone()),
            Err(_) => others.push(key),
        }
    }
    (found, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_shrink_after_conflicts_and_grow_back() {
        let size = BatchSize::new(10);
        assert_eq!(size.after(Batched::Some(10)).get(), 10);
        let small = size.after(Batched::Changed);
        assert_eq!(small.get(), 2);
        assert_eq!(small.after(Batched::Changed).after(Batched::Changed).get(), 1, "never empty");
        assert_eq!(small.after(Batched::Some(2)).get(), 4);
        assert_eq!(small.after(Batched::Nothing).after(Batched::Nothing).after(Batched::Nothing).get(), 10);
    }
}
