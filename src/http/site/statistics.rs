//! Statistics of the stored games that match a filter.

use std::{borrow::Cow, collections::BTreeMap};

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    charts::{Bar, Unit, bars, counts, games, histogram, on_layout},
    error::{PageAuth, PageResult, faults},
    form::{Field, Form},
    games::history::{RULESET, SEED, TIMES, filter_fields, filter_inputs, ruleset_choices, suggested},
    layout::{self, Section},
    standings::readable,
};
use crate::{
    cards::{Card, Deck},
    games::Ruleset,
    http::{
        api::games::filter_of_any,
        extract::{
            path,
            query::{Query, first_moment},
        },
        middleware::{
            auth::Read,
            rate_limit::{self, UNITS_OF_STREAM},
        },
    },
    reading::{Layout, Place},
    service::{Service, StoredStatistics},
    spelling::{capital, whole},
    statistics::{DifferenceReport, Extreme, Extremes, Report, SideReport},
};

/// Maximum number of games replayed for a page.
const GAMES: u32 = 1_000;

const CARD: Field<'_> = Field { limit: Some(40), ..Field::text("card", "card", "Card in the layouts") };

/// The statistics of a ruleset, filtered by the form.
pub async fn statistics(request: HttpRequest, _auth: PageAuth<Read>, service: web::Data<Service>) -> PageResult {
    let mut query = Query::filled(&request);
    let rulesets = Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset));
    let ruleset = query.word("ruleset", &rulesets).unwrap_or(Ruleset::Fortunes);
    let filter = filter_of_any(&mut query);
    let card = query.read("card", |text| path::card(text, Deck::default()));
    let mut form = Form::from(query.pairs().to_vec());
    if let Err(problem) = query.finish() {
        form.wrong = faults(&problem);
        return Ok(shown(StatusCode::BAD_REQUEST, ruleset, &form, &Markup::default()));
    }
    rate_limit::charge(&request, UNITS_OF_STREAM / 4)?;
    let found = service.statistics(ruleset, filter, GAMES).await?;
    let figures = html! {
        (suggested(&service, &form).await?)
        (figures(&found, card, &address(ruleset, &form, found.truncated)))
    };
    Ok(shown(StatusCode::OK, ruleset, &form, &figures))
}

fn shown(status: StatusCode, ruleset: Ruleset, form: &Form, figures: &Markup) -> HttpResponse {
    let title = format!("Statistics of {}", ruleset.info().name);
    let body = html! {
        h1 { (title) }
        p.lead { "What the stored games tell: who wins, by how much, how long it takes, and what each game counts." }
        (filters(ruleset, form))
        (figures)
    };
    layout::page(status, Section::Games.within(&form.titled(&title)), &["charts.css"], &body)
}

fn filters(ruleset: Ruleset, form: &Form) -> Markup {
    html! {
        (form.faults(filter_fields().chain([CARD])))
        search {
            form.filters method="get" action="/statistics" {
                (form.choice(&RULESET, &ruleset_choices()))
                (filter_inputs(form))
                @if form.is_filled(SEED.name) { (form.line(&SEED)) }
                @if ruleset.has_readings() || form.is_filled(CARD.name) { (form.line(&CARD)) }
                p { button type="submit" { "Count" } " " a href="/statistics" { "All games" } }
            }
        }
    }
}

/// The API's URL of the same statistics, where times are no days.
fn address(ruleset: Ruleset, form: &Form, truncated: bool) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form.pairs() {
        if TIMES.iter().any(|field| field.name == name) {
            query.append_pair(name, &first_moment(value));
        } else if ![RULESET, CARD].iter().any(|field| field.name == name) {
            query.append_pair(name, value);
        }
    }
    if truncated {
        query.append_pair("limit", &GAMES.to_string());
    }
    let query = query.finish();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/v1/statistics/{}{mark}{query}", ruleset.id())
}

fn figures(found: &StoredStatistics, card: Option<Card>, address: &str) -> Markup {
    html! {
        @if found.report.games == 0 {
            p.none { "No games match. " a href="/games/new" { "Have one played" } "." }
        } @else {
            @if found.truncated { p.hint { "The newest " (whole(found.report.games)) " games that match are counted." } }
            (report(found.ruleset, &found.report, card, link))
        }
        p.hint {
            "A “person” sat at a table; of imported games it is unknown who played, or it was a “foreign” bot. Games that are not listed are not counted. "
            "Programs get the same from " code { (address) } "."
        }
    }
}

fn link(extreme: &Extreme) -> Markup {
    html! { @if let Some(id) = &extreme.id { a href={ "/games/" (id) } { "Watch it" } } }
}

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
        (counted(ruleset, &report.counted, card))
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

/// How often each card lies in each position of Fortunes, upright and reversed.
type Places = BTreeMap<Place, BTreeMap<Card, [u64; 2]>>;

/// The figures that each rules page lists under "What is counted", with a chart for each group.
fn counted(ruleset: Ruleset, figures: &Value, card: Option<Card>) -> Markup {
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
                (on_layout(&caption_of_layout(layout, card), layout, &here))
            }
        }
    }
}

fn caption_of_layout(layout: Layout, card: Option<Card>) -> String {
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
