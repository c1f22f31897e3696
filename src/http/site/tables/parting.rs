//! Forms to leave a seat, to close the table and to delete its game.

use maud::{Markup, html};

use crate::{
    games::Player,
    http::site::{form_token::FormToken, urls},
    service::tables::{TablePhase, TableRecord},
};

/// The form to leave the seat.
pub fn leaving(record: &TableRecord, own: Option<Player>, token: &FormToken) -> Markup {
    html! {
        @if let Some(seat) = own {
            details.leave {
                summary { "Leave the table …" }
                form method="post" action={ (urls::table(record.id)) "/seats/" (seat.0) "/leave" } {
                    (token.field())
                    p { @if record.phase == TablePhase::Waiting { "Your seat will be open again, and you will get a new invitation to it." } @else { "A bot plays your seat from then on." } }
                    p { button type="submit" { "Leave" } }
                }
            }
        }
    }
}

/// The form to close the table, for the browser that has set it up.
pub fn closing(record: &TableRecord, token: &FormToken) -> Markup {
    folded_form(record, token, "close", "The game ends for everybody, and is not stored.", "Close the table")
}

/// The form to delete the game, for the browser that has set the table up.
pub fn deleting(record: &TableRecord, token: &FormToken) -> Markup {
    let what = "The game, every reading of it and this table are deleted for everybody. This cannot be undone.";
    folded_form(record, token, "delete", what, "Delete the game")
}

/// A form without fields below a summary; `action` is the end of its URL.
fn folded_form(record: &TableRecord, token: &FormToken, action: &str, what: &str, button: &str) -> Markup {
    html! {
        details class={ (action) "-table" } {
            summary { (button) " …" }
            form method="post" action={ (urls::table(record.id)) "/" (action) } {
                (token.field())
                p { (what) }
                p { button type="submit" { (button) } }
            }
        }
    }
}
