//! Lists of tables: those that anyone may join, and a reader's own.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

use super::waiting;
use crate::{
    http::{
        extract::{
            list_query::{PAGE, read_cursor, write_cursor},
            query::Query,
        },
        middleware::auth::Read,
        site::{
            error::{PageAuth, PageResult},
            games::{history::paging, when},
            layout::{self, Section},
            urls,
        },
    },
    narration::counted,
    service::{
        Caller, PageSize, Position, Service, ServiceError,
        records::TableId,
        tables::{SeatKind, TableFilter, TablePhase, TableRecord},
    },
};

/// What the page's cursors are bound to.
const FILTERS: &str = "open tables";

/// The listed tables with an open seat, newest first.
pub async fn open(request: HttpRequest, _auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    let mut query = Query::of(&request);
    let cursor: Option<String> = query.one("cursor");
    query.finish()?;
    let before = cursor.as_deref().map(|cursor| read_cursor(cursor, FILTERS)).transpose()?;
    let filter = TableFilter { owner: None, ruleset: None, phase: Some(TablePhase::Waiting) };
    let tables = service.tables(&filter, before.map(|position| TableId(position.id)), PageSize::up_to(PAGE)).await?;
    let next = tables.next.map(|id| write_cursor(Position::of_id(id.0), FILTERS));
    let body = html! {
        h1 { "Open tables" }
        p.lead { "Anyone may take an open seat at these tables." }
        @if tables.items.is_empty() { p.none { "No table is open. " a href="/tables/new" { "Set one up" } " and list it." } }
        @else { ul.choices { @for table in &tables.items { (item(&table.record)) } } }
        (paging("More tables", urls::OPEN_TABLES, Vec::new(), cursor.is_some(), next.as_deref()))
        p { a href="/tables/new" { "Set up a table" } }
    };
    Ok(layout::page(StatusCode::OK, Section::Play.within("Open tables"), &[], &body))
}

fn item(record: &TableRecord) -> Markup {
    let open = record.seats.iter().filter(|seat| seat.kind == SeatKind::Open).count();
    html! {
        li.card-like {
            h2 { a href=(urls::table(record.id)) { (record.ruleset.info().name) ": " (counted(open as u64, "open seat")) } }
            (waiting::seats(record, None))
        }
    }
}

/// The newest tables that a reader's profile has set up, in this phase or in any, as a list; `None` if there are none.
///
/// # Errors
/// `Unavailable`, `Internal`.
pub async fn own_tables(
    service: &Service,
    caller: &Caller,
    phase: Option<TablePhase>,
    most: u32,
) -> Result<Option<Markup>, ServiceError> {
    if caller.key.is_none() {
        return Ok(None);
    }
    let filter = TableFilter { owner: Some(caller.owner), ruleset: None, phase };
    let tables = service.tables(&filter, None, PageSize::up_to(most)).await?.items;
    Ok((!tables.is_empty()).then(|| {
        html! {
            ul { @for table in &tables {
                li { (own(&table.record)) ", " (when(table.record.touched_at)) }
            } }
        }
    }))
}

/// A table that the reader has set up, by its game or its day, and how far it is.
fn own(record: &TableRecord) -> Markup {
    let state = match record.phase {
        TablePhase::Waiting => "waits for players",
        TablePhase::Playing => "in play",
        TablePhase::Over => "over",
        TablePhase::Closed => "closed",
    };
    html! {
        @match record.day {
            Some(day) => a href=(urls::table(record.id)) { "The deal of " (day.date) },
            None => a href=(urls::table(record.id)) { (record.ruleset.info().name) },
        }
        " " span.badge.quiet { (state) }
    }
}
