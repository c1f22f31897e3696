//! History: the stored games.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

use super::page::{self, source, when};
use crate::{
    games::Ruleset,
    http::{
        api::games::{filter, page},
        extract::{list_query::PAGE, query::Query},
        middleware::auth::Read,
        site::{
            error::{PageAuth, PageError, PageResult, faults},
            form::{Field, Form},
            layout::{self, Section},
            standings, urls,
        },
    },
    service::{
        ChanceOrigin, ExternalId, GameDetails, Name, PageSize, SeedText, Service, ServiceError, Tag,
        projection::{BOT, NamedGames},
        records::Source,
        store::GameFilter,
    },
};

/// The game.
pub const RULESET: Field<'_> = Field::text("ruleset", "ruleset", "Game");
/// Id of the list of names to choose from.
const NAMES: &str = "names";
const PLAYER: Field<'_> =
    Field { limit: Some(Name::LIMIT), list: Some(NAMES), ..Field::text("player", "player", "Player") };
const WINNER: Field<'_> =
    Field { limit: Some(Name::LIMIT), list: Some(NAMES), ..Field::text("winner", "winner", "Winner") };
const SOURCE: Field<'_> = Field::text("source", "source", "Source");
/// Times at which the games were played or stored.
pub const TIMES: [Field<'_>; 4] = [
    Field::text("played_since", "played_since", "Played from (day)"),
    Field::text("played_until", "played_until", "Played before (day)"),
    Field::text("since", "since", "Stored from (day)"),
    Field::text("until", "until", "Stored before (day)"),
];
/// The seed.
pub const SEED: Field<'_> = Field { limit: Some(SeedText::LIMIT), ..Field::text("seed", "seed", "Seed") };
const EXTERNAL_ID: Field<'_> =
    Field { limit: Some(ExternalId::LIMIT), ..Field::text("external_id", "external_id", "External id") };
const TAG: Field<'_> = Field { limit: Some(Tag::LIMIT), ..Field::text("tag", "tag", "Tag") };
const SORT: Field<'_> = Field::text("sort", "sort", "Order");

/// The page of games that match the form.
pub async fn history(request: HttpRequest, _auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    let mut query = Query::filled(&request);
    let filter = filter(&mut query);
    let cursor: Option<String> = query.one("cursor");
    let mut form = Form::from(query.pairs().to_vec());
    if let Err(problem) = query.finish() {
        form.wrong = faults(&problem);
        let body = html! { h1 { "Games" } (filters(&form)) };
        return Ok(layout::page(StatusCode::BAD_REQUEST, Section::Games.within(&form.titled("Games")), &[], &body));
    }
    let (games, next) = page(&service, &filter, cursor.as_deref(), PAGE).await?;
    let body = html! {
        h1 { "Games" }
        (filters(&form))
        (suggested(&service, &form).await?)
        @if games.is_empty() { p.none { @if form.pairs().is_empty() { "There are no games yet." } @else { "No games match." } } } @else { (list(&games)) }
        (paging("More games", "/games", form_pairs(&request), cursor.is_some(), next.as_deref()))
        p {
            a href="/games/new" { "Have a game played, and watch it" } " · " a href="/games/import" { "Check a log" } " · "
            a href="/statistics" { "Statistics" } " · " a href=(urls::SIMULATIONS) { "Simulations" } " · " a href=(urls::leaderboard(Ruleset::Fortunes)) { "Leaderboards" }
        }
    };
    Ok(layout::page(StatusCode::OK, Section::Games.top("Games"), &[], &body))
}

/// The page of one player.
pub async fn player(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    let mut query = Query::of(&request);
    let cursor: Option<String> = query.one("cursor");
    query.finish()?;
    let name = Name::new(&path).map_err(|_| PageError::not_found("player"))?;
    // Standings are updated shortly after a game is stored, and bots are counted under names that no seat has.
    let profile = match service.player(&name).await {
        Ok(profile) => Some(profile),
        Err(ServiceError::NotFound(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let name = name.into_string();
    let filter = GameFilter { players: vec![name.clone()], ..GameFilter::default() };
    let (games, next) = page(&service, &filter, cursor.as_deref(), PAGE).await?;
    if games.is_empty() && cursor.is_none() && profile.is_none() {
        return Err(PageError::not_found("player"));
    }
    let title = standings::readable(&name);
    let body = html! {
        h1 { bdi { (title) } }
        @if let Some(profile) = profile.filter(|_| cursor.is_none()) { (standings::player(&profile)) }
        @if !games.is_empty() {
            h2 { "Games" }
            p { "All games of players with this name, newest first." }
            (list(&games))
        }
        (paging("More games", &urls::player(&name), Vec::new(), cursor.is_some(), next.as_deref()))
    };
    Ok(layout::page(StatusCode::OK, Section::Games.within(&title), &["charts.css"], &body))
}

/// The filters in the URL.
fn form_pairs(request: &HttpRequest) -> Vec<(String, String)> {
    let pairs = form_urlencoded::parse(request.query_string().as_bytes()).into_owned();
    pairs.filter(|(name, value)| name != "cursor" && !value.trim().is_empty()).collect()
}

fn filters(form: &Form) -> Markup {
    html! {
        (form.faults(filter_fields().chain([SORT])))
        search {
            form.filters method="get" action="/games" {
                (form.choice(&RULESET, &[&[("", "Any")], &ruleset_choices()[..]].concat()))
                (filter_inputs(form))
                (form.line(&SEED))
                (form.choice(&SORT, &[("", "Last stored first"), ("played_at", "Last played first")]))
                p { button type="submit" { "Search" } " " a href="/games" { "All games" } }
            }
        }
    }
}

/// Maximum number of names to choose from.
const SUGGESTED: u16 = 100;

/// The names of people that begin as the player in the form, to choose from.
///
/// # Errors
/// `Unavailable`, `Internal`.
pub async fn suggested(service: &Service, form: &Form) -> Result<Markup, ServiceError> {
    let names = service.names(form.text(PLAYER.name), None, PageSize::new(SUGGESTED)).await?.items;
    Ok(html! {
        datalist id=(NAMES) {
            @for NamedGames { name, .. } in names.iter().filter(|named| !named.name.starts_with(BOT)) { option value=(name) {} }
        }
    })
}

fn list(games: &[GameDetails]) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="List of games" {
            table {
                thead { tr { th scope="col" { "Game" } th scope="col" { "Played" } th scope="col" { "Players" } th scope="col" { "Steps" } } }
                tbody {
                    @for GameDetails { record, .. } in games {
                        tr {
                            td {
                                a href=(urls::game(record.id)) { (record.ruleset.info().name) }
                                @if ChanceOrigin::of(record) == ChanceOrigin::Committed { " " span.badge { "committed" } }
                            }
                            td { (when(record.played())) }
                            td { ul.inline {
                                @for index in 0..record.players.len() { li { (page::player(record, index)) } }
                            } }
                            td.number { (record.step_count) }
                        }
                    }
                }
            }
        }
    }
}

/// Links to the newest items of a list, with these parameters, and to those after this page.
pub fn paging(
    label: &str,
    path: &str,
    mut pairs: Vec<(String, String)>,
    has_newer: bool,
    next: Option<&str>,
) -> Markup {
    let at = |pairs: &[(String, String)]| {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let joint = if path.contains('?') { "&" } else { "?" };
        if query.is_empty() { path.to_owned() } else { format!("{path}{joint}{query}") }
    };
    let newest = at(&pairs);
    pairs.extend(next.map(|cursor| ("cursor".to_owned(), cursor.to_owned())));
    html! {
        @if has_newer || next.is_some() {
            nav.paging aria-label=(label) {
                @if has_newer { a href=(newest) { "Newest" } }
                @if next.is_some() { a rel="next" href=(at(&pairs)) { "Older" } }
            }
        }
    }
}

/// All fields, for error messages.
pub fn filter_fields() -> impl Iterator<Item = Field<'static>> {
    [RULESET, PLAYER, WINNER, SOURCE].into_iter().chain(TIMES).chain([SEED, EXTERNAL_ID, TAG])
}

/// The games to choose from: value and label.
pub fn ruleset_choices() -> [(&'static str, &'static str); Ruleset::ALL.len()] {
    Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset.info().name))
}

/// The inputs for players, source and times. Those that only links have are shown if they are filled in.
pub fn filter_inputs(form: &Form) -> Markup {
    let sources = Source::ALL.map(|one| (one.id(), source(one)));
    let [from, before, since, until] = TIMES.map(|field| form.day(field));
    html! {
        (form.repeated_line(&PLAYER))
        (form.line(&WINNER))
        (form.choice(&SOURCE, &[&[("", "Any")], &sources[..]].concat()))
        (form.line(&from))
        (form.line(&before))
        (form.repeated_line(&TAG))
        @for field in [since, until, EXTERNAL_ID].iter().filter(|field| form.is_filled(field.name)) { (form.line(field)) }
    }
}
