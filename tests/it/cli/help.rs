//! The output of `--help`.

use super::run::{arcana, out, run};

#[test]
fn help_explains_every_flag_and_variable() {
    let help = out(&run(&["serve", "--help"]));
    for word in [
        "--listen",
        "ARCANA_LISTEN",
        "127.0.0.1:8080",
        "--database-url",
        "DATABASE_URL",
        "sqlite://./data/arcana.db",
        "--anonymous",
        "ARCANA_ANONYMOUS",
        "--database-connections",
        "ARCANA_DATABASE_CONNECTIONS",
        "--threads",
        "ARCANA_THREADS",
        "--simulation-threads",
        "ARCANA_SIMULATION_THREADS",
        "--body-memory",
        "ARCANA_BODY_MEMORY",
        "--body-timeout",
        "ARCANA_BODY_TIMEOUT",
        "--request-timeout",
        "ARCANA_REQUEST_TIMEOUT",
        "--rate-limit",
        "ARCANA_RATE_LIMIT",
        "--rate-burst",
        "ARCANA_RATE_BURST",
        "--forwarded-for",
        "ARCANA_FORWARDED_FOR",
        "--cors-origin",
        "ARCANA_CORS_ORIGIN",
        "--drain-seconds",
        "ARCANA_DRAIN_SECONDS",
        "--keep-days",
        "ARCANA_KEEP_DAYS",
        "--log-format",
        "ARCANA_LOG_FORMAT",
        "--log",
        "ARCANA_LOG",
    ] {
        assert!(help.contains(word), "{word} is missing:\n{help}");
    }
    let all = out(&run(&["--help"]));
    for command in [
        "serve", "play", "verify", "keys", "export", "import", "copy", "erase", "scrub", "reindex", "openapi", "health",
    ] {
        assert!(all.contains(command), "{command} is missing:\n{all}");
    }
}

#[test]
fn variables_of_the_service_matter_to_it_alone() {
    let refused = |arguments: &[&str], variable: &str, value: &str| {
        let output = arcana(arguments).env(variable, value).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let verified = refused(&["verify", "no such file"], "ARCANA_THREADS", "0");
    assert!(verified.starts_with("arcana: cannot read no such file"), "{verified}");
    for arguments in [&[][..], &["serve"], &["--rate-limit", "1000"]] {
        let served = refused(arguments, "ARCANA_THREADS", "0");
        assert!(served.contains("invalid value '0' for 'ARCANA_THREADS'"), "{served}");
    }
    let flag = refused(&["--threads", "0"], "ARCANA_THREADS", "1");
    assert!(flag.contains("invalid value '0' for '--threads <COUNT>'"), "{flag}");
    // An empty variable is none.
    let empty = refused(&["serve", "--database-url", "mysql://nowhere"], "ARCANA_THREADS", "");
    assert!(empty.contains("mysql"), "{empty}");
    let empty = refused(&["--database-url", "mysql://nowhere"], "ARCANA_LOG", "");
    assert!(empty.contains("mysql"), "{empty}");
}

#[test]
fn wrong_values_of_flags_say_what_is_expected() {
    for (arguments, why) in [
        (&["serve", "--listen", "localhost:8080"][..], "an IP address and a port, as in `127.0.0.1:8080`"),
        (&["serve", "--rate-burst", "0"], "expected a whole number from 1"),
        (&["serve", "--log", "foo=bar=baz"], "--log: "),
        (&["serve", "--log", ""], "--log: the filter is empty"),
        (&["serve", "--read-database-url", "postgres://x/y"], "--read-database-url: only with a Postgres database"),
        (&["keys", "revoke", "x"], "expected a UUID"),
        (&["play", "fortunes", "--invitation", "x"], "--invitation: only with --table"),
        (&["play", "--table", "http://x/tables/y", "--seed", "q"], "--seed"),
    ] {
        let refused = run(arguments);
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && told.contains(why), "{arguments:?}: {told}");
    }
}
