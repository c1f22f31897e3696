//! The application: routes behind middleware, served on sockets.

use std::{io, net::TcpListener};

use actix_web::{
    App,
    dev::{Server, ServerHandle},
    middleware::{Compress, from_fn},
};

use super::{
    connection::{self, Socket, Workers},
    middleware::{etag, front},
    routes,
    settings::Settings,
    state::State,
};
use crate::service::Service;

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
pub struct Application(Server);

impl Application {
    /// Puts the interface together and listens on the sockets.
    ///
    /// # Errors
    /// When a socket cannot be listened on.
    pub fn build(listeners: impl Into<Listeners>, service: Service, settings: Settings) -> io::Result<Application> {
        let Listeners { callers, metrics } = listeners.into();
        let metrics_address = metrics.as_ref().map(TcpListener::local_addr).transpose()?;
        let workers = Workers { count: settings.workers, shutdown_seconds: settings.shutdown_seconds };
        let state = State::new(service, settings, metrics_address);
        let connections = state.connections();
        let app = move || {
            // The order of all middleware, the outermost last.
            routes::serve(App::new().configure(|config| state.share(config)))
                .wrap(from_fn(etag::tag))
                .wrap(Compress::default())
                .wrap(from_fn(front::answer))
        };
        let callers = Socket { listener: callers, exempt: false };
        let metrics = metrics.map(|listener| Socket { listener, exempt: true });
        connection::serve([callers].into_iter().chain(metrics), &connections, workers, app).map(Application)
    }

    /// A handle that stops it, or stops it from accepting connections, while it runs.
    pub fn handle(&self) -> ServerHandle {
        self.0.handle()
    }

    /// Serves requests until it is stopped.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> io::Result<()> {
        self.0.await
    }
}
