//! `arcana reindex`.

use std::process::ExitCode;

use super::{local, output};
use crate::config::Reindex;

/// Rebuilds counters, ratings and leaderboards from the stored games.
pub fn reindex(settings: &Reindex) -> anyhow::Result<ExitCode> {
    local::run(run(settings))
}

async fn run(settings: &Reindex) -> anyhow::Result<ExitCode> {
    let service = local::existing(&settings.database).await?;
    let total = service.game_count().await?;
    let bar = local::games_progress(total)?;
    let mut reindexing = service.reindex().await?;
    while reindexing.run_batch().await? {
        bar.set_position(reindexing.counted());
    }
    bar.finish_and_clear();
    output::print_done(&format!("reindexed: {} games\n", reindexing.counted()))?;
    service.close().await;
    Ok(ExitCode::SUCCESS)
}
