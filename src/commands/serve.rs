//! `arcana serve`.

use std::{net::TcpListener, num::NonZero, process::ExitCode, sync::Arc, time::Duration};

use anyhow::Context;

use crate::{
    clock::SystemClock,
    config::{Anonymous, Serve},
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
    let anonymous = anonymous(settings, &service).await?;
    let server = http::serve(listener, service.clone(), http_settings(settings, threads, anonymous))?;
    let forgetting = actix_web::rt::spawn(forget_marks(service.clone()));
    tracing::info!(address = %address, docs = %format!("http://{address}/docs"), "listening");
    server.await?;
    forgetting.abort();
    service.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn threads(settings: &Serve) -> usize {
    let cores = || std::thread::available_parallelism().map_or(2, NonZero::get);
    settings.threads.map_or_else(cores, usize::from)
}

/// What callers may do who show no key. Where others than this machine can call, somebody has to have said so.
async fn anonymous(settings: &Serve, service: &Service) -> anyhow::Result<Anonymous> {
    let loopback = settings.listen.ip().is_loopback();
    let anonymous = match settings.anonymous {
        Some(anonymous) => anonymous,
        None if loopback => Anonymous::Write,
        None => Anonymous::None,
    };
    if anonymous == Anonymous::None && !service.has_key().await? {
        let advice = "make one with `arcana keys create --name NAME`, or let callers without a key read (`--anonymous \
                      read`) or also write (`--anonymous write`)";
        anyhow::ensure!(loopback, "{} can be reached from elsewhere and there is no key: {advice}", settings.listen);
        tracing::warn!("nobody can call, as there is no key: {advice}");
    }
    Ok(anonymous)
}

/// Forgets from time to time which requests had an idempotency key long ago.
async fn forget_marks(service: Service) {
    let mut hours = actix_web::rt::time::interval(Duration::from_secs(3600));
    loop {
        hours.tick().await;
        match service.forget_marks().await {
            Ok(forgotten) => tracing::debug!(forgotten, "idempotency keys have lapsed"),
            Err(error) => tracing::error!(%error, "idempotency keys that have lapsed were not forgotten"),
        }
    }
}

fn http_settings(settings: &Serve, threads: usize, anonymous: Anonymous) -> Settings {
    Settings {
        body_limit: settings.body_limit,
        log_limit: settings.log_limit,
        workers: threads,
        shutdown_seconds: settings.shutdown_seconds,
        anonymous: anonymous.scopes(),
    }
}
