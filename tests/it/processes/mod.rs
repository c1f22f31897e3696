//! Failures: the program as a process that is killed, stopped, or loses its database.

mod audit;
mod backup;
mod caller;
mod cost;
mod crash;
mod disk;
mod exposure;
mod log_lines;
mod memory;
pub mod program;
mod projection;
mod read_only;
mod retention;
mod revocation;
pub mod server;
mod simulations;
mod stopping;
mod tables;

use crate::database;
