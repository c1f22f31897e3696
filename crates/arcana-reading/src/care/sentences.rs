//! What is said instead of an answer.

use std::sync::OnceLock;

use super::kind::Care;

/// The operator's own text about help, shown after every sentence.
static HELP_LINES: OnceLock<HelpLines> = OnceLock::new();

/// A text of the operator with places to turn to: numbers and addresses of their country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpLines(String);

/// Why a text cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HelpLinesError {
    /// It says nothing.
    #[error("it is empty")]
    Empty,
    /// It is too long.
    #[error("it has {0} characters, and at most {limit} are shown", limit = HelpLines::LIMIT)]
    Long(usize),
    /// It is not plain text.
    #[error("line {0} has a control character")]
    Control(usize),
}

impl HelpLines {
    /// Maximum number of characters.
    pub const LIMIT: usize = 1_000;

    /// A plain text; spaces around it and the carriage returns of its lines do not count.
    ///
    /// # Errors
    /// It is empty or too long, or has a control character besides ends of lines.
    pub fn new(text: &str) -> Result<HelpLines, HelpLinesError> {
        let text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n").trim().to_owned();
        let wrong = text.split('\n').zip(1..).find(|(line, _)| line.contains(char::is_control));
        match (text.chars().count(), wrong) {
            (0, _) => Err(HelpLinesError::Empty),
            (_, Some((_, line))) => Err(HelpLinesError::Control(line)),
            (length, None) if length > HelpLines::LIMIT => Err(HelpLinesError::Long(length)),
            _ => Ok(HelpLines(text)),
        }
    }

    /// Shows them from now on. The first text that a process sets stays.
    pub fn show(self) {
        HELP_LINES.get_or_init(|| self);
    }
}

impl Care {
    /// Whom to turn to, in words that hold in every country.
    pub const fn sentence(self) -> &'static str {
        match self {
            Care::SelfHarm => {
                "No card can answer this, and you need not be alone with it. Please talk to somebody now: to a person \
                 whom you trust, to a doctor or to a crisis line where you live. If a life is in danger, call the \
                 emergency services."
            }
            Care::Violence => {
                "Nobody deserves to be hurt, and no card can answer this. If anybody is in danger now, please go where it \
                 is safe and call the police or the emergency services. A person whom you trust, a doctor or a help line \
                 where you live will listen, to those who are hurt and to those who fear that they might hurt somebody."
            }
            Care::Illness => {
                "About illness, medicines and how long a life lasts the cards know nothing. Please ask a doctor, a nurse \
                 or a pharmacist, and call the emergency services if it cannot wait. Let somebody whom you trust stand by \
                 you."
            }
            Care::PregnancyOrLoss => {
                "No card knows about a pregnancy, and none can make good a loss. Please talk to a doctor, a midwife or a \
                 counsellor where you live, and to somebody whom you trust: you need not carry this alone."
            }
            Care::Addiction => {
                "Addiction is an illness and no weakness, and no card can heal it. Please talk to a doctor, to people who \
                 advise on addiction or to a self-help group where you live: they are there for you, and for those who \
                 are close to you."
            }
            Care::LawOrMoney => {
                "Where the law or much money is at stake, no card can advise you. Please ask a lawyer, or people who \
                 advise on law or debts where you live, before you decide."
            }
        }
    }

    /// The sentence, and the operator's text on lines of its own.
    pub fn said(self) -> String {
        match HELP_LINES.get() {
            Some(HelpLines(text)) => format!("{}\n{text}", self.sentence()),
            None => self.sentence().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_lines_are_plain_text_of_up_to_a_thousand_characters() {
        let text = |text: &str| HelpLines::new(text).map(|HelpLines(text)| text);
        assert_eq!(text("\u{FEFF}Call 123.\r\nOr write.\n"), Ok("Call 123.\nOr write.".to_owned()));
        assert_eq!(text(&"é".repeat(1_000)).map(|text| text.len()), Ok(2_000));
        assert_eq!(text(&"é".repeat(1_001)), Err(HelpLinesError::Long(1_001)));
        assert_eq!(text(" \n"), Err(HelpLinesError::Empty));
        assert_eq!(text("Call\n\u{1b}[31m123"), Err(HelpLinesError::Control(2)));
        assert_eq!(text("Call\t123"), Err(HelpLinesError::Control(1)));
    }
}
