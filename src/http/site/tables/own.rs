//! The tables that a reader's profile has set up, as a list.

use maud::{Markup, html};

use crate::{
    http::site::{games::when, urls},
    service::{
        Caller, PageSize, Service, ServiceError,
        tables::{TableFilter, TablePhase},
    },
};

/// The newest of them, in this phase or in any; `None` if there are none.
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
                li { a href=(urls::table(table.record.id)) { (table.record.ruleset.info().name) } ", " (when(table.record.touched_at)) }
            } }
        }
    }))
}
