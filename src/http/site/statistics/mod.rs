//! Statistics of the stored games that match a filter.

mod counted;
mod report;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

pub use self::report::report;
use super::{
    auth::PageAuth,
    error::PageResult,
    form::{Field, Form},
    games::filters::{self, RULESET, SEED, TIMES},
    layout::{self, Section},
    problem,
};
use crate::{
    cards::{Card, Deck},
    games::Ruleset,
    http::{
        api::games::filter_of_any,
        extract::{
            path,
            query::{Query, first_moment},
        },
        middleware::{
            auth::Read,
            rate_limit::{self, UNITS_OF_STREAM},
        },
    },
    service::{Service, StoredStatistics},
    spelling::whole,
    statistics::Extreme,
};

/// Maximum number of games replayed for a page.
const GAMES: u32 = 1_000;

const CARD: Field<'_> = Field { limit: Some(40), ..Field::text("card", "card", "Card in the layouts") };

/// The statistics of a ruleset, filtered by the form.
pub async fn statistics(request: HttpRequest, _auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    let mut query = Query::filled(&request);
    let rulesets = Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset));
    let ruleset = query.word("ruleset", &rulesets).unwrap_or(Ruleset::Fortunes);
    let filter = filter_of_any(&mut query);
    let card = query.read("card", |text| path::card(text, Deck::default()));
    let mut form = Form::from(query.pairs().to_vec());
    if let Err(problem) = query.finish() {
        form.wrong = problem::faults(&problem);
        return Ok(shown(StatusCode::BAD_REQUEST, ruleset, &form, &Markup::default()));
    }
    rate_limit::charge(&request, UNITS_OF_STREAM / 4)?;
    let found = service.statistics(ruleset, filter, GAMES).await?;
    Ok(shown(StatusCode::OK, ruleset, &form, &figures(&found, card, &address(ruleset, &form, found.truncated))))
}

fn shown(status: StatusCode, ruleset: Ruleset, form: &Form, figures: &Markup) -> HttpResponse {
    let title = format!("Statistics of {}", ruleset.info().name);
    let body = html! {
        h1 { (title) }
        p.lead { "What the stored games tell: who wins, by how much, how long it takes, and what each game counts." }
        (filters(ruleset, form))
        (figures)
    };
    layout::page(status, Section::Games.within(&form.titled(&title)), &["charts.css"], &body)
}

fn filters(ruleset: Ruleset, form: &Form) -> Markup {
    html! {
        (form.faults(filters::fields().chain([CARD])))
        search {
            form.filters method="get" action="/statistics" {
                (form.choice(&RULESET, &filters::rulesets()))
                (filters::inputs(form))
                @if form.is_filled(SEED.name) { (form.line(&SEED)) }
                @if ruleset.has_readings() || form.is_filled(CARD.name) { (form.line(&CARD)) }
                p { button type="submit" { "Count" } " " a href="/statistics" { "All games" } }
            }
        }
    }
}

/// The API's URL of the same statistics, where times are no days.
fn address(ruleset: Ruleset, form: &Form, truncated: bool) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form.pairs() {
        if TIMES.iter().any(|field| field.name == name) {
            query.append_pair(name, &first_moment(value));
        } else if ![RULESET, CARD].iter().any(|field| field.name == name) {
            query.append_pair(name, value);
        }
    }
    if truncated {
        query.append_pair("limit", &GAMES.to_string());
    }
    let query = query.finish();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/v1/statistics/{}{mark}{query}", ruleset.id())
}

fn figures(found: &StoredStatistics, card: Option<Card>, address: &str) -> Markup {
    html! {
        @if found.report.games == 0 {
            p.none { "No games match. " a href="/games/new" { "Have one played" } "." }
        } @else {
            @if found.truncated { p.hint { "The newest " (whole(found.report.games)) " games that match are counted." } }
            (report(found.ruleset, &found.report, card, link))
        }
        p.hint {
            "A “person” sat at a table; of imported games it is unknown who played, or it was a “foreign” bot. Games that are not listed are not counted. "
            "Programs get the same from " code { (address) } "."
        }
    }
}

fn link(extreme: &Extreme) -> Markup {
    html! { @if let Some(id) = &extreme.id { a href={ "/games/" (id) } { "Watch it" } } }
}
