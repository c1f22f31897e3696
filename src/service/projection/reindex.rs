//! Reindexing: all games are counted anew in other tables, which then take the names of the current ones.

use std::time::Duration;

use tokio::time::sleep;
use uuid::Uuid;

use super::{follow::Batched, records::Writer};
use crate::service::{Service, ServiceError, Unavailable, store::StoreError};

/// Number of games counted in one transaction, for which other writers wait. Rows of players with several games in a
/// batch are written once, so large batches are faster.
const BATCH: u32 = 8_000;

/// Number of rows deleted in one transaction.
const SWEEP: u32 = 2_000;

/// Retry delay if the tables could not be swapped.
const SWAP_DELAY: Duration = Duration::from_secs(1);

/// Standings that are being rebuilt.
pub struct Reindexing {
    service: Service,
    id: Uuid,
    /// The id from the swap of the tables on, so that one whose success was not learned is not undone.
    swapped: Uuid,
    counted: u64,
    largest_batch: u32,
    batch: u32,
}

impl Service {
    /// Starts to rebuild the standings. An unfinished rebuild is discarded.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn reindex(&self) -> Result<Reindexing, ServiceError> {
        let [id, swapped] = [(); 2].map(|()| self.shared.ids.at(self.clock.now()));
        self.store.begin_reindexing(id).await?;
        let reindexing =
            Reindexing { service: self.clone(), id, swapped, counted: 0, largest_batch: BATCH, batch: BATCH };
        reindexing.sweep().await?;
        Ok(reindexing)
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
        Reindexing { largest_batch: games, batch: games, ..self }
    }

    /// Counts the next games; false when all are counted, and callers are shown what was counted.
    ///
    /// # Errors
    /// `Unavailable`, also when another reindexing has started since; `Internal`.
    pub async fn run_batch(&mut self) -> Result<bool, ServiceError> {
        let batched = self.service.count_next(Writer::Reindexing(self.id), self.batch).await?;
        self.batch = batched.next_size(self.batch, self.largest_batch);
        match batched {
            Batched::Counted(count) => self.counted += count as u64,
            Batched::Discarded => (),
            Batched::Nothing | Batched::Elsewhere => {
                match self.service.store.swap_standings(self.id, self.swapped).await {
                    Ok(true) => {
                        self.id = self.swapped;
                        self.sweep().await?;
                        return Ok(false);
                    }
                    Ok(false) if batched == Batched::Elsewhere => {
                        return Err(ServiceError::Unavailable(Unavailable::ReindexingSuperseded));
                    }
                    Ok(false) => (),
                    // Transactions that still read the tables may be in the way, such as a dump.
                    Err(StoreError::Unavailable(_)) => sleep(SWAP_DELAY).await,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(true)
    }

    /// Deletes what is in the tables that callers are not shown.
    async fn sweep(&self) -> Result<(), ServiceError> {
        while self.service.store.sweep_standings(self.id, SWEEP).await? {}
        Ok(())
    }
}
