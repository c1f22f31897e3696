//! A reading as Markdown.

use super::presentation::{CareForm, HOW_WON, Heading, Presentation, UNTOLD};
use crate::{Disposition, PlaceReading, ReadCard, Reading, ZoneReading};

/// The reading as Markdown, with names and questions escaped.
pub fn document(reading: &Reading, heading: &Heading) -> String {
    if let Some(form) = CareForm::of(reading, heading) {
        return of_care(&form);
    }
    let shown = Presentation::of(reading, heading);
    let mut blocks = vec![format!("# {}", escaped(&heading.title(reading)))];
    blocks.extend(heading.lines().iter().map(|line| format!("*{}*", escaped(line))));
    blocks.push(escaped(&reading.summary.text));
    blocks.extend(shown.rarity().map(escaped));
    blocks.push(figures(reading));
    blocks.extend(reading.zones.iter().flat_map(|it| zone(&shown, it)));
    for (title, cards) in reading.leftovers() {
        blocks.push(format!("## {title}"));
        blocks.push(cards.iter().map(|it| item(&shown, it)).collect::<Vec<_>>().join("\n"));
    }
    let won = reading.cards().filter_map(|it| won(&shown, it)).collect::<Vec<_>>();
    if !won.is_empty() {
        blocks.extend([format!("## {HOW_WON}"), won.join("\n")]);
    }
    blocks.push("---".to_owned());
    blocks.extend(shown.small_print().map(|line| format!("*{}*", escaped(line))));
    blocks.join("\n\n") + "\n"
}

/// Whom to turn to, and the names of places and cards.
pub(super) fn of_care(form: &CareForm<'_>) -> String {
    let mut blocks = vec![format!("# {UNTOLD}")];
    blocks.extend(form.said.iter().filter(|line| !line.trim().is_empty()).map(|line| escaped(line)));
    blocks.push(form.list().map(|line| format!("- {}", escaped(&line))).collect::<Vec<_>>().join("\n"));
    blocks.join("\n\n").trim_end().to_owned() + "\n"
}

fn figures(reading: &Reading) -> String {
    let rows = reading.figures().map(|(name, value)| format!("| {name} | {value} |"));
    format!("| | |\n| --- | --- |\n{}", rows.join("\n"))
}

fn zone<'a>(shown: &Presentation<'a>, zone: &'a ZoneReading) -> Vec<String> {
    let mut blocks = vec![format!("## {}", zone.zone.name())];
    blocks.extend(zone.about.as_deref().map(|about| format!("*{}*", escaped(about))));
    blocks.extend(zone.filled().map(|it| place(shown, it)));
    blocks.extend(zone.empty.as_deref().map(escaped));
    blocks
}

fn place<'a>(shown: &Presentation<'a>, place: &'a PlaceReading) -> String {
    let mut lines = vec![format!("### {}", escaped(&shown.title(place.place)))];
    let about = shown.about(place);
    if !about.is_empty() {
        lines.push(format!("*{}*", escaped(&about)));
    }
    lines.extend(place.cards.iter().map(|it| card(shown, it)));
    lines.push(escaped(&place.text));
    lines.join("\n\n")
}

/// A card as a list item.
fn item<'a>(shown: &Presentation<'a>, it: &'a ReadCard) -> String {
    format!("- {}", card(shown, it))
}

fn card(shown: &Presentation<'_>, card: &ReadCard) -> String {
    let turned = match card.disposition {
        Disposition::Well => "",
        Disposition::Ill => ", turned",
    };
    let title = card.title.map(|title| format!(", “{}”", escaped(title))).unwrap_or_default();
    let (name, keywords) = (escaped(&card.name), escaped(&card.keywords.join(", ")));
    format!("**{name}**{title}{turned} ({}): {keywords}", escaped(&shown.origin(card)))
}

/// How the card was won, as a list item with a link to that step of the game.
fn won<'a>(shown: &Presentation<'a>, card: &'a ReadCard) -> Option<String> {
    let won = card.won.as_ref()?;
    let moment = shown.moment(won).map(|(page, label)| format!(" [{label}]({page})"));
    Some(format!("- **{}**: {}{}", escaped(&card.name), escaped(&won.text), moment.unwrap_or_default()))
}

/// Escapes every character with a meaning in Markdown or HTML.
pub(super) fn escaped(text: &str) -> String {
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
    use crate::{ReadingChoice, TeamOutcome, Tricks, read};

    #[test]
    fn names_and_questions_are_escaped() {
        let bare = Tricks { own: vec![], partner: vec![], outcome: TeamOutcome::Drawn, seats: None };
        let reading = read(&bare, ReadingChoice::default()).expect("no cards").told_for("", []);
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
