//! A statistics report as charts and tables.

use std::borrow::Cow;

use maud::{Markup, html};

use super::counted;
use crate::{
    cards::Card,
    games::Ruleset,
    http::site::{
        charts::{Bar, Unit, bars, games, histogram},
        standings::readable,
    },
    spelling::whole,
    statistics::{DifferenceReport, Extreme, Extremes, Report, SideReport},
};

/// Renders a report. `card` is the card shown on the layouts, and `link` links to a game.
pub fn report(ruleset: Ruleset, report: &Report, card: Option<Card>, link: impl Fn(&Extreme) -> Markup) -> Markup {
    html! {
        section.report aria-labelledby="wins" {
            h2 #wins { "Who wins" }
            p { (games(report.games)) @if report.drawn > 0 { ", " (whole(report.drawn)) " of them drawn" } "." }
            (sides("By seat", &report.seats))
            @if report.bots.len() > 1 { (sides("By player", &report.bots)) }
            (sides("By place in the request", &report.players))
            (differences(&report.differences))
        }
        section.report aria-labelledby="scores" {
            h2 #scores { "Scores" }
            (scores("Mean score by seat", &report.seats))
            @if report.bots.len() > 1 { (scores("Mean score by player", &report.bots)) }
            div.figures-row {
                @for side in &report.seats { (histogram(&format!("Scores of {}", label(side)), &side.scores)) }
            }
        }
        section.report aria-labelledby="length" {
            h2 #length { "How long games last" }
            (histogram("Steps of a game", &report.steps))
        }
        (extremes(&report.extremes, link))
        (counted::counted(ruleset, &report.counted, card))
        p.hint { "Intervals are at 95 %: in 95 of 100 such counts the true figure lies within." }
    }
}

/// The name of a side.
fn label(side: &SideReport) -> String {
    match (side.seat, &side.bot, side.player) {
        (Some(seat), ..) => format!("seat {}", seat + 1),
        (None, Some(bot), _) => readable(bot).into_owned(),
        (None, None, Some(player)) => format!("player {}", player + 1),
        (None, None, None) => String::new(),
    }
}

fn sides(caption: &str, sides: &[SideReport]) -> Markup {
    let rows: Vec<_> = sides
        .iter()
        .map(|side| Bar {
            label: html! { bdi { (label(side)) } },
            cells: vec![whole(side.games), whole(side.wins), whole(side.shared_wins)],
            figure: side.win_rate,
        })
        .collect();
    html! {
        @if !rows.is_empty() { (bars(caption, &["Who", "Share of games won", "Games", "Won", "Shared"], Unit::Share, &rows)) }
    }
}

fn scores(caption: &str, sides: &[SideReport]) -> Markup {
    let rows: Vec<_> = sides
        .iter()
        .map(|side| Bar {
            label: html! { bdi { (label(side)) } },
            cells: vec![
                side.scores.least.map(whole).unwrap_or_default(),
                side.scores.most.map(whole).unwrap_or_default(),
                side.scores.deviation.map(|deviation| Unit::Number.format(deviation)).unwrap_or_default(),
            ],
            figure: side.scores.mean,
        })
        .collect();
    bars(caption, &["Who", "Mean", "Lowest", "Highest", "Standard deviation"], Unit::Number, &rows)
}

fn differences(differences: &[DifferenceReport]) -> Markup {
    let rows: Vec<_> = differences
        .iter()
        .map(|it| Bar {
            label: html! { bdi { (counted_from_one(&it.of)) } br; "against " bdi { (counted_from_one(&it.to)) } },
            cells: vec![whole(it.deals), it.score.map(|score| Unit::Number.estimate(score)).unwrap_or_default()],
            figure: it.win_rate,
        })
        .collect();
    html! {
        @if !rows.is_empty() {
            (bars("On the same deals", &["Who", "More games won", "Deals", "More score"], Unit::Share, &rows))
        }
    }
}

/// A bot's name, or a player counted from one: `player 1` is the first.
fn counted_from_one(name: &str) -> Cow<'_, str> {
    match name.strip_prefix("player ").and_then(|index| index.parse::<u32>().ok()) {
        Some(index) => format!("player {}", index + 1).into(),
        None => readable(name),
    }
}

fn extremes(extremes: &Extremes, link: impl Fn(&Extreme) -> Markup) -> Markup {
    let Extremes { longest, shortest, highest, lowest, closest } = extremes;
    let rows = [
        ("Longest", "steps", longest),
        ("Shortest", "steps", shortest),
        ("Highest score", "", highest),
        ("Lowest score", "", lowest),
        ("Closest", "between the best and the next", closest),
    ];
    html! {
        section.report aria-labelledby="extremes" {
            h2 #extremes { "Games that stand out" }
            dl.pairs {
                @for (name, unit, extreme) in rows {
                    @if let Some(extreme) = extreme { dt { (name) } dd { (whole(extreme.value)) " " (unit) " " (link(extreme)) } }
                }
            }
        }
    }
}
