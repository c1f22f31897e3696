//! Histograms, and heat maps of the layouts of Fortunes.

use maud::{Markup, html};

use super::{Axis, Unit, tenths};
use crate::{
    reading::{Layout, Place},
    spelling::whole,
    statistics::SummaryReport,
};

/// Size of the view box, at which letters are as large as those of the page on a small screen.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 190.0;
/// The plot area.
const LEFT: f64 = 6.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 160.0;
/// Maximum width of a bar.
const MAX_BAR: f64 = 36.0;
/// Size of letters, and their maximum width.
pub const LETTER: u8 = 15;
pub const LETTER_WIDTH: f64 = 9.0;

/// The histogram of a number per game, with its mean and a summary in words. Empty without values.
pub fn histogram(caption: &str, summary: &SummaryReport) -> Markup {
    let Some(bins) = &summary.histogram else { return Markup::default() };
    let most = bins.counts.iter().copied().max().unwrap_or_default();
    let up = Axis { low: 0.0, high: most.max(1) as f64, from: BOTTOM, to: TOP };
    let width = (WIDTH - 2.0 * LEFT) / bins.counts.len().max(1) as f64;
    let middle = |bin: usize| LEFT + (bin as f64 + 0.5) * width;
    let thick = tenths((width - 1.0).clamp(0.6, MAX_BAR));
    let along = Axis {
        low: bins.from as f64,
        high: bins.from as f64 + bins.width as f64 * bins.counts.len() as f64,
        from: LEFT,
        to: WIDTH - LEFT,
    };
    // A value is drawn at the middle of its bin.
    let mean = summary.mean.map(|mean| along.at(mean.value + 0.5));
    html! {
        figure.chart-figure {
            figcaption { (caption) }
            svg.chart viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ (caption) ": " (in_words(summary)) } {
                @for (bin, count) in bins.counts.iter().enumerate() {
                    @let top = up.at(*count as f64);
                    rect.value x=(tenths(middle(bin) - thick / 2.0)) y=(top) width=(thick) height=(tenths(BOTTOM - top)) {}
                }
                path.axis d={ "M" (LEFT) " " (BOTTOM) "H" (WIDTH - LEFT) } {}
                @if let Some(mean) = mean { path.mean d={ "M" (mean) " " (TOP - 6.0) "V" (BOTTOM) } {} }
                @for (bin, text) in labels(bins.from, bins.width, bins.counts.len(), width) {
                    text x=(tenths(middle(bin))) y=(BOTTOM + 18.0) text-anchor="middle" font-size=(LETTER) { (text) }
                }
                text x=(LEFT) y="14" font-size=(LETTER) { "up to " (whole(most)) }
            }
            p.hint { (in_words(summary)) }
            details {
                summary { "The numbers" }
                div.wide tabindex="0" role="region" aria-label={ (caption) ": the numbers" } { (table(summary)) }
            }
        }
    }
}

/// The summary in a sentence.
fn in_words(summary: &SummaryReport) -> String {
    let part = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
    let parts = [
        part("mean", summary.mean.map(|mean| Unit::Number.estimate(mean))),
        part("standard deviation", summary.deviation.map(|deviation| Unit::Number.format(deviation))),
        part("least", summary.least.map(whole)),
        part("most", summary.most.map(whole)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The bins with a label, chosen so that labels do not overlap.
fn labels(from: i64, width: u64, count: usize, room: f64) -> Vec<(usize, String)> {
    let text = |bin: usize| whole(i128::from(from) + bin as i128 * i128::from(width));
    let longest = (0..count).map(|bin| text(bin).chars().count()).max().unwrap_or_default() as f64;
    let step = ((longest + 1.0) * LETTER_WIDTH / room).ceil().max(1.0) as usize;
    // Centred labels at the ends must stay inside the picture.
    let fits = |bin: &usize| {
        let (middle, half) =
            (LEFT + (*bin as f64 + 0.5) * room, text(*bin).chars().count() as f64 * LETTER_WIDTH / 2.0);
        middle - half >= 0.0 && middle + half <= WIDTH
    };
    (0..count)
        .filter(fits)
        .collect::<Vec<_>>()
        .chunks(step)
        .filter_map(|bins| bins.first())
        .map(|bin| (*bin, text(*bin)))
        .collect()
}

fn table(summary: &SummaryReport) -> Markup {
    let Some(bins) = &summary.histogram else { return Markup::default() };
    let all: u64 = bins.counts.iter().sum();
    html! {
        table {
            thead { tr { th scope="col" { "Value" } th scope="col" { "Times" } th scope="col" { "Share" } } }
            tbody {
                @for (bin, count) in bins.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                    @let first = i128::from(bins.from) + bin as i128 * i128::from(bins.width);
                    tr {
                        th scope="row" { (whole(first)) @if bins.width > 1 { " to " (whole(first + i128::from(bins.width) - 1)) } }
                        td.number { (whole(*count)) }
                        td.number { (Unit::Share.format(*count as f64 / all.max(1) as f64)) }
                    }
                }
            }
        }
    }
}

/// Half the width and height of a card.
const ACROSS: i32 = 36;
const DOWN: i32 = 26;
/// Gap between two cards.
const GAP: i32 = 6;
/// Maximum opacity, at which text is still readable.
const MAX_OPACITY: f64 = 0.4;

/// The heat map of a layout, and the shares as a table.
pub fn on_layout(caption: &str, layout: Layout, shares: &[(Place, u64, f64)]) -> Markup {
    let most = shares.iter().map(|(_, _, share)| *share).filter(|share| share.is_finite()).fold(0.0, f64::max);
    let here: Vec<_> = shares.iter().filter_map(|it| Some((it, layout.spot(it.0)?))).collect();
    let reach = here.iter().map(|(_, spot)| i32::from(spot.column).abs() + 1).max().unwrap_or(1);
    let (width, height) = (2 * reach * ACROSS, i32::from(layout.depth()) * DOWN);
    html! {
        figure.chart-figure {
            figcaption { (caption) }
            svg.chart.layout viewBox={ "0 0 " (width) " " (height) } role="img" aria-label={ (caption) "; the table below has the numbers" } {
                @for ((place, _, share), spot) in &here {
                    @let (x, y) = ((reach + i32::from(spot.column) - 1) * ACROSS, height - (i32::from(spot.row) + 2) * DOWN);
                    @let strength = if most > 0.0 && share.is_finite() { share / most * MAX_OPACITY } else { 0.0 };
                    g {
                        title { (place.short_title()) ": " (Unit::Share.format(*share)) }
                        rect.card x=(x + GAP / 2) y=(y + GAP / 2) width=(2 * ACROSS - GAP) height=(2 * DOWN - GAP) rx="5" {}
                        rect.value x=(x + GAP / 2) y=(y + GAP / 2) width=(2 * ACROSS - GAP) height=(2 * DOWN - GAP) rx="5"
                            fill-opacity=(tenths(strength * 100.0) / 100.0) {}
                        text x=(x + ACROSS) y=(y + DOWN + 5) text-anchor="middle" font-size=(LETTER) { (Unit::Share.format(*share)) }
                    }
                }
            }
            details {
                summary { "The numbers" }
                div.wide tabindex="0" role="region" aria-label={ (caption) ": the numbers" } {
                    table {
                        thead { tr { th scope="col" { "Place" } th scope="col" { "Times" } th scope="col" { "Share" } } }
                        tbody {
                            @for (place, times, share) in shares {
                                tr {
                                    th scope="row" { (place.zone().name()) ": " (place.short_title()) }
                                    td.number { (whole(*times)) }
                                    td.number { (Unit::Share.format(*share)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
