//! The servers in a Postgres URL: one, or several of which one accepts writes.

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use crate::storage::open_error::OpenError;

/// The parameters that a URL may have, besides `options[…]`. The driver ignores others, and logs them with their values.
const PARAMETERS: [&str; 19] = [
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
    TARGET,
    "user",
];

const TARGET: &str = "target_session_attrs";

/// The values of `sslmode`.
const SSL_MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/// Number of equal letters at the beginning that make a name one that may be meant.
const ALIKE: usize = 3;

/// Which server to connect to, as in libpq's `target_session_attrs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Target {
    /// The first that accepts writes, or else the first that responds.
    #[default]
    Any,
    /// Only one that accepts writes.
    ReadWrite,
    /// Only a read-only one.
    ReadOnly,
    /// A read-only one, or else any.
    PreferStandby,
}

/// The servers of a URL, in the order in which they are tried.
#[derive(Clone, Debug)]
pub(crate) struct Servers {
    /// Connection options of each server.
    pub(crate) options: Vec<PgConnectOptions>,
    /// Which server to connect to.
    pub(crate) target: Target,
}

/// The parts of a URL with a list of hosts.
struct Parts<'a> {
    /// Everything before the hosts.
    head: &'a str,
    hosts: &'a str,
    /// The database name, with its `/`.
    path: &'a str,
    query: Vec<&'a str>,
}

impl Servers {
    /// Parses a URL: `postgres://user:password@host:port,host:port/database?…`.
    ///
    /// # Errors
    /// The URL is malformed, or has a parameter that is unknown or repeated. The error contains no value of one.
    pub(crate) fn parse(url: &str) -> Result<Servers, OpenError> {
        let mut parts = Parts::of(url);
        parts.check_parameters()?;
        let target = parts.take(TARGET).map_or(Ok(Target::Any), Target::parse)?;
        let (hosts, ports) = (parts.take_list("host"), parts.take_list("port"));
        let authorities = match hosts {
            Some(hosts) => with_ports(hosts, ports.unwrap_or_default())?,
            None => parts.hosts.split(',').map(str::to_owned).collect(),
        };
        let options = authorities.iter().map(|authority| parts.options(authority)).collect::<Result<_, _>>()?;
        Ok(Servers { options, target })
    }

    /// Parses the URL of a read replica, for which a standby is preferred by default.
    ///
    /// # Errors
    /// The URL is malformed.
    pub(crate) fn parse_replica(url: &str) -> Result<Servers, OpenError> {
        let servers = Servers::parse(url)?;
        let target = if servers.target == Target::Any { Target::PreferStandby } else { servers.target };
        Ok(Servers { target, ..servers })
    }
}

impl Target {
    /// Does a server with this property match?
    pub(crate) fn is(self, read_only: bool) -> bool {
        match self {
            Target::Any | Target::ReadWrite => !read_only,
            Target::ReadOnly | Target::PreferStandby => read_only,
        }
    }

    /// Is another server accepted if none matches?
    pub(crate) fn allows_others(self) -> bool {
        match self {
            Target::Any | Target::PreferStandby => true,
            Target::ReadWrite | Target::ReadOnly => false,
        }
    }

    fn parse(word: &str) -> Result<Target, OpenError> {
        match word {
            "any" => Ok(Target::Any),
            "read-write" | "primary" => Ok(Target::ReadWrite),
            "read-only" | "standby" => Ok(Target::ReadOnly),
            "prefer-standby" => Ok(Target::PreferStandby),
            _ => Err(OpenError::Address(format!(
                "{TARGET}: expected any, read-write, primary, read-only, standby or prefer-standby"
            ))),
        }
    }
}

/// Combines hosts and ports. A single port applies to all hosts.
fn with_ports(hosts: Vec<&str>, ports: Vec<&str>) -> Result<Vec<String>, OpenError> {
    let port = |place: usize| match ports.as_slice() {
        [] => Ok(""),
        [port] => Ok(*port),
        ports if ports.len() == hosts.len() => Ok(ports[place]),
        ports => Err(OpenError::Address(format!("{} hosts have {} ports", hosts.len(), ports.len()))),
    };
    let pairs = hosts.iter().enumerate().map(|(place, host)| {
        let port = port(place)?;
        Ok(if port.is_empty() { (*host).to_owned() } else { format!("{host}:{port}") })
    });
    pairs.collect()
}

impl<'a> Parts<'a> {
    fn of(url: &'a str) -> Parts<'a> {
        let start = url.find("://").map_or(0, |place| place + 3);
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        let end = address[start..].find('/').map_or(address.len(), |place| start + place);
        let hosts = address[start..end].rfind('@').map_or(start, |place| start + place + 1);
        let query = query.split('&').filter(|pair| !pair.is_empty()).collect();
        Parts { head: &address[..hosts], hosts: &address[hosts..end], path: &address[end..], query }
    }

    /// Checks that each parameter is known and not repeated, and that the mode of TLS is one.
    fn check_parameters(&self) -> Result<(), OpenError> {
        let mut met = Vec::new();
        for pair in &self.query {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
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

    /// Removes and returns a parameter.
    fn take(&mut self, name: &str) -> Option<&'a str> {
        let place = self.query.iter().position(|pair| pair.split_once('=').is_some_and(|(key, _)| key == name))?;
        self.query.remove(place).split_once('=').map(|(_, value)| value)
    }

    /// Removes and returns a list parameter.
    fn take_list(&mut self, name: &str) -> Option<Vec<&'a str>> {
        let is_list = |pair: &&str| pair.split_once('=').is_some_and(|(key, value)| key == name && value.contains(','));
        self.query.iter().any(is_list).then(|| self.take(name))?.map(|value| value.split(',').collect())
    }

    /// The connection options of one host.
    fn options(&self, authority: &str) -> Result<PgConnectOptions, OpenError> {
        let query = self.query.join("&");
        let mark = if query.is_empty() { "" } else { "?" };
        let url = format!("{}{authority}{}{mark}{query}", self.head, self.path);
        let options = PgConnectOptions::from_str(&url).map_err(OpenError::address)?;
        let is_named = options.get_application_name().is_some();
        Ok(if is_named { options } else { options.application_name("arcana") })
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

    fn hosts(url: &str) -> Vec<(String, u16)> {
        let servers = Servers::parse(url).expect("a valid URL");
        servers.options.iter().map(|options| (options.get_host().to_owned(), options.get_port())).collect()
    }

    fn host(name: &str, port: u16) -> (String, u16) {
        (name.to_owned(), port)
    }

    #[test]
    fn a_url_names_one_server_or_several() {
        assert_eq!(hosts("postgres://u:p@one:5433/db"), [host("one", 5433)]);
        assert_eq!(hosts("postgres://u:p@one:1,two:2/db"), [host("one", 1), host("two", 2)]);
        assert_eq!(
            hosts("postgres://u@[::1]:1,127.0.0.1:2/db?sslmode=disable"),
            [host("[::1]", 1), host("127.0.0.1", 2)]
        );
        assert_eq!(hosts("postgres://u:p@/db?host=one,two&port=1,2"), [host("one", 1), host("two", 2)]);
        assert_eq!(hosts("postgres://u:p@/db?host=one,two&port=7"), [host("one", 7), host("two", 7)]);
    }

    #[test]
    fn all_servers_have_the_same_database_and_user() {
        let servers =
            Servers::parse("postgres://ada:x%40y@one,two/games?target_session_attrs=read-write").expect("two");
        assert_eq!(servers.target, Target::ReadWrite);
        for options in &servers.options {
            assert_eq!((options.get_username(), options.get_database()), ("ada", Some("games")));
        }
    }

    #[test]
    fn an_unknown_or_repeated_parameter_is_refused_by_its_name() {
        let why =
            |query: &str| Servers::parse(&format!("postgres://u:p@one,two/db?{query}")).expect_err(query).to_string();
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
        for query in
            ["sslmod=secret", "sslmode=secret", "secret_of=secret", "target_session_attrs=secret", "port=secret"]
        {
            assert!(!why(query).contains("=secret") && !why(query).contains("secret`"), "{}", why(query));
        }
        for good in
            ["sslmode=verify-full&sslrootcert=/ca.pem", "options=-c%20a=b&options[c]=d", "application_name=mine"]
        {
            Servers::parse(&format!("postgres://u:p@one/db?{good}")).expect(good);
        }
    }

    #[test]
    fn errors_about_malformed_urls_contain_no_password() {
        for url in [
            "postgres://u:secret@one/db?target_session_attrs=best",
            "postgres://u:secret@/db?host=a,b,c&port=1,2",
            "postgres://u:secret@one:1,two:99999999/db",
        ] {
            let why = Servers::parse(url).expect_err(url).to_string();
            assert!(!why.contains("secret"), "{why}");
        }
    }
}
