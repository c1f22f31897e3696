//! The page of a day, and of all days.

use std::time::Duration;

use actix_web::{HttpRequest, http::StatusCode, web};
use chrono::{DateTime, Days, NaiveDate, Utc};
use maud::{Markup, PreEscaped, html};

use super::{NOTE, date, score};
use crate::{
    cards::Deck,
    hex::hex,
    http::{
        extract::query,
        middleware::auth::{Read, caller},
        site::{
            error::{PageAuth, PageError, PageResult},
            form::{Form, Once},
            games::when,
            layout::{self, Section},
            urls,
        },
    },
    narration::counted,
    reading::{
        Disposition, Heading, Reading,
        art::Size,
        html::linked_fragment,
        svg::{Embedding, Faces},
    },
    service::{
        Caller, Day, OwnResult, PageSize, Service, ServiceError,
        records::{DayResult, DayState, closes_at, opens_at},
    },
};

/// Number of days in the calendar.
const CALENDAR: u32 = 28;

/// Today's page.
pub async fn today(service: web::Data<Service>) -> PageResult {
    Ok(layout::private(layout::see_other(urls::day(service.today()))))
}

/// The page of a day.
pub async fn day(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    query::none(&request)?;
    shown(&request, &service, date(&path)?, StatusCode::OK, &Form::default()).await
}

/// What the reader has to do with a day.
enum Standing {
    /// There is no profile in this browser.
    Nobody,
    /// The profile has not sat down.
    Fresh,
    /// It has, and can go on.
    Playing,
    /// It has closed its table.
    GivenUp,
    /// It has finished.
    Finished(Box<OwnResult>),
}

async fn standing(service: &Service, caller: &Caller, date: NaiveDate) -> Result<Standing, ServiceError> {
    if caller.key.is_none() || service.profile(caller.owner).await?.is_none() {
        return Ok(Standing::Nobody);
    }
    Ok(match service.own_try(caller.owner, date).await? {
        None => Standing::Fresh,
        Some(DayResult { score: None, table, .. }) => match service.is_played(table).await? {
            true => Standing::Playing,
            false => Standing::GivenUp,
        },
        Some(own @ DayResult { score: Some(_), .. }) => Standing::Finished(Box::new(service.placed(own).await?)),
    })
}

/// The page with the reader's note as it was sent.
pub async fn shown(
    request: &HttpRequest,
    service: &Service,
    date: NaiveDate,
    status: StatusCode,
    form: &Form,
) -> PageResult {
    let (caller, once) = (caller(request), Once::new(service));
    let (day, standing) = (service.day(date).await?, standing(service, &caller, date).await?);
    let title = title(service, date);
    let reading = match &standing {
        Standing::Finished(own) => reading(service, &caller, own).await?,
        Standing::Nobody | Standing::Fresh | Standing::Playing | Standing::GivenUp => None,
    };
    let body = html! {
        // A reading has a heading of its own.
        @if reading.is_some() { p.lead { (title) } } @else { h1 { (title) } }
        p.lead { "The same cards for everybody: what you win is your reading of the day." }
        (around(service, &day).await?)
        @match &standing {
            Standing::Finished(own) => { (finished(service, &caller, (own, reading.as_ref()), form).await?) }
            Standing::Nobody | Standing::Fresh | Standing::Playing | Standing::GivenUp => {
                (to_play(service, &day, &standing, &once))
            }
        }
        @match &standing {
            Standing::Finished(own) => (score::distribution(&own.board)),
            Standing::Nobody | Standing::Fresh | Standing::Playing | Standing::GivenUp => {
                @if day.state == DayState::Over { (score::distribution(&service.board(&caller, date).await?)) }
            }
        }
        @if let (Some(par), Some(best_line)) = (day.par, day.best_line) { (by_bots(par, best_line)) }
        (fairness(&day))
    };
    let files = ["day.css", "my_readings.js", "copies.js"];
    Ok(layout::private(layout::page(status, Section::Daily.within(&form.titled(&title)), &files, &body)))
}

fn title(service: &Service, date: NaiveDate) -> String {
    match date == service.today() {
        true => "Today’s deal".to_owned(),
        false => format!("The deal of {}", date.format("%-d %B %Y")),
    }
}

/// Links to the days around it.
async fn around(service: &Service, day: &Day) -> Result<Markup, ServiceError> {
    let (date, today) = (day.record.date, service.today());
    let has_former = service.has_day(date - Days::new(1)).await?;
    Ok(html! {
        nav.paging aria-label="Days" {
            @if has_former { a href=(urls::day(date - Days::new(1))) rel="prev" { "The day before" } }
            @if date != today { a href=(urls::day(today)) { "Today" } }
            @if date < today { a href=(urls::day(date + Days::new(1))) rel="next" { "The day after" } }
            a href=(urls::DAYS) { "All days" }
        }
    })
}

/// What is left to do.
fn to_play(service: &Service, day: &Day, standing: &Standing, once: &Once) -> Markup {
    let (date, now) = (day.record.date, service.now());
    html! {
        section.card-like aria-labelledby="play" {
            h2 #play { "Play it" }
            @match (day.state, standing) {
                (DayState::ToCome, _) => { p { "It opens " (when(opens_at(date))) "." } }
                (DayState::Open, Standing::Nobody) => {
                    p { "Today’s deal is played once, under a name of your own, so that points can be compared." }
                    p { a.button.large href=(urls::ME) { "Choose a name" } }
                    p { "Or try the deal of yesterday, which counts for nothing:" }
                    (sit_down(date - Days::new(1), once, "Play yesterday’s deal"))
                }
                (_, Standing::Playing) => {
                    p { "Your table waits as you left it" @if day.state == DayState::Open { ", until " (until(date, now)) } "." }
                    (sit_down(date, once, "Go on playing"))
                }
                (_, Standing::GivenUp) => { p { "You closed your table, and with it your one try at this deal." } }
                (DayState::Open, Standing::Fresh | Standing::Finished(_)) => {
                    p { "You sit at East, with an adept as partner, against two. There is no clock; you have one try, until " (until(date, now)) "." }
                    (sit_down(date, once, "Sit down"))
                }
                (DayState::Over, _) => {
                    p { "The day is over: play it for yourself. It is not in the count." }
                    (sit_down(date, once, "Play it late"))
                }
            }
            @if day.record.is_short_notice() && day.state != DayState::Over {
                p.hint { "The hash of this deal was published less than 24 hours before it opened: nobody is counted." }
            }
        }
    }
}

/// How long a day is open, for people in any time zone.
fn until(date: NaiveDate, now: DateTime<Utc>) -> Markup {
    let left = (closes_at(date) - now).num_minutes().max(0);
    html! { (when(closes_at(date))) " (" (left / 60) " h " (left % 60) " min)" }
}

fn sit_down(date: NaiveDate, once: &Once, label: &str) -> Markup {
    html! { form method="post" action=(urls::day(date)) { (once) p { button.large type="submit" { (label) } } } }
}

/// The reading of a finished day; none if its game was deleted.
async fn reading(service: &Service, caller: &Caller, own: &OwnResult) -> Result<Option<(Reading, Heading)>, PageError> {
    match service.reading_of_day(caller.owner, own.result.date).await {
        Err(ServiceError::NotFound(_)) => Ok(None),
        found => Ok(Some(found?)),
    }
}

/// The score card, the reading, and what may be kept and shared of them.
async fn finished(
    service: &Service,
    caller: &Caller,
    (own, reading): (&OwnResult, Option<&(Reading, Heading)>),
    form: &Form,
) -> Result<Markup, PageError> {
    let Some((reading, heading)) = reading else { return Ok(score::card(own)) };
    let is_today = own.result.date == service.today();
    let days = if is_today { Some(service.streak(caller.owner).await?) } else { None };
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Small);
    let kept = Form::with(NOTE.name, &own.result.note);
    let form = if form.wrong.is_empty() { &kept } else { form };
    Ok(html! {
        (score::card(own))
        @if let Some(days) = days { p { (streak(days)) } }
        @if reading.care.is_none() { (score::share(own)) }
        form method="post" action={ (urls::day(own.result.date)) "/note" } {
            (form.faults([NOTE]))
            (form.line(&NOTE))
            p { button type="submit" { "Keep it" } }
        }
        (linked_fragment(reading, heading, faces))
    })
}

/// What bots made of a day that is over.
fn by_bots(par: u8, best_line: u8) -> Markup {
    html! {
        dl.figures {
            div { dt { "Four adepts made" } dd { (par) } }
            div { dt { "A sage in your seat made" } dd { (best_line) } }
        }
    }
}

/// What is proved of a day, and what is not.
fn fairness(day: &Day) -> Markup {
    let record = &day.record;
    html! {
        details {
            summary { "Is it fair?" }
            p {
                "The seed of this deal was made " (when(record.made_at)) ", and its SHA-256 was published then. It proves that the \
                 deal was fixed before anybody played it, and is the same for everybody. It does not prove that nobody picked it, \
                 nor that the operator does not know it. One person may have several names: there are no prizes."
            }
            dl.figures {
                div { dt { "SHA-256 of the seed" } dd { code { (record.seed_hash()) } } }
                div { dt { "Client seed" } dd { code { (record.date) } } }
                @if day.state == DayState::Over { div { dt { "Seed" } dd { code { (hex(&record.seed)) } } } }
            }
            p { a href="/rules/chance#the-deal-of-the-day" { "How the cards follow from it" } }
        }
    }
}

/// The days: the reader's calendar, those to come, and those before.
pub async fn days(request: HttpRequest, _auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    query::none(&request)?;
    let caller = caller(&request);
    let own = match caller.key {
        Some(_) => Some(service.calendar(caller.owner, CALENDAR).await?),
        None => None,
    };
    let days = service.days(None, PageSize::up_to(CALENDAR)).await?.items;
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Small);
    let body = html! {
        h1 { "The deal of the day" }
        p.lead { "Once a day everybody gets the same deal of Fortunes, and what they win is their reading of the day." }
        p { a.button.large href=(urls::TODAY) { "Today’s deal" } }
        @if let Some((tries, days)) = own { (calendar(&tries, days, faces)) }
        section aria-labelledby="all" {
            h2 #all { "All days" }
            div.wide tabindex="0" role="group" aria-labelledby="all" {
                table.days {
                    thead { tr { th scope="col" { "Day" } th scope="col" { "Counted players" } th scope="col" { "SHA-256 of the seed" } } }
                    tbody { @for day in &days { (row(day)) } }
                }
            }
        }
        p.hint { "The plain " a href="/daily" { "card of the day" } " needs no game." }
    };
    Ok(layout::private(layout::page(StatusCode::OK, Section::Daily.within("The deal of the day"), &["day.css"], &body)))
}

fn row(day: &Day) -> Markup {
    let record = &day.record;
    html! {
        tr {
            th scope="row" { a href=(urls::day(record.date)) { (record.date.format("%-d %B %Y")) } }
            td.number {
                @match day.state {
                    DayState::ToCome => "to come",
                    DayState::Open | DayState::Over => (record.finished),
                }
            }
            td { code { (&record.seed_hash()[..16]) "…" } }
        }
    }
}

/// The days that the reader has finished, each as the card that came to the Self.
fn calendar(tries: &[DayResult], days: u32, faces: Faces<'_>) -> Markup {
    let deck = Deck::default();
    let finished: Vec<_> = tries.iter().filter_map(|one| Some((one.date, one.score?))).collect();
    html! {
        section aria-labelledby="calendar" {
            h2 #calendar { "Your days" }
            @if finished.is_empty() { p.none { "None yet." } }
            @else {
                p { (streak(days)) }
                ol.calendar reversed {
                    @for (date, score) in finished {
                        li {
                            a href=(urls::day(date)) {
                                @if let Some(card) = score.self_card {
                                    (PreEscaped(faces.card(card, deck, Disposition::Well, Embedding::InPage)))
                                } @else { span.no-card { "—" } }
                                span { (date.format("%-d %b")) " · " (score.points) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn streak(days: u32) -> String {
    match days {
        0 => "Your streak begins with the next day that you finish.".to_owned(),
        1 => "Your streak: one day.".to_owned(),
        days => format!("Your streak: {days} days in a row."),
    }
}

/// How long a day is still open, in hours and at its end in minutes.
fn left_of_day(left: Duration) -> String {
    match left.as_secs() / 3600 {
        0 => counted(left.as_secs() / 60, "more minute"),
        hours => counted(hours, "more hour"),
    }
}

/// Today's deal on the first page: what there is to do, in one section.
pub async fn todays_deal(request: &HttpRequest, service: &Service, once: &Once) -> Result<Markup, ServiceError> {
    let (caller, date) = (caller(request), service.today());
    let day = service.day(date).await?;
    let standing = standing(service, &caller, date).await?;
    let left = (closes_at(date) - service.now()).to_std().unwrap_or(Duration::ZERO);
    Ok(html! {
        section.card-like.day aria-labelledby="deal" {
            h2 #deal { a href=(urls::day(date)) { "Today’s deal" } }
            p.about { "The same cards for everybody; the tricks you win are your reading of the day." }
            @match &standing {
                Standing::Finished(own) => {
                    p.points { (own.score.points) " : " (own.score.against) }
                    @if let Some(better) = score::better_than(&own.board) { p { (better) } }
                    p { a.button href=(urls::day(date)) { "Your reading of the day" } }
                }
                Standing::Playing => (sit_down(date, once, "Go on playing")),
                Standing::GivenUp => { p { "You closed your table, and with it your one try." } }
                Standing::Fresh => (sit_down(date, once, "Play today’s deal")),
                Standing::Nobody => { p { a.button href=(urls::day(date)) { "Play today’s deal" } } }
            }
            p.hint {
                (day.record.finished) " counted so far; open for " (left_of_day(left)) ". "
                a href=(urls::DAYS) { "All days" }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hour_of_a_day_is_told_in_minutes() {
        for (seconds, told) in
            [(7_200, "2 more hours"), (3_700, "1 more hour"), (600, "10 more minutes"), (30, "0 more minutes")]
        {
            assert_eq!(left_of_day(Duration::from_secs(seconds)), told);
        }
    }
}
