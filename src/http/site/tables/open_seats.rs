//! The open seats of a table: who is invited to them, and what the page shows of them.

use actix_web::HttpRequest;
use maud::{Markup, html};

use super::{OwnName, presence, waiting};
use crate::{
    games::Player,
    http::site::form::{Form, Once},
    service::tables::{Invitation, SeatKind, TablePhase, TableRecord},
};

/// Does this invitation allow its holder to see the table?
pub fn is_invited(record: &TableRecord, invited: Option<&(Player, Invitation)>) -> bool {
    let seat_of = |seat: &Player| record.seats.get(seat.index());
    let proof = invited.and_then(|(seat, invitation)| Some((seat_of(seat)?.invitation.as_ref()?, invitation)));
    proof.is_some_and(|(hash, invitation)| *hash == invitation.hash())
}

/// The seat that a reader without one can take at a table that waits: that of the invitation, or at a listed table the
/// first that is open.
pub fn open_seat(record: &TableRecord, invited: Option<&(Player, Invitation)>) -> Option<Player> {
    let open = |seat: &Player| record.seats.get(seat.index()).is_some_and(|seat| seat.kind == SeatKind::Open);
    let mut seats = Player::all(record.seats.len()).filter(open);
    match (record.phase, invited) {
        (TablePhase::Waiting, Some((seat, _))) => {
            seats.find(|open| open == seat).filter(|_| is_invited(record, invited))
        }
        (TablePhase::Waiting, None) => seats.next().filter(|_| record.listed),
        (TablePhase::Playing | TablePhase::Over | TablePhase::Closed, _) => None,
    }
}

/// A table with open seats: invitations for seated players, and a form to sit down for those who may.
pub fn open_seats(
    request: &HttpRequest,
    record: &TableRecord,
    (own, invited): (Option<Player>, Option<&(Player, Invitation)>),
    (once, name): (&Once, &OwnName),
    sent: Option<&Form>,
) -> Markup {
    let empty = Form::default();
    let form = sent.unwrap_or(&empty);
    let invitation = invited.map(|(_, invitation)| invitation);
    html! {
        @match (own, open_seat(record, invited)) {
            (None, Some(seat)) => {
                @if invitation.is_some() { (waiting::invited(record)) }
                p { (beginning(record)) }
                (waiting::sit_down(record, (once, name), seat, invitation, form))
            },
            (None, None) => {
                @if let Some((seat, _)) = invited { (refused(record, *seat)) }
                p { (beginning(record)) }
            },
            (Some(_), _) => p { (beginning(record)) },
        }
        // Whoever set up the table for others need not sit at it.
        (waiting::invitations(request, record))
        (presence::filling(request, record))
    }
}

fn beginning(record: &TableRecord) -> String {
    match record.clock.fill_seconds {
        Some(seconds) => format!(
            "The game begins when every seat is taken. When nobody has come for {seconds} seconds, bots take the open ones."
        ),
        None => "The game begins when every seat is taken.".to_owned(),
    }
}

/// Whether somebody, or a bot, sits at this seat.
pub fn is_taken(record: &TableRecord, seat: Player) -> bool {
    record.seats.get(seat.index()).is_some_and(|seat| seat.kind != SeatKind::Open)
}

/// Tells an invited reader why the seat cannot be taken.
pub fn refused(record: &TableRecord, seat: Player) -> Markup {
    html! { p.faults { (why_not(record, seat)) } }
}

fn why_not(record: &TableRecord, seat: Player) -> &'static str {
    match record.seats.get(seat.index()) {
        Some(seat) if seat.kind == SeatKind::Open => {
            "This invitation is not valid, or no longer. If somebody has left the seat, that person has the new one."
        }
        Some(_) => "This seat is taken.",
        None => "This table has no such seat.",
    }
}
