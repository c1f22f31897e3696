//! The program's commands.

mod bulk;
mod database;
mod help;
mod log;
mod passwords;
mod play;
mod pseudo_terminal;
mod release;
pub mod run;
mod service;
mod serving;
mod simulate;
mod tables;
