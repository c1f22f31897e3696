//! `arcana serve`.

use std::{net::TcpListener, num::NonZero, process::ExitCode, sync::Arc};

use anyhow::Context;

use crate::{
    clock::SystemClock,
    config::Serve,
    http::{self, Settings},
    service::{Service, Work},
    storage, telemetry,
};

/// Serves until it is told to stop (SIGTERM, SIGINT), then lets what is under way finish.
pub fn serve(settings: &Serve) -> anyhow::Result<ExitCode> {
    telemetry::start(&settings.log, settings.log_format).map_err(anyhow::Error::msg)?;
    actix_web::rt::System::new().block_on(run(settings))?;
    Ok(ExitCode::SUCCESS)
}

async fn run(settings: &Serve) -> anyhow::Result<()> {
    let threads = threads(settings);
    let connections = storage::Settings { connections: settings.database_connections, ..storage::Settings::default() };
    let store = storage::open(&settings.database_url, &connections).await.context("the database cannot be opened")?;
    let service = Service::new(store, Arc::new(SystemClock), Work::new(threads), settings.step_limit);
    let listener =
        TcpListener::bind(settings.listen).with_context(|| format!("{} cannot be listened on", settings.listen))?;
    let address = listener.local_addr()?;
    let server = http::serve(listener, service.clone(), http_settings(settings, threads))?;
    tracing::info!(address = %address, docs = %format!("http://{address}/docs"), "listening");
    server.await?;
    service.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn threads(settings: &Serve) -> usize {
    let cores = || std::thread::available_parallelism().map_or(2, NonZero::get);
    settings.threads.map_or_else(cores, usize::from)
}

fn http_settings(settings: &Serve, threads: usize) -> Settings {
    Settings {
        body_limit: settings.body_limit,
        log_limit: settings.log_limit,
        workers: threads,
        shutdown_seconds: settings.shutdown_seconds,
    }
}
