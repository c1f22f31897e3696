//! A rematch: a new table with the seats and settings of one that has ended.

use actix_web::{HttpRequest, http::StatusCode, web};

use super::{
    page::table_id,
    parameters::Parameters,
    seat_cookie::{self, reader_seat},
    setup::led_to,
};
use crate::{
    games::Player,
    http::{
        middleware::{
            auth::{Write, authorize, caller},
            rate_limit,
        },
        site::{
            deletion::sent,
            error::{PageError, PageResult},
            form::Body,
            layout, urls,
        },
    },
    service::{
        GameSetup, Name, Service, ServiceError,
        tables::{NewTable, Rematch, SeatKind, SeatSetup, SeatState, SitDown, TableRecord, TableSetup},
    },
};

/// Sets up the rematch and redirects to it, or joins it if somebody else from the table has set it up. The reader keeps the
/// seat; whoever has sat at the table can join without an invitation.
pub async fn rematch(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let id = table_id(&path)?;
    let nobody = || PageError::new(StatusCode::FORBIDDEN, "This browser holds no seat at the table.");
    let own = reader_seat(&request, &service, id).await?.zip(seat_cookie::seat(&request));
    let (seat, token) = own.ok_or_else(nobody)?;
    let record = service.table(id, Some(&token)).await?.record;
    if !record.phase.has_ended() {
        return Err(PageError::new(StatusCode::CONFLICT, "The game is not over yet."));
    }
    let setup = again(&record, seat)?;
    let next = service.rematch_of(id).await?;
    if next.is_none() {
        authorize::<Write>(&request)?;
        rate_limit::charge(&request, rate_limit::units_of(setup.thinking()))?;
    }
    let caller = caller(&request);
    match (service.rematch(caller.owner, (&record, seat, &token), setup).await, next) {
        (Ok(Rematch { made, token, is_maker }), _) => {
            let (tokens, id) = (service.delete_tokens(&caller).await?, made.view.record.id);
            let response = match is_maker {
                true => led_to(&made, &tokens, &awaiting(&made)),
                false => layout::see_other(urls::table(id)),
            };
            Ok(seat_cookie::with_seat(&request, response, id, &token))
        }
        // Somebody else sits there, or it has ended: its page says so.
        (Err(ServiceError::SeatTaken | ServiceError::TableOver), Some(next)) => {
            Ok(layout::see_other(urls::table(next.id)))
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// The page of the new table for whoever has asked for it first: it says whether others are waited for.
fn awaiting(made: &NewTable) -> Parameters {
    Parameters { rematch: made.invitations.iter().any(Option::is_some), ..Parameters::default() }
}

/// The set-up of a table like this one for the player in the seat `own`.
fn again(record: &TableRecord, own: Player) -> Result<TableSetup, ServiceError> {
    let options = serde_json::from_str(&record.options).map_err(|why| ServiceError::Internal(why.to_string()))?;
    let setup = GameSetup::parse(record.ruleset, options, Some(record.seats.len()), None);
    let seats = (0..).map(Player).zip(&record.seats).map(|(player, seat)| seat_again(seat, own == player));
    Ok(TableSetup {
        setup: setup.map_err(ServiceError::Invalid)?,
        seats: seats.collect(),
        listed: record.listed,
        hints: record.hints,
        clock: record.clock,
        commitment: None,
        external_id: None,
        tags: record.tags.clone(),
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
