//! Care: questions that cards must not answer, and whom to turn to instead (`reading.md`, "Care").
//!
//! A reading is made [`Untold`], and is told for what a person gave by `told_for`. Every format and the JSON then only have
//! what it holds.

mod language;
mod vocabulary;
mod words;

use std::{collections::BTreeSet, sync::OnceLock};

use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use self::language::may_be_english;
use crate::{
    Answer, NeighbourDignity, Reading, SpreadReading,
    synthesis::{Asked, Laid, Telling, Told, tell as summary},
};

/// Why a question needs a person and not cards; the gravest kind first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Care {
    /// Suicide and self-harm.
    SelfHarm,
    /// Violence and abuse, suffered or done.
    Violence,
    /// Illness, medicines, dying.
    Illness,
    /// Pregnancy, and the loss of somebody.
    PregnancyOrLoss,
    /// Addiction.
    Addiction,
    /// The law, or much money at stake.
    LawOrMoney,
}

impl Care {
    /// All kinds, the gravest first.
    pub const ALL: [Care; 6] =
        [Care::SelfHarm, Care::Violence, Care::Illness, Care::PregnancyOrLoss, Care::Addiction, Care::LawOrMoney];

    /// Its id, as in `self_harm`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// How much of the cards is shown.
    pub const fn shows(self) -> Shows {
        match self {
            Care::SelfHarm | Care::Violence => Shows::Sentence,
            Care::Illness | Care::PregnancyOrLoss | Care::Addiction => Shows::Names,
            Care::LawOrMoney => Shows::Cards,
        }
    }

    /// The gravest kind that any of these texts needs.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<Care> {
        // A spread may ask the same at every place.
        let texts = texts.into_iter().collect::<BTreeSet<_>>();
        texts.into_iter().filter_map(vocabulary::care_of).min()
    }

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
                 counsellor where you live, at once if anything feels wrong, and to somebody whom you trust: you need not \
                 carry this alone."
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

/// What a reading that needs care shows besides the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Nothing.
    Sentence,
    /// The names of cards and places.
    Names,
    /// The cards and what they stand for, but no advice.
    Cards,
}

/// A reading that nobody may see yet: whether it needs care is known by what the person gave, so that it can only be had
/// with that. Its summary is told then, from the cards as they lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Untold<R> {
    pub(crate) reading: R,
    pub(crate) laid: Laid,
}

/// A reading whose texts can be left out.
trait Texts {
    /// Leaves out the lean and all advice.
    fn tell_plainly(&mut self);

    /// Empties every text that tells, leans, advises or titles.
    fn tell_nothing(&mut self);

    /// The summary, and how neighbours bear on each other.
    fn summary(&mut self) -> (&mut String, &mut Vec<NeighbourDignity>);
}

/// Tells a reading for a question, and returns the lean in a sentence. One that needs care begins with whom to turn to, and
/// neither answers nor advises. One whose question is in another language neither leans nor advises: nobody knows to what.
fn tell(reading: &mut impl Texts, laid: &Laid, care: Option<Care>, question: &str) -> Option<String> {
    let telling = match care.map(Care::shows) {
        None if may_be_english(question) => Telling::Whole,
        None => Telling::Open,
        Some(Shows::Cards) => Telling::Plain,
        Some(Shows::Sentence | Shows::Names) => {
            reading.tell_nothing();
            let (text, dignities) = reading.summary();
            *text = care.map(Care::said).unwrap_or_default();
            dignities.clear();
            return None;
        }
    };
    let asked = match telling {
        Telling::Whole => Asked::of(question, laid.kind, laid.ways.is_some()),
        Telling::Open | Telling::Plain => Asked::open(),
    };
    if telling != Telling::Whole {
        reading.tell_plainly();
    }
    let Told { text, answer } = summary(laid, &asked, telling);
    let lines = care.map(Care::said).into_iter().chain([text]).filter(|line| !line.is_empty());
    *reading.summary().0 = lines.collect::<Vec<_>>().join("\n");
    answer
}

impl Untold<Reading> {
    /// The reading as it is told for a question and these names; both may be empty.
    pub fn told_for<'a>(self, question: &'a str, names: impl IntoIterator<Item = &'a str>) -> Reading {
        let Untold { mut reading, laid } = self;
        reading.care = Care::of([question].into_iter().chain(names));
        let care = reading.care;
        tell(&mut reading, &laid, care, question);
        reading
    }
}

impl Untold<SpreadReading> {
    /// The reading as it is told for a question and these names; both may be empty. The names of an own spread and its
    /// places count too, and what they ask.
    pub fn told_for<'a>(self, question: &'a str, names: impl IntoIterator<Item = &'a str>) -> SpreadReading {
        let Untold { mut reading, laid } = self;
        let places = reading.places.iter().flat_map(|it| [it.place.name.as_str(), &it.place.asks]);
        let own = places.chain([reading.spread.name.as_str()]).filter(|_| reading.spread.id.is_none());
        let asked = Care::of([question].into_iter().chain(names));
        reading.care = asked.into_iter().chain(Care::of(own)).min();
        let care = reading.care;
        let told = tell(&mut reading, &laid, care, question);
        reading.answer = reading.answer.take().zip(told).map(|(answer, text)| Answer { text, ..answer });
        reading
    }
}

impl Texts for Reading {
    fn tell_plainly(&mut self) {
        for place in self.zones.iter_mut().flat_map(|zone| &mut zone.places) {
            place.text.clone_from(&place.plain);
        }
    }

    fn tell_nothing(&mut self) {
        for card in self.cards_mut() {
            (card.title, card.keywords) = (None, &[]);
            card.won.iter_mut().for_each(|won| won.text.clear());
        }
        for zone in &mut self.zones {
            (zone.about, zone.empty) = (None, None);
            zone.places.iter_mut().for_each(|place| place.text.clear());
        }
        self.rarity.iter_mut().for_each(|rarity| rarity.text.clear());
    }

    fn summary(&mut self) -> (&mut String, &mut Vec<NeighbourDignity>) {
        (&mut self.summary.text, &mut self.summary.dignities)
    }
}

impl Texts for SpreadReading {
    fn tell_plainly(&mut self) {
        for place in &mut self.places {
            place.text.clone_from(&place.plain);
        }
    }

    fn tell_nothing(&mut self) {
        for place in &mut self.places {
            place.text.clear();
        }
        let cards = self.places.iter_mut().map(|it| &mut it.card).chain(&mut self.significator);
        cards.for_each(|card| (card.title, card.keywords) = (None, &[]));
    }

    fn summary(&mut self) -> (&mut String, &mut Vec<NeighbourDignity>) {
        (&mut self.summary.text, &mut self.summary.dignities)
    }
}

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
