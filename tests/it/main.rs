//! The whole service from outside: its HTTP interface, its commands, its storage on both databases, and its processes when
//! things break. One binary, since linking the service takes longer than most of its tests.

mod api;
mod cli;
mod database;
mod handbook;
mod processes;
mod storage;
