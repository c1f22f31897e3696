//! Reindexing: the projection is made anew beside the one that is asked, which goes on meanwhile, and then takes its place.

use super::{follow::Batched, records::Progress};
use crate::service::{Service, ServiceError};

/// How many rows of what nobody asks any more are deleted in one transaction: other writers wait for it.
const SWEEP: u32 = 2_000;

/// A projection that is being made anew.
pub struct Reindexing {
    service: Service,
    generation: i64,
    counted: u64,
}

impl Service {
    /// Begins to make the projection anew; one that was begun before and not finished is given up.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn reindex(&self) -> Result<Reindexing, ServiceError> {
        let Progress { generation, .. } = self.store.begin_generation().await?;
        self.sweep().await?;
        Ok(Reindexing { service: self.clone(), generation, counted: 0 })
    }

    async fn sweep(&self) -> Result<(), ServiceError> {
        while self.store.sweep_generations(SWEEP).await? {}
        Ok(())
    }
}

impl Reindexing {
    /// How many games it has passed.
    pub const fn counted(&self) -> u64 {
        self.counted
    }

    /// Counts the next games; false when all are counted and the new projection has taken the place of the old one.
    ///
    /// # Errors
    /// `Unavailable`, also when another reindexing has begun since; `Internal`.
    pub async fn go_on(&mut self) -> Result<bool, ServiceError> {
        let store = &self.service.store;
        let given_up = || ServiceError::Unavailable("another reindexing has begun since".to_owned());
        let progress = store.generation(self.generation).await?.ok_or_else(given_up)?;
        match self.service.count_next(&progress).await? {
            Batched::Some(count) => {
                self.counted += count as u64;
                Ok(true)
            }
            Batched::Changed => Ok(true),
            Batched::Nothing => {
                let replaced = store.replace_generation(&progress).await?;
                if replaced {
                    self.service.sweep().await?;
                }
                Ok(!replaced)
            }
        }
    }
}
