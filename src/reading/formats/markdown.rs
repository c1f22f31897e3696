//! A reading as Markdown.

use super::Heading;
use crate::reading::{Disposition, PlaceReading, ReadCard, Reading, texts::texts};

/// The reading as a Markdown document; names and questions are escaped.
pub fn document(reading: &Reading, heading: &Heading) -> String {
    let mut blocks = vec![format!("# {}", escaped(&heading.title(reading)))];
    blocks.extend(heading.lines().iter().map(|line| format!("*{}*", escaped(line))));
    blocks.push(escaped(&reading.summary.text));
    blocks.push(figures(reading));
    for zone in &reading.zones {
        blocks.push(format!("## {}", zone.zone.name()));
        blocks.extend(zone.places.iter().map(place));
    }
    for (title, cards) in reading.leftovers() {
        blocks.push(format!("## {title}"));
        blocks.push(cards.iter().map(|it| format!("- {}", card(it))).collect::<Vec<_>>().join("\n"));
    }
    blocks.push("---".to_owned());
    blocks.push(format!("*{}*", escaped(texts(reading.texts_version, reading.language).about())));
    blocks.join("\n\n") + "\n"
}

fn figures(reading: &Reading) -> String {
    let rows = reading.figures().map(|(name, value)| format!("| {name} | {value} |"));
    format!("| | |\n| --- | --- |\n{}", rows.join("\n"))
}

fn place(place: &PlaceReading) -> String {
    let mut lines = vec![format!("### {}", escaped(place.title()))];
    let about = place.about();
    if !about.is_empty() {
        lines.push(format!("*{}*", escaped(&about)));
    }
    lines.extend(place.cards.iter().map(card));
    lines.push(escaped(&place.text));
    lines.join("\n\n")
}

fn card(card: &ReadCard) -> String {
    let turned = match card.disposition {
        Disposition::Well => "",
        Disposition::Ill => ", turned",
    };
    let (name, keywords) = (escaped(&card.name), escaped(&card.keywords.join(", ")));
    format!("**{name}**{turned} ({}): {keywords}", card.origin())
}

/// The text with every sign that Markdown or HTML might take for its own behind a backslash.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        if "\\`*_{}[]<>()#+!|~&".contains(sign) {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Choice, TeamOutcome, Tricks, read};

    #[test]
    fn names_and_questions_are_escaped() {
        let bare = Tricks { own: vec![], partner: vec![], outcome: TeamOutcome::Drawn, seats: None };
        let reading = read(&bare, Choice::default()).expect("no cards");
        let heading = Heading {
            querent: Some("**Ada**".into()),
            question: Some("# <b>[x](y)</b>\n\n| a |".into()),
            ..Heading::default()
        };
        let text = document(&reading, &heading);
        assert!(text.starts_with("# Balance for \\*\\*Ada\\*\\*\n\n"), "{text}");
        assert!(text.contains("*Asked: \\# \\<b\\>\\[x\\]\\(y\\)\\</b\\> \\| a \\|*"), "{text}");
    }
}
