//! A Postgres server for one test, which can be killed and restarted.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::process::Command;

use tempfile::TempDir;

use super::program::printed;

/// The server; it stops when dropped.
pub struct Server {
    place: TempDir,
    port: String,
}

impl Server {
    /// Starts a server with durable commits.
    pub fn start() -> Server {
        let place = TempDir::new().expect("a temporary folder");
        let port = printed(&mut script(&place, "", "start_postgres durable; echo $port"));
        Server { port: port.trim().to_owned(), place }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port.parse().expect("a port")
    }

    /// The URL of its database.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Dumps its database and restores it into another one; returns that one's URL.
    pub fn dumped_and_restored(&self) -> String {
        let restored = format!("postgres://postgres@127.0.0.1:{}/restored", self.port);
        let dump = format!(
            "seek_postgres; PATH=$PATH:$server; pg_dump --format custom --file \"$place/dump\" {}; \
             createdb --host 127.0.0.1 --port $port --username postgres restored; \
             pg_restore --no-owner --exit-on-error --dbname {restored} \"$place/dump\"",
            self.url()
        );
        printed(&mut script(&self.place, &self.port, &dump));
        restored
    }

    /// Kills it with all its connections.
    pub fn kill(&self) {
        printed(&mut script(&self.place, &self.port, "kill_postgres"));
    }

    /// Restarts it.
    pub fn revive(&self) {
        printed(&mut script(&self.place, &self.port, "seek_postgres; revive_postgres"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A failed test may have killed it.
        let _ = script(&self.place, &self.port, "seek_postgres; stop_postgres").output();
    }
}

/// Runs functions of `scripts/postgres`.
pub fn script(place: &TempDir, port: &str, what: &str) -> Command {
    let mut command = Command::new("bash");
    let text = format!(
        "set -euo pipefail; fail() {{ echo \"$*\" >&2; exit 1; }}; place=$1; port=$2; . scripts/postgres; {what}"
    );
    command.args(["-c", &text, "server", &place.path().display().to_string(), port]);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}
