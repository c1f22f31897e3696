use maud::{Markup, html};

use super::*;
use crate::statistics::Estimate;

/// A chart as XML, in which nothing is missing and every length is a number.
fn checked(chart: &Markup) -> String {
    let text = format!("<div>{}</div>", chart.clone().into_string());
    let parsed = roxmltree::Document::parse(&text).expect("well-formed");
    for node in parsed.descendants() {
        for attribute in
            node.attributes().filter(|it| ["x", "y", "width", "height", "fill-opacity"].contains(&it.name()))
        {
            let length: f64 = attribute.value().parse().expect("a number");
            assert!(length.is_finite(), "{attribute:?}");
            assert!(length >= 0.0 || ["x", "y"].contains(&attribute.name()), "{attribute:?}");
        }
        assert!(!node.attribute("d").unwrap_or_default().contains(['N', 'i']), "{node:?}");
    }
    text
}

fn estimate(value: f64, low: f64, high: f64) -> Option<Estimate> {
    Some(Estimate { value, low: Some(low), high: Some(high) })
}

#[test]
fn bars_begin_at_zero_and_their_intervals_lie_around_their_ends() {
    let bar = |figure| Bar { label: html! { "A" }, cells: vec!["7".to_owned()], figure };
    let rows = [bar(estimate(0.5, 0.25, 1.0)), bar(estimate(-1.0, -1.0, -0.5)), bar(None)];
    let text = checked(&bars("Shares", &["Who", "Share", "Games"], Unit::Number, &rows));
    assert!(text.contains("<rect class=\"value\" x=\"500\" y=\"4\" width=\"250\""), "{text}");
    assert!(text.contains("<rect class=\"value\" x=\"0\" y=\"4\" width=\"500\""), "{text}");
    assert!(text.contains("d=\"M625 8V16M625 12H1000M1000 8V16\""), "{text}");
    assert!(text.contains("0.5 (0.25 to 1)") && text.contains("–</td>"), "{text}");
}

#[test]
fn what_is_no_number_breaks_no_chart() {
    let bar = |figure| Bar { label: html! { "A" }, cells: Vec::new(), figure };
    let wrong = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308];
    checked(&bars("x", &["A", "B"], Unit::Share, &wrong.map(|value| bar(estimate(value, value, value)))));
    checked(&bars("x", &["A", "B"], Unit::Share, &[]));
}
