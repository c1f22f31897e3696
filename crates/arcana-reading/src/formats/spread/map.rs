//! A spread as a map of numbers in a monospace font.

use crate::SpreadPlace;

/// Maximum width of a map, in characters.
const MAX_WIDTH: f64 = 75.0;

/// Width of a card in characters, unless the map becomes too wide.
const CARD: f64 = 6.0;

/// Width of a number in characters, including brackets.
const CELL: usize = 4;

/// The lines of the map. Each number is at its position, or after another number there.
pub fn map<'a>(places: impl Iterator<Item = &'a SpreadPlace> + Clone) -> Vec<String> {
    let least = |side: fn(&SpreadPlace) -> f64| places.clone().map(side).fold(f64::MAX, f64::min);
    let (left, top) = (least(|it| it.x), least(|it| it.y));
    let wide = places.clone().map(|it| it.x - left).fold(0.0, f64::max);
    let unit = CARD.min(MAX_WIDTH / wide.max(1.0));
    let mut lines: Vec<Vec<char>> = Vec::new();
    for (place, number) in places.zip(1_usize..) {
        let column = ((place.x - left) * unit).round() as usize;
        // A character is about twice as high as wide.
        let row = ((place.y - top) * unit / 2.0).round() as usize;
        write(&mut lines, row, column, number);
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect()
}

/// Writes a number into the next free cell, in this row or below.
fn write(lines: &mut Vec<Vec<char>>, row: usize, column: usize, number: usize) {
    let last = MAX_WIDTH as usize;
    let spots = (row..).flat_map(|at| (if at == row { column } else { 0 }..=last).map(move |column| (at, column)));
    for (row, column) in spots {
        let line = line_at(lines, row);
        // Adjacent numbers are separated by brackets and need no space.
        let cells = &mut line[column..column + CELL];
        if cells.iter().all(|sign| *sign == ' ') {
            cells.iter_mut().zip(format!("[{number:>2}]").chars()).for_each(|(cell, sign)| *cell = sign);
            return;
        }
    }
}

fn line_at(lines: &mut Vec<Vec<char>>, row: usize) -> &mut Vec<char> {
    if lines.len() <= row {
        lines.resize(row + 1, vec![' '; MAX_WIDTH as usize + CELL]);
    }
    &mut lines[row]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KnownSpread;

    fn mapped(id: &str) -> Vec<String> {
        map(KnownSpread::find(id, None).expect("a spread").places.iter())
    }

    #[test]
    fn numbers_are_placed_like_the_cards() {
        assert_eq!(mapped("three-card"), ["[ 1]    [ 2]    [ 3]"]);
        let relationship = mapped("relationship");
        assert_eq!((relationship.len(), relationship[0].as_str()), (12, "[ 1]      [ 3]     [ 2]"));
        assert_eq!(relationship[11], "          [ 7]");
    }

    #[test]
    fn a_card_that_lies_across_another_stands_behind_it() {
        assert!(mapped("celtic-cross").iter().any(|line| line.contains("[ 1][ 2]")));
    }

    #[test]
    fn every_number_occurs_once_for_any_positions() {
        let at = |x: f64, y: f64, n: usize| SpreadPlace {
            id: n.to_string(),
            name: "A".into(),
            asks: String::new(),
            x,
            y,
            rotation: 0.0,
        };
        let piles: [Vec<SpreadPlace>; 3] = [
            (0..78).map(|n| at(3.0, 3.0, n)).collect(),
            (0..78).map(|n| at(24.0 * (n % 2) as f64, 0.1 * n as f64, n)).collect(),
            (0..78).map(|n| at(24.0 - n as f64 * 0.3, 24.0, n)).collect(),
        ];
        for places in piles {
            let lines = map(places.iter());
            let text = lines.join("\n");
            assert!((1..=78).all(|number| text.matches(&format!("[{number:>2}]")).count() == 1), "{text}");
            assert!(lines.iter().all(|line| line.len() <= 79), "{text}");
        }
    }
}
