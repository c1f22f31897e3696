//! How a simulation gets on, told to somebody who watches.

use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout};

use super::{manage::SimulationView, record::SimulationRecord};
use crate::service::{Service, ServiceError, records::SimulationId, watchers::Watch};

/// At most so often is told how a simulation gets on.
const PACE: Duration = Duration::from_millis(500);

/// How often it is looked whether another service has counted something.
const LOOK: Duration = Duration::from_secs(1);

/// The progress of a simulation, until it ends.
pub struct SimulationFeed {
    service: Service,
    id: SimulationId,
    /// The simulation as it was when the feed began, until that is told.
    first: Option<SimulationRecord>,
    /// The last version that was told; `None`: nothing yet.
    told: Option<u32>,
    /// Not before this time is more told.
    next_at: Instant,
    ended: bool,
    watch: Watch,
}

impl Service {
    /// The progress of a simulation after a version; without one, from how it is now. `None` when it has ended and that
    /// was told.
    ///
    /// # Errors
    /// As [`simulation`](Service::simulation).
    pub async fn simulation_feed(
        &self,
        id: SimulationId,
        after: Option<u32>,
    ) -> Result<Option<SimulationFeed>, ServiceError> {
        // Watched before it is read, so that nothing that happens meanwhile is missed.
        let watch = self.simulations.watch(id);
        let record = self.stored_simulation(id).await?;
        let is_known = after == Some(record.version);
        if is_known && record.phase.has_ended() {
            return Ok(None);
        }
        let (service, first) = (self.clone(), Some(record).filter(|_| !is_known));
        Ok(Some(SimulationFeed { service, id, first, told: after, next_at: Instant::now(), ended: false, watch }))
    }
}

impl SimulationFeed {
    /// The simulation, once something has happened to it since the last time; `None` when nothing more can.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<SimulationView>, ServiceError> {
        if self.ended {
            return Ok(None);
        }
        let record = match self.first.take() {
            Some(first) => first,
            None => self.changed().await?,
        };
        self.told = Some(record.version);
        self.next_at = Instant::now() + PACE;
        self.ended = record.phase.has_ended();
        self.service.simulation_view(record).map(Some)
    }

    /// The simulation as soon as it has another version, and it is time.
    async fn changed(&mut self) -> Result<SimulationRecord, ServiceError> {
        sleep_until(self.next_at).await;
        loop {
            let version = self.service.store.simulation_version(self.id).await?;
            if version.is_none() || version != self.told {
                return self.service.stored_simulation(self.id).await;
            }
            // Another service tells nobody here.
            let _ = timeout(LOOK, self.watch.changed()).await;
        }
    }
}
