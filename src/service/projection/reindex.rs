//! Reindexing: a new generation of the projection is built next to the current one, and then replaces it.

use super::{
    batches::{BatchSize, Batched},
    fold::Fold,
    records::{Advance, Progress},
};
use crate::service::{Service, ServiceError, Unavailable};

/// Number of rows of old generations deleted in one transaction, for which other writers wait.
const SWEEP: u32 = 2_000;

/// A projection that is being rebuilt.
pub struct Reindexing {
    service: Service,
    generation: i64,
    counted: u64,
    /// Rows of players with several games in a batch are written once, so large batches are faster.
    batch: BatchSize,
    next: Option<Next>,
}

/// A batch that was counted while the one before it was being written.
struct Next {
    /// The progress that it continues.
    progress: Progress,
    fold: Fold,
}

impl Service {
    /// Starts to rebuild the projection. An unfinished rebuild is discarded.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn reindex(&self) -> Result<Reindexing, ServiceError> {
        let Progress { generation, .. } = self.store.begin_generation().await?;
        self.sweep().await?;
        let batch = BatchSize::new(self.store.reindex_batch());
        Ok(Reindexing { service: self.clone(), generation, counted: 0, batch, next: None })
    }

    /// Replaces the current generation by this one; false if it has not counted everything yet.
    async fn take_place(&self, progress: &Progress) -> Result<bool, ServiceError> {
        let replaced = self.store.replace_generation(progress).await?;
        if replaced {
            self.sweep().await?;
        }
        Ok(replaced)
    }

    async fn sweep(&self) -> Result<(), ServiceError> {
        while self.store.sweep_generations(SWEEP).await? {}
        Ok(())
    }
}

impl Reindexing {
    /// Number of games counted so far.
    pub const fn counted(&self) -> u64 {
        self.counted
    }

    /// The same, with at most this many games counted in one transaction.
    #[must_use]
    pub fn in_batches_of(self, games: u32) -> Reindexing {
        Reindexing { batch: BatchSize::new(games), ..self }
    }

    /// Counts the next games; false when all are counted and the new generation has replaced the old one.
    ///
    /// # Errors
    /// `Unavailable`, also when another reindexing has started since; `Internal`.
    pub async fn run_batch(&mut self) -> Result<bool, ServiceError> {
        let given_up = || ServiceError::Unavailable(Unavailable::ReindexingSuperseded);
        let progress = self.service.store.generation(self.generation).await?.ok_or_else(given_up)?;
        let batched = self.count_and_write(&progress).await?;
        self.batch = self.batch.after(batched);
        match batched {
            Batched::Some(count) => self.counted += count as u64,
            Batched::Changed => (),
            Batched::Nothing => return Ok(!self.service.take_place(&progress).await?),
        }
        Ok(true)
    }

    /// Writes the next batch and counts the one after it meanwhile: the database and this program share the work.
    async fn count_and_write(&mut self, progress: &Progress) -> Result<Batched, ServiceError> {
        let fold = match self.next.take() {
            Some(next) if next.progress == *progress => next.fold,
            Some(_) => return Ok(Batched::Changed),
            None => self.service.fold_next(progress, &[], self.batch.get()).await?,
        };
        let Some(advance) = self.service.finish_fold(fold).await? else { return Ok(Batched::Nothing) };
        let (written, next) =
            tokio::join!(self.service.write(progress, &advance), self.count_ahead(progress, &advance));
        let written = written?;
        if written != Batched::Changed {
            self.next = next?;
        }
        Ok(written)
    }

    /// Counts the batch after one that is being written; `None` without games.
    async fn count_ahead(&self, progress: &Progress, advance: &Advance) -> Result<Option<Next>, ServiceError> {
        let progress = progress.after(advance);
        let fold = self.service.fold_next(&progress, &advance.standings, self.batch.get()).await?;
        Ok((fold.games() > 0).then_some(Next { progress, fold }))
    }
}
