//! Log lines are written by a thread: none is lost, and requests do not wait for a reader that is slow for a while.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use crate::processes::{
    caller::client,
    database::{TestDatabase, block_on, fresh_sqlite},
    program::{Program, arcana, printed},
};

/// Requests unknown URLs of at least this length, for log lines of that length.
async fn ask(program: &Program, numbers: std::ops::Range<usize>, length: usize) {
    let (client, long) = (client(), "x".repeat(length));
    for number in numbers {
        let answer = client.get(format!("{}/v1/{long}{number}", program.address)).send().await;
        assert_eq!(answer.expect("an answer").status(), 404);
    }
}

/// The numbers of the URLs in the log lines, in order.
fn told(program: &Program) -> Vec<usize> {
    let paths = program.log().into_iter().filter(|line| line["message"] == "request completed");
    let number = |path: &str| path.trim_start_matches("/v1/").trim_start_matches('x').parse().expect("a number");
    paths.map(|line| number(line["path"].as_str().expect("a path"))).collect()
}

fn signal(program: &Program, name: &str) {
    printed(Command::new("kill").args([name, &program.id().to_string()]));
}

async fn started() -> (TestDatabase, Program) {
    let database = fresh_sqlite().await;
    let program = Program::start(arcana(&["--database-url", database.url()]));
    (database, program)
}

#[test]
fn text_has_no_colours_without_a_terminal() {
    block_on(async {
        let database = fresh_sqlite().await;
        let mut command = arcana(&["--database-url", database.url(), "--listen", "127.0.0.1:0"]);
        command.env("TERM", "xterm").env_remove("NO_COLOR").stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(program.stderr.take().expect("piped")).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("listening")).expect("it listens");
        program.kill().expect("it runs");
        program.wait().expect("it stops");
        assert!(!line.contains('\x1b'), "{line:?}");
    });
}

#[test]
fn no_line_is_lost_when_it_stops() {
    block_on(async {
        let (_database, program) = started().await;
        ask(&program, 0..500, 10).await;
        signal(&program, "-TERM");
        program.logged(|line| line["message"] == "stopped");
        assert_eq!(told(&program), Vec::from_iter(0..500));
    });
}

#[test]
fn all_but_the_latest_lines_are_written_when_it_is_killed() {
    block_on(async {
        let (_database, program) = started().await;
        ask(&program, 0..500, 10).await;
        program.logged(|line| line["path"].as_str().is_some_and(|path| path.ends_with("x499")));
        signal(&program, "-KILL");
        assert_eq!(told(&program), Vec::from_iter(0..500));
    });
}

#[test]
fn requests_are_answered_while_nobody_reads_the_log_and_no_line_is_lost() {
    block_on(async {
        let (_database, program) = started().await;
        let before = memory(&program);
        let unread = program.pause_reading();
        ask(&program, 0..2000, 4000).await;
        let grown = memory(&program) - before;
        assert!(grown < 40 << 10, "{grown} KiB");
        drop(unread);
        program.logged(|line| line["path"].as_str().is_some_and(|path| path.ends_with("x1999")));
        assert_eq!(told(&program), Vec::from_iter(0..2000));
    });
}

/// Its memory, in KiB.
fn memory(program: &Program) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a process has memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
