//! Forms to leave a seat, to close the table and to delete its game.

use actix_web::HttpRequest;
use maud::{Markup, html};

use super::seat_cookie;
use crate::{
    games::Player,
    http::site::urls,
    service::tables::{TablePhase, TableRecord},
};

/// The forms that the reader may use.
pub fn forms(request: &HttpRequest, record: &TableRecord, own: Option<Player>) -> Markup {
    let has_set_it_up = seat_cookie::has_set_up(request, record);
    html! {
        @if !record.phase.has_ended() {
            @if let Some(seat) = own.filter(|_| record.day.is_none()) { (leaving(record, seat)) }
            @if has_set_it_up { (closing(record)) }
        }
        @if record.game.is_some() && has_set_it_up { (deleting(record)) }
    }
}

/// The form to leave the seat.
fn leaving(record: &TableRecord, seat: Player) -> Markup {
    html! {
        details.leave {
            summary { "Leave the table …" }
            form method="post" action={ (urls::table(record.id)) "/seats/" (seat.0) "/leave" } {
                p { @if record.phase == TablePhase::Waiting { "Your seat will be open again, and you will get a new invitation to it." } @else { "A bot plays your seat from then on." } }
                p { button type="submit" { "Leave" } }
            }
        }
    }
}

/// The form to close the table, for the browser that has set it up.
fn closing(record: &TableRecord) -> Markup {
    let what = match record.day {
        Some(_) => {
            "The game ends here and is not stored, and you have no other try at this deal. To go on later, just leave the page."
        }
        None => "The game ends for everybody, and is not stored.",
    };
    folded_form(record, "close", what, "Close the table")
}

/// The form to delete the game, for the browser that has set the table up.
fn deleting(record: &TableRecord) -> Markup {
    let what = "The game, every reading of it and this table are deleted for everybody. This cannot be undone.";
    folded_form(record, "delete", what, "Delete the game")
}

/// A form without fields below a summary; `action` is the end of its URL.
fn folded_form(record: &TableRecord, action: &str, what: &str, button: &str) -> Markup {
    html! {
        details class={ (action) "-table" } {
            summary { (button) " …" }
            form method="post" action={ (urls::table(record.id)) "/" (action) } {
                p { (what) }
                p { button type="submit" { (button) } }
            }
        }
    }
}
