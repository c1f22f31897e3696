//! A layout of Fortunes as a heat map of its positions.

use maud::{Markup, html};

use super::{axis::tenths, histogram::LETTER, numbers::Unit};
use crate::{
    reading::{Layout, Place},
    spelling::whole,
};

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
