//! What commands print.

use std::io::{ErrorKind, Write};

/// Prints to standard output; a reader that has gone away is no error.
///
/// # Errors
/// When the output cannot be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
