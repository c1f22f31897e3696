//! What is known of a reading beside its cards: most of it stands above them, whatever the form.

use crate::reading::Reading;

/// What is known of a reading beside its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The querent's name.
    pub querent: Option<String>,
    /// His partner's name.
    pub partner: Option<String>,
    /// What was asked.
    pub question: Option<String>,
    /// When it was read, as it shall stand there.
    pub date: Option<String>,
    /// Id of the game, whose page shows how the cards were won.
    pub game: Option<String>,
}

impl Heading {
    /// `Fortune for Ada`, or the verdict alone.
    pub fn title(&self, reading: &Reading) -> String {
        self.titled(reading.verdict.name())
    }

    /// Something for the querent, as in `Celtic Cross for Ada`, or that alone.
    pub fn titled(&self, what: &str) -> String {
        match spoken(&self.querent) {
            Some(querent) => format!("{what} for {querent}"),
            None => what.to_owned(),
        }
    }

    /// What was asked, on one line; `None` when nothing was.
    pub fn asked(&self) -> Option<String> {
        spoken(&self.question)
    }

    /// The partner's name on one line.
    pub(super) fn partner_name(&self) -> Option<String> {
        spoken(&self.partner)
    }

    /// What was asked, with whom and when, a line each; nothing for what is not known.
    pub fn lines(&self) -> Vec<String> {
        let known = [("Asked: ", &self.question), ("With ", &self.partner), ("Read on ", &self.date)];
        let known = known.into_iter().filter_map(|(label, value)| Some((label, spoken(value)?)));
        known.map(|(label, value)| format!("{label}{value}")).collect()
    }
}

/// A caller's text on one line, without control characters and others that XML forbids; `None` when nothing is left of
/// it.
fn spoken(text: &Option<String>) -> Option<String> {
    let plain = text.as_deref()?.replace(|sign: char| sign.is_control() || turns_text(sign), " ");
    let plain = plain.replace(['\u{FFFE}', '\u{FFFF}'], "");
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

/// Does the character change the direction of what follows, beyond the text it stands in?
const fn turns_text(sign: char) -> bool {
    matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_told_line_by_line() {
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
