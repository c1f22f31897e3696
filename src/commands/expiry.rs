//! Deletes while the service runs what has expired (idempotency records, unused commitments, old simulations), and what is
//! older than the operator keeps (`--keep-days`).

use std::time::Duration;

use actix_web::rt::time::{interval, sleep};

use crate::service::{ErasureOutcome, Expired, Service, ServiceError};

/// Interval between two runs.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Number of rows deleted per statement, so that other writers get their turn.
const BATCH: u32 = 500;

/// Pause between two batches, for other writers.
const PAUSE: Duration = Duration::from_millis(100);

/// Deletes expired data every hour.
pub async fn delete_expired(service: Service) {
    let mut hours = interval(INTERVAL);
    loop {
        hours.tick().await;
        match delete_all(&service).await {
            Ok(Expired { idempotency_records, commitments, simulations }) => {
                tracing::debug!(idempotency_records, commitments, simulations, "deleted expired records");
            }
            Err(error) => tracing::error!(%error, "cannot delete expired records"),
        }
    }
}

async fn delete_all(service: &Service) -> Result<Expired, ServiceError> {
    let mut all = Expired::default();
    loop {
        let batch = service.delete_expired(BATCH).await?;
        all.idempotency_records += batch.idempotency_records;
        all.commitments += batch.commitments;
        all.simulations += batch.simulations;
        if batch.idempotency_records.max(batch.commitments).max(batch.simulations) < u64::from(BATCH) {
            return Ok(all);
        }
        sleep(PAUSE).await;
    }
}

/// Erases, every hour, what was stored more than `days` days ago.
pub async fn erase_old(service: Service, days: u32) {
    let mut hours = interval(INTERVAL);
    loop {
        hours.tick().await;
        match service.erase_older_than(days).await {
            Ok(ErasureOutcome { purged: true, .. }) => {}
            Ok(ErasureOutcome { purged: false, .. }) => {
                tracing::warn!("erased data is still in the files: another program reads from the database");
            }
            Err(error) => tracing::error!(%error, days, "cannot erase data older than the retention period"),
        }
    }
}
