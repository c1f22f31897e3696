//! The page of a simulation: its progress and its report.

use actix_web::{HttpRequest, web};
use maud::{Markup, html};

use super::stop::stop_form;
use crate::{
    http::{
        extract::query::Query,
        middleware::auth::Read,
        site::{
            auth::PageAuth,
            charts::games,
            delete_tokens::Resource,
            deletion::deletion_form,
            error::{PageError, PageResult},
            games::watch_form,
            layout::{self, Section},
            refresh::{AutoRefresh, Refresh},
            statistics::report,
            urls,
        },
    },
    service::{
        Service,
        records::{BotRecord, SimulationId},
        simulations::{SimulationPhase, SimulationRecord, SimulationView},
    },
    spelling::whole,
    statistics::Extreme,
};

/// Reload interval without script, in seconds.
const RELOAD_SECONDS: u32 = 3;

/// The page of a simulation.
pub async fn progress(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    let mut query = Query::of(&request);
    let wish = Refresh::from_query(&mut query);
    query.finish()?;
    let id = PageError::id(&path, SimulationId, "simulation")?;
    let view = service.simulation(id).await?;
    let (record, has_ended) = (&view.record, view.record.phase.has_ended());
    let form = match has_ended {
        true => deletion_form(&request, Resource::Simulation(id)),
        false => stop_form(&request, id),
    };
    let refresh =
        (!has_ended).then(|| AutoRefresh::new(wish, RELOAD_SECONDS, |refresh| refresh.added_to(urls::simulation(id))));
    let title = format!("{} of {}", games(record.games), record.ruleset.info().name);
    let body = html! {
        h1 { (title) }
        (state(&view, refresh.as_ref()))
        div #stop { @if !has_ended { (form.markup) } }
        div #result { @if let Some(counted) = &view.report { (report(record.ruleset, counted, None, |extreme| link(record, extreme))) } }
        (settings(&view))
        div #delete { @if has_ended { (form.markup) } }
    };
    let files: &[&str] = if has_ended { &["charts.css"] } else { &["charts.css", "simulation.js"] };
    Ok(form.on(layout::refreshing_page(Section::Games.within(&title), files, refresh.as_ref(), &body)))
}

/// The progress.
fn state(view: &SimulationView, refresh: Option<&AutoRefresh>) -> Markup {
    let record = &view.record;
    let phase = match record.phase {
        SimulationPhase::Waiting => "It waits for its turn:",
        SimulationPhase::Running => "It is under way:",
        SimulationPhase::Done => "It is done:",
        SimulationPhase::Cancelled => "It was stopped:",
    };
    let events = (!record.phase.has_ended()).then(|| format!("/v1{}/events", urls::simulation(record.id)));
    html! {
        div.simulated #progress data-events=[events] {
            p.lead {
                (phase) " " (whole(record.done)) " of " (games(record.games)) " are counted."
                @if let Some(eta) = view.eta { " The end is expected at " (eta.format("%H:%M:%S")) " UTC." }
            }
            @if let Some(refresh) = refresh {
                progress aria-label="Games counted" max=(record.games) value=(record.done) {}
                (refresh.links())
            }
        }
    }
}

/// The settings of the simulation.
fn settings(view: &SimulationView) -> Markup {
    let record = &view.record;
    let ruleset = record.ruleset;
    html! {
        section aria-labelledby="asked" {
            h2 #asked { "What is played" }
            dl.pairs {
                dt { "Bots, by seat" }
                dd { ul.inline { @for BotRecord { id, version } in &record.bots { li { (id) "@" (version) } } } }
                @if record.rotate { dt { "Deals" } dd { "Each is played once for each rotation of the bots over the seats." } }
                @if record.options != "{}" { dt { "Options" } dd { code { (record.options) } } }
                dt { "Seed" } dd { code { (record.seed) } }
                dt { "For programs" } dd { a href={ "/v1" (urls::simulation(record.id)) } { "The same as JSON" } }
            }
            p {
                a href={ (urls::SIMULATIONS) "?ruleset=" (ruleset.id()) } { "Simulate other games" } " · "
                a href={ "/games/new?ruleset=" (ruleset.id()) } { "Have one played from its seed, and watch it" }
            }
        }
    }
}

/// The extreme game can be played again from its seed: a link to the form, filled in.
fn link(record: &SimulationRecord, extreme: &Extreme) -> Markup {
    let Some((seed, bots)) = extreme.seed.as_ref().zip(extreme.bots.as_ref()) else { return Markup::default() };
    let form = watch_form::filled(record.ruleset, bots.iter().map(String::as_str), &record.options, seed);
    html! { "(" a href=(form) { "play it from the seed " code { (seed) } } ")" }
}
