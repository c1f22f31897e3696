//! The reference run that the program contains, and counts as text: a line for each position, layout and verdict, so
//! that changes are visible in diffs.

use std::{fmt, str::FromStr, sync::LazyLock};

use super::{
    RarityCounts, Share,
    counts::{Cell, CellRow, ReadingNumber},
};
use crate::Layout;

/// The readings of a run of single deals among four bots of one kind, with default options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Version of this table.
    pub version: u32,
    /// Deal *i*, from 0, was played with the seed `{seed}/{i}`.
    pub seed: String,
    /// Number of deals.
    pub deals: u32,
    /// The bots' name and version, as in `bot:adept@1`.
    pub bot: String,
    /// Version of the rules of Fortunes.
    pub rules_version: u32,
    /// The counts of its readings.
    pub counts: RarityCounts,
}

/// Names of the header lines of the table.
const HEAD: [&str; 5] = ["version", "seed", "deals", "bot", "rules"];

static REFERENCE: LazyLock<Reference> =
    LazyLock::new(|| Reference::parse(include_str!("reference.txt")).expect("a test reads the table"));

impl Reference {
    /// The run that readings are compared with.
    pub fn of_program() -> &'static Reference {
        &REFERENCE
    }

    /// Number of readings: four of each deal.
    pub fn readings(&self) -> u32 {
        self.counts.total()
    }

    /// A count as a share of its readings.
    pub fn share(&self, count: u64) -> Share {
        Share::new(count, self.readings())
    }

    /// The seed of a deal's game, from 0.
    pub fn seed_of(&self, deal: u32) -> String {
        format!("{}/{deal}", self.seed)
    }

    /// Parses a table.
    ///
    /// # Errors
    /// The text is not a table.
    pub fn parse(text: &str) -> Result<Reference, BadTable> {
        let bad = || BadTable(text.lines().next().unwrap_or_default().to_owned());
        let mut rest = text;
        let mut values = Vec::new();
        for name in HEAD {
            let (line, below) = rest.split_once('\n').ok_or_else(bad)?;
            values.push(line.strip_prefix(name).and_then(|line| line.strip_prefix(' ')).ok_or_else(bad)?);
            rest = below;
        }
        let number = |place: usize| values[place].parse().map_err(|_| BadTable(values[place].to_owned()));
        Ok(Reference {
            version: number(0)?,
            seed: values[1].to_owned(),
            deals: number(2)?,
            bot: values[3].to_owned(),
            rules_version: number(4)?,
            counts: rest.parse()?,
        })
    }

    /// Formats the table for [`parse`](Reference::parse).
    pub fn text(&self) -> String {
        let values = [
            self.version.to_string(),
            self.seed.clone(),
            self.deals.to_string(),
            self.bot.clone(),
            self.rules_version.to_string(),
        ];
        let head = HEAD.iter().zip(values).map(|(name, value)| format!("{name} {value}\n"));
        head.collect::<String>() + &self.counts.to_string()
    }
}

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
