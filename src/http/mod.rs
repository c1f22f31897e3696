//! The HTTP interface: routes, and what is the same for all of them.

pub mod api;
mod client_address;
mod connection;
mod extract;
mod middleware;
mod names;
pub mod openapi;
pub mod reply;
mod routes;
mod settings;
mod site;

use std::{
    io,
    net::TcpListener,
    sync::Weak,
    time::{Duration, Instant},
};

use actix_web::{
    App, HttpRequest,
    dev::Server,
    http::header::{self, HeaderValue},
    middleware::{Compress, from_fn},
    web,
};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::service::{ProblemCode, Service};
pub use connection::ConnectionLimits;
use connection::{Connections, Socket, Workers};
use middleware::{
    auth,
    body_budget::BodyMemory,
    cors, etag, fair_share, head_as_get,
    ingress::{self, Ingress},
    metrics::{self, RequestMetrics},
    rate_limit::{self, Limiter, UnknownKeys},
    request_id,
    response_cache::{self, store::ResponseCache},
    security_headers, stale,
    streams::Streams,
    timeout,
};
pub use middleware::{
    cors::origins::{BadOrigin, Origins},
    hosts::{BadHost, Hosts},
    rate_limit::buckets::Rate,
};
use reply::problem::Problem;
pub use settings::Settings;

/// The sockets that the interface is served on.
#[derive(Debug)]
pub struct Listeners {
    /// Where callers come in.
    pub callers: TcpListener,
    /// Where metrics and probes are served instead, without a key.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(callers: TcpListener) -> Listeners {
        Listeners { callers, metrics: None }
    }
}

/// Serves the interface on a socket; the server runs when it is awaited.
///
/// # Errors
/// When the socket cannot be listened on.
pub fn serve(listeners: impl Into<Listeners>, service: Service, settings: Settings) -> io::Result<Server> {
    let Listeners { callers, metrics } = listeners.into();
    let metrics_address = metrics.as_ref().map(TcpListener::local_addr).transpose()?;
    let ingress = web::Data::new(Ingress::new(metrics_address));
    let requests = web::Data::new(RequestMetrics::of(routes::patterns()));
    let limiter = web::Data::new(settings.rate.map(Limiter::new));
    let unknown_keys = web::Data::new(UnknownKeys::default());
    let cache = web::Data::new(ResponseCache::default());
    actix_web::rt::spawn(sweep(std::sync::Arc::downgrade(&cache.clone().into_inner())));
    let memory = web::Data::new(BodyMemory::of(settings.body_memory, settings.body_share()));
    let workers = Workers { count: settings.workers, shutdown_seconds: settings.shutdown_seconds };
    let connections = web::Data::new(Connections::new(settings.connections));
    let streams = web::Data::new(Streams::new(&settings.connections));
    let all = connections.clone().into_inner();
    let (service, shared) = (web::Data::new(service), web::Data::new(settings));
    let app = move || {
        let app = App::new().app_data(service.clone()).app_data(shared.clone());
        let app = app
            .app_data(ingress.clone())
            .app_data(requests.clone())
            .app_data(limiter.clone())
            .app_data(unknown_keys.clone())
            .app_data(connections.clone())
            .app_data(streams.clone())
            .app_data(memory.clone())
            .app_data(cache.clone());
        let app =
            app.app_data(web::PathConfig::default().error_handler(|_, _| extract::path::no_such("address").into()));
        let docs = SwaggerUi::new(routes::DOCS).config(Config::from("/openapi.json").validator_url("none"));
        // Middleware in one list, the outermost last.
        routes::serve(app)
            .service(web::redirect("/docs", "/docs/"))
            .service(docs)
            .configure(site::pages)
            .default_service(web::to(nothing_here))
            .wrap(from_fn(etag::tag))
            .wrap(Compress::default())
            .wrap(from_fn(etag::name_encoding))
            .wrap(from_fn(fair_share::assign))
            // What is kept is answered without a word in between.
            .wrap(from_fn(request_id::trace))
            .wrap(from_fn(response_cache::serve))
            .wrap(from_fn(stale::mark))
            .wrap(from_fn(timeout::meter_body))
            .wrap(from_fn(auth::reject_invalid_key))
            .wrap(from_fn(rate_limit::limit))
            .wrap(from_fn(auth::authenticate))
            .wrap(from_fn(ingress::check))
            .wrap(from_fn(head_as_get::rewrite))
            .wrap(from_fn(timeout::limit))
            .wrap(from_fn(request_id::identify))
            .wrap(from_fn(security_headers::add))
            .wrap(from_fn(metrics::count))
            .wrap(from_fn(connection::converse))
    };
    let callers = Socket { listener: callers, exempt: false };
    let metrics = metrics.map(|listener| Socket { listener, exempt: true });
    connection::serve([callers].into_iter().chain(metrics), &all, workers, app)
}

/// Drops from time to time what has expired, for as long as somebody serves from the cache.
async fn sweep(cache: Weak<ResponseCache>) {
    let mut seconds = actix_web::rt::time::interval(Duration::from_secs(1));
    loop {
        seconds.tick().await;
        let Some(cache) = cache.upgrade() else { return };
        cache.sweep(Instant::now());
    }
}

/// No route: 404, or 405 where the path has other methods.
async fn nothing_here(request: HttpRequest) -> Result<actix_web::HttpResponse, Problem> {
    let Some(methods) = routes::allowed(request.path()) else {
        return Err(Problem::new(ProblemCode::NotFound, "There is no such route."));
    };
    if let Some(response) = cors::preflight(&request, methods) {
        return Ok(response);
    }
    let detail = format!("{} is not a method of this route: it has {methods}.", request.method());
    let allow = HeaderValue::from_static(methods);
    Err(Problem::new(ProblemCode::MethodNotAllowed, detail).with_header(header::ALLOW, allow))
}
