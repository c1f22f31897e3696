//! Two Postgres servers for one test: a primary and its synchronous standby.

use std::process::Command;

use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;

use crate::{
    load::{block_on, wait_until},
    program::{arcana, printed},
};

/// One of the two servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The primary at the start.
    One,
    /// Its standby.
    Two,
}

/// Both servers; they stop when dropped.
pub struct Cluster {
    place: TempDir,
    ports: [u16; 2],
}

impl Node {
    fn name(self) -> &'static str {
        match self {
            Node::One => "one",
            Node::Two => "two",
        }
    }
}

impl Cluster {
    /// Starts both. Commits are confirmed when they are on both disks.
    pub fn start() -> Cluster {
        let place = TempDir::new().expect("a temporary folder");
        let told = printed(&mut script(&place, "start_pair; cat $place/one.port $place/two.port"));
        let ports: Vec<u16> = told.lines().map(|port| port.parse().expect("a port")).collect();
        Cluster { place, ports: ports.try_into().expect("two ports") }
    }

    /// The port of a server.
    pub fn port(&self, node: Node) -> u16 {
        match node {
            Node::One => self.ports[0],
            Node::Two => self.ports[1],
        }
    }

    /// The URL of the database on this port.
    pub fn url(port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/postgres")
    }

    /// Kills a server with all its connections.
    pub fn kill(&self, node: Node) {
        self.run(&format!("node {} kill_node", node.name()));
    }

    /// Stops a server cleanly.
    pub fn end(&self, node: Node) {
        self.run(&format!("node {} stop_node", node.name()));
    }

    /// Restarts a server that was killed or stopped.
    pub fn start_again(&self, node: Node) {
        self.run(&format!("node {} start_node", node.name()));
    }

    /// Promotes a standby to primary.
    pub fn promote(&self, node: Node) {
        self.run(&format!("node {} promote_node", node.name()));
    }

    /// Restarts a stopped primary as a standby of the other server.
    pub fn demote(&self, node: Node) {
        self.run(&format!("demote {}", node.name()));
    }

    /// Lets a primary confirm writes without a standby.
    pub fn wait_for_nobody(&self, node: Node) {
        self.run(&format!("node {} set_synchronous ''", node.name()));
    }

    /// Lets a standby receive changes without applying them.
    pub fn pause_replay(&self, node: Node) {
        self.execute(node, "select pg_wal_replay_pause()");
        wait_until("replay is paused", || {
            self.execute(node, "select 1 / (pg_get_wal_replay_pause_state() = 'paused')::int")
        });
    }

    /// Lets it apply changes again.
    pub fn resume_replay(&self, node: Node) {
        self.execute(node, "select pg_wal_replay_resume()");
    }

    /// Runs a statement; returns whether it succeeded.
    pub fn execute(&self, node: Node, sql: &'static str) -> bool {
        let url = Cluster::url(self.port(node));
        block_on(async {
            let mut connection = PgConnection::connect(&url).await.expect("the server answers");
            connection.execute(sql).await.is_ok()
        })
    }

    fn run(&self, what: &str) {
        printed(&mut script(&self.place, &format!("seek_postgres; {what}")));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // A failed test may have stopped them.
        let _ = script(&self.place, "seek_postgres; stop_pair").output();
    }
}

/// Creates a key for callers, which also migrates the database.
pub fn key(database: &str) -> String {
    printed(&mut arcana(&["keys", "--database-url", database, "create", "--name", "drill"])).trim().to_owned()
}

/// Creates a key through a pooler of this kind.
pub fn key_through(database: &str, pooler: &str) -> String {
    let made = ["keys", "--database-url", database, "--database-pooler", pooler, "create", "--name", "drill"];
    printed(&mut arcana(&made)).trim().to_owned()
}

/// Runs functions of `scripts/replica`.
pub fn script(place: &TempDir, what: &str) -> Command {
    let mut command = Command::new("bash");
    let text = format!(
        "set -euo pipefail; fail() {{ echo \"$*\" >&2; exit 1; }}; place=$1; \
         . scripts/postgres; . scripts/replica; . scripts/balancers; {what}"
    );
    command.args(["-c", &text, "drill", &place.path().display().to_string()]);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}
