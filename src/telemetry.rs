//! Logging to standard error, as text or as JSON lines.

use std::{
    env,
    io::{self, BufWriter, IsTerminal},
};

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{EnvFilter, filter::LevelFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use crate::config::LogFormat;

/// Turns off what nobody has to know: errors that actix logs for requests that are not valid HTTP, and that a PNG
/// ignores the dark colours of a picture's style sheet.
const QUIET: &str = "actix_http::h1::dispatcher=off,simplecss=error";

/// Maximum number of lines that wait for a reader. Then whoever logs waits too, so that no line is lost.
const WAITING: usize = 4096;

/// Size in bytes of a block of lines that is written at once.
const BLOCK: usize = 64 << 10;

/// Writes what is left of the log when it is dropped.
pub type Log = WorkerGuard;

/// Starts to write log lines to standard error, in a thread of their own, until the returned guard is dropped.
///
/// # Errors
/// The filter is invalid, or logging has already started.
pub fn start(filter: &str, format: LogFormat) -> Result<Log, Box<dyn std::error::Error + Send + Sync>> {
    check(filter)?;
    let registry = tracing_subscriber::registry().with(EnvFilter::try_new(format!("{QUIET},{filter}"))?);
    let (lines, log) = NonBlockingBuilder::default()
        .lossy(false)
        .buffered_lines_limit(WAITING)
        .thread_name("log")
        .finish(BufWriter::with_capacity(BLOCK, io::stderr()));
    let layer = fmt::layer().with_writer(lines).with_ansi(shows_colours(&io::stderr()));
    match format {
        LogFormat::Text => registry.with(layer.with_target(false)).try_init()?,
        LogFormat::Json => registry.with(layer.json().flatten_event(true)).try_init()?,
    }
    Ok(log)
}

/// A filter without parts would switch everything off. A word alone must be a level: as a target, which `EnvFilter` takes
/// it for, it would switch everything else off.
fn check(filter: &str) -> Result<(), String> {
    if filter.split(',').all(|part| part.trim().is_empty()) {
        return Err("the filter is empty; `off` logs nothing".to_owned());
    }
    match filter.split(',').map(str::trim).find(|part| !part.contains('=') && part.parse::<LevelFilter>().is_err()) {
        Some(word) => Err(format!(
            "`{word}` is not a level: expected `off`, `error`, `warn`, `info`, `debug` or `trace`, or `target=level`"
        )),
        None => Ok(()),
    }
}

/// Whether what is written there is shown in colours: at a terminal that can, unless the user prefers none
/// (<https://no-color.org>).
pub fn shows_colours(output: &impl IsTerminal) -> bool {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    output.is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_alone_is_a_level() {
        for filter in ["info", "off,audit=info", "warn, arcana::http=debug", "INFO", "3"] {
            assert_eq!(check(filter), Ok(()), "{filter}");
        }
        for filter in ["verbose", "info,debgu", "arcana"] {
            assert!(check(filter).is_err_and(|why| why.contains("is not a level")), "{filter}");
        }
        for filter in ["", " , "] {
            assert!(check(filter).is_err_and(|why| why.contains("empty")), "{filter}");
        }
    }
}
