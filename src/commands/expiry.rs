//! What has expired is deleted while the service runs: idempotency records, commitments that no game used, and
//! simulations that ended long ago.

use std::time::Duration;

use actix_web::rt::time::{interval, sleep};

use crate::service::{Expired, Service, ServiceError};

/// How often it is looked for what has expired.
const INTERVAL: Duration = Duration::from_secs(3600);

/// How many rows of a kind a statement deletes: others write between two of them.
const BATCH: u32 = 500;

/// How long others have to themselves between two batches.
const PAUSE: Duration = Duration::from_millis(100);

/// Deletes from now on, each hour, what has expired.
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
