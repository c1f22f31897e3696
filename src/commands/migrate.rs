//! `arcana migrate`.

use std::process::ExitCode;

use super::{local, output};
use crate::config::Migration;

/// Applies pending schema migrations to a database.
pub fn migrate(settings: &Migration) -> anyhow::Result<ExitCode> {
    local::run(async {
        let service = local::service(&settings.database, 0).await?;
        service.close().await;
        output::print("The schema is up to date.\n")?;
        Ok(ExitCode::SUCCESS)
    })
}
