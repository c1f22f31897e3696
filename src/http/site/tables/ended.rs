//! What a table's page shows when the table has ended.

use maud::{Markup, html};

use crate::{
    games::Player,
    http::site::{error::PageError, urls},
    narration::joined,
    reading::{art::Size, html::linked_fragment},
    service::{
        Service, ServiceError,
        records::{Attempt, TablePhase},
        tables::{CloseReason, TableRecord},
    },
};

/// What the page shows.
pub struct End {
    /// Its content.
    pub markup: Markup,
    /// Whether a reading is part of it, with the page's main heading.
    pub has_reading: bool,
}

/// A table that has ended: the result, and the reader's reading. A guest who may not read elsewhere gets no links to
/// pages that would refuse them.
pub async fn end(
    service: &Service,
    record: &TableRecord,
    own: Option<Player>,
    may_read: bool,
) -> Result<End, PageError> {
    let reading = match own.and_then(|player| record.seats[player.index()].reading) {
        Some(id) => unless_deleted(service.reading(id).await)?.and_then(|found| Some((id, found.fortunes()?))),
        None => None,
    };
    let won = match record.game {
        Some(game) => unless_deleted(service.stored(game).await)?.map(|stored| stored.record),
        None => None,
    };
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Small);
    let day =
        record.day.filter(|day| own.is_some() && record.phase == TablePhase::Over && day.attempt != Attempt::Guest);
    let markup = html! {
        @if let Some(day) = day {
            p.made {
                "The deal is played. "
                a.button href=(urls::day(day.date)) { "Your score card and your reading" }
            }
        }
        @if let Some(won) = &won {
            p.made {
                (winners(&won.winners, record))
                @if may_read { " " a href=(urls::game(won.id)) { "Watch the game again" } "." }
            }
        }
        @if let Some((id, stored)) = &reading {
            @let heading = stored.heading().with_chosen_names();
            @if may_read {
                p data-won-reading=(urls::reading(*id)) data-title=(heading.title(&stored.reading))
                    data-question=(stored.record.question) data-date=(stored.record.created_at.format("%Y-%m-%d")) {
                    a href=(urls::reading(*id)) { "Your reading on a page of its own" } "."
                }
            }
            (linked_fragment(&stored.reading, &heading, faces))
        }
        @if let Some(why) = record.closed { p.made { (closed(why)) } }
        @if may_read && record.phase.has_ended() {
            p { a href={ "/tables/new?ruleset=" (record.ruleset.id()) } { "Set up another table" } "." }
        }
    };
    Ok(End { markup, has_reading: reading.is_some() })
}

/// The reading can be deleted before the table is. So could the game at one time, without its table.
fn unless_deleted<T>(found: Result<T, ServiceError>) -> Result<Option<T>, ServiceError> {
    match found {
        Err(ServiceError::NotFound(_)) => Ok(None),
        found => found.map(Some),
    }
}

fn winners(winners: &[Player], record: &TableRecord) -> String {
    let names: Vec<_> =
        winners.iter().filter_map(|winner| Some(record.seats.get(winner.index())?.name.as_str())).collect();
    match names.as_slice() {
        [] => "The game is over, and nobody has won.".to_owned(),
        [one] => format!("{one} has won."),
        several => format!("{} have won.", joined(several)),
    }
}

const fn closed(why: CloseReason) -> &'static str {
    match why {
        CloseReason::Owner => "The table was closed.",
        CloseReason::Clock => "The table was closed, because somebody did not act in time.",
        CloseReason::Abandoned => "The table was closed, because nobody came for seven days.",
    }
}
