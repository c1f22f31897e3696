//! `arcana mcp`.

use std::process::ExitCode;

use anyhow::anyhow;

use super::local;
use crate::{
    config::{Database, LogFormat, STEP_LIMIT},
    http, telemetry,
};

/// Serves one agent on standard input and output, beside any service that runs on the same database.
pub fn mcp(database: &Database) -> anyhow::Result<ExitCode> {
    let _log = telemetry::start("warn", LogFormat::Text).map_err(|error| anyhow!("{error}"))?;
    actix_web::rt::System::new().block_on(async {
        let service = local::service(database, STEP_LIMIT).await?;
        let tables =
            [actix_web::rt::spawn(service.clone().tend_tables()), actix_web::rt::spawn(service.clone().watch_tables())];
        let served = local::until_signal(http::serve_agent(service.clone())).await;
        tables.iter().for_each(|task| task.abort());
        service.close().await;
        Ok(served?.unwrap_or(ExitCode::SUCCESS))
    })
}
