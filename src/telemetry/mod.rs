//! Log lines: fields, not prose.

mod blocks;
mod json;

use std::io;

use tracing_subscriber::{
    EnvFilter,
    fmt::{self, format::JsonFields},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

pub use self::blocks::Log;
use self::json::JsonLines;
use crate::config::LogFormat;

/// A request that is no HTTP is the caller's fault, which actix tells of as an error.
const CALLERS_FAULTS: &str = "actix_http::h1::dispatcher=off";

/// Writes log lines to standard error from now on, until what it returns is dropped.
///
/// # Errors
/// When the filter cannot be read, or lines are written already.
pub fn start(filter: &str, format: LogFormat) -> Result<Log, Box<dyn std::error::Error + Send + Sync>> {
    let registry = tracing_subscriber::registry().with(EnvFilter::try_new(format!("{CALLERS_FAULTS},{filter}"))?);
    let log = Log::to(io::stderr());
    let layer = fmt::layer().with_writer(log.lines());
    match format {
        LogFormat::Text => registry.with(layer.with_target(false)).try_init()?,
        LogFormat::Json => {
            let lines = layer.fmt_fields(JsonFields::new()).event_format(JsonLines::default());
            registry.with(lines).try_init()?;
        }
    }
    Ok(log)
}
