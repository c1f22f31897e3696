//! Connection limits of the service.

use std::{fs, time::Duration};

use crate::{config::Serve, http::ConnectionLimits};

/// Default maximum number of connections.
const MAX_CONNECTIONS: usize = 2048;
/// Open files reserved for the program itself, and for each database connection.
const RESERVED_FILES: usize = 64;
const FILES_PER_DATABASE_CONNECTION: usize = 4;

/// The limits from the settings.
pub fn limits(settings: &Serve) -> ConnectionLimits {
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

#[cfg(test)]
mod tests {
    use super::*;

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
