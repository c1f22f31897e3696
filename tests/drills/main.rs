//! Drills: servers die, switch roles, stop responding and lose power while callers write and read. Nothing confirmed is
//! lost, nothing is duplicated, and the service recovers by itself. `scripts/test --test drills -- --nocapture` prints
//! the figures.

#[path = "../it/processes/program.rs"]
mod program;
#[path = "../it/processes/server.rs"]
mod server;

mod clocks;
mod cluster;
mod ledger;
mod load;
mod pooled;
mod power;
mod preload;
mod promote;
mod proxy;
mod replicas;
mod rolling;
mod silence;
