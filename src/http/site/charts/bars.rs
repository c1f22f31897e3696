//! A bar chart as a table with a bar in each row, so that every label has its own line.

use maud::{Markup, html};

use super::{axis::Axis, numbers::Unit};
use crate::{spelling::whole, statistics::Estimate};

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

/// A chart of figures with their intervals, starting at 0. `columns` are the headings of labels, figures and other
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
