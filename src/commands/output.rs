//! Standard output of commands.

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
