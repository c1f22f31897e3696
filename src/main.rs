//! Entry point of the `arcana` program.

// It panics where standard error is closed.
#![warn(clippy::print_stderr)]

use std::process::ExitCode;

use arcana::{commands, config::Cli};
use tikv_jemallocator::Jemalloc;

/// Returns unused memory to the system at once, unlike the system allocator, which keeps it after a peak. SQLite and
/// zstd, which are C, use it as well.
#[global_allocator]
static MEMORY: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    let cli = Cli::read(std::env::args_os()).unwrap_or_else(|error| error.exit());
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) => {
            commands::note(&format!("arcana: {error:#}"));
            ExitCode::from(2)
        }
    }
}
