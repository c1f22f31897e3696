//! Flags and environment variables. Every setting has a default, so no configuration is needed.

mod arguments;
mod database;
mod play;
mod serve;

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use uuid::Uuid;

use crate::cards::Deck;

pub use self::{
    database::{Audit, Copy, Database, DatabasePooler, Erase, Export, Import, Keys, KeysCommand, LogFormat, NewKey},
    play::{Analyse, AnalyseFormat, DAY, Ladder, LadderFormat, Play, Simulate, SimulateFormat},
    serve::{Anonymous, Bounds, CardsLook, Connected, LOG_LIMIT, Pictures, STEP_LIMIT, Serve, SignUp},
};

/// Plays, checks, records and reads tarot games.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    override_usage = "arcana [COMMAND] [OPTIONS]",
    after_help = "The default command is `serve`: `arcana --listen 127.0.0.1:8080` runs the service at this address. \
        `arcana serve --help` lists its settings."
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the HTTP service
    Serve(Box<Serve>),
    /// Play a complete game and print it, or take a seat and play it yourself
    Play(Play),
    /// Have bots play many games, and print the statistics; nothing is stored
    Simulate(Simulate),
    /// Check the log in a file; exits with 1 and prints the problem if it is invalid
    Verify(Verify),
    /// Say of each decision in the log of a game what would have been better
    Analyse(Analyse),
    /// Have every pair of bots play the same deals, and rate them
    Ladder(Ladder),
    /// Create, list and revoke API keys
    Keys(Keys),
    /// Export stored games as NDJSON, oldest first
    Export(Export),
    /// Check logs, one per line, and store the valid ones; exits with 1 if any was rejected
    Import(Import),
    /// Copy everything from one database into an empty one, of either kind
    Copy(Copy),
    /// Permanently erase games by player name or by owner
    Erase(Erase),
    /// Replay every stored game and compare it with its record; exits with 1 if anything is damaged
    Scrub(Database),
    /// Serve one agent over the Model Context Protocol on standard input and output; the service may run meanwhile
    Mcp(Database),
    /// Rebuild counters, ratings and leaderboards from the stored games; the service may run meanwhile
    Reindex(Database),
    /// Create the tables in an empty database, and do nothing else
    Migrate(Database),
    /// Print the OpenAPI document
    Openapi,
    /// Check whether a running service is ready; exits with 1 if it is not
    Health(Health),
}

/// Settings of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// File with a log document; `-` for standard input
    pub file: PathBuf,
    /// Deck whose card names a refusal has: `fortunes`, `waite-smith`, `thoth` or `french`; by default that of the
    /// ruleset
    #[arg(long, value_name = "DECK")]
    pub deck: Option<Deck>,
}

/// Settings of `health`.
#[derive(Debug, Args)]
pub struct Health {
    /// Address that the service listens on
    #[arg(long, env = "ARCANA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS",
        value_parser = address)]
    pub listen: SocketAddr,
}

/// An address to listen on.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "expected an IP address and a port, as in `127.0.0.1:8080`".to_owned())
}

/// An id.
fn id(text: &str) -> Result<Uuid, String> {
    text.parse().map_err(|_| "expected a UUID".to_owned())
}

/// A number from 1.
fn positive(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", u32::MAX))
}

/// A size in bytes or a number of steps, from 1.
fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| *size > 0);
    size.ok_or_else(|| format!("expected a whole number from 1 to {}", usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Every argument of a command and of its subcommands.
    fn arguments(command: &clap::Command) -> Vec<clap::Arg> {
        let below = command.get_subcommands().flat_map(arguments);
        command.get_arguments().cloned().chain(below).collect()
    }

    #[test]
    fn help_never_shows_the_value_of_a_variable_with_a_secret() {
        let arguments = arguments(&Cli::command());
        let secret: Vec<_> = arguments.iter().filter(|argument| argument.get_env().is_some_and(holds_secret)).collect();
        assert!(secret.len() >= 4, "{secret:?}");
        for argument in secret {
            assert!(argument.is_hide_env_values_set(), "{argument:?}");
        }
    }

    /// Does a variable of this name hold a secret?
    fn holds_secret(name: &std::ffi::OsStr) -> bool {
        let name = name.to_string_lossy();
        ["DATABASE_URL", "SECRET", "KEY", "TOKEN", "PASSWORD"].iter().any(|word| name.contains(word))
    }

    #[test]
    fn errors_say_what_is_expected() {
        assert!(address("[::1]:80").is_ok());
        for text in ["localhost:8080", "8080", ":8080"] {
            assert!(address(text).is_err_and(|why| why.contains("as in `127.0.0.1:8080`")), "{text}");
        }
        assert_eq!(id("x"), Err("expected a UUID".to_owned()));
        assert!(positive("0").is_err() && positive("-1").is_err() && positive("7").is_ok());
        assert_eq!((size("0").is_err(), size("1")), (true, Ok(1)));
    }
}
