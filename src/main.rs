//! The commands of arcana.

use std::process::ExitCode;

use arcana::{commands, config::Cli};
use clap::Parser;
use tikv_jemallocator::Jemalloc;

/// Gives memory back seconds after it is no longer needed: the system's own keeps what a hard hour took for good.
#[global_allocator]
static MEMORY: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    match commands::run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("arcana: {error:#}");
            ExitCode::from(2)
        }
    }
}
