//! A Postgres server of a test's own, which can be killed and started again.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::process::Command;

use tempfile::TempDir;

use super::program::printed;

/// The server; it stops when it is dropped.
pub struct Server {
    place: TempDir,
    port: String,
}

impl Server {
    /// Starts a server that keeps what it promises.
    pub fn start() -> Server {
        let place = TempDir::new().expect("a temporary folder");
        let port = printed(&mut script(&place, "", "start_postgres durable; echo $port"));
        Server { port: port.trim().to_owned(), place }
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port.parse().expect("a port")
    }

    /// Its one database's address.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Dumps its database into a file and restores it into another one; gives that one's address.
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

    /// Starts it again.
    pub fn revive(&self) {
        printed(&mut script(&self.place, &self.port, "seek_postgres; revive_postgres"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that failed may have killed it.
        let _ = script(&self.place, &self.port, "seek_postgres; stop_postgres").output();
    }
}

/// Does something with the functions of `scripts/postgres`.
fn script(place: &TempDir, port: &str, what: &str) -> Command {
    let mut command = Command::new("bash");
    let text = format!(
        "set -euo pipefail; fail() {{ echo \"$*\" >&2; exit 1; }}; place=$1; port=$2; . scripts/postgres; {what}"
    );
    command.args(["-c", &text, "server", &place.path().display().to_string(), port]);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}
