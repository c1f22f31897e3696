//! Leaving a game before its end.

use std::{
    io::{self, stdin, stdout},
    process,
    sync::{Arc, OnceLock},
    thread,
};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use tokio::{
    runtime,
    signal::unix::{SignalKind, signal},
};

use crate::commands::output;

/// Exit code of a game that is left.
const LEFT: i32 = 1;

/// What is said to a person who leaves.
#[derive(Clone, Default)]
pub struct Farewell {
    /// The token of the seat at a remote table.
    token: Arc<OnceLock<String>>,
}

impl Farewell {
    /// From now on it says how to come back to a seat.
    pub fn set_token(&self, token: &str) {
        self.token.get_or_init(|| token.to_owned());
    }

    /// The sentences, after why the person leaves.
    pub fn sentences(&self, why: &str) -> String {
        let back = self.token.get().map(|token| format!(" Come back with --token {token}")).unwrap_or_default();
        format!("{why}: you leave the table. The game is not over.{back}")
    }
}

/// From now on SIGINT and SIGTERM end the program as if the person had left, whatever it waits for.
///
/// # Errors
/// The signals cannot be caught.
pub fn leave_on_signals(farewell: Farewell, at_terminal: bool) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let (mut interrupt, mut terminate) = {
        let _entered = runtime.enter();
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    let mode = at_terminal.then(|| tcgetattr(stdin())).transpose()?;
    let wait = move || {
        let why = runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => "Interrupted",
                _ = terminate.recv() => "Terminated",
            }
        });
        if let Some(mode) = mode {
            restore(&mode);
        }
        // Standard output may be locked by a thread that waits for its reader.
        output::note(&farewell.sentences(why));
        process::exit(LEFT)
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Undoes what the line editor did to the terminal, and begins a line.
fn restore(mode: &Termios) {
    let edits = tcgetattr(stdin()).is_ok_and(|now| !now.local_modes.contains(LocalModes::ICANON));
    let text: &[u8] = if edits { b"\x1b[?2004l\n" } else { b"\n" };
    // The program ends anyway, and nobody can be told at a terminal that does not work.
    let _ = tcsetattr(stdin(), OptionalActions::Now, mode);
    let _ = rustix::io::write(stdout(), text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_with_a_seat_learns_how_to_come_back() {
        let farewell = Farewell::default();
        assert_eq!(farewell.sentences("Good-bye"), "Good-bye: you leave the table. The game is not over.");
        farewell.set_token("seat_0");
        assert!(farewell.sentences("Good-bye").ends_with(" is not over. Come back with --token seat_0"));
    }
}
