//! The program, run as a person would run it.

mod bulk;
mod database;
mod help;
mod log;
mod passwords;
mod play;
mod pseudo_terminal;
mod run;
mod service;
mod serving;
mod simulate;
mod tables;
