//! The curve of the expected result over the steps of a game, as SVG that stands alone or in a page.

use maud::{Markup, html};

use crate::{
    analysis::{Decision, Unit},
    service::AnalysisView,
    spelling::whole,
};

/// The size of the picture.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 200.0;
/// The area of the curve; the labels are to its left and below.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 392.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 168.0;

/// Where results and steps are in the picture.
struct Scale {
    unit: Unit,
    low: f64,
    high: f64,
    steps: f64,
}

impl Scale {
    /// A scale that shows all results.
    fn of(view: &AnalysisView) -> Scale {
        let ends = |decision: &Decision| [decision.played_result.value, decision.best_result.value];
        let values = || view.decisions.iter().flat_map(ends);
        let (low, high) = match view.unit {
            Unit::Points => (values().fold(0.0, f64::min), values().fold(0.0, f64::max)),
            Unit::Wins => (0.0, 1.0),
        };
        let high = if high > low { high } else { low + 1.0 };
        Scale { unit: view.unit, low, high, steps: f64::from(view.game.step_count.max(1)) }
    }

    fn across(&self, step: u32) -> String {
        format!("{:.1}", LEFT + (RIGHT - LEFT) * f64::from(step) / self.steps)
    }

    fn up(&self, value: f64) -> String {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        format!("{:.1}", BOTTOM - (BOTTOM - TOP) * share)
    }

    /// The results at which there is a line.
    fn marks(&self) -> [f64; 3] {
        [self.low, (self.low + self.high) / 2.0, self.high]
    }

    fn label(&self, value: f64) -> String {
        match self.unit {
            Unit::Points => format!("{value:+.1}"),
            Unit::Wins => format!("{:.0} %", 100.0 * value),
        }
    }

    fn line(&self, points: impl Iterator<Item = (u32, f64)>) -> String {
        let points: Vec<_> = points.map(|(step, value)| format!("{} {}", self.across(step), self.up(value))).collect();
        if points.is_empty() { String::new() } else { format!("M{}", points.join("L")) }
    }
}

/// What was expected after each decision, with its interval; turning points are marked.
pub fn curve(view: &AnalysisView) -> Markup {
    let scale = Scale::of(view);
    let of = |end: fn(&Decision) -> f64| view.decisions.iter().map(move |decision| (decision.after + 1, end(decision)));
    let upper = of(|decision| decision.played_result.high.unwrap_or(decision.played_result.value));
    let lower = of(|decision| decision.played_result.low.unwrap_or(decision.played_result.value));
    let band = scale.line(upper.chain(lower.collect::<Vec<_>>().into_iter().rev()));
    let name = view.game.players.get(view.key.player.index()).map_or("a player", |seat| seat.name.as_str());
    let label = format!("Expected result of {name} over the steps of the game");
    html! {
        svg.chart xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label)
            font-family="sans-serif" font-size="13" fill="currentColor" {
            @if !band.is_empty() { path d={ (band) "Z" } fill-opacity="0.15" {} }
            @for mark in scale.marks() {
                path d={ "M" (LEFT) " " (scale.up(mark)) "H" (RIGHT) } stroke="currentColor" stroke-opacity="0.25" {}
                text x=(LEFT - 6.0) y=(scale.up(mark)) dy="4" text-anchor="end" { (scale.label(mark)) }
            }
            path d=(scale.line(of(|decision| decision.played_result.value))) fill="none" stroke="currentColor" stroke-width="2" {}
            @for place in &view.mark.turning_points {
                @let decision = &view.decisions[*place];
                circle cx=(scale.across(decision.after + 1)) cy=(scale.up(decision.played_result.value)) r="5" {
                    title { "Step " (decision.after + 1) ": " (view.unit.words(decision.loss)) " lost" }
                }
            }
            text x=(LEFT) y=(BOTTOM + 22.0) { "0" }
            text x=(RIGHT) y=(BOTTOM + 22.0) text-anchor="end" { (whole(view.game.step_count)) " steps" }
        }
    }
}
