//! A rematch: a new table with the seats and settings of one that has ended.

use actix_web::{HttpRequest, http::StatusCode, web};

use super::{held_seat::reader_seat, page::table_id, setup::set_up};
use crate::{
    games::Player,
    http::{
        middleware::{auth::Write, rate_limit},
        site::{
            error::{PageAuth, PageError, PageResult},
            form::{Body, Form},
        },
    },
    service::{
        GameSetup, Name, Service, ServiceError,
        tables::{SeatKind, SeatSetup, SeatState, SitDown, TableRecord, TableSetup},
    },
};

/// Sets up the new table and redirects to it. The reader keeps the seat, and others are invited anew.
pub async fn rematch(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    let (id, form) = (table_id(&path)?, Form::read(&body)?);
    let own = reader_seat(&request, &service, id).await?;
    let record = service.table(id, None).await?.record;
    if !record.phase.has_ended() {
        return Err(PageError::new(StatusCode::CONFLICT, "The game is not over yet."));
    }
    let setup = again(&record, own)?;
    rate_limit::charge(&request, rate_limit::units_of(setup.thinking()))?;
    Ok(set_up(&request, &service, &auth.0.caller, setup, form.submission().as_ref()).await?)
}

/// The set-up of a table like this one for the player in the seat `own`.
fn again(record: &TableRecord, own: Option<Player>) -> Result<TableSetup, ServiceError> {
    let options = serde_json::from_str(&record.options).map_err(|why| ServiceError::Internal(why.to_string()))?;
    let setup = GameSetup::parse(record.ruleset, options, Some(record.seats.len()), None);
    let seats = (0..).map(Player).zip(&record.seats).map(|(player, seat)| seat_again(seat, own == Some(player)));
    Ok(TableSetup {
        setup: setup.map_err(ServiceError::Invalid)?,
        seats: seats.collect(),
        listed: record.listed,
        clock: record.clock,
        commitment: None,
        external_id: None,
        day: None,
    })
}

/// A seat of the new table. The question of the last game has had its answer.
fn seat_again(seat: &SeatState, is_own: bool) -> SeatSetup {
    let name = Name::new(&seat.name).ok();
    if is_own {
        return SeatSetup::Person(SitDown { name, ..SitDown::default() });
    }
    match seat.kind {
        SeatKind::Bot => SeatSetup::Bot { bot: seat.skill(), name },
        SeatKind::Person | SeatKind::Open => SeatSetup::Open,
    }
}
