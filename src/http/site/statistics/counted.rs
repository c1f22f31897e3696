//! The figures that each rules page lists under "What is counted".

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    cards::{Card, Deck},
    games::Ruleset,
    http::site::charts::{Unit, counts, on_layout},
    reading::{Layout, Place},
    spelling::{capital, whole},
};

/// How often each card lies in each position of Fortunes, upright and reversed.
type Places = BTreeMap<Place, BTreeMap<Card, [u64; 2]>>;

/// The figures, with a chart for each group.
pub fn counted(ruleset: Ruleset, figures: &Value, card: Option<Card>) -> Markup {
    let empty = Map::new();
    let figures = figures.as_object().unwrap_or(&empty);
    html! {
        section.report aria-labelledby="counted" {
            h2 #counted { "What is counted in " (ruleset.info().name) }
            p.hint { "The " a href={ "/rules/" (ruleset.id()) "#what-is-counted" } { "rules" } " say what each figure means." }
            dl.pairs { @for (name, value) in figures { @if let Some(figure) = figure(value) { dt { (words(name)) } dd { (figure) } } } }
            @if let Some(Ok(places)) = figures.get("places").map(Places::deserialize) { (on_layouts(&places, card)) }
            @for (name, value) in figures { @if let Some(records) = records(value) { (table(&words(name), &records)) } }
            div.figures-row {
                @for (name, value) in figures {
                    @if name != "places" && records(value).is_none() { (group(&words(name), value)) }
                }
            }
        }
    }
}

/// A number, or the mean of a number per game.
fn figure(value: &Value) -> Option<String> {
    if let Some(count) = value.as_u64() {
        return Some(whole(count));
    }
    let mean = value.get("mean")?.get("value")?.as_f64()?;
    let bound = |name: &str| value.get(name).and_then(Value::as_i64).map(whole).unwrap_or_default();
    Some(format!("{} on average, {} to {}", Unit::Number.format(mean), bound("least"), bound("most")))
}

/// The counts of each item of a list; `None` if the value is no list of such records.
fn records(value: &Value) -> Option<Vec<&Map<String, Value>>> {
    let records = value.as_array()?.iter().map(Value::as_object).collect::<Option<Vec<_>>>()?;
    let are_counts = records.iter().flat_map(|record| record.values()).all(Value::is_u64);
    Some(records).filter(|records| !records.is_empty() && are_counts)
}

/// The records of a list such as `By round`, from 1. What they count is of several kinds, so that none is a share of the
/// whole.
fn table(caption: &str, records: &[&Map<String, Value>]) -> Markup {
    let columns: Vec<_> = records.iter().take(1).flat_map(|record| record.keys()).collect();
    let cell = |record: &Map<String, Value>, name: &str| record.get(name).and_then(Value::as_u64).map(whole);
    html! {
        div.wide tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead { tr {
                    th scope="col" { (capital(caption.trim_start_matches("By "))) }
                    @for name in &columns { th scope="col" { (words(name)) } }
                } }
                tbody {
                    @for (number, record) in (1..).zip(records) {
                        tr { th scope="row" { (number) } @for name in &columns { td.number { (cell(record, name).unwrap_or_default()) } } }
                    }
                }
            }
        }
    }
}

/// A group of counts as bars, and its nested groups.
fn group(name: &str, value: &Value) -> Markup {
    let (counted, others): (Vec<_>, Vec<_>) = match value {
        Value::Object(fields) if figure(value).is_none() => {
            fields.iter().map(|(name, value)| (words(name), value)).partition(|(_, value)| value.is_u64())
        }
        Value::Array(items) => items.iter().enumerate().map(numbered).partition(|(_, value)| value.is_u64()),
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Markup::default();
        }
    };
    let rows: Vec<_> = counted.iter().filter_map(|(name, value)| Some((name.clone(), value.as_u64()?))).collect();
    let never = rows.iter().all(|(_, count)| *count == 0);
    html! {
        @if never && !rows.is_empty() { p.hint { (name) ": never." } }
        @if !never { (counts(name, "What", rows.into_iter())) }
        @for (inner, value) in &others { (group(&format!("{name}: {inner}"), value)) }
    }
}

/// An item of a list, with its number: counts stand at the number that they count, from 0; groups are numbered from 1.
fn numbered((at, value): (usize, &Value)) -> (String, &Value) {
    let number = if value.is_u64() { at } else { at + 1 };
    (number.to_string(), value)
}

/// How often the card, or any card, lies in each position, on a map of each layout.
fn on_layouts(places: &Places, card: Option<Card>) -> Markup {
    let sum = |cards: &BTreeMap<Card, [u64; 2]>| cards.values().flatten().sum::<u64>();
    let of = |place: Place| match (places.get(&place), card) {
        (Some(cards), Some(card)) => (cards.get(&card).into_iter().flatten().sum::<u64>(), sum(cards)),
        (Some(cards), None) => (sum(cards), 0),
        (None, _) => (0, 0),
    };
    let times: Vec<_> = Place::ALL.into_iter().map(|place| (place, of(place))).collect();
    let all: u64 = times.iter().map(|(_, (times, _))| times).sum();
    let share = |(place, (times, here)): &(Place, (u64, u64))| {
        let whole = if card.is_some() { *here } else { all };
        (*place, *times, *times as f64 / whole.max(1) as f64)
    };
    let shares: Vec<_> = times.iter().map(share).collect();
    html! {
        div.figures-row {
            // These two layouts together have all positions.
            @for layout in [Layout::Fate, Layout::Simple] {
                @let here: Vec<_> = shares.iter().copied().filter(|(place, ..)| layout.spot(*place).is_some()).collect();
                (on_layout(&caption(layout, card), layout, &here))
            }
        }
    }
}

fn caption(layout: Layout, card: Option<Card>) -> String {
    match card {
        Some(card) => {
            format!("{}: its share of the cards at each place of the layout {layout}", Deck::default().card_name(card))
        }
        None => format!("Where the cards lie, on the places of the layout {layout}"),
    }
}

/// The name of a field, in words.
fn words(name: &str) -> String {
    capital(&name.replace('_', " "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(figures: &Value) -> String {
        counted(Ruleset::Reversal, figures, None).into_string()
    }

    #[test]
    fn rounds_are_counted_from_one_and_without_shares() {
        let round = json!({"spenders": 1, "spent": 1_234, "storers": 3, "stored": 4});
        let page = shown(&json!({"by_round": vec![round; 50]}));
        let cells = "<td class=\"number\">1</td><td class=\"number\">1,234</td><td class=\"number\">3</td><td class=\"number\">4</td>";
        for number in ["1", "49", "50"] {
            assert!(page.contains(&format!("<tr><th scope=\"row\">{number}</th>{cells}</tr>")), "{number}: {page}");
        }
        assert!(!page.contains(" %") && !page.contains(">0<"), "{page}");
        assert_eq!(page.matches("By round").count(), 2);
        assert!(page.contains("<th scope=\"col\">Round</th><th scope=\"col\">Spenders</th>"), "{page}");
        assert!(!shown(&json!({"by_round": []})).contains("By round"));
    }

    #[test]
    fn counts_stand_at_the_number_they_count_and_groups_from_one() {
        let page = shown(&json!({"tricks": [5, 6], "seats": [{"won": {"deals": 1}}, {"won": {"deals": 2}}]}));
        for label in ["<th scope=\"row\">0</th>", "<th scope=\"row\">1</th>", "Seats: 1", "Seats: 2"] {
            assert!(page.contains(label), "{label}: {page}");
        }
        assert!(!page.contains("Seats: 0"), "{page}");
    }
}
