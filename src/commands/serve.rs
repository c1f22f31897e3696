//! `arcana serve`.

use std::{
    net::{IpAddr, TcpListener},
    num::NonZeroU32,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use actix_web::dev::ServerHandle;
use anyhow::Context;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time::sleep,
};

use super::local;
use crate::{
    clock::SystemClock,
    config::{Anonymous, Serve},
    http::{self, Origins, Rate, Settings},
    service::{Service, Work},
    storage, telemetry,
};

/// How many requests a minute a caller may make that is not on this machine, when nobody says.
const RATE: u32 = 600;

/// Serves until it is told to stop (SIGTERM, SIGINT), then lets what is under way finish.
pub fn serve(settings: &Serve) -> anyhow::Result<ExitCode> {
    telemetry::start(&settings.log, settings.log_format).map_err(anyhow::Error::msg)?;
    actix_web::rt::System::new().block_on(run(settings))?;
    Ok(ExitCode::SUCCESS)
}

async fn run(settings: &Serve) -> anyhow::Result<()> {
    let threads = threads(settings);
    let origins = Origins::read(&settings.bounds.cors_origin).context("--cors-origin")?;
    enough_memory(settings)?;
    let signals = Signals::listen().context("signals cannot be listened to")?;
    let connections = storage::Settings { connections: settings.database_connections, ..storage::Settings::default() };
    let store = storage::open(&settings.database_url, &connections).await.context("the database cannot be opened")?;
    let service = Service::new(store, Arc::new(SystemClock), work(settings, threads), settings.step_limit);
    let listener =
        TcpListener::bind(settings.listen).with_context(|| format!("{} cannot be listened on", settings.listen))?;
    let address = listener.local_addr()?;
    let anonymous = anonymous(settings, &service).await?;
    let server = http::serve(listener, service.clone(), http_settings(settings, threads, anonymous, origins))?;
    let forgetting = actix_web::rt::spawn(forget_marks(service.clone()));
    tracing::info!(address = %address, docs = %format!("http://{address}/docs"), "listening");
    let drain = Duration::from_secs(settings.bounds.drain_seconds);
    actix_web::rt::spawn(stop_when_told(signals, drain, service.clone(), server.handle()));
    server.await?;
    forgetting.abort();
    service.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// What the program is told by the system.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Signals> {
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits until it is told to stop.
    async fn stop(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => (),
            _ = self.interrupt.recv() => (),
        }
    }
}

/// The first signal makes it unready and, a while later, finish what is under way; the second makes it finish at once,
/// and the third drops what is still under way.
async fn stop_when_told(mut signals: Signals, drain: Duration, service: Service, server: ServerHandle) {
    signals.stop().await;
    service.drain();
    tracing::info!(seconds = drain.as_secs(), "draining");
    tokio::select! {
        () = sleep(drain) => (),
        () = signals.stop() => (),
    }
    tokio::select! {
        () = server.stop(true) => (),
        () = signals.stop() => server.stop(false).await,
    }
}

fn threads(settings: &Serve) -> usize {
    settings.threads.map_or_else(local::threads, usize::from)
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

fn work(settings: &Serve, threads: usize) -> Work {
    match settings.bounds.work_waiting {
        Some(waiting) => Work::bounded(threads, waiting as usize),
        None => Work::new(threads),
    }
}

/// One body at least has to be taken.
fn enough_memory(settings: &Serve) -> anyhow::Result<()> {
    let (memory, largest) = (settings.bounds.body_memory, settings.body_limit.max(settings.log_limit));
    anyhow::ensure!(memory >= largest, "--body-memory has to hold at least one body of {largest} bytes");
    Ok(())
}

fn http_settings(settings: &Serve, threads: usize, anonymous: Anonymous, origins: Origins) -> Settings {
    let bounds = &settings.bounds;
    Settings {
        body_limit: settings.body_limit,
        log_limit: settings.log_limit,
        body_memory: bounds.body_memory,
        body_timeout: Duration::from_secs(bounds.body_timeout),
        request_timeout: Duration::from_secs(bounds.request_timeout),
        rate: rate(bounds.rate_limit, bounds.rate_burst, settings.listen.ip()),
        proxies: bounds.forwarded_for,
        origins,
        workers: threads,
        shutdown_seconds: settings.shutdown_seconds,
        anonymous: anonymous.scopes(),
    }
}

/// How many requests a caller may make of a service that listens there.
fn rate(limit: Option<u32>, burst: Option<NonZeroU32>, listen: IpAddr) -> Option<Rate> {
    let limit = limit.unwrap_or(if listen.is_loopback() { 0 } else { RATE });
    let per_minute = NonZeroU32::new(limit)?;
    Some(Rate { per_minute, burst: burst.unwrap_or(per_minute) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn per_minute(limit: Option<u32>, listen: &str) -> Option<u32> {
        rate(limit, None, listen.parse().expect("an address")).map(|rate| rate.per_minute.get())
    }

    #[test]
    fn only_this_machine_asks_as_often_as_it_likes() {
        assert_eq!(per_minute(None, "127.0.0.1"), None);
        assert_eq!(per_minute(None, "::1"), None);
        assert_eq!(per_minute(None, "0.0.0.0"), Some(600));
        assert_eq!(per_minute(Some(0), "0.0.0.0"), None);
        assert_eq!(per_minute(Some(6), "127.0.0.1"), Some(6));
    }

    #[test]
    fn a_minutes_requests_may_come_at_once_when_nobody_says() {
        let burst = |burst: Option<u32>| {
            let rate = rate(Some(60), burst.and_then(NonZeroU32::new), IpAddr::from([0; 4]));
            rate.map(|rate| rate.burst.get())
        };
        assert_eq!(burst(None), Some(60));
        assert_eq!(burst(Some(5)), Some(5));
    }
}
