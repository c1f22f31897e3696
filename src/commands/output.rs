//! Standard output and standard error of commands, and what is wrong with their flags.

use std::{
    env,
    io::{self, ErrorKind, Write},
};

use anyhow::{Context, anyhow};

use crate::{games::FieldFaults, service::FieldError, statistics::SimulationFault};

/// Prints to standard output. A closed pipe is not an error.
///
/// # Errors
/// The output cannot be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    write(text).context("cannot write to standard output")
}

/// Prints the result of a command that has changed something, which an error must not hide.
///
/// # Errors
/// The output cannot be written.
pub fn print_done(text: &str) -> anyhow::Result<()> {
    write(text).context("the work is done, but its result cannot be written to standard output")
}

/// Writes to standard output. A closed pipe is not an error.
///
/// # Errors
/// The output cannot be written.
pub fn write(text: &str) -> io::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints a line to standard error.
///
/// What goes there is said beside the work of a command. A standard error that is closed or full must not end that work,
/// so errors are ignored.
pub fn note(text: &str) {
    let _ = io::stderr().write_all(format!("{}\n", sanitised(text)).as_bytes());
}

/// The program as it was started, for advice that can be entered as it is: `arcana` where it is installed, and otherwise
/// the path of what was built.
pub fn program() -> String {
    env::args_os().next().map_or_else(|| "arcana".into(), |program| program.to_string_lossy().into_owned())
}

/// Replaces control characters except line breaks, and signs that reverse the direction of what follows: names,
/// questions and logs come from other people, and must not control the terminal.
pub fn sanitised(text: &str) -> String {
    let reverses = |sign| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(|sign: char| (sign.is_control() && sign != '\n') || reverses(sign), "?")
}

/// All errors, one per line, each with the flag that has it.
pub fn refused(errors: &[FieldError]) -> anyhow::Error {
    listed(errors.iter().map(|error| of_flag(&error.pointer, &error.detail)))
}

/// Why a simulation is refused.
pub fn simulation_refused(faults: &[SimulationFault]) -> anyhow::Error {
    listed(faults.iter().flat_map(|fault| match fault {
        SimulationFault::Games(_) => vec![of_flag("/games", &fault.to_string())],
        SimulationFault::Options(FieldFaults(faults)) => {
            faults.iter().map(|fault| of_flag(&format!("/options{}", fault.pointer), &fault.detail)).collect()
        }
        SimulationFault::Setup(_) => vec![fault.to_string()],
    }))
}

fn listed(lines: impl Iterator<Item = String>) -> anyhow::Error {
    anyhow!("{}", lines.collect::<Vec<_>>().join("\n"))
}

/// An error with the flag that has it.
pub fn of_flag(pointer: &str, detail: &str) -> String {
    match pointer.strip_prefix("/options") {
        Some("") => format!("--options: {detail}"),
        Some(option) => format!("--options: {option}: {detail}"),
        None => format!("--{}: {detail}", pointer.trim_start_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_control_the_terminal() {
        assert_eq!(sanitised("Bel\x1b[2J\u{9b}1m\nand \u{202e}adA"), "Bel?[2J?1m\nand ?adA");
    }
}
