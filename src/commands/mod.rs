//! The commands of the program. The smallest stand here: `verify`, `health` and `openapi`.

// These panic where the output is closed: `output` has what does not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod analyse;
mod copy;
mod export;
mod exposure;
mod import;
mod keys;
mod ladder;
mod local;
mod mcp;
mod output;
mod play;
mod scrub;
mod serve;
mod simulate;
mod upkeep;

use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    path::Path,
    process::ExitCode,
    time::Duration,
};

use anyhow::Context;

use crate::{
    cards::Deck,
    config::{Cli, Command, Verify},
    http::{reply::problem::Problem, written_document},
    service::{self, LogResult, Purpose},
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
        Command::Verify(settings) => verify(&settings),
        Command::Analyse(settings) => analyse::analyse(&settings),
        Command::Ladder(settings) => ladder::ladder(&settings),
        Command::Keys(settings) => keys::keys(&settings),
        Command::Export(settings) => export::export(&settings),
        Command::Import(settings) => import::import(&settings),
        Command::Copy(settings) => copy::copy(&settings),
        Command::Erase(settings) => upkeep::erase(&settings),
        Command::Scrub(database) => scrub::scrub(&database),
        Command::Mcp(database) => mcp::mcp(&database),
        Command::Reindex(database) => upkeep::reindex(&database),
        Command::Migrate(database) => upkeep::migrate(&database),
        Command::Openapi => {
            output::print(&written_document())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Health(settings) => Ok(health(settings.listen)),
    }
}

/// Checks the log in a file and prints its result or the problem.
fn verify(settings: &Verify) -> anyhow::Result<ExitCode> {
    let text = read_log(&settings.file)?;
    let result = match checked(&text, Purpose::Judge, settings.deck)? {
        Ok(result) => result,
        Err(code) => return Ok(code),
    };
    let outcome = &result.finished.outcome;
    let text = format!(
        "{} steps of {}, all legal.\nwinners {:?}, places {:?}, scores {:?}\n",
        result.finished.step_count,
        result.ruleset.info().name,
        outcome.winners.iter().map(|player| player.0).collect::<Vec<_>>(),
        outcome.places,
        outcome.scores
    );
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The game of a log; or, after printing what is wrong with it, the exit code.
fn checked(text: &str, purpose: Purpose, deck: Option<Deck>) -> anyhow::Result<Result<LogResult, ExitCode>> {
    // Some editors begin a file with a byte order mark.
    let document = text.strip_prefix('\u{feff}').unwrap_or(text);
    match service::check_document(document, usize::MAX, deck, purpose) {
        Ok(result) => Ok(Ok(result)),
        Err(error) => {
            let mut problem = serde_json::to_value(Problem::from(error).response("", ""))?;
            if let Some(fields) = problem.as_object_mut() {
                // They belong to requests.
                fields.retain(|name, _| !["instance", "request_id"].contains(&name.as_str()));
            }
            output::print(&output::sanitised(&(serde_json::to_string_pretty(&problem)? + "\n")))?;
            Ok(Err(ExitCode::FAILURE))
        }
    }
}

fn read_log(file: &Path) -> anyhow::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Timeout of the request.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Requests `/readyz`.
fn health(listen: SocketAddr) -> ExitCode {
    match ready(reachable(listen)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            note(&format!("{listen} is not ready."));
            ExitCode::FAILURE
        }
        Err(error) => {
            note(&format!("{listen} did not respond: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// An address at which a listener can be reached: loopback, if it listens on all interfaces.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn ready(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())?;
    let mut response = String::new();
    stream.take(4096).read_to_string(&mut response)?;
    Ok(response.starts_with("HTTP/1.1 200 "))
}
