//! The caller's own simulations: those of the key or, without a key, those that the browser started.

use actix_web::HttpRequest;
use maud::{Markup, html};

use crate::{
    http::site::{
        charts::games,
        delete_tokens::{DeleteTokenCookie, Kind},
        games::when,
        urls,
    },
    service::{
        Caller, PageSize, Service, ServiceError,
        records::{BotRecord, SimulationId},
        simulations::{SimulationPhase, SimulationRecord, SimulationView},
    },
};

/// The maximum number listed: as many as a browser remembers.
const LISTED: PageSize = PageSize::new(20);

/// The list; nothing if it is empty.
pub async fn own(request: &HttpRequest, caller: &Caller, service: &Service) -> Result<Markup, ServiceError> {
    let views = match caller.key {
        Some(_) => service.simulations(caller.owner, None, LISTED).await?.items,
        None => {
            let ids: Vec<_> =
                DeleteTokenCookie::of(request, Kind::Simulation).things().map(|made| SimulationId(made.0)).collect();
            service.simulations_by_ids(&ids).await?
        }
    };
    let whose = match caller.key {
        Some(_) => "The newest that were started with your key.",
        None => "The last that this browser has started, as its cookie says; nobody else sees this list.",
    };
    Ok(html! { @if !views.is_empty() { (table(&views, whose)) } })
}

fn table(views: &[SimulationView], whose: &str) -> Markup {
    html! {
        section #own aria-labelledby="own-title" {
            h2 #own-title { "Your simulations" }
            p.hint { (whose) }
            div.wide tabindex="0" role="region" aria-label="List of your simulations" {
                table {
                    thead { tr { th scope="col" { "Simulation" } th scope="col" { "Bots" } th scope="col" { "Started" } th scope="col" { "State" } } }
                    tbody { @for SimulationView { record, .. } in views { (line(record)) } }
                }
            }
        }
    }
}

fn line(record: &SimulationRecord) -> Markup {
    html! {
        tr {
            th scope="row" { a href=(urls::simulation(record.id)) { (games(record.games)) " of " (record.ruleset.info().name) } }
            td { (bots(record)) }
            td { (when(record.created_at)) }
            td { (state(record)) }
        }
    }
}

/// The bots, each once.
fn bots(record: &SimulationRecord) -> String {
    let mut names: Vec<&str> = Vec::new();
    for BotRecord { id, .. } in &record.bots {
        if !names.contains(&id.as_str()) {
            names.push(id);
        }
    }
    names.join(", ")
}

fn state(record: &SimulationRecord) -> String {
    let share = 100 * u64::from(record.done) / u64::from(record.games.max(1));
    match record.phase {
        SimulationPhase::Waiting => "waiting".to_owned(),
        SimulationPhase::Running => format!("running, {share} %"),
        SimulationPhase::Done => "done".to_owned(),
        SimulationPhase::Cancelled => format!("stopped at {share} %"),
    }
}
