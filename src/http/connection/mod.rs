//! Connections: how many are accepted, how long each may wait, and how they end.

mod exchange;
mod guard;
pub mod pace;
mod registry;
mod turns;

use std::{
    io::{self, ErrorKind},
    net::{SocketAddr, TcpListener},
    ops::RangeInclusive,
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use actix_http::{HttpService, Protocol, Request, Response, error::DispatchError};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::{
    Error, HttpRequest, ResponseError,
    body::MessageBody,
    dev::{AppConfig, Server, Service, ServiceFactory, fn_service},
    rt::net::TcpStream,
};
use uuid::Uuid;

use crate::{
    http::{names::PROBLEM_JSON, reply::problem::Problem},
    service::ProblemCode,
};

pub use self::{
    exchange::{Exchange, MeteredBody, streams},
    registry::{ConnectionLimits, Connections, Exhausted, Quota, Share},
};
use self::{guard::Guarded, pace::LeastRate};

/// Maximum wait for the peer when the service closes a connection.
const DISCONNECT: Duration = Duration::from_secs(1);

/// Bounds of the number of unsent bytes of a response that the system buffers: a client that stops reading is soon
/// noticed, and many of them take little memory.
const UNSENT: RangeInclusive<u32> = 16 << 10..=128 << 10;

/// The address of the socket that accepted a connection.
#[derive(Clone, Copy, Debug)]
struct ListenedAt(SocketAddr);

/// The address of the socket that accepted a request's connection; `None` in a test without a socket.
pub fn listened_at(request: &HttpRequest) -> Option<SocketAddr> {
    request.conn_data::<ListenedAt>().map(|listened| listened.0)
}

/// A socket, and whether its connections count towards the limits.
#[derive(Debug)]
pub struct Socket {
    /// The socket.
    pub listener: TcpListener,
    /// Whether its connections are exempt from the limits, as those of monitoring are.
    pub exempt: bool,
}

/// What a server needs besides its app.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    /// Number of threads that handle requests.
    pub count: usize,
    /// Maximum time for requests in progress at shutdown, in seconds.
    pub shutdown_seconds: u64,
}

/// Serves an app on sockets; the server runs while it is awaited.
///
/// # Errors
/// When a socket cannot be listened on.
pub fn serve<A, S, B>(
    sockets: impl IntoIterator<Item = Socket>,
    connections: &Arc<Connections>,
    workers: Workers,
    app: impl Fn() -> A + Send + Clone + 'static,
) -> io::Result<Server>
where
    A: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Error = Error, InitError = ()> + 'static,
    S::Future: 'static,
    S::Response: Into<Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    // The caller decides when to stop: `arcana serve` listens for signals.
    let mut server =
        Server::build().workers(workers.count).shutdown_timeout(workers.shutdown_seconds).disable_signals();
    let stopping = server.graceful_shutdown_signal();
    for Socket { listener, exempt } in sockets {
        let address = listener.local_addr()?;
        bound(&listener, connections.limits().rate());
        let (stopping, connections, app) = (stopping.clone(), Arc::clone(connections), app.clone());
        server = server.listen(format!("arcana {address}"), listener, move || {
            let (stopping, stopped) = (stopping.clone(), Arc::clone(&connections));
            let app = app().into_factory().map_err(|error: Error| error.error_response());
            let http = HttpService::build()
                .keep_alive(exchange::KEEP_ALIVE)
                // The guard times the head of every request; this timeout applies only to the first.
                .client_request_timeout(Duration::ZERO)
                .client_disconnect_timeout(DISCONNECT)
                // A client that closes its sending side is treated as disconnected, and its request is dropped, unless it
                // has sent more than the request.
                .h1_allow_half_closed(false)
                .graceful_shutdown_signal(move || {
                    let (stopping, stopped) = (stopping.clone(), Arc::clone(&stopped));
                    async move {
                        stopping.notified().await;
                        stopped.stop();
                    }
                })
                .on_connect_ext(move |connection: &Guarded<TcpStream>, data| {
                    data.insert(Rc::clone(connection.conversation()));
                    data.insert(ListenedAt(address));
                })
                .finish(map_config(app, |()| AppConfig::default()));
            let connections = Arc::clone(&connections);
            fn_service(move |stream: TcpStream| std::future::ready(accept(stream, &connections, exempt))).and_then(http)
        })?;
    }
    Ok(server.run())
}

/// Accepts a connection unless there are too many.
fn accept(
    stream: TcpStream,
    connections: &Arc<Connections>,
    exempt: bool,
) -> Result<(Guarded<TcpStream>, Protocol, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let admitted = if exempt { Ok(None) } else { connections.admit(peer).map(Some) };
    match admitted {
        Ok(share) => Ok((Guarded::new(stream, Arc::clone(connections), share), Protocol::Http1, Some(peer))),
        Err(why) => {
            // Best effort: a refused client is not waited for.
            let _ = socket2::SockRef::from(&stream).send(refusal(why).as_bytes());
            Err(DispatchError::Io(ErrorKind::ConnectionRefused.into()))
        }
    }
}

/// The response to a refused connection. The request is not read, so that its path is unknown.
fn refusal(why: Exhausted) -> String {
    let problem = match why {
        Exhausted::Own => Problem::new(ProblemCode::RateLimited, "Too many connections from this address."),
        Exhausted::All => Problem::new(ProblemCode::Unavailable, "The service has too many connections."),
    };
    let (status, id) = (problem.status_code(), Uuid::now_v7());
    tracing::debug!(request_id = %id, "a connection is refused: {problem}");
    let body = problem.body("", &id.to_string());
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\nretry-after: 1\r\nx-request-id: {id}\r\ncache-control: no-store\r\n\
         content-type: {PROBLEM_JSON}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// The system reports progress each time about half of the unsent bytes have left: at the minimum rate, that must take
/// less than the grace.
fn unsent(least_rate: LeastRate) -> u32 {
    let in_grace = f64::from(least_rate.bytes) * least_rate.grace.as_secs_f64();
    // Casts of floats saturate.
    ((in_grace / 2.0) as u32).clamp(*UNSENT.start(), *UNSENT.end())
}

/// Limits how much of unread responses the system buffers, and for how long. Connections inherit the options of the
/// socket that accepts them.
fn bound(listener: &TcpListener, least_rate: LeastRate) {
    let (stall, unsent) = (least_rate.grace, unsent(least_rate));
    let socket = socket2::SockRef::from(listener);
    // A response of two writes would otherwise wait for the client's acknowledgement of the first, 40 ms on Linux.
    if let Err(error) = socket.set_tcp_nodelay(true) {
        tracing::warn!(%error, "cannot send small writes at once");
    }
    #[cfg(target_os = "linux")]
    {
        let set = socket.set_tcp_notsent_lowat(unsent).and_then(|()| socket.set_tcp_user_timeout(Some(2 * stall)));
        if let Err(error) = set {
            tracing::warn!(%error, "cannot limit the send buffer of a connection");
        }
    }
    #[cfg(not(target_os = "linux"))]
    if let Err(error) = socket.set_send_buffer_size(unsent as usize) {
        tracing::warn!(%error, ?stall, "cannot limit the send buffer of a connection");
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_reader_at_the_minimum_rate_shows_progress_within_the_grace() {
        let unsent = |bytes, seconds| super::unsent(LeastRate { bytes, grace: Duration::from_secs(seconds) });
        assert_eq!(unsent(1024, 30), 16 << 10);
        assert_eq!(unsent(4096, 30), 60 << 10);
        assert_eq!((unsent(0, 30), unsent(u32::MAX, 3600)), (16 << 10, 128 << 10));
    }

    #[test]
    fn accepted_connections_send_small_writes_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        bound(&listener, LeastRate { bytes: 1024, grace: Duration::from_secs(1) });
        let _client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let (accepted, _) = listener.accept().expect("a connection");
        assert!(accepted.nodelay().expect("an option of the socket"));
    }
}
