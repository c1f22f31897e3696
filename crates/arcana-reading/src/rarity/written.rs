//! Counts as text, one line for each position, layout and verdict, so that changes are visible in diffs.

use std::{fmt, str::FromStr};

use super::counts::{Cell, CellRow, RarityCounts, ReadingNumber};
use crate::Layout;

/// The base of reading numbers.
const BASE: u32 = 36;

/// The text is not a table of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a line of counts: `{0}`")]
pub struct BadTable(pub String);

impl fmt::Display for RarityCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layout in Layout::ALL {
            writeln!(f, "{}{}", of_layout(layout), joined(&self.readings[layout.index()]))?;
        }
        for (own, row) in self.tricks.iter().enumerate() {
            writeln!(f, "{}{}", of_tricks(own), joined(row))?;
        }
        for line in RarityCounts::lines() {
            writeln!(f, "{}{}", of_line(line), joined(&self.cells[RarityCounts::line(line)]))?;
        }
        Ok(())
    }
}

impl FromStr for RarityCounts {
    type Err = BadTable;

    fn from_str(text: &str) -> Result<RarityCounts, BadTable> {
        let mut counts = RarityCounts::default();
        let mut lines = text.lines();
        for layout in Layout::ALL {
            read(lines.next(), &of_layout(layout), &mut counts.readings[layout.index()])?;
        }
        for (own, row) in counts.tricks.iter_mut().enumerate() {
            read(lines.next(), &of_tricks(own), row)?;
        }
        for line in RarityCounts::lines() {
            read(lines.next(), &of_line(line), &mut counts.cells[RarityCounts::line(line)])?;
        }
        match lines.next() {
            None => Ok(counts),
            Some(line) => Err(BadTable(line.to_owned())),
        }
    }
}

/// Heading of a line: readings of a layout by verdict.
fn of_layout(layout: Layout) -> String {
    format!("readings {layout}")
}

/// Heading of a line: readings with a number of own tricks, by the number of the partner's.
fn of_tricks(own: usize) -> String {
    format!("tricks {own}")
}

/// Heading of a line: cards at a position, each in pack order well-disposed and ill-disposed.
fn of_line((layout, verdict, place): CellRow) -> String {
    format!("cards {layout} {} {place}", verdict.id())
}

fn joined<T: fmt::Display>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}

/// Parses the numbers of a line with this heading, as many as there are places for.
fn read<T: FromStr>(line: Option<&str>, heading: &str, numbers: &mut [T]) -> Result<(), BadTable> {
    let line = line.unwrap_or_default();
    let bad = || BadTable(line.to_owned());
    let mut written = line.strip_prefix(heading).ok_or_else(bad)?.split_ascii_whitespace();
    for number in numbers {
        *number = written.next().and_then(|text| text.parse().ok()).ok_or_else(bad)?;
    }
    written.next().map_or(Ok(()), |_| Err(bad()))
}

/// `12:4f3` for a count of twelve, the first in reading 4f3 (base 36); `0` for none.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first {
            None => write!(f, "{}", self.count),
            Some(first) => write!(f, "{}:{}", self.count, in_base(first.0)),
        }
    }
}

impl FromStr for Cell {
    type Err = BadTable;

    fn from_str(text: &str) -> Result<Cell, BadTable> {
        let read = || match text.split_once(':') {
            None => (text == "0").then(Cell::default),
            Some((count, first)) => {
                let first = Some(ReadingNumber(u32::from_str_radix(first, BASE).ok()?));
                Some(Cell { count: count.parse().ok()?, first })
            }
        };
        read().ok_or_else(|| BadTable(text.to_owned()))
    }
}

fn in_base(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit(number % BASE, BASE));
        number /= BASE;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}
