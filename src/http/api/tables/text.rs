//! A table in plain text.

use actix_web::{HttpResponse, http::StatusCode};

use super::caching;
use crate::{
    cards::Deck,
    http::{
        extract::accept::Representation,
        reply::{problem::Problem, response},
    },
    service::{
        Service,
        records::TableId,
        tables::{SeatKind, SeatState, SeatToken, TablePhase, TableRecord, TableScene},
    },
};

/// The response with the text of a table, as the holder of a token or else the public may see it.
pub async fn response(
    service: &Service,
    id: TableId,
    token: Option<&SeatToken>,
    deck: Option<Deck>,
) -> Result<HttpResponse, Problem> {
    let table = service.table_scene(id, token, deck).await?;
    Ok(response::written(StatusCode::OK, caching(table.viewer), Representation::Text, text(&table)))
}

/// What is played, how it stands, and how it goes on.
fn text(TableScene { record, viewer, scene }: &TableScene) -> String {
    let name = record.ruleset.info().name;
    let Some(scene) = scene else { return format!("{name}\n\n{}\n", seats(record)) };
    let text = format!("{name}, step {}\n{}", record.step_count, scene.text());
    let own = viewer.player().and_then(|player| record.seats.get(player.index()));
    let goes_on = match record.phase {
        TablePhase::Playing if !scene.choices.list.is_empty() => {
            Some(format!("POST steps {{\"after\": {}, \"choice\": 1}}", record.step_count))
        }
        TablePhase::Over => record.game.map(|game| format!("The game: /v1/games/{game}")),
        TablePhase::Waiting | TablePhase::Playing | TablePhase::Closed => None,
    };
    let reading = own.and_then(|seat| seat.reading).map(|reading| format!("Your reading: /v1/readings/{reading}"));
    goes_on.into_iter().chain(reading).fold(text, |text, line| text + &line + "\n")
}

/// Who sits at a table whose game has not begun.
fn seats(record: &TableRecord) -> String {
    let seat = |(index, seat): (usize, &SeatState)| match seat.kind {
        SeatKind::Open => format!("Seat {index}: open"),
        SeatKind::Person => format!("Seat {index}: {}", seat.name),
        SeatKind::Bot => format!("Seat {index}: {} (bot)", seat.name),
    };
    let why = if record.phase == TablePhase::Waiting { "It waits for players." } else { "The table was closed." };
    let seats = record.seats.iter().enumerate().map(seat);
    seats.chain([String::new(), why.to_owned()]).collect::<Vec<_>>().join("\n")
}
