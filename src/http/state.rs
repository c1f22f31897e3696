//! State shared by all requests.

use std::{
    net::SocketAddr,
    sync::{Arc, Weak},
    time::Duration,
};

use actix_web::web::{Data, PathConfig, ServiceConfig};
use prometheus_client::metrics::gauge::Gauge;
use tokio_util::sync::CancellationToken;

use super::{
    api::meta::Document,
    document,
    extract::{body_memory::BodyMemory, path},
    middleware::{
        ingress::Ingress, metrics::RequestMetrics, rate_limit::Limiter, ready_answers::ReadyAnswers, streams::Streams,
    },
    routes,
    settings::Settings,
};
use crate::service::Service;

/// State shared by all requests, on all threads.
#[derive(Clone)]
pub struct State {
    service: Data<Service>,
    settings: Data<Settings>,
    ingress: Data<Ingress>,
    requests: Data<RequestMetrics>,
    limiter: Data<Option<Limiter>>,
    stopping: Data<CancellationToken>,
    streams: Data<Streams>,
    memory: Data<BodyMemory>,
    ready: Data<ReadyAnswers>,
}

impl State {
    /// The initial state of a service; metrics may have their own listener.
    pub fn new(service: Service, settings: Settings, metrics: Option<SocketAddr>) -> State {
        let limiter = Data::new(settings.rate.map(Limiter::new));
        let ready = Data::new(ReadyAnswers::default());
        let weak = (Arc::downgrade(&limiter.clone().into_inner()), Arc::downgrade(&ready.clone().into_inner()));
        actix_web::rt::spawn(forget(weak.0, weak.1));
        State {
            service: Data::new(service),
            ingress: Data::new(Ingress::new(metrics)),
            requests: Data::default(),
            limiter,
            stopping: Data::default(),
            streams: Data::new(Streams::new(&settings.connections)),
            memory: Data::new(BodyMemory::new(settings.body_memory)),
            ready,
            settings: Data::new(settings),
        }
    }

    /// Number of open connections of callers, on all threads.
    pub fn connections(&self) -> Gauge {
        self.requests.connections.clone()
    }

    /// Cancelled when the service stops.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.get_ref().clone()
    }

    /// Adds all of it to an app.
    pub fn share(&self, config: &mut ServiceConfig) {
        config
            .app_data(self.service.clone())
            .app_data(self.settings.clone())
            .app_data(self.ingress.clone())
            .app_data(self.requests.clone())
            .app_data(self.limiter.clone())
            .app_data(self.stopping.clone())
            .app_data(self.streams.clone())
            .app_data(self.memory.clone())
            .app_data(self.ready.clone())
            .app_data(routes::table())
            .app_data(Data::new(Document(document::served)))
            .app_data(PathConfig::default().error_handler(|_, _| path::no_such("address").into()));
    }
}

/// How often what is over is forgotten.
const FORGET: Duration = Duration::from_secs(10);

/// Forgets callers whose allowance is full again and answers that are no longer ready, while any app uses them.
async fn forget(limiter: Weak<Option<Limiter>>, ready: Weak<ReadyAnswers>) {
    let mut ticks = actix_web::rt::time::interval(FORGET);
    loop {
        ticks.tick().await;
        let Some((limiter, ready)) = limiter.upgrade().zip(ready.upgrade()) else { return };
        limiter.iter().for_each(Limiter::forget_idle);
        ready.forget_old();
    }
}
