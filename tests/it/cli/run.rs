//! Runs the program to its end.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// The program, without environment variables that matter.
pub fn arcana(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arcana"));
    command.args(arguments).env_remove("DATABASE_URL").env_remove("ARCANA_LISTEN");
    command
}

/// Runs it.
pub fn run(arguments: &[&str]) -> Output {
    arcana(arguments).output().expect("the program starts")
}

/// Runs it with this standard input.
pub fn fed(arguments: &[&str], text: &str) -> Output {
    fed_bytes(arguments, text.as_bytes())
}

/// The same with any bytes.
pub fn fed_bytes(arguments: &[&str], bytes: &[u8]) -> Output {
    let mut child = arcana(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(bytes).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Runs it with this standard input, and a standard error that nobody reads.
pub fn fed_unheard(arguments: &[&str], text: &str) -> Output {
    let mut child = arcana(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stderr.take());
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Its standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}
