use maud::{Markup, html};

use super::*;
use crate::{
    reading::{Layout, Place},
    statistics::{Bins, Estimate, Summary, SummaryReport},
};

/// Parses a chart as XML and checks that all its lengths are numbers.
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

/// The bounding boxes of the letters in a chart: left, right, top, bottom.
fn letters(text: &str) -> Vec<(f64, f64, f64, f64)> {
    let parsed = roxmltree::Document::parse(text).expect("well-formed");
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
        node.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0_f64)
    };
    let texts = parsed.descendants().filter(|node| node.tag_name().name() == "text");
    texts
        .map(|node| {
            let width = node.text().unwrap_or_default().chars().count() as f64 * histogram::LETTER_WIDTH;
            let before = match node.attribute("text-anchor") {
                Some("middle") => width / 2.0,
                Some("end") => width,
                _ => 0.0,
            };
            let left = number(&node, "x") - before;
            let bottom = number(&node, "y");
            (left, left + width, bottom - f64::from(histogram::LETTER), bottom)
        })
        .collect()
}

fn no_letters_touch(text: &str, width: f64) {
    let boxes = letters(text);
    for (index, one) in boxes.iter().enumerate() {
        assert!(one.0 >= -0.5 && one.1 <= width + 0.5, "{one:?} is within the picture");
        let over = boxes[..index].iter().find(|it| it.0 < one.1 && one.0 < it.1 && it.2 < one.3 && one.2 < it.3);
        assert!(over.is_none(), "{one:?} over {over:?}");
    }
}

fn estimate(value: f64, low: f64, high: f64) -> Option<Estimate> {
    Some(Estimate { value, low: Some(low), high: Some(high) })
}

fn summary(values: impl Iterator<Item = i64>) -> SummaryReport {
    let mut summary = Summary::default();
    values.zip(0..).for_each(|(value, game)| summary.add(value, game));
    summary.report()
}

#[test]
fn bars_begin_at_zero_and_their_intervals_lie_around_their_ends() {
    let bar = |figure| Bar { label: html! { "A" }, cells: vec!["7".to_owned()], figure };
    let rows = [bar(estimate(0.5, 0.25, 1.0)), bar(estimate(-1.0, -1.0, -0.5)), bar(None)];
    let text = checked(&bars("Shares", &["Who", "Share", "Games"], Unit::Number, &rows));
    assert!(text.contains("<rect class=\"value\" x=\"500\" y=\"4\" width=\"250\""), "{text}");
    assert!(text.contains("<rect class=\"value\" x=\"0\" y=\"4\" width=\"500\""), "{text}");
    assert!(text.contains("d=\"M625 8V16M625 12H1000M1000 8V16\""), "{text}");
    assert!(text.contains("0.5 (0.25\u{a0}to\u{a0}1)") && text.contains("–</td>"), "{text}");
}

#[test]
fn charts_accept_values_that_are_not_numbers() {
    let bar = |figure| Bar { label: html! { "A" }, cells: Vec::new(), figure };
    let wrong = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308];
    checked(&bars("x", &["A", "B"], Unit::Share, &wrong.map(|value| bar(estimate(value, value, value)))));
    checked(&bars("x", &["A", "B"], Unit::Share, &[]));
    checked(&counts("x", "A", [("A".to_owned(), 0)].into_iter()));
    checked(&on_layout("x", Layout::Fate, &wrong.map(|value| (Place::TheSelf, 0, value))));
    let mut odd = summary([1].into_iter());
    odd.mean = estimate(f64::NAN, f64::NAN, f64::NAN);
    checked(&histogram("x", &odd));
    odd.histogram = Some(Bins { from: i64::MAX, width: 1 << 63, counts: vec![0, u64::MAX] });
    checked(&histogram("x", &odd));
    assert_eq!(histogram("x", &summary(std::iter::empty())).into_string(), "");
}

fn after(games: u64, value: f64, half: f64) -> After {
    After { games, figure: estimate(value, value - half, value + half).expect("a figure") }
}

#[test]
fn a_curve_is_drawn_told_and_tabled() {
    let text = checked(&curve("Rating", "Rating", &[after(0, 25.0, 16.0), after(10, 30.0, 4.0), after(40, 27.0, 2.0)]));
    // From 25 to 30: the wide bands of the beginning are cut.
    assert!(text.contains("<path class=\"line\" d=\"M48 168L134.5 12L394 105.6\""), "{text}");
    assert!(text.contains("<path class=\"band\" d=\"M48 12L134.5 12L394 43.2L394 168L134.5 136.8L48 168Z\""), "{text}");
    let told = "from 0 to 40 games: 25, at last 27 (25\u{a0}to\u{a0}29); of the points drawn, highest 30 after 10, lowest 25 after 0";
    assert!(text.contains(&format!("<p class=\"hint\">{told}</p>")), "{text}");
    assert!(text.contains(&format!("aria-label=\"Rating: {told}\"")), "{text}");
    assert_eq!(text.matches("<tr>").count(), 4);
    no_letters_touch(&text, 400.0);
}

#[test]
fn the_highest_and_the_lowest_are_those_that_come_first() {
    let points = [after(0, 25.0, 1.0), after(10, 25.77, 1.0), after(20, 25.77, 1.0), after(80, 25.772_407, 1.0)];
    let text = checked(&curve("Rating", "Rating", &points));
    assert!(text.contains("; of the points drawn, highest 25.77 after 10, lowest 25 after 0<"), "{text}");
}

#[test]
fn with_a_point_for_every_game_the_highest_is_that_of_all() {
    let text = checked(&curve("Rating", "Rating", &[after(0, 25.0, 1.0), after(1, 27.0, 1.0), after(2, 26.0, 1.0)]));
    assert!(text.contains("; highest 27 after 1, lowest 25 after 0<"), "{text}");
}

#[test]
fn a_curve_has_two_points_and_bears_any() {
    for points in [&[][..], &[after(1, 25.0, 1.0)]] {
        assert_eq!(curve("x", "y", points).into_string(), "");
    }
    for value in [25.0, f64::NAN, f64::INFINITY, f64::MIN, 1e300, -123_456.789] {
        let text = checked(&curve("x", "y", &[after(0, 25.0, 8.0), after(u64::MAX, value, 1.0)]));
        assert!(text.contains("d=\"M48 "), "{text}");
    }
    for high in [25.001, 26.0, 99.0, 9_999.0] {
        no_letters_touch(&checked(&curve("x", "y", &[after(0, 25.0, 0.0), after(1_000_000, high, 0.0)])), 400.0);
    }
}

#[test]
fn no_label_of_a_histogram_touches_another() {
    for (low, step, count) in [
        (0, 1, 1),
        (0, 1, 2),
        (-3, 1, 20),
        (0, 1, 64),
        (-1_000_000, 37, 90_000),
        (0, 1_000_003, 3_000),
        (9_999_999, 1, 12),
    ] {
        let text = checked(&histogram("Scores", &summary((0..count).map(|n| low + n * step))));
        assert!(letters(&text).len() > 1, "{text}");
        no_letters_touch(&text, 400.0);
    }
}

#[test]
fn a_map_of_each_layout_has_all_its_places_and_no_shares_touch() {
    for layout in Layout::ALL {
        let shares: Vec<_> = layout.places().map(|place| (place, 1_000, 0.999)).collect();
        let text = checked(&on_layout("The Tower", layout, &shares));
        assert_eq!(text.matches("<text").count(), shares.len());
        let width: f64 =
            text.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("a width");
        no_letters_touch(&text, width);
        assert_eq!(text.matches("<tr>").count(), shares.len() + 1, "each place stands in the table");
    }
}

fn axis(values: &[f64]) -> Axis {
    Axis::with_zero(values.iter().copied(), (10.0, 110.0))
}

#[test]
fn marks_are_round_and_few() {
    let marks = |low, high| Axis { low, high, from: 0.0, to: 1.0 }.marks().collect::<Vec<_>>();
    assert_eq!(marks(24.6, 31.2), [26.0, 28.0, 30.0]);
    assert_eq!(marks(-0.4, 0.7), [0.0, 0.5]);
    assert_eq!(marks(0.0, 999.0), [0.0, 200.0, 400.0, 600.0, 800.0]);
    assert!(marks(f64::MIN, f64::MAX).is_empty());
}

#[test]
fn an_axis_around_values_has_room_for_one_alone() {
    let around = |values: &[f64]| {
        let Axis { low, high, .. } = Axis::around(values.iter().copied(), (0.0, 1.0));
        (low, high)
    };
    assert_eq!(around(&[3.0, 2.0, f64::NAN]), (2.0, 3.0));
    assert_eq!((around(&[25.0]), around(&[])), ((24.0, 26.0), (-1.0, 1.0)));
}

#[test]
fn values_lie_in_proportion_and_never_beyond() {
    let axis = axis(&[50.0, -50.0, f64::NAN, f64::INFINITY]);
    assert_eq!([-50.0, 0.0, 25.0, 50.0, 99.0].map(|value| axis.at(value)), [10.0, 60.0, 85.0, 110.0, 110.0]);
    assert_eq!(axis.at(f64::NAN), 10.0);
}

#[test]
fn figures_are_formatted_in_their_unit() {
    assert_eq!(Unit::Share.format(0.5225), "52.2 %");
    assert_eq!(Unit::Share.format(1.0), "100 %");
    assert_eq!(Unit::Number.format(-1.254), "−1.25");
    assert_eq!(Unit::Number.format(-0.001), "0");
    assert_eq!(Unit::Number.format(f64::NAN), "–");
    let share = Estimate { value: 0.5, low: Some(0.25), high: Some(0.75) };
    assert_eq!(Unit::Share.estimate(share), "50 % (25\u{a0}to\u{a0}75\u{a0}%)");
    assert_eq!(Unit::Number.estimate(Estimate { low: None, high: None, ..share }), "0.5");
}
