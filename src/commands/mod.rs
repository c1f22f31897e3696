//! The commands of the program.

// These panic where the output is closed: `output` has what does not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod connected;
mod expiry;
mod export;
mod exposure;
mod health;
mod import;
mod keys;
mod local;
mod new_file;
mod output;
mod play;
mod scrub;
mod serve;
mod simulate;
mod upkeep;
mod verify;

use std::process::ExitCode;

use crate::{
    config::{Cli, Command},
    http::written_document,
};

pub use self::output::note;

/// Runs a command.
///
/// # Errors
/// Those of the command. An invalid log or an unready service is reported by the exit code instead.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Command::Serve(settings) => serve::serve(&settings),
        Command::Play(settings) => play::play(&settings),
        Command::Simulate(settings) => simulate::simulate(&settings),
        Command::Verify(settings) => verify::verify(&settings),
        Command::Keys(settings) => keys::keys(&settings),
        Command::Export(settings) => export::export(&settings),
        Command::Import(settings) => import::import(&settings),
        Command::Erase(settings) => upkeep::erase(&settings),
        Command::Scrub(settings) => scrub::scrub(&settings),
        Command::Reindex(settings) => upkeep::reindex(&settings),
        Command::Migrate(settings) => upkeep::migrate(&settings),
        Command::Openapi => {
            output::print(&written_document())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Health(settings) => Ok(health::health(settings.listen)),
    }
}
