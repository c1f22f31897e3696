//! The heading of a reading: what is known beside its cards.

use crate::{Reading, SpreadReading, Verdict};

/// The title of a reading that needs care: neither a verdict nor what a person wrote.
pub(super) const UNTOLD: &str = "A reading";

/// The title of a reading of a lost deal.
const AGAINST: &str = "Against you today";

/// Whether the title has milder words than the rules have for the verdict.
pub(super) fn softens(reading: &Reading) -> bool {
    reading.verdict == Verdict::Doom && reading.care.is_none()
}

/// The heading of a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The querent's name.
    pub querent: Option<String>,
    /// The partner's name.
    pub partner: Option<String>,
    /// The question.
    pub question: Option<String>,
    /// The date, formatted.
    pub date: Option<String>,
    /// Id of the game whose page shows how the cards were won.
    pub game: Option<String>,
}

impl Heading {
    /// The same without names that nobody chose, as in `Player 1`.
    pub fn with_chosen_names(self) -> Heading {
        let is_chosen = |name: &String| {
            let number = name.strip_prefix("Player ");
            number.is_none_or(|number| number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()))
        };
        Heading { querent: self.querent.filter(is_chosen), partner: self.partner.filter(is_chosen), ..self }
    }

    /// `Fortune for Ada`, or the verdict alone; neither if the reading needs care. A lost deal is told in milder words,
    /// and the rules' word stands in the small print.
    pub fn title(&self, reading: &Reading) -> String {
        match reading.care {
            Some(_) => UNTOLD.to_owned(),
            None if softens(reading) => match spoken(&self.querent) {
                Some(querent) => format!("{AGAINST}: a reading for {querent}"),
                None => AGAINST.to_owned(),
            },
            None => self.titled(reading.verdict.name()),
        }
    }

    /// `Celtic Cross for Ada`, or the spread alone; neither if the reading needs care.
    pub fn title_of_spread(&self, reading: &SpreadReading) -> String {
        match reading.care {
            Some(_) => UNTOLD.to_owned(),
            None => self.titled(&reading.spread.name),
        }
    }

    /// A title for the querent, as in `Celtic Cross for Ada`, or without a name.
    fn titled(&self, what: &str) -> String {
        match spoken(&self.querent) {
            Some(querent) => format!("{what} for {querent}"),
            None => what.to_owned(),
        }
    }

    /// The names of querent and partner, as far as known.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.querent, &self.partner].into_iter().flatten().map(String::as_str)
    }

    /// The question on one line; `None` without one.
    pub fn question_line(&self) -> Option<String> {
        spoken(&self.question)
    }

    /// The partner's name on one line.
    pub(super) fn partner_name(&self) -> Option<String> {
        spoken(&self.partner)
    }

    /// Lines with the question, the partner and the date, as far as known.
    pub fn lines(&self) -> Vec<String> {
        let known = [("Asked: ", &self.question), ("With ", &self.partner), ("Read on ", &self.date)];
        let known = known.into_iter().filter_map(|(label, value)| Some((label, spoken(value)?)));
        known.map(|(label, value)| format!("{label}{value}")).collect()
    }
}

/// A caller's text on one line, without control characters and others that XML forbids; `None` if nothing remains.
fn spoken(text: &Option<String>) -> Option<String> {
    let plain = text.as_deref()?.replace(|sign: char| sign.is_control() || turns_text(sign), " ");
    let plain = plain.replace(['\u{FFFE}', '\u{FFFF}'], "");
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

/// Whether the character changes the text direction beyond its own text.
const fn turns_text(sign: char) -> bool {
    matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_has_a_line_for_each_part() {
        let heading = Heading {
            question: Some(" Shall I\nstay? ".into()),
            partner: Some("Cyd".into()),
            date: Some("\u{7}".into()),
            ..Heading::default()
        };
        assert_eq!(heading.lines(), ["Asked: Shall I stay?", "With Cyd"]);
    }

    #[test]
    fn characters_that_xml_forbids_are_left_out() {
        let heading = Heading { question: Some("a\u{0}b\u{1b}c\u{ffff}d\re".into()), ..Heading::default() };
        assert_eq!(heading.lines(), ["Asked: a b cd e"]);
    }
}
