//! Stored games and readings as NDJSON, streamed as they are read.

use std::collections::VecDeque;

use actix_web::web::{Bytes, BytesMut};
use futures::{Stream, TryStreamExt, stream};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    games::{
        dto::{GameResponse, LogResponse},
        fields::{Fields, GameParts},
    },
    readings::dto::AnyResponse,
};
use crate::{
    games::Player,
    http::{
        extract::{
            accept::NDJSON,
            list_query::{ListQuery, read_cursor, write_cursor},
        },
        middleware::streams::BufferPermit,
        reply::{
            csv::{self, Table},
            ndjson,
            problem::Problem,
            response::rfc3339,
        },
    },
    service::{
        ExportedGame, ExportedReading, ExportedSteps, GameExport, LongText, Position, ProblemCode, Range,
        ReadingExport,
        records::GameRecord,
        store::{GameFilter, ReadingFilter},
    },
};

/// Approximate size of a line without its steps, in bytes.
const LINE: usize = 4 << 10;

/// Lines, in the pieces in which they are sent.
#[derive(Debug, Default)]
pub struct Lines {
    pieces: VecDeque<Piece>,
}

/// A piece of some lines.
#[derive(Debug)]
enum Piece {
    /// Serialized bytes.
    Written(Bytes),
    /// A text too long to be held in memory decompressed.
    Long(LongText),
}

impl Iterator for Lines {
    type Item = Result<Bytes, Problem>;

    fn next(&mut self) -> Option<Result<Bytes, Problem>> {
        loop {
            match self.pieces.pop_front()? {
                Piece::Written(bytes) => return Some(Ok(bytes)),
                Piece::Long(mut text) => {
                    if let Some(piece) = text.next() {
                        self.pieces.push_front(Piece::Long(text));
                        return Some(piece.map(Bytes::from).map_err(|error| Problem::internal(error.to_string())));
                    }
                }
            }
        }
    }
}

/// A line with selected parts of a game.
#[derive(Serialize)]
struct PartsLine {
    #[serde(flatten)]
    parts: GameParts,
    cursor: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<LogResponse>,
}

/// End of the line of a game without steps.
const NO_STEPS: &[u8] = b"[]}}\n";

/// The lines of some games that match this filter: complete, or with only these fields.
///
/// # Errors
/// `internal` if a line cannot be serialized.
pub fn games(page: Vec<ExportedGame>, filter: &GameFilter, fields: Option<&Fields>) -> Result<Lines, Problem> {
    let (mut lines, mut written, filters) = (Lines::default(), BytesMut::new(), game_filters(filter));
    for ExportedGame { derived, steps, position } in page {
        let (steps, long) = match steps {
            None => (None, None),
            Some(ExportedSteps::Short(steps)) => (Some(steps), None),
            Some(ExportedSteps::Long(text)) => {
                (Some(RawValue::from_string("[]".to_owned()).expect("JSON")), Some(text))
            }
        };
        // Reserves room for the steps and a little more, so that a long line is not copied as it grows.
        written.reserve(steps.as_ref().map_or(0, |steps| steps.get().len() + LINE));
        let log = steps.map(|steps| LogResponse::of(&derived.game, steps));
        let cursor = write_cursor(position, &filters);
        match fields {
            None => ndjson::add(&mut written, &GameResponse { cursor: Some(cursor), log, ..derived.game.into() })?,
            Some(fields) => ndjson::add(&mut written, &PartsLine { parts: fields.of(derived)?, cursor, log })?,
        }
        if let Some(text) = long {
            let head = written.len().checked_sub(NO_STEPS.len()).filter(|end| written[*end..] == *NO_STEPS);
            let head = head.ok_or_else(|| Problem::internal("a line does not end with its steps".to_owned()))?;
            let end = written.split_off(head + 2);
            written.truncate(head);
            lines.pieces.extend([
                Piece::Written(written.split().freeze()),
                Piece::Long(text),
                Piece::Written(end.freeze()),
            ]);
        }
    }
    if !written.is_empty() {
        lines.pieces.push_back(Piece::Written(written.freeze()));
    }
    Ok(lines)
}

fn readings(page: Vec<ExportedReading>, filter: &ReadingFilter) -> Result<Bytes, Problem> {
    let (mut lines, filters) = (BytesMut::new(), reading_filters(filter));
    for ExportedReading { reading, notes, position } in page {
        let cursor = write_cursor(position, &filters);
        ndjson::add(&mut lines, &AnyResponse::in_list(reading).as_line(cursor, notes))?;
    }
    Ok(lines.freeze())
}

/// The filters to which a cursor of lines is bound; cursors of pages, which are in reverse order, are bound to others.
fn game_filters(filter: &GameFilter) -> String {
    format!("lines of games {filter:?}")
}

fn reading_filters(filter: &ReadingFilter) -> String {
    format!("lines of readings {filter:?}")
}

/// The range of games that a list requests.
///
/// # Errors
/// `bad_cursor` if the cursor does not belong to this list.
pub fn range_of_games<F>(list: &ListQuery<F>, filter: &GameFilter) -> Result<Range, Problem> {
    range(list.limit, list.cursor.as_deref(), &game_filters(filter))
}

/// The cursor of a line after this position.
pub fn cursor_of_games(after: Position, filter: &GameFilter) -> String {
    write_cursor(after, &game_filters(filter))
}

/// The range of readings that a list requests.
///
/// # Errors
/// `bad_cursor` if the cursor does not belong to this list.
pub fn range_of_readings(list: &ListQuery<ReadingFilter>) -> Result<Range, Problem> {
    range(list.limit, list.cursor.as_deref(), &reading_filters(&list.filter))
}

fn range(limit: Option<u32>, cursor: Option<&str>, filters: &str) -> Result<Range, Problem> {
    let after = cursor.map(|cursor| read_cursor(cursor, filters)).transpose()?;
    Ok(Range { after, limit })
}

/// The lines of all games of an export; each batch is fetched once the caller has read the previous one.
///
/// Long lines wait for a permit, since the memory of all streams together is limited.
pub fn of_games(
    export: GameExport,
    filter: GameFilter,
    fields: Option<Fields>,
    room: BufferPermit,
) -> impl Stream<Item = Result<Bytes, Problem>> {
    let pages = stream::try_unfold((export, (filter, fields), room), async |(mut export, asked, mut room)| {
        room.leave();
        let Some(bytes) = export.bytes_ahead().await? else { return Ok(None) };
        room.enter(bytes).await;
        let page = export.next().await?.map(|page| games(page, &asked.0, asked.1.as_ref())).transpose()?;
        Ok::<_, Problem>(page.map(|lines| (stream::iter(lines), (export, asked, room))))
    });
    pages.try_flatten()
}

/// The columns of games as CSV.
const COLUMNS: [&str; 12] = [
    "id",
    "ruleset",
    "source",
    "created_at",
    "played_at",
    "external_id",
    "tags",
    "step_count",
    "players",
    "winners",
    "places",
    "scores",
];

/// All games of an export as CSV, a row each.
pub fn rows_of_games(export: GameExport) -> impl Stream<Item = Result<Bytes, Problem>> {
    stream::try_unfold((export, Some(Table::with_header(&COLUMNS))), async |(mut export, header)| {
        let page = export.next().await?;
        if page.is_none() && header.is_none() {
            return Ok(None);
        }
        let mut table = header.unwrap_or_default();
        page.into_iter().flatten().for_each(|game| table.row(cells(&game.derived.game.record)));
        Ok::<_, Problem>(Some((Bytes::from(table.into_string()), (export, None))))
    })
}

/// The cells of a game, in the order of [`COLUMNS`].
fn cells(game: &GameRecord) -> [String; COLUMNS.len()] {
    let name = |seat: &Player| game.players.get(seat.index()).map_or("", |seat| seat.name.as_str());
    [
        game.id.to_string(),
        game.ruleset.id().to_owned(),
        game.source.id().to_owned(),
        rfc3339(&game.created_at),
        csv::value(game.played_at.as_ref().map(rfc3339)),
        csv::text(game.external_id.as_deref().unwrap_or_default()),
        csv::list(&game.tags),
        game.step_count.to_string(),
        csv::list(game.players.iter().map(|seat| &seat.name)),
        csv::list(game.winners.iter().map(name)),
        game.places.iter().map(u8::to_string).collect::<Vec<_>>().join("; "),
        game.scores.iter().map(i64::to_string).collect::<Vec<_>>().join("; "),
    ]
}

/// The lines of all readings of an export, likewise.
pub fn of_readings(export: ReadingExport, filter: ReadingFilter) -> impl Stream<Item = Result<Bytes, Problem>> {
    stream::try_unfold((export, filter), async |(mut export, filter)| {
        let page = export.next().await?.map(|page| readings(page, &filter)).transpose()?;
        Ok(page.map(|lines| (lines, (export, filter))))
    })
}

/// The problem of a parameter that is valid only for NDJSON.
pub fn only_in_lines(parameter: &'static str) -> Problem {
    of_other_form(parameter, format!("`{parameter}` requires `Accept: {NDJSON}`."))
}

/// The problem of a parameter that is not valid for CSV.
pub fn not_in_rows(parameter: &'static str) -> Problem {
    of_other_form(parameter, format!("`{parameter}` is not for CSV, which has all games in commit order."))
}

/// The problem of a parameter that is valid only for pages.
pub fn only_in_pages(parameter: &'static str) -> Problem {
    of_other_form(parameter, format!("`{parameter}` requires `Accept: application/json`."))
}

/// The problem of a parameter that does not go with others.
pub fn of_other_form(parameter: &'static str, detail: String) -> Problem {
    Problem::of_parameter(ProblemCode::BadParameter, parameter, detail)
}
