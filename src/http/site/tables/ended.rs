//! What a table's page shows when the table has ended.

use maud::{Markup, html};

use crate::{
    games::Player,
    http::site::{error::PageError, urls},
    narration::joined,
    reading::{art::Size, html::linked_fragment},
    service::{
        Service, ServiceError,
        projection::RatingChange,
        records::{Attempt, GameRecord, TablePhase},
        tables::{CloseReason, SeatKind, SeatState, TableRecord, rejoined},
    },
};

/// What the page shows.
pub struct End {
    /// Its content.
    pub markup: Markup,
    /// Whether a reading is part of it, with the page's main heading.
    pub has_reading: bool,
}

/// Who reads the page.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The seat, if the reader has one.
    pub own: Option<Player>,
    /// Whether the reader may read other pages.
    pub may_read: bool,
    /// Whether the reader may set up tables.
    pub may_write: bool,
}

/// A table that has ended: the score card with the rematch, then the reader's reading. A guest who may not read
/// elsewhere gets no links to pages that would refuse them.
pub async fn end(
    service: &Service,
    record: &TableRecord,
    reader: Reader,
    highlights: &[(&str, String)],
) -> Result<End, PageError> {
    let rematch = match reader.own.filter(|_| record.phase.has_ended()) {
        Some(_) => service.rematch_of(record.id).await?,
        None => None,
    };
    let reading = match reader.own.and_then(|player| record.seats[player.index()].reading) {
        Some(id) => unless_deleted(service.reading(id).await)?.and_then(|found| Some((id, found.fortunes()?))),
        None => None,
    };
    let won = match record.game {
        Some(game) => unless_deleted(service.stored(game).await)?.map(|stored| stored.record),
        None => None,
    };
    let rating = match (&won, reader.own.filter(|own| has_own_name(record, *own))) {
        (Some(won), Some(own)) => service.rating_change(won, own).await?,
        (Some(_) | None, _) => None,
    };
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Small);
    let day = record
        .day
        .filter(|day| reader.own.is_some() && record.phase == TablePhase::Over && day.attempt != Attempt::Guest);
    let markup = html! {
        @if let Some(day) = day {
            p.made {
                "The deal is played. "
                a.button href=(urls::day(day.date)) { "Your score card and your reading" }
            }
        }
        @if let Some(won) = &won { (score_card(record, won, reader.own, (highlights, rating))) }
        @if let Some(why) = record.closed { p.made { (closed(why)) } }
        @if record.phase.has_ended() { (what_next(record, won.as_ref(), reader, rematch.as_ref())) }
        @if let Some((id, stored)) = &reading {
            @let heading = stored.heading().with_chosen_names();
            @if reader.may_read {
                p data-won-reading=(urls::reading(*id)) data-title=(heading.title(&stored.reading))
                    data-question=(stored.record.question) data-date=(stored.record.created_at.format("%Y-%m-%d")) {
                    a href=(urls::reading(*id)) { "Your reading on a page of its own" } "."
                }
            }
            (linked_fragment(&stored.reading, &heading, faces))
        }
    };
    Ok(End { markup, has_reading: reading.is_some() })
}

/// Who has won, everybody's place and points, and what was best.
fn score_card(
    record: &TableRecord,
    won: &GameRecord,
    own: Option<Player>,
    (highlights, rating): (&[(&str, String)], Option<RatingChange>),
) -> Markup {
    let mut order: Vec<_> = won.places.iter().zip(&won.scores).zip(&record.seats).zip(0..).collect();
    order.sort_by_key(|(((place, _), _), _)| **place);
    html! {
        section.score-card.card-like aria-label="Score" tabindex="-1" {
            p.made { (winners(&won.winners, record)) }
            table {
                thead { tr { th scope="col" { "Place" } th scope="col" { "Player" } th.number scope="col" { "Points" } } }
                tbody {
                    @for (((place, score), seat), index) in order {
                        tr {
                            td.number { (place) }
                            td { bdi { (seat.name) } @if own == Some(Player(index)) { " (you)" } }
                            td.number { (score) }
                        }
                    }
                }
            }
            @for (name, text) in highlights { p { b { (name) } ": " (text) } }
            @if let Some(RatingChange { before, after }) = rating {
                p { b { "Your rating" } ": " (format!("{:.1} before this game, {:.1} after it.", before.mu, after.mu)) }
            }
        }
    }
}

/// Names that seats have by default are shared by many, and so is their rating.
fn has_own_name(record: &TableRecord, seat: Player) -> bool {
    record.seats[seat.index()].name != seat.default_name()
}

/// The rematch, and links to the game and to another table.
fn what_next(record: &TableRecord, won: Option<&GameRecord>, reader: Reader, rematch: Option<&TableRecord>) -> Markup {
    let is_other = |(index, seat): (usize, &SeatState)| {
        seat.kind == SeatKind::Person && reader.own.is_some_and(|own| own.index() != index)
    };
    let has_others = record.seats.iter().enumerate().any(is_other);
    html! {
        @if reader.own.is_some() && (reader.may_write || rematch.is_some()) && record.day.is_none() {
            form.rematch method="post" action={ (urls::table(record.id)) "/rematch" } data-others[has_others] {
                @if let Some(rematch) = rematch {
                    p.made { (joined(&rejoined(rematch))) " asked for a rematch." }
                    p.buttons { button type="submit" { "Go to the rematch" } }
                } @else {
                    p.buttons { button type="submit" { "Rematch" } }
                    p.hint {
                        "The same seats and rules at a new table."
                        @if has_others { " Whoever looks at this page is told of it." }
                    }
                }
            }
        }
        @if reader.may_read {
            p {
                @if let Some(won) = won { a href=(urls::game(won.id)) { "Watch the game again" } " · " }
                a href={ "/tables/new?ruleset=" (record.ruleset.id()) } { "Set up another table" }
            }
        }
    }
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
