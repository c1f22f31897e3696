//! Questions that cards may not answer: of harm, and of illness and death.

use std::sync::LazyLock;

use super::phrase::Phrase;
use crate::reading::{Language, Reading, SpreadReading, TextsVersion};

/// What a question asks for that needs somebody else than cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Whether to harm oneself or others.
    Harm,
    /// An illness, a treatment, or how long somebody lives.
    Health,
}

/// English phrases of questions of harm.
const HARM: &[&str] = &[
    "kill myself",
    "killing myself",
    "end my life",
    "ending my life",
    "take my own life",
    "taking my own life",
    "suicide",
    "suicidal",
    "want to die",
    "wish i were dead",
    "wish i was dead",
    "better off dead",
    "they are better off without me",
    "everyone is better off without me",
    "hurt myself",
    "hurting myself",
    "harm myself",
    "harming myself",
    "self harm",
    "cut myself",
    "cutting myself",
    "not want to live",
    "don't want to live",
    "no reason to live",
    "overdose",
    "kill him",
    "kill her",
    "kill them",
    "kill someone",
    "kill somebody",
];

/// English phrases of questions of illness and death.
const HEALTH: &[&str] = &[
    "will i die",
    "do i die",
    "am i dying",
    "i am dying",
    "i going to die",
    "he going to die",
    "she going to die",
    "will he die",
    "will she die",
    "is he dying",
    "is she dying",
    "die of",
    "dying of",
    "long do i have to live",
    "long does he have to live",
    "long does she have to live",
    "left to live",
    "how long will i live",
    "have cancer",
    "has cancer",
    "die of cancer",
    "my cancer",
    "the cancer",
    "this cancer",
    "his cancer",
    "her cancer",
    "breast cancer",
    "lung cancer",
    "tumor",
    "tumour",
    "chemotherapy",
    "diagnosis",
    "medication",
    "taking my medicine",
    "my pills",
    "my insulin",
    "surgery",
    "heart operation",
    "heart attack",
    "terminally ill",
    "a miscarriage",
    "abortion",
];

/// English phrases in which these words have another meaning. Cancer is also a sign of the zodiac.
const IGNORED: &[&str] = &[
    "cut myself off",
    "cut myself some slack",
    "dying of curiosity",
    "die of curiosity",
    "die of boredom",
    "die of shame",
    "a miscarriage of justice",
    "have cancer rising",
    "have cancer moon",
    "have cancer sun",
    "has cancer rising",
    "has cancer moon",
    "has cancer sun",
    "my cancer boyfriend",
    "my cancer girlfriend",
    "my cancer husband",
    "my cancer wife",
    "my cancer partner",
    "my cancer moon",
    "my cancer sun",
    "this cancer man",
    "this cancer woman",
    "the cancer man",
    "the cancer woman",
];

/// The same, split into words once: every reading asks for them.
struct Phrases {
    ignored: Vec<Phrase>,
    harm: Vec<Phrase>,
    health: Vec<Phrase>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let split = |phrases: &[&str]| phrases.iter().map(|phrase| Phrase::of(phrase)).collect();
    Phrases { ignored: split(IGNORED), harm: split(HARM), health: split(HEALTH) }
});

impl Care {
    /// What a question in English needs, if anything.
    pub fn of(question: &str) -> Option<Care> {
        let mut words = Phrase::of(question);
        PHRASES.ignored.iter().for_each(|phrase| words.remove(phrase));
        let has = |phrases: &[Phrase]| phrases.iter().any(|phrase| words.places(phrase).next().is_some());
        if has(&PHRASES.harm) { Some(Care::Harm) } else { has(&PHRASES.health).then_some(Care::Health) }
    }

    /// The same, if this version of the texts takes care.
    fn in_texts(version: TextsVersion, question: &str) -> Option<Care> {
        if version.takes_care() { Care::of(question) } else { None }
    }

    /// What the summary says instead of an answer.
    pub const fn sentence(self, language: Language) -> &'static str {
        match (self, language) {
            (Care::Harm, Language::En) => {
                "No card answers this: please talk to somebody now, to a person whom you trust, to an emergency number \
                 or to a crisis line where you live."
            }
            (Care::Health, Language::En) => {
                "Of illness, treatment and how long a life lasts the cards know nothing: ask a doctor about that."
            }
        }
    }
}

impl Reading {
    /// The reading as the answer to a question: one that needs care is told so.
    #[must_use]
    pub fn to_question(mut self, question: &str) -> Reading {
        if let Some(care) = Care::in_texts(self.texts_version, question) {
            self.summary.text = format!("{} {}", care.sentence(self.language), self.summary.text);
        }
        self
    }
}

impl SpreadReading {
    /// The reading as the answer to a question: one that needs care gets no yes or no, and is told so.
    #[must_use]
    pub fn to_question(mut self, question: &str) -> SpreadReading {
        if let Some(care) = Care::in_texts(self.edition.texts_version(), question) {
            self.answer = None;
            self.summary.text = format!("{} {}", care.sentence(self.language), self.summary.text);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{DrawnCard, KnownSpread, QuestionKind, Spread, SpreadChoice, SpreadsEdition, read_spread};

    #[test]
    fn questions_that_need_care_are_recognised() {
        for harm in ["Should I kill myself?", "Is SUICIDE the way out?", "I don’t want to live. What now?"] {
            assert_eq!(Care::of(harm), Some(Care::Harm), "{harm}");
        }
        for health in
            ["Will I die of this cancer?", "Should I stop taking my medication?", "How long do I have to live?"]
        {
            assert_eq!(Care::of(health), Some(Care::Health), "{health}");
        }
        let others = [
            "",
            "Are Leo and Cancer a good match?",
            "Does my Cancer boyfriend love me?",
            "I have Cancer rising: what of it?",
            "Will my roses die?",
            "Is my car going to die?",
            "Is this job killing me?",
            "How can I take my life back?",
            "Should I cut myself off from my family?",
            "Do I have to live with his mother?",
            "Is my ex better off without me?",
        ];
        for other in others {
            assert_eq!(Care::of(other), None, "{other}");
        }
    }

    #[test]
    fn a_published_edition_never_changes() {
        // Stored readings are told by these phrases. Changed ones need a new version of the texts.
        let phrases = [HARM, HEALTH, IGNORED].map(|phrases| phrases.join("\n")).join("\n\n");
        assert_eq!(crc32fast::hash(phrases.as_bytes()), 0x1ae6_3cdd, "{phrases}");
    }

    #[test]
    fn they_get_neither_yes_nor_no() {
        for question in ["Will I die of this cancer?", "Should I end my life?", "When will I die?"] {
            let kind = QuestionKind::for_question(question, Some(QuestionKind::YesNo));
            assert_eq!((kind, QuestionKind::of(question)), (QuestionKind::OneSelf, kind), "{question}");
            let spread = Spread::Known(KnownSpread::find("yes-no", None).expect("the spread"));
            let choice = SpreadChoice { question_kind: kind, ..SpreadChoice::of(spread) };
            let cards = ["ar01", "wa02", "cu03'"].map(|card| card.parse::<DrawnCard>().expect("a card"));
            let plain = read_spread(choice.clone(), &cards).expect("a reading");
            assert!(plain.answer.is_some());
            let read = plain.to_question(question);
            let said = Care::of(question).expect("care").sentence(Language::En);
            assert!(read.answer.is_none() && read.summary.text.starts_with(said), "{}", read.summary.text);
            assert!(
                !read.summary.text.contains(" yes") && !read.summary.text.contains(" no,"),
                "{}",
                read.summary.text
            );
            // A stored reading of an earlier edition stays as it was.
            let earlier = SpreadChoice { edition: SpreadsEdition::Second, ..choice };
            assert!(read_spread(earlier, &cards).expect("a reading").to_question(question).answer.is_some());
        }
    }
}
