//! The program at a terminal.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    process::{Child, ExitStatus},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use super::run::arcana;

/// Timeout for expected output.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A person at a terminal that runs the program.
pub struct Person {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All output so far.
    pub printed: String,
    /// Length of the output that was matched.
    seen: usize,
}

impl Person {
    /// Starts the program at a terminal of this width.
    pub fn at(arguments: &[&str], columns: u16) -> Person {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("a terminal of ours");
        let name = ptsname(&keyboard, Vec::new()).expect("its name").into_string().expect("a path");
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&keyboard, size).expect("its size");
        let terminal = OpenOptions::new().read(true).write(true).open(name).expect("the other end");
        let end = || terminal.try_clone().expect("another handle");
        let mut command = arcana(arguments);
        command.env("TERM", "xterm").env_remove("NO_COLOR").stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("the program starts");
        let keyboard = File::from(keyboard);
        let screen = read_all(keyboard.try_clone().expect("another handle"));
        Person { child, keyboard, screen, printed: String::new(), seen: 0 }
    }

    /// Waits until one of these texts is printed; returns its index.
    pub fn wait_for(&mut self, texts: &[&str]) -> usize {
        loop {
            let new = &self.printed[self.seen..];
            let found = texts.iter().enumerate().filter_map(|(place, text)| Some((new.find(text)?, place)));
            if let Some((at, place)) = found.min() {
                self.seen += at + texts[place].len();
                return place;
            }
            let bytes = self.screen.recv_timeout(TIMEOUT);
            let bytes = bytes.unwrap_or_else(|why| panic!("{texts:?}: {why}; printed: {}", self.printed));
            self.printed += &String::from_utf8_lossy(&bytes);
        }
    }

    /// Types keys once the program waits for input.
    pub fn types(&mut self, keys: &str) {
        self.wait_for(&["> "]);
        self.press(keys);
    }

    /// Types keys at once.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("a key");
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Does the terminal show what is typed, line by line?
    pub fn edits_lines(&self) -> bool {
        tcgetattr(&self.keyboard).expect("a terminal").local_modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits until the program ends.
    pub fn leaves(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().expect("it ends");
        while let Ok(bytes) = self.screen.recv_timeout(TIMEOUT) {
            self.printed += &String::from_utf8_lossy(&bytes);
        }
        (status, self.printed)
    }
}

/// Reads from a terminal until its other end is closed.
fn read_all(mut screen: File) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count) = screen.read(&mut bytes) {
            if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}
