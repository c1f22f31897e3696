//! The progress of a simulation as a stream of events.

use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout};

use super::{manage::SimulationView, record::SimulationRecord};
use crate::service::{Service, ServiceError, records::SimulationId, watchers::Watch};

/// Minimum time between two events.
const MIN_INTERVAL: Duration = Duration::from_millis(500);

/// How often the database is polled for games counted by other services.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The progress of a simulation, until it ends.
pub struct SimulationFeed {
    service: Service,
    id: SimulationId,
    /// The simulation when the feed began, until it is sent.
    first: Option<SimulationRecord>,
    /// The last version sent; `None` before the first.
    sent: Option<u32>,
    /// Earliest time of the next event.
    next_at: Instant,
    ended: bool,
    watch: Watch,
}

impl Service {
    /// The progress of a simulation after a version, or from its current one. `None` if the simulation has ended and
    /// its last version is `after`.
    ///
    /// # Errors
    /// As [`simulation`](Service::simulation).
    pub async fn simulation_feed(
        &self,
        id: SimulationId,
        after: Option<u32>,
    ) -> Result<Option<SimulationFeed>, ServiceError> {
        // Watched before it is read, so that no change in between is missed.
        let watch = self.shared.simulations.watch(id);
        let record = self.stored_simulation(id).await?;
        let is_known = after == Some(record.version);
        if is_known && record.phase.has_ended() {
            return Ok(None);
        }
        let (service, first) = (self.clone(), Some(record).filter(|_| !is_known));
        Ok(Some(SimulationFeed { service, id, first, sent: after, next_at: Instant::now(), ended: false, watch }))
    }
}

impl SimulationFeed {
    /// The simulation, once it has changed since the last call; `None` when it cannot change any more.
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
        self.sent = Some(record.version);
        self.next_at = Instant::now() + MIN_INTERVAL;
        self.ended = record.phase.has_ended();
        self.service.simulation_view(record).map(Some)
    }

    /// Waits for the next version, and for the earliest time at which it may be sent.
    async fn changed(&mut self) -> Result<SimulationRecord, ServiceError> {
        sleep_until(self.next_at).await;
        loop {
            let version = self.service.store.simulation_version(self.id).await?;
            if version.is_none() || version != self.sent {
                return self.service.stored_simulation(self.id).await;
            }
            // Changes made by other services do not wake the watch.
            let _ = timeout(POLL_INTERVAL, self.watch.changed()).await;
        }
    }
}
