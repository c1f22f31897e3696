//! A table with open seats: its players, invitations, and the form to sit down.

use actix_web::HttpRequest;
use maud::{Markup, html};

use super::{
    person::{FIELDS, NAME, OwnName, QUESTION},
    qr, seat_cookie,
    setup::LISTED,
};
use crate::{
    games::Player,
    http::{
        client::base_url,
        site::{
            form::{Form, Once, copy},
            games::{watch_form::CLIENT_SEED, when},
            urls,
        },
    },
    narration::counted,
    service::tables::{Invitation, SeatKind, SeatState, TableClock, TableRecord, UNTOUCHED, WhenOut},
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

/// The reader's invitations, each as a URL and as a QR code. Those to seats that were taken and left are no longer
/// valid.
pub fn invitations(request: &HttpRequest, record: &TableRecord) -> Markup {
    let open = |seat: Player| record.seats.get(seat.index()).filter(|seat| seat.kind == SeatKind::Open);
    let all = seat_cookie::invitations(request).into_iter().filter(|(seat, _)| open(*seat).is_some());
    let is_valid = |(seat, invitation): &(Player, Invitation)| {
        open(*seat).and_then(|seat| seat.invitation.as_deref()) == Some(invitation.hash().as_str())
    };
    let (valid, left): (Vec<_>, Vec<_>) = all.partition(is_valid);
    let renewal = |seat| seat_cookie::has_set_up(request, record).then(|| renewal(record, seat));
    html! {
        @if !valid.is_empty() {
            section aria-labelledby="invite" {
                h2 #invite { "Invite" }
                p { "Anyone who opens an address may take its seat, once." }
                @for (seat, invitation) in valid {
                    (address(request, record, seat, &invitation))
                    @if let Some(renewal) = renewal(seat) { (renewal) }
                }
            }
        }
        @for (seat, _) in left {
            p { "The person who left seat " (seat.0 + 1) " has a new invitation to it." }
            @if let Some(renewal) = renewal(seat) { (renewal) }
        }
    }
}

/// Who invites, to what and for how long.
pub fn invited(record: &TableRecord) -> Markup {
    let person = |seat: &&SeatState| seat.kind == SeatKind::Person;
    let host = record.seats.iter().filter(person).find(|seat| seat.owner == record.owner);
    let TableClock { step_seconds, when_out, .. } = record.clock;
    html! {
        p.lead {
            @match host { Some(host) => { bdi { (host.name) } " invites you" }, None => "You are invited" }
            " to a game of " (record.ruleset.info().name) ". "
            @match step_seconds {
                Some(seconds) => {
                    "Everybody has " (span(seconds)) " for a step; then "
                    (match when_out { WhenOut::Bot => "a bot makes it", WhenOut::Close => "the table is closed" }) ". "
                },
                None => "There is no clock. ",
            }
            "The invitation holds until the seat is taken, and at most until " (when(record.touched_at + UNTOUCHED)) "."
        }
    }
}

/// A time limit in words.
fn span(seconds: u32) -> String {
    let units = [(3600, "hour"), (60, "minute"), (1, "second")];
    let whole = units.into_iter().find(|(unit, _)| seconds.is_multiple_of(*unit));
    whole.map_or_else(String::new, |(unit, name)| counted(u64::from(seconds / unit), name))
}

fn address(request: &HttpRequest, record: &TableRecord, seat: Player, invitation: &Invitation) -> Markup {
    let path = format!("{}?seat={}&invitation={invitation}", urls::table(record.id), seat.0);
    let whole = base_url(request) + &path;
    let id = format!("invitation-{}", seat.0);
    html! {
        div.invitation {
            p.field {
                label for=(id) { "Invitation to seat " (seat.0 + 1) }
                input.whole #(id) type="text" readonly value=(whole);
            }
            (copy(&id, &format!("the invitation to seat {}", seat.0 + 1), Some("A seat at a table")))
            (qr::code(&whole, &format!("Invitation to seat {} as a QR code", seat.0 + 1)))
        }
    }
}

/// The form to take the invitation to a seat back, for the browser that has set the table up.
fn renewal(record: &TableRecord, seat: Player) -> Markup {
    html! {
        details.renew-invitation {
            summary { "Take back the invitation to seat " (seat.0 + 1) " …" }
            form method="post" action={ (urls::table(record.id)) "/seats/" (seat.0) "/invitation" } {
                p { "The address that was given away can no longer be used to take the seat. You get a new one." }
                p { button type="submit" { "Make a new invitation" } }
            }
        }
    }
}

/// The form to take a seat.
pub fn sit_down(
    record: &TableRecord,
    (once, name): (&Once, &OwnName),
    seat: Player,
    invitation: Option<&Invitation>,
    form: &Form,
) -> Markup {
    html! {
        section.card-like aria-labelledby="sit" {
            h2 #sit { "Take seat " (seat.0 + 1) }
            (form.faults(FIELDS))
            form method="post" action={ (urls::table(record.id)) "/seats/" (seat.0) } {
                (once)
                @if let Some(invitation) = invitation { input type="hidden" name="invitation" value=(invitation); }
                (name.line(form, &NAME))
                @if record.ruleset.has_readings() { (form.line(&QUESTION)) }
                (form.line(&CLIENT_SEED))
                p.hint { (LISTED) }
                p { button type="submit" { "Sit down" } }
            }
        }
    }
}
