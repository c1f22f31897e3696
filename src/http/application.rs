//! The application: routes behind middleware, served on sockets.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::{Arc, Weak},
    time::Duration,
};

use actix_service::{IntoServiceFactory, ServiceFactory, boxed};
use actix_web::{
    App, HttpServer,
    dev::{AppConfig, Server, ServerHandle},
    middleware::{Compress, from_fn},
    web::{Data, PathConfig, ServiceConfig},
};
use futures::future::{join_all, try_join_all};
use prometheus_client::metrics::gauge::Gauge;
use tokio_util::sync::CancellationToken;

use super::{
    api::meta::Document,
    extract::{path, unpack::BodyMemory},
    mcp::{self, InnerApp},
    middleware::{
        self, etag, framing,
        hosts::{self, Ingress},
        metrics::{self, Counted, RequestMetrics},
        rate_limit::{Limiter, SignUps},
        ready_answers::{self, ReadyAnswers},
        request_id, response_headers,
        streams::Streams,
        timeout,
    },
    routes::{self, served_document},
    settings::Settings,
};
use crate::service::Service;

/// How long a connection stays open for the next request.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// Maximum wait for the peer when the service closes a connection.
const DISCONNECT: Duration = Duration::from_secs(1);

/// How long the system keeps a connection whose peer accepts nothing of what is sent to it.
const UNREAD: Duration = Duration::from_secs(60);

/// The sockets that the interface is served on.
#[derive(Debug)]
pub struct Listeners {
    /// For callers.
    pub callers: TcpListener,
    /// For metrics and probes, which are then served only here, without a key.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(callers: TcpListener) -> Listeners {
        Listeners { callers, metrics: None }
    }
}

/// The interface of a service, ready to run.
#[must_use = "an application answers nothing before it runs"]
pub struct Application {
    servers: Vec<Server>,
    stopping: CancellationToken,
}

/// Stops an application, or stops it from accepting connections, while it runs.
#[derive(Clone, Debug)]
pub struct Handle {
    servers: Vec<ServerHandle>,
    stopping: CancellationToken,
}

impl Application {
    /// Puts the interface together and listens on the sockets. Metrics have their own server, so that monitoring gets
    /// in while callers have all connections.
    ///
    /// # Errors
    /// When a socket cannot be listened on.
    pub fn build(listeners: impl Into<Listeners>, service: Service, settings: Settings) -> io::Result<Application> {
        let Listeners { callers, metrics } = listeners.into();
        let (workers, shutdown, limits) = (settings.workers, settings.shutdown_seconds, settings.connections);
        let state = State::new(service, settings, metrics.as_ref().map(TcpListener::local_addr).transpose()?);
        let server = |listener: TcpListener, workers: usize, open: Gauge| {
            let state = state.clone();
            abandon_unread(&listener);
            let server = HttpServer::new(move || {
                // All middleware, the outermost last.
                routes::serve(App::new().configure(|config| state.share(config)))
                    .wrap(from_fn(ready_answers::answer))
                    .wrap(from_fn(etag::tag))
                    .wrap(Compress::default())
                    .wrap(from_fn(framing::gzip_or_none))
                    .wrap(from_fn(response_headers::mark_stale))
                    .wrap(from_fn(middleware::admit))
                    .wrap(from_fn(hosts::refuse))
                    .wrap(from_fn(timeout::limit))
                    .wrap(from_fn(request_id::identify))
                    .wrap(from_fn(response_headers::secure))
                    .wrap(from_fn(metrics::count))
                    .wrap(from_fn(framing::http1))
                    .wrap(from_fn(framing::normalize))
            });
            let server = server
                .workers(workers)
                .max_connections(limits.connections.div_ceil(workers))
                .keep_alive(KEEP_ALIVE)
                .client_request_timeout(limits.header_timeout)
                .client_disconnect_timeout(DISCONNECT)
                // A client that closes its sending side is treated as disconnected, and its request is dropped.
                .h1_allow_half_closed(false)
                // A response of two writes would otherwise wait for the client's acknowledgement of the first.
                .tcp_nodelay(true)
                .shutdown_timeout(shutdown)
                // The caller decides when to stop: `arcana serve` listens for signals.
                .disable_signals()
                .on_connect(move |_, data| {
                    data.insert(Counted::begin(&open));
                });
            server.listen(listener).map(HttpServer::run)
        };
        let mut servers = vec![server(callers, workers, state.connections())?];
        if let Some(listener) = metrics {
            servers.push(server(listener, 1, Gauge::default())?);
        }
        Ok(Application { servers, stopping: state.stopping() })
    }

    /// A handle to it.
    pub fn handle(&self) -> Handle {
        Handle { servers: self.servers.iter().map(Server::handle).collect(), stopping: self.stopping.clone() }
    }

    /// Serves requests until it is stopped.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> io::Result<()> {
        try_join_all(self.servers).await.map(|_| ())
    }
}

impl Handle {
    /// Accepts no more connections.
    pub async fn pause(&self) {
        join_all(self.servers.iter().map(ServerHandle::pause)).await;
    }

    /// Stops it, also if the returned future is not awaited: event streams end, and other requests in progress are
    /// answered if `graceful`.
    pub fn stop(&self, graceful: bool) -> impl Future<Output = ()> + use<> {
        self.stopping.cancel();
        let stops: Vec<_> = self.servers.iter().map(|server| server.stop(graceful)).collect();
        async move {
            join_all(stops).await;
        }
    }
}

/// Has the system close connections whose peers do not read what is sent to them. Connections inherit the option from
/// the socket that accepts them.
fn abandon_unread(listener: &TcpListener) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(listener).set_tcp_user_timeout(Some(UNREAD)) {
        tracing::warn!(%error, "connections that are not read stay open");
    }
    #[cfg(not(target_os = "linux"))]
    tracing::debug!(?listener, "connections that are not read stay open");
}

/// State shared by all requests, on all threads.
#[derive(Clone)]
struct State {
    service: Data<Service>,
    settings: Data<Settings>,
    ingress: Data<Ingress>,
    requests: Data<RequestMetrics>,
    limiter: Data<Option<Limiter>>,
    sign_ups: Data<SignUps>,
    stopping: Data<CancellationToken>,
    streams: Data<Streams>,
    memory: Data<BodyMemory>,
    ready: Data<ReadyAnswers>,
}

impl State {
    /// The initial state of a service; metrics may have their own listener.
    fn new(service: Service, settings: Settings, metrics: Option<SocketAddr>) -> State {
        let limiter = Data::new(settings.rate.map(Limiter::new));
        let (sign_ups, ready) = (Data::new(SignUps::default()), Data::new(ReadyAnswers::default()));
        actix_web::rt::spawn(forget(weak(&limiter), weak(&sign_ups), weak(&ready)));
        State {
            service: Data::new(service),
            ingress: Data::new(Ingress::new(metrics)),
            requests: Data::default(),
            limiter,
            sign_ups,
            stopping: Data::default(),
            streams: Data::new(Streams::new(&settings.connections)),
            memory: Data::new(BodyMemory::new(settings.body_memory)),
            ready,
            settings: Data::new(settings),
        }
    }

    /// Number of open connections of callers, on all threads.
    fn connections(&self) -> Gauge {
        self.requests.connections.clone()
    }

    /// Cancelled when the service stops.
    fn stopping(&self) -> CancellationToken {
        self.stopping.get_ref().clone()
    }

    /// Adds all of it to an app.
    fn share(&self, config: &mut ServiceConfig) {
        config
            .app_data(self.service.clone())
            .app_data(self.settings.clone())
            .app_data(self.ingress.clone())
            .app_data(self.requests.clone())
            .app_data(self.limiter.clone())
            .app_data(self.sign_ups.clone())
            .app_data(self.stopping.clone())
            .app_data(self.streams.clone())
            .app_data(self.memory.clone())
            .app_data(self.ready.clone())
            .app_data(self.inner())
            .app_data(routes::table())
            .app_data(Data::new(Document(served_document)))
            .app_data(PathConfig::default().error_handler(|_, _| path::no_such("address").into()));
    }
}

fn weak<T>(shared: &Data<T>) -> Weak<T> {
    Arc::downgrade(&shared.clone().into_inner())
}

impl State {
    /// The routes for requests from within: with who calls and what that costs, but without what is about connections.
    fn inner(&self) -> InnerApp {
        let state = self.clone();
        InnerApp::new(move || Box::pin(inner_routes(state.clone())), served_document)
    }
}

async fn inner_routes(state: State) -> mcp::Routes {
    let app = routes::serve(App::new().configure(|config| state.share(config)))
        .wrap(from_fn(middleware::admit))
        .wrap(from_fn(timeout::limit))
        .wrap(from_fn(request_id::identify));
    let service = app.into_factory().new_service(AppConfig::default()).await;
    boxed::service(service.unwrap_or_else(|()| unreachable!("no route fails to start")))
}

/// Serves one agent on standard input and output. It may do what callers without a key may in a service that only this
/// machine reaches.
///
/// # Errors
/// When the connection breaks.
pub async fn serve_agent(service: Service) -> anyhow::Result<()> {
    mcp::stdio(State::new(service, Settings::default(), None).inner()).await
}

/// How often what is over is forgotten.
const FORGET: Duration = Duration::from_secs(10);

/// Forgets callers whose allowance is full again and answers that are no longer ready, while any app uses them.
async fn forget(limiter: Weak<Option<Limiter>>, sign_ups: Weak<SignUps>, ready: Weak<ReadyAnswers>) {
    let mut ticks = actix_web::rt::time::interval(FORGET);
    loop {
        ticks.tick().await;
        let (Some(limiter), Some(sign_ups), Some(ready)) = (limiter.upgrade(), sign_ups.upgrade(), ready.upgrade())
        else {
            return;
        };
        limiter.iter().for_each(Limiter::forget_idle);
        sign_ups.forget_idle();
        ready.forget_old();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_connection_whose_peer_does_not_read_is_closed_by_the_system() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        abandon_unread(&listener);
        let _client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let (accepted, _) = listener.accept().expect("a connection");
        let timeout = socket2::SockRef::from(&accepted).tcp_user_timeout();
        assert_eq!(timeout.expect("an option of the socket"), Some(UNREAD));
    }
}
