//! A table with open seats: its players, invitations, and the form to sit down.

use actix_web::HttpRequest;
use maud::{Markup, html};

use super::{
    qr, seat_cookie,
    set_up::{NAME, QUESTION},
};
use crate::{
    games::Player,
    http::site::{form::Form, form_token::FormToken, new_game::CLIENT_SEED, urls},
    service::tables::{Invitation, SeatKind, TableRecord},
};

/// The players at a table, for every viewer.
pub fn seats(record: &TableRecord, own: Option<Player>) -> Markup {
    html! {
        ol.seat-list {
            @for (index, seat) in record.seats.iter().enumerate() {
                li {
                    @match seat.kind {
                        SeatKind::Open => em { "open" },
                        SeatKind::Bot => { bdi { (seat.name) } " " span.badge.quiet { "bot" } },
                        SeatKind::Person => bdi { (seat.name) },
                    }
                    @if own.is_some_and(|own| own.index() == index) { " " span.badge { "you" } }
                    @if seat.away { " " span.badge.quiet { "away" } }
                }
            }
        }
    }
}

/// The reader's invitations, each as a URL and as a QR code.
pub fn invitations(request: &HttpRequest, record: &TableRecord) -> Markup {
    let open = |seat: &Player| record.seats.get(seat.index()).is_some_and(|seat| seat.kind == SeatKind::Open);
    let all: Vec<_> = seat_cookie::invitations(request).into_iter().filter(|(seat, _)| open(seat)).collect();
    html! {
        @if !all.is_empty() {
            section aria-labelledby="invite" {
                h2 #invite { "Invite" }
                p { "Anyone who opens an address may take its seat, once." }
                @for (seat, invitation) in all { (address(request, record, seat, &invitation)) }
            }
        }
    }
}

fn address(request: &HttpRequest, record: &TableRecord, seat: Player, invitation: &Invitation) -> Markup {
    let connection = request.connection_info();
    let path = format!("{}?seat={}&invitation={invitation}", urls::table(record.id), seat.0);
    let whole = format!("{}://{}{path}", connection.scheme(), connection.host());
    let id = format!("invitation-{}", seat.0);
    html! {
        div.invitation {
            p.field {
                label for=(id) { "Seat " (seat.0 + 1) }
                input.whole #(id) type="text" readonly value=(whole);
            }
            (qr::code(&whole, &format!("Invitation to seat {} as a QR code", seat.0 + 1)))
        }
    }
}

/// The form to take a seat.
pub fn sit_down(
    record: &TableRecord,
    token: &FormToken,
    seat: Player,
    invitation: Option<&Invitation>,
    form: &Form,
) -> Markup {
    html! {
        section.card-like aria-labelledby="sit" {
            h2 #sit { "Take seat " (seat.0 + 1) }
            (form.faults([NAME, QUESTION, CLIENT_SEED]))
            form method="post" action={ (urls::table(record.id)) "/seats/" (seat.0) } {
                (token.field())
                @if let Some(invitation) = invitation { input type="hidden" name="invitation" value=(invitation); }
                (form.line(&NAME))
                @if record.ruleset.has_readings() { (form.line(&QUESTION)) }
                (form.line(&CLIENT_SEED))
                p { button type="submit" { "Sit down" } }
            }
        }
    }
}
