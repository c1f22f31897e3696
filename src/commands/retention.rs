//! Retention: erases old data while the service runs (`--keep-days`).

use std::time::Duration;

use crate::service::{ErasureOutcome, Service};

/// Interval between two erasures.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Erases, every hour, what was stored more than `days` days ago.
pub async fn erase_old(service: Service, days: u32) {
    let mut hours = actix_web::rt::time::interval(INTERVAL);
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
