//! Tests of the whole service: its HTTP API, its commands, its storage on both databases, and failures of its
//! processes. One binary, since linking takes longer than most tests.

mod api;
mod cli;
mod database;
mod handbook;
mod processes;
mod storage;
