//! Reindexing: a new generation of the projection is built next to the current one, and then replaces it.

use super::{follow::Batched, records::Progress};
use crate::service::{Service, ServiceError};

/// Number of rows of old generations deleted in one transaction, for which other writers wait.
const SWEEP: u32 = 2_000;

/// A projection that is being rebuilt.
pub struct Reindexing {
    service: Service,
    generation: i64,
    counted: u64,
    /// Number of games counted in one transaction: rows of players who have several games among them are written once.
    batch: u32,
}

impl Service {
    /// Starts to rebuild the projection. An unfinished rebuild is discarded.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn reindex(&self) -> Result<Reindexing, ServiceError> {
        let Progress { generation, .. } = self.store.begin_generation().await?;
        self.sweep().await?;
        Ok(Reindexing { service: self.clone(), generation, counted: 0, batch: self.store.reindex_batch() })
    }

    /// Continues rebuilding the projection because the current generation lacks courses of ratings, as after an upgrade.
    /// A command that reindexes at the same time works on the same generation.
    pub(super) async fn complete_courses(&self, limit: u32) -> Result<Batched, ServiceError> {
        let begun = self.store.unfinished_generation().await?.filter(|begun| begun.has_courses);
        let progress = match begun {
            Some(begun) => begun,
            None => self.store.begin_generation().await?,
        };
        let batched = self.count_next(&progress, limit).await?;
        if batched == Batched::Nothing && !self.take_place(&progress).await? {
            return Ok(Batched::Some(0));
        }
        Ok(batched)
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

    /// Counts the next games; false when all are counted and the new generation has replaced the old one.
    ///
    /// # Errors
    /// `Unavailable`, also when another reindexing has started since; `Internal`.
    pub async fn go_on(&mut self) -> Result<bool, ServiceError> {
        let given_up = || ServiceError::Unavailable("another reindexing has begun since".to_owned());
        let progress = self.service.store.generation(self.generation).await?.ok_or_else(given_up)?;
        match self.service.count_next(&progress, self.batch).await? {
            Batched::Some(count) => {
                self.counted += count as u64;
                self.batch = (2 * self.batch).min(self.service.store.reindex_batch());
                Ok(true)
            }
            Batched::Changed => {
                // Games are deleted often: fewer of them meanwhile.
                self.batch = (self.batch / 4).max(1);
                Ok(true)
            }
            Batched::Nothing => Ok(!self.service.take_place(&progress).await?),
        }
    }
}
