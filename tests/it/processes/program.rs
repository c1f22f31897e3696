//! The program as a process.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::{
    io::{BufRead, BufReader, Lines, Read},
    process::{Child, ChildStderr, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use serde_json::Value;

/// A running service; it is killed when dropped.
pub struct Program {
    child: Child,
    /// Its URL, as in `http://127.0.0.1:1234`.
    pub address: String,
    log: Arc<Mutex<Vec<Value>>>,
}

/// The program, without environment variables.
pub fn arcana(arguments: &[&str]) -> Command {
    after("", arguments)
}

/// The program, started by a shell after another command.
pub fn after(first: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("{first} exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_arcana")]).args(arguments);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ARCANA_") || name == "DATABASE_URL") {
        command.env_remove(name);
    }
    command
}

/// Runs it to its end; returns the status and standard error.
pub fn ended(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().expect("the program starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

impl Program {
    /// Serves a database on a free port.
    pub fn serve(url: &str) -> Program {
        Program::start(arcana(&["--database-url", url]))
    }

    /// Starts it on a free port, and waits until it listens.
    pub fn start(command: Command) -> Program {
        Program::start_at(command, "127.0.0.1:0")
    }

    /// Starts it at an address, and waits until it listens.
    pub fn start_at(mut command: Command, listen: &str) -> Program {
        command.args(["--listen", listen, "--log-format", "json"]);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let (address, said) = listening(&mut lines);
        let log = Arc::new(Mutex::new(said));
        let its = Arc::clone(&log);
        // Logs must be read, or the program drops lines.
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                its.lock().extend(serde_json::from_str::<Value>(&line).ok());
            }
        });
        Program { child, address: format!("http://{address}"), log }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// All lines logged so far.
    pub fn log(&self) -> Vec<Value> {
        self.log.lock().clone()
    }

    /// Stops reading its log until the result is dropped.
    pub fn pause_reading(&self) -> impl Sized {
        self.log.lock()
    }

    /// Waits for a log line that meets a condition.
    pub fn logged(&self, like: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(30) {
            if let Some(line) = self.log().into_iter().find(&like) {
                return line;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("no such line is logged: {:?}", self.log());
    }

    /// Kills it with SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Program {
    /// Sends SIGTERM, and waits until it has exited successfully; returns the time of the signal.
    pub fn terminate(mut self) -> Instant {
        let told = Instant::now();
        printed(Command::new("kill").args(["-TERM", &self.child.id().to_string()]));
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        told
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listening(lines: &mut Lines<BufReader<ChildStderr>>) -> (String, Vec<Value>) {
    let (mut said, mut log) = (String::new(), Vec::new());
    for line in lines {
        let line = line.expect("a line");
        let told: Value = serde_json::from_str(&line).unwrap_or_default();
        let address = told["address"].as_str().filter(|_| told["message"] == "listening").map(ToOwned::to_owned);
        log.push(told);
        if let Some(address) = address {
            return (address, log);
        }
        said += &line;
    }
    panic!("it does not listen: {said}");
}

/// The output of a command, which must succeed.
pub fn printed(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output().expect("the command starts");
    assert!(output.status.success(), "{command:?}: {}", output.status);
    let mut text = String::new();
    output.stdout.as_slice().read_to_string(&mut text).expect("UTF-8");
    text
}
