//! No output contains the password of the database.

use super::run::{arcana, out, run};

#[test]
fn a_password_is_never_printed() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    for address in [
        format!("postgres://ada:sesame@127.0.0.1:{port}/x"),
        format!("postgres://ada:sesame@127.0.0.1:{port}/x?sslmode=nonsense"),
        format!("postgres://ada:sesame@127.0.0.1:{port}/x?sslmod=verify-full"),
        format!("postgres://ada@127.0.0.1:{port}/x?passwort=sesame"),
        format!("postgres://ada@127.0.0.1:{port}/x?sslmode=sesame"),
        "postgres://ada:sesame@127.0.0.1:port/x".to_owned(),
        "postgres://ada:sesame@[::1/x".to_owned(),
        "mysql://ada:sesame@127.0.0.1/x".to_owned(),
        "sqlite://ada:sesame@nowhere?mode=ro".to_owned(),
    ] {
        let output = run(&["serve", "--listen", "127.0.0.1:0", "--log", "trace", "--database-url", &address]);
        assert_eq!(output.status.code(), Some(2), "{address}");
        let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(!said.is_empty() && !said.contains("sesame"), "{said}");
    }
}

#[test]
fn an_unknown_parameter_of_a_database_url_is_refused_by_every_command() {
    let wrong = "postgres://ada@127.0.0.1:1/x?sslmod=sesame";
    let reading = ["--database-url", "postgres://ada@127.0.0.1:1/x", "--read-database-url", wrong];
    let commands: [&[&str]; 7] = [
        &["serve", "--database-url", wrong],
        &["migrate", "--database-url", wrong],
        &["export", "--database-url", wrong],
        &["import", "--database-url", wrong, "-"],
        &["keys", "--database-url", wrong, "list"],
        &["scrub", "--database-url", wrong],
        &[&["serve"], &reading[..]].concat(),
    ];
    for command in commands {
        let output = run(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("`sslmod` is not a parameter") && said.contains("sslmode"), "{command:?}: {said}");
        assert!(!said.contains("sesame"), "{said}");
    }
}

/// The commands listed in a help text, without `help`.
fn listed_commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(ToOwned::to_owned).collect()
}

/// The help of a command and its subcommands, with a password in the environment.
fn helps(command: &[&str]) -> Vec<String> {
    let mut helps = Vec::new();
    for flag in ["--help", "-h"] {
        let mut asked = arcana(&[command, &[flag]].concat());
        helps.push(out(&asked.env("DATABASE_URL", "postgres://ada:sesame@nowhere/x").output().expect("it starts")));
    }
    for name in listed_commands(&helps[0]) {
        helps.extend(self::helps(&[command, &[&name]].concat()));
    }
    helps
}

#[test]
fn no_help_prints_the_password_of_the_database() {
    let helps = helps(&[]);
    assert!(helps.len() > 20, "{}", helps.len());
    assert!(helps.iter().filter(|help| help.contains("DATABASE_URL")).count() >= 8);
    for help in helps {
        assert!(!help.contains("sesame"), "{help}");
    }
}

#[test]
fn no_command_prints_the_password_of_the_database() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let commands: [&[&str]; 5] =
        [&["export"], &["import", "-"], &["keys", "list"], &["scrub"], &["erase", "--name", "Ada"]];
    for command in commands {
        for address in [format!("postgres://ada:sesame@127.0.0.1:{port}/x"), "postgres://ada:sesame@[::1/x".to_owned()]
        {
            let output = run(&[command, &["--database-url", &address]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?}");
            let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
            assert!(!said.is_empty() && !said.contains("sesame"), "{said}");
        }
    }
}
