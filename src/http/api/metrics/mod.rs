//! Metrics of the service for Prometheus.

mod exposition;

use std::future::Ready;

use actix_web::{FromRequest, HttpRequest, HttpResponse, dev::Payload, get, http::header, web};

use self::exposition::Watched;
use crate::{
    http::{
        extract::{accept, query},
        middleware::{
            auth::{self, Read},
            ingress::Ingress,
            metrics::RequestMetrics,
            ready_answers::ReadyAnswers,
            streams::Streams,
        },
        reply::problem::{ApiResult, Problem},
        settings::Settings,
    },
    service::Service,
};

/// The media type of metrics.
const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Returns metrics for Prometheus
///
/// OpenMetrics 1.0 text format.
#[utoipa::path(
    tag = "service",
    operation_id = "get_metrics",
    security(("key" = ["read"])),
    responses((status = 200, description = "All metrics.", body = String,
        content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8"))
)]
#[get("/metrics")]
pub async fn metrics(
    request: HttpRequest,
    _watcher: Watcher,
    service: web::Data<Service>,
    requests: web::Data<RequestMetrics>,
    ready: web::Data<ReadyAnswers>,
    streams: web::Data<Streams>,
) -> ApiResult {
    query::none(&request)?;
    accept::any_of(&request, &["application/openmetrics-text", "text/plain"])?;
    let watched = Watched {
        requests: requests.into_inner(),
        ready: ready.into_inner(),
        connection_limit: Settings::of(&request).connections.connections,
        streams: streams.into_inner(),
    };
    let text = exposition::text(service.get_ref().clone(), watched)
        .map_err(|error| Problem::internal(format!("cannot write the metrics: {error}")))?;
    let mut response = HttpResponse::Ok();
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(response.content_type(MEDIA_TYPE).body(text))
}

/// A caller that may read the metrics: any caller at their own listener, otherwise one with the scope `read`; without a
/// key only if the settings allow that.
#[derive(Clone, Copy, Debug)]
pub struct Watcher;

impl FromRequest for Watcher {
    type Error = Problem;
    type Future = Ready<Result<Watcher, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(watcher(request))
    }
}

fn watcher(request: &HttpRequest) -> Result<Watcher, Problem> {
    if Ingress::is_for_metrics(request) {
        return Ok(Watcher);
    }
    let may = auth::authorize::<Read>(request)?;
    match may.caller.key {
        None if !Settings::of(request).open_metrics => Err(auth::key_required::<Read>()),
        None | Some(_) => Ok(Watcher),
    }
}
