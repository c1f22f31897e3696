//! The metrics of `/metrics`.

use std::collections::HashMap;

use arcana::games::Ruleset;
use reqwest::{Method, header::ACCEPT};
use serde_json::json;

use crate::api::{
    app::{Request, TestApp},
    contract::Contract,
    plays::NOBODY,
};

/// The samples by name with labels.
async fn samples(app: &TestApp) -> HashMap<String, f64> {
    let text = app.get("/metrics").await.text(200);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, value) = line.rsplit_once(' ').expect("a sample");
        (name.to_owned(), value.parse().expect("a number"))
    };
    lines.map(sample).collect()
}

/// The sum of all samples with this prefix.
fn sum(samples: &HashMap<String, f64>, beginning: &str) -> f64 {
    samples.iter().filter(|(name, _)| name.starts_with(beginning)).map(|(_, value)| value).sum()
}

fn answered(method: &str, route: &str, status: &str) -> String {
    format!("arcana_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}")
}

on_both! {
    async fn metrics_are_served_as_openmetrics(app: &TestApp) {
        let prometheus = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4,*/*;q=0.1";
        for accept in ["*/*", "text/plain", "application/openmetrics-text", prometheus] {
            let answer = app.get_as("/metrics", accept).await;
            assert_eq!(answer.content_type(), "application/openmetrics-text; version=1.0.0; charset=utf-8");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert!(answer.text(200).ends_with("# EOF\n"));
        }
        let text = app.get("/metrics").await.text(200);
        for line in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
            let (name, _) = line.split_once(' ').expect("a type");
            assert_eq!(text.matches(&format!("# TYPE {name} ")).count(), 1);
            assert_eq!(text.matches(&format!("# HELP {name} ")).count(), 1);
        }
    }

    async fn requests_are_counted_by_route_and_status(app: &TestApp) {
        app.get("/v1/rulesets/fortunes").await.is(200);
        app.get("/v1/rulesets/reversal").await.is(200);
        app.get(format!("/v1/games/{NOBODY}")).await.problem(404, "not_found");
        app.send(Request::new(Method::HEAD, "/v1/rulesets/fortunes")).await;
        app.send(Request::new(Method::PUT, "/v1/rulesets")).await.problem(405, "method_not_allowed");
        app.get("/v1/made/up").await.problem(404, "not_found");
        let samples = samples(app).await;
        for (sample, count) in [
            (answered("GET", "/v1/rulesets/{ruleset}", "200"), 2.0),
            (answered("HEAD", "/v1/rulesets/{ruleset}", "200"), 1.0),
            (answered("GET", "/v1/games/{id}", "404"), 1.0),
            (answered("PUT", "/v1/rulesets", "405"), 1.0),
            (answered("GET", "unmatched", "404"), 1.0),
            ("arcana_http_request_duration_seconds_count{route=\"/v1/rulesets/{ruleset}\"}".to_owned(), 3.0),
            ("arcana_http_request_duration_seconds_bucket{le=\"+Inf\",route=\"/v1/rulesets/{ruleset}\"}".to_owned(), 3.0),
            // The request for the metrics itself.
            ("arcana_http_requests_in_flight".to_owned(), 1.0),
        ] {
            assert_eq!(samples.get(&sample), Some(&count), "{sample}: {samples:#?}");
        }
        assert_eq!(sum(&samples, "arcana_http_requests_total"), 6.0);
    }

    async fn every_route_is_counted_as_itself(app: &TestApp) {
        let mut asked = 0.0;
        for operation in Contract::get().operations().filter(|operation| operation.method == "get") {
            let fill = |part: &str| if part.starts_with('{') { "x".to_owned() } else { part.to_owned() };
            let path: Vec<_> = operation.path.split('/').map(fill).collect();
            app.get(path.join("/")).await;
            asked += 1.0;
        }
        for page in ["/", "/readings", "/readings/x", "/games", "/games/x", "/games/x/table/0", "/games/x/readings/0",
            "/players/x", "/assets/x", "/docs", "/docs/", "/tables/new", "/tables/x", "/tables/x/events", "/tables/x/steps", "/tables/x/seats/0",
            "/tables/x/seats/0/leave", "/tables/x/close"]
        {
            app.send_unchecked(Request::get(page)).await;
            asked += 1.0;
        }
        let samples = samples(app).await;
        assert!(!samples.keys().any(|name| name.contains("route=\"unmatched\"")), "{samples:#?}");
        assert_eq!(sum(&samples, "arcana_http_requests_total"), asked);
    }

    async fn games_and_readings_are_counted_by_outcome(app: &TestApp) {
        let game = app.play_of(Ruleset::Reversal, "x").await;
        let mut log = app.log(&game).await;
        app.import(&log).await;
        app.post("/v1/readings", &json!({"bots": ["random", "random", "random", "random"]})).await.is(201);
        app.post("/v1/games", &json!({"ruleset": "whist"})).await.problem(422, "unknown_ruleset");
        log["steps"].as_array_mut().expect("steps").pop();
        app.post("/v1/games/import", &log).await.problem(422, "illegal_log");
        app.post("/v1/games/import?dry_run=true", &log).await.problem(422, "illegal_log");
        app.post("/v1/games/import", &json!({})).await.problem(422, "illegal_log");
        let samples = samples(app).await;
        for (sample, count) in [
            ("arcana_games_played_total{ruleset=\"reversal\"}", 1.0),
            ("arcana_games_played_total{ruleset=\"fortunes\"}", 1.0),
            ("arcana_games_played_total{ruleset=\"fortuna\"}", 0.0),
            ("arcana_games_imported_total{ruleset=\"reversal\"}", 1.0),
            ("arcana_logs_refused_total{ruleset=\"reversal\",reason=\"incomplete\"}", 2.0),
            ("arcana_logs_refused_total{ruleset=\"none\",reason=\"malformed\"}", 1.0),
            ("arcana_readings_stored_total", 1.0),
            ("arcana_work_running{class=\"quick\"}", 0.0),
            ("arcana_work_waiting{class=\"read\"}", 0.0),
            ("arcana_work_refused_total{class=\"long\"}", 0.0),
            ("arcana_work_cancelled_total{class=\"picture\"}", 0.0),
            ("arcana_database_waiting_writes", 0.0),
            ("arcana_database_writable", 1.0),
            ("arcana_database_stale", 0.0),
            ("arcana_build_info{version=\"0.2.0\"}", 1.0),
        ] {
            assert_eq!(samples.get(sample), Some(&count), "{sample}: {samples:#?}");
        }
        assert!(sum(&samples, "process_start_time_seconds") > 1.7e9);
        assert!(sum(&samples, "process_resident_memory_bytes") > 1e6);
    }

    async fn a_database_that_does_not_respond_is_counted(app: &TestApp) {
        let unavailable = "arcana_database_errors_total{kind=\"unavailable\"}";
        let before = samples(app).await;
        let open: f64 = sum(&before, "arcana_database_connections{pool=\"reader\",state=\"limit\"}")
            + sum(&before, "arcana_database_connections{pool=\"shared\",state=\"limit\"}");
        assert!(open >= 4.0, "{before:#?}");
        app.service.close().await;
        app.get("/readyz").await.problem(503, "unavailable");
        let after = samples(app).await;
        // Other tests share the process and its counts.
        assert!(after[unavailable] >= before[unavailable] + 1.0);
    }

    async fn other_formats_of_metrics_are_not_acceptable(app: &TestApp) {
        app.send(Request::get("/metrics").with(ACCEPT, "application/json")).await.problem(406, "not_acceptable");
        app.get("/metrics?name=x").await.wrong(400, "unknown_parameter");
    }
}

#[test]
fn the_handbook_and_the_dashboard_know_every_metric_and_no_other() {
    crate::api::on_sqlite(async |app: &TestApp| {
        app.post("/v1/games", &json!({"ruleset": "reversal"})).await.is(201);
        let text = app.get("/metrics").await.text(200);
        let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")).map(|line| line.split_once(' '));
        let told: Vec<_> = types.map(|line| line.expect("a name and a type")).collect();
        let names: Vec<_> = told
            .iter()
            .map(|(name, kind)| if *kind == "counter" { format!("{name}_total") } else { (*name).to_owned() })
            .collect();
        let handbook = include_str!("../../../docs/operation/README.md");
        let dashboard = include_str!("../../../docs/operation/dashboard.json");
        serde_json::from_str::<serde_json::Value>(dashboard).expect("JSON");
        for name in &names {
            assert!(handbook.contains(&format!("`{name}`")), "{name} is not in the handbook");
        }
        for word in (handbook.to_owned() + dashboard).split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let name = word.trim_end_matches("_bucket");
            let known = names.iter().any(|known| known == name);
            // Names of cookies, and of the notification channel on Postgres.
            let others = ["arcana_made", "arcana_seat", "arcana_table", "arcana_invitations", "arcana_tables"];
            let known = known || others.contains(&name);
            assert!(known || !name.starts_with("arcana_"), "{name} is no metric");
        }
    });
}
