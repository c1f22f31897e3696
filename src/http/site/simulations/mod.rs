//! Simulations in a browser: many games among bots, started with a form and watched while they are counted.

mod form;

use actix_web::{HttpRequest, web};
use maud::{Markup, html};

use super::{
    charts::games,
    delete_tokens::{DeleteTokenCookie, Resource},
    deletion::{CreatorForm, authority, deletion_form, sent},
    error::{PageAuth, PageError, PageResult},
    form::Body,
    games::{watch_form, when},
    layout::{self, Section},
    refresh::{AutoRefresh, Refresh},
    statistics::report,
    urls,
};
use crate::{
    http::{
        extract::query::Query,
        middleware::auth::{self, Read, actor},
    },
    service::{
        Caller, PageSize, Service, ServiceError, audit,
        records::{BotRecord, SimulationId},
        simulations::{SimulationPhase, SimulationRecord, SimulationView},
        to_the_end,
    },
    spelling::whole,
    statistics::Extreme,
};

pub use self::form::{form, start};

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
        true => deletion_form(&request, Resource::Simulation(id), record.owner),
        false => stop_form(&request, record),
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
                dd { ul.inline { @for bot in &record.bots { li { (bot.name()) "@" (bot.version) } } } }
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

/// The maximum number listed: as many as a browser remembers.
const LISTED: PageSize = PageSize::new(20);

/// The caller's own simulations, as a list: those of the key or, without a key, those that the browser started; nothing if
/// there are none.
async fn own(request: &HttpRequest, caller: &Caller, service: &Service) -> Result<Markup, ServiceError> {
    let views = match caller.key {
        Some(_) => service.simulations(caller.owner, None, LISTED).await?.items,
        None => {
            let ids: Vec<_> = DeleteTokenCookie::of(request).things().map(|made| SimulationId(made.0)).collect();
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
            td { (state_in_list(record)) }
        }
    }
}

/// The bots, each once.
fn bots(record: &SimulationRecord) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in record.bots.iter().map(BotRecord::name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

fn state_in_list(record: &SimulationRecord) -> String {
    let share = 100 * u64::from(record.done) / u64::from(record.games.max(1));
    match record.phase {
        SimulationPhase::Waiting => "waiting".to_owned(),
        SimulationPhase::Running => format!("running, {share} %"),
        SimulationPhase::Done => "done".to_owned(),
        SimulationPhase::Cancelled => format!("stopped at {share} %"),
    }
}

/// The form that stops a simulation.
fn stop_form(request: &HttpRequest, record: &SimulationRecord) -> CreatorForm {
    CreatorForm::of(request, Resource::Simulation(record.id), record.owner, || {
        html! {
            form method="post" action={ (urls::simulation(record.id)) "/stop" } {
                p { button.quiet type="submit" { "Stop it" } " " span.hint { "What has been counted remains." } }
            }
        }
    })
}

/// Stops a simulation that has not ended, and redirects to its page.
pub async fn stop(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let id = PageError::id(&path, SimulationId, "simulation")?;
    let refusal = "Only the browser that started it can stop it, and its cookie is missing.";
    let authority = authority(&request, Resource::Simulation(id).token(&request), refusal)?;
    let actor = actor(&request, &auth::caller(&request));
    to_the_end(async move {
        if service.cancel_simulation(id, authority).await? {
            audit::simulation_cancelled(actor, id);
        }
        Ok::<_, ServiceError>(())
    })
    .await?;
    Ok(layout::see_other(urls::simulation(id)))
}
