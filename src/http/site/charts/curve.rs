//! A figure over time: a curve with a band of its intervals.

use maud::{Markup, html};

use super::{Axis, Unit, games, histogram::LETTER};
use crate::{spelling::whole, statistics::Estimate};

/// The size of the picture. On a small screen its letters are as large as those of the page.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 200.0;
/// The area of the curve; the labels are to its left and below.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 394.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 168.0;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct After {
    /// Number of games.
    pub games: u64,
    /// The figure after them.
    pub figure: Estimate,
}

/// A figure over games as a curve, a sentence and a table; nothing for fewer than two points. The curve and the last
/// interval are shown in full. A band that is wider is cut off.
pub fn curve(caption: &str, column: &str, points: &[After]) -> Markup {
    let ([first, .., last], Some(description)) = (points, described(points)) else { return Markup::default() };
    let ends = [last.figure.low, last.figure.high].into_iter().flatten();
    let up = Axis::around(points.iter().map(|point| point.figure.value).chain(ends), (BOTTOM, TOP));
    let along = Axis { low: first.games as f64, high: last.games as f64, from: LEFT, to: RIGHT };
    html! {
        figure.chart-figure {
            figcaption { (caption) }
            svg.chart viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ (caption) ": " (description) } {
                path.band d={ (band(points, &along, &up)) "Z" } {}
                @for mark in up.marks() {
                    @let height = up.at(mark);
                    path.grid d={ "M" (LEFT) " " (height) "H" (RIGHT) } {}
                    text x=(LEFT - 6.0) y=(height + 5.0) text-anchor="end" font-size=(LETTER) { (Unit::Number.format(mark)) }
                }
                path.line d=(path(points.iter().map(|it| (along.at(it.games as f64), up.at(it.figure.value))))) {}
                text x=(LEFT) y=(BOTTOM + 22.0) font-size=(LETTER) { (whole(first.games)) }
                text x=(RIGHT) y=(BOTTOM + 22.0) text-anchor="end" font-size=(LETTER) { (games(last.games)) }
            }
            p.hint { (description) }
            details {
                summary { "The numbers" }
                table {
                    thead { tr { th scope="col" { "Games" } th scope="col" { (column) } } }
                    tbody {
                        @for After { games, figure } in points {
                            tr { th scope="row" { (whole(*games)) } td.number { (Unit::Number.estimate(*figure)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The outline of the intervals: their upper ends, then their lower ends in reverse.
fn band(points: &[After], along: &Axis, up: &Axis) -> String {
    let end =
        |point: &After, end: Option<f64>| (along.at(point.games as f64), up.at(end.unwrap_or(point.figure.value)));
    let upper = points.iter().map(|point| end(point, point.figure.high));
    let lower = points.iter().rev().map(|point| end(point, point.figure.low));
    path(upper.chain(lower))
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<_> = points.map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}", points.join("L"))
}

/// The curve in words; `None` without points.
fn described(points: &[After]) -> Option<String> {
    let (first, last) = (points.first()?, points.last()?);
    let by_value = |one: &&After, other: &&After| one.figure.value.total_cmp(&other.figure.value);
    let (least, most) = (points.iter().min_by(by_value)?, points.iter().max_by(by_value)?);
    let value = |point: &After| Unit::Number.format(point.figure.value);
    // The first point that reads the same: all but the last are rounded.
    let at = |point: &After| {
        let text = value(point);
        let first = points.iter().find(|other| value(other) == text).unwrap_or(point);
        format!("{text} after {}", whole(first.games))
    };
    // What was highest of all is unknown where points are left out.
    let among = if lacks_points(points) { "of the points drawn, " } else { "" };
    Some(format!(
        "from {} to {}: {}, at last {}; {among}highest {}, lowest {}",
        whole(first.games),
        games(last.games),
        value(first),
        Unit::Number.estimate(last.figure),
        at(most),
        at(least)
    ))
}

/// Is there less than a point for each number of games?
fn lacks_points(points: &[After]) -> bool {
    points.windows(2).any(|pair| matches!(pair, [one, next] if next.games.saturating_sub(one.games) > 1))
}
