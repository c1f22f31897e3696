//! Where it is the reader's turn: on every page as links, in its title and in the tab's icon.
//!
//! A browser keeps marks of the seats that it holds in a cookie of all pages, which does not let anybody play. Pages of
//! browsers without a seat and without a profile are what they are for everybody. What is the same for all (rules,
//! problems) is sent without this, and its script asks for it.

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderValue},
    middleware::Next,
    web,
};
use maud::{Markup, html};
use tokio::task_local;

use super::urls;
use crate::{
    http::{
        cookies::{cookie, set_cookie},
        extract::query,
        middleware::{auth::caller, rate_limit::ASSETS},
    },
    service::{
        Service,
        records::{Attempt, TableDay, TableId},
        tables::{HeldSeat, SeatMark},
    },
};

/// Cookie with the marks of the seats.
const COOKIE: &str = "arcana_seats";
/// Maximum number of seats that are kept in mind. The oldest is dropped.
const CAPACITY: usize = 12;
/// Where the pictures of cards are.
const ART: &str = "/art/";
/// Lifetime in seconds: that of a table, until it is deleted.
const MAX_AGE: u32 = 14 * 24 * 3600;

task_local! {
    /// The seats of whoever reads the page that is being made. A page of a hundred functions need not hand them down.
    static HELD: Held;
}

/// The seats of a reader, and the table whose page this is.
struct Held {
    seats: Vec<HeldSeat>,
    here: Option<TableId>,
}

impl Held {
    fn is_due(&self, elsewhere: bool) -> impl Iterator<Item = &HeldSeat> {
        self.seats.iter().filter(move |seat| seat.is_due && !(elsewhere && self.here == Some(seat.table)))
    }
}

/// Has the page that is made for a request tell of the reader's turns.
pub async fn tell(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let held = held_by(request.request()).await;
    let is_told = held.is_due(false).next().is_some();
    let mut answered = HELD.scope(held, next.call(request)).await?;
    let headers = answered.headers_mut();
    if is_told && headers.get(header::CACHE_CONTROL).is_some_and(|caching| caching == "no-cache") {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
    Ok(answered)
}

/// The seats of the reader; none while they cannot be looked for, so that the page is there without them.
async fn held_by(request: &HttpRequest) -> Held {
    let (marks, caller) = (marks(request), caller(request));
    let owner = caller.key.map(|_| caller.owner);
    let here = request.match_info().get("id").and_then(query::uuid).map(TableId);
    let is_file = [ASSETS, ART].iter().any(|files| request.path().starts_with(files));
    if marks.is_empty() && owner.is_none() || is_file || !request.method().is_safe() {
        return Held { seats: Vec::new(), here };
    }
    let service = request.app_data::<web::Data<Service>>().expect("the app has its service");
    Held { seats: service.held_seats(&marks, owner).await.unwrap_or_default(), here }
}

fn marks(request: &HttpRequest) -> Vec<SeatMark> {
    let text = cookie(request.headers(), COOKIE).unwrap_or_default();
    text.split('.').filter_map(|mark| mark.parse().ok()).take(CAPACITY).collect()
}

/// Adds a seat to those that the browser keeps in mind.
pub fn held(request: &HttpRequest, response: HttpResponse, mark: SeatMark) -> HttpResponse {
    let mut all = marks(request);
    all.retain(|other| other.table != mark.table);
    all.insert(0, mark);
    all.truncate(CAPACITY);
    kept(response, &all)
}

fn kept(response: HttpResponse, marks: &[SeatMark]) -> HttpResponse {
    let texts: Vec<_> = marks.iter().map(ToString::to_string).collect();
    set_cookie(response, COOKIE, &texts.join("."), "/", MAX_AGE)
}

/// Links to the tables at which it is the reader's turn, but for the one that the page shows.
pub fn links() -> Markup {
    let shown = |held: &Held| {
        html! {
            @for seat in held.is_due(true) {
                a href=(address(seat)) data-table=(urls::table(seat.table)) { "Your turn: " (seat.ruleset.info().name) }
            }
        }
    };
    HELD.try_with(shown).unwrap_or_default()
}

/// The table of a day is found again by its day, on every device of its player; that of a guest is the browser's alone.
fn address(seat: &HeldSeat) -> String {
    match seat.day {
        Some(TableDay { date, attempt: Attempt::Counted | Attempt::Uncounted }) => urls::day(date),
        Some(TableDay { attempt: Attempt::Guest, .. }) | None => urls::table(seat.table),
    }
}

/// Is it the reader's turn at another table than that of the page, or anywhere?
pub fn is_due(elsewhere: bool) -> bool {
    HELD.try_with(|held| held.is_due(elsewhere).next().is_some()).unwrap_or_default()
}

/// The tables at which the reader holds a seat.
pub fn tables() -> Vec<TableId> {
    HELD.try_with(|held| held.seats.iter().map(|seat| seat.table).collect()).unwrap_or_default()
}

/// Has the browser forget the seats at other tables than these: they are over.
pub fn only_at(request: &HttpRequest, response: HttpResponse, tables: &[TableId]) -> HttpResponse {
    let marks = marks(request);
    let left: Vec<_> = marks.iter().filter(|mark| tables.contains(&mark.table)).cloned().collect();
    if left.len() < marks.len() { kept(response, &left) } else { response }
}
