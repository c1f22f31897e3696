//! Charts: SVG that works without script, with a table of the same data.
//!
//! Lengths that are not finite are drawn as zero, so that a missing figure does not break a chart.

mod curve;
mod histogram;

use maud::{Markup, html};

use crate::{spelling::whole, statistics::Estimate};

pub use self::{
    curve::{After, curve},
    histogram::{histogram, on_layout},
};

#[cfg(test)]
mod tests;

/// Size of the view box of a bar; the page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: u8 = 24;

/// A labelled figure.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is of.
    pub label: Markup,
    /// Values of the table's other columns.
    pub cells: Vec<String>,
    /// The figure; `None` without enough data.
    pub figure: Option<Estimate>,
}

/// A bar chart of figures with their intervals, starting at 0: a table with a bar in each row, so that every label has its
/// own line. `columns` are the headings of labels, figures and other
/// cells. Bars and figures come first, so that they are visible on small screens.
pub fn bars(caption: &str, columns: &[&str], unit: Unit, rows: &[Bar]) -> Markup {
    let known = rows.iter().filter_map(|row| row.figure);
    let ends = known.flat_map(|figure| [Some(figure.value), figure.low, figure.high]).flatten();
    let axis = Axis::with_zero(ends, (0.0, WIDTH));
    html! {
        div.wide tabindex="0" role="region" aria-label=(caption) {
            table.bars {
                caption { (caption) }
                thead { tr {
                    @for (place, column) in columns.iter().enumerate() {
                        @if place == 1 { td aria-hidden="true" {} }
                        th scope="col" { (column) }
                    }
                } }
                tbody { @for row in rows { (line(row, unit, &axis)) } }
            }
        }
    }
}

fn line(Bar { label, cells, figure }: &Bar, unit: Unit, axis: &Axis) -> Markup {
    html! {
        tr {
            th scope="row" { (label) }
            td.drawn aria-hidden="true" { @if let Some(figure) = figure { (drawn(*figure, axis)) } }
            td.number { @match figure { Some(figure) => (unit.estimate(*figure)), None => "–" } }
            @for cell in cells { td.number { (cell) } }
        }
    }
}

/// A bar from 0 to the value, and a line for the interval.
fn drawn(Estimate { value, low, high }: Estimate, axis: &Axis) -> Markup {
    let (zero, end) = (axis.at(0.0), axis.at(value));
    let line = low.zip(high).map(|(low, high)| (axis.at(low), axis.at(high)));
    html! {
        svg.chart.bar viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" {
            rect.value x=(zero.min(end)) y="4" width=((end - zero).abs()) height=(HEIGHT - 8) {}
            @if let Some((low, high)) = line { path.interval d={ "M" (low) " 8V16M" (low) " 12H" (high) "M" (high) " 8V16" } {} }
        }
    }
}

/// A chart of counts with their shares of the sum.
pub fn counts(caption: &str, what: &str, rows: impl Iterator<Item = (String, u64)>) -> Markup {
    let rows: Vec<_> = rows.collect();
    let sum: u64 = rows.iter().map(|(_, count)| count).sum();
    let bar = |(label, count): &(String, u64)| Bar {
        label: html! { (label) },
        cells: vec![whole(*count)],
        figure: (sum > 0).then(|| Estimate::new(*count as f64 / sum as f64, None)),
    };
    bars(caption, &[what, "Share", "Times"], Unit::Share, &rows.iter().map(bar).collect::<Vec<_>>())
}

/// An axis has at most one mark more than this.
const MARKS: f64 = 5.0;

/// A linear axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    /// The values at its ends.
    pub low: f64,
    pub high: f64,
    /// The coordinates of its ends.
    pub from: f64,
    pub to: f64,
}

impl Axis {
    /// An axis that includes 0 and all finite values.
    fn with_zero(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
        let high = if high > low { high } else { low + 1.0 };
        Axis { low, high, from, to }
    }

    /// The narrowest axis for these values. Values that are not finite are ignored.
    fn around(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (value.min(low), value.max(high)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        // If all values are equal, they are in the middle.
        let (low, high) = if high - low > 1e-6 * high.abs().max(1.0) { (low, high) } else { (low - 1.0, high + 1.0) };
        Axis { low, high, from, to }
    }

    /// A few round values on the axis; none if its range overflows.
    fn marks(&self) -> impl Iterator<Item = f64> + use<> {
        let (span, low, high) = (self.high - self.low, self.low, self.high);
        let power = 10_f64.powf((span / MARKS).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| span / step <= MARKS);
        let first = step.map_or(f64::NAN, |step| (low / step).ceil());
        let marks = (0..=MARKS as u8).map(move |number| (first + f64::from(number)) * step.unwrap_or(f64::NAN));
        marks.filter(move |mark| (low..=high).contains(mark))
    }

    /// The coordinate of a value, to one decimal. Values outside the axis are clamped.
    fn at(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let share = if share.is_finite() { share } else { 0.0 };
        tenths(self.from + (self.to - self.from) * share)
    }
}

/// Rounds a length to one decimal.
fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

const NO_BREAK_SPACE: &str = "\u{a0}";

/// Unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, shown in percent.
    Share,
    /// A number.
    Number,
}

impl Unit {
    /// Formats a figure: `52.3 %`, or `-1.25`.
    pub fn format(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{} %", decimals(value * 100.0, 1)),
            Unit::Number => decimals(value, 2),
        }
    }

    /// Formats a figure with its interval: `52.3 % (51.9 to 52.6 %)`. Lines do not break within the interval.
    pub fn estimate(self, Estimate { value, low, high }: Estimate) -> String {
        match low.zip(high) {
            Some((low, high)) => {
                let low = self.format(low);
                let interval = format!("({} to {})", low.trim_end_matches(" %"), self.format(high));
                format!("{} {}", self.format(value), interval.replace(' ', NO_BREAK_SPACE))
            }
            None => self.format(value),
        }
    }
}

/// A number of games, in words.
pub fn games(count: impl Into<i128>) -> String {
    match count.into() {
        1 => "1 game".to_owned(),
        count => format!("{} games", whole(count)),
    }
}

/// Formats a number with a maximum number of decimals.
fn decimals(value: f64, most: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{value:.most$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    // A true minus sign, since screen readers may skip a hyphen.
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}
