//! Log lines: fields, not prose.

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use crate::config::LogFormat;

/// A request that is no HTTP is the caller's fault, which actix tells of as an error.
const CALLERS_FAULTS: &str = "actix_http::h1::dispatcher=off";

/// Writes log lines to standard error from now on.
///
/// # Errors
/// When the filter cannot be read, or lines are written already.
pub fn start(filter: &str, format: LogFormat) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let registry = tracing_subscriber::registry().with(EnvFilter::try_new(format!("{CALLERS_FAULTS},{filter}"))?);
    let lines = fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => registry.with(lines.with_target(false)).try_init()?,
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init()?,
    }
    Ok(())
}
