//! Reports as text.

use std::fmt::{self, Write};

use serde_json::Value;

use super::{DifferenceReport, Estimate, Report, SideReport, summary::SummaryReport};

/// Levels of nesting that are printed. Deeper values are in the JSON output only.
const DEPTH: usize = 3;

impl Report {
    /// The report as text, under a heading.
    ///
    /// # Errors
    /// Never, since writing to a string does not fail.
    pub fn text(&self, heading: &str) -> Result<String, fmt::Error> {
        let mut text = format!("{heading}\n");
        write_report(&mut text, self)?;
        Ok(text)
    }
}

fn write_report(text: &mut String, report: &Report) -> fmt::Result {
    writeln!(
        text,
        "{:16} {:>9} {:>9} {:>7}  {:22}  {:26}  {:>15}",
        "", "games", "won", "shared", "share won", "score", "range"
    )?;
    let of_seat = |side: &SideReport| side.seat.map(|seat| format!("seat {seat}"));
    let of_player = |side: &SideReport| side.player.map(|player| format!("player {player}"));
    for side in report.seats.iter().chain(&report.bots).chain(&report.players) {
        let name = of_seat(side).or_else(|| of_player(side)).or_else(|| side.bot.clone()).unwrap_or_default();
        write_side(text, &name, side)?;
    }
    writeln!(text, "{} drawn", report.drawn)?;
    report.differences.iter().try_for_each(|difference| write_difference(text, difference))?;
    writeln!(text, "steps: {}", summary(&report.steps))?;
    let extremes = &report.extremes;
    for (name, extreme) in [
        ("longest", &extremes.longest),
        ("shortest", &extremes.shortest),
        ("highest score", &extremes.highest),
        ("lowest score", &extremes.lowest),
        ("closest", &extremes.closest),
    ] {
        let Some(extreme) = extreme else { continue };
        match (&extreme.id, &extreme.seed) {
            (Some(id), _) => writeln!(text, "{name}: {}, game {id}", extreme.value)?,
            (None, seed) => {
                let (seed, bots) = (seed.as_deref().unwrap_or_default(), extreme.bots.as_deref().unwrap_or_default());
                writeln!(text, "{name}: {}, seed {seed}, bots {}", extreme.value, bots.join(","))?;
            }
        }
    }
    writeln!(text)?;
    write_counted(text, "", &report.counted, 0)
}

fn write_side(text: &mut String, name: &str, side: &SideReport) -> fmt::Result {
    let share = side.win_rate.map(|share| percent(&share)).unwrap_or_default();
    let score = side.scores.mean.map(|mean| estimate(&mean)).unwrap_or_default();
    let range = range(&side.scores);
    let SideReport { games, wins, shared_wins, .. } = side;
    writeln!(text, "{name:16} {games:>9} {wins:>9} {shared_wins:>7}  {share:22}  {score:26}  {range:>15}")
}

fn write_difference(text: &mut String, difference: &DifferenceReport) -> fmt::Result {
    let DifferenceReport { of, to, deals, win_rate, score } = difference;
    let none = || "none".to_owned();
    let share = win_rate.map_or_else(none, |share| percent(&share));
    let score = score.map_or_else(none, |score| estimate(&score));
    writeln!(text, "{of} minus {to}, on {deals} deals: share won {share}, score {score}")
}

/// Writes groups of numbers, one per line.
fn write_counted(text: &mut String, name: &str, value: &Value, depth: usize) -> fmt::Result {
    let inner = |key: &str| if name.is_empty() { words(key) } else { format!("{name}, {}", words(key)) };
    match value {
        Value::Object(fields) if fields.get("mean").is_some_and(Value::is_null) => writeln!(text, "{name}: none"),
        Value::Object(fields) if fields.is_empty() && !name.is_empty() => writeln!(text, "{name}: none"),
        Value::Array(numbers) if numbers.is_empty() => writeln!(text, "{name}: none"),
        Value::Object(fields) if fields.contains_key("histogram") => {
            let shown = |field: &str| fields[field].get("value").unwrap_or(&fields[field]).to_string();
            let [mean, deviation, least, most] = ["mean", "deviation", "least", "most"].map(shown);
            writeln!(text, "{name}: {mean}, deviation {deviation}, {least} … {most}")
        }
        Value::Object(fields) if fields.values().all(Value::is_number) && !name.is_empty() => {
            let listed: Vec<_> = fields.iter().map(|(key, number)| format!("{} {number}", words(key))).collect();
            writeln!(text, "{name}: {}", listed.join(", "))
        }
        Value::Object(fields) if depth < DEPTH && !fields.values().all(Value::is_array) => {
            fields.iter().try_for_each(|(key, value)| write_counted(text, &inner(key), value, depth + 1))
        }
        Value::Array(numbers) if numbers.iter().all(Value::is_number) => {
            let listed: Vec<_> = numbers.iter().map(Value::to_string).collect();
            writeln!(text, "{name}: {}", listed.join(" "))
        }
        Value::Array(rows) if depth < DEPTH => (1..)
            .zip(rows)
            .try_for_each(|(number, row): (u32, _)| write_counted(text, &inner(&number.to_string()), row, depth + 1)),
        Value::Number(number) => writeln!(text, "{name}: {number}"),
        Value::Object(_) | Value::Array(_) | Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
    }
}

/// `half_smile` as words.
fn words(key: &str) -> String {
    key.replace('_', " ")
}

/// `77.2 (77.1 to 77.3), deviation 0.4, 19 … 90`.
fn summary(summary: &SummaryReport) -> String {
    let Some(mean) = summary.mean.map(|mean| estimate(&mean)) else { return "none".to_owned() };
    let deviation = summary.deviation.map(|deviation| format!(", deviation {deviation:.3}")).unwrap_or_default();
    format!("{mean}{deviation}, {}", range(summary))
}

fn range(summary: &SummaryReport) -> String {
    match (summary.least, summary.most) {
        (Some(least), Some(most)) => format!("{least} … {most}"),
        (Some(_), None) | (None, _) => String::new(),
    }
}

/// `52.3 % (52.0 to 52.6)`.
fn percent(share: &Estimate) -> String {
    let shown = |value: f64| format!("{:.2}", value * 100.0);
    bounded(share, shown(share.value) + " %", shown)
}

/// `9.12 (9.10 to 9.14)`.
fn estimate(estimate: &Estimate) -> String {
    let shown = |value: f64| format!("{value:.3}");
    bounded(estimate, shown(estimate.value), shown)
}

fn bounded(estimate: &Estimate, value: String, shown: impl Fn(f64) -> String) -> String {
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("{value} ({} to {})", shown(low), shown(high)),
        (Some(_), None) | (None, _) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_not_counted_is_none() {
        let mut text = String::new();
        let counted = json!({"places": {"gift_given": {}, "tricks": 3}, "deals": []});
        write_counted(&mut text, "", &counted, 0).expect("written");
        assert_eq!(text, "places, gift given: none\nplaces, tricks: 3\ndeals: none\n");
    }
}
