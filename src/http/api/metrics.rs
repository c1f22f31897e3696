//! Metrics of the service for Prometheus.

use std::{fmt, fs, future::Ready, sync::Arc};

use actix_web::{FromRequest, HttpRequest, HttpResponse, dev::Payload, get, http::header, web};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, NoLabelSet, text},
    metrics::MetricType,
    registry::Registry,
};

use crate::{
    http::{
        extract::{accept, query},
        middleware::{
            auth::{self, Read},
            hosts::Ingress,
            metrics::RequestMetrics,
            ready_answers::ReadyAnswers,
            streams::{Streamed, Streams},
        },
        reply::problem::{ApiResult, Problem},
        settings::Settings,
    },
    service::{Load, Service, records::Source},
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
    let exposition = Exposition {
        service: service.get_ref().clone(),
        ready: ready.into_inner(),
        open_connections: requests.connections.get(),
        connection_limit: Settings::of(&request).connections.connections,
        streams: streams.into_inner(),
    };
    let mut registry = Registry::default();
    requests.register(&mut registry);
    registry.register_collector(Box::new(exposition));
    let mut text = String::new();
    text::encode(&mut text, &registry)
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

/// The labels of a sample.
type Labels = Vec<(&'static str, String)>;

/// The sources of all metrics but those of requests.
struct Exposition {
    service: Service,
    ready: Arc<ReadyAnswers>,
    open_connections: i64,
    connection_limit: usize,
    streams: Arc<Streams>,
}

impl fmt::Debug for Exposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exposition").finish_non_exhaustive()
    }
}

impl Collector for Exposition {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut writer = MetricsWriter(encoder);
        self.ready_answers(&mut writer)?;
        self.connections(&mut writer)?;
        self.games(&mut writer)?;
        self.work(&mut writer)?;
        self.database(&mut writer)?;
        self.process(&mut writer)
    }
}

impl Exposition {
    fn ready_answers(&self, writer: &mut MetricsWriter<'_>) -> fmt::Result {
        let (entries, bytes) = self.ready.usage();
        writer.gauge("arcana_response_cache_entries", "Cached responses", entries)?;
        writer.gauge("arcana_response_cache_bytes", "Bytes occupied by cached responses", bytes)
    }

    fn connections(&self, writer: &mut MetricsWriter<'_>) -> fmt::Result {
        let states = [("open", self.open_connections as u64), ("limit", self.connection_limit as u64)];
        let states = states.map(|(state, count)| (vec![("state", state.to_owned())], count));
        writer.gauges("arcana_http_connections", "Client connections, and their limit", states)?;
        let streams = |what| self.streams.running(what) as u64;
        writer.gauge("arcana_http_streams", "Lists being streamed", streams(Streamed::List))?;
        writer.gauge("arcana_http_event_streams", "Event streams being sent", streams(Streamed::Events))
    }

    fn games(&self, writer: &mut MetricsWriter<'_>) -> fmt::Result {
        let tally = self.service.counters();
        let games = |source| {
            let games = tally.games(source);
            games.map(|(ruleset, count)| (vec![("ruleset", ruleset.id().to_owned())], count)).collect::<Vec<_>>()
        };
        writer.counter("arcana_games_played", "Games played here and stored", games(Source::Played))?;
        writer.counter("arcana_games_imported", "Games imported and stored", games(Source::Imported))?;
        writer.counter("arcana_games_table", "Games played at tables and stored", games(Source::Table))?;
        let simulated = tally.games_simulated();
        let simulated = simulated.map(|(ruleset, count)| (vec![("ruleset", ruleset.id().to_owned())], count));
        writer.counter("arcana_games_simulated", "Games played here for simulations", simulated)?;
        let mut refused: Vec<_> = tally
            .refusals()
            .into_iter()
            .map(|((ruleset, reason), count)| {
                let ruleset = ruleset.map_or("none", |ruleset| ruleset.id()).to_owned();
                (vec![("ruleset", ruleset), ("reason", reason.id())], count)
            })
            .collect();
        refused.sort_unstable();
        writer.counter("arcana_logs_refused", "Logs that broke the rules, including dry runs", refused)?;
        writer.counter("arcana_readings_stored", "Readings stored", [(Labels::new(), tally.readings())])
    }

    fn work(&self, writer: &mut MetricsWriter<'_>) -> fmt::Result {
        let load = self.service.load();
        let each = |count: fn(&Load) -> u64| {
            load.iter().map(move |load| (vec![("class", load.class.id().to_owned())], count(load)))
        };
        writer.gauges("arcana_work_running", "Jobs running, by class", each(|load| load.running as u64))?;
        writer.gauges("arcana_work_waiting", "Jobs waiting for a place, by class", each(|load| load.waiting as u64))?;
        writer.counter(
            "arcana_work_refused",
            "Jobs rejected because too many were waiting",
            each(|load| load.refused),
        )?;
        writer.counter(
            "arcana_work_cancelled",
            "Jobs cancelled because nobody waited for them",
            each(|load| load.cancelled),
        )?;
        let (chunks, simulations) = self.service.simulation_load();
        writer.gauge("arcana_simulations_running", "Simulations that this service works on", simulations as u64)?;
        writer.gauge("arcana_simulation_chunks_running", "Pieces of them being played", chunks as u64)
    }

    fn database(&self, writer: &mut MetricsWriter<'_>) -> fmt::Result {
        let usage = self.service.usage();
        let connections = usage.pools.iter().flat_map(|pool| {
            let states = [("open", pool.open), ("idle", pool.idle), ("limit", pool.limit)];
            states.map(|(state, count)| {
                (vec![("pool", pool.name.to_owned()), ("state", state.to_owned())], u64::from(count))
            })
        });
        writer.gauges(
            "arcana_database_connections",
            "Database connections: open, idle, and their limit",
            connections,
        )?;
        writer.gauge("arcana_database_waiting_writes", "Writes waiting to be stored", usage.waiting_writes as u64)?;
        writer.gauge("arcana_database_writable", "1 if the database accepts writes", u64::from(usage.writable))?;
        let stale = u64::from(self.service.is_stale());
        writer.gauge(
            "arcana_database_stale",
            "1 while reads come from a replica because there is no primary",
            stale,
        )?;
        let errors = [("unavailable", usage.unavailable), ("broken", usage.broken)];
        let errors = errors.map(|(kind, count)| (vec![("kind", kind.to_owned())], count));
        writer.counter(
            "arcana_database_errors",
            "Database errors: temporary (unavailable) or permanent (broken)",
            errors,
        )?;
        let damaged = self.service.damaged_rows() as u64;
        writer.gauge("arcana_damaged_rows", "Damaged rows found since the start, which lists leave out", damaged)
    }

    fn process(&self, writer: &mut MetricsWriter<'_>) -> fmt::Result {
        let version = vec![("version", env!("CARGO_PKG_VERSION").to_owned())];
        writer.gauges("arcana_build_info", "The release", [(version, 1)])?;
        let started = u64::try_from(self.service.started().timestamp()).unwrap_or_default();
        writer.gauge("process_start_time_seconds", "Start time of the process, in seconds since 1970", started)?;
        match resident_bytes() {
            Some(bytes) => writer.gauge("process_resident_memory_bytes", "Memory in use", bytes),
            None => Ok(()),
        }
    }
}

/// Resident memory of the process; `None` if the system does not report it.
fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Writer of metrics.
struct MetricsWriter<'a>(DescriptorEncoder<'a>);

impl MetricsWriter<'_> {
    /// Counters; the encoder appends `_total` to the name.
    fn counter(&mut self, name: &str, help: &str, samples: impl IntoIterator<Item = (Labels, u64)>) -> fmt::Result {
        let mut metric = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (labels, count) in samples {
            match labels.is_empty() {
                true => metric.encode_counter::<NoLabelSet, _, u64>(&count, None)?,
                false => metric.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&count, None)?,
            }
        }
        Ok(())
    }

    /// One gauge.
    fn gauge(&mut self, name: &str, help: &str, value: u64) -> fmt::Result {
        self.0.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
    }

    /// Gauges with labels.
    fn gauges(&mut self, name: &str, help: &str, samples: impl IntoIterator<Item = (Labels, u64)>) -> fmt::Result {
        let mut metric = self.0.encode_descriptor(name, help, None, MetricType::Gauge)?;
        samples.into_iter().try_for_each(|(labels, value)| metric.encode_family(&labels)?.encode_gauge(&value))
    }
}
