//! Parses a reader's own spread: one position per line, with its question after a colon; an empty line starts a new
//! row.

use crate::{
    reading::{OwnFault, OwnSpread, SpreadPlace},
    service::{Asks, Name},
};

/// Maximum number of positions on a page, so that a reading renders quickly. The API allows more.
pub const MAX_PLACES: usize = 24;
/// Maximum length of a row. Longer rows are split into rows of similar length.
const ROW: usize = 7;
/// Maximum number of rows, limited by the coordinates of spreads.
const ROWS: usize = 12;
/// Distance between the centres of two cards, in card widths.
const ACROSS: f64 = 1.3;
const DOWN: f64 = 1.9;

/// Parses a spread.
///
/// # Errors
/// What is wrong with it.
pub fn spread(title: &Name, text: &str) -> Result<OwnSpread, String> {
    let rows = rows(text)?;
    let count: usize = rows.iter().map(Vec::len).sum();
    if !(1..=MAX_PLACES).contains(&count) {
        return Err(format!("Name 1 to {MAX_PLACES} places, one on each line."));
    }
    if rows.len() > ROWS {
        return Err(format!("Lay the places in at most {ROWS} rows."));
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut places = Vec::new();
    for (row, y) in rows.into_iter().zip(0_u8..) {
        let start = (widest - row.len()) as f64 / 2.0;
        for ((name, asks), x) in row.into_iter().zip(0_u8..) {
            places.push(SpreadPlace {
                id: (places.len() + 1).to_string(),
                name: name.into_string(),
                asks: asks.into_string(),
                x: hundredths((start + f64::from(x)) * ACROSS),
                y: hundredths(f64::from(y) * DOWN),
                rotation: 0.0,
            });
        }
    }
    let sentences = |faults: Vec<OwnFault>| faults.into_iter().map(|fault| fault.detail).collect::<Vec<_>>().join(" ");
    OwnSpread::new(title.as_str().to_owned(), places).map_err(sentences)
}

/// The rows of a text with their positions.
fn rows(text: &str) -> Result<Vec<Vec<(Name, Asks)>>, String> {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let mut rows = Vec::new();
    for written in lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()) {
        let places = written.iter().map(|line| place(line)).collect::<Result<Vec<_>, _>>()?;
        let count = places.len().div_ceil(places.len().div_ceil(ROW));
        rows.extend(places.chunks(count).map(<[_]>::to_vec));
    }
    Ok(rows)
}

fn place(line: &str) -> Result<(Name, Asks), String> {
    let (name, asks) = line.split_once(':').unwrap_or((line, ""));
    let wrong = |why| format!("“{}”: {why}", crate::games::excerpt(line, crate::games::QUOTED));
    Ok((Name::new(name).map_err(wrong)?, Asks::new(asks).map_err(wrong)?))
}

fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(text: &str) -> Result<Vec<(String, f64, f64)>, String> {
        let own = spread(&Name::new("Mine").expect("a name"), text)?;
        Ok(own.places().iter().map(|place| (place.name.clone(), place.x, place.y)).collect())
    }

    #[test]
    fn a_line_is_a_place_and_an_empty_line_begins_a_row() {
        let laid = laid("Mine\r\nYours\n\n \nOurs: What holds us?\n").expect("a spread");
        let expected = [("Mine", 0.0, 0.0), ("Yours", 1.3, 0.0), ("Ours", 0.65, 1.9)];
        assert_eq!(laid, expected.map(|(name, x, y)| (name.to_owned(), x, y)));
        let own = spread(&Name::new("Mine").expect("a name"), "Ours: What holds us? And: why?").expect("a spread");
        assert_eq!(own.places()[0].asks, "What holds us? And: why?");
    }

    #[test]
    fn a_long_row_is_split_into_rows_of_similar_length() {
        let rows = |count: usize| {
            let laid = laid(&"A place\n".repeat(count)).expect("a spread");
            let mut rows: Vec<_> = laid.iter().map(|(_, _, y)| *y).collect();
            rows.dedup();
            rows.into_iter().map(|row| laid.iter().filter(|(_, _, y)| *y == row).count()).collect::<Vec<_>>()
        };
        assert_eq!(rows(7), [7]);
        assert_eq!(rows(8), [4, 4]);
        assert_eq!(rows(10), [5, 5]);
        assert_eq!(rows(MAX_PLACES), [6, 6, 6, 6]);
    }

    #[test]
    fn errors_are_explained() {
        assert!(laid(" \n").expect_err("no place").starts_with("Name 1 to 24 places"));
        assert!(laid(&"A\n".repeat(25)).is_err());
        assert!(laid(&"A\n\n".repeat(13)).expect_err("too many").contains("at most 12 rows"));
        assert!(laid("Good\n: What?").expect_err("no name").starts_with("“: What?”"));
    }
}
