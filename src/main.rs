//! The commands of arcana.

use std::process::ExitCode;

use arcana::{commands, config::Cli};
use clap::Parser;

fn main() -> ExitCode {
    match commands::run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("arcana: {error:#}");
            ExitCode::from(2)
        }
    }
}
