//! A reading of a spread as Markdown.

use crate::{
    Heading, PlaceOfSpread, SpreadReading,
    formats::{
        care::CareForm,
        markdown::{escaped, of_care},
    },
};

use super::map::map;

/// The reading as Markdown, with names and questions escaped.
pub fn document(reading: &SpreadReading, heading: &Heading) -> String {
    if let Some(form) = CareForm::of_spread(reading) {
        return of_care(&form);
    }
    let mut blocks = vec![format!("# {}", escaped(&heading.title_of_spread(reading)))];
    blocks.extend(heading.lines().iter().map(|line| format!("*{}*", escaped(line))));
    blocks.extend(reading.conclusion().map(escaped));
    if reading.places.len() > 1 {
        blocks.push(format!("```\n{}\n```", map(reading.places.iter().map(|it| &it.place)).join("\n")));
    }
    let rows = reading.figures().into_iter().map(|(name, value)| format!("| {name} | {} |", escaped(&value)));
    blocks.push(format!("| | |\n| --- | --- |\n{}", rows.collect::<Vec<_>>().join("\n")));
    blocks.extend(reading.places.iter().zip(1..).map(|(it, number)| place(it, number)));
    blocks.push("---".to_owned());
    blocks.push(format!("*{}*", escaped(reading.sources())));
    blocks.join("\n\n") + "\n"
}

fn place(it: &PlaceOfSpread, number: usize) -> String {
    let mut lines = vec![format!("## {number}. {}", escaped(&it.place.name))];
    if !it.place.asks.is_empty() {
        lines.push(format!("*{}*", escaped(&it.place.asks)));
    }
    let reversed = if it.card.reversed { ", reversed" } else { "" };
    let (name, keywords) = (escaped(&it.card.name), escaped(&it.card.keywords.join(", ")));
    lines.push(format!("**{name}**{reversed}: {keywords}"));
    lines.push(escaped(&it.text));
    lines.join("\n\n")
}
