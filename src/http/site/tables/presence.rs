//! Who is at the table, and what the host can do about those who are not.

use actix_web::HttpRequest;
use chrono::{DateTime, Utc};
use maud::{Markup, html};

use super::seat_cookie;
use crate::{
    games::{Player, PlayerSet},
    http::site::urls,
    service::tables::{SeatKind, TablePhase, TableRecord, is_gone},
};

/// What a person at a table does, as far as this service knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    Here,
    Thinking,
    Away,
}

impl Presence {
    const fn word(self) -> &'static str {
        match self {
            Presence::Here => "here",
            Presence::Thinking => "thinking",
            Presence::Away => "away",
        }
    }
}

/// What the others do, while a game is played; with a form for the host where somebody is away. `due`: for whom the game
/// waits, as far as the reader knows.
pub fn others(
    request: &HttpRequest,
    record: &TableRecord,
    own: Option<Player>,
    (due, present, now): (PlayerSet, &[Option<bool>], DateTime<Utc>),
) -> Markup {
    let is_other = |player: &Player| Some(*player) != own && record.seats[player.index()].kind == SeatKind::Person;
    let others: Vec<_> = Player::all(record.seats.len()).filter(is_other).collect();
    let is_host = seat_cookie::has_set_up(request, record);
    let told = |player: Player| presence(record, player, due.contains(player), present[player.index()]);
    html! {
        @if record.phase == TablePhase::Playing && !others.is_empty() {
            ul.present #others {
                @for (player, presence) in others.into_iter().filter_map(|player| Some((player, told(player)?))) {
                    li data-presence=(presence.word()) {
                        bdi { (record.seats[player.index()].name) } " is " (presence.word())
                        @if is_host && presence == Presence::Away {
                            @if is_gone(record, player, due.contains(player), now) { (replacing(record, player)) }
                            @else { (not_yet(record)) }
                        }
                    }
                }
            }
        }
    }
}

fn presence(record: &TableRecord, player: Player, is_due: bool, is_here: Option<bool>) -> Option<Presence> {
    let seat = &record.seats[player.index()];
    match (seat.kind, is_here) {
        (SeatKind::Bot | SeatKind::Open, _) => None,
        (SeatKind::Person, _) if seat.away => Some(Presence::Away),
        (SeatKind::Person, Some(false)) => Some(Presence::Away),
        (SeatKind::Person, _) if is_due => Some(Presence::Thinking),
        (SeatKind::Person, Some(true)) => Some(Presence::Here),
        (SeatKind::Person, None) => None,
    }
}

/// When the host may let a bot play.
fn not_yet(record: &TableRecord) -> Markup {
    let when = if record.clock.step_seconds.is_some() { "when the time is up" } else { "after five minutes" };
    html! { span.hint { " (You can let a bot play " (when) ".)" } }
}

/// The form with which the host lets a bot play for somebody.
fn replacing(record: &TableRecord, player: Player) -> Markup {
    html! {
        form method="post" action={ (urls::table(record.id)) "/bots" } {
            input type="hidden" name="seat" value=(player.0);
            button.quiet type="submit" { "Let a bot play" span.unseen { " for " (record.seats[player.index()].name) } }
        }
    }
}

/// The form with which the host has bots take all open seats.
pub fn filling(request: &HttpRequest, record: &TableRecord) -> Markup {
    html! {
        @if seat_cookie::has_set_up(request, record) {
            form method="post" action={ (urls::table(record.id)) "/bots" } {
                p { button.quiet type="submit" { "Begin with bots in the open seats" } }
            }
        }
    }
}
