//! `arcana serve`.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    panic::AssertUnwindSafe,
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use actix_web::rt::{
    task::JoinHandle,
    time::{interval, sleep},
};
use anyhow::{Context, anyhow, ensure};
use futures::{FutureExt, future::join_all};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time::timeout,
};

use super::{exposure::Exposure, local};
use crate::{
    clock::SystemClock,
    config::{self, Anonymous, CardsLook, LOG_LIMIT, STEP_LIMIT, Serve},
    http::{Application, ConnectionLimits, Handle, Hosts, Listeners, Origins, Settings},
    reading::{
        CardLook, HelpLines, Pictures,
        art::{self, Art, Loaded},
        png::Fonts,
    },
    service::{ErasureOutcome, Expired, Service, ServiceError, WorkerPool},
    storage, telemetry,
};

/// Serves until it receives SIGTERM or SIGINT, then lets requests in progress finish.
pub fn serve(settings: &Serve) -> anyhow::Result<ExitCode> {
    let _log = telemetry::start(&settings.log, settings.log_format).map_err(|error| anyhow!("--log: {error}"))?;
    actix_web::rt::System::new().block_on(run(settings))?;
    Ok(ExitCode::SUCCESS)
}

async fn run(settings: &Serve) -> anyhow::Result<()> {
    let threads = threads(settings);
    let exposure = Exposure::of(settings);
    let hosts = exposure.hosts(&settings.bounds.allowed_host)?;
    let origins = Origins::read(&settings.bounds.cors_origin).context("--cors-origin")?;
    check_body_memory(settings)?;
    let pictures = load_pictures(&settings.pictures)?;
    settings.help_lines.as_deref().map(help_lines).transpose()?.into_iter().for_each(HelpLines::show);
    let signals = Signals::listen().context("cannot install signal handlers")?;
    let connections = storage::Settings {
        connections: settings.database_connections,
        pooler: local::storage_pooler(settings.database_pooler),
        read_url: settings.read_database_url.clone(),
        ..storage::Settings::default()
    };
    let store = storage::open(&settings.database_url, &connections)
        .await
        .with_context(|| local::cannot_open(&settings.database_url))?;
    let service =
        Service::new(store, Arc::new(SystemClock), WorkerPool::new(threads), STEP_LIMIT).with_pictures(pictures);
    let listeners =
        Listeners { callers: listen(settings.listen)?, metrics: settings.metrics_listen.map(listen).transpose()? };
    let address = listeners.callers.local_addr()?;
    let metrics = listeners.metrics.as_ref().map(TcpListener::local_addr).transpose()?;
    let anonymous = exposure.anonymous(settings, &service).await?;
    let application =
        Application::build(listeners, service.clone(), http_settings(settings, threads, anonymous, hosts, origins))?;
    let mut background = vec![
        spawn("expiry", &service, delete_expired),
        spawn("tables", &service, Service::tend_tables),
        spawn("changes of tables", &service, Service::watch_tables),
        spawn("days", &service, Service::keep_days),
    ];
    let players = simulation_threads(settings);
    let leaseholders = [
        spawn("statistics", &service, Service::follow_games),
        spawn("simulations", &service, move |service| service.work_on_simulations(players)),
        spawn("analyses", &service, Service::work_on_analyses),
    ];
    let retention = |days| spawn("retention", &service, move |service| erase_old(service, days));
    background.extend(settings.keep_days.map(retention));
    if let Some(metrics) = metrics {
        tracing::info!(%metrics, "listening for monitoring");
    }
    tracing::info!(address = %address, docs = %format!("http://{address}/docs"), "listening");
    let drain = Duration::from_secs(settings.bounds.drain_seconds);
    actix_web::rt::spawn(stop_on_signals(signals, drain, service.clone(), application.handle()));
    application.run().await?;
    // They have ended when the service began to drain, unless they wait for the database.
    let _ = timeout(LEASES_RETURNED, join_all(leaseholders)).await;
    background.iter().for_each(JoinHandle::abort);
    service.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The operator's text about help.
fn help_lines(file: &Path) -> anyhow::Result<HelpLines> {
    let text = fs::read(file).with_context(|| format!("--help-lines {}: cannot be read", file.display()))?;
    let text = String::from_utf8(text).map_err(|_| anyhow!("--help-lines {}: it is not UTF-8", file.display()))?;
    HelpLines::new(&text).map_err(|why| anyhow!("--help-lines {}: {why}", file.display()))
}

/// Loads fonts and card images from the configured folders.
fn load_pictures(settings: &config::Pictures) -> anyhow::Result<Pictures> {
    let fonts = Fonts::of_machine(settings.fonts.as_deref()).context("--fonts")?;
    let on_pages = match settings.cards {
        CardsLook::Drawn => CardLook::Drawn,
        CardsLook::Art => CardLook::Art,
    };
    ensure!(on_pages == CardLook::Drawn || settings.art.is_some(), "--cards art: there is no folder, set `--art`");
    let art = settings.art.as_deref().map(art::load).transpose().context("--art")?;
    Ok(Pictures { fonts, art: art.map(log_unused), on_pages })
}

/// Logs which files are not used.
fn log_unused(Loaded { art, unknown }: Loaded) -> Art {
    if !unknown.is_empty() {
        let files = art::first(&unknown);
        tracing::warn!(count = unknown.len(), %files, "pictures whose names name no card are not used");
    }
    art
}

/// How long is waited for tasks to give their leases back: another service takes them over at once.
const LEASES_RETURNED: Duration = Duration::from_secs(2);

/// How long a background task that panicked rests before it starts again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// Runs a task in the background, and again if it panics: the service could go on without it, and nobody would notice.
fn spawn<T: Future<Output = ()> + 'static>(
    name: &'static str,
    service: &Service,
    task: impl Fn(Service) -> T + 'static,
) -> JoinHandle<()> {
    let service = service.clone();
    actix_web::rt::spawn(async move {
        while AssertUnwindSafe(task(service.clone())).catch_unwind().await.is_err() {
            tracing::error!(task = name, "a background task panicked and starts again");
            sleep(RESTART_DELAY).await;
        }
    })
}

/// The signals that stop the process.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Signals> {
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for SIGTERM or SIGINT.
    async fn stop(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => (),
            _ = self.interrupt.recv() => (),
        }
    }
}

/// Minimum time for which connections are accepted after the first signal: requests sent before may still be in buffers
/// of the system, and connections in the accept queue.
const MIN_DRAIN: Duration = Duration::from_millis(500);
/// How long requests on accepted connections are still read after that.
const FINAL_DRAIN: Duration = Duration::from_millis(100);

/// Shuts down in stages. After the first signal the service is not ready, and after a delay it finishes requests in
/// progress; the second signal skips the delay, and the third drops the requests.
async fn stop_on_signals(mut signals: Signals, drain: Duration, service: Service, server: Handle) {
    signals.stop().await;
    service.drain();
    tracing::info!(seconds = drain.as_secs(), "draining");
    tokio::select! {
        () = sleep(drain.max(MIN_DRAIN)) => (),
        () = signals.stop() => (),
    }
    server.pause().await;
    sleep(FINAL_DRAIN).await;
    tokio::select! {
        () = server.stop(true) => (),
        () = signals.stop() => server.stop(false).await,
    }
}

fn threads(settings: &Serve) -> usize {
    settings.threads.map_or_else(local::threads, usize::from)
}

fn simulation_threads(settings: &Serve) -> usize {
    settings.simulation_threads.map_or_else(local::threads, usize::from)
}

/// Checks that the memory for bodies can hold at least one of maximum size.
fn check_body_memory(settings: &Serve) -> anyhow::Result<()> {
    let memory = settings.bounds.body_memory;
    anyhow::ensure!(memory >= LOG_LIMIT, "--body-memory must hold at least one body of {LOG_LIMIT} bytes");
    Ok(())
}

fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))
}

fn http_settings(settings: &Serve, threads: usize, anonymous: Anonymous, hosts: Hosts, origins: Origins) -> Settings {
    let (bounds, exposure) = (&settings.bounds, Exposure::of(settings));
    let rate = exposure.rate(bounds.rate_limit, bounds.rate_burst);
    Settings {
        log_limit: LOG_LIMIT,
        body_memory: bounds.body_memory,
        body_timeout: Duration::from_secs(bounds.body_timeout),
        request_timeout: Duration::from_secs(bounds.request_timeout),
        rate,
        connections: connection_limits(settings),
        proxies: bounds.forwarded_for,
        refuse_forwarded: exposure.rejects_forwarded(anonymous, rate),
        hosts,
        open_metrics: exposure == Exposure::Machine,
        origins,
        workers: threads,
        anonymous: anonymous.scopes(),
        sign_up: exposure.sign_up(settings.sign_up),
        ..Settings::default()
    }
}

/// Default maximum number of connections.
const MAX_CONNECTIONS: usize = 2048;
/// Open files reserved for the program itself, and for each database connection.
const RESERVED_FILES: usize = 64;
const FILES_PER_DATABASE_CONNECTION: usize = 4;

/// The limits from the settings.
fn connection_limits(settings: &Serve) -> ConnectionLimits {
    let bounds = &settings.connected;
    let connections = bounds.connections.map_or_else(|| affordable(settings, open_files()), |count| count as usize);
    ConnectionLimits {
        header_timeout: Duration::from_secs(bounds.header_timeout),
        connections,
        streams: bounds.streams as usize,
        streams_per_caller: bounds.streams_per_caller as usize,
        event_streams: bounds.event_streams as usize,
        event_streams_per_caller: bounds.event_streams_per_caller as usize,
    }
}

/// The number of connections that the limit on open files allows.
fn affordable(settings: &Serve, open_files: Option<usize>) -> usize {
    let others = RESERVED_FILES + FILES_PER_DATABASE_CONNECTION * settings.database_connections as usize;
    open_files.map_or(MAX_CONNECTIONS, |files| files.saturating_sub(others).clamp(16, MAX_CONNECTIONS))
}

/// The process's limit on open files; `None` if the system does not report it.
fn open_files() -> Option<usize> {
    open_files_of(&fs::read_to_string("/proc/self/limits").ok()?)
}

fn open_files_of(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Interval between two runs.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Number of rows deleted per statement, so that other writers get their turn.
const BATCH: u32 = 500;

/// Pause between two batches, for other writers.
const PAUSE: Duration = Duration::from_millis(100);

/// Deletes expired data every hour.
async fn delete_expired(service: Service) {
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
async fn erase_old(service: Service, days: u32) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn a_background_task_that_panics_starts_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("arcana.db").display());
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        actix_web::rt::System::new().block_on(async {
            let store = storage::open(&url, &storage::Settings::default()).await.expect("a database");
            let service = Service::new(store, Arc::new(SystemClock), WorkerPool::new(1), 1);
            let task = spawn("test", &service, move |_| {
                let counted = Arc::clone(&counted);
                async move { assert!(counted.fetch_add(1, SeqCst) > 0, "the first time") }
            });
            task.await.expect("it ends");
            service.close().await;
        });
        assert_eq!(runs.load(SeqCst), 2);
    }

    #[test]
    fn there_are_no_more_connections_than_open_files() {
        let settings = Serve::of(&["--database-connections", "16"]);
        assert_eq!(affordable(&settings, Some(1024)), 1024 - 64 - 64);
        assert_eq!(affordable(&settings, Some(1_048_576)), 2048);
        assert_eq!((affordable(&settings, Some(10)), affordable(&settings, None)), (16, 2048));
        let bounds = "Limit                     Soft Limit           Hard Limit           Units     \n\
                    Max open files            1024                 524288               files     \n";
        assert_eq!(open_files_of(bounds), Some(1024));
        assert_eq!(open_files_of("Max open files            unlimited            unlimited            files"), None);
    }
}
