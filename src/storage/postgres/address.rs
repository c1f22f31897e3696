//! The address of a Postgres server: a URL with one host.

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use crate::storage::opening::OpenError;

/// The parameters that a URL may have, besides `options[…]`. The driver ignores others, and logs them with their values.
const PARAMETERS: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];

/// The values of `sslmode`.
const SSL_MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/// Number of equal letters at the beginning that make a name one that may be meant.
const ALIKE: usize = 3;

/// Why an address with a list of hosts is refused.
const SEVERAL_HOSTS: &str = "it names several hosts: give one, a proxy or a name in DNS that leads to the primary \
    (docs/operation/high-availability.md)";

/// The parameters that lead to a host.
const PLACES: [&str; 3] = ["host", "hostaddr", "port"];

/// Parses a URL: `postgres://user:password@host:port/database?…`. A host may also be the parameter `host`, as in libpq.
///
/// # Errors
/// The URL is malformed, names several hosts, or has a parameter that is unknown or repeated. The error contains no
/// value of one.
pub(super) fn parse(url: &str) -> Result<PgConnectOptions, OpenError> {
    let parts = Parts::of(url);
    parts.check_parameters()?;
    let options = PgConnectOptions::from_str(&parts.with_a_host()).map_err(OpenError::address)?;
    let is_named = options.get_application_name().is_some();
    Ok(if is_named { options } else { options.application_name("arcana") })
}

/// The parts of a URL.
struct Parts<'a> {
    /// Everything before the host.
    head: &'a str,
    host: &'a str,
    /// The name of the database with its `/`, and the parameters.
    rest: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> Parts<'a> {
    fn of(url: &'a str) -> Parts<'a> {
        let start = url.find("://").map_or(0, |place| place + 3);
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        let end = address[start..].find('/').map_or(address.len(), |place| start + place);
        let host = address[start..end].rfind('@').map_or(start, |place| start + place + 1);
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let parameters = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).collect();
        Parts { head: &address[..host], host: &address[host..end], rest: &url[end..], parameters }
    }

    /// The URL with a host before the database, which a URL with a user must have: a parameter replaces it.
    fn with_a_host(&self) -> String {
        let has_parameter = self.parameters.iter().any(|(name, _)| matches!(*name, "host" | "hostaddr"));
        let host = if self.host.is_empty() && has_parameter { "localhost" } else { self.host };
        format!("{}{host}{}", self.head, self.rest)
    }

    /// Checks that each parameter is known and not repeated, and that the mode of TLS is one.
    fn check_parameters(&self) -> Result<(), OpenError> {
        let mut met = Vec::new();
        if self.host.contains(',') {
            return Err(OpenError::Address(SEVERAL_HOSTS.to_owned()));
        }
        for &(name, value) in &self.parameters {
            if PLACES.contains(&name) && (value.contains(',') || value.to_lowercase().contains("%2c")) {
                return Err(OpenError::Address(SEVERAL_HOSTS.to_owned()));
            }
            let is_option = name.starts_with("options[");
            if !is_option && !PARAMETERS.contains(&name) {
                return Err(unknown(name));
            }
            if name != "options" && met.contains(&name) {
                return Err(OpenError::Address(format!("the parameter `{name}` is given twice")));
            }
            if matches!(name, "sslmode" | "ssl-mode") && !SSL_MODES.contains(&value) {
                return Err(OpenError::Address(format!("{name}: expected {}", SSL_MODES.join(", "))));
            }
            met.push(name);
        }
        Ok(())
    }
}

/// The error of a parameter that is not known, with the names that may be meant. Its value may be a secret.
fn unknown(name: &str) -> OpenError {
    let letters = name.to_lowercase();
    let shared = |known: &str| known.bytes().zip(letters.bytes()).take_while(|(known, letter)| known == letter).count();
    let most = PARAMETERS.into_iter().map(shared).max().unwrap_or_default().max(ALIKE);
    let near: Vec<_> = PARAMETERS.into_iter().filter(|known| shared(known) == most).collect();
    let expected = if near.is_empty() { PARAMETERS.join(", ") } else { near.join(", ") };
    let name: String = name.chars().take(40).map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect();
    OpenError::Address(format!("`{name}` is not a parameter of a Postgres URL: expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(url: &str) -> (String, u16) {
        let options = parse(url).expect(url);
        (options.get_host().to_owned(), options.get_port())
    }

    #[test]
    fn a_url_names_one_host_before_the_database_or_as_a_parameter() {
        assert_eq!(place("postgres://u:p@one:5433/db"), ("one".to_owned(), 5433));
        assert_eq!(place("postgres://u@[::1]:1/db?sslmode=disable"), ("[::1]".to_owned(), 1));
        assert_eq!(place("postgres://u:p@/db?host=one&port=7"), ("one".to_owned(), 7));
        assert_eq!(place("postgres://u:p@other:1/db?host=one"), ("one".to_owned(), 1));
        let socket = parse("postgres://u:p@/db?host=/run/postgresql").expect("a socket");
        assert_eq!(socket.get_socket().and_then(|path| path.to_str()), Some("/run/postgresql"));
    }

    #[test]
    fn a_url_with_several_hosts_is_refused() {
        for url in
            ["postgres://u:p@one:1,two:2/db", "postgres://u:p@/db?host=one,two&port=7", "postgres://u:p@/db?host=a%2Cb"]
        {
            let why = parse(url).expect_err(url).to_string();
            assert!(why.starts_with("the database URL is malformed: it names several hosts: give one"), "{why}");
        }
    }

    #[test]
    fn an_unknown_or_repeated_parameter_is_refused_by_its_name() {
        let why = |query: &str| parse(&format!("postgres://u:p@one/db?{query}")).expect_err(query).to_string();
        let near = "the database URL is malformed: `sslmod` is not a parameter of a Postgres URL: expected sslmode";
        assert_eq!(why("sslmod=verify-full"), near);
        assert!(why("SSLMODE=require").ends_with("expected sslmode"));
        assert!(why("pass=secret").ends_with("expected password"));
        assert!(why("sslca=x").ends_with("expected sslcert"));
        assert!(why("connect_timeout=3").contains("`connect_timeout` is not a parameter"));
        assert!(why("token").contains("`token` is not a parameter"));
        assert!(why("sslmode=require&sslmode=disable").ends_with("the parameter `sslmode` is given twice"));
        assert!(
            why("sslmode=secret")
                .ends_with("sslmode: expected disable, allow, prefer, require, verify-ca, verify-full")
        );
        for query in ["sslmod=secret", "sslmode=secret", "secret_of=secret", "port=secret"] {
            assert!(!why(query).contains("=secret") && !why(query).contains("secret`"), "{}", why(query));
        }
        for good in
            ["sslmode=verify-full&sslrootcert=/ca.pem", "options=-c%20a=b&options[c]=d", "application_name=mine"]
        {
            parse(&format!("postgres://u:p@one/db?{good}")).expect(good);
        }
    }

    #[test]
    fn errors_about_malformed_urls_contain_no_password() {
        for url in [
            "postgres://u:secret@one/db?target_session_attrs=any",
            "postgres://u:secret@/db?host=a,b,c&port=1,2",
            "postgres://u:secret@one:99999999/db",
        ] {
            let why = parse(url).expect_err(url).to_string();
            assert!(!why.contains("secret"), "{why}");
        }
    }
}
