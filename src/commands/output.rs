//! Standard output and standard error of commands.

use std::io::{ErrorKind, Write};

/// Prints to standard output. A closed pipe is not an error.
///
/// # Errors
/// The output cannot be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => Ok(printed?),
    }
}

/// Prints a line to standard error.
///
/// What goes there is said beside the work of a command. A standard error that is closed or full must not end that work,
/// so errors are ignored.
pub fn note(text: &str) {
    let _ = std::io::stderr().write_all(format!("{text}\n").as_bytes());
}
