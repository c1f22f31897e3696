//! A service for commands that work on the database directly, without listening.

use std::{future::Future, num::NonZero, process::ExitCode, sync::Arc};

use anyhow::{Context, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    clock::SystemClock,
    config::{Audit, Database, DatabasePooler},
    service::{Service, WorkerPool},
    storage::{self, Pooler, Schema, Settings},
    telemetry::{self, Log},
};

/// Exit code after an interrupt: 128 plus the number of SIGINT.
pub const INTERRUPTED: u8 = 130;

/// Exit code after SIGHUP.
const HUNG_UP: u8 = 129;

/// Exit code after SIGTERM.
const TERMINATED: u8 = 143;

/// Runs a command on a runtime.
pub fn run<T>(command: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(command)
}

/// Runs the work of a command. After SIGINT, SIGTERM or SIGHUP it is dropped, and the exit code of that signal returned.
pub async fn until_signal(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<Option<ExitCode>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let mut hangup = hears_hangups().then(|| signal(SignalKind::hangup())).transpose()?;
    let hung_up = async {
        match &mut hangup {
            Some(signal) => signal.recv().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        done = work => done.map(|()| None),
        _ = interrupt.recv() => Ok(Some(ExitCode::from(INTERRUPTED))),
        _ = terminate.recv() => Ok(Some(ExitCode::from(TERMINATED))),
        _ = hung_up => Ok(Some(ExitCode::from(HUNG_UP))),
    }
}

/// Does SIGHUP end this process? Not after `nohup`, nor where the system does not say so.
fn hears_hangups() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| !ignores_hangups(&status))
}

fn ignores_hangups(status: &str) -> bool {
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The first bit is SIGHUP.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & 1 == 1)
}

/// Writes audit events to standard error in the format of the service's log, until the returned guard is dropped.
pub fn log_audit(audit: Audit) -> anyhow::Result<Log> {
    telemetry::start("off,audit=info", audit.log_format).map_err(|error| anyhow!("{error}"))
}

/// Default number of worker threads.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(2, NonZero::get)
}

/// Opens the service over a database.
pub async fn service(database: &Database, step_limit: usize) -> anyhow::Result<Service> {
    opened(database, Schema::Create, step_limit).await
}

/// Opens the service over a database that must exist: a command that changes what is stored does nothing in a new one.
pub async fn existing(database: &Database) -> anyhow::Result<Service> {
    opened(database, Schema::Existing, 0).await
}

/// Opens the service for reading, from a standby or a read-only file if necessary.
pub async fn reader(database: &Database) -> anyhow::Result<Service> {
    opened(database, Schema::ReadOnly, 0).await
}

async fn opened(database: &Database, schema: Schema, step_limit: usize) -> anyhow::Result<Service> {
    let settings = Settings { pooler: storage_pooler(database.pooler), schema, ..Settings::default() };
    let store = storage::open(&database.url, &settings).await.with_context(|| cannot_open(&database.url))?;
    Ok(Service::new(store, Arc::new(SystemClock), WorkerPool::new(threads()), step_limit))
}

/// What failed, for an error. The path of a file is named; what may be the URL of a server can contain a password.
pub fn cannot_open(url: &str) -> String {
    match url.strip_prefix("sqlite:").filter(|path| !path.contains('@')) {
        Some(path) => format!("cannot open the database {}", path.trim_start_matches("//")),
        None => "cannot open the database".to_owned(),
    }
}

/// The setting for a connection pooler, as storage defines it.
pub fn storage_pooler(pooler: DatabasePooler) -> Pooler {
    match pooler {
        DatabasePooler::None => Pooler::None,
        DatabasePooler::Transaction => Pooler::Transaction,
    }
}

/// The progress through this many games.
pub fn games_progress(count: u64) -> anyhow::Result<ProgressBar> {
    progress(Some(count), "{wide_bar} {human_pos} of {human_len} games, {per_sec}, {eta} left")
}

/// A progress bar on standard error, if that is a terminal.
pub fn progress(length: Option<u64>, template: &str) -> anyhow::Result<ProgressBar> {
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    Ok(bar.with_style(ProgressStyle::with_template(template)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_after_nohup_ignores_hangups() {
        for (status, ignores) in [
            ("Name:\tarcana\nSigIgn:\t0000000000001000\n", false),
            ("Name:\tarcana\nSigIgn:\t0000000000001001\n", true),
            ("", true),
        ] {
            assert_eq!(ignores_hangups(status), ignores, "{status}");
        }
    }
}
