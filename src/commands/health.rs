//! `arcana health`: the health check of a container.

use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    process::ExitCode,
    time::Duration,
};

use super::output::note;

/// Timeout of the request.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Requests `/readyz`.
pub fn health(listen: SocketAddr) -> ExitCode {
    match ready(reachable(listen)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            note(&format!("{listen} is not ready."));
            ExitCode::FAILURE
        }
        Err(error) => {
            note(&format!("{listen} did not respond: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// An address at which a listener can be reached: loopback, if it listens on all interfaces.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn ready(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())?;
    let mut response = String::new();
    stream.take(4096).read_to_string(&mut response)?;
    Ok(response.starts_with("HTTP/1.1 200 "))
}
